"""Banks of time: what a seat has besides the time of its turns, and how it shrinks and grows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import orjson
import pytest
from redis import Redis

from engine.errors import FaultyDocument
from service.config.timestamps import moment
from service.games import Games, Seat
from service.store import Store
from service.store.games import clock_record
from tests.service.clocked import head, leased, player, run_out
from tests.service.nim import HUMANS, WITH_OPEN, begun, bid, created, played, take
from tests.service.test_undo import PATIENT
from tests.service.toy import NIM

TURN, BANK, INCREMENT = 60, 600, 10
CLOCK = {"turn_seconds": TURN, "bank_seconds": BANK, "increment_seconds": INCREMENT, "takeover_level": "easy"}
LONG = {**CLOCK, "stones": 40}
WHOLE = BANK * 1000
SLACK = 5000
"""Milliseconds that a test may take between two calls."""


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    games = Games(store, {rules.key: rules for rules in (NIM, PATIENT)}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


def stored_deadline(redis: Redis, game_id: str) -> int:
    return int(redis.hget(head(game_id), "deadline") or 0)


def pass_time(redis: Redis, game_id: str, seconds: int) -> None:
    """Let the running turn last longer, by moving its deadline."""
    deadline = stored_deadline(redis, game_id)
    assert deadline > 0
    redis.hset(head(game_id), "deadline", deadline - seconds * 1000)


def banks(games: Games, game_id: str) -> list[int]:
    found: list[int] = games.queries.document_for(games.queries.load_game(game_id), None)["banks"]
    return found


def about(value: int, expected: int) -> bool:
    return expected - SLACK <= value <= expected


def left(redis: Redis, game_id: str) -> int:
    """Milliseconds to the deadline."""
    seconds, micro = redis.time()
    return stored_deadline(redis, game_id) - seconds * 1000 - micro // 1000


@pytest.mark.parametrize("spent", [0, TURN // 2, TURN + 100, TURN + BANK - 30])
def test_a_turn_takes_from_the_bank_what_its_own_time_does_not_cover(games: Games, redis: Redis, spent: int) -> None:
    game_id, seat = begun(games, options=LONG)
    before = banks(games, game_id)
    assert about(left(redis, game_id), TURN * 1000 + before[seat])
    pass_time(redis, game_id, spent)
    answer = played(games, game_id, seat, take(1))
    after = banks(games, game_id)
    assert about(after[seat], before[seat] - max(0, spent - TURN) * 1000 + INCREMENT * 1000)
    assert after[1 - seat] == before[1 - seat]
    assert answer["game"]["banks"] == after
    assert answer["game"]["deadline"] == moment(stored_deadline(redis, game_id))
    assert about(left(redis, game_id), TURN * 1000 + after[1 - seat])


def test_whose_bank_is_used_up_is_away_and_has_the_time_of_a_turn_when_back(games: Games, redis: Redis) -> None:
    game_id, seat = begun(games, options=LONG)
    run_out(redis, game_id)
    for due in leased(games):
        player(games).play_due_turns(due)
    assert banks(games, game_id)[seat] == 0
    game = games.queries.load_game(game_id)
    assert game.timing is not None
    assert seat in game.timing.away
    back = orjson.loads(games.return_to_seat(game, seat).body)
    assert back["banks"] == banks(games, game_id)
    assert back["banks"][seat] == 0
    played(games, game_id, 1 - seat, take(1))
    assert about(left(redis, game_id), TURN * 1000)


def test_what_is_taken_back_gives_no_time_back(games: Games, redis: Redis) -> None:
    game_id = games.create_game(PATIENT.key, HUMANS, {"stones": 20, **CLOCK}).game_id
    for seat in range(2):
        played(games, game_id, seat, bid(seat))
    seat = games.queries.load_game(game_id).to_act[0]
    before = banks(games, game_id)
    played(games, game_id, seat, take(1))
    pass_time(redis, game_id, 100)
    deadline = stored_deadline(redis, game_id)
    undone = orjson.loads(games.undo_move(games.queries.load_game(game_id), seat).body)
    assert stored_deadline(redis, game_id) == deadline
    assert undone["game"]["banks"] == before
    played(games, game_id, seat, take(2))
    assert about(banks(games, game_id)[seat], before[seat] - (100 - TURN) * 1000 + INCREMENT * 1000)


def test_a_random_game_adds_up(games: Games, redis: Redis) -> None:
    """A model beside it: every turn takes what it lasts longer than its time, and adds the increment."""
    rng = random.Random(3)
    game_id, seat = begun(games, options=LONG)
    model = banks(games, game_id)
    for _ in range(18):
        spent = rng.choice((0, 20, TURN + 5, TURN + 50, TURN + 200))
        if spent - TURN > model[seat] // 1000 - 20:
            spent = 0
        pass_time(redis, game_id, spent)
        played(games, game_id, seat, take(1))
        model[seat] += INCREMENT * 1000 - max(0, spent - TURN) * 1000
        now = banks(games, game_id)
        assert about(now[seat], model[seat])
        assert now[1 - seat] == model[1 - seat]
        model, seat = now, games.queries.load_game(game_id).to_act[0]


def test_no_bank_grows_beyond_its_limit(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_record, "MAX_BANK_MS", WHOLE + 15_000)
    game_id, _ = begun(games, options=LONG)
    for _ in range(4):
        played(games, game_id, games.queries.load_game(game_id).to_act[0], take(1))
    assert banks(games, game_id) == [WHOLE + 15_000] * 2


def test_everybody_sees_all_banks_and_past_versions_none(games: Games) -> None:
    game_id, _ = begun(games, options=LONG)
    game = games.queries.load_game(game_id)
    assert {tuple(games.queries.document_for(game, viewer)["banks"]) for viewer in (None, 0, 1)} == {
        tuple(banks(games, game_id))
    }
    assert "banks" not in games.queries.document_for(games.queries.past_game(game, 1), 0)


def test_banks_begin_whole_and_an_answer_that_is_repeated_has_them_too(games: Games) -> None:
    assert created(games, WITH_OPEN, options=CLOCK)["banks"] == [WHOLE] * len(WITH_OPEN)
    one, two = (
        orjson.loads(games.create_game("nim", HUMANS, LONG, None, "key of a test in banks").body) for _ in range(2)
    )
    assert one["banks"] == two["banks"] == [WHOLE] * 2
    seat = games.queries.load_game(one["id"]).to_act[0]
    moves = [bid(1)]
    first, again = (
        games.play_moves(games.queries.load_game(one["id"]), seat, moves, idempotency_key="k") for _ in range(2)
    )
    assert again.repeated
    assert first.document["game"]["banks"] == again.document["game"]["banks"] == banks(games, one["id"])


def test_a_game_without_banks_tells_none(games: Games) -> None:
    game_id, _ = begun(games, options={"turn_seconds": TURN, "takeover_level": "easy"})
    assert "banks" not in games.queries.document_for(games.queries.load_game(game_id), None)


@pytest.mark.parametrize("name", ["bank_seconds", "increment_seconds"])
@pytest.mark.parametrize("options", [{**CLOCK, "@": 0}, {**CLOCK, "@": True}, {**CLOCK, "@": 10**8}, {"@": 60}])
def test_banks_that_cannot_be(games: Games, name: str, options: dict[str, object]) -> None:
    value = options["@"]
    with pytest.raises(FaultyDocument) as refusal:
        games.create_game("nim", HUMANS, {**{key: one for key, one in options.items() if key != "@"}, name: value})
    assert [fault.path for fault in refusal.value.faults] == [f"options.{name}"]


def test_seats_of_an_ai_keep_their_bank(games: Games) -> None:
    made = created(games, (Seat("human"), Seat("ai", None, "easy")), options=LONG)
    assert made["banks"] == [WHOLE] * 2
