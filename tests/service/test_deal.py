"""A game is dealt when it begins: before that nothing can be seen, and players contribute to its seed."""

from __future__ import annotations

import hashlib
import hmac
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.errors import InvalidOptions
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.games import Games, Seat
from service.games.core.game_errors import CannotContribute
from service.games.lobby import seat_claims
from service.store import Store
from service.store.redis import keys
from service.store.redis.store_errors import Conflict, GameBegun, KeyReused
from tests.service.api import bearer, refused
from tests.service.nim import WITH_OPEN, created
from tests.service.toy import NIM, Nim, State

HUMAN, OPEN = {"type": "human"}, {"type": "open"}
KEY = {"Idempotency-Key": "a key that nobody can guess"}
PUBLIC = {"public": True}


def new_game(client: FlaskClient, ruleset: str, *seats: Doc, **more: Any) -> Doc:
    answer = client.post("/v1/games", json={"ruleset": ruleset, "seats": list(seats or (OPEN, OPEN, OPEN)), **more})
    assert answer.status_code == 201, answer.get_data(as_text=True)
    doc: Doc = answer.get_json()
    return doc


def checked_by_the_docs() -> Any:
    """Return the function in docs/fairness.md that checks a replay."""
    chapter = Path(__file__).parents[2].joinpath("docs/fairness.md").read_text()
    names: dict[str, Any] = {"__name__": "chapter"}
    exec(chapter.partition("```python\n")[2].partition("```")[0], names)
    return names["check"]


def dealt(games: Games, game_id: str) -> Any:
    """Return the state of a game that has just begun, checked against its seed."""
    game = games.queries.load_game(game_id)
    setup, rules = game.setup, game.ruleset
    assert game.version == 0
    assert rules.write_position(rules.setup(setup.options, len(game.seats), setup.seed)) == rules.write_position(
        game.state
    )
    return game.state


# --- what a waiting game shows ---------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_waiting_game_has_no_cards(client: FlaskClient, redis: Redis, key: str) -> None:
    game = new_game(client, key, HUMAN, OPEN, OPEN, options={"turn_seconds": 60}, **PUBLIC)
    path, ada = f"/v1/games/{game['id']}", bearer(game["tokens"]["0"])
    head = keys.game(game["id"], "head")
    assert redis.hget(head, "state") is None, "not even in the store"
    claimed = client.post(f"{path}/seats/1?include=moves,events,score", json={"name": "Bo"}).get_json()
    bo = bearer(claimed["tokens"]["1"])
    shown = [game, claimed]
    for headers in ({}, ada, bo):
        shown.append(client.get(f"{path}?include=moves,events,score", headers=headers).get_json())
        assert client.get(f"{path}/events", headers=headers).get_json() == {"version": 0, "events": []}
    for doc in shown:
        assert (doc["status"], doc["view"], doc["to_act"], doc["deadline"]) == ("waiting", None, [], None)
        assert (doc.get("moves", []), doc.get("events", []), doc["contributions"]) == ([], [], [])
        assert "score" not in doc
    turn = client.get(f"{path}/turn", headers=ada).get_json()
    assert (turn["status"], turn["view"], turn["moves"], turn["events"]) == ("waiting", None, [], [])
    assert client.get(f"{path}/moves", headers=ada).get_json()["moves"] == []
    for headers in ({}, ada):
        for query in ("?version=0", "?version=0&view=spectator", "?version=1"):
            refused(client.get(f"{path}{query}", headers=headers), 409, "game-waiting")
    for what in ("hint", "undo", "seats/0/resign"):
        refused(client.post(f"{path}/{what}", json={} if what == "hint" else None, headers=ada), 409, "game-waiting")
    left = client.post(f"{path}/seats/1/leave", headers=bo).get_json()
    assert (left["view"], left["status"]) == (None, "waiting")
    for seat in (1, 2):
        last = client.post(f"{path}/seats/{seat}?include=moves,events,score").get_json()
    assert last["status"] == "active"
    assert last["view"] is not None
    assert {"score", "moves", "events"} <= last.keys()
    assert redis.hget(head, "state") is not None
    assert client.get(path, headers=ada).get_json()["view"] is not None
    assert client.get(f"{path}?version=0", headers=ada).status_code == 200


@pytest.mark.parametrize("seats", [[HUMAN], [HUMAN, HUMAN], [HUMAN, {"type": "ai", "level": "easy"}]])
def test_a_game_that_waits_for_nobody_is_dealt_at_once(client: FlaskClient, seats: list[Doc]) -> None:
    game = new_game(client, "villagers", *seats)
    assert game["status"] == "active"
    assert game["view"] is not None


def test_a_seat_that_is_looked_at_and_left_tells_nothing(client: FlaskClient) -> None:
    """Claim, look, leave, and claim another seat: the others' cards do not exist yet."""
    game = new_game(client, "villagers", **PUBLIC)
    path = f"/v1/games/{game['id']}"
    for _ in range(3):
        eve = client.post(f"{path}/seats/0").get_json()
        assert eve["view"] is None
        assert client.post(f"{path}/seats/0/leave", headers=bearer(eve["tokens"]["0"])).status_code == 200
    hands = []
    for seat in (0, 1, 2):
        token = client.post(f"{path}/seats/{seat}", json={"contribution": f"from {seat}"}).get_json()["tokens"]
        hands.append(token[str(seat)])
    seen = [
        client.get(path, headers=bearer(token)).get_json()["view"]["seats"][seat] for seat, token in enumerate(hands)
    ]
    assert all(seat["hand"] for seat in seen)


def test_the_answer_to_a_repeated_claim_is_that_of_the_waiting_game(client: FlaskClient) -> None:
    game = new_game(client, "villagers", HUMAN, OPEN, OPEN, **PUBLIC)
    path = f"/v1/games/{game['id']}"
    first = client.post(f"{path}/seats/1", json={"name": "Bo"}, headers=KEY)
    assert client.post(f"{path}/seats/2").get_json()["status"] == "active"
    again = client.post(f"{path}/seats/1", json={"name": "Bo"}, headers=KEY)
    assert again.get_json() == first.get_json()
    assert (again.get_json()["view"], again.headers["Idempotency-Replayed"]) == (None, "true")


# --- one deal --------------------------------------------------------------------------------


class Unsettable(Nim):
    """Some options can be read, but no game can be set up with them."""

    def setup(self, options: Any, seats: int, seed: bytes) -> State:
        if options["stones"] == 13:
            raise InvalidOptions([])
        return super().setup(options, seats, seed)


def test_what_cannot_be_dealt_is_not_created(store: Store) -> None:
    games = Games(store, {NIM.key: Unsettable()}, ("easy",))
    with pytest.raises(InvalidOptions):
        created(games, WITH_OPEN, options={"stones": 13})
    assert store.counts()["waiting"] == 0


def test_last_claims_at_once_make_one_deal(games: Games) -> None:
    for number in range(10):
        game_id = created(games, [Seat("open")] * 3)["id"]

        def take(seat: int, game_id: str = game_id, number: int = number) -> Any:
            return json.loads(games.claim_seat(game_id, seat, contribution=f"{number} {seat}").body)

        with ThreadPoolExecutor(3) as pool:
            answers = list(pool.map(take, range(3)))
        assert sorted(answer["status"] for answer in answers) == ["active", "waiting", "waiting"]
        dealt(games, game_id)
        assert games.queries.load_game(game_id).setup.contributions == {seat: f"{number} {seat}" for seat in range(3)}


def test_a_claim_against_leaving_makes_one_deal_with_all_who_sit_there(games: Games) -> None:
    for number in range(20):
        game_id = created(games, [Seat("open")] * 2)["id"]
        games.claim_seat(game_id, 0, "Ada", contribution="void")
        first = games.queries.load_game(game_id)

        def leave_and_return(first: Any = first, game_id: str = game_id) -> None:
            try:
                games.leave_seat(first, 0)
            except GameBegun:
                return
            games.claim_seat(game_id, 0, "Eve", contribution="good")

        with ThreadPoolExecutor(2) as pool:
            acts = [leave_and_return, lambda game_id=game_id: games.claim_seat(game_id, 1, "Bo")]
            for done in [pool.submit(act) for act in (acts if number % 2 else acts[::-1])]:
                done.result()
        dealt(games, game_id)
        game = games.queries.load_game(game_id)
        assert (game.setup.contributions[0], game.seats[0].name) in (("good", "Eve"), ("void", "Ada"))


def test_a_claim_that_saw_other_players_is_a_conflict(games: Games) -> None:
    """As many seats are open as before, but the players differ, and nothing may be dealt from old contributions."""
    game_id = created(games, [Seat("open")] * 2)["id"]
    games.claim_seat(game_id, 0, "Ada", contribution="void")
    seen = games.queries.load_game(game_id)
    games.leave_seat(games.queries.load_game(game_id), 0)
    games.claim_seat(game_id, 0, "Eve", contribution="good")
    assert games.queries.load_game(game_id).open_seats == seen.open_seats
    with pytest.raises(Conflict):
        seat_claims.take_seat(games.store, games.notices, seen, 1, Seat("human", "Bo"), None, "")
    assert games.queries.load_game(game_id).status == "waiting"
    games.claim_seat(game_id, 1, "Bo")
    assert games.queries.load_game(game_id).setup.contributions == {0: "good"}


# --- contributions ---------------------------------------------------------------------------


def test_the_seed_follows_from_commitment_and_contributions(client: FlaskClient) -> None:
    """The proof of the docs, by other means."""
    game = new_game(client, "my_village", HUMAN, OPEN, OPEN, **PUBLIC)
    path = f"/v1/games/{game['id']}"
    assert client.post(f"{path}/seats/2", json={"contribution": "dé 6"}).get_json()["contributions"] == []
    begun = client.post(f"{path}/seats/1", json={"contribution": "four"}).get_json()
    given = [{"seat": 1, "contribution": "four"}, {"seat": 2, "contribution": "dé 6"}]
    assert begun["contributions"] == given
    assert (begun["rated"], begun["commitment"]) == (True, game["commitment"])
    assert client.post(f"{path}/seats/1/resign", headers=bearer(begun["tokens"]["1"])).status_code == 200
    mine = bearer(game["tokens"]["0"])
    assert client.post(f"{path}/seats/0/resign", headers=mine).status_code == 200
    told = client.get(f"{path}/replay").get_json()
    secret, salt = (bytes.fromhex(told[name]) for name in ("secret", "salt"))
    assert hashlib.sha256(salt + secret).hexdigest() == game["commitment"]
    lines = b"1 " + b"four".hex().encode() + b"\n2 " + "dé 6".encode().hex().encode() + b"\n"
    assert hmac.new(secret, lines, hashlib.sha256).hexdigest() == told["seed"]
    assert told["contributions"] == given
    check = checked_by_the_docs()
    assert check(told, game["commitment"], (2, "dé 6")) == "fair"
    for spoilt, mine in (
        ({**told, "secret": "00" * 32}, None),
        ({**told, "seed": "00" * 32}, None),
        ({**told, "contributions": given[:1]}, None),
        (told, (2, "another")),
        (told, (0, "a third")),
    ):
        assert check(spoilt, game["commitment"], mine) != "fair"


def test_a_contribution_is_void_when_its_player_leaves(client: FlaskClient) -> None:
    game = new_game(client, "villagers", HUMAN, OPEN, OPEN, **PUBLIC)
    path = f"/v1/games/{game['id']}"
    eve = client.post(f"{path}/seats/1", json={"contribution": "mine"}).get_json()
    assert client.post(f"{path}/seats/1/leave", headers=bearer(eve["tokens"]["1"])).status_code == 200
    client.post(f"{path}/seats/1")
    begun = client.post(f"{path}/seats/2", json={"contribution": "yours"}).get_json()
    assert begun["contributions"] == [{"seat": 2, "contribution": "yours"}]


def test_nobody_is_shown_a_contribution_before_the_game_begins(client: FlaskClient, app: Flask) -> None:
    game = new_game(client, "villagers", HUMAN, OPEN, OPEN, **PUBLIC)
    path, secret = f"/v1/games/{game['id']}", "a text of my own"
    client.post(f"{path}/seats/1", json={"contribution": secret})
    looks = [client.get(path), client.get(path, headers=bearer(game["tokens"]["0"])), client.get("/v1/games")]
    looks.append(client.post(f"{path}/invitations", json={}, headers=bearer(game["host_token"])))
    looks.append(client.get(f"/v1/invitations/{looks[-1].get_json()['code']}"))
    for look in looks:
        assert look.status_code < 300
        assert secret not in look.get_data(as_text=True)


def test_by_invitation_and_in_a_rematch(client: FlaskClient) -> None:
    game = new_game(client, "my_village", HUMAN, OPEN)
    path, host = f"/v1/games/{game['id']}", bearer(game["host_token"])
    code = client.post(f"{path}/invitations", json={}, headers=host).get_json()["code"]
    guest = client.post(f"/v1/invitations/{code}", json={"contribution": "by code"}).get_json()
    assert guest["contributions"] == [{"seat": 1, "contribution": "by code"}]
    tokens = [game["tokens"]["0"], guest["tokens"]["1"]]
    assert client.post(f"{path}/seats/0/resign", headers=bearer(tokens[0])).status_code == 200
    for number, token in enumerate(tokens):
        body = {"contribution": f"again {number}"}
        again = client.post(f"{path}/rematch", json=body, headers=bearer(token)).get_json()
    expected = [{"seat": 0, "contribution": "again 1"}, {"seat": 1, "contribution": "again 0"}]
    assert (again["status"], again["contributions"]) == ("active", expected)


@pytest.mark.parametrize("text", ["", "x" * 129, "ü" * 65])
def test_contributions_that_cannot_be(client: FlaskClient, text: str) -> None:
    game = new_game(client, "villagers", HUMAN, OPEN, **PUBLIC)
    path = f"/v1/games/{game['id']}"
    answer = refused(client.post(f"{path}/seats/1", json={"contribution": text}), 422, "invalid-request")
    assert list(answer["errors"]) == ["contribution"]
    assert client.get(path).get_json()["status"] == "waiting"
    assert client.post(f"{path}/seats/1", json={"contribution": "ü" * 64}).status_code == 201


def test_a_chosen_seed_takes_no_contributions(client: FlaskClient) -> None:
    game = new_game(client, "villagers", HUMAN, OPEN, seed="a fine morning", **PUBLIC)
    path = f"/v1/games/{game['id']}"
    answer = refused(client.post(f"{path}/seats/1", json={"contribution": "x"}), 422, "invalid-request")
    assert list(answer["errors"]) == ["contribution"]
    assert client.post(f"{path}/seats/1").get_json()["rated"] is False
    twin = new_game(client, "villagers", HUMAN, HUMAN, seed="a fine morning")
    views = [
        client.get(f"/v1/games/{one['id']}", headers=bearer(one["tokens"]["0"])).get_json() for one in (game, twin)
    ]
    assert views[0]["view"] == views[1]["view"], "it deals the same cards, whoever begins it"
    assert views[0]["commitment"] != views[1]["commitment"], "a salt is hashed with it"


def test_a_repeated_claim_is_the_same_claim(games: Games) -> None:
    game_id = created(games, WITH_OPEN)["id"]
    first = games.claim_seat(game_id, 1, "Bo", "key", contribution="one")
    assert games.claim_seat(game_id, 1, "Bo", "key", contribution="one").body == first.body
    for other in ("two", None):
        with pytest.raises(KeyReused):
            games.claim_seat(game_id, 1, "Bo", "key", contribution=other)
    with pytest.raises(CannotContribute):
        games.claim_seat(game_id, 2, contribution="\ud800")
