"""Many open event streams. A process of its own holds them, so that reading them does not disturb the load
generator.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

_PATIENCE_SECONDS = 60.0
_AT_ONCE = 20
"""How many streams are opened before their first answers are awaited. A server's queue of connections is short."""

Wanted = tuple[str, str | None]
"""The path of a game, and the token of the seat that watches it."""


@contextlib.contextmanager
def watching(port: int, wanted: Sequence[Wanted]) -> Iterator[Connection]:
    """Keep the streams open during the block. Then `recv` returns the number of messages. Raises `SystemExit` if a
    stream is refused.
    """
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
    """Open the streams and report that. Count their messages until the parent says stop, and report the number."""
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
        # Many small reads would use as much of a processor as the server.
        time.sleep(0.005)
