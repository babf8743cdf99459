"""Runs a bot: reads its turns, lets it choose and sends its moves; reconnects when the server is away."""

from __future__ import annotations

import logging
import random
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from engine.ruleset import Doc
from service.tools.bot_runner.server import Away, Server, Wrong

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 0.5
MAX_PAUSE_SECONDS = 30.0
MAX_BOTS = 10_000
"""Seats whose bots are kept. A seat dropped as the oldest gets a new bot if it moves again."""
MAX_TRIES = 7


class BotInstance(Protocol):
    """An author's bot: an instance per seat and game, never called by two threads at once.

    It may also have `react(turn)`, called when it may move but need not: returns a move as below, or None.
    """

    def choose(self, turn: Doc) -> Any:
        """The move to make: one of `turn["moves"]`, its id, or a move as a document."""


def body_of(turn: Doc, choice: Any) -> Doc:
    """The request body for a choice. Raises `TypeError` if it is not a valid choice."""
    body = {name: turn[name] for name in ("game", "seat", "version")}
    if isinstance(choice, str):
        return {**body, "move_id": choice}
    if isinstance(choice, dict) and isinstance(choice.get("id"), str) and "move" in choice:
        return {**body, "move_id": choice["id"]}
    if isinstance(choice, dict):
        return {**body, "move": choice}
    if isinstance(choice, list):
        return {**body, "moves": choice}
    raise TypeError(f"choose() must return a move, not {type(choice).__name__}")


class Runner:
    """A bot on a server; decides in up to `threads` games at once."""

    def __init__(
        self, server: Server, make: Callable[[], BotInstance], name: str, about: str | None = None, threads: int = 4
    ) -> None:
        self._server = server
        self._make = make
        self._name = name
        self._about = about
        self._threads = threads
        self._players: OrderedDict[tuple[str, int], tuple[BotInstance, threading.Lock]] = OrderedDict()
        self._newest: dict[tuple[str, int], int] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Play until `stop`. Raises `Wrong` if retrying is useless."""
        pause = FIRST_PAUSE_SECONDS
        with ThreadPoolExecutor(self._threads, thread_name_prefix="bot") as pool:
            while not self._stopped.is_set():
                try:
                    self._server.register(self._name, self._about)
                    connected = False
                    for turn in self._server.turns():
                        if not connected:
                            connected, pause = True, FIRST_PAUSE_SECONDS
                            log.info("connected to %s as %s", self._server.url, self._name)
                        if self._stopped.is_set():
                            return
                        if turn is not None:
                            self._take(pool, turn)
                except Away as reason:
                    log.warning("the server is away: %s", reason)
                # Jitter: after a restart of the server not all bots should return at the same moment.
                self._stopped.wait(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def stop(self) -> None:
        """Stop after the moves in progress. Safe to call in a signal handler."""
        self._stopped.set()

    def _take(self, pool: ThreadPoolExecutor, turn: Doc) -> None:
        """Queue the turn, unless it is in progress already: a new connection repeats all due turns."""
        seat, version = (turn["game"], turn["seat"]), turn["version"]
        with self._lock:
            if self._newest.get(seat) == version:
                return
            self._newest[seat] = version
        pool.submit(self._play, turn, seat)

    def _play(self, turn: Doc, seat: tuple[str, int]) -> None:
        try:
            player, lock = self._player(seat)
            with lock:
                if self._newest.get(seat) == turn["version"] and (body := self._choice(player, turn)) is not None:
                    self._send(body)
        except Wrong as refusal:
            log.error("game %s, seat %d: the move was refused: %s", *seat, refusal)
        except Away as reason:
            log.warning("game %s, seat %d: the move did not arrive: %s", *seat, reason)
        except Exception:
            log.exception("game %s, seat %d: the bot failed; an AI will move instead", *seat)
        finally:
            with self._lock:
                if self._newest.get(seat) == turn["version"]:
                    del self._newest[seat]

    def _choice(self, player: BotInstance, turn: Doc) -> Doc | None:
        """The bot's answer, `None` for no reaction."""
        if turn["must_move"]:
            return body_of(turn, player.choose(turn))
        react = getattr(player, "react", None)
        choice = None if react is None else react(turn)
        return None if choice is None else body_of(turn, choice)

    def _send(self, body: Doc) -> None:
        """Send a move; retry while it is unknown whether it arrived: a version's move can be made only once."""
        pause = FIRST_PAUSE_SECONDS
        for left in reversed(range(MAX_TRIES)):
            try:
                reply = self._server.move(body)
            except Away:
                if not left or self._stopped.wait(pause):
                    raise
                pause *= 2
                continue
            what = "too late, or made already" if reply is None else f"moved, version {reply['version']}"
            log.info("game %s, seat %d: %s", body["game"], body["seat"], what)
            return

    def _player(self, seat: tuple[str, int]) -> tuple[BotInstance, threading.Lock]:
        with self._lock:
            with suppress(KeyError):
                self._players.move_to_end(seat)
                return self._players[seat]
            player = self._players[seat] = (self._make(), threading.Lock())
            if len(self._players) > MAX_BOTS:
                self._players.popitem(last=False)
            return player
