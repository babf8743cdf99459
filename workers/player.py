"""Plays the AI seats of stored games. Knows neither rules nor what a seat may not see."""

from __future__ import annotations

import logging
import random
import time
import traceback
from collections.abc import Mapping

from engine.bots import Bot
from service.games import Game, Games
from service.store import DueTurns
from service.store.errors import Conflict, NoSuchGame
from service.store.records import now_ms

log = logging.getLogger(__name__)

MOST_MOVES = 32
"""Moves of one commit: enough for the turns of several seats, few enough that watchers see a game of AIs grow."""

LONGEST_PAUSE_SECONDS = 600
"""Between two tries to play a game whose bot fails."""


class BotFailed(Exception):
    """A bot of this level raised something (the cause), or chose what the rules forbid."""

    def __init__(self, level: str) -> None:
        super().__init__(f"the bot of level {level!r} failed")
        self.level = level


class Player:
    """`levels`: the bots by name; `seconds`: after so long what was decided is committed, and the rest is left due."""

    def __init__(self, games: Games, levels: Mapping[str, Bot], seconds: float) -> None:
        self._games = games
        self._due = DueTurns(games.store)
        self._levels = levels
        self._seconds = seconds
        # Not from the game's seed: who could foresee a bot's choices could foresee the cards.
        self._rng = random.Random()

    def play(self, game_id: str) -> int:
        """Play until a human is to act or the limits are reached: how many moves were committed.

        None when there was nothing to do, when somebody else was faster, or when a bot failed. Raises
        `StoreUnavailable`: then the game's lease brings it back.
        """
        try:
            game = self._games.load(game_id)
            moves = self._decide(game)
            if moves:
                self._games.commit(game)
        except (NoSuchGame, Conflict) as reason:
            log.info("nothing to play: %s", reason)
            return 0
        except BotFailed as failure:
            self._put_off(game, failure)
            return 0
        return moves

    def _put_off(self, game: Game, failure: BotFailed) -> None:
        """Tell what happened, and let the game wait for as long as it has stood still: ever longer, up to a limit."""
        # The kind of fault and the lines of code, but not the fault's text: that could name hidden cards.
        where = "".join(traceback.format_tb(failure.__cause__.__traceback__)) if failure.__cause__ else ""
        facts = {"game": game.id, "level": failure.level, "error": type(failure.__cause__).__name__, "where": where}
        log.error("a bot failed", extra=facts)
        last = self._games.store.log(game.id, game.stored_version - 1, game.stored_version)
        since = last[0].at_ms if last else game.setup.created_ms
        seconds = min(max((now_ms() - since) / 1000, 0), LONGEST_PAUSE_SECONDS)
        self._due.postpone(game.id, game.stored_version, seconds)

    def _decide(self, game: Game) -> int:
        deadline = time.monotonic() + self._seconds
        moves = 0
        while moves < MOST_MOVES and (due := game.due()) and (moves == 0 or time.monotonic() < deadline):
            seat, level = due[0]
            view = game.ruleset.view(game.state, seat)
            try:
                game.apply(seat, self._levels[level].choose(game.ruleset, view, self._rng))
            except Exception as failure:
                raise BotFailed(level) from failure
            moves += 1
        return moves
