"""A benchmark of decisions: how much a level loses per decision, as judged by searches that are many times as deep.

`positions` plays games by fast searches and has the judge (`tools/testbed/judging.py`) value every legal move of a
sample of their decisions, by two independent searches. Each decision becomes a line of a file; the next run continues
with further games. `judge` lets a level make these decisions. It prints the level's mean loss with the standard error,
and the processor time, by kind of decision and by table. With `--old`, an earlier version (a worktree with its compiled
engine) makes the same decisions by turns. Losses are in hundredths of the value that searches maximize, 0.7 * chance of
winning + 0.3 * clear lead.

Half of the games are held out: use them for the last check of a change only (`--held-out`).

    python -m bench.decisions positions --ruleset villagers --out more.jsonl --minutes 10
    python -m bench.decisions judge --ruleset villagers --level hard --old ../old more.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.helpers.old_bot import OldBot
from bench.helpers.result_lines import read_lines, write_lines
from bench.helpers.sampled_games import decisions_of, games_in, line_of, state_of
from engine.bots import LEVELS, Bot, Session
from engine.bots.search import Budget, Search
from engine.registry import RULESETS
from service.tools.arena.pool import cores, outcomes
from tools.testbed.judging import Judged, loss, mean_of, values_of

RESULTS = Path(__file__).parent / "results"
FAST = 60
"""The iterations of the searches that play the games."""

COINS = "road"
"""The phase of Villagers in which coins are placed. Its decisions are sampled more often, because there are few."""

TABLES = {
    "villagers": (
        *("2", "3", "2 saints", "4", "2 scoundrels", "5", "2 profiteers", "1 normal", "2 developments", "4 all", "2"),
        *("1 hard", "3 saints", "5 all", "3 scoundrels", "2 all", "4 profiteers", "3 developments"),
    ),
    "my_village": ("2", "3", "4"),
}
"""The tables whose games are played in turn (`sampled_games.table_options`)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game whose decisions are judged. `iterations`: of each of the two judging searches."""

    ruleset: str
    number: int
    seed: str
    share: float
    share_of_coins: float
    iterations: int


def is_held_out(game: str) -> bool:
    """Return whether a game is set aside. A hash decides, so all runs agree."""
    return hashlib.sha256(f"decisions {game}".encode()).digest()[0] % 2 == 0


def kind_of(ruleset: Any, state: Any, seat: int) -> str:
    """Return the kind of a decision: the phase, or `reaction`."""
    phase: str = ruleset.write_position(state)["phase"]
    return phase if ruleset.to_act(state)[0] == seat else "reaction"


def lines_of(game: Game) -> list[dict[str, Any]]:
    """Return the judged decisions of a game."""
    ruleset: Any = RULESETS[game.ruleset]
    tables = TABLES[game.ruleset]
    table, name = tables[game.number % len(tables)], f"{game.seed} {game.number}"
    rng = random.Random(f"{game.ruleset} {name}")

    def share(state: Any, seat: int) -> float:
        return game.share_of_coins if kind_of(ruleset, state, seat) == COINS else game.share

    found = []
    for state, seat in decisions_of(ruleset, table, rng, FAST, share):
        view = ruleset.view(state, seat)
        judges = [random.Random(f"{name} {len(found)} {search}") for search in (1, 2)]
        line = line_of(ruleset, table, name, state, seat)
        line |= {"kind": kind_of(ruleset, state, seat), "share": share(state, seat), "iterations": game.iterations}
        line["values"] = [values_of(ruleset, view, judge, game.iterations) for judge in judges]
        found.append(line)
    return found


def make_positions(given: argparse.Namespace) -> None:
    """Judge the decisions of further games. No game begins after the time limit."""
    until = time.time() + 60 * given.minutes

    def games() -> Iterator[Game]:
        number = games_in(given.out, given.seed)
        while time.time() < until:
            yield Game(given.ruleset, number, given.seed, given.share, given.share_of_coins, given.iterations)
            number += 1

    count = 0
    for lines in outcomes(lines_of, games(), given.processes):
        write_lines(given.out, lines)
        count += len(lines)
    print(f"{count} decisions")


@dataclass(frozen=True, slots=True)
class Question:
    """A stored decision and the bot to judge: a level, or a search with the parameters `budget` (JSON)."""

    line: dict[str, Any]
    level: str
    budget: str
    old: str
    old_level: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The losses and the processor milliseconds of this version and of the earlier one."""

    line: dict[str, Any]
    losses: tuple[float, ...]
    milliseconds: tuple[float, ...]


def ask(question: Question) -> Answer:
    """Let this version make the decision, then the earlier one."""
    line = question.line
    ruleset: Any = RULESETS[line["ruleset"]]
    view = ruleset.view(state_of(line), line["seat"])
    bot = Search(Budget(**json.loads(question.budget))) if question.budget else LEVELS[question.level]
    began = time.process_time()
    found = [_loss_of(bot, ruleset, view, line)]
    took = [time.process_time() - began]
    if question.old:
        old = _old_bot(question.old, question.old_level)
        found.append(_loss_of(old, ruleset, view, line))
        took.append(old.seconds[-1] if old.seconds else 0.0)
    return Answer(line, tuple(found), tuple(1000 * seconds for seconds in took))


_old_bot = cache(OldBot)


def _loss_of(bot: Bot, ruleset: Any, view: Any, line: dict[str, Any]) -> float:
    reacting = line["kind"] == "reaction"
    choose: Callable[..., Any] = bot.react if reacting else bot.choose
    name = hashlib.sha256(line["position"].encode()).hexdigest()
    move = choose(ruleset, view, random.Random(name), Session(persona=name))
    moves = list(ruleset.view_moves(view))
    first, second = line["values"]
    if len(first) != len(moves) + reacting:
        raise SystemExit(f"the rules have changed: {len(moves)} moves, {len(first)} values at {line['position']}")
    return loss(first, second, len(moves) if move is None else moves.index(move))


def judge(given: argparse.Namespace) -> None:
    """Print the losses."""
    paths = given.files or [RESULTS / f"{given.ruleset}-decisions.jsonl.xz"]
    lines = [line for path in paths for line in read_lines(path) if given.held_out is is_held_out(line["game"])]
    lines = [line for line in lines if given.kind in (None, line["kind"]) and given.table in (None, line["table"])]
    old = str(given.old.resolve()) if given.old else ""
    questions = [Question(line, given.level, given.budget, old, given.old_level or given.level) for line in lines]
    if not questions:
        raise SystemExit("the files have no such decisions")
    answers = list(outcomes(ask, questions[: given.most], given.processes))
    print(*table_of(answers), sep="\n")


def table_of(answers: Sequence[Answer]) -> Iterator[str]:
    """Yield a table: all decisions, then each kind, then each table."""
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in sorted(answers, key=lambda answer: (answer.line["kind"], answer.line["table"])):
        for name in ("all", answer.line["kind"], f"table {answer.line['table']}"):
            groups[name].append(answer)
    versions = len(answers[0].losses)
    names = ("now", "before")[:versions]
    columns = [*(f"loss {name}" for name in names), *["difference"][: versions - 1]]
    columns += [f"ms {name}: mean (median, p95)" for name in names]
    yield f"| decisions | number | {' | '.join(columns)} |"
    yield "|---|" + "--:|" * (1 + len(columns))
    for name in sorted(groups, key=lambda name: (name != "all", name.startswith("table"), name)):
        some = groups[name]
        cells = [_mean_loss(some, lambda answer, at=at: answer.losses[at]) for at in range(versions)]
        if versions > 1:
            cells.append(_mean_loss(some, lambda answer: answer.losses[0] - answer.losses[1]))
        cells += [_times([answer.milliseconds[at] for answer in some]) for at in range(versions)]
        yield f"| {name} | {len(some)} | {' | '.join(cells)} |"


def _mean_loss(answers: Sequence[Answer], figure: Callable[[Answer], float]) -> str:
    mean, error = mean_of(Judged(one.line["game"], one.line["share"], 100 * figure(one)) for one in answers)
    return f"{mean:.2f} +- {error:.2f}"


def _times(milliseconds: Sequence[float]) -> str:
    ordered = sorted(milliseconds)
    mean, p95 = statistics.fmean(ordered), ordered[int(0.95 * len(ordered))]
    return f"{mean:.1f} ({statistics.median(ordered):.1f}, {p95:.1f})"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    positions = commands.add_parser("positions", help="judge further decisions")
    positions.add_argument("--out", type=Path, required=True)
    positions.add_argument("--seed", default="decisions")
    positions.add_argument("--minutes", type=float, default=10.0)
    positions.add_argument("--share", type=float, default=0.06, help="the share of decisions that is judged")
    positions.add_argument("--share-of-coins", type=float, default=0.3)
    positions.add_argument("--iterations", type=int, default=1000, help="of each of the two judging searches")
    positions.set_defaults(run=make_positions)
    asking = commands.add_parser("judge", help="print how much a level loses")
    asking.add_argument("--level", default="hard")
    asking.add_argument("--budget", default="", help='a search instead of a level, such as {"iterations": 150}')
    asking.add_argument("--old", type=Path, help="a worktree of the earlier version, with its compiled engine")
    asking.add_argument("--old-level", help="default: the same level")
    asking.add_argument("--held-out", action="store_true", help="ask about the games that are set aside")
    asking.add_argument("--kind", help="only this kind of decision")
    asking.add_argument("--table", help="only this table")
    asking.add_argument("--most", type=int, help="at most this number of decisions")
    asking.add_argument("files", type=Path, nargs="*", help="default: the file in bench/results")
    asking.set_defaults(run=judge)
    for command in (positions, asking):
        command.add_argument("--ruleset", choices=sorted(TABLES), required=True)
        command.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
