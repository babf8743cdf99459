"""The draft phase (DRAFT): players draft one villager a turn until all have reached their limits."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers import effects
from engine.villagers.catalogue import KEYS
from engine.villagers.moves import DRAFT_RESERVE, DRAFT_ROAD, DRAFT_STACK
from engine.villagers.moves.fields import SLOT, STACK
from engine.villagers.solo import prices
from engine.villagers.state import COUNTESS_DRAFT, DRAFT, EMPTY, SECOND_PICK, State
from engine.villagers.table.hidden import different, take_square
from engine.villagers.table.piles import face_up, fill_from_stacks, full_stacks, leftmost, road_is_bare, take_from_road
from engine.villagers.table.village import drafts

RULE: Final = "DRAFT-4"
MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        DRAFT_ROAD,
        "draft_road",
        "Draft a face-up villager.",
        DRAFT,
        about="/road/{slot} /seats/{me}/square",
        slot=SLOT,
    ),
    MoveType(
        DRAFT_STACK,
        "draft_stack",
        "Draft the unseen top card of a stack.",
        DRAFT,
        about="/stacks/{stack} /seats/{me}/square",
        stack=STACK,
    ),
    MoveType(
        DRAFT_RESERVE,
        "draft_reserve",
        "Draft the top card of the reserve, when all stacks are empty.",
        DRAFT,
        about="/reserve /seats/{me}/square",
    ),
]

_FROM_ROAD: Final[list[Move]] = [(DRAFT_ROAD, slot) for slot in range(6)]
_FROM_STACK: Final[list[Move]] = [(DRAFT_STACK, stack) for stack in range(6)]
_FROM_RESERVE: Final[Move] = (DRAFT_RESERVE,)


def begin(state: State, events: EventLog) -> bool:
    """Let the first player begin (DRAFT-1). Returns False: the phase is never over immediately."""
    state.phase = DRAFT
    state.turn = state.first
    for seat in state.seats:
        seat.done = False
    prices.ask(state)
    return False


def moves(state: State, seat: int) -> list[Move]:
    """Return all cards to draft, and the moves that special villagers allow before the draft.

    Passing is not possible (DRAFT-4 to 6, DRAFT-17).
    """
    # Repeats `face_up` and `full_stacks` without making lists, because this function is called most often.
    found = [_FROM_ROAD[slot] for slot, card in enumerate(state.road) if card != EMPTY]
    covered = [_FROM_STACK[index] for index, stack in enumerate(state.stacks) if stack]
    if covered:
        found += covered
    elif state.reserve:
        found.append(_FROM_RESERVE)
    if state.boxes:
        found += effects.moves(state, seat, different(state.seats[seat].hand))
    return found


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] == DRAFT_ROAD and move[1] not in face_up(state):
        return Refusal("DRAFT-5", "There is no villager in slot {slot} of the road.", slot=move[1])
    if move[0] == DRAFT_STACK and move[1] not in full_stacks(state):
        return Refusal("DRAFT-15", "Stack {stack} is empty and out of the game.", stack=move[1])
    if move[0] == DRAFT_RESERVE and full_stacks(state):
        return Refusal("DRAFT-17", "You can draft from the reserve only when all stacks are empty.")
    if move[0] == DRAFT_RESERVE and not state.reserve:
        return Refusal("DRAFT-17", "The reserve is empty.")
    return effects.why_not(state, seat, move) if move[0] > DRAFT_RESERVE else None


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Take the card, replace it if it was face up, and pass the turn. Returns whether the phase is over."""
    if move[0] > DRAFT_RESERVE:
        effects.play(state, seat, move, events)
        return resume(state, events)
    gold = 0
    index = move[1] if len(move) > 1 else 0
    if move[0] == DRAFT_ROAD:
        card, gold = take_from_road(state, index)
    elif move[0] == DRAFT_STACK:
        card = state.stacks[index].pop() >> 8
    else:
        card = state.reserve.pop() >> 8
    drafter = state.seats[seat]
    drafter.gold += gold
    drafter.square.append(card)
    if events is not None:
        source = ("road", "stack", "reserve")[move[0]]
        events.append(open_event("drafted", seat=seat, source=source, index=index, card=KEYS[card], gold=gold))
    return after_take(state, seat, index if move[0] == DRAFT_ROAD else EMPTY, events)


def after_take(state: State, seat: int, slot: int, events: EventLog) -> bool:
    """Go on after a card was put on the square. In solo play the player now chooses a villager for the Countess, if the
    road has one. In all other cases, fill the gap in the road and end the pick.

    `slot`: the slot of the road from which the card came; EMPTY if it came from a pile, which leaves no gap.
    Returns whether the phase is over.
    """
    if state.solo is not None and not road_is_bare(state):
        state.asked = (COUNTESS_DRAFT, slot)
        return False
    if slot != EMPTY:
        fill_from_stacks(state, slot, events)
    return end_pick(state, seat, events)


def end_pick(state: State, seat: int, events: EventLog) -> bool:
    """End a pick. A seat below its limit picks again if it has a second pick. Otherwise the turn passes; a seat at its
    limit first takes its square into the hand.

    Returns whether the phase is over.
    """
    drafter = state.seats[seat]
    if len(drafter.square) >= drafts(drafter):
        _pick_up(state, seat, events)
    elif state.recruited > SECOND_PICK and not _nothing_left(state):
        state.recruited = SECOND_PICK
        return False
    state.recruited = 0
    return _next_turn(state, seat, events)


def resume(state: State, events: EventLog) -> bool:
    """Continue the turn after a special villager was used. End it if nothing is left to do.

    A seat is done if its limit has fallen to the number of cards on its square (A-06). Returns whether the phase is
    over.
    """
    if state.asked:
        return False
    drafter = state.seats[state.turn]
    if len(drafter.square) >= drafts(drafter):
        state.recruited = 0
        _pick_up(state, state.turn, events)
        return _next_turn(state, state.turn, events)
    if _nothing_left(state):
        state.recruited = 0
        return _next_turn(state, state.turn, events)
    return False


def _nothing_left(state: State) -> bool:
    return not state.reserve and leftmost(state) == EMPTY and road_is_bare(state)


def _pick_up(state: State, seat: int, events: EventLog) -> None:
    """Take the square into the hand as soon as the limit is reached (DRAFT-12)."""
    drafter = state.seats[seat]
    drafter.done = True
    if events is not None:
        events.append(open_event("picked_up", seat=seat, cards=[KEYS[card] for card in drafter.square]))
    take_square(state, seat)


def _next_turn(state: State, seat: int, events: EventLog) -> bool:
    """Give the turn to the next seat below its limit. If no card is left, all seats pick up their squares first
    (DRAFT-13, 19, 22).

    Returns whether the phase is over.
    """
    seats = state.seats
    count = state.players
    if _nothing_left(state):
        for step in range(1, count + 1):
            other = (seat + step) % count
            if not seats[other].done:
                _pick_up(state, other, events)
    for step in range(1, count + 1):
        other = (seat + step) % count
        if not seats[other].done:
            state.turn = other
            return False
    for drafter in seats:
        drafter.cut = 0
    return True
