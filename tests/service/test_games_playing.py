"""Stored games: moves, races, idempotency, the end; with a toy game, since the ruleset does not matter."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest
from redis import Redis

from engine.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn
from engine.replay import replay
from engine.ruleset import Doc
from service.games import Answer, Game, Games
from service.games.core.game_errors import (
    NotFinished,
    UnknownMoveId,
    VersionMismatch,
)
from service.store.redis.store_errors import Conflict, KeyReused
from tests.bare import bare
from tests.service.conftest import everything
from tests.service.nim import HUMANS, WITH_AI, WITH_OPEN, begun, bid, created, finished, played, take
from tests.service.toy import NIM

# --- playing -------------------------------------------------------------------------------------


def test_a_move(games: Games) -> None:
    game_id, seat = begun(games)
    answer = played(games, game_id, seat, {"type": "take"})
    assert answer["version"] == 3
    assert bare(answer["events"]) == [{"type": "took", "seat": seat, "stones": 1}]
    assert answer["game"] == games.queries.document_for(games.queries.load_game(game_id), seat)
    assert answer["game"]["view"]["stones"] == 6


def test_a_move_by_its_id(games: Games) -> None:
    game_id, seat = begun(games)
    game = games.queries.load_game(game_id)
    chosen = games.queries.moves_for(game, seat)["moves"][2]
    answer = orjson.loads(games.play_moves(game, seat, move_id=chosen["id"]).body)
    assert answer["game"]["view"]["stones"] == 4
    with pytest.raises(UnknownMoveId):
        games.play_moves(games.queries.load_game(game_id), 1 - seat, move_id=chosen["id"])


def test_several_moves_at_once(games: Games) -> None:
    """Every second turn is the seat's own. With one other seat the turn passes, so two moves in a row fail."""
    game_id, seat = begun(games)
    with pytest.raises(NotYourTurn, match=r"moves\.1"):
        played(games, game_id, seat, take(1), take(1))
    assert games.queries.load_game(game_id).version == 2
    fresh = created(games, seed=_seed_where(0))["id"]
    played(games, fresh, 1, bid(0))
    answer = played(games, fresh, 0, bid(0), take(3))
    assert answer["version"] == 3
    assert [event["type"] for event in answer["events"]] == ["bid", "began", "took"]
    assert len(games.store.log(fresh, 0, 99)) == 3


def _seed_where(first: int) -> str:
    """Return a seed with which this one of two seats begins if nobody bids."""
    for number in range(99):
        state = NIM.setup({"stones": 7}, 2, str(number).encode())
        for seat in (0, 1):
            NIM.apply(state, seat, (0, 0))
        if state.turn == first:
            return str(number)
    raise AssertionError("no such seed")


@pytest.mark.parametrize(
    ("moves", "refusal", "text"),
    [
        ([take(3)], IllegalMove, "^bid 0 to 3"),
        ([bid(4)], IllegalMove, "^bid 0 to 3"),
        ([bid(1), bid(1)], NotYourTurn, r"moves\.1"),
        ([{"type": "dance"}], MalformedMove, r"^move\.type"),
        ([bid(10)], MalformedMove, r"^move\.amount"),
        ([bid(1), {"type": "dance"}], MalformedMove, r"^moves\.1\.type"),
        ([], MalformedMove, "^moves"),
    ],
)
def test_a_refused_move_changes_nothing(
    games: Games, redis: Redis, moves: list[Doc], refusal: type[Exception], text: str
) -> None:
    game_id = created(games)["id"]
    before = everything(redis)
    with pytest.raises(refusal, match=text):
        played(games, game_id, 0, *moves, idempotency_key="key")
    assert everything(redis) == before


def test_an_illegal_move_among_several_names_rule_and_place(games: Games) -> None:
    game_id = created(games, seed=_seed_where(0))["id"]
    played(games, game_id, 1, bid(0))
    with pytest.raises(IllegalMove, match=r"^moves\.1: ") as refusal:
        played(games, game_id, 0, bid(0), take(9))
    assert refusal.value.rule == "NIM-1"
    assert games.queries.load_game(game_id).version == 1


def test_nobody_plays_out_of_turn_or_after_the_end(games: Games) -> None:
    game_id, seat = begun(games)
    with pytest.raises(NotYourTurn):
        played(games, game_id, 1 - seat, take(1))
    over = finished(games)
    for anyone in (0, 1):
        with pytest.raises(GameOver):
            played(games, over, anyone, take(1))


def test_if_match(games: Games) -> None:
    game_id, seat = begun(games)
    for wrong in (0, 1, 3):
        with pytest.raises(VersionMismatch) as refusal:
            played(games, game_id, seat, take(1), if_match=wrong)
        assert refusal.value.version == 2
    assert played(games, game_id, seat, take(1), if_match=2)["version"] == 3


@pytest.mark.parametrize("if_match", [2, None])
def test_of_32_posts_for_one_version_one_wins(games: Games, if_match: int | None) -> None:
    game_id, seat = begun(games)
    loaded = [games.queries.load_game(game_id) for _ in range(32)]

    def attempt(game: Game) -> type[BaseException] | None:
        try:
            games.play_moves(game, seat, [take(1)], if_match=if_match)
        except (VersionMismatch, NotYourTurn) as refusal:
            return type(refusal)
        return None

    with ThreadPoolExecutor(32) as pool:
        outcomes = list(pool.map(attempt, loaded))
    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, NotYourTurn if if_match is None else VersionMismatch}
    assert len(games.store.log(game_id, 0, 99)) == games.queries.load_game(game_id).version == 3


def test_losing_a_race_while_still_to_act_is_a_conflict_for_a_move_of_one_version(games: Games) -> None:
    game_id = created(games)["id"]
    slow = games.queries.load_game(game_id)
    chosen = games.queries.moves_for(slow, 0)["moves"][0]["id"]
    played(games, game_id, 1, bid(2))
    with pytest.raises(Conflict):
        games.play_moves(slow, 0, move_id=chosen)
    assert games.queries.load_game(game_id).version == 1


# --- idempotency ---------------------------------------------------------------------------------


def test_a_repeated_move_gets_the_first_answer_and_changes_nothing(games: Games) -> None:
    game_id, seat = begun(games)

    def post() -> Answer:
        return games.play_moves(games.queries.load_game(game_id), seat, [take(1)], if_match=2, idempotency_key="key")

    first = post()
    played(games, game_id, 1 - seat, take(1))
    again = post()
    assert (again.body, again.version) == (first.body, first.version)
    assert (first.repeated, again.repeated) == (False, True)
    assert games.queries.load_game(game_id).version == 4


def test_a_key_used_for_another_move(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(1), idempotency_key="key")
    with pytest.raises(KeyReused):
        played(games, game_id, seat, take(2), idempotency_key="key")
    assert played(games, game_id, 1 - seat, take(2), idempotency_key="key")["version"] == 4


def test_concurrent_repeats_all_get_the_first_answer(games: Games) -> None:
    game_id, seat = begun(games)
    loaded = [games.queries.load_game(game_id) for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda game: games.play_moves(game, seat, [take(1)], idempotency_key="key"), loaded))
    assert len({answer.body for answer in answers}) == 1
    assert sum(not answer.repeated for answer in answers) == 1
    assert games.queries.load_game(game_id).version == 3


def test_a_refused_move_is_not_remembered(games: Games) -> None:
    game_id, seat = begun(games)
    with pytest.raises(IllegalMove):
        played(games, game_id, seat, take(9), idempotency_key="key")
    assert played(games, game_id, seat, take(1), idempotency_key="key")["version"] == 3


def test_a_repeated_creation_gets_the_first_answer_tokens_included(games: Games, redis: Redis) -> None:
    first = games.create_game("nim", WITH_OPEN, idempotency_key="key")
    before = everything(redis)
    again = games.create_game("nim", WITH_OPEN, {}, idempotency_key="key")
    assert again.body == first.body
    assert (first.repeated, again.repeated) == (False, True)
    assert everything(redis) == before
    doc = orjson.loads(again.body)
    assert games.queries.load_for_token(doc["id"], doc["tokens"]["0"])[1] == 0


def test_creations_that_differ_make_different_games(games: Games) -> None:
    answers = [
        games.create_game("nim", HUMANS, idempotency_key="key"),
        games.create_game("nim", HUMANS, idempotency_key="other"),
        games.create_game("nim", WITH_AI, idempotency_key="key"),
        games.create_game("nim", HUMANS, {"stones": 8}, idempotency_key="key"),
        games.create_game("nim", HUMANS, seed="x", idempotency_key="key"),
        games.create_game("nim", HUMANS),
        games.create_game("nim", HUMANS),
    ]
    assert len({answer.game_id for answer in answers}) == len(answers)
    shown = [orjson.loads(answer.body)["tokens"]["0"].split(".")[1] for answer in answers]
    assert len(set(shown)) == len(answers)


# --- the end -------------------------------------------------------------------------------------


def test_result_and_replay(games: Games) -> None:
    game_id, _ = begun(games, seed="open")
    with pytest.raises(NotFinished):
        games.queries.whole_replay(games.queries.load_game(game_id))
    over = games.queries.load_game(finished(games, seed="open"))
    doc = games.queries.document_for(over, None)
    assert (doc["status"], doc["to_act"], doc["version"]) == ("finished", [], 9)
    assert doc["result"] == NIM.result(over.state)

    story = games.queries.whole_replay(over)
    assert bytes.fromhex(story["seed"]) == b"open"
    assert story["secret"] == story["seed"]
    assert hashlib.sha256(bytes.fromhex(story["salt"]) + b"open").hexdigest() == story["commitment"]
    assert [move["version"] for move in story["moves"]] == list(range(1, 10))
    assert bare(story["moves"][1]["events"][0]) == {"type": "bid", "seat": 1, "amount": 1}
    moves = [(move["seat"], move["move"]) for move in story["moves"]]
    state, history = replay(NIM, story["options"], len(story["seats"]), bytes.fromhex(story["seed"]), moves)
    assert state == over.state
    assert [[event.type for event in events] for events in history] == [
        [event["type"] for event in move["events"]] for move in story["moves"]
    ]
