"""gunicorn's gevent worker with timeouts for receiving a request and sending an answer.

It also limits the connections per address, and keeps any one connection from starving the others.
"""

from __future__ import annotations

import errno
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import gevent
from gevent import socket
from gunicorn import util
from gunicorn.http import errors
from gunicorn.http.body import Body, ChunkedReader
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.ggevent import GeventWorker

from service.config import shutdown
from service.http.middleware.access.client_addresses import client_of
from service.http.schemas.bounds import MAX_BODY_BYTES

STATUSES: dict[type[Exception], int] = {
    errors.LimitRequestLine: 414,
    errors.LimitRequestHeaders: 431,
    errors.ExpectationFailed: 417,
    errors.UnsupportedTransferCoding: 501,
    # mypy uses the types of an older gunicorn.
    errors.InvalidResponseHeader: 500,  # type: ignore[attr-defined]
    errors.InvalidResponseHeaderName: 500,  # type: ignore[attr-defined]
    errors.ConfigurationProblem: 500,
}
"""The status for each error of gunicorn's parser; other errors are 400."""
READ_SECONDS = 15.0
"""The limit for receiving a request, head and body. It is ample for the slowest phone, yet frees idle connections."""
MAX_HEAD = 32 * 1024
"""The limit for a request's head in bytes. gunicorn parses the whole head again for each piece that arrives."""
WRITE_SECONDS = 60.0
"""The limit for sending a part of an answer. It is ample for the slowest phone."""
PAUSE_SECONDS = 0.005
"""The pause before a request that the client sent without waiting for the previous answer."""
RETRY_SECONDS = 5
"""The `Retry-After`, in seconds, for an address that has too many connections."""
MAX_UNREAD = 256 * 1024
"""How many bytes of an unread body are skipped so that the connection can stay open. If more are left, the connection
is closed.
"""
MAX_DROPPED = 32 * 1024 * 1024
DROP_SECONDS = 5.0
"""Before the server closes a connection, it discards what the client still sends, so that the client can read its
answer. This ends after `MAX_DROPPED` bytes or `DROP_SECONDS` at the latest.
"""
MAX_CHUNKS = 2048
"""The highest number of chunks in a body. Each chunk takes microseconds, however short it is."""


class FewChunks(ChunkedReader):
    """A chunked request body. If it has too many chunks, or a malformed one, the rest is dropped and the connection
    closed.
    """

    def __init__(self, request: Any, unreader: Any) -> None:
        super().__init__(request, unreader)
        self._left = MAX_CHUNKS

    def read(self, size: int) -> bytes:
        """Read from the body. If it is malformed, raises `NoMoreData`, and the application answers with a problem."""
        try:
            data: bytes = super().read(size)
        except errors.ParseException as malformed:
            self.req.force_close()
            raise NoMoreData from malformed
        return data

    def parse_chunk_size(self, unreader: Any, data: bytes | None = None) -> Any:
        """Count the chunks. gunicorn calls this at the beginning of each chunk."""
        self._left -= 1
        if self._left < 0:
            raise errors.InvalidChunkSize(b"too many chunks")
        return super().parse_chunk_size(unreader, data)


class TimedSocket(socket.socket):
    """A client's connection. Each request must arrive within `READ_SECONDS`; its head may have `MAX_HEAD` bytes.

    The time for the first request begins when the connection is opened. The time for a later request begins with its
    first bytes; until then, gunicorn's `keepalive` limits the wait. A client whose request is late is treated as
    disconnected.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: float | None = time.monotonic() + READ_SECONDS
        self._head_left: int | None = MAX_HEAD

    def recv(self, *args: Any) -> bytes:
        """Receive data. Raises `NoMoreData` at the deadline, and `LimitRequestHeaders` if the head is too long."""
        left = None if self._deadline is None else self._deadline - time.monotonic()
        if left is not None and left <= 0:
            raise NoMoreData
        with gevent.Timeout(left, NoMoreData()):
            data: bytes = super().recv(*args)
        if self._deadline is None:
            self._deadline = time.monotonic() + READ_SECONDS
        if self._head_left is not None:
            self._head_left -= len(data)
            if self._head_left < 0:
                raise errors.LimitRequestHeaders("the head is too long")
        return data

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send data. A client that accepts nothing for `WRITE_SECONDS` is treated as disconnected."""
        with gevent.Timeout(WRITE_SECONDS, BrokenPipeError(errno.EPIPE, "the client does not take its answer")):
            super().sendall(data, flags)

    def drop_rest(self) -> None:
        """Discard the data that the client still sends. Closing immediately would reset the connection and lose the
        answer.
        """
        left = MAX_DROPPED
        with suppress(OSError), gevent.Timeout(DROP_SECONDS, TimeoutError()):
            self.shutdown(socket.SHUT_WR)
            while left > 0 and (data := super().recv(65536)):
                left -= len(data)
                gevent.sleep(0)  # let other connections run

    @contextmanager
    def on_hang_up(self, act: Callable[[], None]) -> Iterator[None]:
        """Call `act` if the client disconnects during the block.

        The disconnection is noticed only when all data that arrived before it has been read.
        """
        looking = gevent.spawn(self._look, act)
        try:
            yield
        finally:
            looking.kill()

    def _look(self, act: Callable[[], None]) -> None:
        try:
            gone = not super().recv(1, socket.MSG_PEEK)
        except OSError:
            gone = True
        if gone:
            act()

    def await_body(self) -> None:
        """Start the time limit of this request, unless it has already started.

        It has not started if the head of this request arrived together with the previous request.
        """
        self._head_left = None
        if self._deadline is None:
            self._deadline = time.monotonic() + READ_SECONDS

    def await_next(self) -> None:
        """Prepare for the next request, after a request has been read and answered."""
        self._deadline = None
        self._head_left = MAX_HEAD


class PatientWorker(GeventWorker):
    """Closes connections whose request does not arrive in time. Connections that wait for an answer, or are idle, stay
    open.
    """

    max_connections = 0
    """The highest number of connections per address; 0: no limit."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections: Counter[str] = Counter()

    def init_signals(self) -> None:
        """Set signal handlers as gunicorn does.

        Until the application is loaded, a signal ends the process immediately.
        """
        super().init_signals()
        shutdown.exit_immediately_on_signal()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        client = TimedSocket(client.family, client.type, client.proto, fileno=client.detach())
        # A connection by unix socket has no address.
        who = client_of(addr[0]) if self.max_connections and isinstance(addr, tuple) else ""
        if who and self._connections[who] >= self.max_connections:
            self._refuse(client)
            return
        self._connections[who] += 1
        try:
            super().handle(listener, client, addr)
        finally:
            self._connections[who] -= 1
            if not self._connections[who]:
                del self._connections[who]

    def _refuse(self, client: Any) -> None:
        with suppress(OSError):
            util.write_nonblock(client, _last_words(429, uuid.uuid4().hex, {"Retry-After": str(RETRY_SECONDS)}))
        util.close(client)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answer a request. Then read and discard the rest of its body before the same deadline.

        If the rest is longer than `MAX_UNREAD`, or malformed, the connection is closed.
        """
        sock.await_body()
        if isinstance(req.body.reader, ChunkedReader):
            req.body = Body(FewChunks(req, req.unreader))
        reader: Any = req.body.reader
        if getattr(reader, "length", 0) > max(MAX_BODY_BYTES.values()):  # the app does not read it
            req.force_close()
        try:
            self._answer(listener_name, req, sock, addr)
        except (NoMoreData, StopIteration):
            if getattr(reader, "parser", None) or getattr(reader, "length", 0):
                sock.drop_rest()
            raise
        sock.await_next()
        return True

    def _answer(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        super().handle_request(listener_name, req, sock, addr)
        left = MAX_UNREAD
        while data := req.body.read(8192):
            left -= len(data)
            if left < 0:
                raise NoMoreData
        # Let other connections run, because this client sends faster than it is answered.
        early = req.unreader.take_buffered()
        req.unreader.unread(early)
        gevent.sleep(PAUSE_SECONDS if early else 0)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer errors outside of the app as problems, too. The request is not logged, because it may contain a
        token.
        """
        request_id = uuid.uuid4().hex
        if isinstance(exc, errors.ParseException):
            status = next((status for kind, status in STATUSES.items() if isinstance(exc, kind)), 400)
            self.log.warning("request rejected: %s", type(exc).__name__, extra={"request_id": request_id})
        else:
            status = 500
            self.log.error("the web server failed", exc_info=exc, extra={"request_id": request_id})
        try:
            util.write_nonblock(client, _last_words(status, request_id))
        except OSError:
            self.log.debug("could not answer the client")


def _last_words(status: int, request_id: str, headers: Mapping[str, str] | None = None) -> bytes:
    """Return a complete answer to send before the connection is closed."""
    # Imported late: gevent must patch the standard library first.
    from service.http.problems.problem_details import of_status, respond

    response = respond(of_status(status), headers)
    response.headers["X-Request-Id"] = request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Connection"] = "close"
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return f"HTTP/1.1 {response.status}\r\n{head}\r\n".encode("latin-1") + response.get_data()
