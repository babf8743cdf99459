"""The interface of bots."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.native import mypyc_attr
from engine.ruleset import Move, Valuing

Rules = Valuing[Any, Any]
"""The part of a ruleset that bots may use."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot's evaluation of one move.

    `visits`: the number of iterations or samples that tried the move. `chance`: the seat's probability of winning, 0 to
    1. `total`: the seat's expected final total.
    """

    move: Move
    visits: int
    chance: float
    total: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The chosen move (`None`: not to react) and all possible moves, best first.

    `iterations`: the length of the search; 0 if the bot does not search.
    """

    move: Move | None
    candidates: tuple[Candidate, ...]
    iterations: int = 0


class Session:
    """The state that the decisions of one seat share.

    - `stop`: a search ends early once `stop()` is true. Nothing else can set a time limit, because the engine reads no
      clock.
    - `memory`: the tree of the last search.
    - `persona`: any text that identifies the game and reveals nothing hidden. Players with human-like mistakes repeat
      their mistakes while this text stays the same.
    - `brief`: whether `decide` may end as soon as `choose` would.
    """

    __slots__ = ("brief", "memory", "persona", "stop")

    def __init__(self, stop: Callable[[], bool] = lambda: False, persona: str = "", brief: bool = False) -> None:
        self.stop = stop
        self.persona = persona
        self.brief = brief
        self.memory: Any = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player of any ruleset. It is stateless: an equal view, generator and session lead to an equal decision."""

    @abstractmethod
    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """Choose a legal move for the view's seat. The game must be waiting for this seat."""

    @abstractmethod
    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """Choose a reaction for the view's seat, or `None` to decline."""

    @abstractmethod
    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """Choose like `choose` or `react`, and evaluate every option. The view must have a legal move."""

    def timed(self) -> Bot:
        """Return the same player without a limit on iterations. Only the session stops its search.

        The decisions then depend on time and are not repeatable. Bots that do not search return themselves.
        """
        return self
