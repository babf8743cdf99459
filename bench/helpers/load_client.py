"""A load generator for a server on this machine: a few connections, each driven by a player, in one thread.

A player is a generator that yields a `Request` and receives its `Answer`. It must be quick, because nothing is sent
while it works. So prepare everything beforehand (see `Outcome.busy`).
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

_PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Request:
    """One request as bytes. `kind`: the name under which its time is counted. `expected`: the right status."""

    kind: str
    text: bytes
    expected: int = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """The status and body of an answer."""

    status: int
    body: bytes


Player = Generator[Request, Answer, None]


def request_of(
    kind: str, method: str, path: str, body: bytes | None = None, token: str | None = None, expected: int = 200
) -> Request:
    """Return a request with the headers of an ordinary client."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return Request(kind, "\r\n".join([*lines, "", ""]).encode() + (body or b""), expected)


@dataclass
class Outcome:
    """The outcome of a run: the seconds of each answer by kind, the errors, and the duration.

    `cpu_seconds`: the time that the server's processes used, if measured. `busy`: the share of the time in which the
    generator itself used a processor. Near 1, the generator is the bottleneck.
    """

    times: dict[str, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0
    busy: float = 0.0
    cpu_seconds: float = 0.0

    def add(self, other: Outcome) -> None:
        """Add another run to this one."""
        for kind, times in other.times.items():
            self.times.setdefault(kind, []).extend(times)
        self.busy = (self.busy * self.seconds + other.busy * other.seconds) / (self.seconds + other.seconds)
        self.seconds += other.seconds
        self.cpu_seconds += other.cpu_seconds
        self.faults += other.faults

    def rate(self, kind: str) -> float:
        """Return the answers per second."""
        return len(self.times.get(kind, ())) / self.seconds

    def ms(self, kind: str, part: float) -> float:
        """Return the quantile of a kind's times, in milliseconds."""
        times = sorted(self.times[kind])
        return 1000 * times[min(len(times) - 1, int(len(times) * part))]


class _Line:
    """One connection and its player."""

    def __init__(self, port: int, player: Player, address: str) -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=_PATIENCE_SECONDS, source_address=(address, 0)
        )
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.player = player
        self.request: Request | None = next(player, None)
        self.since = 0.0
        self._buffer = b""
        self._length = -1

    def send(self, since: float) -> None:
        """Send the request. Its time is counted from `since`."""
        assert self.request is not None
        self.since = since
        self.socket.sendall(self.request.text)

    def receive(self) -> Answer | None:
        """Receive data. Returns the answer once it is complete."""
        data = self.socket.recv(262144)
        if not data:
            raise ConnectionError("the server has closed the connection")
        self._buffer += data
        if self._length < 0:
            head, end, _ = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return None
            length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            self._length = len(head) + 4 + int(length)
        if len(self._buffer) < self._length:
            return None
        whole, self._buffer, self._length = self._buffer, b"", -1
        return Answer(int(whole[9:12]), whole.partition(b"\r\n\r\n")[2])

    def next(self, answer: Answer) -> None:
        """Let the player choose the next request. It sets `request` to `None` if the player has none."""
        try:
            self.request = self.player.send(answer)
        except StopIteration:
            self.request = None


def drive(
    port: int, players: Iterable[Player], seconds: float, per_second: float = 0.0, address: str = "127.0.0.1"
) -> Outcome:
    """Let the players play, each on its own connection, until they are done or `seconds` have passed.

    With `per_second` they send this number of requests a second together. Each request has a scheduled time, and its
    duration is counted from that time. Without `per_second`, each player sends its next request as soon as it has the
    last answer. `address`: the players' address on this machine.
    """
    lines = [line for line in (_Line(port, player, address) for player in players) if line.request is not None]
    outcome, began, used = Outcome(), time.perf_counter(), time.process_time()
    step = len(lines) / per_second if per_second else 0.0
    waiting = {line: began + step * number / len(lines) for number, line in enumerate(lines)}
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line.socket, selectors.EVENT_READ, line)
        flying = 0
        while flying or waiting:
            now = time.perf_counter()
            if now > began + seconds:
                waiting.clear()
            for line, due in [(line, due) for line, due in waiting.items() if due <= now]:
                del waiting[line]
                line.send(due if step else now)
                flying += 1
            pause = min([now + 1.0, *waiting.values()]) - time.perf_counter()
            for key, _ in selector.select(max(0.0, pause) if flying or waiting else 0.0):
                line = key.data
                if _answered(line, outcome):
                    flying -= 1
                    if line.request is not None:
                        waiting[line] = line.since + step
    outcome.seconds = time.perf_counter() - began
    outcome.busy = (time.process_time() - used) / outcome.seconds
    for line in lines:
        line.socket.close()
    return outcome


def _answered(line: _Line, outcome: Outcome) -> bool:
    """Return whether the answer of a line is complete. If so, count it, and prepare the player's next request."""
    answer = line.receive()
    if answer is None:
        return False
    request = line.request
    assert request is not None
    outcome.times.setdefault(request.kind, []).append(time.perf_counter() - line.since)
    if answer.status != request.expected:
        outcome.faults.append(f"{request.kind}: {answer.status} {answer.body[:200]!r}")
    line.next(answer)
    return True
