"""Games on a real cluster: three masters on the loopback. The long tests run with HAMLET_EXPECT_CLUSTER."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from redis.cluster import NodesManager
from redis.crc import key_slot

from service.config.settings import load_settings
from service.games import Games, Seat
from service.games.core.model import Answer
from service.http.app import create_app
from service.http.middleware.access.counters import MINUTE, Charge, Counters, Limit
from service.store import DueTurns, Store, connect
from service.store.games.records import now_ms
from service.store.outbox.rq_client import TURNS
from service.store.redis import keys, outages
from service.store.redis.cluster import Cluster
from service.store.redis.store_errors import NotReady, StoreUnavailable, StoreUnsure
from service.store.redis.subscription import Listener
from tests.service.api import exposed
from tests.service.clocked import FORFEIT, leased, player, run_out
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer
from tests.service.hooked import made, notices_of, send_all
from tests.service.names import Names
from tests.service.nim import bid, played
from tests.service.outbox import count, lease
from tests.service.receiver import Receiver
from tests.service.test_store import born, change
from tests.service.toy import NIM
from tools.testbed.redis_cluster import ClusterServers, Node, eventually
from workers import jobs

BUCKETS = 32
SEATS = (Seat("human", "Ada"), Seat("open"), Seat("ai", "Ida", "easy"))
slow = pytest.mark.skipif(
    os.environ.get("HAMLET_EXPECT_CLUSTER") != "1",
    reason="a failover takes seconds: HAMLET_EXPECT_CLUSTER=1, `.ci/run`",
)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterServers]:
    cluster = ClusterServers(tmp_path_factory.mktemp("cluster"), replicas=0)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def cluster(servers: ClusterServers) -> Iterator[Cluster]:
    client = connect(servers.url)
    assert isinstance(client, Cluster)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def store(cluster: Cluster) -> Store:
    return Store(cluster, BUCKETS)


def slot_of(game_id: str) -> int:
    return key_slot(keys.bucket(keys.bucket_of(game_id)).encode())


def home_of(servers: ClusterServers, game_id: str) -> Node:
    return home_in(servers.masters(), game_id)


def home_in(layout: Mapping[Node, set[int]], game_id: str) -> Node:
    return next(node for node, slots in layout.items() if slot_of(game_id) in slots)


@contextmanager
def without(servers: ClusterServers, node: Node, trouble: str) -> Iterator[None]:
    """A node that is `killed`, `hanging`, or takes no writes because it is `without replicas`."""
    if trouble == "killed":
        node.kill()
    elif trouble == "hanging":
        node.send(signal.SIGSTOP)
    else:
        node.call("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        yield
    finally:
        if trouble == "killed":
            node.start()
        elif trouble == "hanging":
            node.send(signal.SIGCONT)
        else:
            node.call("CONFIG", "SET", "min-replicas-to-write", 0)
        servers.await_health()


def elsewhere(servers: ClusterServers, store: Store, game_id: str) -> str:
    """Return a game on another node."""
    home = home_of(servers, game_id)
    return next(other for other in iter(lambda: born(store), "") if home_of(servers, other) is not home)


def test_a_game_with_everything(store: Store, receiver: Receiver) -> None:
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    game_id = made(games, receiver, "nim", SEATS, {"stones": 20, **FORFEIT}, idempotency_key="k" * 16)["id"]
    games.claim_seat(game_id, 1, "Bo", "l" * 16)
    played(games, game_id, 0, bid(1), idempotency_key="m")
    played(games, game_id, 1, bid(1))
    due = DueTurns(store)
    assert leased(games) == [game_id]
    assert due.park(game_id, "no use")
    assert [one.game_id for one in due.parked()] == [game_id]
    assert due.unpark(game_id)
    assert player(games).play_due_turns(game_id) >= 1
    while games.queries.load_game(game_id).status == "active":
        run_out(store.redis, game_id)
        player(games).play_due_turns(game_id)
    assert store.counts() == {"waiting": 0, "active": 0, "finished": 1}
    assert due.counts() == (0, 0)


def test_notices_and_their_receivers(store: Store, receiver: Receiver) -> None:
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    made(games, receiver, "nim", (Seat("human", "Ada"), Seat("human", "Bo")), {"stones": 20})
    notices = notices_of(games)
    for name in lease(notices, 0):
        delivery = notices.begin_notice(name, 5)
        assert delivery is not None
        target = delivery.field_text("host"), delivery.field_text("url")
        notices.note_silence(target[0])
        assert notices.may_call(*target, 5) > 0
        notices.note_answer(target[0])
        assert notices.may_call(*target, 5) == 0
        assert notices.give_up(delivery, "status_410") == "failed"
        assert name in [failed.notice for failed in notices.failed("game", 9)]
    assert (count(notices), lease(notices, 0)) == (0, [])
    assert notices.send_again("game", 0, now_ms()) == (2, False)
    assert notices.failed("game", 9) == []
    webhook, _ = games.webhooks.create("shop", receiver.url(), (), False, None)
    games.ping(webhook)
    assert count(notices) == 3
    assert set(send_all(games, receiver)) == {"sent"}
    assert [attempt.status for attempt in games.webhooks.attempts(webhook)] == ["sent"]


def test_who_waits_is_woken_whichever_node_has_the_game(store: Store) -> None:
    games = Games(store, {NIM.key: NIM}, ("easy",))
    with ThreadPoolExecutor() as pool:
        for _ in range(6):
            game_id = games.create_game("nim", [Seat("human", "Ada"), Seat("human", "Bo")], {"stones": 20}).game_id
            waiting = pool.submit(games.queries.wait_for_change, game_id, None, 0, 60)
            played(games, game_id, 0, bid(1))
            assert waiting.result()[0].version == 1
    games.queries.changes.release_waiters(timeout=10)


@pytest.mark.usefixtures("redis")
def test_the_api_plays_and_counts(servers: ClusterServers, cluster: Cluster, redis_server: RedisServer) -> None:
    """The queues' Redis is emptied first, since workers would try old messages of other tests in vain."""
    environ = {"HAMLET_REDIS_URL": servers.url, "HAMLET_QUEUE_REDIS_URL": redis_server.url}
    app = create_app(load_settings({**UNLIMITED, **environ, "HAMLET_RATE_LIMIT": "5"}))
    app.test_client_class = ConformingClient
    client = app.test_client()
    order = {"ruleset": "villagers", "seats": [{"type": "human"}, {"type": "human"}]}
    answers = [client.post("/v1/games", json=order) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    game: dict[str, Any] = answers[0].json
    token = game["tokens"][str(game["to_act"][0])]
    moves = client.get(f"/v1/games/{game['id']}/moves", headers={"Authorization": f"Bearer {token}"}).json["moves"]
    body = {"move_id": moves[0]["id"]}
    answer = client.post(f"/v1/games/{game['id']}/moves", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    # It contacts every node, but gives none of them much time.
    eventually(lambda: client.get("/readyz").status_code == 200, "a cluster in time")
    assert "hamlet_redis_up 1.0" in exposed(app)
    app.extensions["games"].queries.changes.release_waiters(timeout=10)


@pytest.mark.parametrize("trouble", ["killed", pytest.param("hanging", marks=pytest.mark.long), "without replicas"])
def test_new_games_are_stored_where_they_can_be(store: Store, servers: ClusterServers, trouble: str) -> None:
    """When one of three masters is away, nobody who creates a game notices."""
    games = Games(store, {NIM.key: NIM}, ("easy",))
    layout, home = servers.masters(), home_of(servers, born(store))
    with without(servers, home, trouble):
        made = [games.create_game("nim", [Seat("human")] * 2, {"stones": 20}).game_id for _ in range(24)]
    assert {home_in(layout, game_id) for game_id in made} == set(servers.nodes) - {home}
    assert {games.queries.load_game(game_id).version for game_id in made} == {0}
    assert store.counts() == {"waiting": 0, "active": len(made) + 1, "finished": 0}, "and none was stored twice"


def test_a_repeated_creation_is_answered_by_its_node_or_not_at_all(store: Store, servers: ClusterServers) -> None:
    """An earlier try may have been stored on the node that is away; another game would be a second one."""
    games = Games(store, {NIM.key: NIM}, ("easy",))

    def create(key: str) -> Answer:
        return games.create_game("nim", [Seat("human")] * 2, {"stones": 20}, idempotency_key=key)

    first = {key: create(key) for key in (f"{number:016}" for number in range(12))}
    layout, home = servers.masters(), home_of(servers, first[f"{0:016}"].game_id)
    fresh = [f"fresh {number:016}" for number in range(12)]
    made: dict[str, Answer] = {}
    with without(servers, home, "killed"):
        for key, answer in first.items():
            if home_in(layout, answer.game_id) is home:
                with pytest.raises(StoreUnavailable) as refusal:
                    create(key)
                assert not isinstance(refusal.value, StoreUnsure), "it is told that nothing was changed"
            else:
                assert create(key).document == answer.document
        for key in fresh:
            with suppress(StoreUnavailable):
                made[key] = create(key)
    assert 0 < len(made) < len(fresh), "those on the other nodes"
    for key, answer in {**first, **made}.items():
        assert create(key).document == answer.document
    for key in fresh:
        create(key)
    assert store.counts()["active"] == len(first) + len(fresh)


@pytest.mark.long
def test_who_comes_while_a_node_is_away_finds_the_others(servers: ClusterServers) -> None:
    """Whichever it is, also the one that redis-py contacts first."""
    for node in servers.nodes:
        with without(servers, node, "killed"):
            assert born(Store(connect(servers.url), BUCKETS))


def test_the_nodes_are_found_without_a_name_service(servers: ClusterServers, monkeypatch: pytest.MonkeyPatch) -> None:
    names = Names(monkeypatch, {"node.example": "127.0.0.1"})
    url = f"redis+cluster://node.example:{servers.nodes[0].port}"
    assert born(Store(connect(url), BUCKETS))
    names.trouble = "fails"
    assert born(Store(connect(url), BUCKETS)), "by a client that knows no node yet"


@pytest.mark.long
def test_a_worker_proves_itself_where_it_can(
    servers: ClusterServers, store: Store, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", servers.url)
    monkeypatch.setenv("HAMLET_QUEUE_REDIS_URL", redis_server.url)
    jobs.games.cache_clear()
    with without(servers, home_of(servers, born(store)), "killed"):
        for _ in range(8):
            jobs.prove(TURNS)
    jobs.games.cache_clear()


def test_a_node_that_forgot_its_scripts_is_sent_them_again(store: Store, servers: ClusterServers) -> None:
    game_id = born(store)
    for node in servers.nodes:
        node.call("SCRIPT", "FLUSH")
    store.commit(change(game_id, due=True))
    for node in servers.nodes:
        node.call("SCRIPT", "FLUSH")
    assert lease(DueTurns(store), 30) == [game_id]


def test_a_slot_on_its_way_is_neither_written_nor_mistaken_for_empty(
    store: Store, cluster: Cluster, servers: ClusterServers
) -> None:
    game_id = born(store)
    store.commit(change(game_id, due=True))
    slot, source = slot_of(game_id), home_of(servers, game_id)
    target = next(node for node in servers.nodes if node is not source)
    source_id, target_id = source.call("CLUSTER", "MYID"), target.call("CLUSTER", "MYID")
    target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", source_id)
    source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", target_id)
    source.call("MIGRATE", "127.0.0.1", target.port, keys.game(game_id, "head"), 0, 5000)
    due = DueTurns(store)
    del cluster.nodes.nodes_manager.nodes_cache[f"127.0.0.1:{target.port}"]
    assert store.head(game_id).version == 1, "reading goes on, also on a node that has only just joined"
    with pytest.raises(StoreUnavailable):
        store.commit(change(game_id, 1))
    assert lease(due, 0) == []
    servers.move([slot], target)
    assert lease(due, 0) == [game_id], "its head was not gone, only elsewhere"
    store.commit(change(game_id, 1))
    assert [store.head(game_id).version, len(store.log(game_id, 0, 9))] == [2, 2]
    servers.move([slot], source)


@slow
def test_slots_are_moved_while_games_are_played(store: Store, servers: ClusterServers) -> None:
    versions = {born(store): 0 for _ in range(12)}

    def reshard() -> None:
        for target in servers.nodes:
            servers.move([key_slot(keys.bucket(number).encode()) for number in range(0, BUCKETS, 2)], target)

    with ThreadPoolExecutor() as pool:
        resharding = pool.submit(reshard)
        while not resharding.done():
            for game_id, version in versions.items():
                try:
                    store.commit(change(game_id, version))
                except StoreUnavailable:
                    with suppress(StoreUnavailable):
                        found = store.head(game_id).version
                        assert found in (version, version + 1), "done once or not at all"
                        versions[game_id] = found
                else:
                    versions[game_id] = version + 1
        resharding.result()
    servers.await_health()
    for game_id, version in versions.items():
        assert store.head(game_id).version == len(store.log(game_id, 0, version + 9)) == version > 0


def test_one_node_away_does_not_stop_the_others(store: Store, servers: ClusterServers) -> None:
    game_id = born(store)
    other = elsewhere(servers, store, game_id)
    home = home_of(servers, game_id)
    for one in (game_id, other):
        store.commit(change(one, due=True))
    home.kill()
    with pytest.raises(StoreUnavailable):
        store.head(game_id)
    store.commit(change(other, 1, due=True))
    look = DueTurns(store).lease_due(0, 10)
    assert look.names == [other]
    assert look.away > 0
    with pytest.raises(StoreUnavailable):
        store.counts()
    store.ping()
    limit = Limit("calls", 1000, MINUTE)
    uses = Counters(store.redis).count(Charge(limit, f"caller {number}") for number in range(20))
    assert not any(use.over for use in uses)
    home.start()
    servers.await_health()
    assert store.head(game_id).version == 1
    assert game_id in lease(DueTurns(store), 0)


def test_a_hanging_node_is_not_waited_for(store: Store, servers: ClusterServers) -> None:
    game_id = born(store)
    other = elsewhere(servers, store, game_id)
    home = home_of(servers, game_id)
    home.send(signal.SIGSTOP)
    try:
        with pytest.raises(StoreUnavailable):
            store.commit(change(game_id))
        store.commit(change(other))
        assert DueTurns(store).lease_due(0, 10).away > 0
    finally:
        home.send(signal.SIGCONT)
    servers.await_health()
    # It may have been done, but not by half.
    assert len(store.log(game_id, 0, 9)) == store.head(game_id).version


def test_while_no_node_answers_one_caller_asks_for_the_layout(
    store: Store, servers: ClusterServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all asked, one after the other, the last would wait for all the others."""
    callers, game_id = 8, born(store)
    asked: list[str] = []
    ask, together = NodesManager.initialize, Barrier(callers)

    def counted(manager: NodesManager, *args: Any, **options: Any) -> None:
        asked.append("layout")
        ask(manager, *args, **options)

    def head(_: int) -> None:
        together.wait()
        with pytest.raises(StoreUnavailable):
            store.head(game_id)

    monkeypatch.setattr(NodesManager, "initialize", counted)
    store = Store(connect(servers.url), BUCKETS)
    assert store.head(game_id).version == 0
    asked.clear()
    try:
        for node in servers.nodes:
            node.send(signal.SIGSTOP)
        with ThreadPoolExecutor(callers) as pool:
            list(pool.map(head, range(callers)))
    finally:
        for node in servers.nodes:
            node.send(signal.SIGCONT)
    servers.await_health()
    assert 0 < len(asked) < callers / 2
    assert store.head(game_id).version == 0


def test_a_master_that_wants_replicas_writes_nothing_without(store: Store, servers: ClusterServers) -> None:
    game_id = born(store)
    for node in servers.nodes:
        node.call("CONFIG", "SET", "min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreUnavailable):
            store.commit(change(game_id))
        with pytest.raises(NotReady):
            store.ping()
    finally:
        for node in servers.nodes:
            node.call("CONFIG", "SET", "min-replicas-to-write", 0)
    assert (store.head(game_id).version, store.log(game_id, 0, 9)) == (0, [])


@slow
def test_without_any_node_it_is_said_at_once_and_later_found(tmp_path: Path) -> None:
    alone = ClusterServers(tmp_path, masters=1, replicas=0)
    store = Store(connect(alone.url), BUCKETS)
    with pytest.raises(StoreUnavailable):
        store.head(store.new_id())
    with pytest.raises(NotReady):
        store.ping()
    try:
        alone.start()
        store.ping()
        game_id = born(store)
        assert store.head(game_id).version == 0
    finally:
        alone.close()


@slow
def test_a_replica_takes_over_with_all_that_was_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    servers = ClusterServers(tmp_path)
    said: list[str] = []
    caplog.set_level("INFO")
    try:
        servers.start()
        store = Store(connect(servers.url), BUCKETS)
        tags = [keys.bucket(number) for number in range(BUCKETS)]
        listener = Listener(store.redis, keys.CHANNEL, tags, said.append, lambda: None)
        with ThreadPoolExecutor() as pool:
            pool.submit(listener.listen_until_closed)
            game_id = born(store)
            home = home_of(servers, game_id)
            eventually(lambda: heard_of_next(store, game_id, said), "a message")
            version = store.head(game_id).version
            home.kill()
            eventually(lambda: taken_over(servers, home), "a replica that takes over")
            eventually(lambda: answered(store, game_id), "an answer")
            assert store.head(game_id).version == version
            eventually(lambda: heard_of_next(store, game_id, said), "a message of the new master")
            told = [record.getMessage() for record in caplog.records if record.name == outages.log.name]
            assert [text.partition(":")[0] for text in told[:1]] == ["cannot reach Redis node 127.0.0.1"]
            assert f"Redis node 127.0.0.1:{home.port} has been replaced, after " in told[-1]
            assert len(told) == 2, "once each"
            listener.closed.set()
        home.start()
        servers.await_health()
        assert home not in servers.masters()
    finally:
        servers.close()


def heard_of_next(store: Store, game_id: str, said: list[str]) -> bool:
    """Make a move; returns whether one made recently has been reported."""
    said.clear()
    version = store.head(game_id).version
    store.commit(change(game_id, version))
    time.sleep(0.1)
    return f"{game_id} {version + 1}" in said


def taken_over(servers: ClusterServers, master: Node) -> bool:
    now = servers.masters()
    return master not in now and len(now) == 3


def answered(store: Store, game_id: str) -> bool:
    try:
        return store.head(game_id).version > 0
    except StoreUnavailable:
        return False


def test_every_node_writes_its_append_only_file_anew(servers: ClusterServers, cluster: Cluster, store: Store) -> None:
    def written(node: Node) -> bool:
        return bool(node.call("INFO", "persistence")["aof_last_rewrite_time_sec"] >= 0)

    cluster.set(keys.ERASED, 1)
    store.players.rewrite()
    for node in servers.masters():
        eventually(partial(written, node), "a new file")
    assert cluster.get(keys.ERASED) is None
