"""What of a position's phase, turn, markets, decisions, events and developments does not go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Fault
from engine.villagers.catalogue import (
    CHURCH,
    DARK_MOOD,
    DEVELOPMENTS,
    DEVELOPMENTS_BOX,
    EVENTS,
    SEASONS,
    SPECIAL,
    TAVERN,
)
from engine.villagers.hidden import suit_of
from engine.villagers.phases import development
from engine.villagers.piles import pile_of, road_is_bare, stacks_gone
from engine.villagers.setup import HARD, event_deck
from engine.villagers.solo import jester
from engine.villagers.state import (
    BUILD,
    COUNTESS_DRAFT,
    DEVELOPMENT,
    DRAFT,
    EMPTY,
    EVENT,
    LAST_JEST,
    LOOK,
    OVER,
    REPLACEMENT,
    RESERVE,
    RETURN_CARD,
    ROAD,
    SETTLE,
    STEAL,
    UNKNOWN,
    Solo,
    State,
)
from engine.villagers.village import drafts

_PHASES_OF_DECISIONS = {
    RETURN_CARD: (BUILD,),
    LOOK: (DRAFT, BUILD),
    STEAL: (BUILD,),
    COUNTESS_DRAFT: (DRAFT,),
    SETTLE: (DRAFT, BUILD),
    REPLACEMENT: (EVENT,),
    LAST_JEST: (EVENT,),
}


def phase_faults(state: State) -> list[Fault]:
    """Phase, turn, markets, squares, decisions, events and developments that do not go together."""
    found = [*_turn_faults(state), *_market_faults(state), *_development_faults(state)]
    if state.solo is not None:
        found += _event_faults(state.solo)
    if state.phase == ROAD and state.players > 2:
        found.append(Fault("phase", "only two players choose where gold goes on the road"))
    found += _seat_faults(state)
    found += _decision_faults(state)
    if not found and not _something_to_decide(state):
        found.append(Fault("phase", "there is nothing to decide"))
    return found


def _something_to_decide(state: State) -> bool:
    """Whether there is a move, told from what is open: also a view of somebody else's decision can be checked."""
    if state.asked[:1] == (STEAL,):
        return any(suit_of(hidden) != SPECIAL for hidden in state.seats[state.asked[1]].hand)
    if state.asked[:1] == (COUNTESS_DRAFT,) or state.phase == ROAD:
        return not road_is_bare(state)
    if state.asked[:1] == (LAST_JEST,) and not jester.offers(state):
        return False
    if state.phase == EVENT:
        return state.solo is not None and bool(state.solo.face_up)
    return state.phase != DEVELOPMENT or bool(development.moves(state, state.turn))


def _seat_faults(state: State) -> Iterator[Fault]:
    picking = bool(state.asked) and state.asked[0] in (LOOK, COUNTESS_DRAFT)
    for index, seat in enumerate(state.seats[: state.players]):
        path = f"seats.{index}"
        full = len(seat.square) - (picking and index == state.turn)
        if seat.square and (state.phase != DRAFT or seat.done):
            yield Fault(f"{path}.square", "holds cards only until the seat has drafted to its limit")
        elif full >= drafts(seat) and state.phase == DRAFT and not seat.done:
            yield Fault(f"{path}.square", f"the limit is {drafts(seat)}: these are in the hand already")
        if seat.final is not None and state.phase != OVER:
            yield Fault(f"{path}.final", "is known only after the end")
        if seat.cut and (state.solo is None or state.phase not in (DRAFT, BUILD)):
            yield Fault(f"{path}.limit_cut", "comes from an event in force in this phase")


def _turn_faults(state: State) -> Iterator[Fault]:
    if (state.phase == OVER) != (state.turn == EMPTY):
        yield Fault("to_act", "exactly one seat is waited for, and nobody after the end")
    if state.recruited and state.phase != DRAFT:
        yield Fault("recruited_picks", "are made in a draft turn")
    if state.phase != DRAFT or state.turn == EMPTY:
        return
    if state.seats[state.turn].done:
        yield Fault("to_act", "the seat has finished drafting")
    if road_is_bare(state) and not state.reserve and stacks_gone(state, 6) and not state.asked:
        yield Fault("phase", "there is nothing left to draft")


def _market_faults(state: State) -> Iterator[Fault]:
    if state.markets and not stacks_gone(state, 2):
        yield Fault("markets_held", "the First Market needs the first two stacks empty")
    if (state.markets == 2) != (state.phase == OVER):
        yield Fault("markets_held", "the Second Market ends the game")
    if state.phase == OVER and not stacks_gone(state, 6):
        yield Fault("phase", "the game ends only when all stacks are empty")


def _decision_faults(state: State) -> Iterator[Fault]:
    if (state.pending != EMPTY) != (state.asked[:1] == (RETURN_CARD,)):
        yield Fault("pending", "a traded card is on its way exactly while its place is to be decided")
    if not state.asked:
        return
    kind, *facts = state.asked
    if state.phase not in _PHASES_OF_DECISIONS[kind]:
        yield Fault("pending", "is not decided in this phase")
    if kind == LOOK:
        yield from _look_faults(state, *facts)
    if kind == STEAL and facts[0] == state.turn:
        yield Fault("pending.seat", "nobody steals from the own hand")
    if kind in (SETTLE, REPLACEMENT) and state.solo is not None and facts[0] not in state.solo.face_up:
        yield Fault("pending.event", "must lie face up")
    if kind == SETTLE and EVENTS[facts[0]].acts != ("draft" if state.phase == DRAFT else "build"):
        yield Fault("pending.event", "is not in force in this phase")
    if kind == REPLACEMENT and EVENTS[facts[0]].acts != "event":
        yield Fault("pending.event", "is not resolved in the event phase")
    if kind == COUNTESS_DRAFT and facts[0] != EMPTY and state.road[facts[0]] != EMPTY:
        yield Fault("pending.slot", "has been drafted from: it is a gap")


def _look_faults(state: State, pile: int, depth: int, placed: int) -> Iterator[Fault]:
    cards = pile_of(state, pile)
    if not 0 < depth <= len(cards) or (placed != EMPTY and placed > depth - 2):
        yield Fault("pending", "there are not so many cards to look at, or to put back")
        return
    if (pile == RESERVE) != (state.phase == BUILD):
        yield Fault("pending.pile", "a stack is looked through in the draft, the reserve while building")
    seen = [hidden for hidden in cards[-depth:] if hidden >> 8 < UNKNOWN]
    if state.turn != EMPTY and any(not hidden >> state.turn & 1 for hidden in seen):
        yield Fault("known", "who has looked at cards knows them")


def _development_faults(state: State) -> Iterator[Fault]:
    developments = state.developments
    if developments and not state.boxes & DEVELOPMENTS_BOX:
        yield Fault("developments", "are in the game only with their expansion")
    suits = Counter(DEVELOPMENTS[development].suit for development in developments)
    if any(number > 1 for number in suits.values()):
        yield Fault("developments", "one of each suit")
    if any(DEVELOPMENTS[development].min_seats > state.players for development in developments):
        yield Fault("developments", "names one that is not played with so few seats")
    if state.phase == DEVELOPMENT:
        holders = [
            holder
            for development, holder in zip(developments, state.holders, strict=True)
            if development in (CHURCH, TAVERN)
        ]
        if holders != [state.turn]:
            yield Fault("to_act", "the winner of Church or Tavern chooses")


def _event_faults(solo: Solo) -> Iterator[Fault]:
    """Every event once, of its own deck, and Dark Mood never in force."""
    groups: list[tuple[str, list[int], int | None]] = [("face_up", solo.face_up, None)]
    for number, name in enumerate(SEASONS):
        groups += [(name, solo.decks[number], number), (f"{name}_discard", solo.gone[number], number)]
    allowed = {event for number in (0, 1) for event in event_deck(solo.level, number)}
    seen: set[int] = set()
    for name, events, season in groups:
        known = [event for event in events if event != EMPTY]
        if any(season not in (None, EVENTS[event].season) or event not in allowed for event in known):
            yield Fault(f"events.{name}", "holds an event that is never there")
        if seen.intersection(known) or len(set(known)) != len(known):
            yield Fault(f"events.{name}", "holds an event that is somewhere else too")
        seen.update(known)
    if DARK_MOOD in solo.face_up:
        yield Fault("events.face_up", "Dark Mood gives way at once")
    if solo.begun & ~sum(1 << event for event in solo.face_up):
        yield Fault("events.begun", "names events that lie face up")
    if solo.jester and solo.level == HARD:
        yield Fault("events.jester", "there is no Jester in the hard game")
    if solo.must_jest and not solo.jester:
        yield Fault("events.jester_due", "the Jester is not there any more")
