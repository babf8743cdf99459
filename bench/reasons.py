"""Measures how faithful reasons are: does the search prefer a move for the reason that is given first?

For each decision of `hard` with reasons, the topic of the first one is held at its present value in every forecast, as
if its weights were 0. Then the same move is compared with the same alternative again: by the mean values in 48 samples,
which are not those of the reasons, and by the same search from the same seed. A reason is faithful if the preference
falls to at most half.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

# When this file is a script, Python would take `bench/engine.py` for the package `engine`. So the project's folder
# replaces this one.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.bots import LEVELS
from engine.bots.playing_on import Playouts
from engine.bots.reasons import Reason, reasons
from engine.bots.search import Budget
from engine.chances import against, by_totals
from engine.my_village.heuristics import value as points
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.weights import WEIGHTS
from engine.registry import RULESETS
from engine.ruleset import Forecast, Move, Valuing
from engine.villagers.heuristics import value as gold
from engine.villagers.heuristics.features import rounds_left

SAMPLES = 48
CLEAR_SHARE = Budget(1).clear
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
    """A decision with reasons."""

    key: str
    view: Any
    move: Move | None
    other: Move
    first: Reason


def cases(key: str, seats: int, seed: str) -> Iterator[Case]:
    """Decisions with reasons from a game of `greedy`, about every fourth."""
    plain, rng = Held(key, 0), random.Random(seed)
    rules = plain.inner
    state = rules.setup(rules.read_options({}, seats), seats, seed.encode())
    while acting := rules.to_act(state):
        seat = acting[0]
        view = rules.view(state, seat)
        if len(rules.view_moves(view)) > 1 and rng.random() < 0.25:
            decision = LEVELS["hard"].decide(plain, view, random.Random(seed))
            other = next(one.move for one in decision.candidates if one.move != decision.move)
            found = reasons(plain, view, decision.move, other, random.Random(seed))
            yield Case(key, view, decision.move, other, found[0]) if found else Case(key, view, None, (), _NONE)
        rules.advance(state, seat, LEVELS["greedy"].choose(rules, rules.view(state, seat), rng))


_NONE = Reason("", "", 0.0)


def by_samples(rules: Held, case: Case) -> float:
    """By how much the move is preferred: the mean difference of what a search maximizes."""
    rng, seat = random.Random("other samples"), case.view.viewer
    samples = [rules.sample(case.view, rng) for _ in range(SAMPLES)]
    playouts, horizon, found = Playouts(rules), rules.horizon(samples[0]), 0.0
    for sample in samples:
        for option, sign in ((case.move, 1), (case.other, -1)):
            future = rules.clone(sample)
            rules.advance(future, seat, option)
            playouts.play_on(future, horizon)
            forecast = rules.forecast(future)
            found += sign * ((1 - CLEAR_SHARE) * forecast.chances[seat] + CLEAR_SHARE * forecast.leads[seat])
    return found / SAMPLES


def by_search(rules: Held, case: Case) -> float:
    """By how much the search prefers the move: the difference of the mean chances."""
    decision = LEVELS["hard"].decide(rules, case.view, random.Random("search"))
    values = {one.move: one.value for one in decision.candidates}
    return values[case.move] - values[case.other]


def measure(case: Case) -> Counter[str]:
    """Count whether each way of comparing prefers the case's move, and whether its first reason is faithful."""
    seat, found = case.view.viewer, Counter[str]({f"first: {case.first.topic}": 1})
    plain = Held(case.key, seat, case.first.topic)
    now = plain.share(plain.sample(case.view, random.Random(0)))
    for name, prefers in (("samples", by_samples), ("search", by_search)):
        before = prefers(Held(case.key, seat), case)
        if before > 0:
            found[name] += 1
            found[f"{name}: faithful"] += prefers(Held(case.key, seat, case.first.topic, now), case) <= before / 2
        else:
            found[f"{name}: not preferred"] += 1
    return found


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measures how faithful the first reasons are.")
    parser.add_argument("--decisions", type=int, default=500, help="decisions with reasons (default: 500)")
    wanted = parser.parse_args().decisions
    found, number = {table: Counter[str]() for table in TABLES}, 0
    try:
        while sum(one["with reasons"] for one in found.values()) < wanted:
            for table in TABLES:
                for case in cases(*table, f"reasons {number}"):
                    found[table]["decisions"] += 1
                    if case.first is not _NONE:
                        found[table]["with reasons"] += 1
                        found[table].update(measure(case))
            number += 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    for (key, seats), counted in found.items():
        print(key, seats, dict(sorted(counted.items())))
    whole = sum(found.values(), Counter[str]())
    for name in ("samples", "search"):
        faithful, apart = whole[f"{name}: faithful"], whole[f"{name}: not preferred"]
        print(f"{name}: {faithful} of {whole[name]} faithful; in {apart} more the move is not preferred")
    return 0


if __name__ == "__main__":
    sys.exit(main())
