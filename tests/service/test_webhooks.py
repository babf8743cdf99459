"""Which notices a game stores for its webhooks, when, and that they hold only what a spectator sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import TimeoutError

from engine.bots import LEVELS
from engine.registry import RULESETS
from service.games import Games, Seat
from service.games.core.game_errors import InvalidGame
from service.store import Store
from service.store.games.records import now_ms
from service.store.outbox import notice_queue
from service.store.redis.store_errors import Conflict, StoreUnsure
from service.webhooks.guard import Guard
from tests.service.bots import PACE, Plain
from tests.service.clocked import FORFEIT, run_out
from tests.service.hooked import every, every_id, ids, left, made, notices_of
from tests.service.horn import RULES as HORN
from tests.service.horn import seed_of
from tests.service.nim import HUMANS, bid, played, take
from tests.service.outbox import count, lease
from tests.service.reacting import BLOWN, TAKE_ONE
from tests.service.receiver import Receiver
from tests.service.test_undo import PATIENT
from tests.service.toy import NIM
from workers.player import Player
from workers.turn_timeouts import enforce_deadline

ADA, BO = HUMANS
AI = Seat("ai", None, "easy")
OPEN = Seat("open")


@pytest.fixture
def told() -> list[str]:
    """The ids for which messages were sent to workers immediately."""
    return []


@pytest.fixture
def games(store: Store, receiver: Receiver, told: list[str]) -> Iterator[Games]:
    games = Games(
        store,
        {NIM.key: NIM, HORN.key: HORN, PATIENT.key: PATIENT},
        ("easy",),
        on_notice=lambda *ids: told.extend(ids),
        guard=receiver.guard,
    )
    yield games
    games.queries.changes.release_waiters(timeout=10)


def turns(redis: Redis) -> list[tuple[int, int]]:
    """Version and seat of the pending notices of turns."""
    found = [body["data"] for body in left(redis) if body["type"] == "turn.started"]
    return sorted((data["version"], data["seat"]) for data in found)


def player(games: Games) -> Player:
    return Player(games, {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)


# --- whose turn it is ------------------------------------------------------------------------------


def test_the_first_turn_of_a_new_game(games: Games, receiver: Receiver, redis: Redis, told: list[str]) -> None:
    doc = made(games, receiver, "nim", HUMANS)
    began, turn = every(redis)
    assert turn["type"] == "turn.started"
    assert turn["data"] == {"game": doc["id"], "version": 0, "seat": 0, "name": "Ada", "deadline": None}
    assert (began["type"], began["data"]) == ("game.started", {"game": doc["id"], "version": 0, "ruleset": "nim"})
    assert sorted(told) == every_id(redis) == [f"{doc['id']}_0_{kind}_game" for kind in ("start", "turn")]


def test_without_a_webhook_nobody_is_told(games: Games, redis: Redis, told: list[str]) -> None:
    game_id = games.create_game("nim", HUMANS).game_id
    played(games, game_id, 0, bid(1))
    assert not told
    assert not left(redis)


def test_a_turn_starts_when_the_game_waits_for_another_person(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id = made(games, receiver, "nim", HUMANS, {"stones": 9}, "a seed")["id"]
    played(games, game_id, 1, bid(3))
    assert turns(redis) == [(0, 0)]
    played(games, game_id, 0, bid(0))
    first = games.queries.load_game(game_id).to_act[0]
    # The seat that the game already waited for gets no second notice.
    expected = [(0, 0), (2, first)] if first else [(0, 0)]
    assert turns(redis) == expected
    for version in range(3, 6):
        seat = games.queries.load_game(game_id).to_act[0]
        played(games, game_id, seat, take(1))
        expected.append((version, 1 - seat))
    assert turns(redis) == expected


def test_turns_of_ai_seats_are_nobodys_business(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id = made(games, receiver, "nim", (AI, AI, ADA))["id"]
    assert turns(redis) == []
    assert player(games).play_due_turns(game_id) == 2
    assert turns(redis) == [(2, 2)]


def test_a_turn_starts_for_who_comes_back_to_it(games: Games, receiver: Receiver, redis: Redis) -> None:
    """Not while the AI plays for it, nor when the player returns in another seat's turn."""
    clock = {"turn_seconds": 3600, "takeover_level": "easy"}
    game_id = made(games, receiver, "nim", HUMANS, clock)["id"]
    run_out(redis, game_id)
    enforce_deadline(games, games.queries.load_game(game_id), now_ms())
    assert turns(redis) == [(0, 0)]
    games.return_to_seat(games.queries.load_game(game_id), 0)
    assert turns(redis) == [(0, 0), (2, 0)]
    run_out(redis, game_id)
    player(games).play_due_turns(game_id)
    assert games.queries.load_game(game_id).to_act == (1,)
    games.return_to_seat(games.queries.load_game(game_id), 0)
    assert turns(redis) == [(0, 0), (2, 0), (4, 1)]


def test_a_game_that_waits_for_players_has_no_turns(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id = made(games, receiver, "nim", (ADA, OPEN, OPEN))["id"]
    games.claim_seat(game_id, 2, "Cy")
    assert turns(redis) == []
    games.claim_seat(game_id, 1, "Bo")
    assert turns(redis) == [(0, 0)]


def test_moves_within_a_turn_and_moves_taken_back_start_none(games: Games, receiver: Receiver, redis: Redis) -> None:
    """In this game the turn continues after a move."""
    game_id = made(games, receiver, "patient", HUMANS, {"stones": 20, **FORFEIT})["id"]
    for seat in (0, 1):
        played(games, game_id, seat, bid(seat))
    seat = games.queries.load_game(game_id).to_act[0]
    before, reminders = turns(redis), [name for name in every_id(redis) if "_reminder_" in name]
    played(games, game_id, seat, take(1), take(1))
    games.undo_move(games.queries.load_game(game_id), seat)
    assert turns(redis) == before
    assert [name for name in every_id(redis) if "_reminder_" in name] == reminders
    assert len(reminders) == 1
    played(games, game_id, seat, take(1), take(2))
    assert turns(redis) == [*before, (7, 1 - seat)]


def test_a_turn_that_comes_back_within_one_commit_has_started(games: Games, receiver: Receiver, redis: Redis) -> None:
    game = games.queries.load_game(made(games, receiver, "nim", HUMANS, {"stones": 9}, "a seed")["id"])
    for seat in (0, 1):
        game.apply_move(seat, (0, seat))
    first = game.to_act[0]
    games.commit(game)
    before = turns(redis)
    for seat in (first, 1 - first):
        game.apply_move(seat, (1, 1))
    games.commit(game)
    assert turns(redis) == [*before, (4, first)]


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_is_told_with_the_result(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id = made(games, receiver, "nim", HUMANS, {"stones": 1})["id"]
    for seat in (0, 1):
        played(games, game_id, seat, bid(0))
    played(games, game_id, games.queries.load_game(game_id).to_act[0], take(1))
    game = games.queries.load_game(game_id)
    ends = [body for body in left(redis) if body["type"] == "game.finished"]
    assert [end["data"] for end in ends] == [
        {"game": game_id, "version": 3, "result": games.queries.document_for(game, None)["result"]}
    ]
    assert (3, 0) not in turns(redis)


# --- nothing hidden --------------------------------------------------------------------------------


def test_a_hidden_card_changes_no_notice(games: Games, receiver: Receiver, redis: Redis) -> None:
    """A seat that can react only because of a hidden card gets no notice, and others' notices stay the same."""

    def bodies(*horns: bool) -> list[Any]:
        redis.flushall()
        game_id = made(games, receiver, "horn", (ADA, BO, Seat("human", "Cy")), {"stones": 9}, seed_of(*horns))["id"]
        for seat in (0, 1):
            played(games, game_id, seat, TAKE_ONE)
        return [(body["type"], {**body["data"], "game": ""}) for body in left(redis)]

    assert bodies(False, False, False) == bodies(False, True, False) == bodies(True, False, True)


def test_a_reaction_does_not_call_who_was_waited_for_already(games: Games, receiver: Receiver, redis: Redis) -> None:
    seats = (ADA, BO, Seat("human", "Cy"))
    game_id = made(games, receiver, "horn", seats, {"stones": 9}, seed_of(False, False, True))["id"]
    played(games, game_id, 2, BLOWN)
    assert games.queries.document_for(games.queries.load_game(game_id), None)["to_act"][0] == 0
    assert turns(redis) == [(0, 0)]


GAMES = [
    ("villagers", 2, {}),
    ("villagers", 1, {"solo": "hard"}),
    ("villagers", 3, {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}),
    ("my_village", 2, {}),
]


@pytest.mark.parametrize(("ruleset", "seats", "options"), GAMES)
def test_notices_hold_nothing_but_what_a_spectator_sees(
    store: Store, receiver: Receiver, redis: Redis, ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    games = Games(store, RULESETS, LEVELS, guard=receiver.guard)
    people = [Seat("human", f"Ada {seat}") for seat in range(seats)]
    game = games.queries.load_game(made(games, receiver, ruleset, people, options, "a seed")["id"])
    called = None
    while True:
        seen = games.queries.document_for(game, None)
        bodies = left(redis)
        for key in redis.scan_iter("*:notice:*"):
            redis.delete(key)
        if game.status == "finished":
            break
        if seen["to_act"][0] == called:
            assert bodies == []
        else:
            called = seen["to_act"][0]
            expected = {"game": game.id, "version": game.version, "seat": called, "name": f"Ada {called}"}
            (body,) = bodies
            assert (set(body), body["type"], body["data"]) == ({"type", "timestamp", "data"}, "turn.started", expected)
        seat = game.to_act[0]
        game.apply_move(seat, game.ruleset.legal_moves(game.state, seat)[0])
        games.commit(game)
    (body,) = bodies
    assert (set(body), body["type"]) == ({"type", "timestamp", "data"}, "game.finished")
    assert body["data"] == {"game": game.id, "version": game.version, "result": seen["result"]}


# --- written by the commit, or not at all ------------------------------------------------------------


def test_a_move_that_is_not_committed_tells_nobody(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id = made(games, receiver, "nim", HUMANS, {"stones": 9})["id"]
    late = games.queries.load_game(game_id)
    late.apply_move(0, (0, 2))
    played(games, game_id, 0, bid(1))
    before = ids(redis)
    with pytest.raises(Conflict):
        games.commit(late)
    assert ids(redis) == before


def test_nothing_is_lost_when_the_process_dies_after_the_commit(
    games: Games, receiver: Receiver, redis: Redis, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never learns of its own commit and sends no message, so the dispatcher finds the notice."""
    game = games.queries.load_game(made(games, receiver, "nim", HUMANS, {"stones": 9})["id"])
    told.clear()
    commit = games.store._commit

    def dies(*args: Any) -> object:
        commit(*args)
        raise TimeoutError

    monkeypatch.setattr(games.store, "_commit", dies)
    game.apply_move(0, (0, 0))
    with pytest.raises(StoreUnsure):
        games.commit(game)
    assert told == []
    assert (1, 1) in turns(redis)
    assert sorted(lease(notices_of(games), 0)) == every_id(redis)


def test_a_repeated_creation_is_told_of_once_and_shows_the_secret_again(
    games: Games, receiver: Receiver, redis: Redis
) -> None:
    first, again = (made(games, receiver, "nim", HUMANS, idempotency_key="k" * 16) for _ in range(2))
    assert first == again
    assert first["webhook"]["secret"].startswith("whsec_")
    assert len(ids(redis)) == 1
    other = games.create_game("nim", HUMANS, idempotency_key="k" * 16)
    assert other.game_id != first["id"]


def test_a_repeated_creation_needs_no_look_up(store: Store, redis: Redis) -> None:
    """A client that repeats it because the name server was slow still gets its tokens."""
    found: list[list[str]] = [["8.8.8.8"]]

    def look_up(host: str, port: int) -> list[str]:
        if not found:
            raise OSError("no answer")
        return found.pop()

    guard = Guard("public", lookup=look_up)
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=guard)
    first, again = (
        games.create_game("nim", HUMANS, webhook="https://play.example/", idempotency_key="k" * 16) for _ in range(2)
    )
    assert (again.body, again.repeated) == (first.body, True)
    found.append(["10.0.0.1"])
    with pytest.raises(InvalidGame) as refused:
        games.create_game("nim", HUMANS, webhook="https://play.example/", idempotency_key="l" * 16)
    assert [fault.path for fault in refused.value.faults] == ["webhook.url"]


def test_a_refused_url_makes_no_game(games: Games, redis: Redis) -> None:
    with pytest.raises(InvalidGame) as refused:
        games.create_game("nim", (ADA, Seat("ai", "Ida", "nobody")), webhook="http://169.254.169.254/")
    assert [fault.path for fault in refused.value.faults] == ["seats.1.level", "webhook.url"]
    assert redis.dbsize() == 0


def test_what_nobody_takes_does_not_fill_the_memory(
    games: Games, receiver: Receiver, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notice_queue, "MAX_PENDING", 20)
    game_id = made(games, receiver, "nim", HUMANS, {"stones": 99})["id"]
    for seat in (0, 1):
        played(games, game_id, seat, bid(0))
    for _ in range(25):
        played(games, game_id, games.queries.load_game(game_id).to_act[0], take(1))
    assert len(every_id(redis)) == count(notices_of(games)) == 20
    failed = notices_of(games).failed("game", 100)
    assert {notice.reason for notice in failed} == {"too_many"}
    # The oldest go first.
    assert f"{game_id}_0_turn_game" in [notice.notice for notice in failed]
    assert f"{game_id}_0_turn_game" not in every_id(redis)


def test_the_secret_is_in_no_view_and_no_replay(games: Games, receiver: Receiver) -> None:
    doc = made(games, receiver, "nim", HUMANS, {"stones": 1})
    secret = doc["webhook"]["secret"]
    for seat in (0, 1):
        played(games, doc["id"], seat, bid(0))
    game = games.queries.load_game(doc["id"])
    played(games, game.id, game.to_act[0], take(1))
    game = games.queries.load_game(game.id)
    shown = [games.queries.document_for(game, seat) for seat in (None, 0)] + [
        games.queries.whole_replay(game),
        games.queries.events_for(game, 0, 0),
    ]
    assert secret not in str(shown) + repr(game) + repr(game.webhooks)
    assert "webhook" not in str(shown)
