"""What of a position's phase, turn, markets, squares and developments does not go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Fault
from engine.villagers.catalogue import CHURCH, DEVELOPMENTS, DEVELOPMENTS_BOX, RECRUITER, TAVERN
from engine.villagers.documents.decision_validation import builder_faults, decision_faults
from engine.villagers.documents.solo_validation import cuts, standing_event_faults, turn_event_faults
from engine.villagers.flow import pending_of
from engine.villagers.phases import development
from engine.villagers.scoring.developments import winner
from engine.villagers.state import (
    DEVELOPMENT,
    DRAFT,
    EMPTY,
    EVENT,
    OVER,
    ROAD,
    State,
)
from engine.villagers.table.piles import road_is_bare, stacks_gone
from engine.villagers.table.village import drafts


def phase_faults(state: State) -> list[Fault]:
    """Phase, turn, markets, squares, decisions, events and developments that do not go together."""
    found = standing_faults(state)
    found += [*_turn_faults(state), *_holder_faults(state)]
    if state.solo is not None:
        found += turn_event_faults(state, state.solo)
    found += [*_limit_faults(state), *builder_faults(state), *decision_faults(state)]
    if not found and not _something_to_decide(state):
        found.append(Fault("phase", "there is nothing to decide"))
    return found


def standing_faults(state: State) -> list[Fault]:
    """Those of the phase faults that can be told without villages, turn and decisions."""
    found = [*_market_faults(state), *_development_faults(state)]
    if state.solo is not None:
        found += standing_event_faults(state, state.solo)
    if state.phase == ROAD and state.players > 2:
        found.append(Fault("phase", "only two players choose where gold goes on the road"))
    if state.recruited and state.phase != DRAFT:
        found.append(Fault("recruited_picks", "are made in a draft turn"))
    return [*found, *_seat_faults(state)]


def _something_to_decide(state: State) -> bool:
    """Whether there is a move, told from what is open: also a view of somebody else's decision can be checked."""
    row = pending_of(state)
    if row is not None:
        return row.possible(state)
    if state.phase == ROAD:
        return not road_is_bare(state)
    if state.phase == EVENT:
        return state.solo is not None and bool(state.solo.face_up)
    return state.phase != DEVELOPMENT or bool(development.moves(state, state.turn))


def _seat_faults(state: State) -> Iterator[Fault]:
    cut = cuts(state)
    for index, seat in enumerate(state.seats):
        path = f"seats.{index}" if index < state.players else "countess"
        if seat.square and (state.phase != DRAFT or seat.done):
            yield Fault(f"{path}.square", "holds cards only until the seat has drafted to its limit")
        if seat.final is not None and state.phase != OVER:
            yield Fault(f"{path}.final", "is known only after the end")
        if seat.cut and not cut:
            yield Fault(f"{path}.limit_cut", "comes from an event in force that has begun in this phase")


def _limit_faults(state: State) -> Iterator[Fault]:
    """A square that should have been picked up (DRAFT-12)."""
    row = pending_of(state)
    picking = row is not None and row.drafts
    for index, seat in enumerate(state.seats[: state.players]):
        full = len(seat.square) - (picking and index == state.turn)
        if full >= drafts(seat) and state.phase == DRAFT and not seat.done:
            yield Fault(f"seats.{index}.square", f"the limit is {drafts(seat)}: these are in the hand already")


def _turn_faults(state: State) -> Iterator[Fault]:
    if (state.phase == OVER) != (state.turn == EMPTY):
        yield Fault("to_act", "exactly one seat is waited for, and nobody after the end")
    if state.phase != DRAFT or state.turn == EMPTY:
        return
    if state.seats[state.turn].done:
        yield Fault("to_act", "the seat has finished drafting")
    if state.recruited and RECRUITER not in state.seats[state.turn].card:
        yield Fault("recruited_picks", "there is no recruiter in the village of the seat")
    if road_is_bare(state) and not state.reserve and stacks_gone(state, 6) and not state.asked:
        yield Fault("phase", "there is nothing left to draft")


def _market_faults(state: State) -> Iterator[Fault]:
    if state.markets and not stacks_gone(state, 2):
        yield Fault("markets_held", "the First Market needs the first two stacks empty")
    if (state.markets == 2) != (state.phase == OVER):
        yield Fault("markets_held", "the Second Market ends the game")
    if state.phase == OVER and not stacks_gone(state, 6):
        yield Fault("phase", "the game ends only when all stacks are empty")


def _development_faults(state: State) -> Iterator[Fault]:
    developments = state.developments
    if developments and not state.boxes & DEVELOPMENTS_BOX:
        yield Fault("developments", "are in the game only with their expansion")
    suits = Counter(DEVELOPMENTS[one].suit for one in developments)
    if any(number > 1 for number in suits.values()):
        yield Fault("developments", "one of each suit")
    if any(DEVELOPMENTS[one].min_seats > state.players for one in developments):
        yield Fault("developments", "names one that is not played with so few seats")


def _holder_faults(state: State) -> Iterator[Fault]:
    """In the Development Phase the tokens have just been given out, and one winner chooses (DEVELOPMENTS-4)."""
    if state.phase != DEVELOPMENT:
        return
    given = list(zip(state.developments, state.holders, strict=True))
    if [holder for one, holder in given if one in (CHURCH, TAVERN)] != [state.turn]:
        yield Fault("to_act", "the winner of Church or Tavern chooses")
        return
    for place, (one, holder) in enumerate(given):
        if holder != winner(state, one):
            yield Fault(f"developments.{place}.holder", "the token is with who has most of what it counts")
