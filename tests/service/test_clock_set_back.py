"""The clock of Redis' machine is set back while workers have leases, and no lease gets longer. It is also set ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.games import Games, Seat
from service.store import DecisionStore, DueTurns, Store, connect
from service.store.games.records import now_ms
from service.store.lists.bot_registry import OutsideBot
from service.store.outbox.decision_queue import Caller, DecisionRecord, DecisionRequest, QueueLimits
from service.store.outbox.notice_queue import NoticeStore
from service.store.outbox.review_queue import ReviewStore, ReviewSubject
from service.store.redis import keys
from service.store.redis.client import Client
from tests.service.bots import PACE, Plain
from tests.service.clocked import CLOCK, due_at, run_out
from tests.service.conftest import PATIENCE_SECONDS
from tests.service.faketime import SetClock, needs_faketime
from tests.service.hooked import deliverer, every_id, ids, made, notices_of, send_all
from tests.service.nim import HUMANS, WITH_AI, begun, created
from tests.service.outbox import lease
from tests.service.receiver import Receiver
from tests.service.toy import NIM
from tools.testbed.processes import eventually
from workers.player import Player

LEASE = 2
BACK_SECONDS = 600
WAITING = QueueLimits(10, 10)

Queue = DueTurns | NoticeStore | DecisionStore

pytestmark = needs_faketime


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SetClock]:
    server = SetClock(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis(server: SetClock) -> Client:
    return connect(server.url, timeout=PATIENCE_SECONDS)


@pytest.fixture
def games(redis: Client, receiver: Receiver) -> Iterator[Games]:
    games = Games(Store(redis), {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    yield games
    games.queries.changes.release_waiters(timeout=10)


class Work:
    """An item of the outbox that a worker has begun. `queue` opens its queue for the dispatcher, `begin`
    counts a try.
    """

    def __init__(self, queue: Callable[[], Queue], name: str, begin: Callable[[], Any]) -> None:
        self.queue = queue
        self.name = name
        self.begin = begin
        lease(queue(), 0)
        assert begin()


def a_turn(games: Games, receiver: Receiver) -> Work:
    game_id = created(games, WITH_AI)["id"]
    return Work(lambda: DueTurns(games.store), game_id, lambda: DueTurns(games.store).begin_turn(game_id, LEASE))


def a_clock(games: Games, receiver: Receiver) -> Work:
    """Return a person's turn has ended by the clock."""
    game_id = created(games, HUMANS, options=CLOCK)["id"]
    run_out(games.store.redis, game_id)
    return Work(lambda: DueTurns(games.store), game_id, lambda: DueTurns(games.store).begin_turn(game_id, LEASE))


def a_notice(games: Games, receiver: Receiver) -> Work:
    made(games, receiver, "nim", HUMANS)
    [notice] = ids(games.store.redis)

    def queue() -> NoticeStore:
        return NoticeStore(games.store.redis, games.store.buckets)

    for other in set(every_id(games.store.redis)) - {notice}:
        delivery = queue().begin_notice(other, LEASE)
        assert delivery is not None
        queue().sent(delivery)
    return Work(queue, notice, lambda: queue().begin_notice(notice, LEASE))


def a_decision(games: Games, receiver: Receiver) -> Work:
    name = keys.new_decision_id()
    queue = DecisionStore(games.store.redis, 60, WAITING)
    queue.add_decision(
        name, DecisionRecord(DecisionRequest("nim", 0, "easy"), "queued", now_ms()), {}, Caller("somebody")
    )
    return Work(lambda: DecisionStore(games.store.redis, 60, WAITING), name, lambda: queue.begin_decision(name, LEASE))


def a_review(games: Games, receiver: Receiver) -> Work:
    name = "r" * 40
    store = ReviewStore(games.store.redis, 60, WAITING)
    store.add_review(name, ReviewSubject("nim", "easy", "a game", now_ms() + 3600_000), b"{}", Caller("somebody"))
    return Work(lambda: DecisionStore(games.store.redis, 60, WAITING), name, lambda: store.begin_review(name, LEASE))


@pytest.mark.parametrize("known", [True, False], ids=["one-dispatcher", "a-new-dispatcher"])
@pytest.mark.parametrize("make", [a_turn, a_clock, a_notice, a_decision, a_review])
def test_what_a_killed_worker_has_left_comes_back(
    games: Games, receiver: Receiver, server: SetClock, make: Callable[[Games, Receiver], Work], known: bool
) -> None:
    work = make(games, receiver)
    queue = work.queue()
    if known:
        assert lease(queue, LEASE) == []
    server.set(-BACK_SECONDS)
    eventually(lambda: lease(queue, LEASE) == [work.name], "the end of the lease", 10 * LEASE)
    assert work.begin()


@pytest.mark.parametrize("make", [a_decision, a_notice])
def test_who_lives_keeps_what_it_has(
    games: Games, receiver: Receiver, server: SetClock, make: Callable[[Games, Receiver], Work]
) -> None:
    """A worker keeps what it has leased until the lease ends."""
    work = make(games, receiver)
    queue, longer = work.queue(), 60
    lease(queue, longer)
    server.set(-BACK_SECONDS)
    for _ in range(3):
        assert lease(queue, longer) == []
    assert work.begin() is None


def test_what_is_due_later_stays_so(games: Games, redis: Client, server: SetClock) -> None:
    """A deadline is an absolute time, which people have seen."""
    game_id = created(games, HUMANS, options=CLOCK)["id"]
    at = due_at(redis, game_id)
    queue = DueTurns(games.store)
    for back in (0, BACK_SECONDS):
        server.set(-back)
        assert lease(queue, LEASE) == []
        assert due_at(redis, game_id) == at


def test_a_pause_for_reactions_is_over(games: Games, redis: Client, server: SetClock) -> None:
    game_id, _ = begun(games)
    queue, version = DueTurns(games.store), games.queries.load_game(game_id).version
    redis.zadd(keys.due(keys.bucket_of(game_id)), {game_id: 1})
    assert queue.await_reactions(game_id, version, 30)
    server.set(-BACK_SECONDS)
    assert not queue.await_reactions(game_id, version, 30)


def test_the_time_of_a_bot_is_up(games: Games, server: SetClock) -> None:
    """How long the bot has had is no longer known."""
    games.bots.register(OutsideBot("b", "key", None))
    game_id = created(games, (Seat("bot", None, "easy", bot="b"), Seat("ai", None, "easy")))["id"]
    games.bots.connect_bot("b", "connection", 3600)
    server.set(-BACK_SECONDS)
    player = Player(games, {"easy": Plain()}, 60, 0, PACE)
    assert player.play_due_turns(game_id) >= 1


def test_a_bot_that_is_gone_is_gone(games: Games, server: SetClock) -> None:
    """Its connections count no longer than they would have."""
    bots = games.bots
    for number in range(8):
        assert bots.connect_bot("b", f"c{number}", LEASE)
    assert not bots.connect_bot("b", "more", LEASE)
    server.set(-BACK_SECONDS)
    eventually(lambda: bots.connect_bot("b", "more", LEASE), "a place", 10 * LEASE)


def test_a_silent_receiver_is_called_again(games: Games, redis: Client, server: SetClock) -> None:
    store = NoticeStore(redis, games.store.buckets)
    redis.set(keys.silent_host("host")[1], 1, px=LEASE * 1000)
    assert 0 < store.may_call("host", "https://host/", LEASE) <= LEASE
    server.set(-BACK_SECONDS)
    assert 0 < store.may_call("host", "https://host/", LEASE) <= 300
    assert redis.pttl(keys.silent_host("host")[1]) <= 300_000


def test_a_receiver_that_is_away_for_two_days_gets_all(games: Games, receiver: Receiver, server: SetClock) -> None:
    """The dispatcher leases what is due, and the deliverer sends it, every three hours by Redis' clock."""

    def go_on(hours: int) -> set[str | None]:
        server.set(3600 * hours)
        worker = deliverer(games, receiver)
        return {worker.deliver(name) for name in notices_of(games).lease_due(0, 100).names}

    receiver.instead = lambda handler: handler.connection.close()
    for _ in range(3):
        made(games, receiver, "nim", HUMANS)
    names = every_id(games.store.redis)
    assert set(send_all(games, receiver)) == {"waiting"}
    states = [go_on(hours) for hours in range(3, 49, 3)]
    assert {"waiting"} in states
    assert not any(states_of & {"failed", "sent"} for states_of in states)
    assert every_id(games.store.redis) == names
    assert (
        max(int(games.store.redis.hget(name, "tries") or 0) for name in games.store.redis.scan_iter("*:notice:*")) > 4
    )
    receiver.instead = None
    del receiver.got[:]
    for hours in range(49, 72):
        go_on(hours)
    assert sorted(got.headers["webhook-id"] for got in receiver.got) == names
    assert every_id(games.store.redis) == []
