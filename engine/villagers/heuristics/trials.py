"""Trials: each move of a seat is tried, and the expected total after it is computed."""

from __future__ import annotations

from engine.ruleset import Move
from engine.villagers import flow
from engine.villagers.effects.apprentice import TAKE
from engine.villagers.effects.freelancer import HIRE
from engine.villagers.effects.thieves import THIEVE
from engine.villagers.heuristics.features import Surroundings, Village, describe
from engine.villagers.heuristics.keys import is_at_home
from engine.villagers.heuristics.value import kind_of_table
from engine.villagers.heuristics.weights import WEIGHTS, Weights
from engine.villagers.moves import ARRANGE, END, KEEP, LOOK_TAKE, PLACE, PLAY, RETURN, TRADE, paid_seat
from engine.villagers.solo.court import COUNTESS_SEAT
from engine.villagers.state import State


def _include(seats: list[int], seat: int) -> None:
    if seat >= 0 and seat not in seats:
        seats.append(seat)


class Trials:
    """Computes the seat's expected total after each of its moves; against the Countess, its expected lead.

    `copy`: a copy of the state, which is used again if the last move could be undone. `around`: the seat's
    surroundings, as long as nothing else changes. `traded`: the village after a trade, by basic villager. `hers`: the
    Countess's expected total, as long as her village stays the same.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state: State = state
        self.seat: int = seat
        self.weights: Weights = WEIGHTS[kind_of_table(state)]
        self.copy: State | None = None
        self.around: Surroundings = Surroundings(state, seat)
        self.traded: dict[int, Village] = {}
        self.hers: float = 0.0
        if state.solo is not None:
            self.hers = WEIGHTS["countess"].worth(describe(state, COUNTESS_SEAT))

    def lead_after(self, move: Move) -> float:
        after = self.state.clone_state() if self.copy is None else self.copy
        self.copy = None
        self._play(after, move)
        if after.turn < 0:
            return float(after.seats[self.seat].gold)
        changed = self._changed_by(move, after)
        around = self._around(after, move, changed)
        worth = self.weights.worth(describe(after, self.seat, around, self._village_in(after, move)))
        if changed:
            after.put_back(self.state, changed, move[0] not in (PLACE, TRADE, END, HIRE, THIEVE))
            self.copy = after
            return worth
        return worth - self._hers_in(after)

    def _around(self, after: State, move: Move, changed: list[int]) -> Surroundings | None:
        """Return the surroundings of `self.seat` after a move that changes the seats in `changed`.

        Returns `None` if the surroundings are unknown.
        """
        if not changed:
            return None
        # A move at home changes another seat only by paying it.
        if len(changed) == 1 or (not self.around.coins_count and is_at_home(move)):
            return self.around
        return Surroundings(after, self.seat, self.around, changed)

    def _village_in(self, after: State, move: Move) -> Village | None:
        """Return the seat's village after a trade; `None` for other moves. The village does not depend on the traded
        card.
        """
        if move[0] != TRADE:
            return None
        basic = move[2]
        if basic not in self.traded:
            self.traded[basic] = Village(after, after.seats[self.seat])
        return self.traded[basic]

    def _changed_by(self, move: Move, after: State) -> list[int]:
        """Return the seats that a move changes; an empty list if `State.put_back` could not undo the move."""
        # In solo play, events can change anything.
        if self.state.solo is not None or after.turn != self.state.turn or after.phase != self.state.phase:
            return []
        kind = move[0]
        changed = [self.seat]
        if kind == PLACE:
            _include(changed, paid_seat(move[4]))
        elif kind == PLAY:
            _include(changed, move[2] - 1)
            _include(changed, paid_seat(move[4]))
        elif kind == HIRE:
            _include(changed, paid_seat(move[1]))
        elif kind == THIEVE:
            _include(changed, move[2])
        elif kind == TAKE:
            _include(changed, move[1])
            _include(changed, paid_seat(move[8]))
        elif kind not in (TRADE, END, RETURN, LOOK_TAKE, ARRANGE, KEEP):
            return []
        return changed

    def _play(self, after: State, move: Move) -> None:
        """Play the move. If it ends the turn, only drop the remaining build actions."""
        if move[0] == END:
            after.seats[self.seat].builds = 0
        else:
            flow.play(after, self.seat, move, None)

    def _hers_in(self, after: State) -> float:
        if after.solo is None:
            return 0.0
        was, now = self.state.seats[COUNTESS_SEAT], after.seats[COUNTESS_SEAT]
        if now.gold != was.gold or now.card != was.card or now.kids != was.kids or now.coins != was.coins:
            return WEIGHTS["countess"].worth(describe(after, COUNTESS_SEAT))
        return self.hers
