"""Moves in a few English words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.my_village.cards import LETTERS, VILLAGERS, name_of
from engine.my_village.moves import (
    ACTIVATE,
    BURY,
    CALL_STEWARD,
    CHOOSE_DICE,
    END_TURN,
    EXCHANGE_TRAVEL,
    FORFEIT,
    HIRE_LABORER,
    INVITE,
    INVITE_FREE,
    MOVE_HEADMAN,
    MOVE_PLOW,
    NEW_LEFT,
    NOTHING,
    PLACE_LEFT,
    SERVE,
    SET_VALUE,
    SOURCES,
    TAKE_CARD,
    TAKE_HAND,
    TEACH,
    TO_RIGHT,
    TRAVEL,
    WARD_OFF,
    banner_words,
)
from engine.my_village.payments import describe
from engine.my_village.state import EMPTY, HEADMAN_PLACES
from engine.my_village.village import SPACES
from engine.ruleset import Move
from engine.words import count_of


def label(move: Move) -> str:
    """The move in words; fields by their number in the notation."""
    return _LABELS[move[0]](move)


def _die(die: int) -> str:
    return f"{'black' if die > 5 else 'white'} {die % 6 + 1}"


def _paying(paid: int) -> str:
    return f", paying {describe(paid)}" if paid else ""


def _more(space: int, tile: int) -> str:
    named = f", a marker on {SPACES[space].replace('_', ' ')}" if space != EMPTY else ""
    return named + (f", the tile beside {banner_words(tile)}" if tile != EMPTY else "")


def _value(move: Move) -> str:
    _, value, coins, tokens = move
    paid = [count_of(coins, "coin")] if coins else []
    paid += [f"{count_of(tokens, 'marker')} of the meeting place"] if tokens else []
    return f"Value {value}" + (f" for {' and '.join(paid)}" if paid else "")


def _headman(move: Move) -> str:
    if move[1] == EMPTY:
        return "Leave the headman where he is, for the time of his banner"
    return f"Move the headman to the {HEADMAN_PLACES[move[1]].replace('_', ' ')}"


def _teach(move: Move) -> str:
    _, step, villager = move
    if step == NOTHING:
        return "Use the school for nothing"
    if step == NEW_LEFT:
        return "Train a new descendant"
    if step == TO_RIGHT:
        return "Move the descendant to the right"
    return f"The descendant on the {'left' if step == PLACE_LEFT else 'right'} becomes {VILLAGERS[villager]}"


_LABELS: Final[Mapping[int, Callable[[Move], str]]] = {
    CHOOSE_DICE: lambda m: f"Choose {_die(m[1])} and {_die(m[2])}",
    SET_VALUE: _value,
    TAKE_CARD: lambda m: f"Add {name_of(m[1])}{_paying(m[2])}{_more(m[3], m[4])}",
    TRAVEL: lambda m: f"Travel to {LETTERS[m[1]].upper()}{_paying(m[2])}",
    TAKE_HAND: lambda m: "Pass by the banner of the starting hand" if m[1] else "Take the starting hand",
    CALL_STEWARD: lambda m: "Call the steward" + (" with the trading church" if m[1] else ""),
    MOVE_HEADMAN: _headman,
    ACTIVATE: lambda m: f"Activate {banner_words(m[1])}{_more(m[2], m[3])}",
    TEACH: _teach,
    SERVE: lambda m: f"Serve {name_of(m[1])}{_paying(m[2])}",
    MOVE_PLOW: lambda m: f"Move a plow from the {SOURCES[m[1]].replace('_', ' ')} to field {m[2]}",
    INVITE: lambda m: f"Invite {', '.join(name_of(card) for card in m[1:])}",
    INVITE_FREE: lambda m: f"Invite {name_of(m[1])} free of charge",
    EXCHANGE_TRAVEL: lambda m: "Exchange the travel card for the next one",
    BURY: lambda m: f"The {VILLAGERS[m[1]]} passes away",
    HIRE_LABORER: lambda m: f"Hire a day laborer as {VILLAGERS[m[1]]}",
    WARD_OFF: lambda m: "Keep the rats away",
    FORFEIT: lambda m: "Do without",
    END_TURN: lambda m: "End the turn",
}
