"""The arena: its statistics against published figures, line-ups, counts, and the command."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.bots import Bot, Decision, Session
from engine.registry import RULESETS
from engine.ruleset import Doc, Move, Ruleset
from service.tools.arena import command
from service.tools.arena.games import Failed, Outcome, PlayedMatch, play
from service.tools.arena.matches import LineUp, Match, Tournament, deals_for, line_ups
from service.tools.arena.pool import ProcessDied, outcomes
from service.tools.arena.ratings import SCALE, fit_ratings
from service.tools.arena.statistics import Z, mean_of, percentile, wilson
from service.tools.arena.summary import summarize
from service.tools.cli import main
from tests.service.horn import BLOW, seed_of
from tests.service.horn import RULES as HORN
from tests.service.toy import NIM

# --- statistics ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_those_of_newcombe_1998(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_intervals_are_symmetric_in_wins_and_losses_and_take_halves() -> None:
    low, high = wilson(12.5, 40)
    assert wilson(27.5, 40) == pytest.approx((1 - high, 1 - low))
    assert wilson(12, 40)[0] < low < wilson(13, 40)[0]
    assert wilson(7, 7)[1] == 1


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    mean, reach = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    # The sample's variance is 32 / 7.
    assert (mean, reach) == pytest.approx((5, 1.959964 * (32 / 7 / 8) ** 0.5), rel=1e-6)
    assert mean_of([3]) == (3, None)


@pytest.mark.parametrize(("share", "value"), [(0.05, 15), (0.3, 20), (0.4, 20), (0.5, 35), (0.95, 50), (1, 50)])
def test_a_percentile_is_the_nearest_rank(share: float, value: float) -> None:
    assert percentile([50, 40, 15, 35, 20], share) == value
    assert percentile([], share) is None


# --- ratings ---------------------------------------------------------------------------------

TEAMS = ("Baltimore", "Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland")
WON = (
    (0, 2, 4, 1, 3, 1, 7),
    (11, 0, 7, 9, 7, 7, 9),
    (9, 6, 0, 7, 5, 11, 9),
    (12, 4, 6, 0, 7, 7, 8),
    (10, 6, 8, 6, 0, 6, 7),
    (12, 6, 2, 6, 7, 0, 7),
    (6, 4, 4, 5, 6, 6, 0),
)
"""The American League of 1987: how often the row's team beat the column's (Agresti, Categorical Data Analysis)."""

ABILITIES = {
    "Milwaukee": (1.5814, 0.3433),
    "Detroit": (1.4364, 0.3396),
    "Toronto": (1.2945, 0.3367),
    "New York": (1.2476, 0.3359),
    "Boston": (1.1077, 0.3339),
    "Cleveland": (0.6839, 0.3319),
}
"""Log strengths above Baltimore's with standard errors, as R's package BradleyTerry2 gives them."""


def test_ratings_are_the_published_ones_of_the_baseball_league() -> None:
    wins = {(a, b): WON[i][j] for i, a in enumerate(TEAMS) for j, b in enumerate(TEAMS) if i != j}
    ratings, bounded = fit_ratings(TEAMS, wins)
    assert bounded
    assert (ratings["Baltimore"].elo, ratings["Baltimore"].plus_minus) == (0, 0)
    for team, (ability, error) in ABILITIES.items():
        assert ratings[team].elo / SCALE == pytest.approx(ability, abs=6e-5), team
        assert ratings[team].plus_minus / SCALE / Z == pytest.approx(error, abs=6e-5), team


def test_three_wins_to_one_are_191_points() -> None:
    ratings, bounded = fit_ratings(("a", "b"), {("a", "b"): 50, ("b", "a"): 150})
    assert bounded
    assert ratings["b"].elo == pytest.approx(190.85, abs=0.01)
    assert ratings["b"].plus_minus == pytest.approx(1.96 * 173.72 / (200 * 0.75 * 0.25) ** 0.5, abs=0.01)


def test_a_level_without_a_loss_gets_a_finite_rating_that_says_so() -> None:
    ratings, bounded = fit_ratings(("a", "b"), {("a", "b"): 0, ("b", "a"): 19})
    # One more draw: 19.5 to 0.5.
    assert not bounded
    assert ratings["b"].elo == pytest.approx(636.43, abs=0.01)


def test_levels_that_never_met_over_others_cannot_be_compared_by_results() -> None:
    apart = {("a", "b"): 3.0, ("b", "a"): 3.0, ("c", "d"): 1.0, ("d", "c"): 3.0}
    assert not fit_ratings(("a", "b", "c", "d"), apart)[1]
    assert fit_ratings(("a", "b", "c", "d"), {**apart, ("a", "c"): 1.0, ("d", "b"): 1.0})[1]


# --- who plays whom --------------------------------------------------------------------------


def test_with_two_seats_all_pairs_play_and_with_as_many_seats_as_levels_all() -> None:
    assert line_ups(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert line_ups(("a", "b", "b"), 3) == (("a", "b", "b"),)
    assert line_ups(("a", "b", "b"), 2) == (("a", "b"), ("b", "b"))
    assert line_ups(("a", "b"), 1) == (("a",), ("b",))


def test_every_deal_is_played_once_in_every_rotation_by_every_line_up() -> None:
    chosen: tuple[LineUp, ...] = (("a", "b", "b"), ("a", "c", "d"))
    matches = list(Tournament("nim", {}, chosen, deals_for(7, 3), "s").matches())
    assert len(matches) == 3 * 3 * 2, "7 games are three whole deals"
    assert len({match.seed for match in matches}) == 3
    for seed in {match.seed for match in matches}:
        dealt = [match for match in matches if match.seed == seed]
        assert sorted(match.levels for match in dealt if match.line_up == chosen[1]) == [
            ("a", "c", "d"),
            ("c", "d", "a"),
            ("d", "a", "c"),
        ]
        assert sum(match.line_up == chosen[0] for match in dealt) == 3


# --- a game ----------------------------------------------------------------------------------


class Watched(Bot):
    """Takes the first move; does not react. Remembers each call with its session."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.sessions: dict[int, set[int]] = {}

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        self._ask("choose", view, session)
        return ruleset.view_moves(view)[0]

    def react(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        self._ask("react", view, session)
        return None

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        raise NotImplementedError

    def _ask(self, what: str, view: Any, session: Session | None) -> None:
        self.asked.append((what, view.viewer, view.stones))
        self.sessions.setdefault(view.viewer, set()).add(id(session))


class Eager(Watched):
    """Blows the horn when it can."""

    def react(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        super().react(ruleset, view, rng, session)
        return (BLOW,)


class Cheat(Watched):
    """Chooses an illegal move."""

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        return (99, 99)


class Broken(Watched):
    """Raises an error instead of choosing."""

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        raise ZeroDivisionError("no idea")


def match_of(*levels: str, ruleset: str = "nim", seed: str = "s", stones: int = 7) -> Match:
    return Match(ruleset, {"stones": stones}, levels, seed, 0)


def test_a_game_is_played_to_its_end_with_one_session_for_each_seat() -> None:
    bot = Watched()
    played = play(NIM, {"w": bot}, match_of("w", "w"))
    assert isinstance(played, PlayedMatch)
    assert (sum(played.totals), len(played.winners)) == (1, 1)
    assert all(len(sessions) == 1 for sessions in bot.sessions.values())
    assert bot.sessions[0] != bot.sessions[1]


def test_only_decisions_with_alternatives_are_timed() -> None:
    played = play(HORN, {"w": Watched()}, match_of("w", "w", ruleset="horn", seed=seed_of(False, False), stones=4))
    assert isinstance(played, PlayedMatch)
    # Four single stones are taken, but the last one leaves no choice.
    assert [len(seat) for seat in played.seconds] == [2, 1]
    assert all(seconds >= 0 for seat in played.seconds for seconds in seat)


def test_who_may_react_is_asked_once_in_every_state_before_the_seat_that_is_waited_for() -> None:
    bot = Watched()
    seed = seed_of(False, True)
    played = play(HORN, {"w": bot}, match_of("w", "w", ruleset="horn", seed=seed, stones=4))
    assert isinstance(played, PlayedMatch)
    assert bot.asked == [
        ("react", 1, 4),
        ("choose", 0, 4),
        ("choose", 1, 3),
        ("react", 1, 2),
        ("choose", 0, 2),
        ("choose", 1, 1),
    ]
    # The alternative to a reaction is to decline; the last stone has none.
    assert [len(seat) for seat in played.seconds] == [2, 3]


def test_a_reaction_is_carried_out_and_the_turn_goes_on() -> None:
    bot = Eager()
    seed = seed_of(False, True)
    played = play(HORN, {"e": bot}, match_of("e", "e", ruleset="horn", seed=seed, stones=3))
    assert isinstance(played, PlayedMatch)
    assert bot.asked == [("react", 1, 3), ("choose", 0, 2), ("choose", 1, 1)]
    assert played.winners == (1,)


@pytest.mark.parametrize(("bot", "told"), [(Cheat(), "IllegalMove"), (Broken(), "no idea")])
def test_a_bot_that_fails_is_told_with_level_seat_and_the_seed_of_its_game(bot: Bot, told: str) -> None:
    failed = play(NIM, {"bad": bot, "good": Watched()}, match_of("good", "bad", seed="morning"))
    assert isinstance(failed, Failed)
    assert (failed.level, failed.seat, failed.match.seed) == ("bad", 1, "morning")
    assert told in failed.text


# --- what is counted -------------------------------------------------------------------------


def result(
    deal: str, levels: Sequence[str], turn: int, winners: tuple[int, ...], totals: Sequence[float]
) -> PlayedMatch:
    match = Match("nim", {}, tuple(levels), deal, turn)
    return PlayedMatch(match, winners, tuple(totals), ((0.001, 0.003),) * len(levels), 5)


def counted(line_up: LineUp, found: Sequence[Outcome]) -> Doc:
    return summarize(Tournament("nim", {}, (line_up,), 2, "s"), found)


def level_of(summary: Doc, level: str) -> Doc:
    (found,) = [one for one in summary["levels"] if one["level"] == level]
    return found


def test_a_shared_win_is_half_a_win_for_both() -> None:
    games = [result("1", ("a", "b"), 0, (0,), (9, 5)), result("1", ("b", "a"), 1, (0, 1), (7, 7))]
    summary = counted(("a", "b"), games)
    assert (level_of(summary, "a")["wins"]["share"], level_of(summary, "b")["wins"]["share"]) == (0.75, 0.25)
    (pair,) = summary["pairs"]
    assert (pair["levels"], pair["games"], pair["beat"]["share"], pair["margin"]["mean"]) == (["a", "b"], 2, 0.75, 2)
    assert level_of(summary, "a")["score"]["mean"] == 8
    assert (summary["games"], summary["rounds"]) == (2, 5)


def test_seats_of_one_level_in_a_game_are_one_observation() -> None:
    line_up = ("a", "b", "b")
    games = [
        result("1", ("a", "b", "b"), 0, (1,), (5, 9, 4)),
        result("1", ("b", "b", "a"), 1, (2,), (3, 3, 6)),
        result("1", ("b", "a", "b"), 2, (0,), (8, 4, 4)),
    ]
    summary = counted(line_up, games)
    assert level_of(summary, "b")["games"] == 3
    assert level_of(summary, "b")["wins"]["share"] == pytest.approx((1 / 2 + 0 + 1 / 2) / 3)
    # Against the other two of each game: one lost and one with more, two won, one lost and one level.
    (pair,) = summary["pairs"]
    assert pair["beat"]["share"] == pytest.approx((0.5 + 1 + 0.25) / 3)
    assert level_of(summary, "b")["decisions"] == 2 * 2 * 3


def test_a_game_alone_is_won_or_lost_and_rates_nobody() -> None:
    games = [result("1", ("a",), 0, (), (40,)), result("2", ("a",), 0, (0,), (60,))]
    summary = counted(("a",), games)
    assert level_of(summary, "a")["wins"]["share"] == 0.5
    assert (summary["pairs"], summary["elo"]) == ([], None)


def test_times_are_percentiles_over_decisions_in_milliseconds() -> None:
    (a, _) = counted(("a", "b"), [result("1", ("a", "b"), 0, (0,), (1, 0)), result("1", ("b", "a"), 1, (0,), (1, 0))])[
        "levels"
    ]
    assert a["cpu_ms"] == pytest.approx({"p50": 1, "p95": 3})


def test_only_whole_deals_count_and_failures_are_told() -> None:
    whole = [result("2", ("a", "b"), 0, (0,), (1, 0)), result("2", ("b", "a"), 1, (1,), (0, 1))]
    half = result("1", ("a", "b"), 0, (1,), (0, 1))
    failed = Failed(Match("nim", {}, ("b", "a"), "1", 1), 0, "a traceback")
    summary = counted(("a", "b"), [half, failed, *whole])
    assert (summary["games"], summary["games_wanted"]) == (2, 4)
    assert level_of(summary, "a")["wins"]["share"] == 1
    (told,) = summary["failures"]
    assert told == {"level": "b", "seat": 0, "levels": ["b", "a"], "seed": "1", "text": "a traceback"}


# --- processes -------------------------------------------------------------------------------


def test_processes_share_the_jobs() -> None:
    assert sorted(outcomes(abs, [-1, 2, -3], 2)) == [1, 2, 3]


def test_the_death_of_a_process_is_told_and_ends_the_others() -> None:
    with pytest.raises(ProcessDied) as caught:
        list(outcomes(os._exit, [7, 7], 2))
    assert set(caught.value.jobs) == {7}
    assert multiprocessing.active_children() == []


# --- the command -----------------------------------------------------------------------------


def arena(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["arena", *arguments])


def without_times(report: str) -> Doc:
    summary: Doc = json.loads(report)
    for level in summary["levels"]:
        del level["cpu_ms"]
    return summary


def test_equal_seeds_are_equal_games_whatever_the_number_of_processes() -> None:
    asked = ("random", "greedy", "--games", "4", "--seed", "s", "--json")
    alone, shared = arena(*asked, "--processes", "1"), arena(*asked, "--processes", "2")
    assert (alone.exit_code, shared.exit_code) == (0, 0), alone.output + shared.output
    assert without_times(alone.stdout) == without_times(shared.stdout)
    other = arena(*asked[:-2], "t", "--json", "--processes", "1")
    assert without_times(other.stdout)["levels"] != without_times(alone.stdout)["levels"]


def test_the_report_for_people_names_every_level_and_pair() -> None:
    done = arena("--field", "greedy,random", "--ruleset", "my_village", "--games", "1", "--processes", "1")
    assert done.exit_code == 0, done.output
    for part in ("my_village", "seats: 2", "games: 2", "greedy : random", "rounds", "p95"):
        assert part in done.stdout


def test_options_reach_the_game() -> None:
    asked = ("greedy", "--option", "solo=hard", "--option", "expansions=saints,scoundrels", "--games", "1", "--json")
    done = arena(*asked, "--options", '{"solo": "beginner", "first_player": "0"}', "--processes", "1")
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    given = {"solo": "hard", "expansions": ["saints", "scoundrels"], "first_player": "0"}
    assert summary["options"].items() >= given.items()
    assert (summary["seats"], summary["games"]) == (1, 1)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ((), "Name the levels"),
        (("random", "clever"), "no level 'clever'"),
        (("random", "greedy", "--seats", "4"), "4 seats need 4 levels"),
        (("random", "greedy", "--ruleset", "chess"), "no ruleset 'chess'"),
        (("random", "--ruleset", "my_village"), "2 to 4 seats, not 1"),
        (("random", "greedy", "--option", "solo"), "name=value"),
        (("random", "greedy", "--option", "solo=hard", "--option", "moon=full"), "moon"),
        (("random", "greedy", "--options", "{"), "not JSON"),
        (("random", "--field", "random,greedy"), "give it alone"),
        (("--field", "random,greedy", "--field", "random"), "as many seats"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(asked: tuple[str, ...], told: str) -> None:
    done = arena(*asked)
    assert done.exit_code == 2
    assert told in done.output


def test_an_interrupted_tournament_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(work: Callable[[Match], Outcome], jobs: Iterator[Match], processes: int) -> Iterator[Outcome]:
        for _ in range(3):
            yield work(next(jobs))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "outcomes", interrupted)
    done = arena("random", "greedy", "--json")
    assert done.exit_code == 130
    summary = json.loads(done.stdout)
    assert (summary["interrupted"], summary["games"]) == (True, 2)


def test_a_failing_level_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(work: object, jobs: Iterator[Match], processes: int) -> Iterator[Outcome]:
        yield from (play(RULESETS[job.ruleset], {"random": Broken(), "greedy": Broken()}, job) for job in jobs)

    monkeypatch.setattr(command, "outcomes", broken)
    done = arena("random", "greedy", "--games", "2", "--seed", "dusk")
    assert done.exit_code == 1
    assert "game seed dusk-0" in done.stdout
