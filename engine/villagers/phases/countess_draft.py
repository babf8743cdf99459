"""After each draft the player chooses a villager from the road for the Countess (SOLO-7 to 10, A-77 to A-79)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog
from engine.move_types import Field, MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import shapes as names
from engine.villagers.moves import FOR_COUNTESS
from engine.villagers.moves.fields import SLOT, or_empty, or_none
from engine.villagers.moves.pending import PendingType
from engine.villagers.phases import draft
from engine.villagers.solo.court import countess_gains
from engine.villagers.state import COUNTESS_DRAFT, DRAFT, EMPTY, State
from engine.villagers.table.piles import face_up, fill_from_stacks, road_is_bare, take_from_road

MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        FOR_COUNTESS,
        "countess_draft",
        "Solo: after a draft, choose a villager of the road for the Countess.",
        about="/road/{slot} /countess/village",
        slot=SLOT,
    ),
]


PENDING: Final = PendingType(
    COUNTESS_DRAFT,
    "countess_draft",
    "Solo: the Countess gets a villager for the card just drafted.",
    DRAFT,
    solo=True,
    slot=Field(names.Slot, or_none, or_empty, null=True).about(
        "The slot from which the drafted card came, null if it came from a pile."
    ),
    possible=lambda state: not road_is_bare(state) and state.asked[1] not in face_up(state),
)


def moves(state: State, seat: int) -> list[Move]:
    return [(FOR_COUNTESS, slot) for slot in face_up(state)]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] == FOR_COUNTESS:
        return Refusal("SOLO-7", "There is no villager in slot {slot} of the road.", slot=move[1])
    return Refusal("SOLO-7", "First choose the villager from the road that the Countess gets.")


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Give the Countess the villager and its gold. Then fill the gaps in the road: first the one that the player's
    draft left, if any, then the one that this villager leaves.

    Returns whether the phase is over.
    """
    drafted = state.asked[1]
    state.asked = ()
    card, gold = take_from_road(state, move[1])
    countess_gains(state, card, "road", move[1], events, gold)
    for slot in (drafted, move[1]):
        if slot != EMPTY:
            fill_from_stacks(state, slot, events)
    return draft.end_pick(state, seat, events)
