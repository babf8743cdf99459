"""Stored games, independent of HTTP.

`Games` is the entry point, `Game` a loaded game, `Answer` a reply; `service.games.core.game_errors` has the refusals.
"""

from service.games.core.game_service import Games
from service.games.core.model import Answer, Game
from service.store.games.records import Seat

__all__ = ["Answer", "Game", "Games", "Seat"]
