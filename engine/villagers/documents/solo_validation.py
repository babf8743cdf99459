"""What of the events and the Jester of a solo game does not go together, by itself and with the phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.errors import Fault
from engine.villagers.catalogue import DARK_MOOD, EVENTS, IT_WAS_YOU, SEASONS
from engine.villagers.setup import HARD, event_deck
from engine.villagers.solo.prices import IN_FORCE
from engine.villagers.state import BUILD, DRAFT, EMPTY, EVENT, LAST_JEST, ROAD, SETTLE, Solo, State

_HAVE_BEGUN: Final = {"draft": (DRAFT, ROAD, BUILD), "build": (BUILD,)}
"""By when events act: the phases in which they may lie there after they have begun to (EVENTS-25)."""


def standing_event_faults(state: State, solo: Solo) -> Iterator[Fault]:
    """Every event once and of its own deck, Dark Mood never in force; what has begun; the Jester."""
    allowed = {event for season in (0, 1) for event in event_deck(solo.level, season)}
    yield from _place_faults(solo, allowed)
    if DARK_MOOD in solo.face_up:
        yield Fault("events.face_up", "Dark Mood gives way at once")
    yield from _begun_faults(state, solo)
    if solo.jester and solo.level == HARD:
        yield Fault("events.jester", "there is no Jester in the hard game")
    if solo.must_jest and not solo.jester:
        yield Fault("events.jester_due", "the Jester is not there any more")
    if solo.must_jest and IT_WAS_YOU not in allowed:
        yield Fault("events.jester_due", "nothing forces the Jester to act at this level")
    if solo.must_jest and state.phase != EVENT:
        yield Fault("events.jester_due", "he has acted, or left, before the event phase ends")


def _place_faults(solo: Solo, allowed: set[int]) -> Iterator[Fault]:
    groups: list[tuple[str, list[int], int | None]] = [("face_up", solo.face_up, None)]
    for number, name in enumerate(SEASONS):
        groups += [(name, solo.decks[number], number), (f"{name}_discard", solo.gone[number], number)]
    seen: set[int] = set()
    for name, events, season in groups:
        known = [event for event in events if event != EMPTY]
        if any(season not in (None, EVENTS[event].season) or event not in allowed for event in known):
            yield Fault(f"events.{name}", "holds an event that is never there")
        if seen.intersection(known) or len(set(known)) != len(known):
            yield Fault(f"events.{name}", "holds an event that is somewhere else too")
        seen.update(known)


def _begun_faults(state: State, solo: Solo) -> Iterator[Fault]:
    if solo.begun & ~sum(1 << event for event in set(solo.face_up)):
        yield Fault("events.begun", "names events that lie face up")
    begun = [event for event in solo.face_up if solo.begun >> event & 1]
    if any(EVENTS[event].acts not in _HAVE_BEGUN for event in begun):
        yield Fault("events.begun", "names an event that acts only when it is resolved")
    # A limit that is cut in this phase by the wrong event is told as a fault of the limit.
    acting = [event for event in begun if EVENTS[event].acts in _HAVE_BEGUN]
    cut = any(seat.cut for seat in state.seats)
    if not cut and any(state.phase not in _HAVE_BEGUN[EVENTS[event].acts] for event in acting):
        yield Fault("events.begun", "names an event that cannot have begun, or is gone, in this phase")


def cuts(state: State) -> bool:
    """Whether an event in force may have taken one off the limit of this phase (A-87)."""
    event = IN_FORCE.get(state.phase)
    solo = state.solo
    return solo is not None and event in solo.face_up and bool(solo.begun >> event & 1)


def turn_event_faults(state: State, solo: Solo) -> Iterator[Fault]:
    """Events whose time is over (EVENTS-25), or whose price has not been asked for (A-87)."""
    asked = state.asked[:1]
    acting = any(EVENTS[event].acts in _HAVE_BEGUN for event in solo.face_up)
    if state.phase == EVENT and asked != (LAST_JEST,) and acting:
        yield Fault("events.face_up", "what was in force in another phase is gone, what comes next is not there yet")
    event = IN_FORCE.get(state.phase)
    cut = any(seat.cut for seat in state.seats)
    if event in solo.face_up and not solo.begun >> event & 1 and asked != (SETTLE,) and not cut:
        yield Fault("events.begun", "the event in force in this phase has begun, or its price is still to be settled")
