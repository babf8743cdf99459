"""Everything one can do with a stored game, without a word of HTTP.

`Games` is the way in; `Game` a loaded game; `Answer` a reply; `errors` every refusal.
"""

from service.games.core.game_service import Games
from service.games.core.model import Answer, Game
from service.store.games.records import Seat

__all__ = ["Answer", "Game", "Games", "Seat"]
