"""OpenSpiel's information-set search (ISMCTS) as a player that is given processor time instead of simulations.

Search and evaluation are OpenSpiel's own: its `ISMCTSBot` in Python with its `RandomRolloutEvaluator`. The `ISMCTSBot`
in C++ cannot play games written in Python: they have no way to resample a state for it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.spiel_game import QuickGame, QuickState


class Clock:
    """Says when so many seconds of processor time are used up; `looks` counts how often it was asked."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds
        self.looks = 0

    def __call__(self) -> bool:
        self.looks += 1
        return time.process_time() >= self.end


class QuickRandom(np.random.RandomState):
    """The generator the search asks for, but quick to choose among equals, which the playouts do all the time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.quick = random.Random(seed)

    def choice(self, items: Sequence[Any], p: Sequence[float] | None = None) -> Any:  # type: ignore[override]
        """One of the items, each as likely as its entry of `p` says, or as any other."""
        return self.quick.choice(items) if p is None else super().choice(items, p=p)


class Ismcts(ISMCTSBot):  # type: ignore[misc]
    """Simulates until the clock says stop, then plays the most visited action. `uct_c`: how much it explores."""

    def __init__(self, game: QuickGame, uct_c: float, seed: int) -> None:
        rng = QuickRandom(seed)
        most_visited = ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
        super().__init__(game, evaluator, uct_c, 0, random_state=rng, final_policy_type=most_visited)
        self.clock = Clock(0.0)

    def run_search(self, state: QuickState) -> Any:
        """The policy as `ISMCTSBot` has it, which would simulate a fixed number of times. The first tries no action."""
        self.reset()
        self._root_node = self.create_new_node(state)
        while True:
            self.run_simulation(self.sample_root_state(state))
            if self.clock() and self._root_node.total_visits > 0:
                return self.get_final_policy(state, self._root_node)
