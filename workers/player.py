"""Plays the AI seats of stored games. Knows neither rules nor what a seat may not see."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping

from engine.bots import Bot, Session
from engine.errors import NewerFormat
from service.config import logs, metrics
from service.config.shutdown import Stopped
from service.games import Game, Games
from service.games.core.game_errors import NoSuchRuleset
from service.store import DueTurns
from service.store.games.records import Head
from service.store.redis.store_errors import Conflict, NoSuchGame, StoreUnavailable
from workers.fallback_bots import MAX_TRIES, BotFailed, stand_ins
from workers.reactions import reactors_view
from workers.thinking_time import Pace, Thinking
from workers.turn_timeouts import enforce

log = logging.getLogger(__name__)

MAX_MOVES = 32
"""Moves of one commit: enough for the turns of several seats, few enough that watchers see a game of AIs grow."""

PAUSES_SECONDS = (1, 3)
"""Before a bot that has failed is asked again: the first time, the second time."""

_TOLERANCE_SECONDS = 1
"""A turn that has been there for less than no time by so much: the clock was set back, so its time counts as up."""

PARKED_AFTER = 6
"""Tries to play a due turn, if something else than a bot fails: then nobody tries any more."""


class TurnFailed(Exception):
    """Something else than a bot has failed, of this kind. Its text could name hidden cards, so it goes no further."""


class Player:
    """`levels`: the bots by name; `seconds`: after so long what was decided is committed, and the rest is left due.

    `reaction_seconds`: for how long after a move an AI seat that is waited for leaves the game to people who might
    react, by what everybody knows. Always in full, whether or not one of them can: so the pause tells nothing.
    `pace`: what a bot has to think about one decision, be it longer than `seconds`. `others_wait`: whether other games
    wait to be played; a seat for which somebody has chosen a budget of time gives way to them after each decision.
    """

    def __init__(
        self,
        games: Games,
        levels: Mapping[str, Bot],
        seconds: float,
        reaction_seconds: float,
        pace: Pace,
        others_wait: Callable[[], bool] = lambda: False,
    ) -> None:
        self._games = games
        self._due = DueTurns(games.store)
        self._levels = levels
        self._seconds = seconds
        self._reaction_seconds = reaction_seconds
        self._pace = pace
        self._others_wait = others_wait
        # Not from the game's seed: who could foresee a bot's choices could foresee the cards.
        self._rng = random.Random()

    def play(self, game_id: str) -> int:
        """Play until a human is to act or the limits are reached: how many moves were committed.

        None when there was nothing to do, when people may react first, when somebody else was faster, when a bot
        failed, or when a later version of the program has to play it. Raises `StoreUnavailable`: then the game's lease
        brings it back. So it does after everything else, which is told as `TurnFailed`, but only a few times.
        """
        job = _Job(time.monotonic() + self._seconds)
        try:
            while self._begin(game_id, job) and self._piece(job):
                pass
        except (NoSuchGame, Conflict) as reason:
            log.info("nothing to play: %s", reason)
        except (NewerFormat, NoSuchRuleset) as reason:
            log.info("left to a later version: %s", reason, extra={"game": game_id})
            self._due.again(game_id, self._pace.lease, forget=True)
        except StoreUnavailable:
            # No fault of the game's. If Redis is back already, or another one has followed it, the turn goes on soon.
            try:
                self._due.again(game_id, PAUSES_SECONDS[0], forget=True)
            except StoreUnavailable as failure:
                log.warning("a turn waits for its lease: %s", failure, extra={"game": game_id})
            raise
        except Exception as failure:
            log.error("a turn failed", extra={"game": game_id, "tries": job.tries} | logs.describe_failure(failure))
            if job.tries >= PARKED_AFTER:
                self._park(game_id, type(failure).__name__)
            raise TurnFailed(type(failure).__name__) from None
        return job.moves

    def _begin(self, game_id: str, job: _Job) -> bool:
        """Load the game into the job, if something is due in it and there is hope."""
        begun = self._due.begin(game_id, self._pace.lease)
        job.tries = begun.tries
        # A worker died of this turn, or its bot failed: from now on each decision is made safe, until that one is met.
        job.careful = job.careful or begun.tries > 1
        if begun.tries > PARKED_AFTER:
            self._park(game_id, "every try fails or loses its worker")
            return False
        if not begun.tries:
            log.info("nothing to play: nothing is due")
            return False
        job.now_ms = begun.now_ms
        job.since = begun.since_ms / 1000
        game = job.game = self._games.restore(game_id, Head.load(begun.fields))
        job.thinking = Thinking(self._pace, lambda: self._due.postpone(game.id, game.stored_version, self._pace.lease))
        return True

    def _park(self, game_id: str, reason: str) -> None:
        if self._due.park(game_id, reason):
            log.error("a turn is parked", extra={"game": game_id, "reason": reason})

    def _piece(self, job: _Job) -> bool:
        """Decide and commit; whether to go on with the rest in this job, instead of leaving it to another one."""
        game, waits = job.game, False
        if enforce(self._games, game, job.now_ms):
            # Now it is another version: what was tried before is not its AI's, nor is the time that a person took.
            return True
        try:
            waits = self._decide(job)
        except BotFailed as failure:
            _tell(game, failure)
            if not game.pending:
                self._due.again(game.id, PAUSES_SECONDS[min(job.tries, len(PAUSES_SECONDS)) - 1], game.stored_version)
                return False
            # Made safe first: what it failed at is then tried for itself.
        except Stopped:
            if not game.pending:
                self._due.again(game.id, 0, game.stored_version, forget=True)
                return False
            # Kept; whoever is told of the commit goes on.
            job.careful = False
        moves = len(game.pending)
        going_on = bool(moves) and not waits and job.careful and time.monotonic() < job.deadline
        if moves:
            self._games.commit(game, announce=not (waits or going_on))
            job.moves += moves
        if moves and waits:
            # The time runs from this commit.
            self._due.await_reactions(game.id, game.version, job.pause)
        elif not (moves or waits or game.due):
            # All have declined, or only a clock runs: a message came astray.
            self._due.drop(game.id, game.version)
        return going_on

    def _decide(self, job: _Job) -> bool:
        """Carry out in this copy what AI seats are to do; whether they then leave the game to people for a while."""
        game, most = job.game, 1 if job.careful else MAX_MOVES
        while (
            game.due
            and not job.thinking.lost
            and len(game.pending) < most
            and not (game.pending and (time.monotonic() >= job.deadline or self._gives_way(job)))
        ):
            if self._must_wait(job):
                return True
            if job.tries == 1 and not game.pending:
                metrics.TURN_LAG_SECONDS.observe(max(0.0, job.since))
            self._act(job)
        return False

    def _gives_way(self, job: _Job) -> bool:
        try:
            return job.timed and self._others_wait()
        except StoreUnavailable:
            # What was decided shall not be lost with the queue.
            return False

    def _must_wait(self, job: _Job) -> bool:
        """Whether the AI seat that is waited for has to wait; a stored game is then due when it need not any more."""
        game = job.game
        waited_for = game.waited_for
        if waited_for is None or game.level_of(waited_for) is None:
            return False
        bots_turn = self._is_bots(game, waited_for)
        if bots_turn:
            job.pause = game.bot_seconds(self._games.bot_seconds)
        else:
            job.pause = self._reaction_seconds if self._reaction_seconds and game.people_might_react() else 0
        if not job.pause:
            return False
        # What was decided before is not committed yet, so that nobody could react to it.
        if game.pending or self._due.await_reactions(game.id, game.version, job.pause):
            return True
        if bots_turn and -_TOLERANCE_SECONDS < job.since < job.pause:
            # Its time is not up: it has moved meanwhile.
            return True
        job.since -= job.pause
        bot = game.seats[waited_for].bot
        if bots_turn and bot is not None:
            self._games.bots.late(bot, game.id)
            log.info("the time of a bot was up", extra={"game": game.id})
        return False

    def _is_bots(self, game: Game, seat: int) -> bool:
        """Whether the seat is left to an external bot, which is there."""
        bot = game.seats[seat].bot
        return bot is not None and self._games.bots.awaited(bot, game.id)

    def _act(self, job: _Job) -> None:
        """Ask each seat that might react once, until one moves; if none does, play the AI's that is waited for."""
        game = job.game
        for seat, level in game.due:
            if seat == game.waited_for:
                self._move(job, seat, level)
                return
            if self._is_bots(game, seat):
                game.decline(seat)
                continue
            try:
                if any(self._carry_out(job, seat, level, bot) for bot in self._bots(job, level)[:1]):
                    return
            except BotFailed as failure:
                # Nobody waits for a reaction: a game that stood still for one would tell who can react.
                _tell(game, failure)
            game.decline(seat)

    def _bots(self, job: _Job, level: str) -> list[Bot]:
        """Who is asked, one after the other until one does not fail: those of the level, or who stands in for them."""
        own = [self._levels[level]] if level in self._levels else []
        if job.game.pending or job.tries < MAX_TRIES:
            return own
        return [*(own if job.tries == MAX_TRIES else ()), *stand_ins(job.tries)]

    def _move(self, job: _Job, seat: int, level: str) -> None:
        """Play the seat that is waited for. Raises `BotFailed` when all fail who may be asked now."""
        failed = BotFailed(level)
        for bot in self._bots(job, level):
            try:
                if not self._carry_out(job, seat, level, bot):
                    raise BotFailed(level)
            except BotFailed as failure:
                failed = failure
                if job.tries >= MAX_TRIES:
                    _tell(job.game, failure)
                continue
            if bot is not self._levels.get(level):
                known = level if level in self._levels else "unknown"
                metrics.STAND_INS.labels(known, job.game.ruleset.key).inc()
                log.warning("another bot stood in", extra={"game": job.game.id, "level": level})
            return
        raise failed

    def _carry_out(self, job: _Job, seat: int, level: str, bot: Bot) -> bool:
        """Carry out the move that the bot decides on: whether there is one. Raises `BotFailed`."""
        game = job.game
        reacts, real = seat != game.waited_for, True
        if reacts:
            view, real = reactors_view(game.ruleset, game.state, seat, self._rng)
            if not game.ruleset.view_moves(view):
                return False
        else:
            view = game.ruleset.view(game.state, seat)
        milliseconds = game.milliseconds_of(seat)
        thinker = bot if milliseconds is None else bot.timed()
        job.timed = job.timed or milliseconds is not None
        decide, session = thinker.react if reacts else thinker.choose, job.session(seat, milliseconds, reacts)
        began = time.monotonic()
        try:
            move = decide(game.ruleset, view, self._rng, session)
            if not real:
                return False
            if move is not None:
                game.apply(seat, move)
        except Exception as failure:
            raise BotFailed(level) from failure
        finally:
            if bot is self._levels.get(level):
                metrics.THINKING_SECONDS.labels(level).observe(time.monotonic() - began)
        return move is not None


class _Job:
    """One job: the game as begun last, the lease held on it, and what the bots remember of their turns in it.

    `tries`: how often this was begun at this version. `careful`: each decision is committed by itself. `timed`: one had
    a budget of time. `now_ms`: when it was begun, by Redis' clock. `since`: for how many seconds the turn has been
    there. `pause`: for how many after the last move the seat that is waited for is left to somebody else.
    """

    game: Game
    thinking: Thinking

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.moves = 0
        self.tries = 0
        self.careful = False
        self.timed = False
        self.since = 0.0
        self.now_ms = 0
        self.pause = 0.0
        self._sessions: dict[int, Session] = {}

    def session(self, seat: int, milliseconds: int | None, reacts: bool) -> Session:
        """The seat's, for a decision that begins now, and may be to take this long; of a reaction nothing is kept."""
        self.thinking.begin(milliseconds)
        return Session(self._stop) if reacts else self._sessions.setdefault(seat, Session(self._stop))

    def _stop(self) -> bool:
        return self.thinking.stop()


def _tell(game: Game, failure: BotFailed) -> None:
    cause = failure.__cause__ or failure
    log.error("a bot failed", extra={"game": game.id, "level": failure.level} | logs.describe_failure(cause))
