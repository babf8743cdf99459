"""What a Redis cluster demands of the scripts: all keys of a call are in one slot."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.games import Games, Seat
from service.store import DueTurns, Store, connect
from service.store.games.records import now_ms
from service.store.redis.keys import STATUSES
from tests.service.clocked import FORFEIT, leased, player, run_out
from tests.service.conftest import RedisServer
from tests.service.hooked import ids, made, notices_of, send_all
from tests.service.nim import bid, played
from tests.service.outbox import lease
from tests.service.receiver import Receiver
from tests.service.toy import NIM

SEATS = (Seat("human", "Ada"), Seat("open"), Seat("ai", "Ida", "easy"))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Redis]:
    """A cluster of one server, which refuses calls with keys of several slots."""
    server = RedisServer(tmp_path)
    while server.port > 65535 - 10000:
        # The cluster's own port is higher by this number.
        server = RedisServer(tmp_path)
    server.start("--cluster-enabled", "yes")
    client = connect(server.url)
    client.execute_command("CLUSTER", "ADDSLOTS", *range(16384))
    deadline = time.monotonic() + 30
    while "cluster_state:ok" not in str(client.execute_command("CLUSTER", "INFO")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield client
    client.close()
    server.kill()


def test_a_game_with_everything_touches_one_slot_at_a_time(cluster: Redis, receiver: Receiver) -> None:
    games = Games(Store(cluster, buckets=4), {NIM.key: NIM}, ("easy",), guard=receiver.guard)
    order = (SEATS, {"stones": 20, **FORFEIT})
    game_id = made(games, receiver, "nim", *order, idempotency_key="k" * 16)["id"]
    games.claim_seat(game_id, 1, "Bo", "l" * 16)
    played(games, game_id, 0, bid(1), idempotency_key="m")
    played(games, game_id, 1, bid(1))
    due = DueTurns(games.store)
    assert leased(games) == [game_id]
    assert due.park(game_id, "no use")
    assert [one.game_id for one in due.parked()] == [game_id]
    assert due.unpark(game_id)
    assert player(games).play_due_turns(game_id) >= 1
    while games.queries.load_game(game_id).status == "active":
        run_out(cluster, game_id)
        player(games).play_due_turns(game_id)
    assert len(ids(cluster)) >= 2
    receiver.status = 410
    first, *_ = send_all(games, receiver)
    assert first == "failed"
    assert len(notices_of(games).failed("game", 100)) == len(receiver.got)
    assert notices_of(games).send_again("game", 0, now_ms()) == (len(receiver.got), False)
    send_all(games, receiver)
    assert lease(notices_of(games), 0) == []
    assert games.store.counts() == {status: int(status == "finished") for status in STATUSES}
    assert due.counts() == (0, 0)


def test_the_cluster_of_this_test_refuses_several_slots(cluster: Redis) -> None:
    with pytest.raises(ResponseError, match="slot"):
        cluster.eval("return 1", 2, "{a}", "{b}")
