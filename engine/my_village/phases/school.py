"""The school (MVSCHOOL): by its white banner, or as a monk's lessons (MVMONK-6)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.my_village.catalogue.cards import EVERY_VILLAGER, VILLAGERS
from engine.my_village.moves import NEW_LEFT, NOTHING, PLACE_LEFT, PLACE_RIGHT, STEPS, TEACH, TO_RIGHT
from engine.my_village.state import EMPTY, LEFT, LESSON, RIGHT, SCHOOL, Seat, State
from engine.my_village.village import gain_story, pay_time
from engine.ruleset import Move


def can_teach(seat: Seat) -> bool:
    """Return whether the school can do anything. It cannot if all its spaces are full and no villager is missing
    (MVSCHOOL-6).
    """
    return seat.school != LEFT | RIGHT or seat.villagers != EVERY_VILLAGER


def moves(state: State, who: int) -> list[Move]:
    """Return the steps that the school allows, and the move to do nothing (MVSCHOOL-1 to 6, MVTURN-6)."""
    seat = state.seats[who]
    empty = [villager for villager in range(5) if not seat.villagers >> villager & 1]
    moves: list[Move] = [(TEACH, NOTHING, EMPTY)]
    if not seat.school & LEFT:
        moves.append((TEACH, NEW_LEFT, EMPTY))
    elif not seat.school & RIGHT:
        moves.append((TEACH, TO_RIGHT, EMPTY))
    if seat.school & LEFT:
        moves += [(TEACH, PLACE_LEFT, villager) for villager in empty]
    if seat.school & RIGHT:
        moves += [(TEACH, PLACE_RIGHT, villager) for villager in empty]
    return moves


def why_not(state: State, who: int, move: Move) -> Refusal:
    _, step, villager = move
    seat = state.seats[who]
    if (step in (PLACE_LEFT, PLACE_RIGHT)) != (villager != EMPTY):
        return Refusal("MVSCHOOL-5", "Choose a profession when a descendant joins your village, and only then.")
    if not can_teach(seat):
        return Refusal("MVSCHOOL-6", "Your school is full, and no villager space is empty.")
    if villager != EMPTY and seat.villagers >> villager & 1:
        return Refusal("MVSCHOOL-5", "You already have {villager:a}.", villager=VILLAGERS[villager])
    rule = {0: "MVSCHOOL-1", LEFT: "MVSCHOOL-2", RIGHT: "MVSCHOOL-3", LEFT | RIGHT: "MVSCHOOL-4"}[seat.school]
    return Refusal(rule, "You cannot do that with the descendants in your school.")


def play(state: State, who: int, move: Move, events: EventLog) -> bool:
    """Carry out a step. Returns whether the turn's activations are over: they are after a monk's last lesson."""
    _teach(state, who, move, events)
    if state.phase == LESSON:
        state.steps -= 1
        return not state.steps or not can_teach(state.seats[who])
    state.used |= 1 << SCHOOL
    state.begun = True
    return False


def _teach(state: State, who: int, move: Move, events: EventLog) -> None:
    _, step, villager = move
    cat, seat = state.cat, state.seats[who]
    if step == NEW_LEFT:
        seat.school |= LEFT
    elif step == TO_RIGHT:
        seat.school = RIGHT
    elif step != NOTHING:
        seat.school &= ~(LEFT if step == PLACE_LEFT else RIGHT)
        seat.villagers |= 1 << villager
        pay_time(cat, seat, cat.place_time)
    if events is not None:
        name = None if villager == EMPTY else VILLAGERS[villager]
        time = 0 if villager == EMPTY else cat.place_time
        events.append(open_event("taught", seat=who, step=STEPS[step], villager=name, time=time))
    if step == PLACE_RIGHT:
        gain_story(state, who, cat.right_story, events)
