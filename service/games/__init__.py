"""Stored games, independent of HTTP.

`Games` is the entry point, `Game` is a loaded game, and `Answer` is a reply. Refusals are defined in
`service.games.core.game_errors`.
"""

from service.games.core.game_service import Games
from service.games.core.model import Answer, Game
from service.store.games.records import Seat

__all__ = ["Answer", "Game", "Games", "Seat"]
