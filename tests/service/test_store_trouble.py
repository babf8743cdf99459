"""The store when Redis is killed, hangs, or takes no writes."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest

from service.store import DueTurns, Store, connect
from service.store.redis import dns_cache, readiness
from service.store.redis.store_errors import StoreUnavailable, StoreUnsure
from tests.service.conftest import RedisServer
from tests.service.outbox import count, lease
from tests.service.test_store import ENTRY, OPEN, born, change, claim


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    """Accepts connections but sends nothing, like a Redis that hangs; `connections` counts them."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        server.setblocking(False)
        yield server


def url_of(server: socket.socket) -> str:
    return f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def connections(server: socket.socket) -> int:
    count = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def test_a_redis_that_hangs_is_asked_only_once(silent_server: socket.socket) -> None:
    store = Store(connect(url_of(silent_server), timeout=0.05))
    with pytest.raises(StoreUnavailable):
        store.head(store.new_id())
    assert connections(silent_server) == 1
    with pytest.raises(StoreUnsure):
        born(store)
    assert connections(silent_server) == 1


def test_a_ping_is_tried_only_once(silent_server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(connect(url_of(silent_server)))
    monkeypatch.setattr(readiness, "_SECONDS", 0.05)
    with pytest.raises(StoreUnavailable):
        store.ping()
    assert connections(silent_server) == 1


def test_a_ping_waits_for_no_other_call(redis_server: RedisServer) -> None:
    redis = connect(redis_server.url, connections=1)
    taken = redis.connection_pool.get_connection()
    Store(redis).ping()
    redis.connection_pool.release(taken)


def test_a_write_without_an_answer_may_have_been_done(own_redis_server: RedisServer) -> None:
    """It was sent, so Redis does it when it wakes. A repetition with the memo finds that and changes nothing."""
    store = Store(connect(own_redis_server.url, timeout=0.2))
    store.commit(change(born(store)))  # Redis knows the script from now on
    game_id = born(store, OPEN)
    memo = store.memo(game_id, "0:key", ["r"])
    writes: list[Callable[[], object]] = [
        lambda: store.commit(change(game_id), memo, b"first"),
        lambda: store.fill_seat(claim(game_id, 1, 2)),
        lambda: born(store),
    ]
    own_redis_server.hang()
    for write in writes:
        with pytest.raises(StoreUnsure):
            write()
    with pytest.raises(StoreUnavailable) as reading:
        store.head(game_id)
    assert not isinstance(reading.value, StoreUnsure)
    own_redis_server.wake()
    patient = Store(connect(own_redis_server.url))
    assert patient.commit(change(game_id), memo, b"second").first == b"first"
    assert patient.head(game_id).version == 1
    assert patient.log(game_id, 0, 9) == [ENTRY]


def test_games_survive_a_killed_redis(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    own_redis_server.start("--appendfsync", "always")
    store = Store(connect(own_redis_server.url))
    ids = [born(store, due=True) for _ in range(5)]
    for game_id in ids[1:]:
        store.commit(change(game_id, entries=2, due=True))
    own_redis_server.kill()
    own_redis_server.start()
    assert [store.head(game_id).version for game_id in ids] == [0, 2, 2, 2, 2]
    assert store.log(ids[1], 0, 2) == [ENTRY] * 2
    assert set(lease(DueTurns(store), 30)) == set(ids)


def test_redis_away_is_one_kind_of_failure(own_redis_server: RedisServer) -> None:
    store = Store(connect(own_redis_server.url, retries=1))
    game_id = born(store)
    own_redis_server.kill()
    memo = store.memo(game_id, "0:key", ["r"])
    calls = [
        store.ping,
        lambda: born(store),
        lambda: store.head(game_id),
        lambda: store.log(game_id, 0, 1),
        lambda: store.commit(change(game_id)),
        lambda: store.fill_seat(claim(game_id, 0, 0)),
        lambda: store.recall(memo),
        lambda: lease(DueTurns(store), 30),
        lambda: count(DueTurns(store)),
    ]
    for call in calls:
        with pytest.raises(StoreUnavailable):
            call()


def test_a_redis_that_takes_no_writes_is_unavailable(own_redis_server: RedisServer) -> None:
    store = Store(connect(own_redis_server.url))
    game_id = born(store)
    store.redis.config_set("maxmemory", 1)
    with pytest.raises(StoreUnavailable) as refusal:
        store.commit(change(game_id))
    assert not isinstance(refusal.value, StoreUnsure)
    store.redis.config_set("maxmemory", 0)
    assert store.head(game_id).version == 0
    assert store.log(game_id, 0, 9) == []


@pytest.mark.parametrize("error", [UnicodeError("a label is too long"), RuntimeError("no resolver")])
def test_a_lookup_that_fails_unexpectedly_does_not_stop_later_ones(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(dns_cache, "_known", {})
    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", fail)
        with pytest.raises(OSError, match=str(error)):
            dns_cache.addresses_of("localhost", 5)
    assert dns_cache.addresses_of("localhost", 5)
