"""Stacks, reserve and road: dealing face up (DRAFT-8, DRAFT-16, ROAD-2 to 4, ROAD-13 to 15)."""

from __future__ import annotations

from engine.events import Event, open_event
from engine.villagers.catalogue import KEYS
from engine.villagers.state import EMPTY, State

Events = list[Event] | None
"""Where what happens is written down; `None` when nobody will read it."""


def leftmost(state: State) -> int:
    """The leftmost stack that still has cards, or EMPTY."""
    for index, stack in enumerate(state.stacks):
        if stack:
            return index
    return EMPTY


def stacks_gone(state: State, number: int) -> bool:
    """Whether the first `number` stacks are empty."""
    return not any(state.stacks[:number])


def road_is_bare(state: State) -> bool:
    """Whether no villager lies face up."""
    return max(state.road) == EMPTY


def fill_from_stacks(state: State, slot: int, events: Events) -> None:
    """Replace a drafted villager: leftmost stack, else the reserve, else nothing (DRAFT-8, DRAFT-16, DRAFT-18)."""
    index = leftmost(state)
    if index != EMPTY:
        _deal(state, slot, state.stacks[index], index, "stack", events)
    elif state.reserve:
        _deal(state, slot, state.reserve, 0, "reserve", events)


def fill_from_reserve(state: State, slot: int, events: Events) -> None:
    """Replace a discarded villager: the reserve, else the leftmost stack, else nothing (ROAD-2 to 4)."""
    if state.reserve:
        _deal(state, slot, state.reserve, 0, "reserve", events)
        return
    index = leftmost(state)
    if index != EMPTY:
        _deal(state, slot, state.stacks[index], index, "stack", events)


def _deal(state: State, slot: int, pile: list[int], index: int, source: str, events: Events) -> None:
    card = pile.pop() >> 8
    state.road[slot] = card
    if events is not None:
        events.append(open_event("road_filled", slot=slot, card=KEYS[card], source=source, index=index))
