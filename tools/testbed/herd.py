"""Many long polls on one game. One move answers all of them."""

from __future__ import annotations

import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable

_PATIENCE_SECONDS = 60.0
_ADDRESSES = ("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4")
"""The loopback addresses of the clients."""
_SETTLE_SECONDS = 5.0
"""The wait after the last request. By then all long polls are pending."""


def herd(port: int, path: str, count: int, move: Callable[[], object]) -> tuple[dict[str, int], float]:
    """Open `count` long polls on one game, then move. Returns the number of answers by status, and the seconds until
    the last one.

    An answer before the move counts as `early`, a broken connection as `closed`.
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
    """Read all answers and count their statuses, until all have come or the deadline has passed."""
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
