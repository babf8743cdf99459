"""How reviews judge the levels, and each other: games of one level each are played, reviewed, and counted by class.

Each review is a line of `bench/results/reviews.jsonl` as soon as it is made: Ctrl-C, SIGTERM or a crash lose none, and
the next run goes on where this one ended. With `--again expert` that level then judges the blunders that were found,
and nothing else. At its end, or with `--table` alone, it prints tables in Markdown: the share of each class among the
choices, blunders of a seat in a game, accuracy and processor time of a review; and how many blunders another level
calls so too. With HAMLET_ENGINE the compiled engine plays.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.bots.review import KINDS
from engine.registry import RULESETS
from engine.replay import Step
from service.games.reviews import LEVELS_OF_REVIEWS, Material, Reviewer
from service.games.reviews.reviewing import accuracy
from service.store.records import Level
from service.tools.arena.statistics import wilson

RESULTS = Path(__file__).parent / "results" / "reviews.jsonl"
BLUNDER = "blunder"
Line = dict[str, Any]
NEARLY = ("mistake", BLUNDER)
Key = tuple[str, int, str, int, str, str | None]
"""Of a review: ruleset, seats, who played, the game's number, who reviews; who has found the blunders, if only these
are judged.
"""


def played(key: str, seats: int, level: str, number: int) -> Material:
    """A game in which all seats have the same level."""
    rules, bot, rng = RULESETS[key], LEVELS[level], random.Random(f"review {number}")
    options, seed = rules.read_options({}, seats), f"review {number}".encode()
    state, steps = rules.setup(options, seats, seed), list[Step]()
    while acting := rules.to_act(state):
        seat = acting[0]
        move = bot.choose(rules, rules.view(state, seat), rng)
        steps.append((seat, rules.write_move(move)))
        rules.advance(state, seat, move)
    return Material(key, options, seats, seed.hex(), tuple(steps))


def reviewed(key: Key, material: Material, only: set[int] | None) -> Line:
    """The line of a review: every choice (or only those at some versions) as version, seat, class and loss."""
    began = time.process_time()
    review = Reviewer(RULESETS[key[0]], material, Level(key[4]))
    wanted = [at for at in range(len(review)) if only is None or review.version_of(at) in only]
    judged = [review.judge(at) for at in wanted]
    choices = [[one["version"], one["seat"], one["verdict"], one["loss"]] for one in judged]
    return {"review": key, "seconds": round(time.process_time() - began, 2), "choices": choices}


def blunders(line: Line) -> set[int]:
    """The versions to which they led."""
    return {version for version, _, kind, _ in line["choices"] if kind == BLUNDER}


def load() -> dict[Key, Line]:
    """All reviews that were made."""
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    return {tuple(line["review"]): line for line in map(json.loads, lines)}


def make(keys: Iterable[Key], minutes: float) -> None:
    """Make those that are missing, one after the other, until all are made or the time is up."""
    done, until = load(), time.monotonic() + 60 * minutes
    RESULTS.parent.mkdir(exist_ok=True)
    game: tuple[Any, ...] = ()
    for key in keys:
        if time.monotonic() > until:
            return
        if key in done:
            continue
        if game != key[:4]:
            game, material = key[:4], played(*key[:4])
        only = None if key[5] is None else blunders(done[*key[:4], key[5], None])
        done[key] = reviewed(key, material, only)
        with RESULTS.open("a") as out:
            out.write(json.dumps(done[key]) + "\n")


def print_classes(reviews: dict[Key, Line]) -> None:
    """How the players of each level were judged."""
    groups: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
    for (ruleset, seats, level, _, by, found_by), line in reviews.items():
        if found_by is None:
            groups[ruleset, seats, by, level].append(line)
    print(f"| game | reviewed by | played by | games | {' | '.join(KINDS)} | blunders a seat | accuracy | CPU s |")
    print("|---|---|---|--:|" + "--:|" * (len(KINDS) + 3))
    for (ruleset, seats, by, level), lines in sorted(groups.items()):
        counts = Counter(choice[2] for line in lines for choice in line["choices"])
        shares = " | ".join(f"{100 * counts[kind] / counts.total():.1f} %" for kind in KINDS)
        seconds = sum(line["seconds"] for line in lines) / len(lines)
        blunders = counts[BLUNDER] / (seats * len(lines))
        who = f"{ruleset}, {seats} seats | `{by}` | `{level}` | {len(lines)}"
        print(f"| {who} | {shares} | {blunders:.2f} | {mean_accuracy(lines, seats):.1f} | {seconds:.1f} |")


def mean_accuracy(lines: Sequence[Line], seats: int) -> float:
    """The mean over all seats of all games."""
    found = [accuracy([one[3] for one in line["choices"] if one[1] == seat]) for line in lines for seat in range(seats)]
    known = [one for one in found if one is not None]
    return sum(known) / len(known)


def print_agreement(reviews: dict[Key, Line]) -> None:
    """Of the blunders that one level found, how many another one calls so too, or at least a mistake."""
    found: dict[tuple[Any, ...], list[list[str]]] = defaultdict(list)
    for (ruleset, seats, _, _, by, found_by), line in reviews.items():
        if found_by is not None:
            found[ruleset, seats, found_by, by].append([choice[2] for choice in line["choices"]])
    print("\n| game | found by | judged by | games | blunders | blunder too (95 % interval) | mistake at least |")
    print("|---|---|---|--:|--:|--:|--:|")
    for (ruleset, seats, found_by, by), games in sorted(found.items()):
        kinds = [kind for game in games for kind in game]
        same, nearly = kinds.count(BLUNDER), sum(kind in NEARLY for kind in kinds)
        low, high = wilson(same, len(kinds))
        share = f"{100 * same / len(kinds):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        who = f"{ruleset}, {seats} seats | `{found_by}` | `{by}` | {len(games)} | {len(kinds)}"
        print(f"| {who} | {share} | {100 * nearly / len(kinds):.1f} % |")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Play, review and print."""
    given = argparse.ArgumentParser(description="How reviews judge the levels, and each other.")
    given.add_argument("--ruleset", choices=RULESETS, default="villagers")
    given.add_argument("--seats", type=int, default=2)
    given.add_argument("--games", type=int, default=10, help="of each level (default: 10)")
    given.add_argument("--by", nargs="*", choices=LEVELS_OF_REVIEWS, default=["medium"], help="the levels that review")
    given.add_argument("--again", nargs="*", choices=LEVELS_OF_REVIEWS, default=[], help="who judges only the blunders")
    given.add_argument("--levels", nargs="*", choices=LEVELS, default=["beginner", "greedy", "medium", "hard"])
    given.add_argument("--minutes", type=float, default=float("inf"), help="stop after about so long")
    given.add_argument("--table", action="store_true", help="review nothing, only print the tables")
    asked = given.parse_args()
    signal.signal(signal.SIGTERM, _interrupt)
    games = [(asked.ruleset, asked.seats, level, at) for at in range(asked.games) for level in asked.levels]
    if not asked.table:
        try:
            pairs = [(by, found_by) for found_by in asked.by for by in (found_by, *asked.again)]
            make(
                [(*game, by, None if by == found_by else found_by) for game in games for by, found_by in pairs],
                asked.minutes,
            )
        except KeyboardInterrupt:
            print("interrupted; what was reviewed is kept", file=sys.stderr)
    reviews = load()
    if reviews:
        print_classes(reviews)
        print_agreement(reviews)


if __name__ == "__main__":
    main()
