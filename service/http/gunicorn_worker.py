"""gunicorn's gevent worker, with an end to its patience: a client has to send its request in time, and take its answer.

One address has only so many connections, and no connection keeps the others from being answered.
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
    # The types of gunicorn that mypy reads are older.
    errors.InvalidResponseHeader: 500,  # type: ignore[attr-defined]
    errors.InvalidResponseHeaderName: 500,  # type: ignore[attr-defined]
    errors.ConfigurationProblem: 500,
}
"""What gunicorn gives up, and how it is answered; all else that cannot be read with 400."""
READ_SECONDS = 15.0
"""For a whole request, head and body: ample for the slowest phone, and no client holds a connection for nothing."""
MAX_HEAD = 32 * 1024
"""Bytes of a request's head: while it arrives, each piece costs time in proportion to all of it."""
WRITE_SECONDS = 60.0
"""For taking a part of an answer: ample for the slowest phone, too."""
PAUSE_SECONDS = 0.005
"""Before the next request of a client that does not wait for the answer to the last one."""
RETRY_SECONDS = 5
"""After which one more connection may be free."""
MAX_UNREAD = 256 * 1024
"""Bytes of a body that nobody wants, after which the connection can still serve the next request."""
MAX_DROPPED = 32 * 1024 * 1024
DROP_SECONDS = 5.0
"""How many more bytes are dropped, and for how long, so that a client that is still sending gets its answer."""
MAX_CHUNKS = 2048
"""Chunks in which a body may come: each takes some microseconds, be it one byte long."""


class FewChunks(ChunkedReader):
    """A chunked body. Where there are too many chunks, or one is malformed, the rest is lost.

    The connection ends with the answer.
    """

    def __init__(self, request: Any, unreader: Any) -> None:
        super().__init__(request, unreader)
        self._left = MAX_CHUNKS

    def read(self, size: int) -> bytes:
        """As ever, but what is wrong with the body is the application's to answer."""
        try:
            data: bytes = super().read(size)
        except errors.ParseException as malformed:
            self.req.force_close()
            raise NoMoreData from malformed
        return data

    def parse_chunk_size(self, unreader: Any, data: bytes | None = None) -> Any:
        """As ever: gunicorn reads the beginning of each chunk with this."""
        self._left -= 1
        if self._left < 0:
            raise errors.InvalidChunkSize(b"too many chunks")
        return super().parse_chunk_size(unreader, data)


class TimedSocket(socket.socket):
    """A client's connection, on which a request has to arrive within `READ_SECONDS`, its head in `MAX_HEAD` bytes.

    The first request's time counts from the connecting, that of a later one from its first bytes: the pause before
    it is limited by gunicorn's `keepalive`. Who is late is treated as gone.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: float | None = time.monotonic() + READ_SECONDS
        self._head_left: int | None = MAX_HEAD

    def recv(self, *args: Any) -> bytes:
        """As ever, but raises `NoMoreData` at the deadline, and `LimitRequestHeaders` when the head is too long."""
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
        """As ever, but who takes nothing for `WRITE_SECONDS` is treated as gone."""
        with gevent.Timeout(WRITE_SECONDS, BrokenPipeError(errno.EPIPE, "the client does not take its answer")):
            super().sendall(data, flags)

    def drop_rest(self) -> None:
        """Let the client read its answer although it is still sending: a reset would take the answer away."""
        left = MAX_DROPPED
        with suppress(OSError), gevent.Timeout(DROP_SECONDS, TimeoutError()):
            self.shutdown(socket.SHUT_WR)
            while left > 0 and (data := super().recv(65536)):
                left -= len(data)
                gevent.sleep(0)  # whoever sends fast is not the only one

    @contextmanager
    def on_hang_up(self, act: Callable[[], None]) -> Iterator[None]:
        """Act when the client hangs up within. After one that has sent more already, the next writing finds out."""
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
        """The head is read. If it came together with an earlier request, the time for the rest counts from now."""
        self._head_left = None
        if self._deadline is None:
            self._deadline = time.monotonic() + READ_SECONDS

    def await_next(self) -> None:
        """The request is read and answered."""
        self._deadline = None
        self._head_left = MAX_HEAD


class PatientWorker(GeventWorker):
    """Gives up requests that do not arrive. Answers that wait, and connections kept between requests, stay."""

    max_connections = 0
    """Of one address; 0: any number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections: Counter[str] = Counter()

    def init_signals(self) -> None:
        """As gunicorn does it, but until the application is loaded there is nothing to finish."""
        super().init_signals()
        shutdown.at_once()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        client = TimedSocket(client.family, client.type, client.proto, fileno=client.detach())
        # A socket of the file system has no address.
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
        """Say that there are too many connections, and close this one."""
        with suppress(OSError):
            util.write_nonblock(client, _last_words(429, uuid.uuid4().hex, {"Retry-After": str(RETRY_SECONDS)}))
        util.close(client)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answer one request, then read the rest of a body that nobody wanted, by the same deadline.

        Whoever sends more than `MAX_UNREAD` of it, or what is no body, loses the connection.
        """
        sock.await_body()
        if isinstance(req.body.reader, ChunkedReader):
            req.body = Body(FewChunks(req, req.unreader))
        reader: Any = req.body.reader
        if getattr(reader, "length", 0) > max(MAX_BODY_BYTES.values()):  # so nobody reads it
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
        # Whoever sends faster than we answer would be the only one that is answered.
        early = req.unreader.take_buffered()
        req.unreader.unread(early)
        gevent.sleep(PAUSE_SECONDS if early else 0)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what the app has not, as a problem too. Nothing of the request is logged: it may hold a token."""
        request_id = uuid.uuid4().hex
        if isinstance(exc, errors.ParseException):
            status = next((status for kind, status in STATUSES.items() if isinstance(exc, kind)), 400)
            self.log.warning("request given up: %s", type(exc).__name__, extra={"request_id": request_id})
        else:
            status = 500
            self.log.error("the web server failed", exc_info=exc, extra={"request_id": request_id})
        try:
            util.write_nonblock(client, _last_words(status, request_id))
        except OSError:
            self.log.debug("could not tell the client")


def _last_words(status: int, request_id: str, headers: Mapping[str, str] | None = None) -> bytes:
    """A whole answer, after which the connection is closed."""
    # Not before: gevent replaces modules that these use.
    from service.http.problems.problem_details import of_status, respond

    response = respond(of_status(status), headers)
    response.headers["X-Request-Id"] = request_id
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Connection"] = "close"
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return f"HTTP/1.1 {response.status}\r\n{head}\r\n".encode("latin-1") + response.get_data()
