"""gunicorn's gevent worker, with an end to its patience: a client has to send its request in time."""

from __future__ import annotations

import ssl
import time
from typing import Any

from gevent import socket
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.ggevent import GeventWorker

READ_SECONDS = 15.0
"""For a whole request, head and body: ample for the slowest phone, and no client holds a connection for nothing."""


class TimedSocket(socket.socket):
    """A client's connection, on which a request has to arrive within `READ_SECONDS`.

    The first request's time counts from the connecting, that of a later one from its first bytes: the pause before
    it is limited by gunicorn's `keepalive`. Who is late is treated as gone.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: float | None = time.monotonic() + READ_SECONDS

    def recv(self, *args: Any) -> bytes:
        """As ever, but raises `NoMoreData` at the deadline."""
        if self._deadline is None:
            first: bytes = super().recv(*args)
            self._deadline = time.monotonic() + READ_SECONDS
            return first
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise NoMoreData
        try:
            self.settimeout(left)
            data: bytes = super().recv(*args)
        except TimeoutError as late:
            raise NoMoreData from late
        finally:
            self.settimeout(None)  # the answer may take longer
        return data

    def await_next(self) -> None:
        """The request is read and answered."""
        self._deadline = None


class PatientWorker(GeventWorker):
    """Gives up requests that do not arrive. Answers that wait, and connections kept between requests, stay."""

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection. With TLS, which Hamlet leaves to a proxy, as gunicorn does it."""
        if not isinstance(client, ssl.SSLSocket):
            client = TimedSocket(client.family, client.type, client.proto, fileno=client.detach())
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answer one request, then read the rest of a body that nobody wanted, by the same deadline."""
        super().handle_request(listener_name, req, sock, addr)
        if isinstance(sock, TimedSocket):
            while req.body.read(8192):
                pass
            sock.await_next()
        return True
