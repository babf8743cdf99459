"""The actions of new monks, by the key of their effect in the catalogue (MVMONK-3 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.events import EventLog
from engine.my_village.phases import school, steward
from engine.my_village.state import LESSON, STEP, State
from engine.my_village.village import gain_story

Effect = Callable[[State, int, int, EventLog], bool]
"""A function that begins an action, and returns whether the action is already over.

The first int is the seat, the second the action's `count` in the catalogue.
"""


def _story(state: State, who: int, count: int, events: EventLog) -> bool:
    gain_story(state, who, count, events)
    return True


def _headman(state: State, who: int, count: int, events: EventLog) -> bool:
    state.phase = STEP
    return False


def _school(state: State, who: int, count: int, events: EventLog) -> bool:
    if not school.can_teach(state.seats[who]):
        return True
    state.phase = LESSON
    state.steps = count
    return False


EFFECTS: Final[Mapping[str, Effect]] = {
    "story": _story,
    "headman": _headman,
    "school": _school,
    "steward": steward.begin_for_monk,
}


def begin(state: State, who: int, card: int, events: EventLog) -> bool:
    """Begin the action of a monk whom the seat has just taken. Returns whether the action is already over."""
    return EFFECTS[state.cat.effect[card] or ""](state, who, state.cat.count[card], events)
