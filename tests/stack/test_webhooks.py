"""Webhooks with real processes: a worker that is killed in the middle of a delivery, and the stack as in production."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.games import Games, Seat
from tests.service.conftest import RedisServer
from tests.service.hooked import made
from tests.service.receiver import LOCAL, Receiver
from tests.stack.conftest import Start
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

LEASE_SECONDS = 2


def letting(receiver: Receiver) -> dict[str, str]:
    """The settings that allow webhooks to lead to the receiver."""
    return {
        "HAMLET_WEBHOOK_ALLOW": f"localhost,{LOCAL}",
        "HAMLET_WEBHOOK_SCHEMES": "https,http",
        "HAMLET_WEBHOOK_PORTS": str(receiver.port),
        "HAMLET_WEBHOOK_SECONDS": "1",
        "HAMLET_LEASE": str(LEASE_SECONDS),
    }


@pytest.fixture
def environ(redis_server: RedisServer, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"HAMLET_REDIS_URL": redis_server.url, **letting(receiver)}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.long
def test_the_notice_of_a_killed_worker_is_sent_by_another(games: Games, receiver: Receiver, start: Start) -> None:
    calling = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        calling.set()
        handler.rfile.read(1)

    receiver.instead = hang
    start("-m", "workers.dispatcher")
    worker = start("-m", "workers.worker", "--queue", "webhooks")
    doc = made(games, receiver, "villagers", (Seat("human", "Ada"), Seat("human", "Bo")))
    assert calling.wait(60)
    worker.kill()
    worker.wait()
    receiver.instead = None

    start("-m", "workers.worker", "--queue", "webhooks")
    eventually(lambda: len(receiver.got) > 1, "the second try")
    first, second = receiver.got[:2]
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert Webhook(doc["webhook"]["secret"]).verify(second.body, second.headers)["data"]["game"] == doc["id"]


@pytest.mark.long
def test_the_stack_tells_of_every_turn_and_of_the_end(receiver: Receiver, tmp_path: Path) -> None:
    """A whole game over HTTP against an AI; the receiver fails at first, and the worker is killed in the middle."""
    stack = Stack(tmp_path, **letting(receiver))
    receiver.status = 500
    try:
        stack.start()
        # A name, so that the web server looks it up, too.
        table = Table(stack, "a webhook", HUMAN, AI, webhook={"url": receiver.url("localhost")})
        table.play(until=lambda: len(receiver.got) > 1)
        receiver.status = 204
        stack.kill("webhook worker 1")
        table.play()
        expected = turns_of(stack.call("GET", f"{table.path}/replay")[1], seat=0)
        eventually(lambda: versions(receiver, "turn.started") == expected, "every turn")
        eventually(lambda: versions(receiver, "game.finished") == {table.game["version"]}, "the end")
        (result,) = [doc["data"]["result"] for doc in receiver.docs if doc["type"] == "game.finished"]
        assert result == table.game["result"]
        assert "whsec_" not in stack.log.read_text()
    finally:
        stack.close()


def versions(receiver: Receiver, kind: str) -> set[int]:
    """The versions of the notices of this type that have arrived, whatever the replies to them."""
    return {doc["data"]["version"] for doc in receiver.docs if doc["type"] == kind}


def turns_of(record: Doc, seat: int) -> set[int]:
    """The versions at which a turn of the seat started, by the replay of a game."""
    rules = RULESETS[record["ruleset"]]
    state = rules.setup(record["options"], len(record["seats"]), bytes.fromhex(record["seed"]))
    waited = [rules.to_act(state)[0]]
    for move in record["moves"]:
        rules.apply(state, move["seat"], rules.read_move(state, move["seat"], move["move"]))
        waited.append(next(iter(rules.to_act(state)), -1))
    return {at for at, now in enumerate(waited) if now == seat and (not at or waited[at - 1] != seat)}
