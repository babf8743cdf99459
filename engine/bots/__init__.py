"""AI players. They get views, never states, so hidden information cannot reach them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.base import Bot, Candidate, Decision, Rules, Session
from engine.bots.casual import Casual
from engine.bots.greedy import Greedy
from engine.bots.search import Budget, Search
from engine.bots.uniform import Uniform

LEVELS: Mapping[str, Bot] = {
    "random": Uniform(),
    "beginner": Casual(overlooks=0.35, error=6.0),
    "easy": Casual(overlooks=0.2, error=3.5),
    "greedy": Greedy(),
    "medium": Search(Budget(100)),
    "hard": Search(Budget(120, ahead=True, alone=500)),
    "expert": Search(Budget(1300, ahead=True, exploration=0.1, pruning=4, alone=3000)),
}
"""All levels of play, weakest first."""

__all__ = ["LEVELS", "Bot", "Candidate", "Decision", "Rules", "Session"]
