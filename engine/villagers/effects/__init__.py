"""What special villagers do, by the effect's name in the catalogue.

A new special villager is one row of the catalogue, one module with its effect and one entry here.
"""

from __future__ import annotations

from typing import Final

from engine.ruleset import Move
from engine.villagers.catalogue import CARDS, name_of
from engine.villagers.effects.apprentice import Apprentice
from engine.villagers.effects.base import Effect, Offer
from engine.villagers.effects.freelancer import Freelancer
from engine.villagers.effects.smuggler import Smuggler
from engine.villagers.effects.tinner import Tinner
from engine.villagers.hidden import holds
from engine.villagers.moves import HIRE, PLAY
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events
from engine.villagers.state import State

_BY_NAME: Final[dict[str, Effect]] = {"apprentice": Apprentice(), "smuggler": Smuggler(), "tinner": Tinner()}
_OFFERS: Final[tuple[Offer, ...]] = (Freelancer(),)
_BY_CARD: Final[list[Effect | None]] = [_BY_NAME.get(card.effect) if card.effect else None for card in CARDS]
_BY_MOVE: Final[dict[int, Effect]] = {effect.move: effect for effect in _BY_NAME.values() if effect.move != PLAY}
_OFFER_BY_MOVE: Final[dict[int, Offer]] = {offer.move: offer for offer in _OFFERS}

OPENING_MOVES: Final = frozenset({HIRE})
"""The types of moves after which a build turn still counts as just begun."""


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """What special villagers, among the hand's different `cards` or standing in a village, can do now; sorted."""
    found: list[Move] = []
    for card in cards:
        effect = _BY_CARD[card]
        if effect is not None:
            found += effect.moves(state, seat, card)
    if state.boxes:
        for offer in _OFFERS:
            found += offer.moves(state, seat)
    found.sort()
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a special villager cannot be played like that."""
    if move[0] in _OFFER_BY_MOVE:
        return _OFFER_BY_MOVE[move[0]].why_not(state, seat, move)
    effect = _effect_of(move)
    if effect is None:
        return "SPECIAL-1", f"{name_of(move[1])} is no special villager that is played and discarded."
    card = effect.card if move[0] != PLAY else move[1]
    if not holds(state.seats[seat], card):
        return "SPECIAL-1", f"There is no {name_of(card)} in the hand."
    return effect.why_not(state, seat, move)


def play(state: State, seat: int, move: Move, events: Events) -> None:
    """Play a special villager, or take up the offer of one."""
    if move[0] in _OFFER_BY_MOVE:
        _OFFER_BY_MOVE[move[0]].play(state, seat, move, events)
        return
    effect = _effect_of(move)
    assert effect is not None, "a legal move has an effect"
    effect.play(state, seat, move, events)


def _effect_of(move: Move) -> Effect | None:
    if move[0] != PLAY:
        return _BY_MOVE.get(move[0])
    effect = _BY_CARD[move[1]]
    return effect if effect is not None and effect.move == PLAY else None
