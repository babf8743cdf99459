"""English words that all rulesets share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEAT: Final = "Seat {number}"
AND: Final = "and"
OR: Final = "or"
ANY_MOVE: Final = "Choose a move: {kinds}"

EVENTS: Final[Mapping[str, str]] = {
    "move_undone": "{seat} takes back the last move.",
    "seat_away": "{seat} is out of time; an AI takes over.",
    "seat_returned": "{seat} is back.",
    "seat_forfeited": "{seat} has lost on time.",
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
        "turn_seconds": "Time per turn (seconds)",
        "bank_seconds": "Bank of time (seconds)",
        "increment_seconds": "Added to the bank after each turn (seconds)",
        "on_timeout": "When time runs out",
        "takeover_level": "Stand-in level",
        "takeover_milliseconds": "Thinking time of the stand-in (ms)",
        "resign_level": "Level of the AI that takes over after a resignation",
        "resign_milliseconds": "Thinking time of the AI that takes over after a resignation (ms)",
    },
    "on_timeout": {"ai_takeover": "An AI takes over", "forfeit": "The player loses"},
    "seat_types": {"human": "Human", "ai": "AI", "bot": "Bot", "open": "Open seat"},
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
