"""`bench/strength.py`: what was played is kept, nothing is played twice, and the tables say what the games say."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bench import strength
from bench.helpers import strength_table
from bench.helpers.strength_games import play_match
from bench.helpers.strength_rows import SEER, Row, suite
from engine.registry import RULESETS
from service.tools.arena.games import Played
from service.tools.arena.matches import Match

CHEAP = Row("my_village", 2, "standard", "beginner", "random", wanted=50)


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for results and page."""
    page = tmp_path / "ai.md"
    page.write_text(f"before\n{strength_table.BEGIN}\nold\n{strength_table.END}\nafter\n")
    monkeypatch.setattr(strength, "RESULTS", tmp_path / "strength.jsonl.xz")
    monkeypatch.setattr(strength_table, "PAGE", page)
    return tmp_path


def test_every_row_is_there_once_and_can_be_played() -> None:
    rows = suite()
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.seats in RULESETS[row.ruleset].seats
        RULESETS[row.ruleset].read_options(row.options, row.seats)
    assert sum(row.wanted is not None for row in rows) == 17


def test_a_second_run_goes_on_where_the_first_one_ended() -> None:
    assert strength.play_all([CHEAP], games=2, processes=1, minutes=0) == 0
    first = strength.written()
    assert len(first.splitlines()) == 1
    assert strength.play_all([CHEAP], games=4, processes=1, minutes=1000) == 0
    whole = strength.written()
    assert whole.startswith(first)
    assert len(strength.load()[CHEAP.key]) == len(whole.splitlines()) == 4
    assert not list(strength.jobs([CHEAP], games=4))
    strength.pack()
    assert strength.written() == whole


def test_the_page_is_written_between_its_marks(results: Path) -> None:
    games = {CHEAP.key: {("a", 0): 1.0, ("a", 1): 0.5, ("b", 0): 0.0, ("b", 1): 1.0}}
    strength_table.write_table([CHEAP], games)
    page = (results / "ai.md").read_text()
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "62.5 % (" in page
    assert "short by" in page
    assert "old" not in page


def test_the_seer_is_shown_the_truth_and_its_rival_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from bench.helpers.strength_games import Shown
    from engine.bots import LEVELS, Bot, Session
    from engine.bots.base import Decision
    from engine.ruleset import Move, Ruleset

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
    assert isinstance(play_match(Match("my_village", options, (SEER, "random"), "seed", 0)), Played)
    assert set(given[SEER]) == {True}
    assert set(given["random"]) == {False}
