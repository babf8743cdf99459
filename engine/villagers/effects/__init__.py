"""What special villagers do when played, by the effect's name in the catalogue. A new special villager is one row
of the catalogue and one entry here."""

from __future__ import annotations

from typing import Final

from engine.ruleset import Move
from engine.villagers.catalogue import CARDS, name_of
from engine.villagers.effects.apprentice import Apprentice
from engine.villagers.effects.base import Effect
from engine.villagers.effects.smuggler import Smuggler
from engine.villagers.effects.tinner import Tinner
from engine.villagers.hidden import holds
from engine.villagers.moves import PLAY
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events
from engine.villagers.state import State

_BY_NAME: Final[dict[str, Effect]] = {"apprentice": Apprentice(), "smuggler": Smuggler(), "tinner": Tinner()}
_BY_CARD: Final[list[Effect | None]] = [_BY_NAME.get(card.effect) if card.effect else None for card in CARDS]
_BY_MOVE: Final[dict[int, Effect]] = {effect.move: effect for effect in _BY_NAME.values() if effect.move != PLAY}


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """What the special villagers among the hand's different `cards` can do now, sorted."""
    found: list[Move] = []
    for card in cards:
        effect = _BY_CARD[card]
        if effect is not None:
            found += effect.moves(state, seat, card)
    found.sort()
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a special villager cannot be played like that."""
    effect = _effect_of(move)
    if effect is None:
        return "SPECIAL-1", f"{name_of(move[1])} is no special villager that is played and discarded."
    card = effect.card if move[0] != PLAY else move[1]
    if not holds(state.seats[seat], card):
        return "SPECIAL-1", f"There is no {name_of(card)} in the hand."
    return effect.why_not(state, seat, move)


def play(state: State, seat: int, move: Move, events: Events) -> None:
    """Play a special villager."""
    effect = _effect_of(move)
    assert effect is not None, "a legal move has an effect"
    effect.play(state, seat, move, events)


def _effect_of(move: Move) -> Effect | None:
    if move[0] != PLAY:
        return _BY_MOVE.get(move[0])
    effect = _BY_CARD[move[1]]
    return effect if effect is not None and effect.move == PLAY else None
