"""Clocks and everything that shares their due turns and commits: stray messages, tries, parking, webhooks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prometheus_client import REGISTRY
from redis import Redis

from service.games import Games, Seat
from service.games.clock import turn_clock
from service.store import DueTurns, Store
from service.store.redis.store_errors import StoreUnsure
from tests.service.bots import Plain
from tests.service.clocked import CLOCK, FORFEIT, SECONDS, due_at, events, head, leased, run_out
from tests.service.hooked import ids, left, made
from tests.service.horn import RULES, seed_of
from tests.service.nim import HUMANS, bid, created, played, take
from tests.service.reacting import Told
from tests.service.receiver import Receiver
from tests.service.test_failing_bots import Failing, stood_in
from tests.service.toy import NIM
from workers.fallback_bots import MAX_BOT_TRIES
from workers.player import MAX_TURN_TRIES, PAUSES_SECONDS, Player
from workers.thinking_time import Pace

LEASE = 15
THREE = (*HUMANS, Seat("human", "Cy"))
AI = Seat("ai", None, "easy")


@pytest.fixture
def games(redis: Redis, receiver: Receiver) -> Iterator[Games]:
    """As in production: what is committed becomes due for the dispatcher one lease later."""
    store = Store(redis, buckets=4, due_delay=LEASE)
    games = Games(store, {NIM.key: NIM, RULES.key: RULES}, ("easy",), guard=receiver.guard)
    yield games
    games.queries.changes.release_waiters(timeout=10)


def player(games: Games, bot: Plain | None = None) -> Player:
    """As in production: a worker holds what it has begun for a lease."""
    levels = {"easy": bot or Plain(), "greedy": Plain()}
    return Player(games, levels, seconds=60, reaction_seconds=0, pace=Pace(LEASE, 3600))


def deadline(redis: Redis, game_id: str) -> int:
    """Return the deadline of the running turn in ms."""
    found = int(redis.hget(head(game_id), "deadline") or 0)
    assert found
    return found


def ask_again(redis: Redis, games: Games, game_id: str) -> None:
    """A round of the dispatcher, once the game is due again before its deadline."""
    bucket_due = f"{{b{int(game_id[:4], 16)}}}:due"
    if (due_at(redis, game_id) or 0) < deadline(redis, game_id):
        redis.zadd(bucket_due, {game_id: 1})
    leased(games)


# --- messages that come astray -------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [5, SECONDS])
def test_messages_that_come_astray_neither_move_a_deadline_nor_count(games: Games, redis: Redis, seconds: int) -> None:
    """Also if the turn is shorter than a lease."""
    game_id = created(games, options={**CLOCK, "turn_seconds": seconds})["id"]
    for _ in range(MAX_TURN_TRIES + 2):
        assert player(games).play_due_turns(game_id) == 0
        assert due_at(redis, game_id) == deadline(redis, game_id)
    assert redis.hget(head(game_id), "tries") is None
    assert DueTurns(games.store).parked() == []


def test_declined_reactions_neither_move_a_deadline_nor_count(games: Games, redis: Redis) -> None:
    options = {"stones": 9, **CLOCK, "turn_seconds": 5}
    game_id = games.create_game("horn", (HUMANS[0], AI), options, seed_of(False, True)).game_id
    bot = Told()
    for _ in range(MAX_TURN_TRIES + 2):
        assert player(games, bot).play_due_turns(game_id) == 0
        assert due_at(redis, game_id) == deadline(redis, game_id)
    assert bot.asked
    assert redis.hget(head(game_id), "tries") is None
    assert DueTurns(games.store).parked() == []


def test_a_commit_whose_answer_was_lost_leaves_the_game_to_its_deadline(
    games: Games, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker believes its move lost and asks for another message, but it is now a person's turn, for an hour."""
    game_id = created(games, (AI, HUMANS[0]), options=CLOCK)["id"]
    commit = games.commit

    def unsure(*args: object, **more: object) -> None:
        commit(*args, **more)  # type: ignore[arg-type]
        raise StoreUnsure("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(games, "commit", unsure)
        with pytest.raises(StoreUnsure):
            player(games).play_due_turns(game_id)
    assert games.queries.load_game(game_id).version == 1
    for _ in range(MAX_TURN_TRIES + 2):
        ask_again(redis, games, game_id)
        assert player(games).play_due_turns(game_id) == 0
    assert DueTurns(games.store).parked() == []
    assert due_at(redis, game_id) == deadline(redis, game_id)
    run_out(redis, game_id)
    assert leased(games) == [game_id]
    player(games).play_due_turns(game_id)
    assert [event["type"] for event in events(games, game_id)][-1] != "seat_away", "the AI has played on"
    assert "seat_away" in [event["type"] for event in events(games, game_id)]


def test_tries_before_a_time_out_are_not_those_of_the_ai_that_takes_over(games: Games, redis: Redis) -> None:
    game_id, before = created(games, options=CLOCK)["id"], stood_in()
    for _ in range(MAX_BOT_TRIES):
        DueTurns(games.store).begin_turn(game_id, LEASE)  # by a worker that died for another reason
    run_out(redis, game_id)
    bot = Failing()
    assert player(games, bot).play_due_turns(game_id) == 0
    assert games.queries.load_game(game_id).version == 1, "the note"
    assert (bot.asked, stood_in()) == (1, before)
    seconds, micros = redis.time()
    assert (due_at(redis, game_id) or 0) / 1000 - seconds - micros / 1e6 <= PAUSES_SECONDS[0]


def test_the_time_that_a_person_took_is_no_lag_of_an_ai(games: Games, redis: Redis) -> None:
    def lag() -> tuple[float, float]:
        found = [REGISTRY.get_sample_value(f"hamlet_ai_turn_lag_seconds_{part}") for part in ("count", "sum")]
        return found[0] or 0, found[1] or 0

    game_id = created(games, options=CLOCK)["id"]
    redis.hincrby(head(game_id), "at", -SECONDS * 1000)
    run_out(redis, game_id)
    count, total = lag()
    assert player(games).play_due_turns(game_id) == 1
    now = lag()
    assert now[0] == count + 1
    assert now[1] < total + SECONDS / 2


# --- webhooks ------------------------------------------------------------------------------------


def kinds(redis: Redis) -> list[tuple[int, str]]:
    """Version and type of all pending notices."""
    return sorted((body["data"]["version"], body["type"]) for body in left(redis))


def test_who_comes_back_in_his_turn_is_told_of_it(games: Games, redis: Redis, receiver: Receiver) -> None:
    game_id = made(games, receiver, "nim", HUMANS, CLOCK)["id"]
    run_out(redis, game_id)
    game = games.queries.load_game(game_id)
    turn_clock.time_out(game)
    games.commit(game)
    assert kinds(redis) == [(0, "turn.started")]
    games.return_to_seat(games.queries.load_game(game_id), 0)
    assert kinds(redis) == [(0, "turn.started"), (2, "turn.started")]


def test_the_end_by_a_forfeit_is_told_once(games: Games, redis: Redis, receiver: Receiver) -> None:
    game_id = made(games, receiver, "nim", HUMANS, FORFEIT)["id"]
    run_out(redis, game_id)
    for _ in range(3):
        player(games).play_due_turns(game_id)
    assert kinds(redis) == [(0, "turn.started"), (1, "game.finished")]
    (end,) = [body["data"] for body in left(redis) if body["type"] == "game.finished"]
    assert end["result"] == {"winners": [1], "scores": [], "forfeited": [0]}
    assert games.store.counts() == {"waiting": 0, "active": 0, "finished": 1}
    assert len(ids(redis)) == 2


def test_of_three_the_next_person_is_called_and_the_end_is_told_once(
    games: Games, redis: Redis, receiver: Receiver
) -> None:
    game_id = made(games, receiver, "nim", THREE, {"stones": 4, **FORFEIT})["id"]
    run_out(redis, game_id)
    player(games).play_due_turns(game_id)
    assert kinds(redis) == [(0, "turn.started"), (2, "turn.started")]
    assert left(redis)[1]["data"]["seat"] == 1
    while (game := games.queries.load_game(game_id)).status == "active":
        if player(games).play_due_turns(game_id) == 0:
            played(games, game_id, game.to_act[0], bid(1) if game.version < 4 else take(1))
    ends = [body["data"] for body in left(redis) if body["type"] == "game.finished"]
    assert [end["result"]["forfeited"] for end in ends] == [[0]]
    assert games.store.counts() == {"waiting": 0, "active": 0, "finished": 1}
