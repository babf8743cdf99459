"""Step III: death, day laborer, rats (MVDEATH, MVRAT)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import VILLAGERS
from engine.my_village.moves import BURY, FORFEIT, HIRE_LABORER, WARD_OFF
from engine.my_village.state import DEATH, LABORER, RATS, State
from engine.my_village.village import can_ward, gain_story
from engine.randomness import below, event_rng
from engine.ruleset import Move


def begin(state: State) -> None:
    """Let the active seat choose who dies, because its marker has passed the bridge (MVDEATH-1, MVTIME-4)."""
    state.phase = DEATH


def moves(state: State, who: int) -> list[Move]:
    """Return the choices: who may die, where the day laborer may work, or whether to ward off the rats."""
    present = state.seats[who].villagers
    if state.phase == DEATH:
        return [(BURY, villager) for villager in range(5) if present >> villager & 1]
    if state.phase == LABORER:
        return [(HIRE_LABORER, villager) for villager in range(5)]
    return [(WARD_OFF,), (FORFEIT,)]


def why_not(state: State, who: int, move: Move) -> Refusal:
    """Return why the villager cannot die. All other choices are always legal."""
    return Refusal("MVDEATH-2", "{villager:the} is not in your village.", villager=VILLAGERS[move[1]])


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Carry out the choice and its consequences. Returns whether the turn is over."""
    if move[0] == BURY:
        return _bury(state, who, move[1], events)
    if move[0] == HIRE_LABORER:
        seat = state.seats[who]
        seat.laborers += 1
        seat.villagers = 1 << move[1]
        if events is not None:
            events.append(open_event("laborer_hired", seat=who, villager=VILLAGERS[move[1]]))
        return _move_rat(state, events)
    if move[0] == WARD_OFF:
        state.seats[who].wards += 1
        if events is not None:
            events.append(open_event("rats_warded_off", seat=who))
    else:
        _lose(state, who, events)
    return _rat_home(state)


def _bury(state: State, who: int, villager: int, events: EventLog) -> bool:
    """Put the villager into the chronicle, or else into the graves (MVDEATH-3, 4). The chronicle pays its points
    immediately. The laborer or the rat comes next.
    """
    seat = state.seats[who]
    seat.reaper = False
    seat.villagers &= ~(1 << villager)
    spaces = state.cat.chronicle[villager]
    filled = state.chronicle[villager]
    chronicled = filled < len(spaces)
    if chronicled:
        state.chronicle[villager] += 1
    else:
        state.graves += 1
    if events is not None:
        place = "chronicle" if chronicled else "graves"
        events.append(open_event("villager_died", seat=who, villager=VILLAGERS[villager], place=place))
    if chronicled:
        gain_story(state, who, spaces[filled], events)
    if not seat.villagers:
        state.phase = LABORER
        return False
    return _move_rat(state, events)


def _move_rat(state: State, events: EventLog) -> bool:
    """Roll the rat die and move the rat. If it reaches the end of its track, the rats invade (MVRAT-1, 2)."""
    roll = 1 + below(6, event_rng(state.seed, state.draws))
    state.draws += 1
    state.rat_die = roll
    state.rat = min(state.rat + roll, state.cat.invasion)
    if events is not None:
        events.append(open_event("rat_moved", roll=roll, space=state.rat))
    if state.rat < state.cat.invasion:
        return True
    return _invade(state, events)


def _invade(state: State, events: EventLog) -> bool:
    """Take half of the points on the tree from every player (MVRAT-3, 5 to 7).

    A player who can ward off the rats with the sanatory church decides afterwards.
    """
    guarded = False
    for step in range(len(state.seats)):
        who = (state.active + step) % len(state.seats)
        if can_ward(state.cat, state.seats[who]):
            guarded = True
            state.phase = RATS
            state.turn = who
        else:
            _lose(state, who, events)
    return False if guarded else _rat_home(state)


def _lose(state: State, who: int, events: EventLog) -> None:
    seat = state.seats[who]
    lost = seat.story // 2
    seat.story -= lost
    if events is not None and lost:
        events.append(open_event("story_lost", seat=who, amount=lost))


def _rat_home(state: State) -> bool:
    """Put the rat back at the start for this number of players (MVRAT-4). Returns True: the turn is over."""
    state.rat = state.cat.rat_start[len(state.seats) - 2]
    return True
