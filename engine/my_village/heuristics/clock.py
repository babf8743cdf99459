"""Estimates how many turns are left. The game ends after a certain number of deaths, and deaths come from the time
spent.
"""

from __future__ import annotations

from typing import Final

from engine.my_village.heuristics.weights import LIVES_STEP, MIN_LIVES, Weights
from engine.my_village.phases.rounds import deaths, turns_in_round
from engine.my_village.state import State

TURN_COST: Final = 0.23
"""The average number of lives that a turn costs. One life is the time after which a villager dies."""


class Clock:
    """The time left in the game. The current turn counts unless it is already `running`.

    - `missing`: how many more deaths it takes to end the game. Deaths that are due in this turn count as past.
    - `lives`: how many lives are left to spend after this round. This is `missing` minus two amounts: the parts of
      lives already spent, and the expected cost of the rest of this round.
    - `owners`: the seats of the remaining turns of this round.
    """

    __slots__ = ("lives", "missing", "owners", "rounds", "turns_each")

    def __init__(self, state: State, weights: Weights, *, running: bool) -> None:
        count = len(state.seats)
        turns = turns_in_round(state)
        following = state.turns + 1 if running else state.turns
        missing = state.cat.deaths[count - 2] - deaths(state)
        time = 0
        for seat in state.seats:
            time += seat.time
            if seat.reaper:
                missing -= 1
        self.turns_each: float = turns / count
        self.owners: list[int] = [(state.first + turn) % count for turn in range(following, turns)]
        self.missing: int = missing
        self.lives: float = missing - time / state.cat.clouds - TURN_COST * len(self.owners)
        self.rounds: list[float] = weights.rounds[count]

    def left(self, who: int, spent: float = 0.0, died: int = 0) -> float:
        """Return the number of turns that a seat can still expect after its village spends the time of `spent` lives.

        `died`: the number of deaths in the current turn that come from spending this time.
        """
        coming = float(self.owners.count(who))
        if self.missing <= died:
            return coming
        place = (self.lives - spent - MIN_LIVES) / LIVES_STEP
        return coming + self.turns_each * _looked_up(self.rounds, place)


def _looked_up(table: list[float], place: float) -> float:
    """Interpolate linearly in a table. A place outside the table gives the first or last entry."""
    last = len(table) - 1
    if place <= 0:
        return table[0]
    if place >= last:
        return table[last]
    at = int(place)
    return table[at] + (place - at) * (table[at + 1] - table[at])
