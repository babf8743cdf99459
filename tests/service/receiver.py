"""A receiver of webhooks: a real HTTP server in a thread, with scripted replies and recorded requests."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from engine.ruleset import Doc
from service.webhooks.guard import Guard

LOCAL = "127.0.0.1"


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def doc(self) -> Doc:
        found: Doc = json.loads(self.body)
        return found


class Receiver:
    """Replies with `status` and `more` headers, unless `instead` handles the request; `got` records the requests."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.status = 204
        self.more: dict[str, str] = {}
        self.instead: Callable[[BaseHTTPRequestHandler], None] | None = None
        self.got: list[Received] = []
        self.server = ThreadingHTTPServer((LOCAL, 0), self._handler())
        self.server.daemon_threads = True
        self.port = self.server.server_port
        self.scheme = "http"
        if tls is not None:
            self.scheme = "https"
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)

    def url(self, host: str = LOCAL, path: str = "/hook?to=ada") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    @property
    def guard(self) -> Guard:
        """A guard that allows this receiver."""
        return Guard("public", (LOCAL,), ("https", "http"), (self.port,))

    @property
    def docs(self) -> list[Doc]:
        """The bodies received, in order."""
        return [received.doc for received in self.got]

    def await_calls(self, number: int) -> int:
        """Wait for this many requests, which may be recorded after the sender's timeout; return their number."""
        deadline = time.monotonic() + 60
        while len(self.got) < number and time.monotonic() < deadline:
            time.sleep(0.01)
        return len(self.got)

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                if receiver.instead is not None:
                    receiver.instead(self)
                    return
                self.send_response(receiver.status)
                for name, value in receiver.more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Log nothing."""

        return Handler


@contextmanager
def receiving(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    receiver = Receiver(tls)
    thread = threading.Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        receiver.server.server_close()
        thread.join()
