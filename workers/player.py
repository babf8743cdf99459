"""Plays the AI seats of stored games. Knows neither rules nor what a seat may not see."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping

from engine.bots import Bot, Session
from engine.ruleset import Move
from service.games import Game, Games
from service.store import DueTurns
from service.store.errors import Conflict, NoSuchGame
from service.store.records import now_ms
from workers.clock import enforce
from workers.thinking import Pace, Thinking, told

log = logging.getLogger(__name__)

MOST_MOVES = 32
"""Moves of one commit: enough for the turns of several seats, few enough that watchers see a game of AIs grow."""

LONGEST_PAUSE_SECONDS = 600
"""Between two tries to play a game whose bot fails."""


class BotFailed(Exception):
    """A bot of this level raised something (the cause), chose what the rules forbid, or nothing when it had to."""

    def __init__(self, level: str) -> None:
        super().__init__(f"the bot of level {level!r} failed")
        self.level = level


class Player:
    """`levels`: the bots by name; `seconds`: after so long what was decided is committed, and the rest is left due.

    `reaction_seconds`: for how long after a move an AI seat that is waited for leaves the game to people who might
    react, by what everybody knows. Always in full, whether or not one of them can: so the pause tells nothing.
    `pace`: what a bot has to think about one decision, be it longer than `seconds`.
    """

    def __init__(
        self, games: Games, levels: Mapping[str, Bot], seconds: float, reaction_seconds: float, pace: Pace
    ) -> None:
        self._games = games
        self._due = DueTurns(games.store)
        self._levels = levels
        self._seconds = seconds
        self._reaction_seconds = reaction_seconds
        self._pace = pace
        # Not from the game's seed: who could foresee a bot's choices could foresee the cards.
        self._rng = random.Random()

    def play(self, game_id: str) -> int:
        """Play until a human is to act or the limits are reached: how many moves were committed.

        None when there was nothing to do, when people may react first, when somebody else was faster, or when a bot
        failed. Raises `StoreUnavailable`: then the game's lease brings it back.
        """
        try:
            game = self._games.load(game_id)
            enforce(self._games, self._due, game)
            waits = self._decide(game)
            moves = len(game.pending)
            if moves:
                self._games.commit(game, announce=not waits)
        except (NoSuchGame, Conflict) as reason:
            log.info("nothing to play: %s", reason)
            return 0
        except BotFailed as failure:
            self._put_off(game, failure)
            return 0
        if moves and waits:
            # The time runs from this commit.
            self._due.await_reactions(game_id, game.version, self._reaction_seconds)
        elif game.declined and not moves:
            self._due.drop(game_id, game.version)
        return moves

    def _put_off(self, game: Game, failure: BotFailed) -> None:
        """Tell what happened, and let the game wait for as long as it has stood still: ever longer, up to a limit."""
        _tell(game, failure)
        last = self._games.store.log(game.id, game.stored_version - 1, game.stored_version)
        since = last[0].at_ms if last else game.setup.created_ms
        seconds = min(max((now_ms() - since) / 1000, 0), LONGEST_PAUSE_SECONDS)
        self._due.postpone(game.id, game.stored_version, seconds)

    def _decide(self, game: Game) -> bool:
        """Carry out in this copy what AI seats are to do; whether they then leave the game to people for a while."""
        sitting = _Sitting(game, self._due, self._pace)
        deadline = time.monotonic() + self._seconds
        if game.due():
            # The message may have come late: the lease runs from now.
            sitting.thinking.renew()
        while (
            game.due()
            and not sitting.thinking.lost
            and len(game.pending) < MOST_MOVES
            and (not game.pending or time.monotonic() < deadline)
        ):
            if self._must_wait(game):
                return True
            self._act(game, sitting)
        return False

    def _must_wait(self, game: Game) -> bool:
        """Whether the AI seat that is waited for has to wait; a stored game is then due when it need not any more."""
        waited_for = game.waited_for
        if not self._reaction_seconds or waited_for is None or game.level_of(waited_for) is None:
            return False
        if not game.people_might_react():
            return False
        # What was decided before is not committed yet, so that nobody could react to it.
        return bool(game.pending) or self._due.await_reactions(game.id, game.version, self._reaction_seconds)

    def _act(self, game: Game, sitting: _Sitting) -> None:
        """Ask each reactor once, until one moves; if none does, play the seat that is waited for, if it is an AI's."""
        for seat, level in game.due():
            bot = self._levels[level]
            if seat == game.waited_for:
                if not self._carry_out(sitting, seat, level, bot.choose):
                    raise BotFailed(level)
                return
            try:
                if self._carry_out(sitting, seat, level, bot.react):
                    return
            except BotFailed as failure:
                # Nobody waits for a reaction: a game that stood still for one would tell who can react.
                _tell(game, failure)
            game.decline(seat)

    def _carry_out(self, sitting: _Sitting, seat: int, level: str, decide: Callable[..., Move | None]) -> bool:
        """Carry out the move that the bot decides on: whether there is one. Raises `BotFailed`."""
        game = sitting.game
        view = game.ruleset.view(game.state, seat)
        try:
            move = decide(game.ruleset, view, self._rng, sitting.session(seat))
            if move is not None:
                game.apply(seat, move)
        except Exception as failure:
            raise BotFailed(level) from failure
        return move is not None


class _Sitting:
    """One job at a game: the lease that it holds on the game's turn, and what the bots remember of their turns."""

    def __init__(self, game: Game, due: DueTurns, pace: Pace) -> None:
        self.game = game
        self.thinking = Thinking(pace, lambda: due.postpone(game.id, game.stored_version, pace.lease))
        self._sessions: dict[int, Session] = {}

    def session(self, seat: int) -> Session:
        """The seat's, for a decision that begins now."""
        self.thinking.begin()
        return self._sessions.setdefault(seat, Session(self.thinking.stop))


def _tell(game: Game, failure: BotFailed) -> None:
    cause = failure.__cause__ or failure
    log.error("a bot failed", extra={"game": game.id, "level": failure.level} | told(cause))
