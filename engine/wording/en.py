"""English words that all rulesets share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEAT: Final = "Seat {number}"
AND: Final = "and"

EVENTS: Final[Mapping[str, str]] = {
    "move_undone": "{seat} takes back the last move.",
    "seat_away": "{seat} is out of time: an AI plays on.",
    "seat_returned": "{seat} is back.",
    "seat_forfeited": "{seat} is out of time and has lost.",
    "seat_resigned": "{seat} resigns.",
}

TEXTS: Final[Mapping[str, str]] = {}

_LEVELS: Final[Mapping[str, str]] = {
    "random": "Random",
    "beginner": "Beginner",
    "easy": "Easy",
    "greedy": "Greedy",
    "medium": "Medium",
    "hard": "Hard",
    "expert": "Expert",
}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "levels": _LEVELS,
    # Two options have levels as their values.
    "takeover_level": _LEVELS,
    "resign_level": _LEVELS,
    "options": {
        "turn_seconds": "Time for a turn, in seconds",
        "on_timeout": "When the time is up",
        "takeover_level": "Who then plays",
        "takeover_milliseconds": "For how long it thinks about each decision, in milliseconds",
        "resign_level": "Who plays on for a seat that resigns",
        "resign_milliseconds": "For how long it thinks about each decision, in milliseconds",
    },
    "on_timeout": {"ai_takeover": "An AI plays on", "forfeit": "The seat has lost"},
    "seat_types": {"human": "Person", "ai": "AI", "open": "Open seat"},
    "seat_statuses": {
        "taken": "Taken",
        "open": "Open",
        "reserved": "Reserved",
        "away": "Away",
        "forfeited": "Forfeited",
        "resigned": "Resigned",
    },
    "game_statuses": {"waiting": "Waiting for players", "active": "Running", "finished": "Finished"},
}
