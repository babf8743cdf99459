"""How reviews judge the levels: games of one level each are played and reviewed, and counted by class.

Prints a table in Markdown: the share of each class among the decisions, blunders of a seat in a game, accuracy,
and processor time of a review. With HAMLET_ENGINE the compiled engine is measured.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.bots.review import KINDS
from engine.registry import RULESETS
from engine.replay import Step
from service.games.reviews import LEVELS_OF_REVIEWS, Material, Reviewer


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


def main() -> None:
    """Play, review and print."""
    given = argparse.ArgumentParser(description="How reviews judge the levels.")
    given.add_argument("--ruleset", choices=RULESETS, default="villagers")
    given.add_argument("--seats", type=int, default=2)
    given.add_argument("--games", type=int, default=10, help="of each level (default: 10)")
    given.add_argument("--by", choices=LEVELS_OF_REVIEWS, default="medium", help="the level that reviews")
    given.add_argument("--levels", nargs="*", choices=LEVELS, default=["beginner", "greedy", "medium", "hard"])
    asked = given.parse_args()
    table = f"{asked.ruleset}, {asked.seats} seats, by {asked.by}"
    print(f"| {table} | {' | '.join(KINDS)} | blunders a seat | accuracy | CPU s |")
    print("|---|" + "--:|" * (len(KINDS) + 3))
    for level in asked.levels:
        counts: Counter[str] = Counter()
        accurate, seconds = list[float](), 0.0
        for number in range(asked.games):
            material = played(asked.ruleset, asked.seats, level, number)
            began = time.process_time()
            review = Reviewer(RULESETS[asked.ruleset], material, asked.by)
            found = review.result([review.judged(at) for at in range(len(review))])
            seconds += time.process_time() - began
            for seat in found["seats"]:
                counts.update(seat["verdicts"])
                accurate.append(seat["accuracy"])
        whole, seats = counts.total(), asked.games * asked.seats
        shares = " | ".join(f"{100 * counts[kind] / whole:.1f} %" for kind in KINDS)
        figures = f"{counts['blunder'] / seats:.1f} | {sum(accurate) / seats:.1f} | {seconds / asked.games:.1f}"
        print(f"| `{level}` | {shares} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
