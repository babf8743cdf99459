"""Measures the ratings of AI players.

Plays matches and fits one model for each ruleset and number of seats. Writes `engine/bots/ratings.json` and the tables
of docs/ai.md. Each game becomes a line of `bench/results/ratings.jsonl` as soon as it is over, so the next run
continues from there. After a change of the AI, delete that file, `strength.jsonl.xz` and `reviews.jsonl`, and measure
again.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench import reviews, strength
from bench.helpers.strength_rows import COUNTESS, LADDER
from engine.bots import LEVELS
from engine.bots.casual import Casual
from engine.registry import RULESETS
from service.tools.arena.games import Failed, Outcome, play
from service.tools.arena.matches import Match
from service.tools.arena.pool import cores, outcomes
from tools.testbed.seer import SEER

RESULTS = Path(__file__).parent / "results" / "ratings.jsonl"
DATA = Path(__file__).parents[1] / "engine" / "bots" / "ratings.json"
PAGE = Path(__file__).parents[1] / "docs" / "ai.md"
BEGIN, END = "<!-- ratings: written by bench/ratings.py -->", "<!-- ratings: end -->"
TABLES = tuple((key, seats) for key, most in (("villagers", 5), ("my_village", 4)) for seats in range(2, most + 1))
RUNGS = {
    f"rung {at}": Casual(*parameters)
    for at, parameters in enumerate(
        [
            *(
                (0.9, 30.0),
                (0.7, 14.0),
                (0.5, 8.0),
                (0.35, 5.0),
                (0.2, 3.0),
                (0.1, 1.5),
                (0.05, 0.7),
                (0.02, 0.3),
                (0, 0),
            ),
            *((0.04, 0, 30), (0.02, 0, 100), (0, 0, 300), (0, 0, 1000)),
        ]
    )
}
"""The rungs: players with measured ratings, from which other ratings are interpolated. First they differ by mistakes,
then by search.
"""
LINKS = {0: "random", 3: "beginner", 4: "easy", 8: "greedy", 9: "medium", 10: "medium", 11: "hard", 12: "expert"}
"""For a rung, the level of about the same strength."""
FIXED, AT = "medium", 1500
"""The level whose rating is fixed."""
CHANGED = ("beginner", "easy", "greedy", "medium", "hard", "expert")
"""Levels that have changed since the games of `bench/strength.py`, so that those games do not count for them."""
SCALE = 400 / math.log(10)
Z = statistics.NormalDist().inv_cdf(0.975)
FEW = 10
"""The lowest number of games of a rung. Rungs with fewer games are left out."""
OUTLIER = 2.5
"""The results of a pair stand out if the model misses them by more than this many standard errors."""
SECONDS = {"medium": 0.3, "hard": 4.0, "expert": 25.0}
PER_ITERATION = 0.03
"""The rough processor seconds of a game for one seat: of levels, and of one iteration of a rung."""

Pair = tuple[str, str]
"""The player of one seat, and the player of all other seats."""


def pairs() -> list[Pair]:
    """Return the pairs that play: neighbours among rungs and among levels, and rungs with levels of about their
    strength.
    """
    found = [(high, low) for low, high in pairwise(RUNGS)]
    found += [(high, low) for low, high in pairwise(LADDER)]
    return [*found, *((f"rung {at}", level) for at, level in LINKS.items())]


def cost(pair: Pair, seats: int) -> float:
    """Return a rough estimate of the processor seconds of a game."""
    one, other = (SECONDS.get(name, PER_ITERATION * RUNGS[name].iterations if name in RUNGS else 0.02) for name in pair)
    return (one + (seats - 1) * other) * seats / 2


def played() -> list[dict[str, Any]]:
    """Return all games that this script has played."""
    return [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def matches(games: int, dearest: float) -> Iterator[Match]:
    """Yield the games still to be played, cheap ones first."""
    done = {(one["ruleset"], one["one"], one["others"], one["seats"], one["game"]) for one in played()}
    jobs = [(cost(pair, seats), key, seats, pair) for key, seats in TABLES for pair in pairs()]
    for seconds, key, seats, (one, others) in sorted(jobs):
        for game in range(games) if seconds <= dearest else ():
            if (key, one, others, seats, game) not in done:
                line_up, turn = (one, *(others,) * (seats - 1)), game % seats
                levels = (*line_up[turn:], *line_up[:turn])
                yield Match(key, RULESETS[key].read_options({}, seats), levels, f"ratings {game // seats}", turn)


def play_match(match: Match) -> Outcome:
    """Play one game in a process of the pool."""
    return play(RULESETS[match.ruleset], {**LEVELS, **RUNGS}, match)


def record(outcome: Outcome) -> None:
    """Append one game to the results."""
    assert not isinstance(outcome, Failed), outcome.text
    match, seats = outcome.match, len(outcome.match.levels)
    one, others = match.line_up[:2]
    seat = match.levels.index(one)
    line = {
        "ruleset": match.ruleset,
        "seats": seats,
        "one": one,
        "others": others,
        "game": int(match.seed.split()[1]) * seats + match.turn,
        "share": 1 / len(outcome.winners) if seat in outcome.winners else 0.0,
        "ms": [round(1000 * second, 1) for second in outcome.seconds[seat]],
    }
    with RESULTS.open("a") as out:
        out.write(json.dumps(line) + "\n")


def results(key: str, seats: int) -> dict[Pair, list[float]]:
    """Return the shares of the victory in the stored games of a table, by pair. Pairs that no games connect to `FIXED`
    are left out.
    """
    found: dict[Pair, list[float]] = defaultdict(list)
    for one in played():
        if (one["ruleset"], one["seats"]) == (key, seats):
            found[one["one"], one["others"]].append(one["share"])
    for row, games in strength.load().items():
        ruleset, count, _, level, others = row.split("/")
        alone = others in (COUNTESS.replace(" ", "-"), SEER.replace(" ", "-"))
        if (ruleset, count) == (key, str(seats)) and not alone and not {level, others} & set(CHANGED):
            found[level, others] += games.values()
    connected, before = {FIXED}, 0
    while len(connected) > before:
        before = len(connected)
        connected |= {name for pair in found if connected & set(pair) for name in pair}
    return {pair: won for pair, won in found.items() if set(pair) <= connected}


def fit(shares: dict[Pair, list[float]], seats: int) -> tuple[dict[str, tuple[float, float]], list[str]]:
    """Fit all games of a table together. Returns the rating of each player with the half-width of its 95 % interval,
    and the pairs whose results stand out.

    The seat of one player wins against `seats - 1` seats of another player with odds `strength / (others' strength *
    (seats - 1))`. This is a logistic regression with an offset. Half a win and half a loss are added to each pair, so
    that every rating is finite.
    """
    import numpy as np
    import statsmodels.api as sm

    names = sorted({name for pair in shares for name in pair} - {FIXED})
    design, counts = np.zeros((len(shares), len(names))), np.zeros((len(shares), 2))
    for row, ((one, others), won) in enumerate(shares.items()):
        counts[row] = sum(won) + 0.5, len(won) - sum(won) + 0.5
        for name, sign in ((one, 1), (others, -1)):
            if name != FIXED:
                design[row, names.index(name)] += sign
    offset = np.full(len(shares), -math.log(seats - 1))
    found = sm.GLM(counts, design, family=sm.families.Binomial(), offset=offset).fit()
    rating = {FIXED: (float(AT), 0.0)}
    for name, value, error in zip(names, found.params, found.bse, strict=True):
        rating[name] = (AT + SCALE * float(value), Z * SCALE * float(error))
    odd = [
        f"{one} against {others}: {100 * statistics.fmean(won):.0f} % of {len(won)}, by the model {100 * model:.0f} %"
        for ((one, others), won), model, miss in zip(
            shares.items(), found.fittedvalues, found.resid_pearson, strict=True
        )
        if abs(miss) > OUTLIER
    ]
    return rating, odd


def document() -> tuple[dict[str, Any], list[str]]:
    """Return the contents of `ratings.json`, and the results that stand out."""
    data: dict[str, Any] = {}
    remarks = []
    for key, seats in TABLES:
        if not (shares := results(key, seats)):
            continue
        rating, odd = fit(shares, seats)
        remarks += [f"{key}, {seats} seats: {line}" for line in odd]
        levels = [_level(key, seats, level, *rating[level]) for level in LADDER if level in rating]
        data.setdefault(key, {})[str(seats)] = {"levels": levels, "rungs": _rungs(shares, rating)}
    return data, remarks


def _level(key: str, seats: int, level: str, rating: float, half_width: float) -> dict[str, Any]:
    times = sorted(
        ms for one in played() if (one["ruleset"], one["seats"], one["one"]) == (key, seats, level) for ms in one["ms"]
    )
    losses = [
        loss
        for one in reviews.stored()
        if (one["ruleset"], one["seats"], one["level"]) == (key, seats, level)
        for _, loss, _ in one["found"]
    ]
    return {
        "name": level,
        "rating": round(rating),
        "half_width": round(half_width),
        "median_ms": statistics.median(times) if times else None,
        "p95_ms": times[int(0.95 * len(times))] if times else None,
        "loss": round(statistics.fmean(losses), 4) if losses else None,
    }


def _rungs(shares: dict[Pair, list[float]], rating: dict[str, tuple[float, float]]) -> list[dict[str, Any]]:
    """Return the rungs with enough games. A rung is left out unless it is stronger than all before it."""
    found: list[dict[str, Any]] = []
    for name, player in RUNGS.items():
        games = sum(len(won) for pair, won in shares.items() if name in pair)
        if games >= FEW and name in rating and (not found or rating[name][0] > found[-1]["rating"] + 1):
            value, half_width = rating[name]
            rung = {"rating": round(value, 1), "half_width": round(half_width)}
            found.append(rung | {"overlooks": player.overlooks, "error": player.error, "iterations": player.iterations})
    return found


def table(data: dict[str, Any]) -> Iterator[str]:
    """Yield the table of docs/ai.md."""
    yield f"| game | seats | {' | '.join(f'`{level}`' for level in LADDER)} | `rating` |"
    yield f"|---|--:|{'--:|' * (len(LADDER) + 1)}"
    for key, of_seats in data.items():
        for seats, one in of_seats.items():
            found = {level["name"]: f"{level['rating']} ± {level['half_width']}" for level in one["levels"]}
            found[FIXED] = str(AT)
            rungs = one["rungs"]
            span = f"{rungs[0]['rating']:.0f} to {rungs[-1]['rating']:.0f}" if len(rungs) > 1 else ""
            cells = [found.get(level, "") for level in LADDER]
            yield f"| {RULESETS[key].name} | {seats} | {' | '.join(cells)} | {span} |"


def write() -> None:
    """Fit the games, and write the data and the table."""
    data, remarks = document()
    DATA.write_text(json.dumps(data, indent=1) + "\n")
    before, rest = PAGE.read_text().split(BEGIN)
    lines = "\n".join(table(data))
    PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{END}{rest.split(END)[1]}")
    print(lines)
    print(*remarks, sep="\n")


def read_arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description="Measures the ratings of AI players.")
    parser.add_argument("--fit", action="store_true", help="play nothing, only fit and write")
    parser.add_argument("--games", type=int, default=50, help="games of each pair at each table (default: 50)")
    parser.add_argument("--dearest", type=float, default=math.inf, help="longest game of a pair, in seconds")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after about this many minutes")
    parser.add_argument("--processes", type=int, default=cores(), help="default: one for each core")
    return parser.parse_args(given)


def main() -> int:
    """Run the command line. Returns the exit code."""
    given = read_arguments()
    until = time.monotonic() + 60 * given.minutes
    try:
        todo = () if given.fit else matches(given.games, given.dearest)
        for outcome in outcomes(play_match, todo, given.processes):
            record(outcome)
            if time.monotonic() > until:
                break
    except KeyboardInterrupt:
        print("interrupted; what was played is kept", file=sys.stderr)
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
