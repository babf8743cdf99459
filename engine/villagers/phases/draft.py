"""The draft phase (DRAFT): one villager a turn, round and round, until everybody has reached the limit."""

from __future__ import annotations

from typing import Final

from engine.events import open_event
from engine.ruleset import Move
from engine.villagers.catalogue import KEYS
from engine.villagers.hidden import take_square
from engine.villagers.moves import DRAFT_RESERVE, DRAFT_ROAD, DRAFT_STACK
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events, fill_from_stacks, leftmost, road_is_bare
from engine.villagers.state import DRAFT, EMPTY, State
from engine.villagers.village import draft_limit

_FROM_ROAD: Final[list[Move]] = [(DRAFT_ROAD, slot) for slot in range(6)]
_FROM_STACK: Final[list[Move]] = [(DRAFT_STACK, stack) for stack in range(6)]
_FROM_RESERVE: Final[Move] = (DRAFT_RESERVE,)


def begin(state: State, events: Events) -> bool:
    """Nobody has drafted, the first player begins (DRAFT-1). Returns whether the phase is over at once: never."""
    state.phase = DRAFT
    state.turn = state.first
    for seat in state.seats:
        seat.done = False
    return False


def moves(state: State, seat: int) -> list[Move]:
    """Every card the drafter may take; there is no pass (DRAFT-4 to 6, DRAFT-17)."""
    found = [_FROM_ROAD[slot] for slot in range(6) if state.road[slot] != EMPTY]
    covered = [_FROM_STACK[index] for index in range(6) if state.stacks[index]]
    if covered:
        return found + covered
    if state.reserve:
        found.append(_FROM_RESERVE)
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    """Why a card may not be taken."""
    if move[0] == DRAFT_ROAD and state.road[move[1]] == EMPTY:
        return "DRAFT-5", f"No villager lies in slot {move[1]} of the road."
    if move[0] == DRAFT_STACK and not state.stacks[move[1]]:
        return "DRAFT-15", f"Stack {move[1]} is empty and out of the game."
    if move[0] == DRAFT_RESERVE and leftmost(state) != EMPTY:
        return "DRAFT-17", "The reserve can be drafted only when all stacks are empty."
    if move[0] == DRAFT_RESERVE and not state.reserve:
        return "DRAFT-17", "The reserve is empty."
    return None


def play(state: State, seat: int, move: Move, events: Events) -> bool:
    """Take the card, replace it if it lay face up, and hand the turn on. Returns whether the phase is over."""
    drafter = state.seats[seat]
    gold = 0
    index = move[1] if len(move) > 1 else 0
    if move[0] == DRAFT_ROAD:
        card = state.road[index]
        gold = state.road_gold[index]
        drafter.gold += gold
        state.road[index] = EMPTY
        state.road_gold[index] = 0
    elif move[0] == DRAFT_STACK:
        card = state.stacks[index].pop() >> 8
    else:
        card = state.reserve.pop() >> 8
    drafter.square.append(card)
    if events is not None:
        source = ("road", "stack", "reserve")[move[0]]
        events.append(open_event("drafted", seat=seat, source=source, index=index, card=KEYS[card], gold=gold))
    if move[0] == DRAFT_ROAD:
        fill_from_stacks(state, index, events)
    if len(drafter.square) >= draft_limit(drafter):
        _pick_up(state, seat, events)
    return _next_turn(state, seat, events)


def _pick_up(state: State, seat: int, events: Events) -> None:
    """The square goes to the hand at once when the limit is reached (DRAFT-12)."""
    drafter = state.seats[seat]
    drafter.done = True
    if events is not None:
        events.append(open_event("picked_up", seat=seat, cards=[KEYS[card] for card in drafter.square]))
    take_square(state, seat)


def _next_turn(state: State, seat: int, events: Events) -> bool:
    """The next seat below its limit drafts; none left, or nothing left to draft: the phase ends (DRAFT-13, 19, 22)."""
    seats = state.seats
    count = len(seats)
    if road_is_bare(state) and not state.reserve and leftmost(state) == EMPTY:
        for step in range(1, count + 1):
            other = (seat + step) % count
            if not seats[other].done:
                _pick_up(state, other, events)
    for step in range(1, count + 1):
        other = (seat + step) % count
        if not seats[other].done:
            state.turn = other
            return False
    return True
