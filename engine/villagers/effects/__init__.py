"""What special villagers do, by the effect's name in the catalogue.

A new special villager is one row of the catalogue, one module with its effect, a type of moves of its own included,
and one entry here.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import CARDS, name_of
from engine.villagers.effects.apprentice import Apprentice
from engine.villagers.effects.barbarian import Barbarian
from engine.villagers.effects.base import Action, Effect, Offer, Played
from engine.villagers.effects.benefactor import Benefactor
from engine.villagers.effects.courier import Courier
from engine.villagers.effects.flaker import Flaker
from engine.villagers.effects.freelancer import HIRE, Freelancer
from engine.villagers.effects.lookers import Pigeoneer, Prophet
from engine.villagers.effects.noble import Noble
from engine.villagers.effects.recruiter import Recruiter
from engine.villagers.effects.schemer import Schemer
from engine.villagers.effects.smuggler import Smuggler
from engine.villagers.effects.thieves import Sheriff, Thief
from engine.villagers.effects.tinner import Tinner
from engine.villagers.moves import PLAY, STRAY
from engine.villagers.state import BUILD, DRAFT, PHASES, SECOND_PICK, State
from engine.villagers.table.hidden import holds

_BY_NAME: Final[dict[str, Effect]] = {
    "apprentice": Apprentice(),
    "smuggler": Smuggler(),
    "tinner": Tinner(),
    "benefactor": Benefactor(),
    "pigeoneer": Pigeoneer(),
    "prophet": Prophet(),
    "barbarian": Barbarian(),
    "courier": Courier(),
    "flaker": Flaker(),
    "noble": Noble(),
    "schemer": Schemer(),
    "sheriff": Sheriff(),
}
_OFFERS: Final[tuple[Offer, ...]] = (Freelancer(), Thief(), Recruiter())
_BY_CARD: Final[list[Effect | None]] = [_BY_NAME.get(card.effect) if card.effect else None for card in CARDS]
WORTH: Final[list[float]] = [effect.worth if effect else Effect.worth for effect in _BY_CARD]
"""What each special villager is worth in a hand early in the game."""
_PLAYED_IN: Final[dict[int, list[Effect | None]]] = {
    phase: [effect if effect and effect.phase == phase and not effect.reacts else None for effect in _BY_CARD]
    for phase in (DRAFT, BUILD)
}
"""The effects, by card, of cards that are played in the own turn of a phase."""
_BY_MOVE: Final[dict[int, Action]] = {
    action.move_type.code: action for action in (*_BY_NAME.values(), *_OFFERS) if action.move_type is not None
}
MOVE_TYPES: Final[list[MoveType]] = [
    action.move_type for _, action in sorted(_BY_MOVE.items()) if action.move_type is not None
]
"""The types of moves that only one special villager allows."""

OPENING_MOVES: Final = frozenset({HIRE})
"""The types of moves after which a build turn still counts as just begun."""


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """What special villagers, among the hand's different `cards` or standing in a village, can do now; sorted."""
    found: list[Move] = []
    played_now = _PLAYED_IN[state.phase]
    for card in cards:
        effect = played_now[card]
        if effect is not None and (effect.drafts or state.recruited != SECOND_PICK):
            found += effect.moves(state, seat, card)
    if state.boxes:
        for offer in _OFFERS:
            if offer.phase == state.phase:
                found += offer.moves(state, seat)
    found.sort()
    return found


def reactions(state: State, seat: int) -> list[Move]:
    """What the seat can do in the turn of another; sorted."""
    found: list[Move] = []
    for hidden in state.seats[seat].hand:
        effect = _BY_CARD[hidden >> 8] if hidden >> 8 < len(_BY_CARD) else None
        if effect is not None and effect.reacts and effect.phase == state.phase:
            found += effect.moves(state, seat, hidden >> 8)
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a special villager cannot be played like that, or its offer not taken up."""
    action = _action_of(move)
    if action is None:
        return "SPECIAL-1", f"{name_of(move[1])} is no special villager that is played and discarded."
    refusal = _why_not_now(state, seat, action)
    if refusal:
        return action.rule, refusal
    if move[0] == PLAY and move[3] == STRAY:
        return action.rule, f"{name_of(move[1])} is not played on that."
    if isinstance(action, Played) and bool(move[2]) != action.on_seat:
        if action.on_seat:
            return action.rule, f"{name_of(action.card)} is played on a seat: name it."
        return action.rule, f"{name_of(action.card)} is not played on a seat."
    return action.why_not(state, seat, move)


def _why_not_now(state: State, seat: int, action: Action) -> str | None:
    """Why a seat cannot make such moves at all now."""
    if isinstance(action, Effect) and not holds(state.seats[seat], action.card):
        return f"There is no {name_of(action.card)} in the hand."
    if action.phase != state.phase:
        return f"This is done in the {PHASES[action.phase]} phase."
    if action.reacts and seat == state.turn:
        return "This is played in another seat's turn only."
    if not action.reacts and seat != state.turn:
        return "This is done in the own turn only."
    if isinstance(action, Effect) and state.recruited == SECOND_PICK and not action.drafts and not action.reacts:
        return "This is played before the first pick of the turn."
    return None


def target_of(card: int) -> str | None:
    """The field of a play that says on what the card is played, if it is played on anything."""
    effect = _BY_CARD[card]
    return effect.target if isinstance(effect, Played) else None


def play(state: State, seat: int, move: Move, events: EventLog) -> None:
    """Play a special villager, or take up the offer of one."""
    action = _action_of(move)
    assert action is not None, "a legal move has an action"
    action.play(state, seat, move, events)


def _action_of(move: Move) -> Action | None:
    if move[0] != PLAY:
        return _BY_MOVE.get(move[0])
    effect = _BY_CARD[move[1]]
    return effect if isinstance(effect, Played) else None
