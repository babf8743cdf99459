"""Runs a bot: reads its turns, lets it choose, sends its moves, and reconnects after the server was away."""

from __future__ import annotations

import logging
import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, cast

from hamlet_client import types
from hamlet_client.client import Hamlet
from hamlet_client.errors import Conflict, NotFound, RateLimited, Refused, ServerError, Unreachable
from hamlet_client.games import WAIT_SECONDS, chosen

log = logging.getLogger(__name__)

AWAY = (Unreachable, ServerError, RateLimited)
"""Errors that are temporary."""
MAX_BOTS = 10_000
"""For how many seats the bot is kept. The oldest one is dropped; if its seat moves again, it gets a new bot."""


class Bot(Protocol):
    """An author's bot. Each seat of each game has its own instance. Two threads never use one instance at the same
    time.

    It may also have `react(turn)`, which is called when it may move but need not. It returns a move as `choose` does,
    or `None`.
    """

    def choose(self, turn: types.BotTurn) -> Any:
        """Return the move to make: one of `turn["moves"]`, its id, a move as a document, or a list of these."""


def run_bot(client: Hamlet, make: Callable[[], Bot], name: str, about: str | None = None, threads: int = 4) -> None:
    """Play as a bot, in up to `threads` games at the same time, until interrupted. Raises `Refused` if a retry would be
    useless.

    run_bot(Hamlet("https://hamlet.example", api_key="hamlet_..."), First, name="first")
    """
    Runner(client, make, name, about, threads).run()


class Runner:
    """A bot on a server. It does the same as `run_bot`, but can be stopped."""

    def __init__(
        self, client: Hamlet, make: Callable[[], Bot], name: str, about: str | None = None, threads: int = 4
    ) -> None:
        self._client = client
        self._make = make
        self._about: types.NewBot = {"name": name, "about": about} if about else {"name": name}
        self._threads = threads
        self._bots: OrderedDict[tuple[str, int], tuple[Bot, threading.Lock]] = OrderedDict()
        self._newest: dict[tuple[str, int], int] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Play until `stop` is called. Raises `Refused` if a retry would be useless."""
        with ThreadPoolExecutor(self._threads, thread_name_prefix="bot") as pool:
            while not self._stopped.is_set():
                try:
                    self._client.api.register_bot(self._about)
                    log.info("connected to %s as %s", self._client.base_url, self._about["name"])
                    for turn in self._turns():
                        if self._stopped.is_set():
                            return
                        self._take(pool, turn)
                except AWAY as reason:
                    log.warning("the server is away: %s", reason)
                # Each call has already been retried. Not all bots should return at the same moment after a restart of
                # the server.
                self._stopped.wait(random.uniform(0.25, 1.0))

    def stop(self) -> None:
        """Stop after the moves in progress. Safe to call in a signal handler."""
        self._stopped.set()

    def _turns(self) -> Iterator[types.BotTurn]:
        """Yield the turns of one connection. The first ones are all that are due. Without a stream, these are the only
        ones.
        """
        try:
            for message in self._client.stream("/v1/bot/turns"):
                if message.event == "turn":
                    yield message.json()
        except AWAY:
            yield from self._client.api.list_bot_turns(wait=WAIT_SECONDS)["turns"]

    def _take(self, pool: ThreadPoolExecutor, turn: types.BotTurn) -> None:
        """Queue the turn, unless it is already in progress. A new connection repeats all due turns."""
        seat, version = (turn["game"], turn["seat"]), turn["version"]
        with self._lock:
            if self._newest.get(seat) == version:
                return
            self._newest[seat] = version
        pool.submit(self._play, turn, seat)

    def _play(self, turn: types.BotTurn, seat: tuple[str, int]) -> None:
        try:
            bot, lock = self._bot(seat)
            with lock:
                if self._newest.get(seat) == turn["version"] and (choice := _choice(bot, turn)) is not None:
                    self._send(turn, chosen(choice))
        except AWAY as reason:
            log.warning("game %s, seat %d: the move did not arrive: %s", *seat, reason)
        except Refused as refusal:
            log.error("game %s, seat %d: the move was refused: %s", *seat, refusal)
        except Exception:
            log.exception("game %s, seat %d: the bot failed; an AI will move instead", *seat)
        finally:
            with self._lock:
                if self._newest.get(seat) == turn["version"]:
                    del self._newest[seat]

    def _send(self, turn: types.BotTurn, body: dict[str, Any]) -> None:
        where = {"game": turn["game"], "seat": turn["seat"], "version": turn["version"]}
        try:
            reply = self._client.api.play_bot_moves(cast(types.BotPlayRequest, where | body))
            what = f"moved, version {reply['version']}"
        except (Conflict, NotFound):
            what = "too late, or made already"
        log.info("game %s, seat %d: %s", turn["game"], turn["seat"], what)

    def _bot(self, seat: tuple[str, int]) -> tuple[Bot, threading.Lock]:
        with self._lock:
            with suppress(KeyError):
                self._bots.move_to_end(seat)
                return self._bots[seat]
            bot = self._bots[seat] = (self._make(), threading.Lock())
            if len(self._bots) > MAX_BOTS:
                self._bots.popitem(last=False)
            return bot


def _choice(bot: Bot, turn: types.BotTurn) -> Any:
    """Return the bot's move, or `None` if it does not react."""
    if turn["must_move"]:
        return bot.choose(turn)
    react = getattr(bot, "react", None)
    return None if react is None else react(turn)
