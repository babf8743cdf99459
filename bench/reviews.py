"""Measures how accurately each level plays, by the default judge.

Plays games between equal levels, reviews them, and writes the table of docs/ai.md. Each reviewed game becomes a line of
`bench/results/reviews.jsonl`, so the next run continues there.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from rich.console import Console

from bench.helpers.result_lines import read_lines, write_lines
from engine.bots import LEVELS, Session
from engine.registry import RULESETS
from engine.replay import Step
from service.games.ai.reviews import Material, Reviewer
from service.games.ai.reviews.move_analysis import put_in_language
from service.games.ai.reviews.review_requests import DEFAULT_LEVEL
from service.store.games.records import Level
from service.tools.arena.pool import cores, outcomes
from service.tools.reviews import show

RESULTS = Path(__file__).parent / "results" / "reviews.jsonl"
PAGE = Path(__file__).parents[1] / "docs" / "ai.md"
BEGIN, END = "<!-- accuracy: written by bench/reviews.py -->", "<!-- accuracy: end -->"
TABLES = (("villagers", 2), ("villagers", 4), ("my_village", 2), ("my_village", 3))
JUDGED = tuple(LEVELS)
ENOUGH = 5
"""The number of games in a cell from which it gets an interval."""

Job = tuple[str, int, str, int]
"""Ruleset, seats, level of all seats, number of the game."""


def play(key: str, levels: list[str], seed: str, planted: int | None = None) -> tuple[Material, Any, int]:
    """Play a whole game. Returns the game, its final state, and the version of the planted move, if there is one.

    `planted`: the number of a decision of seat 0. There it makes the move that looks worst to its own search.
    """
    rules, seats = RULESETS[key], len(levels)
    options, steps = rules.read_options({}, seats), list[Step]()
    state = rules.setup(options, seats, seed.encode())
    rngs, sessions = (
        [random.Random(f"{key} {levels} {seed} {seat}") for seat in range(seats)],
        [Session(persona=seed) for _ in range(seats)],
    )
    decisions = version = 0
    while to_act := rules.to_act(state):
        for seat in (*to_act[1:], to_act[0]):
            bot, view = LEVELS[levels[seat]], rules.view(state, seat)
            choose = bot.choose if seat == to_act[0] else bot.react
            move = choose(rules, view, rngs[seat], sessions[seat])
            if seat == to_act[0] == 0 and len(rules.view_moves(view)) > 1:
                decisions += 1
                if decisions == planted:
                    candidates = bot.decide(rules, view, rngs[seat]).candidates
                    move, version = min(candidates, key=lambda one: one.chance).move, len(steps) + 1
            if move is not None:
                steps.append((seat, rules.write_move(move)))
                rules.advance(state, seat, move)
                break
    return Material(key, options, seats, seed.encode().hex(), tuple(steps), names=tuple(levels)), state, version


def reviewed(material: Material) -> dict[str, Any]:
    """Return the review by the default judge."""
    reviewer = Reviewer(RULESETS[material.ruleset], material, Level(DEFAULT_LEVEL))
    return reviewer.review_result([reviewer.judge(at) for at in range(len(reviewer))])


def review(job: Job) -> dict[str, Any]:
    """Play and review one game. Returns the accuracy and the mean loss of each seat, and whether it has won."""
    key, seats, level, number = job
    material, state, _ = play(key, [level] * seats, f"reviews {number}")
    won = (RULESETS[key].result(state) or {})["winners"]
    judged = reviewed(material)["seats"]
    found = [[one["accuracy"], round(one["loss"] / max(1, one["decisions"]), 5), one["seat"] in won] for one in judged]
    return {"ruleset": key, "seats": seats, "level": level, "game": number, "found": found}


PLANTED = 12
"""The decision at which the first seat of the example makes a blunder."""


def show_examples() -> None:
    """Print two reviews for each ruleset: a random clicker against `hard`, and `medium` with a planted blunder."""
    for key in RULESETS:
        for levels, planted in ((["random", "hard"], None), (["medium", "medium"], PLANTED)):
            material, _, version = play(key, levels, "example", planted)
            result = reviewed(material)
            result["moves"] = [put_in_language(one, "en") for one in result["moves"]]
            title = f"a blunder of seat 1, move {version}" if planted else "a random clicker is seat 1"
            print(f"{RULESETS[key].name}: {title}", flush=True)
            show(result, [f"{level} ({seat + 1})" for seat, level in enumerate(levels)], Console(width=110))


def stored() -> list[dict[str, Any]]:
    """Return all reviewed games."""
    return list(read_lines(RESULTS)) if RESULTS.exists() else []


def jobs(levels: list[str], games: int) -> Iterator[Job]:
    """Yield the games still to be played, one of each table in turn."""
    done = {(one["ruleset"], one["seats"], one["level"], one["game"]) for one in stored()}
    for number in range(games):
        for level in levels:
            yield from (job for table in TABLES if (job := (*table, level, number)) not in done)


def rows() -> Iterator[str]:
    """The table: accuracy by level, and how much winners and losers differ."""
    found: dict[Any, list[list[tuple[float, bool]]]] = defaultdict(list)
    for one in stored():
        found[one["ruleset"], one["seats"], one["level"]].append([(acc, won) for acc, _, won in one["found"] if acc])
    levels = [level for level in JUDGED if any(key[2] == level for key in found)]
    yield f"| game | seats | {' | '.join(f'`{level}`' for level in levels)} |"
    yield f"|---|--:|{'--:|' * len(levels)}"
    for key, seats in TABLES:
        cells = (_cell(found[key, seats, level]) for level in levels)
        yield f"| {RULESETS[key].name} | {seats} | {' | '.join(cells)} |"


def _cell(games: list[list[tuple[float, bool]]]) -> str:
    ahead = []
    for seats in games:
        won, lost = ([acc for acc, winner in seats if winner is side] for side in (True, False))
        if won and lost:
            ahead.append(statistics.fmean(won) - statistics.fmean(lost))
    if not ahead:
        return ""
    accuracies = [statistics.fmean(acc for acc, _ in seats) for seats in games if seats]
    return f"{_interval(accuracies)} ({_interval(ahead, '+')}; {len(games)})"


def _interval(values: list[float], sign: str = "") -> str:
    """The mean. From `ENOUGH` games on, add the half-width of its 95 % interval, by Student's t."""
    mean = f"{statistics.fmean(values):{sign}.0f}"
    if len(values) < ENOUGH:
        return mean
    # In the dependency group `bench`, as a dependency of statsmodels.
    from scipy.stats import t

    half = t.ppf(0.975, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return f"{mean} ± {half:.0f}"


def write_table() -> None:
    """Write the table between the markers of the page."""
    before, rest = PAGE.read_text().split(BEGIN)
    note = (
        "In brackets: by how many points the accuracy of winners exceeds that of losers, and the number of games.\n"
        f"Cells with at least {ENOUGH} games also have a 95 % interval (±)."
    )
    table = "\n".join(rows())
    PAGE.write_text(f"{before}{BEGIN}\n\n{table}\n\n{note}\n\n{END}{rest.split(END)[1]}")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measures the accuracy of each level by the default judge.")
    parser.add_argument("--games", type=int, default=50, help="games of each level at each table (default: 50)")
    parser.add_argument("--level", action="append", choices=JUDGED, help="only these levels (default: all)")
    parser.add_argument("--processes", type=int, default=cores(), help="default: one for each core")
    parser.add_argument("--examples", action="store_true", help="print two reviews for each game, and do nothing else")
    given = parser.parse_args()
    if given.examples:
        show_examples()
        return 0
    try:
        for one in outcomes(review, jobs(given.level or list(JUDGED), given.games), given.processes):
            write_lines(RESULTS, [one])
    except KeyboardInterrupt:
        print("interrupted; what was reviewed is kept", file=sys.stderr)
    print(*rows(), sep="\n")
    write_table()
    return 0


if __name__ == "__main__":
    sys.exit(main())
