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
from service.store.games.visibility import Visibility as Visibility
from tests.service.conftest import RedisServer
from tests.service.hooked import made
from tests.service.receiver import LOCAL, Received, Receiver, receiving
from tests.stack.conftest import Start
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

LEASE_SECONDS = 2


def letting(receiver: Receiver) -> dict[str, str]:
    """Return the settings that allow webhooks to lead to the receiver."""
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
    first = receiver.got[0]
    eventually(lambda: len(tries_of(receiver, first)) > 1, "the second try")
    second = tries_of(receiver, first)[1]
    assert second.body == first.body
    assert Webhook(doc["webhook"]["secret"]).verify(second.body, second.headers)["data"]["game"] == doc["id"]


def test_a_receiver_that_hangs_delays_no_other(
    games: Games, receiver: Receiver, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one real worker: it holds as many notices as the other gets, and not one of those waits for it."""
    over = threading.Event()
    with receiving() as slow:
        slow.instead = lambda handler: over.wait() and None
        monkeypatch.setenv("HAMLET_WEBHOOK_PORTS", f"{receiver.port},{slow.port}")
        monkeypatch.setenv("HAMLET_WEBHOOK_SECONDS", "30")
        for owner, where in (("slow", slow), ("quick", receiver)):
            games.webhooks.create(owner, where.url(), (), False, None)
        start("-m", "workers.dispatcher")
        start("-m", "workers.worker", "--queue", "webhooks")
        seats = (Seat("human", "Ada"), Seat("human", "Bo"))
        for _ in range(4):
            games.create_game("villagers", seats, table=Visibility(owner="slow"))
        assert slow.await_calls(1) == 1
        for _ in range(4):
            games.create_game("villagers", seats, table=Visibility(owner="quick"))
        # Two notices of each game; the other receiver has still not answered its first one.
        assert receiver.await_calls(8) == 8
        assert len(slow.got) == 1
        over.set()
        slow.instead = None
        assert slow.await_calls(8) >= 8


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


def tries_of(receiver: Receiver, first: Received) -> list[Received]:
    """Return all tries of the same notice that have come."""
    return [got for got in list(receiver.got) if got.headers["webhook-id"] == first.headers["webhook-id"]]


def versions(receiver: Receiver, kind: str) -> set[int]:
    """Return the versions of the notices of this type that have arrived, whatever the replies to them."""
    return {doc["data"]["version"] for doc in receiver.docs if doc["type"] == kind}


def turns_of(record: Doc, seat: int) -> set[int]:
    """Return the versions at which a turn of the seat started, by the replay of a game."""
    rules = RULESETS[record["ruleset"]]
    state = rules.setup(record["options"], len(record["seats"]), bytes.fromhex(record["seed"]))
    waited = [rules.to_act(state)[0]]
    for move in record["moves"]:
        rules.apply(state, move["seat"], rules.read_move(state, move["seat"], move["move"]))
        waited.append(next(iter(rules.to_act(state)), -1))
    return {at for at, now in enumerate(waited) if now == seat and (not at or waited[at - 1] != seat)}
