"""Plays one game of `bench/strength.py`, including games with a player that sees everything."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import LEVELS, Bot, Decision, Session
from engine.registry import RULESETS
from engine.ruleset import Move, Ruleset
from service.tools.arena.games import Outcome, play
from service.tools.arena.matches import Match

SEER = "all cards open"
"""The search of `expert`, which sees the whole state. It is no level; it exists for this measurement only."""


class Forwarding(Ruleset[Any, Any]):
    """A ruleset that calls another ruleset for every method."""

    def __init__(self, rules: Ruleset[Any, Any]) -> None:
        self.real = rules


def _forwarded(name: str) -> Any:
    return lambda self, *given: getattr(self.real, name)(*given)


for _name in dir(Ruleset):
    # A compiled abstract class lists `__abstractmethods__` but does not have it.
    if not _name.startswith("_") and callable(getattr(Ruleset, _name)):
        setattr(Forwarding, _name, _forwarded(_name))
Forwarding.__abstractmethods__ = frozenset()


class Watched(Forwarding):
    """The ruleset of a whole game. It remembers the state from which the last view was made."""

    truth: Any = None

    def view(self, state: Any, seat: int | None) -> Any:
        """See `Ruleset.view`."""
        self.truth = state
        return self.real.view(state, seat)


class Shown(Forwarding):
    """The ruleset for the search that sees everything: every sample is the true state."""

    def __init__(self, watched: Watched) -> None:
        super().__init__(watched.real)
        self.truth = watched.truth

    def sample(self, view: Any, rng: random.Random) -> Any:
        """Return a copy of the true state, whatever the view."""
        return self.real.clone(self.truth)


class Player(Bot):
    """A player at a watched game. With `sees` it knows everything hidden; otherwise it plays as its level."""

    def __init__(self, level: str, sees: bool = False) -> None:
        self.bot, self.sees = LEVELS[level], sees

    def _rules(self, watched: Any) -> Ruleset[Any, Any]:
        return Shown(watched) if self.sees else watched.real

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """See `Bot.choose`."""
        return self.bot.choose(self._rules(ruleset), view, rng, session)

    def react(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        """See `Bot.react`."""
        return self.bot.react(self._rules(ruleset), view, rng, session)

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        """See `Bot.decide`."""
        return self.bot.decide(self._rules(ruleset), view, rng, session)


def play_match(match: Match) -> Outcome:
    """Play a game of the suite."""
    rules = RULESETS[match.ruleset]
    if SEER not in match.levels:
        return play(rules, LEVELS, match)
    players = {level: Player("expert", True) if level == SEER else Player(level) for level in match.levels}
    return play(Watched(rules), players, match)
