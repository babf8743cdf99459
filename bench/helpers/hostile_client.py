"""A hostile client in a process of its own, at low priority, so that it uses the server's time and little of this
machine's.

`hostile_client.py NAME PORT SECONDS`, with its data as JSON on standard input. Prints the outcome as JSON: the number
of answers of each status, and the number of connections that the server closed.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import gevent
from gevent import socket

ADDRESS = "127.0.0.66"
"""An address of this machine that honest clients do not use."""
SLOW_SECONDS = 0.2
"""The seconds between the bytes of a slow body."""
PIECE_SECONDS = 0.04
"""The seconds between the pieces of a long head."""
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\n\r\n"


class Client:
    """All connections of the client. `outcome`: the number of answers by status, and of closed connections."""

    def __init__(self, port: int, given: Any) -> None:
        self._port = port
        self.given = given
        self.outcome: Counter[str] = Counter()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), timeout=30, source_address=(ADDRESS, 0))

    def answer(self, connection: socket.socket) -> None:
        """Read one complete answer."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += _some(connection)
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
        chunked = b"transfer-encoding: chunked" in head.lower()
        while not body.endswith(b"0\r\n\r\n") if chunked else len(body) < length:
            body += _some(connection)
        self.outcome[head[9:12].decode()] += 1


def _some(connection: socket.socket) -> bytes:
    data: bytes = connection.recv(65536)
    if not data:
        raise ConnectionError("closed")
    return data


def post(path: str, body: bytes, token: str | None = None) -> bytes:
    """Return a complete POST request as bytes."""
    return request("POST", path, body, f"Authorization: Bearer {token}\r\n" if token else "")


def request(method: str, path: str, body: bytes, fields: str = "", kind: str = "application/json") -> bytes:
    """Return a complete request with these header fields."""
    head = f"{method} {path} HTTP/1.1\r\nHost: hamlet\r\n{fields}"
    if body:
        head += f"Content-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def bodies(client: Client) -> list[Callable[[], None]]:
    """Send expensive bodies over ten connections. Connections that the server closes are opened again."""
    return _pouring(client, [post(path, body.encode(), token) for path, body, token in client.given["posts"]])


def owner(client: Client) -> list[Callable[[], None]]:
    """Return the costly calls of an API key: lists, exports and erasures of players, resending, tokens, lines of
    decisions.
    """
    key = f"Hamlet-Api-Key: {client.given['key']}\r\n"
    return _pouring(
        client, [request(method, path, body.encode(), key, kind) for method, path, body, kind in client.given["owned"]]
    )


def _pouring(client: Client, requests: list[bytes]) -> list[Callable[[], None]]:
    """Send the requests in turn, over ten connections."""

    def sending(first: int) -> Callable[[], None]:
        def send() -> None:
            at = first
            while True:
                with client.connect() as connection:
                    while True:
                        connection.sendall(requests[at % len(requests)])
                        at += 10
                        client.answer(connection)

        return send

    return [sending(first) for first in range(10)]


def ten(client: Client) -> list[Callable[[], None]]:
    """Send ten bodies of a megabyte at the same time."""
    body = json.dumps(client.given["position"])[:-1] + ', "moves": [' + ",".join(["{}"] * 345_000) + "]}"
    request = post("/v1/positions/apply", body.encode())

    def send() -> None:
        with client.connect() as connection:
            connection.sendall(request)
            client.answer(connection)

    return [send] * 10


def slow(client: Client) -> list[Callable[[], None]]:
    """Send bodies byte by byte."""
    request = post("/v1/positions/apply", b" " * 10_000)

    def send() -> None:
        while True:
            with client.connect() as connection:
                connection.sendall(request[:-9_900])
                for _ in range(9_900):
                    connection.sendall(b" ")
                    gevent.sleep(SLOW_SECONDS)

    return [send] * 200


def heads(client: Client) -> list[Callable[[], None]]:
    """Send heads almost as long as the server accepts. They continue byte by byte."""
    head = b"GET /healthz HTTP/1.1\r\nHost: hamlet\r\n" + b"X: %s\r\n" % (b"x" * 7000) * 4 + b"X: "

    def send() -> None:
        while True:
            with client.connect() as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.sendall(head)
                for _ in range(2000):
                    connection.sendall(b"x")
                    gevent.sleep(PIECE_SECONDS)

    return [send] * 40


def streams(client: Client) -> list[Callable[[], None]]:
    """Open more streams of one game than a server has places."""
    head = f"GET {client.given['game']}/events HTTP/1.1\r\nHost: hamlet\r\nAccept: text/event-stream\r\n\r\n".encode()

    def watch() -> None:
        with client.connect() as connection:
            connection.sendall(head)
            client.outcome[_some(connection)[9:12].decode()] += 1
            while True:
                _some(connection)

    return [watch] * 1100


def silent(client: Client) -> list[Callable[[], None]]:
    """Open connections and send nothing."""

    def wait() -> None:
        while True:
            with client.connect() as connection:
                _some(connection)

    return [wait] * 200


def endless(client: Client) -> list[Callable[[], None]]:
    """Send requests that no limit counts, without a pause."""

    def pour() -> None:
        with client.connect() as connection:
            reading = gevent.spawn(guarded, client, lambda: _drain(connection))
            try:
                while True:
                    connection.sendall(HEALTH * 1000)
            finally:
                reading.kill()

    return [pour] * 10


def _drain(connection: socket.socket) -> None:
    while True:
        _some(connection)


ATTACKS = {attack.__name__: attack for attack in (ten, bodies, owner, slow, heads, streams, silent, endless)}


def guarded(client: Client, act: Callable[[], None]) -> None:
    """Run a function. Count the connections that the server closes, and try again after a moment."""
    while True:
        try:
            act()
            return
        except OSError:
            client.outcome["closed"] += 1
            gevent.sleep(0.05)


def main() -> None:
    """Attack for the given number of seconds."""
    name, port, seconds = sys.argv[1:]
    client = Client(int(port), json.load(sys.stdin))
    os.nice(10)
    acts = ATTACKS[name](client)
    greenlets = [gevent.spawn(guarded, client, act) for act in acts]
    gevent.joinall(greenlets, timeout=float(seconds))
    print(json.dumps(client.outcome))


if __name__ == "__main__":
    main()
