"""Ends the turns of people whose time is up."""

from __future__ import annotations

import logging

from service.games import Game, Games
from service.games.clock import turn_clock

log = logging.getLogger(__name__)


def enforce(games: Games, game: Game, now_ms: int) -> bool:
    """If the time of the running turn is up, make it true that the seat is away or has lost.

    Whether it was up. A move that came before, be it later than the deadline, stands: then `Conflict` is raised, as by
    any commit. What AI seats are to do then is left to the caller, and to the lease if he dies. `now_ms`: by Redis'
    clock. Raises `StoreUnavailable`.
    """
    if game.timing is None or game.timing.deadline_ms is None or game.timing.deadline_ms > now_ms:
        return False
    turn_clock.time_out(game)
    games.commit(game, announce=False)
    log.info("the time of a turn was up", extra={"game": game.id})
    return True
