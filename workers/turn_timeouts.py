"""Ends turns whose time is up."""

from __future__ import annotations

import logging

from service.games import Game, Games
from service.games.clock import turn_clock

log = logging.getLogger(__name__)


def enforce_deadline(games: Games, game: Game, now_ms: int) -> bool:
    """If the turn's time is up, commit that the seat is away or has lost. Returns whether the time was up.

    The caller must then play the AI seats that act next. If the caller dies, these seats are due when the lease of the
    caller ends. `now_ms`: the time by Redis' clock. Raises `StoreUnavailable`. Raises `Conflict` if a move was stored
    first: such a move counts even after the deadline.
    """
    if game.timing is None or game.timing.deadline_ms is None or game.timing.deadline_ms > now_ms:
        return False
    turn_clock.time_out(game)
    games.commit(game, wakes=False)
    log.info("a turn timed out", extra={"game": game.id})
    return True
