"""Turns and moves of external bots.

Each connection of a bot gets each due turn once. The store has no queue of turns: a new connection gets all turns that
are due.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from engine.errors import NewerFormat
from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.games.core import projection
from service.games.core.change_feed import Watch
from service.games.core.game_errors import Forbidden, NoSuchRuleset, TooManyConnections
from service.games.core.game_service import Games
from service.games.core.model import Answer
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable

log = logging.getLogger(__name__)

GRACE_SECONDS = 5
"""How many seconds a connection still counts after it has ended or missed a heartbeat."""
RESTART_SECONDS = 60
"""How many seconds a connection still counts after this process has ended it: the bot needs time to reconnect."""
MAX_TURNS = 100
"""The most turns in a reply."""


def bot_turns(games: Games, bot: str, game_id: str, language: str = LANGUAGES[0]) -> Iterator[Doc]:
    """Yield the bot's due turns in a game, one for each seat that may move now."""
    try:
        game = games.queries.load_game(game_id)
    except NoSuchGame:
        games.bots.forget(bot, game_id)
        return
    except (NoSuchRuleset, NewerFormat) as reason:
        log.info("left to a later version: %s", reason, extra={"game": game_id})
        return
    seconds = game.bot_seconds(games.bot_seconds)
    for seat in game.to_act:
        if game.seats[seat].bot == bot:
            yield projection.bot_turn_document(game, seat, seconds, language)


def wait_for_bot_turns(games: Games, bot: str, seconds: float, language: str = LANGUAGES[0]) -> list[Doc]:
    """Return at most `MAX_TURNS` due turns. If none are due, wait up to `seconds` until some are."""
    with games.queries.changes.watch(f"@{bot}", seconds) as watch:
        games.bots.connect_bot(bot, "poll", seconds + 2 * GRACE_SECONDS)
        due = _due(games, bot, games.bots.games(bot), language)
        while not due and watch.changed():
            ids = watch.take()
            due = _due(games, bot, games.bots.games(bot) if watch.missed else sorted(ids), language)
            watch.missed = False
        return due


def _due(games: Games, bot: str, ids: Sequence[str], language: str) -> list[Doc]:
    due = chain.from_iterable(bot_turns(games, bot, game_id, language) for game_id in ids)
    return list(islice(due, MAX_TURNS))


def follow_bot_turns(
    games: Games, bot: str, pause: float, allowed: Callable[[], bool], language: str = LANGUAGES[0]
) -> Iterator[Doc | None]:
    """Yield all turns as they become due. Also yields `None` at the beginning and after every `pause` seconds of
    silence.

    The bot counts as connected until the stream ends. The stream ends when the process releases all waiters. It also
    ends when `allowed`, which is called after each pause, returns false. An open stream waits during outages of the
    store. The call itself raises `TooManyConnections` and `StoreUnavailable`.
    """
    connection = secrets.token_hex(8)
    if not games.bots.connect_bot(bot, connection, 2 * pause + GRACE_SECONDS):
        raise TooManyConnections("the bot has too many connections")
    return _follow(_Follower(games, bot, language), connection, pause, allowed)


def _follow(follower: _Follower, connection: str, pause: float, allowed: Callable[[], bool]) -> Iterator[Doc | None]:
    games, bot = follower.games, follower.bot
    with games.queries.changes.watch(f"@{bot}", pause) as watch:
        try:
            yield None
            while not watch.ended and allowed():
                try:
                    games.bots.connect_bot(bot, connection, 2 * pause + GRACE_SECONDS)
                    for turn in follower.news(watch):
                        yield turn
                        if watch.ended:
                            return
                except StoreUnavailable as failure:
                    log.debug("a bot's stream waits for the store: %s", failure)
                    watch.missed = True
                watch.renew(pause)
                if not watch.changed() and not watch.ended:
                    # A notification may have been lost.
                    watch.missed = True
                    yield None
        finally:
            with suppress(StoreUnavailable):
                games.bots.disconnect_bot(
                    bot, connection, RESTART_SECONDS if watch.ended and not watch.gone else GRACE_SECONDS
                )


class _Follower:
    """The turns that one connection has received."""

    def __init__(self, games: Games, bot: str, language: str) -> None:
        self.games = games
        self.bot = bot
        self._language = language
        self._told: dict[str, int] = {}
        self._began = False

    def news(self, watch: Watch) -> Iterator[Doc]:
        """Yield the due turns that were not sent yet. May be called again after `StoreUnavailable`."""
        changed = watch.take()
        if watch.missed or not self._began:
            watch.missed = False
            ids = self.games.bots.games(self.bot)
            self._told = {game_id: self._told[game_id] for game_id in ids if game_id in self._told}
            self._began = True
        else:
            ids = sorted(changed)
        for game_id in ids:
            due = list(bot_turns(self.games, self.bot, game_id, self._language))
            if due and due[0]["version"] != self._told.get(game_id):
                self._told[game_id] = due[0]["version"]
                yield from due


def play_bot_moves(
    games: Games,
    bot: str,
    game_id: str,
    seat: int,
    version: int,
    moves: Sequence[Doc],
    move_id: str | None,
    idempotency_key: str | None,
) -> Answer:
    """Make moves for a seat of the bot, if the game is at this version; see `Games.play_moves`.

    Raises `Forbidden` if the seat is not the bot's.
    """
    game = games.queries.load_game(game_id)
    if seat >= len(game.seats) or game.seats[seat].bot != bot:
        raise Forbidden("this seat of the game is not the bot's")
    # Even a refused move shows that the bot runs.
    games.bots.awake(bot, game_id)
    return games.play_moves(game, seat, moves, move_id=move_id, if_match=version, idempotency_key=idempotency_key)
