"""Ratings of moves from a view, one ply ahead, in expected final gold.

The value of a village is its income in the markets to come, plus the value of its food and builders in the rounds left.
The value of a hand is that of placing its cards, best first. The weights are rough gold values, set by hand and checked
by self-play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.ruleset import Move
from engine.villagers.heuristics import choices, drafting, events
from engine.villagers.heuristics.outlook import Outlook
from engine.villagers.moves import JEST
from engine.villagers.state import (
    BUILD,
    COUNTESS_DRAFT,
    DEVELOPMENT,
    DRAFT,
    EVENT,
    LAST_JEST,
    LOOK,
    REPLACEMENT,
    RETURN_CARD,
    ROAD,
    SETTLE,
    STEAL,
    State,
)
from engine.villagers.view import View

Rater = Callable[[State, Outlook, Sequence[Move]], list[float]]

_PHASES: Final[dict[int, Rater]] = {
    DRAFT: drafting.rate_picks,
    ROAD: choices.rate_coins,
    BUILD: choices.rate_actions,
    EVENT: events.rate_resolving,
    DEVELOPMENT: choices.rate_rewards,
}
_DECISIONS: Final[dict[int, Rater]] = {
    RETURN_CARD: choices.rate_returns,
    LOOK: choices.rate_looks,
    STEAL: choices.rate_steals,
    COUNTESS_DRAFT: events.rate_countess_drafts,
    SETTLE: events.rate_settling,
    REPLACEMENT: events.rate_resolving,
    LAST_JEST: events.rate_resolving,
}


def rate_moves(view: View, moves: Sequence[Move]) -> list[float]:
    """The expected gold after each move, up to a constant; for a reaction, its gain."""
    state, seat = view.state, view.viewer
    assert seat is not None, "a spectator has no moves"
    outlook = Outlook(state, seat)
    if seat != state.turn:
        return drafting.rate_reactions(state, outlook, moves)
    rater = _DECISIONS[state.asked[0]] if state.asked else _PHASES[state.phase]
    others = [move for move in moves if move[0] != JEST]
    rates = rater(state, outlook, others)
    best = max(rates, default=0.0)
    return rates + [best + events.worth_of_jest(state, outlook, move[1]) for move in moves[len(others) :]]
