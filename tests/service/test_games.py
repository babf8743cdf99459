"""Stored games: creating, joining, seeing, playing, waiting, replaying; with a toy game, since no game matters."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from redis import Redis

from engine.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn
from engine.replay import replay
from engine.ruleset import Doc
from service import tokens
from service.games import Answer, Game, Games, Seat
from service.games.errors import (
    Forbidden,
    GameWaiting,
    InvalidGame,
    NoSuchRuleset,
    NoSuchSeat,
    NotFinished,
    Unauthorized,
    UnknownMoveId,
    VersionMismatch,
)
from service.store import DueTurns, Store, connect
from service.store.errors import Conflict, KeyReused, NoSuchGame, SeatTaken, StoreUnavailable
from tests.service.conftest import RedisServer, everything
from tests.service.toy import NIM

HUMANS = (Seat("human", "Ada"), Seat("human", "Bo"))
WITH_AI = (Seat("human", "Ada"), Seat("ai", "Ida", "easy"))
WITH_OPEN = (Seat("human", "Ada"), Seat("open"), Seat("open", "Cy"))


def created(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.create("nim", seats, **more).body)
    return doc


def bid(amount: int) -> Doc:
    return {"type": "bid", "amount": amount}


def take(stones: int) -> Doc:
    return {"type": "take", "stones": stones}


def played(games: Games, game_id: str, seat: int, *moves: Doc, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.play(games.load(game_id), seat, moves, **more).body)
    return doc


def begun(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> tuple[str, int]:
    """A game in which everybody has bid: its id and the seat that begins."""
    game_id = created(games, seats, **more)["id"]
    for seat in range(len(seats)):
        played(games, game_id, seat, bid(seat))
    return game_id, games.load(game_id).to_act[0]


def finished(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> str:
    game_id, seat = begun(games, seats, **more)
    while seats_to_act := games.load(game_id).to_act:
        (seat,) = seats_to_act
        played(games, game_id, seat, take(1))
    return game_id


# --- creating ------------------------------------------------------------------------------------


def test_a_new_game(games: Games) -> None:
    doc = created(games, WITH_AI, options={"stones": 9})
    assert doc["ruleset"] == "nim"
    assert (doc["status"], doc["version"], doc["to_act"], doc["viewer"]) == ("active", 0, [0, 1], 0)
    assert doc["options"] == {"stones": 9}
    assert doc["seats"] == [
        {"seat": 0, "type": "human", "name": "Ada", "level": None, "status": "taken"},
        {"seat": 1, "type": "ai", "name": "Ida", "level": "easy", "status": "taken"},
    ]
    assert doc["result"] is None
    assert doc["view"]["stones"] == 9
    assert list(doc["tokens"]) == ["0"]
    assert games.enter(doc["id"], doc["tokens"]["0"])[1] == 0


def test_the_answer_to_a_creation_is_the_games_document_and_tokens(games: Games) -> None:
    doc = created(games)
    shown = {name: value for name, value in doc.items() if name != "tokens"}
    assert shown == games.document(games.load(doc["id"]), 0)
    assert len(set(doc["tokens"].values())) == 2


def test_a_game_without_people_is_shown_to_a_spectator(games: Games) -> None:
    doc = created(games, (Seat("ai", "A", "easy"), Seat("ai", "B", "easy")))
    assert (doc["viewer"], doc["tokens"]) == (None, {})


def test_seed_of_the_clients(games: Games) -> None:
    one, two = (games.load(created(games, seed="Grüße")["id"]) for _ in range(2))
    assert one.state == two.state
    assert one.setup.seed == "Grüße".encode()
    doc = games.document(one, None)
    assert doc["rated"] is False
    assert doc["seed_hash"] == hashlib.sha256("Grüße".encode()).hexdigest()


def test_seed_of_our_own(games: Games) -> None:
    one, two = (games.load(created(games)["id"]) for _ in range(2))
    assert len(one.setup.seed) == len(two.setup.seed) == 32
    assert one.setup.seed != two.setup.seed
    assert games.document(one, None)["rated"] is True


def test_every_fault_of_a_new_game_is_listed(games: Games) -> None:
    seats = (Seat("robot"), Seat("ai", None, "genius"), Seat("human", None, "easy"))
    with pytest.raises(InvalidGame) as refusal:
        games.create("nim", seats, {"stones": 0, "colour": "red"}, seed="")
    assert {fault.path for fault in refusal.value.faults} == {
        "seats.0.type",
        "seats.1.level",
        "seats.2.level",
        "options.stones",
        "options.colour",
        "seed",
    }


@pytest.mark.parametrize("seed", ["x" * 129, "ü" * 65, "\ud800"])
def test_seeds_that_cannot_be(games: Games, seed: str) -> None:
    with pytest.raises(InvalidGame, match="seed"):
        games.create("nim", HUMANS, seed=seed)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_wrong_number_of_seats(games: Games, count: int) -> None:
    with pytest.raises(InvalidGame, match="2, 3 seats"):
        games.create("nim", (Seat("human"),) * count)


def test_unknown_ruleset(games: Games) -> None:
    with pytest.raises(NoSuchRuleset):
        games.create("chess", HUMANS)


# --- joining -------------------------------------------------------------------------------------


def test_a_game_waits_until_its_open_seats_are_claimed(games: Games) -> None:
    doc = created(games, WITH_OPEN)
    game_id = doc["id"]
    assert (doc["status"], doc["to_act"], list(doc["tokens"])) == ("waiting", [], ["0"])
    assert doc["seats"][1] == {"seat": 1, "type": "open", "name": None, "level": None, "status": "open"}
    with pytest.raises(GameWaiting):
        played(games, game_id, 0, bid(1))
    assert games.moves(games.load(game_id), 0)["moves"] == []

    first = orjson.loads(games.claim(game_id, 1, "Bea").body)
    assert (first["status"], first["viewer"], list(first["tokens"])) == ("waiting", 1, ["1"])
    assert first["seats"][1] == {"seat": 1, "type": "human", "name": "Bea", "level": None, "status": "taken"}
    second = orjson.loads(games.claim(game_id, 2).body)
    assert (second["status"], second["version"], second["to_act"]) == ("active", 0, [0, 1, 2])
    assert second["seats"][2]["name"] == "Cy"
    for number, token in {**doc["tokens"], **first["tokens"], **second["tokens"]}.items():
        assert games.enter(game_id, token)[1] == int(number)
    assert played(games, game_id, 2, bid(1))["version"] == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_only_open_seats_can_be_claimed(games: Games, seat: int) -> None:
    game_id = created(games, WITH_AI)["id"]
    with pytest.raises(SeatTaken):
        games.claim(game_id, seat)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_claim_of_no_seat(games: Games, seat: int) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    with pytest.raises(NoSuchSeat):
        games.claim(game_id, seat)


def test_of_16_claims_of_a_seat_one_wins(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]

    def attempt(_: int) -> Answer | None:
        try:
            return games.claim(game_id, 1)
        except SeatTaken:
            return None

    with ThreadPoolExecutor(16) as pool:
        won = [answer for answer in pool.map(attempt, range(16)) if answer is not None]
    assert len(won) == 1
    assert games.enter(game_id, orjson.loads(won[0].body)["tokens"]["1"])[1] == 1
    assert games.load(game_id).open_seats == 1


# --- tokens --------------------------------------------------------------------------------------


def test_which_seat_a_token_opens(games: Games) -> None:
    doc, other = created(games), created(games)
    assert games.enter(doc["id"], None)[1] is None
    assert [games.enter(doc["id"], doc["tokens"][seat])[1] for seat in ("0", "1")] == [0, 1]
    with pytest.raises(Forbidden):
        games.enter(doc["id"], other["tokens"]["0"])


@pytest.mark.parametrize("mangle", [lambda t: "", lambda t: t[:-1], lambda t: t + "x", lambda t: t.split(".")[1]])
def test_tokens_that_open_nothing(games: Games, mangle: Callable[[str], str]) -> None:
    doc, other = created(games), created(games)
    for token in (doc["tokens"]["0"], other["tokens"]["0"]):
        with pytest.raises(Unauthorized):
            games.enter(doc["id"], mangle(token))


@pytest.mark.parametrize("token", ["nonsense", "a.b.c", "ü.é", "\udcff", "0000" + "a" * 16 + "." + "b" * 43])
def test_strange_tokens(games: Games, token: str) -> None:
    with pytest.raises(Unauthorized):
        games.enter(created(games)["id"], token)


def test_a_derived_token_needs_all_it_is_made_from() -> None:
    made = {
        tokens.derived("g", seat, nonce, key).split(".")[1]
        for seat in (0, 1)
        for nonce in (b"n" * 32, b"m" * 32)
        for key in ("", "a key")
    }
    assert len(made) == 8
    assert {len(secret) for secret in made} == {43}
    assert tokens.derived("g", 0, b"n" * 32, "k") == tokens.derived("g", 0, b"n" * 32, "k")


def test_no_token_is_stored(games: Games, redis: Redis) -> None:
    doc = created(games, WITH_OPEN, idempotency_key="a key nobody knows")
    claimed = orjson.loads(games.claim(doc["id"], 1).body)
    stored = b"".join(everything(redis).values())
    for token in (*doc["tokens"].values(), *claimed["tokens"].values()):
        assert token.split(".")[1].encode() not in stored
        assert tokens.digest(token) in stored


# --- seeing --------------------------------------------------------------------------------------


def test_a_secret_goes_only_to_those_who_may_know_it(games: Games) -> None:
    game_id = created(games)["id"]
    answer = played(games, game_id, 0, bid(3))
    assert answer["events"] == [{"type": "bid", "seat": 0, "amount": 3}]
    game = games.load(game_id)
    assert games.events(game, 0, 0)["events"] == [{"type": "bid", "seat": 0, "amount": 3}]
    for viewer in (1, None):
        assert games.events(game, viewer, 0)["events"] == [{"type": "bid", "seat": 0, "amount": None}]
        assert games.document(game, viewer)["view"]["bids"] == [None, None]
    assert games.document(game, 0)["view"]["bids"] == [3, None]


def test_what_a_viewer_gets_does_not_depend_on_what_is_hidden(games: Games) -> None:
    def seen_by_others(amount: int) -> list[Doc]:
        game_id = created(games, (*HUMANS, Seat("human")), seed="same")["id"]
        played(games, game_id, 0, bid(amount))
        game = games.load(game_id)
        docs = [games.document(game, viewer) for viewer in (1, 2, None)]
        docs += [games.events(game, viewer, 0) for viewer in (1, 2, None)]
        docs += [games.moves(game, viewer) for viewer in (1, 2)]
        return [{name: doc[name] for name in doc if name not in ("id", "created_at")} for doc in docs]

    assert seen_by_others(0) == seen_by_others(3)


def test_the_seed_leaves_only_with_the_replay(games: Games) -> None:
    game_id, _ = begun(games)
    game = games.load(game_id)
    seed = game.setup.seed.hex()
    shown = [games.document(game, viewer) for viewer in (0, 1, None)]
    shown += [games.events(game, viewer, 0) for viewer in (0, 1, None)]
    shown += [games.moves(game, seat) for seat in (0, 1)]
    assert seed not in str(shown)
    over = games.load(finished(games))
    assert over.setup.seed.hex() not in str(games.document(over, 0))
    assert games.replay(over)["seed"] == over.setup.seed.hex()


def test_events_after_a_version(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(2))
    game = games.load(game_id)
    took = {"type": "took", "seat": seat, "stones": 2}
    assert games.events(game, None, 2) == {"version": 3, "events": [took]}
    assert [event["type"] for event in games.events(game, None, 0)["events"]] == ["bid", "bid", "began", "took"]
    for after in (3, 4, 1000):
        assert games.events(game, None, after) == {"version": 3, "events": []}


def test_events_belong_to_the_version_loaded(games: Games) -> None:
    game_id, seat = begun(games)
    earlier = games.load(game_id)
    played(games, game_id, seat, take(1))
    assert games.events(earlier, None, 2) == {"version": 2, "events": []}


def test_legal_moves(games: Games) -> None:
    game_id, seat = begun(games)
    doc = games.moves(games.load(game_id), seat)
    assert (doc["version"], doc["seat"]) == (2, seat)
    assert [(move["label"], move["move"]) for move in doc["moves"]] == [(f"Take {n}", take(n)) for n in (1, 2, 3)]
    assert len({move["id"] for move in doc["moves"]}) == 3
    assert games.moves(games.load(game_id), seat) == doc
    assert games.moves(games.load(game_id), 1 - seat)["moves"] == []


# --- playing -------------------------------------------------------------------------------------


def test_a_move(games: Games) -> None:
    game_id, seat = begun(games)
    answer = played(games, game_id, seat, {"type": "take"})
    assert answer["version"] == 3
    assert answer["events"] == [{"type": "took", "seat": seat, "stones": 1}]
    assert answer["game"] == games.document(games.load(game_id), seat)
    assert answer["game"]["view"]["stones"] == 6


def test_a_move_by_its_id(games: Games) -> None:
    game_id, seat = begun(games)
    game = games.load(game_id)
    chosen = games.moves(game, seat)["moves"][2]
    answer = orjson.loads(games.play(game, seat, move_id=chosen["id"]).body)
    assert answer["game"]["view"]["stones"] == 4
    with pytest.raises(UnknownMoveId):
        games.play(games.load(game_id), 1 - seat, move_id=chosen["id"])


def test_several_moves_at_once(games: Games) -> None:
    """A seat whose every second turn is its own: with one other seat the turn passes, so two in a row fail."""
    game_id, seat = begun(games)
    with pytest.raises(NotYourTurn, match=r"moves\.1"):
        played(games, game_id, seat, take(1), take(1))
    assert games.load(game_id).version == 2
    fresh = created(games, seed=_seed_where(0))["id"]
    played(games, fresh, 1, bid(0))
    answer = played(games, fresh, 0, bid(0), take(3))
    assert answer["version"] == 3
    assert [event["type"] for event in answer["events"]] == ["bid", "began", "took"]
    assert len(games.store.log(fresh, 0, 99)) == 3


def _seed_where(first: int) -> str:
    """A seed with which this one of two seats begins when nobody bids anything."""
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
    assert games.load(game_id).version == 1


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
    loaded = [games.load(game_id) for _ in range(32)]

    def attempt(game: Game) -> type[BaseException] | None:
        try:
            games.play(game, seat, [take(1)], if_match=if_match)
        except (VersionMismatch, NotYourTurn) as refusal:
            return type(refusal)
        return None

    with ThreadPoolExecutor(32) as pool:
        outcomes = list(pool.map(attempt, loaded))
    assert outcomes.count(None) == 1
    assert set(outcomes) == {None, NotYourTurn if if_match is None else VersionMismatch}
    assert len(games.store.log(game_id, 0, 99)) == games.load(game_id).version == 3


def test_losing_a_race_while_still_to_act_is_a_conflict(games: Games) -> None:
    game_id = created(games)["id"]
    slow = games.load(game_id)
    played(games, game_id, 1, bid(2))
    with pytest.raises(Conflict):
        games.play(slow, 0, [bid(1)])
    assert games.load(game_id).version == 1


# --- idempotency ---------------------------------------------------------------------------------


def test_a_repeated_move_gets_the_first_answer_and_changes_nothing(games: Games) -> None:
    game_id, seat = begun(games)

    def post() -> Answer:
        return games.play(games.load(game_id), seat, [take(1)], if_match=2, idempotency_key="key")

    first = post()
    played(games, game_id, 1 - seat, take(1))
    again = post()
    assert (again.body, again.version) == (first.body, first.version)
    assert (first.repeated, again.repeated) == (False, True)
    assert games.load(game_id).version == 4


def test_a_key_used_for_another_move(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(1), idempotency_key="key")
    with pytest.raises(KeyReused):
        played(games, game_id, seat, take(2), idempotency_key="key")
    assert played(games, game_id, 1 - seat, take(2), idempotency_key="key")["version"] == 4


def test_concurrent_repeats_all_get_the_first_answer(games: Games) -> None:
    game_id, seat = begun(games)
    loaded = [games.load(game_id) for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda game: games.play(game, seat, [take(1)], idempotency_key="key"), loaded))
    assert len({answer.body for answer in answers}) == 1
    assert sum(not answer.repeated for answer in answers) == 1
    assert games.load(game_id).version == 3


def test_a_refused_move_is_not_remembered(games: Games) -> None:
    game_id, seat = begun(games)
    with pytest.raises(IllegalMove):
        played(games, game_id, seat, take(9), idempotency_key="key")
    assert played(games, game_id, seat, take(1), idempotency_key="key")["version"] == 3


def test_a_repeated_creation_gets_the_first_answer_tokens_included(games: Games, redis: Redis) -> None:
    first = games.create("nim", WITH_OPEN, idempotency_key="key")
    before = everything(redis)
    again = games.create("nim", WITH_OPEN, {}, idempotency_key="key")
    assert again.body == first.body
    assert (first.repeated, again.repeated) == (False, True)
    assert everything(redis) == before
    doc = orjson.loads(again.body)
    assert games.enter(doc["id"], doc["tokens"]["0"])[1] == 0


def test_creations_that_differ_make_different_games(games: Games) -> None:
    answers = [
        games.create("nim", HUMANS, idempotency_key="key"),
        games.create("nim", HUMANS, idempotency_key="other"),
        games.create("nim", WITH_AI, idempotency_key="key"),
        games.create("nim", HUMANS, {"stones": 8}, idempotency_key="key"),
        games.create("nim", HUMANS, seed="x", idempotency_key="key"),
        games.create("nim", HUMANS),
        games.create("nim", HUMANS),
    ]
    assert len({answer.game_id for answer in answers}) == len(answers)
    shown = [orjson.loads(answer.body)["tokens"]["0"].split(".")[1] for answer in answers]
    assert len(set(shown)) == len(answers)


# --- the end -------------------------------------------------------------------------------------


def test_result_and_replay(games: Games) -> None:
    game_id, _ = begun(games, seed="open")
    with pytest.raises(NotFinished):
        games.replay(games.load(game_id))
    over = games.load(finished(games, seed="open"))
    doc = games.document(over, None)
    assert (doc["status"], doc["to_act"], doc["version"]) == ("finished", [], 9)
    assert doc["result"] == NIM.result(over.state)

    story = games.replay(over)
    assert bytes.fromhex(story["seed"]) == b"open"
    assert hashlib.sha256(b"open").hexdigest() == story["seed_hash"]
    assert [move["version"] for move in story["moves"]] == list(range(1, 10))
    assert story["moves"][1]["events"][0] == {"type": "bid", "seat": 1, "amount": 1}
    moves = [(move["seat"], move["move"]) for move in story["moves"]]
    state, history = replay(NIM, story["options"], len(story["seats"]), bytes.fromhex(story["seed"]), moves)
    assert state == over.state
    assert [[event.type for event in events] for events in history] == [
        [event["type"] for event in move["events"]] for move in story["moves"]
    ]


# --- AI seats ------------------------------------------------------------------------------------


def test_what_is_due(games: Games) -> None:
    due = DueTurns(games.store)
    game_id = created(games, WITH_AI)["id"]
    game = games.load(game_id)
    assert game.due() == [(1, "easy")]
    assert due.lease(30) == [game_id]
    game.apply(1, (0, 2))
    assert game.due() == []
    games.commit(game)
    assert due.count() == 0
    assert games.load(game_id).version == 1


def test_a_worker_commits_several_moves_of_several_seats_at_once(games: Games) -> None:
    game_id = created(games, tuple(Seat("ai", None, "easy") for _ in range(3)))["id"]
    game = games.load(game_id)
    while due := game.due():
        seat, level = due[0]
        assert level == "easy"
        game.apply(seat, NIM.legal_moves(game.state, seat)[0])
    games.commit(game)
    stored = games.load(game_id)
    assert (stored.version, stored.status, stored.state) == (10, "finished", game.state)
    assert DueTurns(games.store).count() == 0


def test_a_job_that_comes_twice_changes_nothing(games: Games) -> None:
    game_id = created(games, WITH_AI)["id"]
    one, two = games.load(game_id), games.load(game_id)
    for game in (one, two):
        game.apply(1, (0, 2))
    games.commit(one)
    with pytest.raises(Conflict):
        games.commit(two)
    assert games.load(game_id).version == 1


def test_a_waiting_game_is_not_due_until_the_last_claim(games: Games) -> None:
    due = DueTurns(games.store)
    game_id = created(games, (Seat("ai", None, "easy"), Seat("open")))["id"]
    assert games.load(game_id).due() == []
    assert due.count() == 0
    games.claim(game_id, 1)
    assert due.lease(30) == [game_id]


def test_whoever_wants_is_told_at_once(store: Store) -> None:
    told: list[str] = []
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=told.append)
    game_id = created(games, WITH_AI)["id"]
    assert told == [game_id]
    played(games, game_id, 0, bid(1))
    assert told == [game_id] * 2
    open_id = created(games, (Seat("ai", None, "easy"), Seat("open")))["id"]
    assert told == [game_id] * 2
    games.claim(open_id, 1)
    assert told == [game_id, game_id, open_id]
    created(games, HUMANS)
    assert len(told) == 3


def test_a_repeated_request_announces_nothing(store: Store) -> None:
    told: list[str] = []
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=told.append)
    for _ in range(2):
        created(games, WITH_AI, idempotency_key="key")
    assert len(told) == 1


def test_failing_to_tell_does_not_fail_the_move(store: Store) -> None:
    def broken(game_id: str) -> None:
        raise ConnectionError(game_id)

    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=broken)
    game_id = created(games, WITH_AI)["id"]
    assert played(games, game_id, 0, bid(1))["version"] == 1
    assert DueTurns(store).lease(30) == [game_id]


# --- waiting -------------------------------------------------------------------------------------


def later(act: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(0.2, act)
    timer.start()
    return timer


def test_wait_ends_with_a_move(games: Games) -> None:
    doc = created(games)
    timer = later(lambda: played(games, doc["id"], 1, bid(1)))
    game, viewer = games.wait(doc["id"], doc["tokens"]["0"], after=0, seconds=60)
    timer.join()
    assert (game.version, viewer) == (1, 0)


def test_wait_ends_when_a_waiting_game_begins(games: Games) -> None:
    game_id = created(games, (Seat("human"), Seat("open")))["id"]
    timer = later(lambda: games.claim(game_id, 1))
    game, _ = games.wait(game_id, None, after=0, seconds=60)
    timer.join()
    assert (game.status, game.version) == ("active", 0)


def test_wait_is_over_at_once_when_there_is_news(games: Games) -> None:
    game_id, _ = begun(games)
    assert games.wait(game_id, None, after=1, seconds=60)[0].version == 2


def test_wait_ends_when_the_time_is_up(games: Games) -> None:
    game_id, _ = begun(games)
    for seconds in (0, -1, 0.1):
        assert games.wait(game_id, None, after=2, seconds=seconds)[0].version == 2


def test_waiting_for_one_game_is_not_ended_by_another(games: Games) -> None:
    quiet, busy = created(games)["id"], created(games)["id"]
    timer = later(lambda: played(games, busy, 0, bid(1)))
    assert games.wait(quiet, None, after=0, seconds=0.6)[0].version == 0
    timer.join()
    assert games.load(busy).version == 1


def test_wait_refuses_as_enter_does(games: Games) -> None:
    game_id = created(games)["id"]
    with pytest.raises(Unauthorized):
        games.wait(game_id, "nonsense", after=0, seconds=60)
    with pytest.raises(NoSuchGame):
        games.wait(games.store.new_id(), None, after=0, seconds=60)


def test_many_wait_with_one_connection(own_redis_server: RedisServer) -> None:
    # A server of its own: on a shared one the listeners of earlier tests may not have gone yet.
    redis = connect(own_redis_server.url)
    games = Games(Store(redis), {NIM.key: NIM}, ("easy",))
    game_id = created(games)["id"]
    with ThreadPoolExecutor(24) as pool:
        waits = [pool.submit(games.wait, game_id, None, 0, 60) for _ in range(24)]
        timer = later(lambda: played(games, game_id, 0, bid(1)))
        assert {wait.result()[0].version for wait in waits} == {1}
        timer.join()
    listeners = [client for client in redis.client_list() if int(client["sub"]) > 0]
    assert len(listeners) == 1
    games.close(timeout=10)


def test_closing_ends_every_wait(games: Games) -> None:
    game_id = created(games)["id"]
    timer = later(games.close)
    assert games.wait(game_id, None, after=0, seconds=60)[0].version == 0
    timer.join()
    assert games.wait(game_id, None, after=0, seconds=60)[0].version == 0


def test_waits_survive_a_restart_of_redis(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    own_redis_server.start("--appendfsync", "always")
    games = Games(Store(connect(own_redis_server.url)), {NIM.key: NIM}, ("easy",))
    game_id = created(games)["id"]
    with ThreadPoolExecutor(1) as pool:
        assert games.wait(game_id, None, after=0, seconds=0.3)[0].version == 0
        wait = pool.submit(games.wait, game_id, None, 0, 60)
        own_redis_server.kill()
        own_redis_server.start()
        played(games, game_id, 0, bid(1))
        assert wait.result()[0].version == 1
    games.close(timeout=10)


def test_redis_away(own_redis_server: RedisServer) -> None:
    games = Games(Store(connect(own_redis_server.url, retries=1)), {NIM.key: NIM}, ("easy",))
    game = games.load(created(games)["id"])
    own_redis_server.kill()
    calls: list[Callable[[], object]] = [
        lambda: games.create("nim", HUMANS),
        lambda: games.claim(game.id, 0),
        lambda: games.enter(game.id, None),
        lambda: games.wait(game.id, None, 0, 60),
        lambda: games.events(game, None, -1) and games.store.ping(),
        lambda: games.play(game, 0, [bid(1)]),
    ]
    for call in calls:
        with pytest.raises(StoreUnavailable):
            call()
    games.close(timeout=10)
