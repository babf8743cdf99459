"""Plays the AI seats of stored games. Knows neither rules nor what a seat may not see."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Mapping

from engine.bots import Bot
from service.games import Game, Games
from service.store.errors import Conflict, NoSuchGame

log = logging.getLogger(__name__)

MOST_MOVES = 32
"""Moves of one commit: enough for the turns of several seats, few enough that watchers see a game of AIs grow."""


class Player:
    """`levels`: the bots by name; `seconds`: after so long what was decided is committed, and the rest is left due."""

    def __init__(self, games: Games, levels: Mapping[str, Bot], seconds: float) -> None:
        self._games = games
        self._levels = levels
        self._seconds = seconds
        # Not from the game's seed: who could foresee a bot's choices could foresee the cards.
        self._rng = random.Random()

    def play(self, game_id: str) -> int:
        """Play until a human is to act or the limits are reached: how many moves were committed.

        None when there was nothing to do, or when somebody else was faster. Raises `StoreUnavailable`, and
        whatever a bot raises: then nothing is written, and the game's lease brings it back.
        """
        try:
            game = self._games.load(game_id)
            moves = self._decide(game)
            if moves:
                self._games.commit(game)
        except (NoSuchGame, Conflict) as reason:
            log.info("nothing to play: %s", reason)
            return 0
        return moves

    def _decide(self, game: Game) -> int:
        deadline = time.monotonic() + self._seconds
        moves = 0
        while moves < MOST_MOVES and (due := game.due()) and (moves == 0 or time.monotonic() < deadline):
            seat, level = due[0]
            view = game.ruleset.view(game.state, seat)
            game.apply(seat, self._levels[level].choose(game.ruleset, view, self._rng))
            moves += 1
        return moves
