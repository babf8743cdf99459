"""The two decks of events: dealing, discarding, shuffling (SOLO-21 to 26, A-85, A-86, A-92)."""

from __future__ import annotations

from typing import Final

from engine.events import EventLog, open_event
from engine.randomness import event_rng
from engine.villagers.catalogue import DARK_MOOD, EVENT_KEYS, EVENTS, MOOD_SWING, SEASONS
from engine.villagers.solo import solo_of
from engine.villagers.state import EMPTY, State

SUMMER: Final = 0
WINTER: Final = 1


def reveal(state: State, number: int, season: int, events: EventLog) -> None:
    """Deal `number` events face up. In place of Dark Mood, deal two more winter events (EVENTS-18)."""
    solo = solo_of(state)
    while number > 0:
        event = draw(state, season, events)
        if event == EMPTY:
            return
        number -= 1
        if event == DARK_MOOD:
            solo.gone[WINTER].append(event)
            number += 2
            if events is not None:
                events.append(open_event("event_discarded", event=EVENT_KEYS[event], reason="replaced"))
        else:
            solo.face_up.append(event)


def draw(state: State, season: int, events: EventLog) -> int:
    """Reveal the top event of a deck to all, and return it; EMPTY if there is none.

    An empty deck is first refilled with its discards and shuffled. It stays empty if the only discards are Dark Mood or
    Mood Swing, because these events would replace themselves forever.
    """
    solo = solo_of(state)
    deck, gone = solo.decks[season], solo.gone[season]
    if not deck:
        if all(EVENTS[event].acts == "revealed" or event == MOOD_SWING for event in gone):
            return EMPTY
        deck += sorted(gone)
        gone.clear()
        event_rng(state.seed, state.draws).shuffle(deck)
        state.draws += 1
        if events is not None:
            events.append(open_event("reshuffled", pile=SEASONS[season], count=len(deck)))
    event = deck.pop()
    if events is not None:
        events.append(open_event("event_revealed", event=EVENT_KEYS[event]))
    return event


def discard(state: State, event: int, reason: str, events: EventLog) -> None:
    """Put a face-up event on the discard pile of its deck."""
    solo = solo_of(state)
    solo.face_up.remove(event)
    solo.begun &= ~(1 << event)
    solo.gone[EVENTS[event].season].append(event)
    if events is not None:
        events.append(open_event("event_discarded", event=EVENT_KEYS[event], reason=reason))
