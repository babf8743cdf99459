"""Who plays for a bot that fails, so that no game hangs."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import LEVELS, Bot, Decision, Rules, Session
from engine.ruleset import Move

MAX_TRIES = 3
"""How often the bot of a seat's own level is asked for a decision, whether it raises something or ends its worker."""


class BotFailed(Exception):
    """A bot of this level raised something (the cause), chose what the rules forbid, or nothing when it had to."""

    def __init__(self, level: str) -> None:
        super().__init__(f"the bot of level {level!r} failed")
        self.level = level


class First(Bot):
    """Plays the first legal move and never reacts: nothing that could fail."""

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return ruleset.view_moves(view)[0]

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        return None

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        return Decision(self.choose(ruleset, view, rng, session), ())


_GREEDY, _FIRST = LEVELS["greedy"], First()


def stand_ins(tries: int) -> list[Bot]:
    """Who is asked instead at this try, one after the other: `greedy`, unless a worker may have died of that too."""
    return [_GREEDY, _FIRST] if tries <= MAX_TRIES + 1 else [_FIRST]
