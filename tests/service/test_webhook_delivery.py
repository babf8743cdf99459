"""The delivery of notices: sent, tried again, given up; and slow receivers that delay nobody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer
from standardwebhooks import Webhook

from service.games import Games
from service.store import Store
from service.store.games.records import now_ms
from service.store.lists.webhook_registry import WebhookStore
from service.store.outbox.notice_queue import PATIENCE_SECONDS
from service.store.outbox.rq_client import WEBHOOKS, Messages
from service.store.redis import keys
from service.webhooks.delivery import Sender
from service.webhooks.guard import Guard
from tests.service.conftest import RedisServer
from tests.service.hooked import LEASE, decline, deliverer, every_id, ids, made, notices_of, send_all
from tests.service.nim import HUMANS, bid, played
from tests.service.outbox import lease
from tests.service.receiver import LOCAL, Receiver, receiving
from tests.service.toy import NIM
from workers import host_lanes, jobs
from workers.deliverer import PAUSES_SECONDS, Deliverer
from workers.dispatcher import Dispatcher
from workers.host_lanes import HostLanes

PLAY = ("play.example", "https://play.example/a")


@pytest.fixture
def games(store: Store, receiver: Receiver) -> Iterator[Games]:
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    yield games
    games.queries.changes.release_waiters(timeout=10)


def hang(handler: BaseHTTPRequestHandler) -> None:
    handler.rfile.read(1)


def emptied(lanes: HostLanes) -> None:
    """Wait until all queued notices are delivered."""
    deadline = time.monotonic() + 60
    while lanes._lanes and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not lanes._lanes


def dispatching(games: Games, redis: Redis, lease: int = LEASE) -> Dispatcher:
    return Dispatcher([(notices_of(games).lease_due, Messages(redis, WEBHOOKS, 30, 5))], lease)


def test_a_notice_arrives_once_and_its_signature_is_good(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    (name,) = ids(redis)
    assert send_all(games, receiver) == ["sent", "sent"]
    _, got = receiver.got
    assert Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers) == got.doc
    assert got.headers["webhook-id"] == name
    assert got.doc["data"]["game"] == doc["id"]
    # Nothing is left of it, and a second message finds nothing to do.
    assert deliverer(games, receiver).deliver(name) is None
    assert not list(redis.scan_iter("*notice*"))
    assert not list(redis.scan_iter("failing:*"))


def test_what_was_not_taken_is_sent_again_under_the_same_id(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    receiver.status = 500
    assert send_all(games, receiver) == ["waiting"] * 2
    # Not before it is due, whoever tries.
    assert send_all(games, receiver) == [None] * 2
    assert lease(notices_of(games), LEASE) == []
    decline(redis, PAUSES_SECONDS[0])
    receiver.status = 204
    assert send_all(games, receiver) == ["sent"] * 2
    assert [got.headers["webhook-id"] for got in receiver.got[:2]] == [
        got.headers["webhook-id"] for got in receiver.got[2:]
    ]
    for got in receiver.got:
        assert Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers)


def test_the_pauses_grow_and_all_tries_fit_in_the_patience(games: Games, receiver: Receiver) -> None:
    worker = deliverer(games, receiver)
    for tries, longest in enumerate((*PAUSES_SECONDS, PAUSES_SECONDS[-1]), 1):
        pauses = {worker.pause(tries) for _ in range(20)}
        assert 0.8 * longest <= min(pauses) < max(pauses) <= longest
    assert sorted(PAUSES_SECONDS) == list(PAUSES_SECONDS)
    assert PATIENCE_SECONDS - 3600 < sum(PAUSES_SECONDS) < PATIENCE_SECONDS


def test_after_three_days_a_notice_is_given_up(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    receiver.status = 500
    for pause in PAUSES_SECONDS:
        assert send_all(games, receiver) == ["waiting"] * 2
        decline(redis, pause)
    assert send_all(games, receiver) == ["failed"] * 2
    assert len(receiver.got) == 2 * (len(PAUSES_SECONDS) + 1)
    assert not every_id(redis)
    _, turn = sorted(notices_of(games).failed("game", 100), key=lambda one: one.notice)
    assert (turn.notice, turn.type) == (f"{doc['id']}_0_turn_game", "turn.started")
    assert (turn.reason, turn.tries) == ("status_500", 1 + len(PAUSES_SECONDS))


def test_a_receiver_that_was_away_for_two_days_gets_everything(games: Games, receiver: Receiver, redis: Redis) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    expected = every_id(redis)
    receiver.status = 503
    for pause in PAUSES_SECONDS[:-1]:
        assert send_all(games, receiver) == ["waiting"] * 2
        decline(redis, pause)
    receiver.status = 204
    del receiver.got[:]
    assert send_all(games, receiver) == ["sent"] * 2
    assert sorted(got.headers["webhook-id"] for got in receiver.got) == expected
    for got in receiver.got:
        assert Webhook(doc["webhook"]["secret"]).verify(got.body, got.headers)["data"]["game"] == doc["id"]


def test_failed_notices_are_few_and_do_not_stay(games: Games, receiver: Receiver, redis: Redis) -> None:
    receiver.status = 410
    for _ in range(210):
        made(games, receiver, "nim", HUMANS)
    assert set(send_all(games, receiver)) == {"failed"}
    sets = list(redis.scan_iter("*:failed:*"))
    assert max(redis.zcard(name) for name in sets) == 100
    kept = [name for found in sets for name in redis.zrange(found, 0, -1)]
    assert len(list(redis.scan_iter("*:notice:*"))) == len(kept)
    assert all(0 < redis.ttl(name) <= 7 * 86400 for name in [*sets, *redis.scan_iter("*:notice:*")])
    assert {one.reason for one in notices_of(games).failed("game", 1000)} == {"status_410"}


def test_what_failed_in_a_time_is_sent_again(games: Games, receiver: Receiver, redis: Redis) -> None:
    receiver.status = 410
    made(games, receiver, "nim", HUMANS)
    expected = every_id(redis)
    assert send_all(games, receiver) == ["failed"] * 2
    bodies = sorted(got.body for got in receiver.got)
    decline(redis, PATIENCE_SECONDS + 60)
    notices = notices_of(games)
    assert notices.send_again("game", now_ms() - 1000, now_ms()) == (0, False)
    assert notices.send_again("another", 0, now_ms()) == (0, False)
    assert notices.send_again("game", 0, now_ms()) == (2, False)
    assert notices.send_again("game", 0, now_ms()) == (0, False)
    receiver.status = 204
    del receiver.got[:]
    assert sorted(lease(notices, LEASE)) == expected
    assert send_all(games, receiver) == ["sent"] * 2
    # The same notices as before.
    assert sorted(got.headers["webhook-id"] for got in receiver.got) == expected
    assert sorted(got.body for got in receiver.got) == bodies
    assert not list(redis.scan_iter("*notice*"))


def test_a_receiver_that_asks_for_time_gets_it(games: Games, receiver: Receiver, redis: Redis) -> None:
    made(games, receiver, "nim", HUMANS)
    receiver.status, receiver.more = 503, {"Retry-After": "7200"}
    assert send_all(games, receiver) == ["waiting"] * 2
    # The second one was not even tried.
    assert len(receiver.got) == 1
    tried = next(name for name in redis.scan_iter("*:notice:*") if redis.hget(name, "tries") == b"1")
    assert float(redis.hget(tried, "after") or 0) > now_ms() + 7100 * 1000


def test_a_notice_for_which_no_worker_had_time_is_given_up(games: Games, receiver: Receiver, redis: Redis) -> None:
    made(games, receiver, "nim", HUMANS)
    decline(redis, PATIENCE_SECONDS + 1)
    assert lease(notices_of(games), LEASE) == []
    assert {(one.reason, one.tries) for one in notices_of(games).failed("game", 9)} == {("too_late", 0)}


def test_the_work_of_a_worker_that_died_is_done_by_another(games: Games, receiver: Receiver, redis: Redis) -> None:
    made(games, receiver, "nim", HUMANS)
    (name,) = ids(redis)
    lost = notices_of(games).begin_notice(name, LEASE)
    assert lost is not None
    assert send_all(games, receiver) == ["sent", None]
    assert dispatching(games, redis).round() == 0
    decline(redis, LEASE)
    assert dispatching(games, redis).round() == 1
    assert send_all(games, receiver) == ["sent"]
    # If the first worker was alive after all, its claim no longer counts.
    assert notices_of(games).sent(lost) is None
    assert notices_of(games).retry_notice(lost, "timeout", 1) is None


def test_a_redirection_to_the_inside_gets_nothing(games: Games, receiver: Receiver) -> None:
    with receiving() as inside:
        made(games, receiver, "nim", HUMANS)
        receiver.status, receiver.more = 307, {"Location": inside.url()}
        assert send_all(games, receiver) == ["waiting"] * 2
        assert inside.got == []


# --- receivers that do not answer --------------------------------------------------------------------


def test_a_silent_host_is_left_alone_and_keeps_nobody_waiting(games: Games, receiver: Receiver, redis: Redis) -> None:
    for _ in range(2):
        made(games, receiver, "nim", HUMANS)
    receiver.instead = hang
    assert send_all(games, receiver, seconds=1.5) == ["waiting"] * 4
    # The first has waited for it in vain; the others have not waited, and have not lost a try.
    assert receiver.await_calls(1) == 1
    assert sorted(redis.hget(f, "tries") or b"" for f in redis.scan_iter("*:notice:*")) == [b"0", b"0", b"0", b"1"]
    decline(redis, 3600)
    assert send_all(games, receiver, seconds=1.5) == ["waiting"] * 4
    assert receiver.await_calls(2) == 2
    decline(redis, 3600)
    receiver.instead = None
    assert send_all(games, receiver) == ["sent"] * 4


def test_one_worker_at_a_time_calls_a_host_that_was_silent(games: Games, redis: Redis) -> None:
    notices = notices_of(games)
    assert notices.may_call(*PLAY, 10) == 0
    notices.note_silence("play.example")
    assert 0 < notices.may_call(*PLAY, 10) <= 2
    notices.note_silence("play.example")
    assert 2 < notices.may_call(*PLAY, 10) <= 4
    assert notices.may_call("other.example", "https://other.example/", 10) == 0
    decline(redis, 0)
    assert notices.may_call(*PLAY, 10) == 0
    assert 0 < notices.may_call(*PLAY, 10) <= 10
    notices.note_answer("play.example")
    assert notices.may_call(*PLAY, 10) == notices.may_call(*PLAY, 10) == 0


def lanes_of(games: Games, worker: Deliverer, clock: Callable[[], float] = time.monotonic) -> HostLanes:
    return HostLanes(notices_of(games).hosts_of, worker.deliver, notices_of(games).hold_notices, clock)


def lanes_to(
    games: Games, redis: Redis, *receivers: Receiver, clock: Callable[[], float] = time.monotonic
) -> HostLanes:
    """Lanes to several receivers, which may take a minute to answer."""
    guard = games.guard = Guard("public", (LOCAL,), ("http",), tuple(receiver.port for receiver in receivers))
    return lanes_of(games, Deliverer(notices_of(games), WebhookStore(redis), Sender(guard, 60), LEASE), clock)


def test_a_host_that_hangs_delays_no_other(games: Games, receiver: Receiver, redis: Redis) -> None:
    """It holds one delivery; all that goes to others arrives meanwhile, and what comes twice is sent once."""
    with receiving() as slow:
        hanging, over = threading.Event(), threading.Event()

        def hang(handler: BaseHTTPRequestHandler) -> None:
            hanging.set()
            over.wait()
            handler.send_response(204)
            handler.end_headers()

        slow.instead = hang
        lanes = lanes_to(games, redis, receiver, slow)
        for number in range(8):
            made(games, slow if number < 6 else receiver, "nim", HUMANS)
        names = every_id(redis)
        hosts = notices_of(games).hosts_of(names)
        first, *waiting = [name for name, host in zip(names, hosts, strict=True) if str(slow.port) in (host or "")]
        lanes.enqueue(first)
        assert hanging.wait(60)
        began = now_ms()
        lanes.enqueue(*names, *names)
        assert receiver.await_calls(4) == 4
        assert len(slow.got) == 1
        # The more wait for it, the later the dispatcher looks at them again.
        held = [redis.zscore(keys.notices(keys.tag_of_notice(name)), name) or 0 for name in waiting]
        assert began + 11_000 < max(held) <= now_ms() + 12_000
        over.set()
        assert slow.await_calls(12) == 12
        emptied(lanes)
        assert (len(slow.got), len(receiver.got)) == (12, 4)
        assert not every_id(redis)


def test_quick_hosts_do_not_wait_for_slow_ones(
    games: Games, receiver: Receiver, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The only thread for quick hosts is free, although a host that has been slow once is hanging."""
    monkeypatch.setattr(host_lanes, "MAX_HOSTS", 1)
    seconds, hanging, over = [0.0], threading.Event(), threading.Event()
    with receiving() as slow:

        def late(handler: BaseHTTPRequestHandler) -> None:
            if len(slow.got) == 1:
                seconds[0] += 2
            elif len(slow.got) == 2:
                hanging.set()
                over.wait()
            handler.send_response(204)
            handler.end_headers()

        slow.instead = late
        lanes = lanes_to(games, redis, receiver, slow, clock=lambda: seconds[0])
        for to in (slow, slow, receiver):
            made(games, to, "nim", HUMANS)
        names = every_id(redis)
        hosts = dict(zip(names, notices_of(games).hosts_of(names), strict=True))
        lanes.enqueue(*(name for name in names if str(slow.port) in (hosts[name] or "")))
        assert hanging.wait(60)
        lanes.enqueue(*names)
        assert receiver.await_calls(2) == 2
        assert len(slow.got) == 2
        over.set()
        assert slow.await_calls(4) == 4
        emptied(lanes)
    assert not every_id(redis)
    # It has answered quickly since, so it is served with the quick ones again.
    assert not lanes._slow


def test_what_waits_for_a_host_has_a_limit(
    games: Games, receiver: Receiver, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_lanes, "MAX_WAITING", 2)
    for _ in range(3):
        made(games, receiver, "nim", HUMANS)
    over, worker, names = threading.Event(), deliverer(games, receiver), every_id(redis)

    def late(handler: BaseHTTPRequestHandler) -> None:
        over.wait()
        handler.send_response(204)
        handler.end_headers()

    receiver.instead = late
    lanes = lanes_of(games, worker)
    lanes.enqueue(*names)
    assert receiver.await_calls(1) == 1
    over.set()
    emptied(lanes)
    # The others are left to the dispatcher, and have lost no try.
    assert len(receiver.got) == 2
    later = list(redis.scan_iter("*:notice:*"))
    assert len(later) == 4
    assert {redis.hget(name, "tries") for name in later} == {b"0"}
    decline(redis, 3)
    assert dispatching(games, redis).round() == 4


# --- through the queue -------------------------------------------------------------------------------


def test_many_notices_need_few_messages(
    games: Games, receiver: Receiver, redis: Redis, redis_server: RedisServer
) -> None:
    """Otherwise the notices to others would wait behind a message for each of them."""
    with Redis.from_url(redis_server.url) as plain:
        messages, queue = Messages(plain, WEBHOOKS, 30, 5), Queue(WEBHOOKS, connection=plain, serializer=JSONSerializer)
        games.on_notice = messages.wake
        for _ in range(60):
            made(games, receiver, "nim", HUMANS)
        assert messages.waiting() == 8
        assert dispatching(games, redis).round() == 120
        assert sorted(len(job.args) for job in queue.jobs) == [2] * 8 + [20, 100]
        assert {name for job in queue.jobs for name in job.args} == set(every_id(redis))


def test_the_dispatcher_asks_and_a_job_sends(
    games: Games, receiver: Receiver, redis: Redis, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = deliverer(games, receiver)
    lanes = lanes_of(games, worker)
    monkeypatch.setattr(jobs, "host_lanes", lambda: lanes)
    game_id = made(games, receiver, "nim", HUMANS)["id"]
    played(games, game_id, 0, bid(1))
    assert dispatching(games, redis).round() == 3
    with Redis.from_url(redis_server.url) as plain:
        queue = Queue(WEBHOOKS, connection=plain, serializer=JSONSerializer)
        # One job for all of them: with a job for each, many notices to one host would delay those to others.
        assert queue.count == 1
        SimpleWorker([queue], connection=plain, serializer=JSONSerializer).work(burst=True, logging_level="ERROR")
    assert receiver.await_calls(3) == 3
    assert sorted(doc["data"]["version"] for doc in receiver.docs) == [0, 0, 1]
    emptied(lanes)
    assert dispatching(games, redis).round() == 0
