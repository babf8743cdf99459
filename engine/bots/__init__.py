"""Players. They get a view, never a state: what a seat may not know cannot reach them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.base import Bot, Candidate, Decision, Session
from engine.bots.greedy import Greedy
from engine.bots.uniform import Uniform

LEVELS: Mapping[str, Bot] = {"random": Uniform(), "greedy": Greedy()}
"""All levels of play, weakest first."""

__all__ = ["LEVELS", "Bot", "Candidate", "Decision", "Session"]
