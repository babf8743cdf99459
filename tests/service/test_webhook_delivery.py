"""Notices on their way: sent, tried again, given up; and receivers that keep nobody else waiting."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import orjson
import pytest
from click.testing import CliRunner
from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer
from standardwebhooks import Webhook

from service.games import Games
from service.store import Store
from service.store.outbox.notice_queue import PATIENCE_SECONDS
from service.store.outbox.rq_client import WEBHOOKS, Messages
from service.tools.cli import main
from tests.service.conftest import RedisServer
from tests.service.hooked import LEASE, decline, deliverer, ids, made, notices_of, send_all
from tests.service.nim import HUMANS, bid, played
from tests.service.outbox import lease
from tests.service.receiver import Receiver, receiving
from tests.service.toy import NIM
from workers import jobs
from workers.deliverer import FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS
from workers.dispatcher import Dispatcher


@pytest.fixture
def games(store: Store, receiver: Receiver) -> Iterator[Games]:
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    yield games
    games.queries.changes.close(timeout=10)


def hang(handler: BaseHTTPRequestHandler) -> None:
    handler.rfile.read(1)


def dispatching(games: Games, redis: Redis, lease: int = LEASE) -> Dispatcher:
    return Dispatcher([(notices_of(games).look, Messages(redis, WEBHOOKS, 30, 5))], lease)


def test_a_notice_arrives_once_and_its_signature_is_good(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    (name,) = ids(redis)
    assert send_all(games, receiver) == ["sent"]
    (got,) = receiver.got
    assert Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers) == got.doc
    assert got.headers["webhook-id"] == name
    assert got.doc["data"]["game"] == doc["id"]
    # Nothing is left of it, and a message that comes twice finds nothing to do.
    assert deliverer(games, receiver).deliver(name) is None
    assert not list(redis.scan_iter("*notice*"))
    assert not list(redis.scan_iter("failing:*"))


def test_what_was_not_taken_is_sent_again_under_the_same_id(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    receiver.status = 500
    assert send_all(games, receiver) == ["waiting"]
    # Not before it is time, whoever asks.
    assert send_all(games, receiver) == [None]
    assert lease(notices_of(games), LEASE) == []
    decline(redis, FIRST_PAUSE_SECONDS)
    receiver.status = 204
    assert send_all(games, receiver) == ["sent"]
    first, second = receiver.got
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    for got in (first, second):
        assert Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers)


def test_the_pauses_grow_up_to_a_limit(games: Games, receiver: Receiver) -> None:
    worker = deliverer(games, receiver)
    for tries in range(1, 40):
        longest = min(FIRST_PAUSE_SECONDS * 2 ** (tries - 1), MAX_PAUSE_SECONDS)
        pauses = {worker.pause(tries) for _ in range(20)}
        assert longest / 2 <= min(pauses) < max(pauses) <= longest


def test_after_a_day_a_notice_is_given_up(
    games: Games, receiver: Receiver, redis: Redis, redis_server: RedisServer
) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    receiver.status = 500
    tries, become = 0, "waiting"
    while become == "waiting":
        (become,) = send_all(games, receiver)  # type: ignore[assignment]
        tries += 1
        decline(redis, MAX_PAUSE_SECONDS)
    assert become == "dead"
    # The last one when the day is over.
    assert tries == 1 + PATIENCE_SECONDS / MAX_PAUSE_SECONDS == len(receiver.got)
    assert not ids(redis)
    (letter,) = notices_of(games).dead()
    assert (letter.id, letter.type, letter.tries) == (f"{doc['id']}_0_turn_game", "turn.started", tries)
    assert (letter.host, letter.reason) == (f"127.0.0.1:{receiver.port}", "status_500")
    # The operator sees it, without the address's secrets.
    environ = {"HAMLET_REDIS_URL": redis_server.url, "HAMLET_BUCKETS": "4"}
    told = CliRunner().invoke(main, ["webhooks", "dead"], env=environ)
    assert told.exit_code == 0
    assert f"{letter.id}  turn.started  127.0.0.1:{receiver.port}  {tries} tries  status_500" in told.output
    assert "to=ada" not in told.output + str(redis.lrange(next(redis.scan_iter("*:dead")), 0, -1))


def test_dead_letters_are_few_and_do_not_stay(games: Games, receiver: Receiver, redis: Redis) -> None:
    receiver.status = 410
    for _ in range(110):
        made(games, receiver, "nim", HUMANS)
    assert set(send_all(games, receiver)) == {"dead"}
    lists = list(redis.scan_iter("*:dead"))
    assert all(redis.llen(name) <= 100 and 0 < redis.ttl(name) <= 7 * 86400 for name in lists)
    assert {letter.reason for letter in notices_of(games).dead()} == {"status_410"}
    # A later letter keeps the list, but not what is in it.
    for name in lists:
        letter = orjson.loads(redis.lindex(name, 0) or b"")
        redis.lset(name, 0, orjson.dumps({**letter, "id": "old", "ended": letter["ended"] - 7 * 86400_000}))
    assert "old" not in {letter.id for letter in notices_of(games).dead()}


def test_a_notice_for_which_no_worker_had_time_is_given_up(games: Games, receiver: Receiver, redis: Redis) -> None:
    made(games, receiver, "nim", HUMANS)
    decline(redis, PATIENCE_SECONDS + 1)
    assert lease(notices_of(games), LEASE) == []
    (letter,) = notices_of(games).dead()
    assert (letter.reason, letter.tries) == ("too_late", 0)


def test_the_work_of_a_worker_that_died_is_done_by_another(games: Games, receiver: Receiver, redis: Redis) -> None:
    made(games, receiver, "nim", HUMANS)
    (name,) = ids(redis)
    lost = notices_of(games).begin(name, LEASE)
    assert lost is not None
    assert send_all(games, receiver) == [None]
    assert dispatching(games, redis).round() == 0
    decline(redis, LEASE)
    assert dispatching(games, redis).round() == 1
    assert send_all(games, receiver) == ["sent"]
    # If it was not dead after all, it has nothing more to say.
    assert notices_of(games).sent(lost) is None
    assert notices_of(games).again(lost, "timeout", 1) is None


def test_a_redirection_to_the_inside_gets_nothing(games: Games, receiver: Receiver) -> None:
    with receiving() as inside:
        made(games, receiver, "nim", HUMANS)
        receiver.status, receiver.more = 307, {"Location": inside.url()}
        assert send_all(games, receiver) == ["waiting"]
        assert inside.got == []


# --- receivers that do not answer --------------------------------------------------------------------


def test_a_silent_host_is_left_alone_and_keeps_nobody_waiting(games: Games, receiver: Receiver, redis: Redis) -> None:
    for _ in range(3):
        made(games, receiver, "nim", HUMANS)
    receiver.instead = hang
    assert send_all(games, receiver, seconds=1.5) == ["waiting"] * 3
    # The first has waited for it in vain, the others have not waited at all, and have not lost a try.
    assert receiver.await_calls(1) == 1
    assert sorted(redis.hget(f, "tries") or b"" for f in redis.scan_iter("*:notice:*")) == [b"0", b"0", b"1"]
    decline(redis, 3600)
    assert send_all(games, receiver, seconds=1.5) == ["waiting"] * 3
    assert receiver.await_calls(2) == 2
    decline(redis, 3600)
    receiver.instead = None
    assert send_all(games, receiver) == ["sent"] * 3


def test_one_worker_at_a_time_calls_a_host_that_was_silent(games: Games, redis: Redis) -> None:
    notices = notices_of(games)
    assert notices.may_call("play.example", 10) == 0
    notices.note_silence("play.example")
    assert 0 < notices.may_call("play.example", 10) <= 2
    notices.note_silence("play.example")
    assert 2 < notices.may_call("play.example", 10) <= 4
    assert notices.may_call("other.example", 10) == 0
    decline(redis, 0)
    assert notices.may_call("play.example", 10) == 0
    assert 0 < notices.may_call("play.example", 10) <= 10
    notices.note_answer("play.example")
    assert notices.may_call("play.example", 10) == notices.may_call("play.example", 10) == 0


# --- through the queue -------------------------------------------------------------------------------


def test_the_dispatcher_asks_and_a_job_sends(
    games: Games, receiver: Receiver, redis: Redis, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "deliverer", lambda: deliverer(games, receiver))
    game_id = made(games, receiver, "nim", HUMANS)["id"]
    played(games, game_id, 0, bid(1))
    assert dispatching(games, redis).round() == 2
    with Redis.from_url(redis_server.url) as plain:
        queue = Queue(WEBHOOKS, connection=plain, serializer=JSONSerializer)
        SimpleWorker([queue], connection=plain, serializer=JSONSerializer).work(burst=True, logging_level="ERROR")
    assert sorted(doc["data"]["version"] for doc in receiver.docs) == [0, 1]
    assert dispatching(games, redis).round() == 0
