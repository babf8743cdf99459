"""Stacks, reserve and road, and dealing cards face up (DRAFT-8, DRAFT-16, ROAD-2 to 4, ROAD-13 to 15)."""

from __future__ import annotations

from engine.events import EventLog, open_event
from engine.randomness import event_rng
from engine.villagers.catalogue import KEYS
from engine.villagers.state import EMPTY, RECYCLED, RESERVE, State


def leftmost(state: State) -> int:
    """Return the leftmost stack that still has cards, or EMPTY."""
    for index, stack in enumerate(state.stacks):
        if stack:
            return index
    return EMPTY


def pile_of(state: State, number: int) -> list[int]:
    return state.reserve if number == RESERVE else state.stacks[number]


def face_up(state: State) -> list[int]:
    """Return the slots of the road that have a villager."""
    return [slot for slot, card in enumerate(state.road) if card != EMPTY]


def full_stacks(state: State) -> list[int]:
    return [index for index, stack in enumerate(state.stacks) if stack]


def full_piles(state: State) -> list[int]:
    found = full_stacks(state)
    return [*found, RESERVE] if state.reserve else found


def stacks_gone(state: State, number: int) -> bool:
    """Return whether the first `number` stacks are empty."""
    return all(not state.stacks[index] for index in range(number))


def road_is_bare(state: State) -> bool:
    return all(card == EMPTY for card in state.road)


def fill_from_stacks(state: State, slot: int, events: EventLog) -> None:
    """Replace a drafted villager: from the leftmost stack, else the reserve, else not at all (DRAFT-8, DRAFT-16,
    DRAFT-18).
    """
    index = leftmost(state)
    if index != EMPTY:
        _deal(state, slot, state.stacks[index], index, "stack", events)
    elif state.reserve or _renewed(state, events):
        _deal(state, slot, state.reserve, 0, "reserve", events)


def fill_from_reserve(state: State, slot: int, events: EventLog) -> None:
    """Replace a discarded villager: from the reserve, else the leftmost stack, else not at all (ROAD-2 to 4)."""
    if state.reserve:
        _deal(state, slot, state.reserve, 0, "reserve", events)
    else:
        fill_from_stacks(state, slot, events)


def _renewed(state: State, events: EventLog) -> bool:
    """In solo play, renew the reserve if stacks and reserve are empty, so that a gap can be filled (A-91).

    Returns whether there are cards now.
    """
    return state.solo is not None and recycle(state, events)


def take_from_road(state: State, slot: int) -> tuple[int, int]:
    """Remove the villager of a slot, and return its card and its gold. The slot stays empty until it is filled."""
    card, gold = state.road[slot], state.road_gold[slot]
    state.road[slot] = EMPTY
    state.road_gold[slot] = 0
    return card, gold


def replace_slots(state: State, slots: list[int], events: EventLog) -> None:
    """Discard the villagers of these slots, return their gold to the bank, and fill the gaps (ROAD-1, ROAD-12)."""
    gone = [take_from_road(state, slot)[0] for slot in slots]
    state.discard += gone
    if events is not None and slots:
        events.append(open_event("road_discarded", slots=slots, cards=[KEYS[card] for card in gone]))
    for slot in slots:
        fill_from_reserve(state, slot, events)


def recycle(state: State, events: EventLog) -> bool:
    """In solo play, shuffle the discard pile into a new reserve (SOLO-20). Returns whether there is a reserve now."""
    if not state.discard:
        return False
    cards = sorted(state.discard)
    event_rng(state.seed, state.draws).shuffle(cards)
    state.draws += 1
    state.discard = []
    state.reserve = [card << 8 | RECYCLED for card in cards]
    if events is not None:
        events.append(open_event("reshuffled", pile="reserve", count=len(cards)))
    return True


def _deal(state: State, slot: int, pile: list[int], index: int, source: str, events: EventLog) -> None:
    card = pile.pop() >> 8
    state.road[slot] = card
    if events is not None:
        events.append(open_event("road_filled", slot=slot, card=KEYS[card], source=source, index=index))
