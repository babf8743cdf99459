"""Runs a bot: hears of its turns, lets it choose, sends its moves; whatever becomes of the server meanwhile."""

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
"""Seats of games whose bots are remembered; of the oldest a new one is made if they move again."""
MAX_TRIES = 7


class Player(Protocol):
    """Somebody's bot: one for each seat of each game, never called by two threads at a time.

    It may also have `react(turn)`, asked when it need not move: a move as below, or None.
    """

    def choose(self, turn: Doc) -> Any:
        """The move to make: one of `turn["moves"]`, its id, or a move of its own as a document."""


def body_of(turn: Doc, choice: Any) -> Doc:
    """What is sent for a choice. Raises `TypeError` for what is none."""
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
    """A bot on a server, in as many games at once as it has `threads`."""

    def __init__(
        self, server: Server, make: Callable[[], Player], name: str, about: str | None = None, threads: int = 4
    ) -> None:
        self._server = server
        self._make = make
        self._name = name
        self._about = about
        self._threads = threads
        self._players: OrderedDict[tuple[str, int], tuple[Player, threading.Lock]] = OrderedDict()
        self._newest: dict[tuple[str, int], int] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Play until `stop`. Raises `Wrong`: then it is no use to try again."""
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
                # Not all bots of a server that was restarted come back at the same moment.
                self._stopped.wait(pause * random.uniform(0.5, 1.0))
                pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def stop(self) -> None:
        """End after the moves that are being made. May be called in a signal handler."""
        self._stopped.set()

    def _take(self, pool: ThreadPoolExecutor, turn: Doc) -> None:
        """Let the turn be played, unless the same is being played: a new connection tells again what is due."""
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

    def _choice(self, player: Player, turn: Doc) -> Doc | None:
        """What the bot answers, if anything."""
        if turn["must_move"]:
            return body_of(turn, player.choose(turn))
        react = getattr(player, "react", None)
        choice = None if react is None else react(turn)
        return None if choice is None else body_of(turn, choice)

    def _send(self, body: Doc) -> None:
        """Send it, again if it is not known whether it arrived: for its version it can only be made once."""
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

    def _player(self, seat: tuple[str, int]) -> tuple[Player, threading.Lock]:
        with self._lock:
            with suppress(KeyError):
                self._players.move_to_end(seat)
                return self._players[seat]
            player = self._players[seat] = (self._make(), threading.Lock())
            if len(self._players) > MAX_BOTS:
                self._players.popitem(last=False)
            return player
