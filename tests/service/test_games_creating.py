"""Stored games: creating, joining, tokens, and visibility; with a toy game, since the ruleset does not matter."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest
from redis import Redis

from engine.ruleset import Doc
from service.games import Answer, Game, Games, Seat
from service.games.core.game_errors import (
    Forbidden,
    GameWaiting,
    InvalidGame,
    NoSuchRuleset,
    NoSuchSeat,
    Unauthorized,
)
from service.games.lobby import seat_tokens
from service.store.redis.store_errors import KeyReused, SeatTaken
from tests.bare import bare
from tests.service.conftest import everything
from tests.service.nim import HUMANS, WITH_AI, WITH_OPEN, begun, bid, created, finished, played, take

# --- creating ------------------------------------------------------------------------------------


def test_a_new_game(games: Games) -> None:
    doc = created(games, WITH_AI, options={"stones": 9})
    assert doc["ruleset"] == "nim"
    assert (doc["status"], doc["version"], doc["to_act"], doc["viewer"]) == ("active", 0, [0, 1], 0)
    without_clock = {"turn_seconds": None, "on_timeout": "ai_takeover", "takeover_level": "medium"}
    without_clock |= {"takeover_milliseconds": None, "resign_level": None, "resign_milliseconds": None}
    without_clock |= {"bank_seconds": None, "increment_seconds": None}
    assert doc["options"] == {"stones": 9, **without_clock}
    assert doc["seats"] == [
        {"seat": 0, "type": "human", "name": "Ada", "level": None, "status": "taken"},
        {"seat": 1, "type": "ai", "name": "Ida", "level": "easy", "status": "taken"},
    ]
    assert doc["result"] is None
    assert doc["view"]["stones"] == 9
    assert list(doc["tokens"]) == ["0"]
    assert games.queries.load_for_token(doc["id"], doc["tokens"]["0"])[1] == 0


def test_the_answer_to_a_creation_is_the_games_document_and_tokens(games: Games) -> None:
    doc = created(games)
    shown = {name: value for name, value in doc.items() if name not in ("tokens", "host_token")}
    assert shown == games.queries.document_for(games.queries.load_game(doc["id"]), 0)
    assert len(set(doc["tokens"].values())) == 2


def test_a_game_without_people_is_shown_to_a_spectator(games: Games) -> None:
    doc = created(games, (Seat("ai", "A", "easy"), Seat("ai", "B", "easy")))
    assert (doc["viewer"], doc["tokens"]) == (None, {})


def test_seed_of_the_clients(games: Games) -> None:
    one, two = (games.queries.load_game(created(games, seed="Grüße")["id"]) for _ in range(2))
    assert one.state == two.state
    assert one.setup.seed == "Grüße".encode()
    doc = games.queries.document_for(one, None)
    assert doc["rated"] is False
    assert doc["commitment"] == hashlib.sha256(one.setup.salt + "Grüße".encode()).hexdigest()
    assert one.setup.salt != two.setup.salt, "so that nobody finds the seed in a table of hashes"


def test_seed_of_our_own(games: Games) -> None:
    one, two = (games.queries.load_game(created(games)["id"]) for _ in range(2))
    assert len(one.setup.seed) == len(two.setup.seed) == 32
    assert one.setup.seed != two.setup.seed
    assert games.queries.document_for(one, None)["rated"] is True


def test_every_fault_of_a_new_game_is_listed(games: Games) -> None:
    seats = (Seat("robot"), Seat("ai", None, "genius"), Seat("human", None, "easy"))
    with pytest.raises(InvalidGame) as refusal:
        games.create_game("nim", seats, {"stones": 0, "colour": "red"}, seed="")
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
        games.create_game("nim", HUMANS, seed=seed)


@pytest.mark.parametrize("count", [0, 1, 4])
def test_wrong_number_of_seats(games: Games, count: int) -> None:
    with pytest.raises(InvalidGame, match="2, 3 seats"):
        games.create_game("nim", (Seat("human"),) * count)


def test_unknown_ruleset(games: Games) -> None:
    with pytest.raises(NoSuchRuleset):
        games.create_game("chess", HUMANS)


# --- joining -------------------------------------------------------------------------------------


def test_a_game_waits_until_its_open_seats_are_claimed(games: Games) -> None:
    doc = created(games, WITH_OPEN)
    game_id = doc["id"]
    assert (doc["status"], doc["to_act"], list(doc["tokens"])) == ("waiting", [], ["0"])
    assert doc["seats"][1] == {"seat": 1, "type": "open", "name": None, "level": None, "status": "open"}
    with pytest.raises(GameWaiting):
        played(games, game_id, 0, bid(1))
    assert games.queries.moves_for(games.queries.load_game(game_id), 0)["moves"] == []

    first = orjson.loads(games.claim_seat(game_id, 1, "Bea").body)
    assert (first["status"], first["viewer"], list(first["tokens"])) == ("waiting", 1, ["1"])
    assert first["seats"][1] == {"seat": 1, "type": "human", "name": "Bea", "level": None, "status": "taken"}
    second = orjson.loads(games.claim_seat(game_id, 2).body)
    assert (second["status"], second["version"], second["to_act"]) == ("active", 0, [0, 1, 2])
    assert second["seats"][2]["name"] == "Cy"
    for number, token in {**doc["tokens"], **first["tokens"], **second["tokens"]}.items():
        assert games.queries.load_for_token(game_id, token)[1] == int(number)
    assert played(games, game_id, 2, bid(1))["version"] == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_only_open_seats_can_be_claimed(games: Games, seat: int) -> None:
    game_id = created(games, WITH_AI)["id"]
    with pytest.raises(SeatTaken):
        games.claim_seat(game_id, seat)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_claim_of_no_seat(games: Games, seat: int) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    with pytest.raises(NoSuchSeat):
        games.claim_seat(game_id, seat)


def test_of_16_claims_of_a_seat_one_wins(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]

    def attempt(_: int) -> Answer | None:
        try:
            return games.claim_seat(game_id, 1)
        except SeatTaken:
            return None

    with ThreadPoolExecutor(16) as pool:
        won = [answer for answer in pool.map(attempt, range(16)) if answer is not None]
    assert len(won) == 1
    assert games.queries.load_for_token(game_id, orjson.loads(won[0].body)["tokens"]["1"])[1] == 1
    assert games.queries.load_game(game_id).open_seats == 1


def test_concurrent_claims_of_all_seats_all_succeed(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    with ThreadPoolExecutor(2) as pool:
        claimed = [
            orjson.loads(answer.body) for answer in pool.map(lambda seat: games.claim_seat(game_id, seat), (1, 2))
        ]
    assert {doc["status"] for doc in claimed} == {"waiting", "active"}
    assert games.queries.load_game(game_id).status == "active"


def test_the_answer_to_a_claim_is_the_games_document_and_its_token(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    for seat, name in ((1, "Bea"), (2, None)):
        doc = orjson.loads(games.claim_seat(game_id, seat, name).body)
        assert list(doc.pop("tokens")) == [str(seat)]
        assert doc == games.queries.document_for(games.queries.load_game(game_id), seat)


def test_a_repeated_claim_gets_the_first_answer_token_included(games: Games, redis: Redis) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    first = games.claim_seat(game_id, 1, "Bea", idempotency_key="key")
    games.claim_seat(game_id, 2, idempotency_key="key")
    before = everything(redis)
    again = games.claim_seat(game_id, 1, "Bea", idempotency_key="key")
    assert again.body == first.body
    assert (first.repeated, again.repeated) == (False, True)
    assert everything(redis) == before
    assert games.queries.load_for_token(game_id, orjson.loads(again.body)["tokens"]["1"])[1] == 1


def test_a_repeated_claim_that_overtakes_the_first_shares_its_seat(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis hung, the client repeated its claim, and Redis carries out both when it wakes."""
    game_id = created(games, WITH_OPEN)["id"]
    early = games.queries.load_game(game_id)
    first = games.claim_seat(game_id, 1, idempotency_key="key")
    with monkeypatch.context() as patched:
        patched.setattr(games.queries, "load_game", lambda game_id: early)
        again = games.claim_seat(game_id, 1, idempotency_key="key")
    assert (again.body, again.repeated) == (first.body, True)


def test_a_claim_by_another_is_no_repetition(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    games.claim_seat(game_id, 1, "Bea", idempotency_key="key")
    with pytest.raises(KeyReused):
        games.claim_seat(game_id, 1, "Bo", idempotency_key="key")
    for key in ("another", None):
        with pytest.raises(SeatTaken):
            games.claim_seat(game_id, 1, "Bea", idempotency_key=key)


# --- tokens --------------------------------------------------------------------------------------


def test_which_seat_a_token_opens(games: Games) -> None:
    doc, other = created(games), created(games)
    assert games.queries.load_for_token(doc["id"], None)[1] is None
    assert [games.queries.load_for_token(doc["id"], doc["tokens"][seat])[1] for seat in ("0", "1")] == [0, 1]
    with pytest.raises(Forbidden):
        games.queries.load_for_token(doc["id"], other["tokens"]["0"])


@pytest.mark.parametrize("mangle", [lambda t: "", lambda t: t[:-1], lambda t: t + "x", lambda t: t.split(".")[1]])
def test_tokens_that_open_nothing(games: Games, mangle: Callable[[str], str]) -> None:
    doc, other = created(games), created(games)
    for token in (doc["tokens"]["0"], other["tokens"]["0"]):
        with pytest.raises(Unauthorized):
            games.queries.load_for_token(doc["id"], mangle(token))


@pytest.mark.parametrize("token", ["nonsense", "a.b.c", "ü.é", "\udcff", "0000" + "a" * 16 + "." + "b" * 43])
def test_strange_tokens(games: Games, token: str) -> None:
    with pytest.raises(Unauthorized):
        games.queries.load_for_token(created(games)["id"], token)


def test_a_derived_token_needs_all_it_is_made_from() -> None:
    made = {
        seat_tokens.derive("g", seat, nonce, key).split(".")[1]
        for seat in (0, 1)
        for nonce in (b"n" * 32, b"m" * 32)
        for key in ("", "a key")
    }
    assert len(made) == 8
    assert {len(secret) for secret in made} == {43}
    assert seat_tokens.derive("g", 0, b"n" * 32, "k") == seat_tokens.derive("g", 0, b"n" * 32, "k")


def test_no_token_is_stored(games: Games, redis: Redis) -> None:
    doc = created(games, WITH_OPEN, idempotency_key="a key nobody knows")
    claimed = orjson.loads(games.claim_seat(doc["id"], 1, idempotency_key="another key").body)
    stored = b"".join(everything(redis).values())
    for token in (*doc["tokens"].values(), *claimed["tokens"].values()):
        assert token.split(".")[1].encode() not in stored
        assert seat_tokens.digest(token) in stored


# --- seeing --------------------------------------------------------------------------------------


def test_a_secret_goes_only_to_those_who_may_know_it(games: Games) -> None:
    game_id = created(games)["id"]
    answer = played(games, game_id, 0, bid(3))
    assert bare(answer["events"]) == [{"type": "bid", "seat": 0, "amount": 3}]
    game = games.queries.load_game(game_id)
    assert bare(games.queries.events_for(game, 0, 0)["events"]) == [{"type": "bid", "seat": 0, "amount": 3}]
    for viewer in (1, None):
        assert bare(games.queries.events_for(game, viewer, 0)["events"]) == [{"type": "bid", "seat": 0, "amount": None}]
        assert games.queries.document_for(game, viewer)["view"]["bids"] == [None, None]
    assert games.queries.document_for(game, 0)["view"]["bids"] == [3, None]


def test_what_a_viewer_gets_does_not_depend_on_what_is_hidden(games: Games) -> None:
    drawn = ("id", "created_at", "commitment")

    def seen_by_others(amount: int) -> list[Doc]:
        game_id = created(games, (*HUMANS, Seat("human")), seed="same")["id"]
        played(games, game_id, 0, bid(amount))
        game = games.queries.load_game(game_id)
        docs = [games.queries.document_for(game, viewer) for viewer in (1, 2, None)]
        docs += [games.queries.events_for(game, viewer, 0) for viewer in (1, 2, None)]
        docs += [games.queries.moves_for(game, viewer) for viewer in (1, 2)]
        return [{name: doc[name] for name in doc if name not in drawn} for doc in docs]

    assert seen_by_others(0) == seen_by_others(3)


def test_the_secret_leaves_only_with_the_replay(games: Games) -> None:
    game_id, _ = begun(games)
    game = games.queries.load_game(game_id)

    def secrets(game: Game) -> list[str]:
        return [part.hex() for part in (game.setup.seed, game.setup.secret, game.setup.salt)]

    shown = [games.queries.document_for(game, viewer) for viewer in (0, 1, None)]
    shown += [games.queries.events_for(game, viewer, 0) for viewer in (0, 1, None)]
    shown += [games.queries.moves_for(game, seat) for seat in (0, 1)]
    assert not [secret for secret in secrets(game) if secret in str(shown)]
    over = games.queries.load_game(finished(games))
    assert not [secret for secret in secrets(over) if secret in str(games.queries.document_for(over, 0))]
    story = games.queries.whole_replay(over)
    assert [story["seed"], story["secret"], story["salt"]] == secrets(over)


def test_events_after_a_version(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(2))
    game = games.queries.load_game(game_id)
    took = {"type": "took", "seat": seat, "stones": 2}
    answer = games.queries.events_for(game, None, 2)
    text = answer["events"][0].get("text", "")
    assert answer == {"version": 3, "events": [{**took, "about": [], "text": text}]}
    assert [event["type"] for event in games.queries.events_for(game, None, 0)["events"]] == [
        "bid",
        "bid",
        "began",
        "took",
    ]
    for after in (3, 4, 1000):
        assert games.queries.events_for(game, None, after) == {"version": 3, "events": []}


def test_events_belong_to_the_version_loaded(games: Games) -> None:
    game_id, seat = begun(games)
    earlier = games.queries.load_game(game_id)
    played(games, game_id, seat, take(1))
    assert games.queries.events_for(earlier, None, 2) == {"version": 2, "events": []}


def test_legal_moves(games: Games) -> None:
    game_id, seat = begun(games)
    doc = games.queries.moves_for(games.queries.load_game(game_id), seat)
    assert (doc["version"], doc["seat"]) == (2, seat)
    assert [(move["label"], move["move"]) for move in doc["moves"]] == [(f"Take {n}", take(n)) for n in (1, 2, 3)]
    assert len({move["id"] for move in doc["moves"]}) == 3
    assert games.queries.moves_for(games.queries.load_game(game_id), seat) == doc
    assert games.queries.moves_for(games.queries.load_game(game_id), 1 - seat)["moves"] == []
