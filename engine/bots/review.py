"""Judges the moves of a game by the knowledge that each seat had at the time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final

from engine.bots.base import Bot, Decision, Session
from engine.bots.playing_on import Playouts
from engine.bots.reasons import SAMPLES, Reason, differences, of_differences
from engine.ruleset import Forecast, Move, Ruleset

KINDS: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The classes of moves, best first."""


ANY: Final = 3
"""How many other legal moves, drawn at random, are tried to see how bad a move could have been."""

SURE: Final = 3.0
"""Something is at stake if the values of the best and the worst move differ by more than this many standard errors."""

EQUAL: Final = 1e-6
"""Differences of the lead below this come from rounding."""

STEEPNESS: Final = 1.5
"""The exponent that makes the accuracy from the distance to the worst option. With it, random moves have less than 50
on average.
"""

MAX_LEAD: Final = 0.98
"""Leads are cut off here, because a complete lead would be infinite on this scale."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How thoroughly a move is judged: in how many samples, and against how many good alternatives."""

    samples: int
    others: int


DEPTHS: Final[Mapping[str, Depth]] = {"medium": Depth(24, 4), "hard": Depth(40, 6), "expert": Depth(80, 8)}
"""The depth for each level that proposes alternatives."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move (`None`: not to react), the seat's probability of winning after it, 0 to 1, and its expected final total.

    `loss`: how much lower the probability is than after the best option.
    """

    move: Move | None
    chance: float
    gold: float
    loss: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The move that was made, and all options that were tried, best first.

    `error`: the standard error of the loss, for `kind_of`. `accuracy`: 0 for the worst option, 100 for the best one
    (`accuracy_of`); `None` if nothing is at stake. `reasons`: why the best option is better than the move that was
    made. If that is the best one, why it is better than the next option.
    """

    made: Option
    options: tuple[Option, ...]
    error: float
    accuracy: float | None
    reasons: tuple[Reason, ...] = ()


def is_choice(ruleset: Ruleset[Any, Any], view: Any) -> bool:
    """Return whether the view's seat has a choice: between moves, or whether to react."""
    return len(ruleset.view_moves(view)) + (ruleset.view_to_act(view)[:1] != (view.viewer,)) > 1


class Judge:
    """Judges each decision independently of the others. Equal arguments lead to equal judgements.

    The level's search proposes moves. Its proposals, the move that was made and `ANY` others are tried in the same
    samples, each followed by a rollout to the next stage. So differences come from the moves and not from luck.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], bot: Bot, depth: Depth) -> None:
        self._ruleset = ruleset
        self._bot = bot
        self._depth = depth

    def judge(self, view: Any, move: Move, rng: random.Random, session: Session | None = None) -> Judged:
        """Judge a move of the view's seat.

        It calls `session.stop` now and then. `stop` must return false, because judgements must be repeatable.
        """
        session = session or Session()
        ruleset = self._ruleset
        moves = self._tried(self._bot.decide(ruleset, view, rng, Session(session.stop)), view, move, rng)
        samples = [ruleset.sample(view, rng) for _ in range(self._depth.samples)]
        playouts = Playouts(ruleset)
        horizon = ruleset.horizon(samples[0])
        forecasts: list[list[Forecast]] = []
        for option in moves:
            seen: list[Forecast] = []
            for sample in samples:
                session.stop()
                future = ruleset.clone(sample)
                if option is not None:
                    ruleset.advance(future, view.viewer, option)
                playouts.play_on(future, horizon)
                seen.append(ruleset.forecast(future))
            forecasts.append(seen)
        judged = _judged(moves, moves.index(move), forecasts, view.viewer)
        if judged.accuracy is None:
            return judged
        best, *others = [one.move for one in judged.options]
        compared = differences(ruleset, samples[:SAMPLES], view.viewer, best, others[0] if best == move else move)
        return replace(judged, reasons=tuple(of_differences(compared)))

    def _tried(self, decision: Decision, view: Any, move: Move, rng: random.Random) -> list[Move | None]:
        """Return the moves to try: those that the search visited most, the one that was made, and some others."""
        ranked = sorted(decision.candidates, key=lambda one: (-one.visits, one.move))
        found: list[Move | None] = [one.move for one in ranked[: self._depth.others]]
        if self._ruleset.view_to_act(view)[:1] != (view.viewer,):
            found.append(None)
        if move not in found:
            found.append(move)
        others = [one for one in self._ruleset.view_moves(view) if one not in found]
        return [*found, *rng.sample(others, min(ANY, len(others)))]


def _judged(moves: Sequence[Move | None], own: int, forecasts: Sequence[Sequence[Forecast]], seat: int) -> Judged:
    chances = [[one.chances[seat] for one in seen] for seen in forecasts]
    means = [_mean(seen) for seen in chances]
    totals = [_mean([one.totals[seat] for one in seen]) for seen in forecasts]
    best = means.index(max(means))
    options = [Option(move, means[at], totals[at], means[best] - means[at]) for at, move in enumerate(moves)]
    ranked = tuple(sorted(options, key=lambda one: -one.chance))
    settled = means[best] - min(means) < AS_GOOD
    accuracy = None if settled else accuracy_of([[_lead(one.leads[seat]) for one in seen] for seen in forecasts], own)
    return Judged(options[own], ranked, _error(chances[best], chances[own]), accuracy)


def _lead(share: float) -> float:
    """Return a value of `Forecast.leads` on an unlimited scale, so that a seat that is far behind or ahead can also
    lose something.
    """
    lead = max(-MAX_LEAD, min(MAX_LEAD, 2 * share - 1))
    return lead / (1 - abs(lead))


def accuracy_of(leads: Sequence[Sequence[float]], own: int) -> float | None:
    """Return the accuracy of option `own`: how far it is on the way from the worst option (0) to the best one (100).

    `leads`: each option's leads in the same samples. Returns `None` if they differ by chance only.
    """
    means = [_mean(seen) for seen in leads]
    best, worst = means.index(max(means)), means.index(min(means))
    stake = means[best] - means[worst]
    if stake <= SURE * _error(leads[best], leads[worst]) + EQUAL:
        return None
    return float(100 * ((means[own] - means[worst]) / stake) ** STEEPNESS)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _error(best: Sequence[float], own: Sequence[float]) -> float:
    """The standard error of the mean of the paired differences."""
    differences = [one - other for one, other in zip(best, own, strict=True)]
    mean = _mean(differences)
    spread = sum((value - mean) ** 2 for value in differences) / max(1, len(differences) - 1)
    return sqrt(spread / len(differences))


AS_GOOD: Final = 0.01
GOOD: Final = 0.04
INACCURACY: Final = 0.08
MISTAKE: Final = 0.15
"""The upper bound of each class: the probability of winning that a move loses."""

BEST: Final = 85.0
"""The lowest accuracy of a `best` move: nine tenths of the way from the worst option to the best one."""


def kind_of(loss: float, error: float, accuracy: float | None) -> str | None:
    """Return the class of a move; `None` if nothing is at stake.

    If in doubt, it is the better class: the standard error is subtracted from the loss.
    """
    if accuracy is None:
        return None
    sure = loss - error
    if sure < AS_GOOD and accuracy >= BEST:
        return "best"
    if sure < GOOD:
        return "good"
    if sure < INACCURACY:
        return "inaccuracy"
    return "mistake" if sure < MISTAKE else "blunder"
