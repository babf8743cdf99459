"""The player of `bench/strength.py` that is shown everything."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.bots import LEVELS, Bot, Decision, Session
from engine.registry import RULESETS
from engine.ruleset import Move, Ruleset
from service.tools.arena.games import PlayedMatch
from service.tools.arena.matches import Match
from tools.testbed.seer import SEER, Shown, play_match


def test_the_seer_is_shown_the_truth_and_its_rival_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, list[bool]] = {"random": [], SEER: []}

    def listening(name: str, bot: Bot) -> Bot:
        class Listening(Bot):
            def choose(
                self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
            ) -> Move:
                given[name].append(isinstance(ruleset, Shown))
                return bot.choose(ruleset, view, rng, session)

            def react(
                self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
            ) -> Move | None:
                return bot.react(ruleset, view, rng, session)

            def decide(
                self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
            ) -> Decision:
                return bot.decide(ruleset, view, rng, session)

        return Listening()

    monkeypatch.setitem(LEVELS, "expert", listening(SEER, LEVELS["random"]))  # type: ignore[index, arg-type]
    monkeypatch.setitem(LEVELS, "random", listening("random", LEVELS["random"]))  # type: ignore[index, arg-type]
    options = RULESETS["my_village"].read_options({}, 2)
    assert isinstance(play_match(Match("my_village", options, (SEER, "random"), "seed", 0)), PlayedMatch)
    assert set(given[SEER]) == {True}
    assert set(given["random"]) == {False}
