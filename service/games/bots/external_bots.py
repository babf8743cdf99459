"""External bots: what they are told, and their moves.

A bot is told of a turn as long as it is due, by each connection once: what is due lies in the store, so that nothing is
queued, and whoever comes (back) is told all of it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from engine.errors import NewerFormat
from engine.ruleset import Doc
from engine.wording import LANGUAGES
from service.games.core import projection
from service.games.core.change_feed import Inbox
from service.games.core.game_errors import Forbidden, NoSuchRuleset, TooManyConnections
from service.games.core.game_service import Games
from service.games.core.model import Answer
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable

log = logging.getLogger(__name__)

GRACE_SECONDS = 5
"""For which a connection counts as there beyond its next heartbeat, or its end."""
RESTART_SECONDS = 60
"""For which it does if it was this process that ended it: the bot finds the next one."""
MAX_TURNS = 100
"""Of one answer."""


def turns(games: Games, bot: str, game_id: str, language: str = LANGUAGES[0]) -> Iterator[Doc]:
    """The turns of the bot that are due in a game, one for each of its seats that may move now."""
    try:
        game = games.load(game_id)
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


def wait(games: Games, bot: str, seconds: float, language: str = LANGUAGES[0]) -> list[Doc]:
    """The turns that are due, at most `MAX_TURNS`; if there are none, those that come within so many seconds."""
    with games.changes.inbox(bot, seconds) as inbox:
        games.bots.enter(bot, "poll", seconds + 2 * GRACE_SECONDS)
        due = _due(games, bot, games.bots.games(bot), language)
        while not due and inbox.changed():
            ids = inbox.take()
            due = _due(games, bot, games.bots.games(bot) if inbox.missed else sorted(ids), language)
            inbox.missed = False
        return due


def _due(games: Games, bot: str, ids: Sequence[str], language: str) -> list[Doc]:
    due: list[Doc] = []
    for game_id in ids:
        due += turns(games, bot, game_id, language)
        if len(due) >= MAX_TURNS:
            break
    return due[:MAX_TURNS]


def follow(
    games: Games, bot: str, pause: float, allowed: Callable[[], bool], language: str = LANGUAGES[0]
) -> Iterator[Doc | None]:
    """All turns that are due and become so; `None` at first, and whenever `pause` seconds were quiet.

    The bot counts as connected meanwhile. It ends when the process lets go of all who wait, or when the bot is not
    `allowed` any more, which is asked as often. While the store is away nothing happens. Raises `TooManyConnections`
    before anything is told, and `StoreUnavailable`.
    """
    connection = secrets.token_hex(8)
    if not games.bots.enter(bot, connection, 2 * pause + GRACE_SECONDS):
        raise TooManyConnections("the bot has too many connections")
    return _follow(_Follower(games, bot, language), connection, pause, allowed)


def _follow(follower: _Follower, connection: str, pause: float, allowed: Callable[[], bool]) -> Iterator[Doc | None]:
    games, bot = follower.games, follower.bot
    with games.changes.inbox(bot, pause) as inbox:
        try:
            yield None
            while not inbox.ended and allowed():
                try:
                    games.bots.enter(bot, connection, 2 * pause + GRACE_SECONDS)
                    for turn in follower.news(inbox):
                        yield turn
                        if inbox.ended:
                            return
                except StoreUnavailable as failure:
                    log.debug("a bot's stream waits for the store: %s", failure)
                    inbox.missed = True
                inbox.renew(pause)
                if not inbox.changed() and not inbox.ended:
                    # A wake-up that was lost is made good.
                    inbox.missed = True
                    yield None
        finally:
            with suppress(StoreUnavailable):
                games.bots.leave(bot, connection, RESTART_SECONDS if inbox.ended and not inbox.gone else GRACE_SECONDS)


class _Follower:
    """What one connection has been told."""

    def __init__(self, games: Games, bot: str, language: str) -> None:
        self.games = games
        self.bot = bot
        self._language = language
        self._told: dict[str, int] = {}
        self._began = False

    def news(self, inbox: Inbox) -> Iterator[Doc]:
        """What is due and was not told yet. May raise `StoreUnavailable`, and can then be asked again."""
        changed = inbox.take()
        if inbox.missed or not self._began:
            inbox.missed = False
            ids = self.games.bots.games(self.bot)
            self._told = {game_id: self._told[game_id] for game_id in ids if game_id in self._told}
            self._began = True
        else:
            ids = sorted(changed)
        for game_id in ids:
            due = list(turns(self.games, self.bot, game_id, self._language))
            if due and due[0]["version"] != self._told.get(game_id):
                self._told[game_id] = due[0]["version"]
                yield from due


def play(
    games: Games,
    bot: str,
    game_id: str,
    seat: int,
    version: int,
    moves: Sequence[Doc],
    move_id: str | None,
    idempotency_key: str | None,
) -> Answer:
    """Carry out moves of the bot's seat at this version, as `Games.play`. Raises `Forbidden` for other seats."""
    game = games.load(game_id)
    if seat >= len(game.seats) or game.seats[seat].bot != bot:
        raise Forbidden("seat {seat} of this game is not the bot's", seat=seat)
    # Whatever becomes of it: the bot is awake.
    games.bots.awake(bot, game_id)
    return games.play(game, seat, moves, move_id=move_id, if_match=version, idempotency_key=idempotency_key)
