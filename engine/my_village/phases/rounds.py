"""Rounds and the end of the game: preparation, number of turns, number of deaths (MVROUND, MVEND)."""

from __future__ import annotations

from engine.events import EventLog, open_event
from engine.my_village.state import DICE, State
from engine.randomness import below, event_rng


def turns_in_round(state: State) -> int:
    """Return the number of turns in a round (MVROUND-3, MVROUND-4). Each player has one turn; if there are only two,
    each has two turns.
    """
    return 3 if len(state.seats) == 3 else 4


def deaths(state: State) -> int:
    """Return the number of filled coffin spaces in the chronicle and the graves (MVEND-1)."""
    return sum(state.chronicle) + state.graves


def prepare(state: State, events: EventLog) -> None:
    """Prepare the round (MVROUND-1, 2). A point is added to the starting player hand, the hand is turned palm up, and
    all dice are rolled.
    """
    count = len(state.seats) - 2
    state.first = state.active = state.turn = state.hand_owner
    state.turns = 0
    state.phase = DICE
    state.hand_palm = True
    state.hand_story += state.cat.hand_story
    rng = event_rng(state.seed, state.draws)
    state.draws += 1
    state.pool = [0] * 12
    for _ in range(state.cat.white_dice[count]):
        state.pool[below(6, rng)] += 1
    for _ in range(state.cat.black_dice[count]):
        state.pool[6 + below(6, rng)] += 1
    if events is not None:
        white, black = faces(state.pool[:6]), faces(state.pool[6:])
        facts = {"round": state.round, "first_player": state.first, "story": state.hand_story}
        events.append(open_event("dice_rolled", **facts, white=white, black=black))


def faces(counts: list[int]) -> list[int]:
    """Convert the number of dice for each face to a sorted list of faces."""
    return [face for face, count in enumerate(counts, 1) for _ in range(count)]
