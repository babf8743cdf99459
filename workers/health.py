"""Liveness and metrics over HTTP, for processes that are not servers."""

from __future__ import annotations

import logging
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service.config import metrics

log = logging.getLogger(__name__)


class Pulse:
    """The pulse of a loop. Each round of the loop announces how soon the next round starts."""

    def __init__(self) -> None:
        self._until = float("inf")

    def beat(self, seconds: float) -> None:
        """Announce that the next beat comes within `seconds`."""
        self._until = time.monotonic() + seconds

    @property
    def alive(self) -> bool:
        """Return whether the loop is alive. A loop that has not started counts as alive."""
        return time.monotonic() < self._until


def serve(host: str, port: int, pulse: Pulse) -> ThreadingHTTPServer:
    """Serve `/metrics` and `/livez` (200, or 503 when the loop hangs) in a thread.

    Raises `SystemExit` if the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/metrics":
                self._answer(200, metrics.CONTENT_TYPE, metrics.exposition())
            elif path == "/livez":
                code, status = (200, b"ok") if pulse.alive else (503, b"stalled")
                self._answer(code, "application/json", b'{"status":"%b"}' % status)
            else:
                self._answer(404, "application/json", b'{"status":"there is only /metrics and /livez"}')

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            log.debug("a request for liveness or metrics")

    try:
        server = ThreadingHTTPServer((host, port), Handler)
    except OSError as error:
        reason = f"Cannot listen on {host}, port {port}: {error.strerror}."
        raise SystemExit(f"{reason} HAMLET_METRICS_PORT names another, or 0 for none.") from error
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="vitals", daemon=True).start()
    return server
