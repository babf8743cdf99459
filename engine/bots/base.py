"""What a player is."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.native import mypyc_attr
from engine.ruleset import Move, Valuing

Rules = Valuing[Any, Any]
"""What a bot may use of a ruleset."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a bot thinks of one move of the seat it plays.

    `visits`: the futures that were looked at after it (0: none). `value`: the probability that the seat wins, 0 to 1.
    `gold`: what the seat is expected to have at the end, in what the game is won by.
    """

    move: Move
    visits: int
    value: float
    gold: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The move decided on (`None`: not to react) and all moves that were possible, the best first.

    `iterations`: how many futures the search went through for it; 0 without a search.
    """

    move: Move | None
    candidates: tuple[Candidate, ...]
    iterations: int = 0


class Session:
    """What a caller lends a bot over several decisions of one seat: `stop` ends its thinking early when it says so,
    `memory` keeps what may be used again in the same turn. The engine has no clock of its own: `stop` looks at one.
    """

    __slots__ = ("memory", "stop")

    def __init__(self, stop: Callable[[], bool] = lambda: False) -> None:
        self.stop = stop
        self.memory: Any = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player of any ruleset. Stateless: equal view, equal generator (and equal session), equal decision."""

    @abstractmethod
    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """A legal move of the view's seat, which must be to act."""

    @abstractmethod
    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """A reaction of the view's seat, which may move but need not; `None` lets the chance pass."""

    @abstractmethod
    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """The decision with its reasons, whether the seat is to act or may react; the view must offer it a move."""

    def timed(self) -> Bot:
        """The same player when only the session ends its thinking; itself if it never thinks for longer than a glance.

        Its decisions depend on the time that it has: they are not repeatable.
        """
        return self
