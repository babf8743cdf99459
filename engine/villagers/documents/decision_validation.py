"""What of a decision begun by a move, and of a turn begun, does not go together with the rest of a position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Fault
from engine.villagers.catalogue import THIEF
from engine.villagers.effects import freelancer, thieves
from engine.villagers.flow import pending_of
from engine.villagers.state import BUILD, EMPTY, RETURN_CARD, UNKNOWN, State
from engine.villagers.table.build_turn import past_opening


def decision_faults(state: State) -> Iterator[Fault]:
    """A decision begun: its phase, what has led to it, and what is known by it (INFO-12)."""
    if (state.pending != EMPTY) != (state.asked[:1] == (RETURN_CARD,)):
        yield Fault("pending", "a traded card is on its way exactly while its place is to be decided")
    row = pending_of(state)
    if row is None:
        return
    if state.phase not in row.phases:
        yield Fault("pending", "is not decided in this phase")
    if state.turn == EMPTY:
        return
    yield from row.faults(state)
    if any(hidden >> 8 < UNKNOWN and not hidden >> state.turn & 1 for hidden in row.sees(state)):
        yield Fault("known", "who has looked at cards knows them")


def builder_faults(state: State) -> Iterator[Fault]:
    """The opening of a build turn, and the gold that hiring and robbing have put on villagers."""
    if state.phase != BUILD or state.turn == EMPTY:
        return
    seat, path = state.seats[state.turn], f"seats.{state.turn}"
    if seat.opening and past_opening(state):
        yield Fault(f"{path}.opening", "ends with the first thing done but hiring")
    for one in seat.hired:
        owner, villager = state.seats[(one >> 16) - 1], one & 0xFFFF
        is_thief = owner.card[villager] == THIEF
        if owner.coins[villager] < (thieves.LOOT if is_thief else freelancer.PRICE):
            name, gold = ("robbed", "loot") if is_thief else ("hired", "gold he was paid")
            yield Fault(f"{path}.{name}", f"villager {villager} does not have the {gold} on him")
