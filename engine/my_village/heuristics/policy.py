"""The policy of My Village (see `engine.policy`). Its priors are in points.

The facts of a move are its value in this turn (`move_values`), its kind and its price. The facts depend only on what
the seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.my_village.catalogue.cards import KIND, KINDS
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.move_values import MoveValues
from engine.my_village.heuristics.value import kind_of_table
from engine.my_village.heuristics.weights import WEIGHTS
from engine.my_village.moves import ACTIVATE, END_TURN, SERVE, TAKE_CARD, TEACH
from engine.my_village.state import BANNERS, DICE, FIRST_FIELD, PHASES, VALUE, State
from engine.policy import Described, PolicyWeights, Prior, read_policy
from engine.ruleset import Move

FLOOR: Final = -20.0
"""The lowest value of a move, in points relative to the best move. Lower values are raised to it, because it does not
matter how bad such moves are.
"""

_VALUE: Final = [f"{phase} value" for phase in PHASES]
_BEST: Final = [f"{phase} best" for phase in PHASES]
_MOVE: Final = [f"move {kind}" for kind in range(END_TURN + 1)]
_TAKE: Final = [f"take {kind}" for kind in KINDS]
_ACTIVATE: Final = [f"activate {banner}" for banner in range(FIRST_FIELD + 1)]


POLICY: Final[dict[str, PolicyWeights]] = read_policy("engine.my_village.heuristics")
"""The weights by kind of table: `two` for two seats, `more` for three or four."""

TEN_TURNS: Final = 10.0
"""The policy measures the time left in units of this many turns."""


class Decision(Described):
    """The moves of one decision. `values`: the gain of each move in this turn, in points, relative to the best move."""

    def __init__(self, state: State, seat: int, moves: Sequence[Move]) -> None:
        left = Clock(state, WEIGHTS, running=True).left(seat) / TEN_TURNS
        super().__init__(moves, POLICY[kind_of_table(state)], left)
        self.state: State = state
        self.seat: int = seat
        values = MoveValues(state, seat, WEIGHTS).of(moves)
        best = max(values)
        self.values: list[float] = [max(FLOOR, value - best) for value in values]

    def describe(self, at: int, prior: Prior) -> None:
        state, move, value = self.state, self.moves[at], self.values[at]
        if state.phase > BANNERS:
            # These decisions are too rare for facts of their own.
            prior.add("choice value", value)
            return
        prior.add(_VALUE[state.phase], value)
        if value == 0.0:
            prior.add(_BEST[state.phase], 1.0)
        if state.phase == DICE:
            self._dice(move, prior)
        elif state.phase == VALUE:
            prior.add("coins for it", move[2])
            prior.add("tokens for it", move[3])
        else:
            self._banner(move, prior)

    def _banner(self, move: Move, prior: Prior) -> None:
        kind = move[0]
        prior.add(_MOVE[kind], 1.0)
        if kind == TAKE_CARD:
            prior.add(_TAKE[KIND[move[1]]], 1.0)
        elif kind == ACTIVATE:
            prior.add(_ACTIVATE[min(move[1], FIRST_FIELD)], 1.0)
        elif kind == SERVE:
            prior.add("prestige", self.state.cat.prestige[move[1]])
        elif kind == TEACH:
            prior.add("villager placed", move[2] >= 0)

    def _dice(self, move: Move, prior: Prior) -> None:
        """Add the facts of a pair of dice. Black dice take time, which brings deaths nearer."""
        seat = self.state.seats[self.seat]
        black = (move[1] > 5) + (move[2] > 5)
        if black:
            time = seat.time + black * self.state.cat.black_time
            prior.add("black dice", black)
            prior.add("black dice that bring a death", time >= self.state.cat.clouds)
        prior.add("pips", move[1] % 6 + move[2] % 6)
        prior.add("equal dice", move[1] % 6 == move[2] % 6)
