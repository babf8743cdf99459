"""Stand-ins for failing bots, so that no game hangs."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import LEVELS, Bot, Decision, Rules, Session
from engine.ruleset import Move

MAX_TRIES = 3
"""Tries of the level's own bot, counting both exceptions and lost workers."""


class BotFailed(Exception):
    """A bot of this level raised an exception (the cause), or chose an illegal move, or none when it had to move."""

    def __init__(self, level: str) -> None:
        super().__init__(f"the bot of level {level!r} failed")
        self.level = level


class First(Bot):
    """Plays the first legal move and never reacts, so it cannot fail."""

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return ruleset.view_moves(view)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        return None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        return Decision(self.choose(ruleset, view, rng, session), ())


_GREEDY, _FIRST = LEVELS["greedy"], First()


def stand_ins(tries: int) -> list[Bot]:
    """The stand-ins for this try, in order; without `greedy` once a worker may have died of it too."""
    return [_GREEDY, _FIRST] if tries <= MAX_TRIES + 1 else [_FIRST]
