"""Stand-ins for bots that fail, so that no game hangs."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import LEVELS, Bot, Decision, Rules, Session
from engine.ruleset import Move

MAX_BOT_TRIES = 3
"""The number of tries of the level's own bot. Exceptions and lost workers both count as tries."""


class BotFailed(Exception):
    """A bot of this level failed. It raised an exception (the cause), chose an illegal move, or made no choice when it
    had to move.
    """

    def __init__(self, level: str) -> None:
        super().__init__(f"the bot of level {level!r} failed")
        self.level = level


class First(Bot):
    """A bot that plays the first legal move and never reacts, so it cannot fail."""

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return ruleset.view_moves(view)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        return None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        return Decision(self.choose(ruleset, view, rng, session), ())


_GREEDY, _FIRST = LEVELS["greedy"], First()


def stand_ins(tries: int) -> list[Bot]:
    """Return the stand-ins for this try, in the order of use.

    The level `greedy` is left out if it may have killed the worker of an earlier try.
    """
    return [_GREEDY, _FIRST] if tries <= MAX_BOT_TRIES + 1 else [_FIRST]
