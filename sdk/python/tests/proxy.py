"""A proxy between the SDK and a real server, which cuts connections and changes documents."""

from __future__ import annotations

import json
import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

HOP = ("connection", "content-length", "content-encoding", "host", "transfer-encoding", "accept-encoding")


class Proxy:
    """Forwards to a server; each of its hooks can be replaced.

    `loses(method, path)`: whether the answer is thrown away, after the server has carried the request out.
    `cut(path)`: after how many bytes a stream is cut, `None` for never.
    `refuses(method, path)`: an answer of its own, as status, headers and document, without asking the server.
    `change(path, document)`: what is sent instead of a document; `messages(path)`: text to send first in a stream.
    """

    def __init__(self, port: int) -> None:
        self.upstream = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False)
        self.loses: Callable[[str, str], bool] = lambda method, path: False
        self.cut: Callable[[str], int | None] = lambda path: None
        self.refuses: Callable[[str, str], tuple[int, dict[str, str], Any] | None] = lambda method, path: None
        self.change: Callable[[str, Any], Any] = lambda path, document: document
        self.messages: Callable[[str], str] = lambda path: ""
        self.seen: list[tuple[str, str, int]] = []
        """Method, path and status of each request that the server has answered."""
        self.lost = self.cuts = 0
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                proxy.handle(self)

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *args: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.upstream.close()

    def handle(self, client: BaseHTTPRequestHandler) -> None:
        body = client.rfile.read(int(client.headers.get("Content-Length") or 0))
        if (own := self.refuses(client.command, client.path)) is not None:
            status, headers, document = own
            self._answer(
                client, status, {"Content-Type": "application/problem+json", **headers}, json.dumps(document).encode()
            )
            return
        headers = {name: value for name, value in client.headers.items() if name.lower() not in HOP}
        with self.upstream.stream(client.command, client.path, content=body, headers=headers) as answer:
            self.seen.append((client.command, client.path, answer.status_code))
            given = {name: value for name, value in answer.headers.items() if name.lower() not in HOP}
            if answer.headers.get("Content-Type", "").startswith(("text/event-stream", "application/x-ndjson")):
                self._stream(client, answer, given)
                return
            data = answer.read()
        if self.loses(client.command, client.path):
            self.lost += 1
            _reset(client)
            return
        if data:
            data = json.dumps(self.change(client.path, json.loads(data))).encode()
        self._answer(client, answer.status_code, given, data)

    def _answer(self, client: BaseHTTPRequestHandler, status: int, headers: dict[str, str], data: bytes) -> None:
        client.send_response_only(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            client.send_header(name, value)
        client.end_headers()
        client.wfile.write(data)

    def _stream(self, client: BaseHTTPRequestHandler, answer: httpx.Response, headers: dict[str, str]) -> None:
        client.send_response_only(200)
        for name, value in {**headers, "Transfer-Encoding": "chunked"}.items():
            client.send_header(name, value)
        client.end_headers()
        left = self.cut(client.path)
        try:
            for data in self._messages(client.path, answer):
                if left is not None and len(data) > left:
                    self.cuts += 1
                    client.wfile.write(b"%x\r\n%s" % (len(data), data[:left]))
                    _reset(client)
                    return
                left = None if left is None else left - len(data)
                client.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            client.wfile.write(b"0\r\n\r\n")
        except OSError:
            client.close_connection = True

    def _messages(self, path: str, answer: httpx.Response) -> Iterator[bytes]:
        """Yield the messages of a stream, with changed data; lines as they are."""
        if "ndjson" in answer.headers["Content-Type"]:
            yield from (f"{line}\n".encode() for line in answer.iter_lines())
            return
        if first := self.messages(path):
            yield first.encode()
        rest = ""
        for text in answer.iter_text():
            *messages, rest = (rest + text).split("\n\n")
            for message in messages:
                head, found, data = message.partition("data: ")
                changed = json.dumps(self.change(path, json.loads(data))) if found else ""
                yield f"{head}{found}{changed}\n\n".encode()


def _reset(client: BaseHTTPRequestHandler) -> None:
    """Break the connection at once, as a network would."""
    client.wfile.flush()
    client.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, random.choice((0, 1))))
    client.close_connection = True
    client.connection.shutdown(socket.SHUT_RDWR)
