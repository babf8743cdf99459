"""The addresses of Redis' hosts. While the name service is away, the last known addresses are used."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Sequence
from concurrent.futures import Future

from service.store.redis import outages

_PATIENCE_SECONDS = 0.3
"""Time limit for the name service if an address is already known."""

_lock = threading.Lock()
_known: dict[str, Sequence[str]] = {}
_running: dict[str, Future[Sequence[str]]] = {}


def addresses_of(host: str, seconds: float | None) -> Sequence[str]:
    """Return the host's addresses. If the lookup takes too long, return the last known addresses. Raises
    `TimeoutError`, `OSError`.
    """
    if _is_address(host):
        return [host]
    known = _known.get(host)
    if known and (seconds is None or seconds > _PATIENCE_SECONDS):
        seconds = _PATIENCE_SECONDS
    try:
        return _search(host).result(seconds)
    except OSError as unknown:
        failure = unknown if str(unknown) else TimeoutError(f"no answer in {seconds} s")
    # Another lookup may have updated the address meanwhile.
    known = _known.get(host)
    if not known:
        raise failure
    outages.begin_outage(_service(host), f"{failure}; the last known address is used, {', '.join(known)}")
    return known


def _search(host: str) -> Future[Sequence[str]]:
    """Return a lookup that callers share, because resolvers may take half a minute and cannot be cancelled."""
    with _lock:
        if (running := _running.get(host)) is not None:
            return running
        search = _running[host] = Future[Sequence[str]]()
    threading.Thread(target=_ask, args=(host, search), name="address", daemon=True).start()
    return search


def _ask(host: str, search: Future[Sequence[str]]) -> None:
    failure: OSError | None = None
    try:
        places = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        _known[host] = [str(place[4][0]) for place in places]
        # Do this before the next lookup can begin, because that one may fail and begin an outage.
        outages.end_outage(_service(host))
    except Exception as error:
        # Callers expect an `OSError`. A name that cannot be encoded, for example, raises `UnicodeError`.
        failure = error if isinstance(error, OSError) else OSError(str(error))
    with _lock:
        del _running[host]
    if failure is None:
        search.set_result(_known[host])
    else:
        search.set_exception(failure)


def _service(host: str) -> str:
    return f"the name service for {host}"


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
