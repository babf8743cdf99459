"""Measures how faithful reasons are: is a move preferred for the reason that is given first?

Reasons come from decisions of `hard`, as for hints, and from reviews by the default judge. The topic of the first one
is held at its present value in every forecast, as if its weights were 0. Then the same two moves are compared again:
those of hints by a search that tries both in the same samples, those of reviews by playing on from the same samples.
These are not the samples of the reasons. A reason is faithful if the preference falls to at most half.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS, Session
from engine.bots.reasons import SEARCH, reasons, standard_error
from engine.bots.review import DEPTHS, Judge
from engine.bots.search import Walk
from engine.chances import against, by_totals
from engine.my_village.heuristics import value as points
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.weights import WEIGHTS
from engine.registry import RULESETS
from engine.ruleset import Forecast, Move, Valuing
from engine.villagers.heuristics import value as gold
from engine.villagers.heuristics.features import rounds_left

SAMPLES = 96
TABLES = (("villagers", 2), ("villagers", 4), ("my_village", 2), ("my_village", 3))


def _spread_of_points(state: Any) -> float:
    clock, seats = Clock(state, WEIGHTS, running=True), len(state.seats)
    return WEIGHTS.spread_at(sum(clock.left(who) for who in range(seats)) / seats)


SCALES: dict[str, tuple[Callable[[Any], float], float]] = {
    "villagers": (lambda state: gold.MIN_SPREAD + gold.SPREAD_OF_A_ROUND * rounds_left(state), gold.CLEAR),
    "my_village": (_spread_of_points, points.CLEAR),
}
"""The spread and the clear lead in each ruleset's forecast."""


class Held(Valuing[Any, Any]):
    """A ruleset whose forecast has a fixed amount for one topic of a seat. Everything else is the original
    ruleset's.
    """

    def __init__(self, key: str, seat: int, topic: str | None = None, amount: float = 0.0) -> None:
        self.inner = RULESETS[key]
        self.spread, self.clear = SCALES[key]
        self.topics_of = import_module(f"engine.{key}.heuristics.topics").topics_of
        self.seat, self.topic, self.amount = seat, topic, amount

    def topics(self, state: Any, seat: int) -> dict[str, float]:
        found: dict[str, float] = self.topics_of(state, seat)
        return found

    def share(self, state: Any) -> float:
        """Return the amount of the topic, summed over all cards."""
        found = self.topics(state, self.seat).items()
        return sum(one for key, one in found if key.partition(" ")[0] == self.topic)

    def forecast(self, state: Any) -> Forecast:
        found = self.inner.forecast(state)
        if self.topic is None:
            return found
        totals = list(found.totals)
        totals[self.seat] -= self.share(state) - self.amount
        if len(totals) == 1:
            lead = sum(self.topics(state, self.seat).values())
            return against(totals[0], found.totals[0] - lead, self.spread(state), self.clear)
        return by_totals(totals, self.spread(state), self.clear)


def _passed_on(name: str) -> Callable[..., Any]:
    return lambda self, *given: getattr(self.inner, name)(*given)


for name in dir(Valuing):
    if not name.startswith("_") and name not in ("topics", "forecast"):
        setattr(Held, name, _passed_on(name))
Held.__abstractmethods__ = frozenset()


@dataclass(frozen=True, slots=True)
class Case:
    """A decision, the moves that are compared, and the topic of the first reason, or "" without reasons."""

    source: str
    view: Any
    move: Move | None
    other: Move | None
    first: str


def cases(key: str, seats: int, seed: str) -> Iterator[Case]:
    """Hints and judgements at about every fourth decision of a game of `greedy`."""
    rules, rng = RULESETS[key], random.Random(seed)
    judge = Judge(rules, LEVELS["medium"], DEPTHS["medium"])
    state = rules.setup(rules.read_options({}, seats), seats, seed.encode())
    while acting := rules.to_act(state):
        seat = acting[0]
        view = rules.view(state, seat)
        if len(rules.view_moves(view)) > 1 and rng.random() < 0.25:
            hint = LEVELS["hard"].decide(rules, view, random.Random(seed))
            pair = hint.candidates[0].move, hint.candidates[1].move
            found = reasons(rules, view, *pair, random.Random(seed))
            yield Case("hints", view, *pair, found[0].topic if found else "")
            judged = judge.judge(view, pair[0], random.Random(seed))
            best, *others = [one.move for one in judged.options]
            other = others[0] if best == pair[0] else pair[0]
            yield Case("reviews", view, best, other, judged.reasons[0].topic if judged.reasons else "")
        rules.advance(state, seat, LEVELS["greedy"].choose(rules, rules.view(state, seat), rng))


def preferences(rules: Held, case: Case) -> list[float]:
    """By how much the move is preferred in each sample: the difference of what a search maximizes."""
    walk = Walk(rules, case.view, random.Random("other samples"), SEARCH, Session())
    found = []
    for _ in range(SAMPLES if case.source == "hints" else SAMPLES // 2):
        sample, worths = walk.sample(), []
        leaves = [rules.clone(sample), sample]
        for leaf, option in zip(leaves, (case.move, case.other), strict=True):
            if case.source == "hints":
                walk.iterate(leaf, [*walk.moves, None].index(option))
            elif option is not None:
                rules.advance(leaf, walk.seat, option)
        if case.source == "reviews":
            walk.playouts.play_on(leaves, walk.horizon)
        for leaf in leaves:
            forecast = rules.forecast(leaf)
            worths.append((1 - SEARCH.clear) * forecast.chances[walk.seat] + SEARCH.clear * forecast.leads[walk.seat])
        found.append(worths[0] - worths[1])
    return found


AT_STAKE = 0.01
"""Something is at stake if the move is preferred by more than this, and by more than two standard errors."""


def measure(key: str, case: Case) -> Counter[str]:
    """Count a decision, whether something is at stake, whether it has reasons, and whether the first is faithful."""
    seat, now = case.view.viewer, preferences(Held(key, case.view.viewer), case)
    preferred = fmean(now)
    at_stake = preferred > max(AT_STAKE, 2 * standard_error(now))
    found = Counter({"decisions": 1, "at stake": int(at_stake)})
    if case.first:
        found += Counter({"reasons": 1, "reasons at stake": int(at_stake), f"first: {case.first}": 1})
        held = Held(key, seat, case.first)
        held.amount = held.share(held.sample(case.view, random.Random(0)))
        faithful = fmean(preferences(held, case)) <= preferred / 2
        found["not preferred" if preferred <= 0 else "faithful" if faithful else "not faithful"] += 1
    return found


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measures how faithful the first reasons are.")
    parser.add_argument("--decisions", type=int, default=500, help="the least number of hints with reasons (500)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default: 0)")
    given = parser.parse_args()
    found: dict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
    try:
        for number in count(given.first):
            for key, seats in TABLES:
                for case in cases(key, seats, f"reasons {number}"):
                    found[case.source, key, seats] += measure(key, case)
            if sum(one["reasons"] for place, one in found.items() if place[0] == "hints") >= given.decisions:
                break
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    for place, counted in found.items():
        print(*place, dict(sorted(counted.items())))
    for source in ("hints", "reviews"):
        whole = sum((counted for place, counted in found.items() if place[0] == source), Counter[str]())
        preferred = whole["faithful"] + whole["not faithful"]
        print(
            f"{source}: {whole['faithful']} of {preferred} faithful; in {whole['not preferred']} more the move is not "
            f"preferred; {whole['reasons at stake']} of {whole['at stake']} decisions at stake have reasons"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
