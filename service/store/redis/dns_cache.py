"""The addresses of Redis' hosts. While the name service is away, the last known addresses are used."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Sequence

from service.store.redis import outages

_PATIENCE_SECONDS = 0.3
"""Time limit for the name service if an address is already known."""

_lock = threading.Lock()
_known: dict[str, Sequence[str]] = {}
_running: dict[str, _Search] = {}


def addresses_of(host: str, seconds: float | None) -> Sequence[str]:
    """Return the host's addresses. If they are not resolved in time, return the last known ones. Raises `TimeoutError`,
    `OSError`.
    """
    if _is_address(host):
        return [host]
    known = _known.get(host)
    if known and (seconds is None or seconds > _PATIENCE_SECONDS):
        seconds = _PATIENCE_SECONDS
    search = _search(host)
    if search.done.wait(seconds) and search.failure is None:
        return search.found
    failure = search.failure or TimeoutError(f"no answer in {seconds} s")
    # Another search may have updated it meanwhile.
    known = _known.get(host)
    if not known:
        raise failure
    outages.begin_outage(_service(host), f"{failure}; the last known address is used, {', '.join(known)}")
    return known


class _Search:
    """A lookup shared by concurrent callers, because resolvers may take half a minute and cannot be cancelled."""

    def __init__(self, host: str) -> None:
        self.done = threading.Event()
        self.found: Sequence[str] = ()
        self.failure: Exception | None = None
        self._host = host

    def run(self) -> None:
        try:
            self._ask()
        finally:
            with _lock:
                del _running[self._host]
            self.done.set()

    def _ask(self) -> None:
        try:
            places = socket.getaddrinfo(self._host, None, type=socket.SOCK_STREAM)
        except OSError as unknown:
            self.failure = unknown
            return
        except UnicodeError as odd:
            self.failure = OSError(str(odd))
            return
        self.found = _known[self._host] = [str(place[4][0]) for place in places]
        outages.end_outage(_service(self._host))


def _search(host: str) -> _Search:
    with _lock:
        if (running := _running.get(host)) is not None:
            return running
        search = _running[host] = _Search(host)
    threading.Thread(target=search.run, name="address", daemon=True).start()
    return search


def _service(host: str) -> str:
    return f"the name service for {host}"


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
