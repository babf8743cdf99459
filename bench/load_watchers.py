"""Many who watch: open streams of events, held by a process of their own, so that reading them does not disturb the
generator, and long polls that one move answers all at once.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection

_PATIENCE_SECONDS = 60.0
_AT_ONCE = 20
"""Streams opened before the first of their answers are awaited: a server's queue of connections is short."""

_ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Of this machine: those that long polls come from."""
_SETTLE_SECONDS = 5.0
"""After the last long poll is sent: by then all of them wait."""

Wanted = tuple[str, str | None]
"""The path of a game, and the token of who watches it, if it is a seat."""


@contextlib.contextmanager
def watching(port: int, wanted: Sequence[Wanted]) -> Iterator[Connection]:
    """Keep the streams open within; then `recv` gives how many messages came. Raises `SystemExit` if one is refused."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_watch, args=(port, wanted, theirs), daemon=True)
    process.start()
    try:
        if not ours.poll(_PATIENCE_SECONDS) or ours.recv() != "open":
            raise SystemExit("the streams could not be opened")
        yield ours
    finally:
        process.join(_PATIENCE_SECONDS)
        process.kill()


def _open(port: int, path: str, token: str | None) -> socket.socket:
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    opened = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_SECONDS)
    head = f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n{bearer}\r\n"
    opened.sendall(head.encode())
    return opened


def _watch(port: int, wanted: Sequence[Wanted], told: Connection) -> None:
    """Open the streams, say so, count their messages until told to end, and tell how many there were."""
    streams: list[socket.socket] = []
    for first in range(0, len(wanted), _AT_ONCE):
        some = [_open(port, path, token) for path, token in wanted[first : first + _AT_ONCE]]
        if not all(b" 200 " in stream.recv(65536).partition(b"\r\n")[0] for stream in some):
            told.send("refused")
            return
        streams += some
    selector = selectors.DefaultSelector()
    for stream in streams:
        selector.register(stream, selectors.EVENT_READ)
    selector.register(told, selectors.EVENT_READ)
    told.send("open")
    messages = 0
    while True:
        for key, _ in selector.select():
            if key.fileobj is told:
                told.recv()
                for stream in streams:
                    stream.close()
                told.send(messages)
                return
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(262144)
            messages += data.count(b"\nid: ")
            if not data:
                selector.unregister(key.fileobj)
        # Little and often would take as much of a processor as the server.
        time.sleep(0.005)


def herd(port: int, path: str, count: int, move: Callable[[], object]) -> tuple[dict[str, int], float]:
    """So many long polls on one game; once all wait, it moves. How many answers of each status, and the seconds until
    the last one. An answer that came before the move counts as `early`, a connection that broke as `closed`.
    """
    queries = ("?after=0&wait=30", "?after=0&wait=30&include=moves,events,score", "/events?after=0&wait=30")
    selector, outcome = selectors.DefaultSelector(), Counter[str]()
    for number in range(count):
        source = (_ADDRESSES[number % len(_ADDRESSES)], 0)
        poll = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_SECONDS, source_address=source)
        head = f"GET {path}{queries[number % len(queries)]} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        poll.sendall(head.encode())
        selector.register(poll, selectors.EVENT_READ, bytearray())
    moved = time.monotonic() + _SETTLE_SECONDS
    _receive(selector, outcome, moved, "early ")
    moved = time.monotonic()
    move()
    _receive(selector, outcome, moved + _PATIENCE_SECONDS)
    seconds = time.monotonic() - moved
    outcome["none"] += len(selector.get_map())
    for key in list(selector.get_map().values()):
        selector.unregister(key.fileobj)
        key.fileobj.close()  # type: ignore[union-attr]
    return dict(+outcome), seconds


def _receive(selector: selectors.BaseSelector, outcome: Counter[str], deadline: float, kind: str = "") -> None:
    """Read answers to their ends and count their statuses, until there are no more or the time is up."""
    while selector.get_map() and (left := deadline - time.monotonic()) > 0:
        for key, _ in selector.select(left):
            assert isinstance(key.fileobj, socket.socket)
            try:
                data = key.fileobj.recv(262144)
            except OSError:
                data = b""
            key.data.extend(data)
            if not data:
                outcome[kind + (key.data[9:12].decode() or "closed")] += 1
                selector.unregister(key.fileobj)
                key.fileobj.close()
