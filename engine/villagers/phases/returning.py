"""After a trade, the player chooses a pile for the traded card (BASIC-5, BASIC-8 to 11)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog
from engine.move_types import Field, MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import key_of
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import PILES, RETURN, TO_DISCARD, TO_RESERVE, TO_STACK, about
from engine.villagers.moves.fields import CARD, OTHER_PILE, RETURN_PILE
from engine.villagers.moves.pending import PendingType
from engine.villagers.state import BUILD, EMPTY, RETURN_CARD, State
from engine.villagers.table.hidden import secret_event
from engine.villagers.table.piles import full_stacks

MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        RETURN,
        "return_card",
        "Put the traded card on a pile.",
        about=lambda fields, view: f"{about.pile(fields)} /pending",
        pile=Field(RETURN_PILE, PILES.__getitem__, PILES.index),
        stack=OTHER_PILE.about("The stack, null for another pile."),
    ),
]

PENDING: Final = PendingType(
    RETURN_CARD,
    "return_card",
    "A trade begun: the card still has to be put somewhere.",
    BUILD,
    name="Return",
    card=CARD,
    seen={"card": names.SeenCard},
    write=lambda facts: {},
    read=lambda doc: (),
)
"""The card is in `State.traded_card`, so `write` and `read` leave it out. `documents.pending` writes it, and
`documents.positions` reads it.
"""

_TO_STACK: Final[list[Move]] = [(RETURN, TO_STACK, stack) for stack in range(6)]
_TO_RESERVE: Final[Move] = (RETURN, TO_RESERVE, EMPTY)
_TO_DISCARD: Final[Move] = (RETURN, TO_DISCARD, EMPTY)


def moves(state: State, seat: int) -> list[Move]:
    """Return the piles for the traded card: non-empty stacks, else the reserve, else the discard pile (BASIC-5, 8 to
    11).
    """
    found = [_TO_STACK[index] for index in full_stacks(state)]
    if found:
        return found
    return [_TO_RESERVE] if state.reserve else [_TO_DISCARD]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] != RETURN:
        return Refusal(
            "BASIC-5", "First put {card:the}, which you traded, on a pile.", card=key_of(state.traded_card >> 8)
        )
    _, pile, stack = move
    if pile == TO_STACK and (stack == EMPTY or not full_stacks(state)):
        return Refusal("BASIC-5", "Choose a stack that still has cards, or another pile if there is none.")
    if pile == TO_STACK:
        return Refusal("BASIC-11", "Stack {stack} is empty and out of the game.", stack=stack)
    if stack != EMPTY:
        return Refusal("BASIC-8", "You gave a stack number, but chose another pile.")
    if full_stacks(state):
        return Refusal("BASIC-10", "Put the card on a stack while any stack has cards.")
    return Refusal("BASIC-9", "Put the card on the reserve while it has cards, and only then on the discard pile.")


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Put the traded card face down on top of the pile, or face up on the discard pile.

    Returns False: a trade never ends a phase.
    """
    _, pile, stack = move
    if events is not None:
        facts = {"seat": seat, "pile": PILES[pile], "stack": stack if pile == TO_STACK else None}
        events.append(secret_event(state, "returned", facts, state.traded_card))
    card = state.traded_card
    state.traded_card = EMPTY
    state.asked = ()
    if pile == TO_STACK:
        state.stacks[stack].append(card)
    elif pile == TO_RESERVE:
        state.reserve.append(card)
    else:
        state.discard.append(card >> 8)
    return False
