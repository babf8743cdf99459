"""Games as this process has left them, so that a move can be made without reading the game first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from service.games.model import Game
from service.games.states import MAX_STATES


class LeftGames:
    """The games that this process has written last, for all that it knows: guesses.

    A move in a guessed game is written only if Redis still has exactly what was left (`Change.last`), and whatever is
    refused there is judged again by the game as it is. So this is no second truth, as with `States`. A game that others
    have written to in between is read each time from then on.
    """

    def __init__(self, read: Callable[[Game], Any], most: int = MAX_STATES) -> None:
        """`read`: the state of a game's stored position, the caller's own."""
        self._read = read
        self._most = most
        self._games: dict[str, Game | None] = {}

    def leave(self, game: Game) -> None:
        """The game was just written, and nobody changes this copy any more. If an AI is to act it is soon another."""
        if self._games.pop(game.id, game) is None:
            self.distrust(game.id)
        elif game.status == "active" and not game.due:
            self._put(game.id, game)

    def guess(self, game_id: str) -> Game | None:
        """The game as it was left, to be played on; if it was."""
        game = self._games.get(game_id)
        if game is None:
            return None
        return replace(game, state=self._read(game), pending=[], turns=[], guessed=True)

    def distrust(self, game_id: str) -> None:
        """A guess was wrong: others write to this game too."""
        self._put(game_id, None)

    def _put(self, game_id: str, game: Game | None) -> None:
        self._games[game_id] = game
        if len(self._games) > self._most:
            self._games.pop(next(iter(self._games)), None)
