"""How well bots keep to a budget of time: decisions of whole games, timed as a worker does it.

Prints a table in Markdown: for each ruleset and level how long the decisions took by the clock, and how many iterations
were made in that time. Wanted is a p95 of at most the budget and a tenth of it and 20 ms more, on an idle machine. With
HAMLET_ENGINE the compiled engine is measured.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS, Session
from engine.build import COMPILED
from engine.registry import RULESETS
from service.tools.arena.statistics import percentile
from workers.thinking import Pace, Thinking

PACE = Pace(lease=15, decision=30)
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("villagers", 2, {}),
    ("villagers", 5, {"expansions": ["profiteers", "saints", "scoundrels"]}),
    ("my_village", 4, {}),
)


def decisions(key: str, seats: int, options: dict[str, Any], count: int) -> Iterator[Any]:
    """So many views with a choice, spread over games of random moves."""
    rules, rng, found = RULESETS[key], random.Random(1), 0
    while found < count:
        state = rules.setup(rules.read_options(options, seats), seats, rng.randbytes(8))
        while acting := rules.to_act(state):
            moves = rules.legal_moves(state, acting[0])
            if len(moves) > 1 and rng.random() < 0.1 and found < count:
                found += 1
                yield rules.view(state, acting[0])
            rules.advance(state, acting[0], rng.choice(moves))


def main() -> int:
    """Measure and print: 1 if a p95 is too long."""
    given = argparse.ArgumentParser(description="How well bots keep to a budget of time.")
    given.add_argument("--milliseconds", type=int, default=200)
    given.add_argument("--decisions", type=int, default=100, help="of each table and level (default: 100)")
    asked = given.parse_args()
    print(f"Budget {asked.milliseconds} ms, engine {'compiled' if COMPILED else 'in Python'}\n")
    print("| table | level | p50 ms | p95 ms | longest ms | iterations p50 |\n|---|---|--:|--:|--:|--:|")
    late = False
    for key, seats, options in TABLES:
        for level in ("medium", "expert"):
            bot, times, made = LEVELS[level].timed(), [], []
            for number, view in enumerate(decisions(key, seats, options, asked.decisions)):
                thinking = Thinking(PACE, lambda: True)
                began = time.monotonic()
                thinking.begin(asked.milliseconds)
                found = bot.decide(RULESETS[key], view, random.Random(number), Session(thinking.stop))
                times.append(1000 * (time.monotonic() - began))
                made.append(found.iterations)
            slow = percentile(times, 0.95) or 0.0
            late = late or slow > asked.milliseconds * 1.1 + 20
            figures = f"{statistics.median(times):.0f} | {slow:.0f} | {max(times):.0f} | {statistics.median(made):.0f}"
            print(f"| {key}, {seats} seats | {level} | {figures} |", flush=True)
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
