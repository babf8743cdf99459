"""The store: one commit wins, all or nothing, leases, expiry, and what survives a killed Redis."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from redis import Redis

from engine.errors import NewerFormat
from engine.events import Event, move_undone, note, open_event
from service.store import Change, Claim, CommitResult, DueTurns, SideEffects, Store
from service.store.games.clock_record import Clock
from service.store.games.packed_json import pack
from service.store.games.records import Entry, Level, Seat, Setup
from service.store.games.visibility import Visibility
from service.store.redis import keys
from service.store.redis.store_errors import Conflict, KeyReused, NoSuchGame, SeatTaken
from tests.service.conftest import ON_CLUSTER, everything
from tests.service.outbox import count, lease

SETUP = Setup("nim", 1, {"stones": 7}, (Seat("human", "Ada"), Seat("ai", None, "easy")), b"\0\xff", b"salt", 1_700_000)
OPEN = replace(SETUP, seats=(Seat("human"), Seat("open", "Bo"), Seat("open")), contributions={2: "grün", 1: "x"})
CHOSEN = replace(SETUP, chosen=True)
TIMED = replace(
    SETUP,
    seats=(Seat("ai", None, "easy", 800), Seat("bot", None, "easy", None, "ada")),
    clock=Clock(60, "easy"),
    resign=Level("hard", 900),
    table=Visibility(public=True),
)
ENTRY = Entry(0, {"type": "bid", "amount": 3}, (), SETUP.created_ms + 5)

SECRET = Event("seen", 0b101, {"card": None}, {"card": "monk"})
ABOUT = (["/road/3", "/seats/0"], [])


def at(version: int) -> bytes:
    """Return a position as stored."""
    return pack("nim", b'{"at":%d}' % version)


def born(store: Store, setup: Setup = SETUP, due: bool = False) -> str:
    game_id = store.new_id()
    assert store.insert_game(game_id, setup, at(0), {0: b"x" * 32}, SideEffects(due)).first is None
    return game_id


def change(game_id: str, version: int = 0, entries: int = 1, due: bool = False, finished: bool = False) -> Change:
    return Change(game_id, SETUP, version, (ENTRY,) * entries, at(version + entries), SideEffects(due), finished)


def claim(game_id: str, seat: int, open_seats: int, name: str | None = None, due: bool = False, left: int = 0) -> Claim:
    return Claim(game_id, seat, b"%d" % seat * 32, name, open_seats, left, SideEffects(due))


# --- records and ids -----------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [SETUP, OPEN, CHOSEN, TIMED])
def test_setup_round_trip(setup: Setup) -> None:
    assert Setup.load_setup(setup.dump_setup()) == setup


@pytest.mark.parametrize("later_ms", [0, 127, 128, 20_000, 90 * 24 * 3_600_000])
@pytest.mark.parametrize("key", ["nim", "villagers"])
def test_an_entry_is_loaded_as_it_was(key: str, later_ms: int) -> None:
    setup = replace(SETUP, ruleset=key)
    for seat in (0, 15):
        when = setup.created_ms + later_ms
        for entry in (
            Entry(seat, {"type": "draft_road", "slot": 3}, (), when),
            Entry(seat, {"type": "draft_road", "slot": 3}, (open_event("drafted", slot=3), SECRET), when, ABOUT),
            Entry(seat, None, (move_undone(seat, 200),), when, ([],)),
            Entry(seat, None, (note("seat_away", seat),), when, (["/seats/0"],)),
        ):
            assert Entry.load_entry(entry.dump_entry(setup), setup) == entry


def test_the_time_of_an_entry_is_never_before_the_game() -> None:
    entry = replace(ENTRY, at_ms=0)
    assert Entry.load_entry(entry.dump_entry(SETUP), SETUP) == replace(ENTRY, at_ms=SETUP.created_ms)


def test_an_entry_of_a_later_form_is_left_alone() -> None:
    with pytest.raises(NewerFormat):
        Entry.load_entry(b"\x01what", SETUP)
    with pytest.raises(NewerFormat):
        Entry.load_entry(bytes((0xF0,)) + ENTRY.dump_entry(SETUP)[1:], SETUP)


def test_every_key_of_a_game_carries_its_buckets_tag(redis: Redis) -> None:
    store = Store(redis, buckets=16384)
    game_id = born(store, due=True)
    store.commit(change(game_id, due=True), store.memo(game_id, "0:key", ["r"]), b"answer")
    _, creation = store.creation("key", ["r"])
    tag = f"{{b{keys.bucket_of(game_id)}}}:".encode()
    # On a cluster an earlier write has already tested whether writes are accepted.
    stored = [key for key in everything(redis) if not key.endswith(b":ready")]
    assert len(stored) == 5
    assert all(key.startswith(tag) for key in stored)
    assert creation.key.startswith(f"{{b{keys.bucket_of(store.creation('key', ['r'])[0])}}}:")


@pytest.mark.parametrize("game_id", ["", "x", "../../etc", "0000" + "a" * 15, "0000" + "a" * 16 + "\n", "0" * 20])
def test_what_cannot_be_an_id_is_no_game(store: Store, game_id: str) -> None:
    with pytest.raises(NoSuchGame):
        store.head(game_id)


@pytest.mark.parametrize("buckets", [0, 16385])
def test_number_of_buckets_is_checked(redis: Redis, buckets: int) -> None:
    with pytest.raises(ValueError, match="buckets"):
        Store(redis, buckets=buckets)


# --- creating and loading ------------------------------------------------------------------------


def test_a_created_game_is_loaded_as_it_was(store: Store) -> None:
    head = store.head(born(store))
    assert (head.setup, head.version, head.position) == (SETUP, 0, {"at": 0})
    assert head.seats == SETUP.seats
    assert head.digests == {0: b"x" * 32}


def test_creating_again_under_the_same_id_changes_nothing(store: Store, redis: Redis) -> None:
    game_id = born(store)
    before = everything(redis)
    store.insert_game(game_id, OPEN, at(9), {}, SideEffects(due=True))
    assert everything(redis) == before


def test_unknown_game(store: Store) -> None:
    unknown = store.new_id()
    with pytest.raises(NoSuchGame):
        store.head(unknown)
    with pytest.raises(NoSuchGame):
        store.commit(change(unknown))
    with pytest.raises(NoSuchGame):
        store.fill_seat(claim(unknown, 0, 1))
    assert store.log(unknown, 0, 5) == []


# --- committing ----------------------------------------------------------------------------------


def test_commit_of_several_moves(store: Store) -> None:
    game_id = born(store)
    store.commit(change(game_id, entries=3))
    head = store.head(game_id)
    assert (head.version, head.position) == (3, {"at": 3})
    assert store.log(game_id, 0, 3) == [ENTRY] * 3


def test_log_gives_exactly_the_versions_asked_for(store: Store) -> None:
    game_id = born(store)
    for version in range(4):
        entry = replace(ENTRY, at_ms=SETUP.created_ms + version + 1)
        store.commit(replace(change(game_id, version), entries=(entry,)))
    assert [entry.at_ms - SETUP.created_ms for entry in store.log(game_id, 1, 3)] == [2, 3]
    assert [entry.at_ms - SETUP.created_ms for entry in store.log(game_id, 0, 4)] == [1, 2, 3, 4]
    assert store.log(game_id, 0, 0) == store.log(game_id, 4, 4) == store.log(game_id, 9, 4) == []
    assert store.log(game_id, -1, 4) == []


def test_a_stale_commit_changes_nothing_at_all(store: Store, redis: Redis) -> None:
    game_id = born(store)
    store.commit(change(game_id, due=True))
    before = everything(redis)
    memo = store.memo(game_id, "0:key", ["r"])
    for version in (0, 2):
        with pytest.raises(Conflict):
            store.commit(change(game_id, version, finished=True), memo, b"answer")
    assert everything(redis) == before


def test_of_32_commits_for_one_version_one_wins(store: Store) -> None:
    game_id = born(store)

    def attempt(number: int) -> bool:
        try:
            entries = (replace(ENTRY, at_ms=SETUP.created_ms + number),)
            store.commit(replace(change(game_id), entries=entries, state=at(number)))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(32) as pool:
        won = [number for number, good in enumerate(pool.map(attempt, range(32))) if good]
    assert len(won) == 1
    head = store.head(game_id)
    assert (head.version, head.position) == (1, {"at": won[0]})
    assert [entry.at_ms - SETUP.created_ms for entry in store.log(game_id, 0, 99)] == won


def test_a_commit_sent_twice_by_a_broken_connection_counts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = born(store)
    run = store._commit

    def twice(*args: object) -> object:
        run(*args)  # its answer is lost
        return run(*args)

    monkeypatch.setattr(store, "_commit", twice)
    store.commit(change(game_id))
    assert store.head(game_id).version == 1
    assert len(store.log(game_id, 0, 99)) == 1


def test_a_commit_whose_answer_was_lost_is_known_after_the_next_commits_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = born(store)
    run = store._commit

    def repeated_late(*args: object) -> object:
        run(*args)  # its answer is lost
        monkeypatch.undo()
        for version in (1, 2, 3):
            store.commit(change(game_id, version))
        return run(*args)

    monkeypatch.setattr(store, "_commit", repeated_late)
    store.commit(change(game_id))
    assert len(store.log(game_id, 0, 99)) == store.head(game_id).version == 4
    with pytest.raises(Conflict):
        store.commit(change(game_id))


def test_scripts_come_back_after_the_server_lost_them(store: Store, redis: Redis) -> None:
    game_id = born(store)
    redis.script_flush()
    store.commit(change(game_id, due=True))
    redis.script_flush()
    assert lease(DueTurns(store), 30) == [game_id]
    assert store.head(game_id).version == 1


@pytest.mark.skipif(ON_CLUSTER, reason="channels of a cluster are sharded: test_cluster.py")
def test_a_commit_is_published(store: Store, redis: Redis) -> None:
    game_id = born(store)
    with redis.pubsub() as pubsub:
        pubsub.subscribe(keys.CHANNEL)
        assert pubsub.get_message(timeout=5)["type"] == "subscribe"
        store.commit(change(game_id, entries=2))
        assert pubsub.get_message(timeout=5)["data"] == f"{game_id} 2".encode()


# --- seats ---------------------------------------------------------------------------------------


def test_claims(store: Store) -> None:
    game_id = born(store, OPEN)
    store.fill_seat(claim(game_id, 2, 2, "Cy"))
    assert store.head(game_id).seats == (Seat("human"), Seat("open", "Bo"), Seat("human", "Cy"))
    store.fill_seat(claim(game_id, 1, 1))
    head = store.head(game_id)
    assert head.seats == (Seat("human"), Seat("human", "Bo"), Seat("human", "Cy"))
    assert head.digests == {0: b"x" * 32, 1: b"1" * 32, 2: b"2" * 32}
    with pytest.raises(SeatTaken):
        store.fill_seat(replace(claim(game_id, 1, 0), digest=b"e" * 32))


def test_a_claim_after_another_one_is_a_conflict(store: Store, redis: Redis) -> None:
    game_id = born(store, OPEN)
    store.fill_seat(claim(game_id, 1, 2))
    before = everything(redis)
    with pytest.raises(Conflict):
        store.fill_seat(claim(game_id, 2, 2))
    assert everything(redis) == before


def test_a_claim_sent_twice_by_a_broken_connection_counts_once(store: Store) -> None:
    game_id = born(store, OPEN)
    for _ in range(2):
        store.fill_seat(claim(game_id, 1, 2))
    assert [seat.type for seat in store.head(game_id).seats] == ["human", "human", "open"]
    store.fill_seat(claim(game_id, 2, 1, due=True))
    assert lease(DueTurns(store), 30) == [game_id]


# --- due turns -----------------------------------------------------------------------------------


def test_a_leased_game_is_not_leased_again_before_time(store: Store) -> None:
    due, ids = DueTurns(store), {born(store, due=True) for _ in range(20)}
    assert set(lease(due, 30)) == ids
    assert lease(due, 30) == []
    assert count(due) == 20


def test_a_lease_that_runs_out_makes_the_game_due_again(store: Store) -> None:
    game_id, due = born(store, due=True), DueTurns(store)
    assert lease(due, 0) == [game_id]
    assert lease(due, 30) == [game_id]


def test_a_commit_ends_a_lease_or_begins_the_next_turn(store: Store) -> None:
    game_id, due = born(store, due=True), DueTurns(store)
    lease(due, 30)
    store.commit(change(game_id, due=True))
    assert lease(due, 30) == [game_id]
    store.commit(change(game_id, 1, due=False))
    assert count(due) == 0


def test_at_most_so_many_of_a_bucket_are_leased(redis: Redis) -> None:
    store = Store(redis, buckets=1)
    due, ids = DueTurns(store), {born(store, due=True) for _ in range(5)}
    first = lease(due, 30, limit=2)
    assert len(first) == 2
    assert set(first) | set(lease(due, 30)) == ids


def test_concurrent_dispatchers_share_the_games_out(store: Store) -> None:
    due, ids = DueTurns(store), {born(store, due=True) for _ in range(40)}
    with ThreadPoolExecutor(8) as pool:
        leased = [game_id for found in pool.map(lambda _: lease(due, 30, limit=3), range(16)) for game_id in found]
    assert len(leased) == len(set(leased))
    assert set(leased) | set(lease(due, 30)) == ids


def test_the_due_delay_leaves_the_first_try_to_the_direct_path(redis: Redis) -> None:
    store = Store(redis, due_delay=3600)
    born(store, due=True)
    assert lease(DueTurns(store), 30) == []
    assert count(DueTurns(store)) == 1


def test_a_game_is_dropped_only_at_the_version_named(store: Store) -> None:
    game_id, due = born(store, due=True), DueTurns(store)
    store.commit(change(game_id, due=True))
    due.drop(game_id, 0)
    assert count(due) == 1
    due.drop(game_id, 1)
    assert count(due) == 0


def test_time_for_reactions_runs_from_the_last_move(store: Store, redis: Redis) -> None:
    game_id, due = born(store, due=True), DueTurns(store)
    assert due.await_reactions(game_id, 0, 1000)
    assert lease(due, 30) == [], "not before the time is over"
    redis.hincrby(keys.game(game_id, "head"), "at", -1_000_000)
    assert not due.await_reactions(game_id, 0, 1000)
    store.commit(change(game_id, due=True))
    assert not due.await_reactions(game_id, 0, 1000), "the game has changed"
    assert due.await_reactions(game_id, 1, 1000)
    assert not due.await_reactions(store.new_id(), 0, 1000)


def test_only_what_is_due_awaits_reactions(store: Store) -> None:
    due = DueTurns(store)
    due.await_reactions(born(store, due=False), 0, 1000)
    assert count(due) == 0


def test_an_expired_game_is_no_longer_due(store: Store, redis: Redis) -> None:
    game_id = born(store, due=True)
    redis.delete(keys.game(game_id, "head"))
    assert lease(DueTurns(store), 30) == []
    assert count(DueTurns(store)) == 0


# --- expiry --------------------------------------------------------------------------------------


def test_expiry(redis: Redis) -> None:
    store = Store(redis, idle_ttl=9000, finished_ttl=1000)
    game_id = born(store)
    head, log = keys.game(game_id, "head"), keys.game(game_id, "log")
    assert 8990 <= redis.ttl(head) <= 9000
    redis.expire(head, 50)
    store.commit(change(game_id))
    assert 8990 <= redis.ttl(head) <= 9000
    assert 8990 <= redis.ttl(log) <= 9000
    store.commit(change(game_id, 1, finished=True))
    assert 990 <= redis.ttl(head) <= 1000
    assert 990 <= redis.ttl(log) <= 1000


def test_a_claim_keeps_a_game_alive(redis: Redis) -> None:
    store = Store(redis, idle_ttl=9000)
    game_id = born(store, OPEN)
    redis.expire(keys.game(game_id, "head"), 50)
    store.fill_seat(claim(game_id, 1, 2))
    assert redis.ttl(keys.game(game_id, "head")) > 8000


# --- idempotency ---------------------------------------------------------------------------------


def test_memo_of_a_commit(store: Store, redis: Redis) -> None:
    game_id = born(store)
    memo = store.memo(game_id, "0:key", {"a": 1, "b": 2})
    assert store.recall(memo) is None
    assert store.commit(change(game_id), memo, b"first").first is None
    assert store.recall(store.memo(game_id, "0:key", {"b": 2, "a": 1})) == CommitResult(b"first")
    assert store.commit(change(game_id), memo, b"second").first == b"first"
    assert store.commit(change(game_id, 1), memo, b"second").first == b"first"
    assert store.head(game_id).version == 1
    assert 24 * 3600 - 10 <= redis.ttl(memo.key) <= 24 * 3600


def test_memo_of_a_claim(store: Store, redis: Redis) -> None:
    game_id = born(store, OPEN)
    memo = store.memo(game_id, "claim:1:key", ["Bea"])
    assert store.fill_seat(claim(game_id, 1, 2), memo, b"first").first is None
    again = replace(claim(game_id, 1, 2), digest=b"e" * 32)
    assert store.fill_seat(again, memo, b"second").first == b"first"
    with pytest.raises(KeyReused):
        store.fill_seat(again, store.memo(game_id, "claim:1:key", ["Bo"]), b"second")
    assert store.head(game_id).digests[1] == b"1" * 32
    assert 24 * 3600 - 10 <= redis.ttl(memo.key) <= 24 * 3600


def test_memo_for_another_request_or_scope(store: Store) -> None:
    game_id = born(store)
    store.commit(change(game_id), store.memo(game_id, "0:key", ["r"]), b"first")
    with pytest.raises(KeyReused):
        store.recall(store.memo(game_id, "0:key", ["other"]))
    with pytest.raises(KeyReused):
        store.commit(change(game_id, 1), store.memo(game_id, "0:key", ["other"]), b"x")
    assert store.recall(store.memo(game_id, "1:key", ["other"])) is None
    assert store.recall(store.memo(born(store), "0:key", ["other"])) is None


def test_a_rematch_is_in_the_bucket_of_the_game_before(store: Store) -> None:
    """So on a cluster whoever can read the one can store the other, whatever node is away."""
    ids = [born(store) for _ in range(8)]
    assert [keys.bucket_of(store.rematch(game_id)) for game_id in ids] == [keys.bucket_of(game_id) for game_id in ids]


def test_memo_of_a_creation(store: Store, redis: Redis) -> None:
    first_id, memo = store.creation("key", ["r"])
    second_id, again = store.creation("key", ["r"])
    assert first_id != second_id
    assert memo == again
    assert store.insert_game(first_id, SETUP, b"{}", {}, SideEffects(due=True), memo, b"first").first is None
    assert store.insert_game(second_id, SETUP, b"{}", {}, SideEffects(due=True), again, b"second").first == b"first"
    with pytest.raises(NoSuchGame):
        store.head(second_id)
    assert store.creation("key", ["other"])[1].key != memo.key
