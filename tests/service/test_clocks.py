"""The clock of turns: which can be set, when it runs, and what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
import pytest
from redis import Redis

from engine.errors import FaultyDocument
from engine.ruleset import Doc
from service.games import Games, Seat
from service.store import Store
from tests.service.clocked import (
    CLOCK,
    FORFEIT,
    SECONDS,
    due_at,
    head,
    leased,
    player,
    run_out,
    stored_deadline,
    told_deadlines,
)
from tests.service.horn import RULES, seed_of
from tests.service.nim import HUMANS, WITH_OPEN, begun, bid, created, played, take
from tests.service.reacting import BLOWN, TAKE_ONE, Told
from tests.service.test_undo import PATIENT, Patient
from tests.service.toy import NIM, View

AI = Seat("ai", None, "easy")
LEASE = 30


class Hurried(Patient):
    """The toy where a seat may continue after its move, but every move is a turn of its own."""

    key = "hurried"

    def turn_of(self, view: View) -> tuple[int, ...]:
        return (-view.stones,)


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    """The toys, with an AI level called `easy`."""
    games = Games(store, {rules.key: rules for rules in (NIM, RULES, PATIENT, Hurried())}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


NO_BANK = {"bank_seconds": None, "increment_seconds": None}
UNTIMED = {"takeover_milliseconds": None, **NO_BANK}


def horn(games: Games, seats: tuple[Seat, ...], *horns: bool) -> str:
    """Return a clocked game in which these seats have a horn; seat 0 begins."""
    return games.create_game("horn", seats, {"stones": 9, **CLOCK}, seed_of(*horns)).game_id


# --- the order -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (CLOCK, {"turn_seconds": SECONDS, "on_timeout": "ai_takeover", "takeover_level": "easy", **UNTIMED}),
        (
            {**CLOCK, "takeover_milliseconds": 800},
            {**CLOCK, "on_timeout": "ai_takeover", "takeover_milliseconds": 800, **NO_BANK},
        ),
        (FORFEIT, {"turn_seconds": SECONDS, "on_timeout": "forfeit", "takeover_level": None, **UNTIMED}),
        ({}, {"turn_seconds": None, "on_timeout": "ai_takeover", "takeover_level": "medium", **UNTIMED}),
    ],
)
def test_a_game_tells_its_clock_and_can_be_ordered_again_by_what_it_tells(
    games: Games, options: Doc, shown: Doc
) -> None:
    first = created(games, options=options)
    assert first["options"] == {"stones": 7, "resign_level": None, "resign_milliseconds": None, **shown}
    assert created(games, options=first["options"])["options"] == first["options"]
    assert "turn_seconds" not in games.queries.load_game(first["id"]).setup.options, "the ruleset never knows of time"


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({**CLOCK, "turn_seconds": 4}, "turn_seconds"),
        ({**CLOCK, "turn_seconds": 30 * 24 * 3600 + 1}, "turn_seconds"),
        ({**CLOCK, "turn_seconds": True}, "turn_seconds"),
        ({**CLOCK, "turn_seconds": "60"}, "turn_seconds"),
        ({**CLOCK, "on_timeout": "resign"}, "on_timeout"),
        ({**CLOCK, "takeover_level": "godlike"}, "takeover_level"),
        ({**CLOCK, "takeover_level": None}, "takeover_level"),
        ({**CLOCK, "takeover_level": 1}, "takeover_level"),
        ({**FORFEIT, "takeover_level": "easy"}, "takeover_level"),
        ({"takeover_level": "godlike"}, "takeover_level"),
        ({"takeover_level": "easy"}, "takeover_level"),
        ({"takeover_level": "easy", "turn_seconds": None}, "takeover_level"),
        ({"takeover_milliseconds": 800}, "takeover_milliseconds"),
        ({"takeover_level": "medium", "takeover_milliseconds": 800}, "takeover_milliseconds"),
        ({**CLOCK, "takeover_milliseconds": 9}, "takeover_milliseconds"),
        ({**CLOCK, "takeover_milliseconds": 60_001}, "takeover_milliseconds"),
        ({**CLOCK, "takeover_milliseconds": True}, "takeover_milliseconds"),
        ({**FORFEIT, "takeover_milliseconds": 800}, "takeover_milliseconds"),
        ({**CLOCK, "turn_minutes": 1}, "turn_minutes"),
    ],
)
def test_clocks_that_cannot_be(games: Games, options: Doc, path: str) -> None:
    with pytest.raises(FaultyDocument) as refusal:
        games.create_game("nim", HUMANS, options)
    assert [fault.path for fault in refusal.value.faults] == [f"options.{path}"]


@pytest.mark.parametrize("seconds", [5, 30 * 24 * 3600])
def test_the_shortest_and_the_longest_turn(games: Games, seconds: int) -> None:
    assert created(games, options={**CLOCK, "turn_seconds": seconds})["options"]["turn_seconds"] == seconds


def test_a_clock_makes_another_order(games: Games) -> None:
    answers = [games.create_game("nim", HUMANS, options, "s", "key").game_id for options in ({}, CLOCK, FORFEIT, CLOCK)]
    assert len(set(answers)) == 3


def test_a_game_without_a_clock_stores_nothing_of_one(games: Games, redis: Redis) -> None:
    game_id, _ = begun(games)
    assert set(redis.hgetall(head(game_id))) == {
        *(b"setup", b"version", b"state", b"open", b"at", b"commit", b"host", b"token:0", b"token:1"),
        *(b"undo", b"before"),
    }
    assert b"clock" not in (redis.hget(head(game_id), "setup") or b"")
    assert told_deadlines(games, game_id) == {None}
    assert due_at(redis, game_id) is None


# --- when time runs ------------------------------------------------------------------------------


def test_it_runs_from_the_beginning_by_redis_clock(games: Games, redis: Redis) -> None:
    before = now(redis)
    doc = created(games, options=CLOCK)
    deadline = int(redis.hget(head(doc["id"]), "deadline") or 0)
    assert before <= deadline - SECONDS * 1000 <= now(redis)
    assert due_at(redis, doc["id"]) == deadline, "the dispatcher finds it then"
    assert doc["deadline"] == stored_deadline(redis, doc["id"])
    assert told_deadlines(games, doc["id"]) == {doc["deadline"]}


def now(redis: Redis) -> int:
    seconds, micros = redis.time()
    return seconds * 1000 + micros // 1000


def test_it_runs_from_the_claim_of_the_last_open_seat(games: Games, redis: Redis) -> None:
    game_id = created(games, WITH_OPEN, options=CLOCK)["id"]
    assert told_deadlines(games, game_id) == {None}
    assert orjson.loads(games.claim_seat(game_id, 1).body)["deadline"] is None
    assert due_at(redis, game_id) is None
    claimed = orjson.loads(games.claim_seat(game_id, 2, idempotency_key="key").body)
    assert claimed["deadline"] == stored_deadline(redis, game_id) is not None
    assert told_deadlines(games, game_id) == {claimed["deadline"]}
    assert orjson.loads(games.claim_seat(game_id, 2, idempotency_key="key").body) == claimed


def back(redis: Redis, game_id: str) -> str | None:
    """Start the running turn a minute earlier; returns the deadline that is then shown."""
    redis.hincrby(head(game_id), "deadline", -60_000)
    return stored_deadline(redis, game_id)


def test_another_seat_has_its_own_time(games: Games, redis: Redis) -> None:
    game_id, seat = begun(games, options={"stones": 20, **CLOCK})
    early = back(redis, game_id)
    answer = played(games, game_id, seat, take(1))
    assert answer["game"]["deadline"] == stored_deadline(redis, game_id) > early
    assert due_at(redis, game_id) == int(redis.hget(head(game_id), "deadline") or 0)


def test_several_moves_of_one_turn_share_its_time_and_undo_gives_none(games: Games, redis: Redis) -> None:
    game_id = games.create_game(PATIENT.key, HUMANS, {"stones": 20, **CLOCK}).game_id
    for seat in range(2):
        played(games, game_id, seat, bid(seat))
    seat = games.queries.load_game(game_id).to_act[0]
    early = back(redis, game_id)
    for _ in range(2):
        assert played(games, game_id, seat, take(1))["game"]["deadline"] == early
    undone = orjson.loads(games.undo_move(games.queries.load_game(game_id), seat).body)
    assert undone["game"]["deadline"] == early == stored_deadline(redis, game_id)
    assert due_at(redis, game_id) == int(redis.hget(head(game_id), "deadline") or 0)


def test_the_next_turn_of_the_same_seat_has_its_own_time_but_not_by_taking_back(games: Games, redis: Redis) -> None:
    game_id = games.create_game("hurried", HUMANS, {"stones": 20, **CLOCK}).game_id
    for seat in range(2):
        played(games, game_id, seat, bid(seat))
    seat = games.queries.load_game(game_id).to_act[0]
    first = back(redis, game_id)
    assert played(games, game_id, seat, take(1))["game"]["deadline"] > first
    played(games, game_id, seat, take(1))
    second = back(redis, game_id)
    for again in range(2):
        games.undo_move(games.queries.load_game(game_id), seat)
        assert stored_deadline(redis, game_id) == second
        assert played(games, game_id, seat, take(1))["game"]["deadline"] == second, again
    assert played(games, game_id, seat, take(1))["game"]["deadline"] > second


def test_ai_seats_have_no_clock(games: Games, redis: Redis) -> None:
    game_id = created(games, (AI, HUMANS[0]), options=CLOCK)["id"]
    assert told_deadlines(games, game_id) == {None}
    player(games).play_due_turns(game_id)
    game = games.queries.load_game(game_id)
    assert game.level_of(game.to_act[0]) is None
    assert told_deadlines(games, game_id) == {stored_deadline(redis, game_id)} != {None}


def test_a_finished_game_has_no_deadline(games: Games, redis: Redis) -> None:
    game_id, seat = begun(games, options={"stones": 1, **CLOCK})
    assert played(games, game_id, seat, take(1))["game"]["deadline"] is None
    assert told_deadlines(games, game_id) == {None}
    assert due_at(redis, game_id) is None


def test_a_deadline_before_the_end_of_the_first_lease_comes_first(redis: Redis) -> None:
    games = Games(Store(redis, buckets=4, due_delay=SECONDS * 2), {RULES.key: RULES}, ("easy",))
    game_id = horn(games, (HUMANS[0], AI), False, True)
    assert games.queries.load_game(game_id).due
    assert due_at(redis, game_id) == int(redis.hget(head(game_id), "deadline") or 0)


# --- answers that are given again ----------------------------------------------------------------


def test_the_first_answer_comes_again_with_its_deadline(games: Games, redis: Redis) -> None:
    first = games.create_game("nim", HUMANS, CLOCK, idempotency_key="a long enough key")
    again = games.create_game("nim", HUMANS, CLOCK, idempotency_key="a long enough key")
    assert (again.body, again.repeated) == (first.body, True)
    assert b'"deadline":"@"' not in first.body
    move = {"idempotency_key": "key"}
    told = [games.play_moves(games.queries.load_game(first.game_id), 0, [bid(1)], **move) for _ in range(2)]
    assert told[0].body == told[1].body
    assert orjson.loads(told[0].body)["game"]["deadline"] == stored_deadline(redis, first.game_id)


def test_nobody_s_name_is_taken_for_a_blank(games: Games) -> None:
    doc = created(games, (Seat("human", '"deadline":"@"'), Seat("human", "@")), options=CLOCK)
    assert [seat["name"] for seat in doc["seats"]] == ['"deadline":"@"', "@"]
    assert doc["deadline"] is not None


@pytest.mark.parametrize("call", ["_create", "_claim", "_commit"])
def test_a_script_sent_twice_by_a_broken_connection_tells_the_deadline(
    games: Games, redis: Redis, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    run = getattr(games.store, call)

    def twice(*args: object) -> object:
        run(*args)  # its answer is lost
        return run(*args)

    monkeypatch.setattr(games.store, call, twice)
    for key in (None, "a key long enough"):
        doc = created(games, (HUMANS[0], Seat("open")), options=CLOCK, idempotency_key=key)
        claimed = orjson.loads(games.claim_seat(doc["id"], 1, idempotency_key=key).body)
        assert claimed["deadline"] == stored_deadline(redis, doc["id"]) is not None
        answer = played(games, doc["id"], 0, bid(1), idempotency_key=key)
        assert answer["game"]["deadline"] == stored_deadline(redis, doc["id"]) is not None


# --- what is hidden ------------------------------------------------------------------------------


def test_a_deadline_tells_nothing_of_who_can_react(games: Games, redis: Redis) -> None:
    """It is the same for all viewers, whether or not somebody has a horn, a person or an AI."""
    for other in (HUMANS[1], AI):
        for held in (False, True):
            game_id = horn(games, (HUMANS[0], other, Seat("human", "Cy")), False, held, False)
            assert told_deadlines(games, game_id) == {stored_deadline(redis, game_id)} != {None}
            player(games, easy=Told()).play_due_turns(game_id)
            assert due_at(redis, game_id) == int(redis.hget(head(game_id), "deadline") or 0)


def test_a_reaction_leaves_the_clock_of_the_turn_alone(games: Games, redis: Redis) -> None:
    game_id = horn(games, (HUMANS[0], HUMANS[1]), False, True)
    early = back(redis, game_id)
    assert played(games, game_id, 1, BLOWN)["game"]["deadline"] == early
    assert told_deadlines(games, game_id) == {early}
    assert played(games, game_id, 0, TAKE_ONE)["game"]["deadline"] > early


def test_an_ai_that_lets_a_reaction_pass_leaves_the_game_to_its_deadline(games: Games, redis: Redis) -> None:
    game_id = horn(games, (HUMANS[0], AI), False, True)
    assert leased(games) == [game_id]
    bot = Told()
    assert player(games, easy=bot).play_due_turns(game_id) == 0
    assert bot.asked == [1]
    assert leased(games) == []
    assert due_at(redis, game_id) == int(redis.hget(head(game_id), "deadline") or 0)
    run_out(redis, game_id)
    assert leased(games) == [game_id]


# --- the store's word ----------------------------------------------------------------------------
