"""What a player is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Any

from engine.ruleset import Move, Ruleset


class Bot(ABC):
    """A player of any ruleset. Stateless: equal view, equal generator, equal move."""

    @abstractmethod
    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move:
        """A legal move of the view's seat, which must be to act."""

    @abstractmethod
    def react(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random) -> Move | None:
        """A reaction of the view's seat, which may move but need not; `None` lets the chance pass."""
