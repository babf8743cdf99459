"""Delivers one notice: a POST to an allowed address, bounded in time and size."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from threading import Timer

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError
from urllib3.util.ssl_match_hostname import CertificateError

from service.webhooks.guard import Guard, NoSuchHost, RefusedUrl, Target

_MAX_ANSWER_BYTES = 4096
"""How many bytes of an answer are read. Only its status matters."""
_MAX_ADDRESSES = 4
"""The highest number of addresses tried per host."""
_BUSY = (429, 502, 504)
"""Statuses after which deliveries to the host pause for a while."""
_MAX_RETRY_AFTER = 24 * 3600


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The result of a delivery. `reason` is empty if the notice was accepted, else one word such as `timeout`.

    `silent`: no answer came in time, or the host is too busy, so the next delivery to it would probably fail as well.
    `final`: the receiver wants no more notices (410). `retry_after`: the seconds that the receiver requests, at most
    a day.
    """

    reason: str = ""
    silent: bool = False
    final: bool = False
    retry_after: float = 0


class _Plain(HTTPConnection):
    """A connection whose socket another thread can shut down, even under TLS."""

    watched: socket.socket | None = None

    def _new_conn(self) -> socket.socket:
        connection = super()._new_conn()
        self.watched = connection.dup()
        return connection


class _Secure(_Plain, HTTPSConnection):
    pass


@dataclass(frozen=True, slots=True)
class Sender:
    """Delivers to URLs that the guard allows. Follows no redirects and ignores proxies set in the environment.

    `seconds`: the time limit for a whole delivery, even if the receiver answers very slowly.
    """

    guard: Guard
    seconds: float
    tls: ssl.SSLContext | None = None

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> DeliveryResult:
        """Post the body, as JSON unless a header says otherwise. Never raises: every failure becomes a result."""
        deadline = time.monotonic() + self.seconds
        try:
            target = self.guard.parse_url(url)
            addresses = self.guard.addresses(target)
        except NoSuchHost:
            return DeliveryResult("no_host", silent=True)
        except RefusedUrl:
            return DeliveryResult("refused")
        try:
            status, retry_after = self._post(target, addresses, headers, body, deadline)
        except (HTTPError, HTTPException, OSError, ValueError) as failure:
            if time.monotonic() >= deadline:
                return DeliveryResult("timeout", silent=True)
            tls = isinstance(failure, ssl.SSLError | CertificateError)
            return DeliveryResult("tls") if tls else DeliveryResult("unreachable", silent=True)
        if 200 <= status < 300:
            return DeliveryResult()
        return DeliveryResult(f"status_{status}", status in _BUSY, status == 410, _seconds(retry_after or ""))

    def _post(
        self, target: Target, addresses: Sequence[str], headers: Mapping[str, str], body: bytes, deadline: float
    ) -> tuple[int, str | None]:
        """Send the request. Returns the status of the answer and its `Retry-After`. Raises the errors of the
        connection.
        """
        all_headers = {"Content-Type": "application/json", **headers, "Host": target.authority, "User-Agent": "Hamlet"}
        with self._connect(target, addresses[:_MAX_ADDRESSES], deadline) as connection:
            connection.request("POST", target.path, body=body, headers=all_headers, preload_content=False)
            answer = connection.getresponse()
            if time.monotonic() >= deadline:
                # The socket was shut down at the deadline, so the answer may be cut off although it looks complete.
                raise TimeoutError
            with suppress(HTTPError, HTTPException, OSError):
                # Read a little of the answer, so that the receiver does not see a broken connection.
                answer.read(_MAX_ANSWER_BYTES, decode_content=False)
            return answer.status, answer.headers.get("Retry-After")

    @contextmanager
    def _connect(self, target: Target, addresses: Sequence[str], deadline: float) -> Iterator[_Plain]:
        """Connect to the first address that accepts a connection.

        The time left is shared evenly among the addresses.
        """
        for after, address in enumerate(addresses, 1 - len(addresses)):
            left = max(0.1, deadline - time.monotonic())
            connection = self._connection(target, address, left / (1 - after))
            with _end_after(connection, left):
                try:
                    connection.connect()
                except (HTTPError, OSError):
                    if after:
                        continue
                    raise
                connection.timeout = left
                yield connection
                return

    def _connection(self, target: Target, address: str, seconds: float) -> _Plain:
        """Return a connection to the address itself, without another look-up. TLS checks the host's name."""
        if target.scheme == "http":
            return _Plain(address, target.port, timeout=seconds)
        return _Secure(
            address,
            target.port,
            timeout=seconds,
            server_hostname=target.host,
            assert_hostname=target.host,
            ssl_context=self.tls,
        )


def _seconds(retry_after: str) -> float:
    """Return how many seconds a `Retry-After` header asks for; 0 if it is neither a number nor a date."""
    seconds = 0.0
    if retry_after.isascii() and retry_after.isdecimal() and len(retry_after) < 10:
        seconds = float(retry_after)
    elif retry_after:
        with suppress(ValueError, OverflowError):
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
    return min(max(seconds, 0.0), _MAX_RETRY_AFTER)


@contextmanager
def _end_after(connection: _Plain, seconds: float) -> Iterator[None]:
    """Shut the connection down after `seconds`. A socket timeout is not enough, because every received byte restarts
    it.
    """

    def end() -> None:
        if connection.watched is not None:
            with suppress(OSError):
                connection.watched.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()
        if connection.watched is not None:
            connection.watched.close()
