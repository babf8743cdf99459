"""Toy bots, and the workers' pace in tests."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import Candidate, Decision, Session
from engine.ruleset import Ruleset
from workers.fallback_bots import First
from workers.thinking_time import Pace

PACE = Pace(lease=0, decision=3600)
"""Leases expire immediately, so that due items can be inspected; thinking time is unlimited."""


class Plain(First):
    """Plays the first legal move, never reacts, and gives no reasons."""

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        moves = ruleset.view_moves(view)
        waited_for = view.viewer in ruleset.view_to_act(view)[:1]
        decide = self.choose if waited_for else self.react
        return Decision(decide(ruleset, view, rng, session), tuple(Candidate(move, 0, 0.5, 1) for move in moves))
