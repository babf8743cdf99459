"""Judges the moves of a game by the knowledge that each seat had at the time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Final

from engine.bots.base import Bot, Decision, Session
from engine.bots.playing_on import Playouts
from engine.bots.reasons import Reason, of_leaves, standard_error
from engine.ruleset import Forecast, Move, Ruleset

KINDS: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The classes of moves, best first."""


ANY: Final = 3
"""The number of other legal moves, drawn at random, that show how bad a move could have been."""

SURE: Final = 3.0
"""Something is at stake if the values of the best and the worst move differ by more than this many standard errors."""

EQUAL: Final = 1e-6
"""Differences between leads that are smaller than this come from rounding."""

STEEPNESS: Final = 1.5
"""The exponent that turns the distance from the worst option into the accuracy. With this value, random moves have an
average accuracy below 50.
"""

MAX_LEAD: Final = 0.98
"""The limit at which leads are cut off. A complete lead would be infinite on the scale of `_lead`."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How thoroughly a move is judged: the number of samples, and the number of good alternatives."""

    samples: int
    others: int


DEPTHS: Final[Mapping[str, Depth]] = {"medium": Depth(24, 4), "hard": Depth(40, 6), "expert": Depth(80, 8)}
"""The depth for each level that proposes alternatives."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move (`None`: not to react), with the seat's probability of winning after it (0 to 1) and its expected final
    total.

    `loss`: how much lower the probability is than after the best option.
    """

    move: Move | None
    chance: float
    total: float
    loss: float


@dataclass(frozen=True, slots=True)
class Judged:
    """The move that was made, and all options that were tried, best first.

    `error`: the standard error of the loss, for `kind_of`. `accuracy`: 0 for the worst option, 100 for the best one
    (`accuracy_of`); `None` if nothing is at stake. `reasons`: why the best option is better than the move that was
    made. If that move is the best option itself: why it is better than the second best.
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
    samples, each followed by a rollout to the same stage. So differences come from the moves and not from luck.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], bot: Bot, depth: Depth) -> None:
        self._ruleset = ruleset
        self._bot = bot
        self._depth = depth

    def judge(self, view: Any, move: Move, rng: random.Random, session: Session | None = None) -> Judged:
        """Judge a move of the view's seat.

        The level's search ends early once `session.stop()` is true. `stop` is also called before the rollouts of each
        sample, but then its result is ignored.
        A judgement is repeatable only if `stop` always returns false.
        """
        session = session or Session()
        ruleset = self._ruleset
        moves = self._tried(self._bot.decide(ruleset, view, rng, Session(session.stop)), view, move, rng)
        samples = [ruleset.sample(view, rng) for _ in range(self._depth.samples)]
        playouts = Playouts(ruleset)
        horizon = ruleset.horizon(samples[0])
        futures: list[list[Any]] = []
        for sample in samples:
            session.stop()
            futures.append([self._after(sample, view.viewer, option) for option in moves])
            playouts.play_on(futures[-1], horizon)
        forecasts = [[ruleset.forecast(future) for future in seen] for seen in zip(*futures, strict=True)]
        judged = _judged(moves, moves.index(move), forecasts, view.viewer)
        if judged.accuracy is None:
            return judged
        best, *others = [one.move for one in judged.options]
        first, second = (moves.index(one) for one in (best, others[0] if best == move else move))
        leaves = [(after[first], after[second]) for after in futures]
        return replace(judged, reasons=tuple(of_leaves(ruleset, view.viewer, leaves)))

    def _after(self, sample: Any, seat: int, move: Move | None) -> Any:
        future = self._ruleset.clone(sample)
        if move is not None:
            self._ruleset.advance(future, seat, move)
        return future

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
    means = [fmean(seen) for seen in chances]
    totals = [fmean([one.totals[seat] for one in seen]) for seen in forecasts]
    best = means.index(max(means))
    options = [Option(move, means[at], totals[at], means[best] - means[at]) for at, move in enumerate(moves)]
    ranked = tuple(sorted(options, key=lambda one: -one.chance))
    settled = means[best] - min(means) < AS_GOOD
    accuracy = None if settled else accuracy_of([[_lead(one.leads[seat]) for one in seen] for seen in forecasts], own)
    return Judged(options[own], ranked, _error(chances[best], chances[own]), accuracy)


def _lead(share: float) -> float:
    """Convert a value of `Forecast.leads` to a wider scale.

    On that scale, a bad move still costs something even for a seat far behind or far ahead.
    """
    lead = max(-MAX_LEAD, min(MAX_LEAD, 2 * share - 1))
    return lead / (1 - abs(lead))


def accuracy_of(leads: Sequence[Sequence[float]], own: int) -> float | None:
    """Return the accuracy of option `own`: its position between the worst option (0) and the best one (100).

    `leads`: each option's leads in the same samples. Returns `None` if best and worst differ by chance only.
    """
    means = [fmean(seen) for seen in leads]
    best, worst = means.index(max(means)), means.index(min(means))
    stake = means[best] - means[worst]
    if stake <= SURE * _error(leads[best], leads[worst]) + EQUAL:
        return None
    return float(100 * ((means[own] - means[worst]) / stake) ** STEEPNESS)


def _error(best: Sequence[float], own: Sequence[float]) -> float:
    return standard_error([one - other for one, other in zip(best, own, strict=True)])


AS_GOOD: Final = 0.01
GOOD: Final = 0.04
INACCURACY: Final = 0.08
MISTAKE: Final = 0.15
"""The upper bounds of the loss (`Option.loss`) for the classes `best`, `good`, `inaccuracy` and `mistake`."""

BEST: Final = 85.0
"""The lowest accuracy of a `best` move. It means nine tenths of the way from the worst option to the best one."""


def kind_of(loss: float, error: float, accuracy: float | None) -> str | None:
    """Return the class of a move; `None` if nothing is at stake.

    The standard error is subtracted from the loss, so a doubtful move gets the better class.
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
