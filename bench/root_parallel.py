"""Does a search on several cores pay? Trees that grow apart, their root's visits added up, against one such tree.

Of two cores each grows a tree of its own with the whole budget of the level, in the time in which one core grows one
tree: so this is equal time by the clock, whatever this machine is busy with. Beside it one tree with the sum of the
budgets: the best that could be had. Prints the share of victories of the side with more cores, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.bots.search import Search
from engine.registry import RULESETS
from engine.ruleset import Move, Ruleset
from service.tools.arena.pool import outcomes
from service.tools.arena.statistics import wilson


@dataclass(frozen=True, slots=True)
class Match:
    """`trees` of the level's whole budget, or, if `one`, one tree with all of it, against one tree."""

    ruleset: str
    level: str
    trees: int
    one: bool


def merged(rules: Ruleset[Any, Any], bot: Search, view: Any, rng: random.Random, trees: int) -> Move:
    """The move that was visited most in all trees together."""
    visits: dict[Move, int] = {}
    for _ in range(trees):
        for candidate in bot.decide(rules, view, rng).candidates:
            visits[candidate.move] = visits.get(candidate.move, 0) + candidate.visits
    return max(visits, key=lambda move: visits[move])


def play(match: Match, number: int) -> float:
    """One game: the share of the victory of the side with more cores; each deal is played from both seats."""
    rules, bot = RULESETS[match.ruleset], LEVELS[match.level]
    assert isinstance(bot, Search)
    large = Search(replace(bot.budget, iterations=match.trees * bot.budget.iterations))
    deal, own = divmod(number, 2)
    rng = random.Random(f"parallel {number}")
    state = rules.setup(rules.read_options({}, 2), 2, f"parallel {deal}".encode())
    while acting := rules.to_act(state):
        seat = acting[0]
        moves = rules.legal_moves(state, seat)
        move = moves[0]
        if len(moves) > 1:
            view = rules.view(state, seat)
            if seat != own:
                move = bot.choose(rules, view, rng)
            elif match.one:
                move = large.choose(rules, view, rng)
            else:
                move = merged(rules, bot, view, rng, match.trees)
        rules.advance(state, seat, move)
    result = rules.result(state)
    assert result is not None, "the game is over"
    return 1 / len(result["winners"]) if own in result["winners"] else 0.0


def main() -> None:
    """Play and print."""
    given = argparse.ArgumentParser(description="Two trees on two cores against one tree on one.")
    given.add_argument("--ruleset", choices=RULESETS, default="villagers")
    given.add_argument("--level", choices=("medium", "hard", "expert"), default="hard")
    given.add_argument("--trees", type=int, default=2)
    given.add_argument("--games", type=int, default=100)
    given.add_argument("--processes", type=int, default=1)
    asked = given.parse_args()
    for one in (False, True):
        match = Match(asked.ruleset, asked.level, asked.trees, one)
        shares = list(outcomes(partial(play, match), range(asked.games), asked.processes))
        low, high = wilson(sum(shares), len(shares))
        what = f"one tree of {asked.trees} budgets" if one else f"{asked.trees} trees"
        share = 100 * sum(shares) / len(shares)
        print(f"{what}: {share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {len(shares)} games", flush=True)


if __name__ == "__main__":
    main()
