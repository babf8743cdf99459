"""German words that all rulesets share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEAT: Final = "Platz {number}"
AND: Final = "und"

EVENTS: Final[Mapping[str, str]] = {
    "move_undone": "{seat} nimmt den letzten Zug zurück.",
    "seat_away": "Die Zeit von {seat} ist abgelaufen: Eine KI spielt weiter.",
    "seat_returned": "{seat} ist wieder da.",
    "seat_resigned": "{seat} gibt auf.",
    "seat_forfeited": "Die Zeit von {seat} ist abgelaufen, und damit ist das Spiel für {seat} verloren.",
}

TEXTS: Final[Mapping[str, str]] = {
    "Seconds that a person has for a turn; null for any time.": (
        "Wie viele Sekunden man für einen Zug hat; null: beliebig viele."
    ),
    "When that time is up: an AI plays the seat until its player returns, or the seat has lost.": (
        "Wenn diese Zeit abgelaufen ist: Eine KI spielt, bis der Spieler zurückkommt, oder der Platz hat verloren."
    ),
    "How an AI plays on for a seat that resigns; null: the seat has lost.": (
        "Wie eine KI für jemanden weiterspielt, der aufgibt; null: Der Platz hat verloren."
    ),
    "How the AI then plays; null with forfeit.": "Wie die KI dann spielt; null bei forfeit.",
    "For how long it then thinks about each decision; null: as the level does.": (
        "Wie lange sie dann über jede Entscheidung nachdenkt; null: so lange, wie es zu ihrer Stärke gehört."
    ),
    "Do not react.": "Nicht reagieren.",
}

_LEVELS: Final[Mapping[str, str]] = {
    "random": "Zufällig",
    "beginner": "Anfänger",
    "easy": "Leicht",
    "greedy": "Gierig",
    "medium": "Mittel",
    "hard": "Schwer",
    "expert": "Experte",
}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "levels": _LEVELS,
    # Two options have levels as their values.
    "takeover_level": _LEVELS,
    "resign_level": _LEVELS,
    "options": {
        "turn_seconds": "Zeit für einen Zug, in Sekunden",
        "on_timeout": "Wenn die Zeit abgelaufen ist",
        "takeover_level": "Wer dann spielt",
        "takeover_milliseconds": "Wie lange sie über jede Entscheidung nachdenkt, in Millisekunden",
        "resign_level": "Wer weiterspielt, wenn jemand aufgibt",
        "resign_milliseconds": "Wie lange sie dann über jede Entscheidung nachdenkt, in Millisekunden",
    },
    "on_timeout": {"ai_takeover": "Eine KI spielt weiter", "forfeit": "Der Platz hat verloren"},
    "seat_types": {"human": "Mensch", "ai": "KI", "open": "Offener Platz"},
    "seat_statuses": {
        "taken": "Besetzt",
        "open": "Offen",
        "reserved": "Reserviert",
        "away": "Abwesend",
        "forfeited": "Verloren",
        "resigned": "Aufgegeben",
    },
    "game_statuses": {"waiting": "Wartet auf Spieler", "active": "Läuft", "finished": "Beendet"},
}
