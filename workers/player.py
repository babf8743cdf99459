"""Plays the AI seats of stored games. This module knows neither rules nor hidden information."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from engine.bots import Bot, Session
from engine.bots.ratings import bot_of
from engine.errors import NewerFormat
from service.config import logs, metrics
from service.config.shutdown import Stopped
from service.games import Game, Games
from service.games.core.game_errors import NoSuchRuleset
from service.store import DueTurns
from service.store.games.records import Head
from service.store.outbox.leases import BegunItem
from service.store.outbox.rq_client import TURNS
from service.store.redis.store_errors import Conflict, NoSuchGame, StoreUnavailable
from workers.fallback_bots import MAX_BOT_TRIES, BotFailed, stand_ins
from workers.reactions import reactors_view
from workers.thinking_time import Pace, ThinkingTime
from workers.turn_timeouts import enforce_deadline
from workers.usage_meter import JobUsage, UsageMeter

log = logging.getLogger(__name__)

MAX_MOVES = 32
"""The most moves per commit: enough for several seats' turns, but few enough for spectators to follow a game of AIs."""

PAUSES_SECONDS = (1, 3)
"""The pauses, in seconds, before the first and the second retry of a failed bot."""

_TOLERANCE_SECONDS = 1
"""The stored beginning of a turn may be at most this many seconds in the future. Beyond that, the clock was set back,
and the turn's time counts as up.
"""

MAX_TURN_TRIES = 6
"""The highest number of tries of a turn that fails for reasons other than its bot. After that the turn is parked."""


class TurnFailed(Exception):
    """A turn failed, but not because of a bot. The message names only the type of the error, whose text could reveal
    hidden cards.
    """


@dataclass
class Player:
    """Plays due turns.

    - `levels`: the bots by name.
    - `seconds`: after this time, a job begins no further decision and commits its moves. The other turns stay due.
    - `reaction_seconds`: the pause of an AI seat after a move if, according to public knowledge, people may be able to
      react. The pause always has its full length, so it reveals nothing.
    - `pace`: the limits for one decision of a bot. A decision may take longer than `seconds`.
    - `others_wait`: returns whether other games are queued. If they are, and a client set the time budget of a
      decision in this job, the job makes no further decision, so that the other games go first.
    """

    games: Games
    levels: Mapping[str, Bot]
    seconds: float
    reaction_seconds: float
    pace: Pace
    others_wait: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self._due = DueTurns(self.games.store)
        # Not derived from the game's seed: a player who could predict the bot would know the cards.
        self._rng = random.Random()

    def play_due_turns(self, game_id: str) -> int:
        """Play until a person is to act or the limits are reached. Returns the number of committed moves.

        Returns 0 if nothing is due, people may react first, another worker was faster, the bot failed, or the game
        needs a later version of the program.

        Raises `StoreUnavailable`; then the game is due again when its lease ends, or earlier. Other failures raise
        `TurnFailed`; then the game is due again, unless it has failed too often.
        """
        with UsageMeter(self.games.store.redis, TURNS).job() as usage:
            job = _Job(time.monotonic() + self.seconds, usage)
            with self._settle_failures(game_id, job):
                while self._begin(game_id, job) and self._decide_and_commit(job):
                    pass
        return job.moves

    @contextmanager
    def _settle_failures(self, game_id: str, job: _Job) -> Iterator[None]:
        """Handle failures inside the block: retry the turn, park it, or leave it to another worker."""
        try:
            yield
        except (NoSuchGame, Conflict) as reason:
            log.info("nothing to play: %s", reason)
        except (NewerFormat, NoSuchRuleset) as reason:
            log.info("left to a later version: %s", reason, extra={"game": game_id})
            self._due.retry_turn(game_id, self.pace.lease, forget=True)
        except StoreUnavailable:
            # The game is not the cause. Redis or its replacement may be available already, so retry soon.
            try:
                self._due.retry_turn(game_id, PAUSES_SECONDS[0], forget=True)
            except StoreUnavailable as failure:
                log.warning("a turn waits for its lease: %s", failure, extra={"game": game_id})
            raise
        except Exception as failure:
            log.error("a turn failed", extra={"game": game_id, "tries": job.tries} | logs.describe_failure(failure))
            if job.tries >= MAX_TURN_TRIES:
                self._park(game_id, type(failure).__name__)
            raise TurnFailed(type(failure).__name__) from None

    def _begin(self, game_id: str, job: _Job) -> bool:
        """Load the game into the job. Returns whether a turn is due and has tries left."""
        begun = self._due.begin_turn(game_id, self.pace.lease)
        job.begin(begun)
        if begun.tries > MAX_TURN_TRIES:
            self._park(game_id, "every try fails or loses its worker")
            return False
        if not begun.tries:
            log.info("nothing to play: nothing is due")
            return False
        game = self.games.queries.restore_game(game_id, Head.load_head(begun.fields))
        job.play(game, self._lease_holder(game))
        return True

    def _lease_holder(self, game: Game) -> ThinkingTime:
        """Return the bots' thinking time for this game. It renews the game's lease while a bot thinks."""
        return ThinkingTime(self.pace, lambda: self._due.postpone(game.id, game.stored_version, self.pace.lease))

    def _park(self, game_id: str, reason: str) -> None:
        if self._due.park(game_id, reason):
            log.error("a turn is parked", extra={"game": game_id, "reason": reason})

    def _decide_and_commit(self, job: _Job) -> bool:
        """Make due decisions and commit them. Returns whether this job continues; if not, the rest is left to
        another job.
        """
        if enforce_deadline(self.games, job.game, job.now_ms):
            # The person's time was up, and that is committed now. So begin again: the tries and the lag so far do not
            # count for the next turn.
            return True
        waits = False
        try:
            waits = self._decide(job)
        except (BotFailed, Stopped) as reason:
            self._interrupt(job, reason)
            if not job.game.uncommitted:
                return False
        return self._commit(job, waits)

    def _interrupt(self, job: _Job, reason: BotFailed | Stopped) -> None:
        """Note why no further decision was made. If there is nothing to commit, make the turn due again."""
        game = job.game
        if isinstance(reason, BotFailed):
            _log_failure(game, reason)
            # The moves before the failed one are committed. Then the failed one is retried alone.
            seconds, forget = PAUSES_SECONDS[min(job.tries, len(PAUSES_SECONDS)) - 1], False
        else:
            # After the commit, a message gives the rest to another worker.
            seconds, forget, job.commit_each = 0, True, False
        if not game.uncommitted:
            self._due.retry_turn(game.id, seconds, game.stored_version, forget)

    def _commit(self, job: _Job, waits: bool) -> bool:
        """Commit the decided moves. `waits`: whether the AI seats then pause for people. Returns whether this job
        continues.
        """
        game = job.game
        moves = len(game.uncommitted)
        continues = bool(moves) and not waits and job.commit_each and time.monotonic() < job.deadline
        if moves:
            self.games.commit(game, wakes=not (waits or continues))
            job.moves += moves
        if moves and waits:
            # The pause begins with this commit.
            self._due.await_reactions(game.id, game.version, job.pause)
        elif not (moves or waits or game.due):
            # All seats that might have reacted have declined, or only the clock was due. Nothing is due now.
            self._due.drop(game.id, game.version)
        return continues

    def _decide(self, job: _Job) -> bool:
        """Make the AI seats' due moves in this copy of the game. Returns whether the AI seats then have to pause for
        people.
        """
        game = job.game
        while game.due and self._may_decide(job):
            if self._must_wait(job):
                return True
            job.observe_lag()
            self._act(job)
        return False

    def _may_decide(self, job: _Job) -> bool:
        """Return whether the job may make another decision before it commits."""
        decided = len(job.game.uncommitted)
        if job.thinking_time.lost or decided >= (1 if job.commit_each else MAX_MOVES):
            return False
        return not decided or (time.monotonic() < job.deadline and not self._gives_way(job))

    def _gives_way(self, job: _Job) -> bool:
        try:
            return job.has_budget and self.others_wait()
        except StoreUnavailable:
            # Commit the decided moves even if the queue is unreachable.
            return False

    def _must_wait(self, job: _Job) -> bool:
        """Return whether the AI seat must pause for people.

        If it must, and this copy has no uncommitted moves, also make the game due after the pause.
        """
        game = job.game
        waited_for = game.waited_for
        if waited_for is None or game.level_of(waited_for) is None:
            return False
        bots_turn = self._external_bot_plays(game, waited_for)
        if bots_turn:
            job.pause = game.bot_seconds(self.games.bot_seconds)
        else:
            job.pause = self.reaction_seconds if self.reaction_seconds and game.people_might_react() else 0
        if not job.pause:
            return False
        # People cannot have reacted yet to moves that are not committed.
        if game.uncommitted or self._due.await_reactions(game.id, game.version, job.pause):
            return True
        if bots_turn and -_TOLERANCE_SECONDS < job.since < job.pause:
            # The external bot has moved in the meantime, so its time is not up.
            return True
        # The pause does not count as a delay.
        job.since -= job.pause
        bot = game.seats[waited_for].bot
        if bots_turn and bot is not None:
            self.games.bots.late(bot, game.id)
            log.info("a bot timed out", extra={"game": game.id})
        return False

    def _external_bot_plays(self, game: Game, seat: int) -> bool:
        bot = game.seats[seat].bot
        return bot is not None and self.games.bots.awaited(bot, game.id)

    def _act(self, job: _Job) -> None:
        """Let each seat that may react decide, until one moves. If none does, play the seat that the game waits for."""
        game = job.game
        for seat, level in game.due:
            if seat == game.waited_for:
                self._move(job, seat, level)
                return
            if self._react(job, seat, level):
                return
            game.decline(seat)

    def _react(self, job: _Job, seat: int, level: str) -> bool:
        """Let a seat react. Returns whether it did."""
        if self._external_bot_plays(job.game, seat):
            return False
        try:
            return any(self._carry_out(job, seat, level, bot) for bot in self._bots(job, level)[:1])
        except BotFailed as failure:
            # No retry: a game that stopped here would reveal who can react.
            _log_failure(job.game, failure)
            return False

    def _bot(self, job: _Job, level: str) -> Bot | None:
        return bot_of(self.levels, level, job.game.ruleset.key, len(job.game.seats))

    def _bots(self, job: _Job, level: str) -> list[Bot]:
        """Return the bots to try, in order: the level's bot, or its stand-ins."""
        bot = self._bot(job, level)
        own = [] if bot is None else [bot]
        if job.game.uncommitted or job.tries < MAX_BOT_TRIES:
            return own
        return [*(own if job.tries == MAX_BOT_TRIES else ()), *stand_ins(job.tries)]

    def _move(self, job: _Job, seat: int, level: str) -> None:
        """Play the seat that the game waits for. Raises `BotFailed` if all bots for this try fail."""
        failed = BotFailed(level)
        for bot in self._bots(job, level):
            try:
                if not self._carry_out(job, seat, level, bot):
                    raise BotFailed(level)
            except BotFailed as failure:
                failed = failure
                if job.tries >= MAX_BOT_TRIES:
                    # Another bot may move now. In earlier tries, `_interrupt` logs the failure.
                    _log_failure(job.game, failure)
                continue
            if bot is not self._bot(job, level):
                self._note_stand_in(job, level)
            return
        raise failed

    def _note_stand_in(self, job: _Job, level: str) -> None:
        known = _label(level) if level.isdecimal() or level in self.levels else "unknown"
        metrics.STAND_INS.labels(known, job.game.ruleset.key).inc()
        log.warning("another bot stood in", extra={"game": job.game.id, "level": level})

    def _carry_out(self, job: _Job, seat: int, level: str, bot: Bot) -> bool:
        """Make the bot's move. Returns whether the bot chose one. Raises `BotFailed`."""
        game, reacts = job.game, seat != job.game.waited_for
        view, real = self._view(game, seat)
        if reacts and not game.ruleset.view_moves(view):
            return False
        milliseconds = game.milliseconds_of(seat)
        # With a time limit of its own, a bot counts no iterations: only the session stops it.
        thinker = bot if milliseconds is None else bot.timed()
        decide, session = thinker.react if reacts else thinker.choose, job.session(seat, milliseconds, reacts)
        began = time.monotonic()
        try:
            move = decide(game.ruleset, view, self._rng, session)
            if not real:
                # The seat cannot react, but it has to take as long as one that can: the time must not reveal it.
                return False
            if move is not None:
                game.apply_move(seat, move)
        except Exception as failure:
            raise BotFailed(level) from failure
        finally:
            if bot is self._bot(job, level):
                metrics.THINKING_SECONDS.labels(_label(level)).observe(time.monotonic() - began)
        return move is not None

    def _view(self, game: Game, seat: int) -> tuple[Any, bool]:
        """Return the view for the seat's bot, and whether it is the real view.

        A seat that cannot react gets another view, see `reactors_view`.
        """
        if seat == game.waited_for:
            return game.ruleset.view(game.state, seat), True
        return reactors_view(game.ruleset, game.state, seat, self._rng)


class _Job:
    """One job: the game as last loaded, its lease, and the bots' sessions.

    - `tries`: the number of tries at this version.
    - `commit_each`: each decision is committed separately.
    - `has_budget`: at least one decision had a time budget.
    - `now_ms`: the time, by Redis' clock, when the game was loaded.
    - `since`: how long the turn has lasted, in seconds.
    - `pause`: how long after the last move the AI seat waits, in seconds.
    """

    game: Game
    thinking_time: ThinkingTime

    def __init__(self, deadline: float, usage: JobUsage) -> None:
        self.deadline = deadline
        self.usage = usage
        self.moves = 0
        self.tries = 0
        self.commit_each = False
        self.has_budget = False
        self.since = 0.0
        self.now_ms = 0
        self.pause = 0.0
        self._sessions: dict[int, Session] = {}

    def begin(self, begun: BegunItem) -> None:
        """Begin a turn. After a failed try, commit each decision separately, to isolate the faulty one."""
        self.tries, self.now_ms, self.since = begun.tries, begun.now_ms, begun.since_ms / 1000
        self.commit_each = self.commit_each or begun.tries > 1

    def play(self, game: Game, thinking_time: ThinkingTime) -> None:
        """Play the turn in this copy of the game."""
        self.game, self.thinking_time = game, thinking_time
        self.usage.owner = game.owner

    def observe_lag(self) -> None:
        """Before the first decision of a turn, measure how long the turn has been due. Repeated tries do not count."""
        if self.tries == 1 and not self.game.uncommitted:
            metrics.TURN_LAG_SECONDS.observe(max(0.0, self.since))

    def session(self, seat: int, milliseconds: int | None, reacts: bool) -> Session:
        """Return the seat's session for a new decision with this time budget. A reaction gets a session of its own."""
        self.has_budget = self.has_budget or milliseconds is not None
        self.thinking_time.begin(milliseconds)
        new = Session(self._stop, self.game.id)
        return new if reacts else self._sessions.setdefault(seat, new)

    def _stop(self) -> bool:
        return self.thinking_time.stop()


def _label(level: str) -> str:
    """Return the level as a metric's label. All ratings have the same label."""
    return "rating" if level.isdecimal() else level


def _log_failure(game: Game, failure: BotFailed) -> None:
    cause = failure.__cause__ or failure
    log.error("a bot failed", extra={"game": game.id, "level": failure.level} | logs.describe_failure(cause))
