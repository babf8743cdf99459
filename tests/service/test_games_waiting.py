"""Stored games: AI seats that are due, and clients that wait; with a toy game, since the ruleset does not matter."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.games import Games, Seat
from service.games.core.change_feed import Watch
from service.games.core.game_errors import (
    Unauthorized,
)
from service.store import DueTurns, Store, connect
from service.store.games.records import Head
from service.store.redis.store_errors import Conflict, NoSuchGame, StoreUnavailable
from tests.service.conftest import RedisServer
from tests.service.nim import HUMANS, WITH_AI, WITH_OPEN, begun, bid, created, finished, played
from tests.service.outbox import count, lease
from tests.service.toy import NIM
from tools.testbed.processes import eventually

# --- AI seats ------------------------------------------------------------------------------------


def test_what_is_due(games: Games) -> None:
    due = DueTurns(games.store)
    game_id = created(games, WITH_AI)["id"]
    game = games.queries.load_game(game_id)
    assert game.due == [(1, "easy")]
    assert lease(due, 30) == [game_id]
    game.apply_move(1, (0, 2))
    assert game.due == []
    games.commit(game)
    assert count(due) == 0
    assert games.queries.load_game(game_id).version == 1


def test_a_worker_commits_several_moves_of_several_seats_at_once(games: Games) -> None:
    game_id = created(games, tuple(Seat("ai", None, "easy") for _ in range(3)))["id"]
    game = games.queries.load_game(game_id)
    while due := game.due:
        seat, level = due[0]
        assert level == "easy"
        game.apply_move(seat, NIM.legal_moves(game.state, seat)[0])
    games.commit(game)
    stored = games.queries.load_game(game_id)
    assert (stored.version, stored.status, stored.state) == (10, "finished", game.state)
    assert count(DueTurns(games.store)) == 0


def test_a_job_that_comes_twice_changes_nothing(games: Games) -> None:
    game_id = created(games, WITH_AI)["id"]
    one, two = games.queries.load_game(game_id), games.queries.load_game(game_id)
    for game in (one, two):
        game.apply_move(1, (0, 2))
    games.commit(one)
    with pytest.raises(Conflict):
        games.commit(two)
    assert games.queries.load_game(game_id).version == 1


def test_a_waiting_game_is_not_due_until_the_last_claim(games: Games) -> None:
    due = DueTurns(games.store)
    game_id = created(games, (Seat("ai", None, "easy"), Seat("open")))["id"]
    assert games.queries.load_game(game_id).due == []
    assert count(due) == 0
    games.claim_seat(game_id, 1)
    assert lease(due, 30) == [game_id]


def test_whoever_wants_is_told_at_once(store: Store) -> None:
    told: list[str] = []
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=told.append)
    game_id = created(games, WITH_AI)["id"]
    assert told == [game_id]
    played(games, game_id, 0, bid(1))
    assert told == [game_id] * 2
    open_id = created(games, (Seat("ai", None, "easy"), Seat("open")))["id"]
    assert told == [game_id] * 2
    games.claim_seat(open_id, 1)
    assert told == [game_id, game_id, open_id]
    created(games, HUMANS)
    assert len(told) == 3


def test_a_repeated_request_announces_nothing(store: Store) -> None:
    told: list[str] = []
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=told.append)
    for _ in range(2):
        created(games, WITH_AI, idempotency_key="key")
    assert len(told) == 1


def test_a_request_that_was_sent_twice_by_a_broken_connection_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis then answers with the request's own memo, as to a repetition, but no message has been sent yet."""
    for name in ("_create", "_claim", "_commit"):
        monkeypatch.setattr(store, name, run_twice(getattr(store, name)))
    told: list[str] = []
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=told.append)
    game_id = created(games, WITH_AI, idempotency_key="key")["id"]
    assert told == [game_id]
    played(games, game_id, 0, bid(1), idempotency_key="key")
    assert told == [game_id] * 2
    open_id = created(games, (Seat("ai", None, "easy"), Seat("open")))["id"]
    assert not games.claim_seat(open_id, 1, idempotency_key="key").repeated
    assert told == [game_id, game_id, open_id]


def run_twice(script: Callable[..., object]) -> Callable[..., object]:
    def run(*args: object) -> object:
        script(*args)  # its answer is lost
        return script(*args)

    return run


def test_failing_to_tell_does_not_fail_the_move(store: Store) -> None:
    def broken(game_id: str) -> None:
        raise ConnectionError(game_id)

    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=broken)
    game_id = created(games, WITH_AI)["id"]
    assert played(games, game_id, 0, bid(1))["version"] == 1
    assert lease(DueTurns(store), 30) == [game_id]


# --- waiting -------------------------------------------------------------------------------------


def later(act: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(0.2, act)
    timer.start()
    return timer


def test_wait_ends_with_a_move(games: Games) -> None:
    doc = created(games)
    timer = later(lambda: played(games, doc["id"], 1, bid(1)))
    game, viewer = games.queries.wait_for_change(doc["id"], doc["tokens"]["0"], after=0, seconds=60)
    timer.join()
    assert (game.version, viewer) == (1, 0)


def test_wait_ends_when_a_waiting_game_begins(games: Games) -> None:
    game_id = created(games, (Seat("human"), Seat("open")))["id"]
    timer = later(lambda: games.claim_seat(game_id, 1))
    game, _ = games.queries.wait_for_change(game_id, None, after=0, seconds=60)
    timer.join()
    assert (game.status, game.version) == ("active", 0)


def test_wait_ends_with_the_claim_of_any_seat(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    claims = iter([1])

    def claimed(watch: Watch) -> bool:
        seat = next(claims, None)
        assert seat is not None, "waited on after a claim"
        games.claim_seat(game_id, seat)
        return True

    monkeypatch.setattr(Watch, "changed", claimed)
    game, _ = games.queries.wait_for_change(game_id, None, after=0, seconds=60)
    assert (game.status, game.open_seats) == ("waiting", 1)


def test_nobody_waits_for_a_finished_game(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = finished(games)
    monkeypatch.setattr(Watch, "changed", lambda watch: pytest.fail("waited for a finished game"))
    assert games.queries.wait_for_change(game_id, None, after=99, seconds=60)[0].status == "finished"


def test_wait_is_over_at_once_when_there_is_news(games: Games) -> None:
    game_id, _ = begun(games)
    assert games.queries.wait_for_change(game_id, None, after=1, seconds=60)[0].version == 2


def test_wait_ends_when_the_time_is_up(games: Games) -> None:
    game_id, _ = begun(games)
    for seconds in (0, -1, 0.1):
        assert games.queries.wait_for_change(game_id, None, after=2, seconds=seconds)[0].version == 2


def test_waiting_for_one_game_is_not_ended_by_another(games: Games) -> None:
    quiet, busy = created(games)["id"], created(games)["id"]
    timer = later(lambda: played(games, busy, 0, bid(1)))
    assert games.queries.wait_for_change(quiet, None, after=0, seconds=0.6)[0].version == 0
    timer.join()
    assert games.queries.load_game(busy).version == 1


def test_wait_refuses_as_enter_does(games: Games) -> None:
    game_id = created(games)["id"]
    with pytest.raises(Unauthorized):
        games.queries.wait_for_change(game_id, "nonsense", after=0, seconds=60)
    with pytest.raises(NoSuchGame):
        games.queries.wait_for_change(games.store.new_id(), None, after=0, seconds=60)


def test_many_wait_with_one_connection(own_redis_server: RedisServer) -> None:
    # A server of its own: on a shared one the listeners of earlier tests may not have gone yet.
    redis = connect(own_redis_server.url)
    games = Games(Store(redis), {NIM.key: NIM}, ("easy",))
    game_id = created(games)["id"]
    with ThreadPoolExecutor(24) as pool:
        waits = [pool.submit(games.queries.wait_for_change, game_id, None, 0, 60) for _ in range(24)]
        timer = later(lambda: played(games, game_id, 0, bid(1)))
        assert {wait.result()[0].version for wait in waits} == {1}
        timer.join()
    listeners = [client for client in redis.client_list() if int(client["sub"]) > 0]
    assert len(listeners) == 1
    games.queries.changes.release_waiters(timeout=10)


def test_who_asks_at_the_same_time_shares_a_reading(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """But not one that began before: the game may have moved since."""
    game_id = created(games)["id"]
    begun, go_on, tries = threading.Event(), threading.Event(), []
    read = games.store.head

    def slow(game_id: str) -> Head:
        head = read(game_id)
        tries.append(head.version)
        begun.set()
        assert go_on.wait(60)
        return head

    monkeypatch.setattr(games.store, "head", slow)
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(games.queries.load_game, game_id)
        assert begun.wait(60)
        monkeypatch.setattr(games.store, "head", read)
        played(Games(games.store, games.rulesets, ("easy",)), game_id, 0, bid(1))
        monkeypatch.setattr(games.store, "head", slow)
        others = [pool.submit(games.queries.load_game, game_id) for _ in range(8)]
        eventually(lambda: games.queries.readings.askers(game_id) == 9, "all ask")
        go_on.set()
        assert first.result().version == 0
        assert {other.result().version for other in others} == {1}
    assert tries == [0, 1]


def test_a_reading_that_fails_fails_for_all(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each would wait for the unavailable store in turn."""
    game_id = created(games)["id"]
    begun, go_on, tries = threading.Event(), threading.Event(), []

    def hangs(game_id: str) -> Head:
        tries.append(game_id)
        begun.set()
        assert go_on.wait(60)
        raise StoreUnavailable("away")

    monkeypatch.setattr(games.store, "head", hangs)
    with ThreadPoolExecutor(9) as pool:
        loads = [pool.submit(games.queries.load_game, game_id) for _ in range(9)]
        assert begun.wait(60)
        eventually(lambda: games.queries.readings.askers(game_id) == 9, "all ask")
        go_on.set()
        assert {str(load.exception()) for load in loads} == {"away"}
    assert len(tries) <= 2
    monkeypatch.undo()
    assert games.queries.load_game(game_id).version == 0


def test_closing_ends_every_wait(games: Games) -> None:
    game_id = created(games)["id"]
    timer = later(games.queries.changes.release_waiters)
    assert games.queries.wait_for_change(game_id, None, after=0, seconds=60)[0].version == 0
    timer.join()
    assert games.queries.wait_for_change(game_id, None, after=0, seconds=60)[0].version == 0


def test_waits_survive_a_restart_of_redis(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    own_redis_server.start("--appendfsync", "always")
    games = Games(Store(connect(own_redis_server.url)), {NIM.key: NIM}, ("easy",))
    game_id = created(games)["id"]
    with ThreadPoolExecutor(1) as pool:
        assert games.queries.wait_for_change(game_id, None, after=0, seconds=0.3)[0].version == 0
        wait = pool.submit(games.queries.wait_for_change, game_id, None, 0, 60)
        own_redis_server.kill()
        own_redis_server.start()
        played(games, game_id, 0, bid(1))
        assert wait.result()[0].version == 1
    games.queries.changes.release_waiters(timeout=10)


def test_redis_away(own_redis_server: RedisServer) -> None:
    games = Games(Store(connect(own_redis_server.url, retries=1)), {NIM.key: NIM}, ("easy",))
    game = games.queries.load_game(created(games)["id"])
    own_redis_server.kill()
    calls: list[Callable[[], object]] = [
        lambda: games.create_game("nim", HUMANS),
        lambda: games.claim_seat(game.id, 0),
        lambda: games.queries.load_for_token(game.id, None),
        lambda: games.queries.wait_for_change(game.id, None, 0, 60),
        lambda: games.queries.events_for(game, None, -1) and games.store.ping(),
        lambda: games.play_moves(game, 0, [bid(1)]),
    ]
    for call in calls:
        with pytest.raises(StoreUnavailable):
            call()
    games.queries.changes.release_waiters(timeout=10)
