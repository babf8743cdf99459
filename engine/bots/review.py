"""What a game's moves were worth, judged from what each seat knew then, and what the draws brought beside them."""

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
"""The classes of moves, from the best on."""


@dataclass(frozen=True, slots=True)
class Depth:
    """How closely a move is looked at: in so many samples, beside so many others."""

    samples: int
    others: int


DEPTHS: Final[Mapping[str, Depth]] = {"medium": Depth(24, 4), "hard": Depth(40, 6), "expert": Depth(80, 8)}
"""By the level that proposes the others."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move (`None`: not to react), how likely the seat then wins, 0 to 1, and what it is expected to have at the end.

    `loss`: by how much less likely that is than after the best one.
    """

    move: Move | None
    chance: float
    gold: float
    loss: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A move that was made, and `options`: the best of those that were looked at, the best first.

    `error`: the standard error of the loss, for `kind_of`. `luck`: what that which the seat did not know has added to
    its chance.
    """

    made: Option
    options: tuple[Option, ...]
    error: float
    luck: float


def is_choice(ruleset: Ruleset[Any, Any], view: Any) -> bool:
    """Whether the view's seat has more than one thing to do."""
    return len(ruleset.view_moves(view)) + (ruleset.view_to_act(view)[:1] != (view.viewer,)) > 1


class Judge:
    """Judges decisions one by one, each for itself: equal arguments, equal judgement.

    The level's search proposes moves. They and the one that was made are then tried in the same samples of what the
    seat did not know, and each sample is played on to the next stage by first guesses: so their chances differ by what
    the moves do, not by luck.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], bot: Bot, depth: Depth) -> None:
        self._ruleset = ruleset
        self._bot = bot
        self._depth = depth

    def judge(self, state: Any, seat: int, move: Move, rng: random.Random, session: Session | None = None) -> Judged:
        """What the seat's move was worth. The state, before it, is the truth: it only tells what luck there was.

        `session` is asked now and then, as by a bot, but must not end the thinking: judgements are repeatable.
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
                playouts.play_on(future)
                forecast = ruleset.forecast(future)
                seen.append(forecast.chances[seat])
                gold += forecast.totals[seat]
            chances.append(seen)
            totals.append(gold / len(samples))
        luck = drawn - expected / len(samples) - hidden
        return _judged(moves, move, chances, totals, luck)

    def _shortlist(self, decision: Decision, view: Any, move: Move) -> list[Move | None]:
        """The moves that are tried: those that the search visited most, and the one that was made."""
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
    """The standard error of the mean difference, sample by sample."""
    differences = [one - other for one, other in zip(best, own, strict=True)]
    mean = _mean(differences)
    spread = sum((value - mean) ** 2 for value in differences) / max(1, len(differences) - 1)
    return sqrt(spread / len(differences))


AS_GOOD: Final = 0.01
GOOD: Final = 0.04
INACCURACY: Final = 0.08
MISTAKE: Final = 0.15
"""The bounds of the classes, in chance: what was lost at least, `kind_of`."""


def kind_of(loss: float, error: float) -> str:
    """The class of a move. A loss counts without its standard error: who is accused has the benefit of the doubt."""
    sure = loss - error
    if sure < AS_GOOD:
        return "best"
    if sure < GOOD:
        return "good"
    if sure < INACCURACY:
        return "inaccuracy"
    return "mistake" if sure < MISTAKE else "blunder"
