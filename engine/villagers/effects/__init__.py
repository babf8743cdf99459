"""The effects of special villagers. A new effect needs a row in the catalogue and a module here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from engine.errors import Refusal
from engine.events import EventLog
from engine.move_types import MoveType
from engine.ruleset import Doc, Move
from engine.villagers.catalogue import CARDS, CODES, KEYS, key_of
from engine.villagers.effects import base
from engine.villagers.effects.base import Action, Effect, Offer, Played
from engine.villagers.moves import PLAY, STRAY, about, unlock_doc
from engine.villagers.moves.fields import CARD, NO_CARD, NO_SEAT, NO_SLOT, NO_STACK, ON, UNLOCK, read_unlock, strays
from engine.villagers.state import BUILD, DRAFT, PHASES, SECOND_PICK, State
from engine.villagers.table.hidden import holds

_ACTIONS: Final[list[Action]] = [
    action
    for found in iter_modules([str(Path(base.__file__).parent)])
    for action in getattr(import_module(f"engine.villagers.effects.{found.name}"), "ACTIONS", ())
]
"""The `ACTIONS` of all modules of this package."""
_OFFERS: Final = [action for action in _ACTIONS if isinstance(action, Offer)]
_BY_CARD: Final[list[Effect | None]] = [None] * len(CARDS)
for _action in _ACTIONS:
    if isinstance(_action, Effect):
        _BY_CARD[_action.card] = _action
EARNING: Final = tuple(KEYS[effect.card] for effect in _BY_CARD if effect and effect.earns)
"""The keys of the cards whose effects may bring gold."""
_PLAYED_IN: Final[dict[int, list[Effect | None]]] = {
    phase: [effect if effect and effect.phase == phase and not effect.reacts else None for effect in _BY_CARD]
    for phase in (DRAFT, BUILD)
}
"""For each phase and card, the effect that the seat whose turn it is can play."""
_BY_MOVE: Final[dict[int, Action]] = {one.move_type.code: one for one in _ACTIONS if one.move_type is not None}
OPENING_MOVES: Final = frozenset(code for code, action in _BY_MOVE.items() if action.opens)
"""The types of moves after which a build turn still counts as just begun."""

TARGETS: Final = ("villager", "stack", "slot", "take")


def target_of(card: int) -> str | None:
    """Return the name of the field in which a play of this card names its target; `None` if it has no target."""
    effect = _BY_CARD[card]
    return effect.target if isinstance(effect, Played) else None


def _write(move: Move) -> Doc:
    """Return the fields of a play. Of the fields for targets, only the one for this card is set; others are null."""
    _, card, seat, target, unlock = move
    doc: Doc = {"card": KEYS[card], "unlock": unlock_doc(unlock), "seat": seat - 1 if seat else None}
    doc.update(dict.fromkeys(TARGETS))
    field = target_of(card)
    if field is not None and target:
        doc[field] = KEYS[target - 1] if field == "take" else target if field == "villager" else target - 1
    return doc


def _read(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """Return the numbers of a play. The target is STRAY if the document names a target of the wrong kind for the
    card.
    """
    card = CODES[doc["card"]]
    named = doc.get("seat")
    field = target_of(card)
    given = doc.get(field) if field else None
    if field == "take":
        target = 0 if given is None else CODES[given] + 1
    else:
        target = (given or 0) if field == "villager" else 0 if given is None else given + 1
    effect = _BY_CARD[card]
    if isinstance(effect, Played) and seat < len(state.seats):
        target = effect.meant(state.seats[seat], target)
    if strays(doc, TARGETS, (field,)):
        target = STRAY
    return card, 0 if named is None else named + 1, target, read_unlock(doc.get("unlock"))


MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        PLAY,
        "play",
        "Play a special villager that is discarded after use.",
        DRAFT,
        BUILD,
        about=about.playing,
        card=CARD,
        unlock=UNLOCK,
        seat=NO_SEAT.about("Noble: whose hand; Flaker: whose square; Schemer, Sheriff: whose village."),
        villager=ON.about(
            "Smuggler: your villager to sell; by default the most valuable. Schemer, Sheriff: the villager to take."
        ),
        stack=NO_STACK.about("Prophet: the stack to look through."),
        slot=NO_SLOT.about("Courier: the slot of the road."),
        take=NO_CARD.about("Flaker: the villager of the square."),
        write=_write,
        read=_read,
    ),
    *(action.move_type for action in _ACTIONS if action.move_type is not None),
]
"""The type PLAY, which many special villagers share, and the types that belong to a single one."""


def moves(state: State, seat: int, cards: list[int]) -> list[Move]:
    """Return the moves of special villagers in the hand and in villages, sorted.

    `cards`: the different cards of the hand.
    """
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
    """Return the moves that the seat can make in another seat's turn, sorted."""
    found: list[Move] = []
    for hidden in state.seats[seat].hand:
        effect = _BY_CARD[hidden >> 8] if hidden >> 8 < len(_BY_CARD) else None
        if effect is not None and effect.reacts and effect.phase == state.phase:
            found += effect.moves(state, seat, hidden >> 8)
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Return why the play or offer is illegal; `None` if it is legal."""
    action = _action_of(move)
    if action is None:
        return Refusal(
            "SPECIAL-1", "{card:the} is not a Special villager that you discard after use.", card=key_of(move[1])
        )
    refusal = _why_not_now(state, seat, action)
    if refusal:
        return refusal
    if move[0] == PLAY and move[3] == STRAY:
        return Refusal(action.rule, "You cannot play {card:the} like that.", card=key_of(move[1]))
    if isinstance(action, Played) and bool(move[2]) != action.on_seat:
        if action.on_seat:
            return Refusal(action.rule, "Choose the player against whom you play {card:the}.", card=key_of(action.card))
        return Refusal(
            action.rule, "You do not play {card:the} against a player; leave the seat out.", card=key_of(action.card)
        )
    return action.why_not(state, seat, move)


def _why_not_now(state: State, seat: int, action: Action) -> Refusal | None:
    """Return why the seat cannot make any move of this action now."""
    if isinstance(action, Effect) and not holds(state.seats[seat], action.card):
        return Refusal(action.rule, "You have no {card} in hand.", card=key_of(action.card))
    if action.phase != state.phase:
        return Refusal(action.rule, "You can do that only in this phase: {phase}.", phase=PHASES[action.phase])
    if action.reacts and seat == state.turn:
        return Refusal(action.rule, "You can play that only on another player's turn.")
    if not action.reacts and seat != state.turn:
        return Refusal(action.rule, "You can do that only on your own turn.")
    if isinstance(action, Effect) and state.recruited == SECOND_PICK and not action.drafts and not action.reacts:
        return Refusal(action.rule, "You can play that only before your first draft of the turn.")
    return None


def play(state: State, seat: int, move: Move, events: EventLog) -> None:
    """Play a special villager, or accept what a special villager offers."""
    action = _action_of(move)
    assert action is not None, "a legal move has an action"
    action.play(state, seat, move, events)


def is_at_home(move: Move) -> bool:
    """Return whether the move's action is `at_home`."""
    action = _action_of(move)
    return action is not None and action.at_home


def _action_of(move: Move) -> Action | None:
    if move[0] != PLAY:
        return _BY_MOVE.get(move[0])
    effect = _BY_CARD[move[1]]
    return effect if isinstance(effect, Played) else None
