"""German words that all rulesets share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SEAT: Final = "Platz {number}"
AND: Final = "und"
OR: Final = "oder"
ANY_MOVE: Final = "Wähle einen Zug: {kinds}"

EVENTS: Final[Mapping[str, str]] = {
    "move_undone": "{seat} nimmt den letzten Zug zurück.",
    "seat_away": "Die Zeit von {seat} ist abgelaufen; eine KI übernimmt.",
    "seat_returned": "{seat} ist wieder da.",
    "seat_resigned": "{seat} gibt auf.",
    "seat_forfeited": "{seat} hat auf Zeit verloren.",
}

REFUSALS: Final[Mapping[str, str]] = {
    "You have resigned.": "Du hast aufgegeben.",
    "Your time ran out, so you have lost.": "Deine Zeit ist abgelaufen, und damit hast du verloren.",
    "Your time ran out, and an AI is playing for you; {how} with your token brings you back.": (
        "Deine Zeit ist abgelaufen, und eine KI spielt für dich; {how} mit deinem Token bringt dich zurück."
    ),
    "The game is not waiting for you.": "Das Spiel wartet nicht auf dich.",
    "You have not moved yet this turn, or somebody else has moved since.": (
        "Du hast in diesem Zug noch nichts getan, oder danach war jemand anders dran."
    ),
    "You have been away since then.": "Du warst seitdem abwesend.",
    "You have already taken back {number} moves.": "Du hast schon {number} Züge zurückgenommen.",
    "You did not make that move on your own turn.": "Diesen Zug hast du nicht gemacht, als du am Zug warst.",
    "This is an earlier version of the game.": "Das ist ein früherer Stand des Spiels.",
    "That move revealed something to somebody.": "Durch diesen Zug hat jemand etwas erfahren.",
}
"""Reasons why a seat may not move or take back a move."""

TEXTS: Final[Mapping[str, str]] = {
    **REFUSALS,
    "Seconds you have besides, for the whole game: they run when the time of a turn is used.": (
        "Zeitkonto für das ganze Spiel in Sekunden: Es läuft, wenn die Bedenkzeit eines Zuges verbraucht ist."
    ),
    "Seconds added to them after each turn that ends in time.": (
        "Gutschrift auf das Zeitkonto nach jedem rechtzeitigen Zug, in Sekunden."
    ),
    "How many seconds a turn may take; no limit if left empty.": (
        "Wie viele Sekunden ein Zug dauern darf; unbegrenzt, wenn du nichts einträgst."
    ),
    "What happens when that time is up: an AI takes over until you return, or you lose.": (
        "Was geschieht, wenn diese Zeit abgelaufen ist: Eine KI spielt, bis du zurückkommst, oder du verlierst."
    ),
    "Who resigns loses, unless an AI of this level plays on.": (
        "Wer aufgibt, verliert, außer wenn eine KI dieser Stärke weiterspielt."
    ),
    "How well the AI plays that takes over.": "Wie gut die KI spielt, die dann übernimmt.",
    "How long that AI thinks about a decision, in milliseconds; as its level does if left empty.": (
        "Wie viele Millisekunden diese KI je Entscheidung nachdenkt; so lange wie sonst, wenn du nichts einträgst."
    ),
    "Do not react.": "Nicht reagieren.",
}

_LEVELS: Final[Mapping[str, str]] = {
    "random": "Zufällig",
    "beginner": "Sehr leicht",
    "easy": "Leicht",
    "greedy": "Gierig",
    "medium": "Mittel",
    "hard": "Schwer",
    "expert": "Sehr schwer",
}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "levels": _LEVELS,
    # Two options have levels as their values.
    "takeover_level": _LEVELS,
    "resign_level": _LEVELS,
    "options": {
        "turn_seconds": "Zeit je Zug (Sekunden)",
        "bank_seconds": "Zeitkonto (Sekunden)",
        "increment_seconds": "Gutschrift nach jedem Zug (Sekunden)",
        "on_timeout": "Wenn die Zeit abläuft",
        "takeover_level": "Stärke der Vertretung",
        "takeover_milliseconds": "Bedenkzeit der Vertretung je Entscheidung (ms)",
        "resign_level": "Stärke der KI nach einer Aufgabe",
        "resign_milliseconds": "Bedenkzeit der KI nach einer Aufgabe (ms)",
    },
    "on_timeout": {"ai_takeover": "Eine KI übernimmt", "forfeit": "Niederlage auf Zeit"},
    "seat_types": {"human": "Mensch", "ai": "KI", "bot": "Bot", "open": "Freier Platz"},
    "seat_statuses": {
        "taken": "Besetzt",
        "open": "Frei",
        "reserved": "Reserviert",
        "away": "Abwesend",
        "forfeited": "Verloren",
        "resigned": "Aufgegeben",
    },
    "game_statuses": {"waiting": "Noch Plätze frei", "active": "Läuft", "finished": "Beendet"},
}
