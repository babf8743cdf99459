"""Judges the moves of a game by what each seat knew at the time, and measures the luck of the draw separately."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from engine.bots.base import Bot, Decision, Session
from engine.bots.playing_on import Playouts
from engine.ruleset import Move, Ruleset

KINDS: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The classes of moves, best first."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How thoroughly a move is judged: in how many samples, and against how many alternatives."""

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

    `error`: the standard error of the loss, for `kind_of`. `luck`: how much the draws of this move raised the seat's
    probability of winning above its expectation.
    """

    made: Option
    options: tuple[Option, ...]
    error: float
    luck: float


def is_choice(ruleset: Ruleset[Any, Any], view: Any) -> bool:
    """Whether the view's seat can choose between moves, or whether to react."""
    return len(ruleset.view_moves(view)) + (ruleset.view_to_act(view)[:1] != (view.viewer,)) > 1


class Judge:
    """Judges each decision independently of the others; equal arguments lead to equal judgements.

    The level's search proposes moves. Each of them, and the move that was made, is tried in the same samples and
    followed by a rollout to the next stage, so that differences in probability come from the moves and not from luck.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], bot: Bot, depth: Depth) -> None:
        self._ruleset = ruleset
        self._bot = bot
        self._depth = depth

    def judge(self, state: Any, seat: int, move: Move, rng: random.Random, session: Session | None = None) -> Judged:
        """Judge the seat's move. `state` is the true state before it, which is used for `luck` only.

        It calls `session.stop` now and then; `stop` must return false, because judgements are repeatable.
        """
        session = session or Session()
        ruleset = self._ruleset
        view = ruleset.view(state, seat)
        moves = self._shortlist(self._bot.decide(ruleset, view, rng, Session(session.stop)), view, move)
        samples = [ruleset.sample(view, rng) for _ in range(self._depth.samples)]
        before = _mean([ruleset.forecast(sample).chances[seat] for sample in samples])
        hidden = ruleset.forecast(state).chances[seat] - before
        after = ruleset.clone(state)
        ruleset.advance(after, seat, move)
        drawn = ruleset.forecast(after).chances[seat]
        playouts = Playouts(ruleset)
        horizon = ruleset.horizon(samples[0])
        expected = 0.0
        chances: list[list[float]] = []
        totals: list[float] = []
        for option in moves:
            seen: list[float] = []
            gold = 0.0
            for sample in samples:
                session.stop()
                future = ruleset.clone(sample)
                if option is not None:
                    ruleset.advance(future, seat, option)
                if option == move:
                    expected += ruleset.forecast(future).chances[seat]
                playouts.play_on(future, horizon)
                forecast = ruleset.forecast(future)
                seen.append(forecast.chances[seat])
                gold += forecast.totals[seat]
            chances.append(seen)
            totals.append(gold / len(samples))
        luck = drawn - expected / len(samples) - hidden
        return _judged(moves, move, chances, totals, luck)

    def _shortlist(self, decision: Decision, view: Any, move: Move) -> list[Move | None]:
        """The moves that the search visited most, and the one that was made."""
        ranked = sorted(decision.candidates, key=lambda one: (-one.visits, one.move))
        found: list[Move | None] = [one.move for one in ranked[: self._depth.others]]
        if self._ruleset.view_to_act(view)[:1] != (view.viewer,):
            found.append(None)
        if move not in found:
            found.append(move)
        return found


def _judged(
    moves: Sequence[Move | None], move: Move, chances: Sequence[list[float]], totals: Sequence[float], luck: float
) -> Judged:
    means = [_mean(seen) for seen in chances]
    best = means.index(max(means))
    own = list(moves).index(move)
    options = [
        Option(moves[at], means[at], totals[at], means[best] - means[at])
        for at in sorted(range(len(moves)), key=lambda at: -means[at])
    ]
    made = Option(move, means[own], totals[own], means[best] - means[own])
    return Judged(made, tuple(options), _error(chances[best], chances[own]), luck)


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
"""The upper bounds of the classes, as the probability of winning that the move loses."""


def kind_of(loss: float, error: float) -> str:
    """The class of a move. In doubt it is the better class: the standard error is subtracted from the loss."""
    sure = loss - error
    if sure < AS_GOOD:
        return "best"
    if sure < GOOD:
        return "good"
    if sure < INACCURACY:
        return "inaccuracy"
    return "mistake" if sure < MISTAKE else "blunder"
