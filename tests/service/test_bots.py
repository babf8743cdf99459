"""External bots: registration, turns, moves by API key, and AIs that stand in."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.games import Games
from service.games.bots import external_bots
from service.http.operations.streams import MEDIA_TYPE
from service.store import DueTurns
from service.store.redis import keys
from tests.service.api import HUMAN, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.bots import PACE
from tests.service.clocked import due_at
from tests.service.conftest import Opener
from tests.service.outbox import count
from workers.player import Player

ANN, BOB, CARLA = (shown(key_of(name)) for name in ("ann", "bob", "carla"))
KEYS = line("ann") + line("bob") + line("carla")
DEEP = {"type": "bot", "bot": "deep", "level": "greedy"}
SHALLOW = {"type": "bot", "bot": "shallow"}


class World:
    """An app with API keys, two of which have a bot."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.games: Games = client.application.extensions["games"]
        self.player = Player(self.games, LEVELS, seconds=60, reaction_seconds=0, pace=PACE)
        for key, name in ((ANN, "deep"), (BOB, "shallow")):
            assert client.put("/v1/bot", json={"name": name}, headers=key).status_code == 201

    def create(self, *seats: Doc, headers: dict[str, str] = CARLA, **options: Any) -> Doc:
        body = {"ruleset": "villagers", "seats": list(seats), "seed": "s", "options": {"first_player": "0", **options}}
        answer = self.client.post("/v1/games", json=body, headers=headers)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        game: Doc = answer.get_json()
        return game

    def turns(self, key: dict[str, str] = ANN, **query: Any) -> list[Doc]:
        answer = self.client.get("/v1/bot/turns", query_string=query, headers=key)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        found: list[Doc] = answer.get_json()["turns"]
        return found

    def answer(self, turn: Doc, key: dict[str, str] = ANN, **changed: Any) -> Any:
        body = {name: turn[name] for name in ("game", "seat", "version")} | {"move_id": turn["moves"][0]["id"]}
        return self.client.post("/v1/bot/moves", json={**body, **changed}, headers=key)

    def look(self, game: Doc) -> Doc:
        found: Doc = self.client.get(f"/v1/games/{game['id']}").get_json()
        return found


@pytest.fixture
def world(opened: Opener) -> Iterator[World]:
    world = World(opened(KEYS, HAMLET_BOT_SECONDS="1000"))
    yield world
    world.games.queries.changes.release_waiters(timeout=10)


# --- registration ----------------------------------------------------------------------------


def test_a_bot_needs_a_key_where_games_need_none(client: FlaskClient) -> None:
    for method, path in (("PUT", "/v1/bot"), ("GET", "/v1/bot/turns"), ("POST", "/v1/bot/moves")):
        for headers in ({}, ANN):
            refused(client.open(path, method=method, json={}, headers=headers), 401, "api-key-needed")
    assert client.get("/v1/bots").get_json() == {"bots": []}


def test_a_name_belongs_to_one_key_and_stays(world: World) -> None:
    put = world.client.put
    refused(put("/v1/bot", json={"name": "deep"}), 401, "api-key-needed")
    refused(put("/v1/bot", json={"name": "deep"}, headers=BOB), 409, "bot-name-taken")
    refused(put("/v1/bot", json={"name": "deep"}, headers=CARLA), 409, "bot-name-taken")
    problem = refused(put("/v1/bot", json={"name": "deeper"}, headers=ANN), 409, "bot-named")
    assert "'deep'" in problem["detail"]
    again = put("/v1/bot", json={"name": "deep", "about": "Thinks."}, headers=ANN)
    assert (again.status_code, again.get_json()) == (200, {"name": "deep", "about": "Thinks.", "connected": False})
    for wrong in ("", "Deep", "a b", "x" * 33, "é", "@deep", "a:b"):
        refused(put("/v1/bot", json={"name": wrong}, headers=CARLA), 422, "invalid-request")
    assert [bot["name"] for bot in world.client.get("/v1/bots?connected=false").get_json()["bots"]] == [
        "deep",
        "shallow",
    ]


def test_a_key_without_a_bot(world: World) -> None:
    refused(world.client.get("/v1/bot/turns", headers=CARLA), 404, "not-found")
    turn = {"game": "0" * 20, "seat": 0, "version": 0, "move_id": "x"}
    refused(world.client.post("/v1/bot/moves", json=turn, headers=CARLA), 404, "not-found")


def test_who_listens_is_listed_as_connected(world: World) -> None:
    listed = world.client.get("/v1/bots").get_json
    assert listed() == {"bots": []}
    world.turns()
    assert world.client.get("/v1/bots").get_json() == {"bots": [{"name": "deep", "about": None, "connected": True}]}


# --- turns and moves -------------------------------------------------------------------------


def test_a_seat_must_name_a_bot(world: World) -> None:
    body = {"ruleset": "villagers", "seats": [HUMAN, {"type": "bot", "bot": "nobody"}]}
    problem = refused(world.client.post("/v1/games", json=body, headers=ANN), 422, "invalid-request")
    assert problem["errors"] == {"seats.1.bot": ["there is no bot of this name"]}


def test_two_bots_play_a_game(world: World) -> None:
    """Each gets the turns of its own seat only, with its own view, and no worker moves for it."""
    game = world.create(DEEP, SHALLOW)
    assert [seat.get("bot") for seat in game["seats"]] == ["deep", "shallow"]
    assert [seat["level"] for seat in game["seats"]] == ["greedy", "medium"]
    moves = 0
    while moves < 12:
        told = {0: world.turns(ANN), 1: world.turns(BOB)}
        ((seat, (turn,)),) = [one for one in told.items() if one[1]]
        state = world.games.queries.load_game(game["id"]).state
        rules = world.games.rulesets["villagers"]
        assert turn["view"] == rules.write_view(rules.view(state, seat))
        assert (turn["seat"], turn["must_move"]) == (seat, True)
        world.player.play_due_turns(game["id"])
        done = world.answer(turn, (ANN, BOB)[seat])
        assert done.status_code == 200, done.get_data(as_text=True)
        assert done.get_json()["game"]["viewer"] == seat
        moves += 1
    assert world.look(game)["version"] == moves


def test_nobody_moves_for_another_bot(world: World) -> None:
    game = world.create(DEEP, SHALLOW)
    (turn,) = world.turns()
    assert world.turns(BOB) == []
    refused(world.answer(turn, BOB), 403, "forbidden")
    refused(world.answer(turn, seat=1), 403, "forbidden")
    refused(world.answer(turn, seat=7), 403, "forbidden")
    refused(world.answer(turn, game="0" * 20), 404, "not-found")
    refused(world.answer(turn, CARLA), 404, "not-found")
    refused(world.answer(turn, {}), 401, "api-key-needed")
    refused(world.answer(turn, version=3), 412, "version-mismatch")
    refused(world.answer(turn, move_id="0-000000000000"), 409, "conflict")
    refused(world.client.get(f"/v1/games/{game['id']}/moves", headers=ANN), 401, "unauthorized")
    assert world.look(game)["version"] == 0
    human = world.create(HUMAN, DEEP)
    refused(world.answer({**turn, "game": human["id"]}), 403, "forbidden")


def test_what_is_answered_twice_is_made_once(world: World) -> None:
    world.create(DEEP, HUMAN)
    (turn,) = world.turns()
    assert world.answer(turn).status_code == 200
    refused(world.answer(turn), 412, "version-mismatch")


def test_a_poll_waits_for_the_next_turn(world: World) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(external_bots.wait_for_bot_turns, world.games, "deep", 30.0)
        game = world.create(DEEP, HUMAN)
        assert [turn["game"] for turn in waiting.result(60)] == [game["id"]]


def test_what_is_due_is_told_on_every_connection(world: World) -> None:
    """Those of all its games, once on each connection; later ones as they become due."""
    first, second = (world.create(DEEP, HUMAN) for _ in range(2))
    for _ in range(2):
        told = external_bots.follow_bot_turns(world.games, "deep", 30, lambda: True)
        assert next(told) is None
        found = [next(told), next(told)]
        assert {turn["game"] for turn in found if turn} == {first["id"], second["id"]}
        assert found[0] is not None
        third = world.create(DEEP, HUMAN)
        news = next(told)
        assert news is not None
        assert news["game"] == third["id"]
        assert world.answer(news).status_code == 200
        while world.look(third)["to_act"][0] == 0:
            turn = next(told)
            assert turn is not None
            assert turn["game"] == third["id"]
            assert world.answer(turn).status_code == 200
        world.games.store.redis.delete(keys.game(third["id"], "head"))
        told.close()  # type: ignore[attr-defined]
    # The bot may return, so for a moment games still wait for it.
    ((_, until),) = world.games.store.redis.zrange(keys.bot_here("deep"), -1, -1, withscores=True)
    assert until < (time.time() + 30) * 1000


def test_a_move_that_comes_first_is_no_missed_time(world: World) -> None:
    """A worker got the message, but the bot was faster."""
    game = world.create(DEEP, HUMAN)
    (turn,) = world.turns()
    await_reactions = DueTurns.await_reactions

    def slowly(due: DueTurns, *args: Any) -> bool:
        assert world.answer(turn).status_code == 200
        return await_reactions(due, *args)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DueTurns, "await_reactions", slowly)
        assert world.player.play_due_turns(game["id"]) == 0
    assert world.games.bots.awaited("deep", game["id"])


def test_the_stream_over_http(world: World) -> None:
    game = world.create(DEEP, HUMAN)
    answer = world.client.get("/v1/bot/turns", headers={**ANN, "Accept": MEDIA_TYPE, "Last-Event-ID": "whatever"})
    assert answer.content_type == MEDIA_TYPE
    text = ""
    for part in answer.response:
        text += part.decode() if isinstance(part, bytes) else part
        if "event: turn" in text:
            break
    answer.close()
    fields = dict(one.split(": ", 1) for one in text.split("\n\n")[2].split("\n"))
    assert fields["id"] == f"{game['id']}.0.0"
    assert json.loads(fields["data"]) == world.turns()[0]


def test_a_stream_ends_with_its_key_and_a_bot_has_only_so_many(world: World) -> None:
    assert list(external_bots.follow_bot_turns(world.games, "deep", 0, lambda: False)) == [None]
    for number in range(8):
        assert world.games.bots.connect_bot("shallow", f"{number}", 600)
    answer = world.client.get("/v1/bot/turns", headers={**BOB, "Accept": MEDIA_TYPE})
    refused(answer, 429, "too-many-connections")


# --- those who stand in ----------------------------------------------------------------------


def test_an_ai_plays_for_a_bot_that_is_away_until_it_is_back(world: World) -> None:
    game = world.create(DEEP, HUMAN)
    assert world.player.play_due_turns(game["id"]) > 0
    human = bearer(game["tokens"]["1"])
    world.turns()
    path = f"/v1/games/{game['id']}"
    while 1 in world.look(game)["to_act"]:
        move = world.client.get(f"{path}/moves", headers=human).get_json()["moves"][0]
        assert world.client.post(f"{path}/moves", json={"move_id": move["id"]}, headers=human).status_code == 200
    before = world.look(game)["version"]
    assert world.player.play_due_turns(game["id"]) == 0
    assert world.look(game)["version"] == before
    (turn,) = world.turns()
    assert world.answer(turn).status_code == 200


def test_an_ai_plays_for_a_bot_whose_time_is_up_until_it_moves_again(world: World, redis: Redis) -> None:
    game, other = world.create(DEEP, HUMAN), world.create(DEEP, HUMAN)
    (turn,) = [turn for turn in world.turns() if turn["game"] == game["id"]]
    assert world.player.play_due_turns(game["id"]) == 0
    at = int(redis.hget(keys.game(game["id"], "head"), "at") or 0)
    assert due_at(redis, game["id"]) == at + 1_000_000
    # Longer ago than the bot's time:
    redis.hset(keys.game(game["id"], "head"), "at", at - 1_000_001)
    assert world.player.play_due_turns(game["id"]) > 0
    refused(world.answer(turn), 412, "version-mismatch")
    assert not world.games.bots.awaited("shallow", game["id"])
    # It has been heard of again; and its other game has always waited for it.
    assert world.games.bots.awaited("deep", game["id"])
    assert world.player.play_due_turns(other["id"]) == 0
    world.games.bots.late("deep", game["id"])
    assert not world.games.bots.awaited("deep", game["id"])
    assert world.games.bots.awaited("deep", other["id"])


def test_a_bot_has_no_longer_than_a_turn_has(world: World, redis: Redis) -> None:
    game = world.create(DEEP, HUMAN, turn_seconds=60)
    (turn,) = world.turns()
    at = int(redis.hget(keys.game(game["id"], "head"), "at") or 0)
    assert world.player.play_due_turns(game["id"]) == 0
    assert due_at(redis, game["id"]) == at + 60_000
    assert turn["deadline"] is not None
    assert game["deadline"] is None


def test_what_has_expired_is_forgotten(world: World, redis: Redis) -> None:
    game = world.create(DEEP, HUMAN)
    redis.delete(keys.game(game["id"], "head"))
    assert world.turns() == []
    assert world.games.bots.games("deep") == []


def test_two_seats_of_one_bot(world: World) -> None:
    game = world.create(DEEP, DEEP)
    for _ in range(6):
        (turn,) = world.turns()
        assert turn["seat"] == world.look(game)["to_act"][0]
        assert world.answer(turn).status_code == 200


def test_a_dispatcher_finds_the_turn(world: World) -> None:
    game = world.create(DEEP, HUMAN)
    assert due_at(world.games.store.redis, game["id"]) is not None  # type: ignore[arg-type]
    assert count(DueTurns(world.games.store)) == 1
