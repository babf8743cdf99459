"""Waiting for changes of games. A process has one subscription, however many clients wait."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar

from service.store.redis import keys
from service.store.redis.client import Client
from service.store.redis.subscription import Listener

on_hang_up: ContextVar[Callable[[Callable[[], None]], AbstractContextManager[None]] | None] = ContextVar(
    "on_hang_up", default=None
)
"""A function that watches whether the client hangs up; `None` if the server cannot detect that.

It takes a callback and returns a context manager. Inside the context, the callback is called if the client hangs up.
"""


class Watch:
    """One client's wait for changes of a game, until a deadline.

    - `ended`: whether the wait was ended early, because the process released all waiters or the client hung up.
    - `gone`: whether the client has hung up.
    - `missed`: whether messages may have been lost.
    """

    def __init__(self, seconds: float) -> None:
        self.ended = False
        self.gone = False
        self.missed = False
        self._deadline = time.monotonic() + seconds
        self._event = threading.Event()
        self._texts: set[str] = set()
        self._lock = threading.Lock()

    def changed(self) -> bool:
        """Wait for a change. Returns `True` if there may be one, `False` if the time is up."""
        woken = self._event.wait(max(0.0, self._deadline - time.monotonic()))
        self._event.clear()
        return woken

    def renew(self, seconds: float) -> None:
        self._deadline = 0.0 if self.ended else time.monotonic() + seconds

    def hear(self, text: str) -> None:
        """Handle a message from the store."""
        with self._lock:
            self._texts.add(text)
        self._event.set()

    def take(self) -> set[str]:
        """Return the messages since the last call."""
        with self._lock:
            texts, self._texts = self._texts, set()
        return texts

    def wake_anew(self) -> None:
        """Wake the waiter, because messages may have been lost."""
        self.missed = True
        self._event.set()

    def end(self) -> None:
        """End the wait before its deadline."""
        self.ended = True
        self._deadline = 0.0
        self._event.set()

    def leave(self) -> None:
        """End the wait, because the client has hung up."""
        self.gone = True
        self.end()


class Changes:
    """Distributes the messages of the store's change channel to all waiters.

    The listening thread starts with the first wait, and therefore after any fork.
    """

    def __init__(self, redis: Client, buckets: int) -> None:
        self._channel = Listener(redis, keys.CHANNEL, keys.tags(buckets), self._hear, self._wake_all)
        self._lock = threading.Lock()
        self._watches: defaultdict[str, set[Watch]] = defaultdict(set)
        self._listener: threading.Thread | None = None
        self._closed = self._channel.closed

    @contextmanager
    def watch(self, name: str, seconds: float) -> Iterator[Watch]:
        """Watch a game or decision by its id. With `@<bot>`, watch the games in which an external bot may move.

        Read the state inside the block: the watch then notices every later change.
        """
        watch = Watch(seconds)
        with self._lock:
            self._watches[name].add(watch)
            if self._listener is None and not self._closed.is_set():
                self._listener = threading.Thread(target=self._listen, name="changes", daemon=True)
                self._listener.start()
        if self._closed.is_set():
            watch.end()
        watching = on_hang_up.get()
        try:
            with nullcontext() if watching is None else watching(watch.leave):
                yield watch
        finally:
            with self._lock:
                self._watches[name].discard(watch)
                if not self._watches[name]:
                    del self._watches[name]

    def release_waiters(self, timeout: float = 0) -> None:
        """End all present and future waits; wait up to `timeout` seconds for the listening thread to end.

        Do not call this in a signal handler, because it takes a lock.
        """
        self._closed.set()
        if self._listener is not None and timeout:
            self._listener.join(timeout)

    def _listen(self) -> None:
        self._channel.listen_until_closed()
        for watch in self._everybody():
            watch.end()

    def _hear(self, message: str) -> None:
        name, _, text = message.partition(" ")
        with self._lock:
            woken = list(self._watches.get(name, ()))
        for watch in woken:
            watch.hear(text)

    def _wake_all(self) -> None:
        for watch in self._everybody():
            watch.wake_anew()

    def _everybody(self) -> list[Watch]:
        with self._lock:
            return [watch for watches in self._watches.values() for watch in watches]
