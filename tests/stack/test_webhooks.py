"""Webhooks with real processes: a worker that is killed in the middle of a delivery, and the stack as in production."""

from __future__ import annotations

import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from redis import Redis
from standardwebhooks import Webhook

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.games import Games, Seat
from service.store.games.visibility import Visibility as Visibility
from tests.service.conftest import RedisServer
from tests.service.faketime import SetClock, needs_faketime
from tests.service.hooked import made
from tests.service.receiver import LOCAL, Received, Receiver, receiving
from tests.stack.conftest import Start
from tests.stack.playing import AI, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack
from workers.deliverer import PAUSES_SECONDS

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


@pytest.mark.long
@needs_faketime
def test_a_receiver_that_is_away_for_two_days_gets_everything_once(receiver: Receiver, tmp_path: Path) -> None:
    """Redis' clock, by which notices are timed, is moved from try to try. Games also end while the receiver is away."""
    ahead, accepting, accepted = 0, threading.Event(), []

    def answer(handler: BaseHTTPRequestHandler) -> None:
        if accepting.is_set():
            accepted.append(handler.headers["webhook-id"])
        handler.send_response(204 if accepting.is_set() else 500)
        handler.end_headers()

    def move(seconds: int) -> None:
        nonlocal ahead
        ahead += seconds
        redis.set(ahead)

    def finished() -> set[tuple[str, str]]:
        """Finish a game. Returns it with the types of its notices."""
        game = stack.owned("POST", "/v1/games", key, {"ruleset": "villagers", "seats": [HUMAN, HUMAN]})
        status, over = stack.call("POST", f"/v1/games/{game['id']}/seats/0/resign", token=game["tokens"]["0"])
        assert status == 200, over
        return {(game["id"], kind) for kind in ("game.started", "turn.started", "seat.away", "game.finished")}

    def tries() -> Counter[tuple[str, str]]:
        return Counter((doc["data"]["game"], doc["type"]) for doc in receiver.docs)

    def tried(notices: set[tuple[str, str]], times: int) -> bool:
        """Return whether each was tried so often, and no try is unfinished: its pause would begin after the move."""
        if any(tries()[one] < times for one in notices):
            return False
        with Redis(port=redis.port) as client:
            return not any(client.hexists(name, "claim") for name in client.scan_iter("*:notice:*"))

    receiver.instead = answer
    redis = SetClock(tmp_path)
    redis.start()
    stack = Stack(tmp_path, HAMLET_WEBHOOKS="local", HAMLET_REDIS_URL=redis.url)
    try:
        stack.start()
        key = stack.new_key("shop")
        stack.owned("POST", "/v1/webhooks", key, {"url": receiver.url()})
        first = finished()
        everything = first
        for number, pause in enumerate(PAUSES_SECONDS[:8], 1):
            eventually(lambda number=number: tried(first, number), f"try {number}")
            move(pause)
            everything = everything | finished() if number % 4 == 0 else everything
        eventually(lambda: tried(first, 9), "the last try in vain")
        move(48 * 3600 - sum(PAUSES_SECONDS[:8]))
        eventually(lambda: tried(everything, 1), "a try of each notice")
        accepting.set()
        move(PAUSES_SECONDS[8])
        eventually(lambda: len(accepted) >= len(everything), "all that was missed")
        came = {got.headers["webhook-id"]: (got.doc["data"]["game"], got.doc["type"]) for got in receiver.got}
        # All tries of a notice had the same id, so a notice that came again would be known.
        assert len(came) == len(everything) == len(accepted)
        assert {came[name] for name in accepted} == everything
        # Nothing comes again later.
        move(PAUSES_SECONDS[9])
        sent = finished()
        eventually(lambda: sent <= tries().keys(), "what is sent then")
        assert len(accepted) == len(set(accepted))
    finally:
        stack.close()
        redis.kill()


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
