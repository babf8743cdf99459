"""Ends the turns of people whose time is up."""

from __future__ import annotations

import logging

from service.games import Game, Games, clocks
from service.store import DueTurns

log = logging.getLogger(__name__)


def enforce(games: Games, due: DueTurns, game: Game) -> bool:
    """If the time of the running turn is up, by Redis' clock, make it true that the seat is away or has lost.

    Whether it was up. A move that came before, be it later than the deadline, stands: then `Conflict` is raised, as by
    any commit. What AI seats are to do then is left to the caller, and to the lease if he dies. Raises
    `StoreUnavailable`.
    """
    if game.timing is None or game.timing.deadline_ms is None or not due.overdue(game.id, game.version):
        return False
    clocks.time_out(game)
    games.commit(game, announce=False)
    log.info("the time of a turn was up", extra={"game": game.id})
    return True
