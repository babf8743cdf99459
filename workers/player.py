"""Plays the AI seats of stored games. This module knows neither rules nor hidden information."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.bots import Bot, Session
from engine.bots.ratings import bot_of
from engine.errors import NewerFormat
from service.config import logs, metrics
from service.config.shutdown import Stopped
from service.games import Game, Games
from service.games.core.game_errors import NoSuchRuleset
from service.store import DueTurns
from service.store.games.records import Head
from service.store.outbox.rq_client import TURNS
from service.store.redis.store_errors import Conflict, NoSuchGame, StoreUnavailable
from workers.fallback_bots import MAX_TRIES, BotFailed, stand_ins
from workers.reactions import reactors_view
from workers.thinking_time import Pace, ThinkingTime
from workers.turn_timeouts import enforce_deadline
from workers.usage_meter import Bill, UsageMeter

log = logging.getLogger(__name__)

MAX_MOVES = 32
"""The most moves per commit: enough for several seats' turns, but few enough for spectators to follow a game of AIs."""

PAUSES_SECONDS = (1, 3)
"""The pauses, in seconds, before the first and the second retry of a failed bot."""

_TOLERANCE_SECONDS = 1
"""A turn that began more than this many seconds in the future shows that the clock was set back. Its time counts as
up.
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
    - `seconds`: the time after which a job commits its moves; further turns stay due.
    - `reaction_seconds`: the pause of an AI seat after a move if, according to public knowledge, people may be able to
      react. The pause always has its full length, so it reveals nothing.
    - `pace`: the limits of a bot's decision, which may take longer than `seconds`.
    - `others_wait`: returns whether other games are queued. If so, a seat with a time budget chosen by a client lets
      them go first after each decision.
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

        Raises `StoreUnavailable`; then the game is due again when its lease ends. Other failures raise `TurnFailed`;
        then the game is due again a limited number of times.
        """
        with UsageMeter(self.games.store.redis, TURNS).job() as bill:
            return self._play(game_id, _Job(time.monotonic() + self.seconds, bill))

    def _play(self, game_id: str, job: _Job) -> int:
        """Begin a turn and play it, until no turn is due or the job ends."""
        try:
            while self._begin(game_id, job) and self._decide_and_commit(job):
                pass
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
        return job.moves

    def _begin(self, game_id: str, job: _Job) -> bool:
        """Load the game into the job. Returns whether a turn is due and has tries left."""
        begun = self._due.begin_turn(game_id, self.pace.lease)
        job.tries = begun.tries
        # In this turn, a worker died or the bot failed: isolate the faulty decision.
        job.commit_each = job.commit_each or begun.tries > 1
        if begun.tries > MAX_TURN_TRIES:
            self._park(game_id, "every try fails or loses its worker")
            return False
        if not begun.tries:
            log.info("nothing to play: nothing is due")
            return False
        job.now_ms = begun.now_ms
        job.since = begun.since_ms / 1000
        game = job.game = self.games.queries.restore_game(game_id, Head.load_head(begun.fields))
        job.bill.owner = game.setup.table.owner
        job.thinking_time = ThinkingTime(
            self.pace, lambda: self._due.postpone(game.id, game.stored_version, self.pace.lease)
        )
        return True

    def _park(self, game_id: str, reason: str) -> None:
        if self._due.park(game_id, reason):
            log.error("a turn is parked", extra={"game": game_id, "reason": reason})

    def _decide_and_commit(self, job: _Job) -> bool:
        """Make due decisions and commit them. Returns whether this job continues; if not, the rest is left to
        another job.
        """
        game, waits = job.game, False
        if enforce_deadline(self.games, game, job.now_ms):
            # The version has changed. So earlier tries do not count for this turn, and the time until now was the
            # person's.
            return True
        try:
            waits = self._decide(job)
        except BotFailed as failure:
            _log_failure(game, failure)
            if not game.uncommitted:
                self._due.retry_turn(
                    game.id, PAUSES_SECONDS[min(job.tries, len(PAUSES_SECONDS)) - 1], game.stored_version
                )
                return False
            # Commit the moves before the failed one. Then it is retried alone.
        except Stopped:
            if not game.uncommitted:
                self._due.retry_turn(game.id, 0, game.stored_version, forget=True)
                return False
            # Commit. The message that follows gives the rest to another worker.
            job.commit_each = False
        moves = len(game.uncommitted)
        going_on = bool(moves) and not waits and job.commit_each and time.monotonic() < job.deadline
        if moves:
            self.games.commit(game, announce=not (waits or going_on))
            job.moves += moves
        if moves and waits:
            # The pause begins with this commit.
            self._due.await_reactions(game.id, game.version, job.pause)
        elif not (moves or waits or game.due):
            # All seats that might have reacted have declined, or only the clock was due. Nothing is due now.
            self._due.drop(game.id, game.version)
        return going_on

    def _decide(self, job: _Job) -> bool:
        """Make the AI seats' due moves in this copy of the game. Returns whether the AI seats then have to pause for
        people.
        """
        game, most = job.game, 1 if job.commit_each else MAX_MOVES
        while (
            game.due
            and not job.thinking_time.lost
            and len(game.uncommitted) < most
            and not (game.uncommitted and (time.monotonic() >= job.deadline or self._gives_way(job)))
        ):
            if self._must_wait(job):
                return True
            if job.tries == 1 and not game.uncommitted:
                metrics.TURN_LAG_SECONDS.observe(max(0.0, job.since))
            self._act(job)
        return False

    def _gives_way(self, job: _Job) -> bool:
        try:
            return job.has_budget and self.others_wait()
        except StoreUnavailable:
            # Commit the decided moves even if the queue is unreachable.
            return False

    def _must_wait(self, job: _Job) -> bool:
        """Return whether the AI seat must pause for people. If so, also make a game without uncommitted moves due after
        the pause.
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
            if self._external_bot_plays(game, seat):
                game.decline(seat)
                continue
            try:
                if any(self._carry_out(job, seat, level, bot) for bot in self._bots(job, level)[:1]):
                    return
            except BotFailed as failure:
                # No retry: a game that stopped here would reveal who can react.
                _log_failure(game, failure)
            game.decline(seat)

    def _bot(self, job: _Job, level: str) -> Bot | None:
        return bot_of(self.levels, level, job.game.ruleset.key, len(job.game.seats))

    def _bots(self, job: _Job, level: str) -> list[Bot]:
        """Return the bots to try, in order: the level's bot, or its stand-ins."""
        bot = self._bot(job, level)
        own = [] if bot is None else [bot]
        if job.game.uncommitted or job.tries < MAX_TRIES:
            return own
        return [*(own if job.tries == MAX_TRIES else ()), *stand_ins(job.tries)]

    def _move(self, job: _Job, seat: int, level: str) -> None:
        """Play the seat that the game waits for. Raises `BotFailed` if all bots for this try fail."""
        failed = BotFailed(level)
        for bot in self._bots(job, level):
            try:
                if not self._carry_out(job, seat, level, bot):
                    raise BotFailed(level)
            except BotFailed as failure:
                failed = failure
                if job.tries >= MAX_TRIES:
                    _log_failure(job.game, failure)
                continue
            if bot is not self._bot(job, level):
                known = _label(level) if level.isdecimal() or level in self.levels else "unknown"
                metrics.STAND_INS.labels(known, job.game.ruleset.key).inc()
                log.warning("another bot stood in", extra={"game": job.game.id, "level": level})
            return
        raise failed

    def _carry_out(self, job: _Job, seat: int, level: str, bot: Bot) -> bool:
        """Make the bot's move. Returns whether the bot chose one. Raises `BotFailed`."""
        game = job.game
        # The view of a seat that cannot react is not real: see `reactors_view`.
        reacts, real = seat != game.waited_for, True
        if reacts:
            view, real = reactors_view(game.ruleset, game.state, seat, self._rng)
            if not game.ruleset.view_moves(view):
                return False
        else:
            view = game.ruleset.view(game.state, seat)
        milliseconds = game.milliseconds_of(seat)
        thinker = bot if milliseconds is None else bot.timed()
        job.has_budget = job.has_budget or milliseconds is not None
        decide, session = thinker.react if reacts else thinker.choose, job.session(seat, milliseconds, reacts)
        began = time.monotonic()
        try:
            move = decide(game.ruleset, view, self._rng, session)
            if not real:
                return False
            if move is not None:
                game.apply_move(seat, move)
        except Exception as failure:
            raise BotFailed(level) from failure
        finally:
            if bot is self._bot(job, level):
                metrics.THINKING_SECONDS.labels(_label(level)).observe(time.monotonic() - began)
        return move is not None


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

    def __init__(self, deadline: float, bill: Bill) -> None:
        self.deadline = deadline
        self.bill = bill
        self.moves = 0
        self.tries = 0
        self.commit_each = False
        self.has_budget = False
        self.since = 0.0
        self.now_ms = 0
        self.pause = 0.0
        self._sessions: dict[int, Session] = {}

    def session(self, seat: int, milliseconds: int | None, reacts: bool) -> Session:
        """Return the seat's session for a new decision with this time budget. A reaction gets a session of its own."""
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
