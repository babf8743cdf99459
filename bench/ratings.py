"""Measures the ratings of AI players.

Plays matches and fits one model for each ruleset and number of seats. Writes `engine/bots/ratings.json`, and the tables
of docs/ai.md: ratings, also with all expansions, and wins against the Countess. Each game becomes a line of
`bench/results/ratings.jsonl.xz` as soon as it is over, so the next run continues from there. After a change of the AI,
delete that file and `reviews.jsonl`, and measure again.
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
from typing import Any, NamedTuple

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench import reviews
from bench.helpers.rating_model import AT, FIXED, PRECISION, Fit, Pair, Shares, connected, fit, precise
from bench.helpers.result_lines import pack, read_lines, write_lines
from engine.bots import LEVELS, Bot
from engine.bots.casual import Casual
from engine.bots.search import Budget, Search
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.tools.arena.games import Failed, Outcome, play
from service.tools.arena.matches import Match
from service.tools.arena.pool import cores, outcomes
from service.tools.arena.statistics import wilson

RESULTS = Path(__file__).parent / "results" / "ratings.jsonl.xz"
DATA = Path(__file__).parents[1] / "engine" / "bots" / "ratings.json"
PAGE = Path(__file__).parents[1] / "docs" / "ai.md"
BEGIN, END = "<!-- ratings: written by bench/ratings.py -->", "<!-- ratings: end -->"


class Table(NamedTuple):
    """A table. `box`: a key of `BOXES`."""

    ruleset: str
    seats: int
    box: str = "base"


BOXES: dict[str, Doc] = {
    "base": {},
    "all expansions": {"expansions": ["saints", "scoundrels", "profiteers", "developments"]},
    "solo `beginner`": {"solo": "beginner"},
    "solo `normal`": {"solo": "normal"},
    "solo `hard`": {"solo": "hard"},
}
"""The options of the games."""
SOLO = tuple(Table("villagers", 1, box) for box in BOXES if box.startswith("solo"))
TABLES = (
    *(Table("villagers", seats) for seats in (2, 3, 4, 5)),
    *(Table("my_village", seats) for seats in (2, 3, 4)),
    *(Table("villagers", seats, "all expansions") for seats in (2, 4)),
    *SOLO,
)
COUNTESS = "the Countess"
"""The opponent in solo games."""
SOLO_TEXT = "In solo games, this percentage of games is won against the Countess (with the 95 % interval):"
LADDER = tuple(LEVELS)
RUNGS: dict[str, Bot] = {
    "0.9 30": Casual(0.9, 30.0),
    "0.8 20": Casual(0.8, 20.0),
    "0.7 14": Casual(0.7, 14.0),
    "0.6 10.5": Casual(0.6, 10.5),
    "0.5 8": Casual(0.5, 8.0),
    "beginner": LEVELS["beginner"],
    "0.27 4.6": Casual(0.27, 4.6),
    "easy": LEVELS["easy"],
    "0.15 2.4": Casual(0.15, 2.4),
    "0.1 1.5": Casual(0.1, 1.5),
    "0.05 0.7": Casual(0.05, 0.7),
    "greedy": LEVELS["greedy"],
    "12 iterations": Search(Budget(12, ahead=True)),
    "hard": LEVELS["hard"],
}
"""The rungs, weakest first: players with measured ratings, from which other ratings are interpolated. Some of them are
levels.
"""
ORDER = ("random", *list(RUNGS)[:-1], FIXED, "hard", "expert")
"""All players, weakest first."""
STEPS = (110, 240)
"""The wanted distance between two ratings that are next to each other in `ratings.json`: rungs that are too close are
left out.
"""
TIMED = 20
"""The script stores thinking times for this many games of each pair."""
SECONDS = {"12 iterations": 0.4, "medium": 0.3, "hard": 3.0, "expert": 10.0}
"""The rough processor seconds of a game for one seat."""

Job = tuple[Table, Pair, int]
"""One game. The number tells the deal and the seat of the first player."""


def parameters(player: Bot) -> dict[str, float]:
    """Return the parameters between which `ratings.json` interpolates."""
    overlooks, error = (player.overlooks, player.error) if isinstance(player, Casual) else (0.0, 0.0)
    return {
        "overlooks": overlooks,
        "error": error,
        "iterations": player.budget.iterations if isinstance(player, Search) else 0,
    }


def pairs(table: Table) -> list[Pair]:
    """Return the pairs that play: each player with the next two weaker ones, and each level with the next two weaker
    levels. With expansions, only levels play.
    """
    if table in SOLO:
        return [(level, COUNTESS) for level in LADDER]
    found = [
        (order[at], order[below])
        for order in ((ORDER, LADDER) if table.box == "base" else (LADDER,))
        for at in range(len(order))
        for below in (at - 1, at - 2)
        if below >= 0
    ]
    return list(dict.fromkeys(found))


def cost(pair: Pair, seats: int) -> float:
    """Return a rough estimate of the processor seconds of a game."""
    one, others = (SECONDS.get(name, 0.02) for name in pair)
    # Searches are longer in solo games (`Budget.alone`).
    return 2 * one if seats == 1 else (one + (seats - 1) * others) * seats / 2


def stored() -> Iterator[dict[str, Any]]:
    """Yield all games that were played."""
    return read_lines(RESULTS) if RESULTS.exists() else iter(())


def load() -> dict[Table, Shares]:
    """Return the results of all games."""
    found: dict[Table, Shares] = {table: defaultdict(dict) for table in TABLES}
    for line in stored():
        found[table_of(line)][line["one"], line["others"]][line["game"]] = line["share"]
    return found


def table_of(line: dict[str, Any]) -> Table:
    """Return the table of a stored game."""
    return Table(line["ruleset"], line["seats"], line.get("box", "base"))


def jobs(tables: dict[Table, Shares], games: int, dearest: float) -> Iterator[Job]:
    """Yield the games still to be played, cheap ones first. `tables` grows while they are played."""
    todo = [(cost(pair, table.seats), table, pair) for table in TABLES for pair in pairs(table)]
    for seconds, table, pair in sorted(todo):
        played = tables[table][pair]
        for game in range(games) if seconds <= dearest else ():
            if game % table.seats == 0 and precise(played.values()):
                break
            if game not in played:
                yield table, pair, game


def play_job(job: Job) -> tuple[Job, Outcome]:
    """Play one game in a process of the pool."""
    table, (one, others), game = job
    rules, (deal, turn) = RULESETS[table.ruleset], divmod(game, table.seats)
    line_up = (one, *(others,) * (table.seats - 1))
    options = rules.read_options(BOXES[table.box], table.seats)
    match = Match(table.ruleset, options, (*line_up[turn:], *line_up[:turn]), f"ratings {deal}", turn)
    return job, play(rules, {**LEVELS, **RUNGS}, match)


def record(job: Job, outcome: Outcome, tables: dict[Table, Shares]) -> None:
    """Append one game to the results."""
    assert not isinstance(outcome, Failed), outcome.text
    table, (one, others), game = job
    seat = outcome.match.levels.index(one)
    share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
    tables[table][one, others][game] = share
    line = table._asdict() | {"one": one, "others": others, "game": game, "share": share}
    if one in LEVELS and game < TIMED:
        line["ms"] = [round(1000 * second, 1) for second in outcome.seconds[seat]]
    RESULTS.parent.mkdir(exist_ok=True)
    write_lines(RESULTS, [line])


def document(fits: dict[Table, Fit]) -> dict[str, Any]:
    """Return the contents of `ratings.json`."""
    data: dict[str, Any] = {}
    thought, lost = times(), losses()
    for table, found in fits.items():
        if table.box == "base":
            levels = [
                level_of(found, level, sorted(thought[table, level]), lost[table, level])
                for level in LADDER
                if level in found.rating
            ]
            rungs = [{"rating": round(found.rating[name], 2)} | parameters(RUNGS[name]) for name in spaced(found)]
            data.setdefault(table.ruleset, {})[str(table.seats)] = {"levels": levels, "rungs": rungs}
    return data


def level_of(found: Fit, level: str, ms: Sequence[float], lost: Sequence[float]) -> dict[str, Any]:
    """Return a level's part of `ratings.json`. `ms`: its thinking times, sorted. `lost`: its losses per decision."""
    return {
        "name": level,
        "rating": round(found.rating[level]),
        "half_width": round(found.half_width(level)),
        "median_ms": statistics.median(ms) if ms else None,
        "p95_ms": ms[int(0.95 * len(ms))] if ms else None,
        "loss": round(statistics.fmean(lost), 4) if lost else None,
    }


def times() -> dict[tuple[Table, str], list[float]]:
    """Return the thinking times in ms, by table and level."""
    found: dict[tuple[Table, str], list[float]] = defaultdict(list)
    for line in stored():
        found[table_of(line), line["one"]] += line.get("ms", ())
    return found


def losses() -> dict[tuple[Table, str], list[float]]:
    """Return the losses per decision, by table and level."""
    found: dict[tuple[Table, str], list[float]] = defaultdict(list)
    for one in reviews.stored():
        found[table_of(one), one["level"]] += [loss for _, loss, _ in one["found"]]
    return found


def spaced(found: Fit) -> list[str]:
    """Return the rungs for `ratings.json`, weakest first. Their steps are within `STEPS` if possible, and small.

    `greedy` is always there: weaker rungs make mistakes, stronger ones search.
    """
    known = [name for name in RUNGS if name in found.rating]
    # For each rung, the best choice that ends there: how much its steps miss `STEPS` by, and the sum of their squares.
    best: dict[str, tuple[float, float, list[str]]] = {known[0]: (0.0, 0.0, known[:1])}
    for name in known[1:]:
        steps = ((found.rating[name] - found.rating[before], *chosen) for before, chosen in best.items())
        best[name] = min(
            (missed + beyond(step), squares + step**2, [*chosen, name]) for step, missed, squares, chosen in steps
        )
        if name == "greedy":
            best = {name: best[name]}
    return best[known[-1]][2]


def beyond(step: float) -> float:
    """Return by how much a step misses `STEPS`."""
    return max(STEPS[0] - step, step - STEPS[1], 0.0)


def remarks(table: Table, found: Fit) -> Iterator[str]:
    """Yield what stands out at a table: results that the model misses, and steps between rungs that miss `STEPS` or
    were measured too roughly.
    """
    at = f"{table.ruleset}, {table.seats} seats, {table.box}"
    for line in found.odd:
        yield f"{at}: {line}"
    for low, high in pairwise(spaced(found) if table.box == "base" else ()):
        step, half_width = found.rating[high] - found.rating[low], found.half_width(high, low)
        if beyond(step) or half_width > PRECISION:
            yield f"{at}: the step from {low} to {high} is {step:.0f} ± {half_width:.0f}"


def rating_table(fits: dict[Table, Fit]) -> Iterator[str]:
    """Yield the table of ratings."""
    yield f"| game | seats | {' | '.join(f'`{level}`' for level in LADDER)} | `rating` |"
    yield f"|---|--:|{'--:|' * (len(LADDER) + 1)}"
    for table, found in fits.items():
        name, rungs = RULESETS[table.ruleset].name, spaced(found)
        game, span = f"{name}, {table.box}", ""
        if table.box == "base":
            game, span = name, f"{max(0, found.rating[rungs[0]]):.0f} to {found.rating[rungs[-1]]:.0f}"
        ratings = {level: f"{found.rating[level]:.0f} ± {found.half_width(level):.0f}" for level in found.rating}
        cells = [ratings.get(level, "") for level in LADDER]
        yield f"| {game} | {table.seats} | {' | '.join(cells)} | {span} |".replace(f"{AT} ± 0", f"{AT}")


def solo_table(tables: dict[Table, Shares]) -> Iterator[str]:
    """Yield the table of solo games: the percentage of wins with its 95 % interval."""
    yield f"| Villagers | {' | '.join(f'`{level}`' for level in LADDER)} |"
    yield f"|---|{'--:|' * len(LADDER)}"
    for table in SOLO:
        cells = []
        for level in LADDER:
            won = list(tables[table][level, COUNTESS].values())
            ends = [f"{100 * end:.0f}" for end in wilson(sum(won), len(won))] if won else []
            cells.append(f"{100 * statistics.fmean(won):.0f} ({'-'.join(ends)})" if won else "")
        yield f"| {table.box} | {' | '.join(cells)} |"


def write() -> None:
    """Fit the games, and write the data and the tables."""
    tables = load()
    joined = {table: connected(shares) for table, shares in tables.items() if table not in SOLO}
    fits = {table: fit(won, table.seats) for table, won in joined.items() if won}
    DATA.write_text(json.dumps(document(fits), indent=1) + "\n")
    lines = "\n".join((*rating_table(fits), "", SOLO_TEXT, "", *solo_table(tables)))
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{END}{rest.split(END)[1]}")
    print(lines)
    print(*(line for table, found in fits.items() for line in remarks(table, found)), sep="\n")


def read_arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description="Measures the ratings of AI players.")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--fit", action="store_true", help="play nothing, only fit and write")
    only.add_argument("--play", action="store_true", help="only play")
    parser.add_argument("--games", type=int, default=50, help="most games of a pair at a table (default: 50)")
    parser.add_argument("--dearest", type=float, default=math.inf, help="longest game of a pair, in seconds")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after about this many minutes")
    parser.add_argument("--processes", type=int, default=cores(), help="default: one for each core")
    return parser.parse_args(given)


def main() -> int:
    """Run the command line. Returns the exit code."""
    given = read_arguments()
    until = time.monotonic() + 60 * given.minutes
    try:
        tables = load()
        todo = () if given.fit else jobs(tables, given.games, given.dearest)
        for job, outcome in outcomes(play_job, todo, given.processes):
            record(job, outcome, tables)
            if time.monotonic() > until:
                break
    except KeyboardInterrupt:
        print("interrupted; what was played is kept", file=sys.stderr)
    if RESULTS.exists():
        pack(RESULTS)
    if not given.play:
        write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
