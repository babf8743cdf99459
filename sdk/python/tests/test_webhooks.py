"""Notices: what `verify` accepts, and notices of a real server."""

from __future__ import annotations

import base64
import hmac
import json
import queue
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from standardwebhooks import Webhook

from hamlet_client import Hamlet, WebhookInvalid, verify

OLD, NEW = (f"whsec_{letter * 32}" for letter in "bc")
BODY = json.dumps({"type": "turn.started", "data": {"game": "g", "version": 3}})


def headers(secret: str, age: float = 0, body: str = BODY) -> dict[str, str]:
    """Return the headers of a notice, signed by the library that the server uses."""
    sent = datetime.fromtimestamp(int(time.time() - age), UTC)
    signature = Webhook(secret).sign("msg_1", sent, body)
    return {"Webhook-Id": "msg_1", "webhook-timestamp": str(int(sent.timestamp())), "webhook-signature": signature}


def test_a_genuine_notice() -> None:
    assert verify(BODY, headers(OLD), OLD) == verify(BODY.encode(), headers(OLD), OLD) == json.loads(BODY)


def test_a_notice_while_the_secret_is_replaced() -> None:
    both = [NEW, OLD]
    assert verify(BODY, headers(OLD), both) == verify(BODY, headers(NEW), both)
    # A server that signs with both, before the receiver knows the new one.
    double = headers(OLD) | {
        "webhook-signature": f"v2,xyz {headers(NEW)['webhook-signature']} {headers(OLD)['webhook-signature']}"
    }
    assert verify(BODY, double, OLD)
    with pytest.raises(WebhookInvalid):
        verify(BODY, double, f"whsec_{'d' * 32}")


@pytest.mark.parametrize(
    ("body", "change"),
    [
        (BODY + " ", {}),
        (BODY, {"webhook-signature": "v1,bm90IGl0"}),
        (BODY, {"webhook-signature": "é"}),
        (BODY, {"webhook-signature": ""}),
        (BODY, {"webhook-signature": "\ud800"}),
        ("\ud800", {}),
        (BODY, {"webhook-timestamp": "soon"}),
        (BODY, {"webhook-timestamp": "9" * 400}),
        (BODY, {"webhook-timestamp": str(int(time.time()) - 1)}),
        (BODY, {"Webhook-Id": "msg_2"}),
    ],
)
def test_a_notice_that_was_changed(body: str, change: dict[str, str]) -> None:
    with pytest.raises(WebhookInvalid):
        verify(body, headers(OLD) | change, OLD)


@pytest.mark.parametrize("age", [301, -310])
def test_a_notice_from_another_time(age: int) -> None:
    assert verify(BODY, headers(OLD, age=age * 0.9), OLD)
    with pytest.raises(WebhookInvalid, match="too old"):
        verify(BODY, headers(OLD, age=age), OLD)


def test_headers_that_are_missing() -> None:
    with pytest.raises(WebhookInvalid):
        verify(BODY, {}, OLD)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_####", "whsec_bbb", f"{OLD}!", "whsec_ü"])
def test_a_secret_that_cannot_be_one(secret: str) -> None:
    forged = hmac.digest(b"", f"msg_1.{int(time.time())}.{BODY}".encode(), "sha256")
    given = headers(OLD) | {"webhook-signature": f"v1,{base64.b64encode(forged).decode()}"}
    for secrets in (secret, [OLD, secret]):
        with pytest.raises(ValueError, match="empty or not base 64") as wrong:
            verify(BODY, given, secrets)
        assert OLD not in str(wrong.value)


Notice = tuple[bytes, dict[str, str]]


@pytest.fixture
def notices(receiver_port: int) -> Iterator[queue.Queue[Notice]]:
    """What is posted to this machine."""
    arrived: queue.Queue[Notice] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            arrived.put((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: Any) -> None: ...

    with HTTPServer(("127.0.0.1", receiver_port), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield arrived
        server.shutdown()


@pytest.mark.long
def test_the_notices_of_a_game(client: Hamlet, receiver_port: int, notices: queue.Queue[Notice]) -> None:
    game = client.games.create(
        "villagers",
        seats=[{"type": "human"}, {"type": "ai", "level": "random"}],
        webhook={"url": f"http://127.0.0.1:{receiver_port}/hook"},
    )
    assert game.data is not None
    secret = game.data["webhook"]["secret"]  # type: ignore[typeddict-item]
    for turn in game.turns():
        turn.play(turn.moves[0])
    types: list[str] = []
    while "game.finished" not in types:
        body, given = notices.get(timeout=60)
        assert verify(body, given, secret)["data"]["game"] == game.id
        types.append(json.loads(body)["type"])
        with pytest.raises(WebhookInvalid):
            verify(body, given, OLD)
    assert "turn.started" in types
