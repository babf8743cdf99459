"""Games stored in another format by other versions of the program."""

from __future__ import annotations

from typing import Any, ClassVar

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.errors import NewerFormat
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.games import Games, Seat
from service.games.history.event_stream import follow_events
from service.store import DueTurns, Store
from service.store.games.packed_json import pack
from service.store.redis import keys
from tests.service.api import Table, refused
from tests.service.bots import PACE, Plain
from tests.service.nim import HUMANS, begun, created
from tests.service.outbox import count
from tests.service.toy import Nim, State
from workers.player import MAX_TURN_TRIES, Player

AI = Seat("ai", None, "easy")


def test_every_earlier_format_has_its_step() -> None:
    for rules in RULESETS.values():
        assert set(rules.upgrades) == set(range(1, rules.format))


# --- a ruleset whose notation has changed twice --------------------------------------------------


def renamed(doc: Doc) -> Doc:
    """Return the first change renames the stones."""
    named = {**doc, "format": 2, "pebbles": doc["stones"]}
    del named["stones"]
    return named


def listed(doc: Doc) -> Doc:
    """Return the second one puts them into a list."""
    return {**doc, "format": 3, "pebbles": [doc["pebbles"]]}


class Nim3(Nim):
    """The toy with positions of format 3."""

    format = 3
    upgrades: ClassVar = {1: renamed, 2: listed}

    def write_position(self, state: State) -> Doc:
        return listed(renamed(super().write_position(state)))

    def restore(self, doc: Any) -> State:
        (stones,) = doc["pebbles"]
        return super().restore({**doc, "stones": stones})


class Nim2(Nim):
    """The format between the two."""

    format = 2
    upgrades: ClassVar = {1: renamed}

    def write_position(self, state: State) -> Doc:
        return renamed(super().write_position(state))

    def restore(self, doc: Any) -> State:
        return super().restore({**doc, "stones": doc["pebbles"]})


def at(store: Store, rules: Nim) -> Games:
    return Games(store, {"nim": rules}, ("easy",))


@pytest.mark.parametrize("old", [Nim(), Nim2()])
def test_an_old_game_is_upgraded_when_it_is_loaded_and_stored_when_it_moves(
    store: Store, redis: Redis, old: Nim
) -> None:
    game_id, seat = begun(at(store, old), HUMANS)
    before = redis.hget(keys.game(game_id, "head"), "state")
    new = at(store, Nim3())
    game = new.queries.load_game(game_id)
    assert (game.state.stones, game.to_act) == (7, (seat,))
    assert redis.hget(keys.game(game_id, "head"), "state") == before, "looking changes nothing"
    new.play_moves(game, seat, [{"type": "take", "stones": 2}])
    stored = store.head(game_id).position
    assert (stored["format"], stored["pebbles"], "stones" in stored) == (3, [5], False)


def test_a_game_of_a_later_version_is_left_alone(store: Store, redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    """As during a rolling upgrade or after a rollback."""
    caplog.set_level("INFO")
    game_id = at(store, Nim3()).create_game("nim", (AI, HUMANS[0])).game_id
    stored = redis.hgetall(keys.game(game_id, "head"))
    old = at(store, Nim2())
    with pytest.raises(NewerFormat):
        old.queries.load_game(game_id)
    assert next(follow_events(old.queries, game_id, None, 0, pause=0)) is None, "a stream waits for an upgrade"
    player = Player(old, {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    for _ in range(MAX_TURN_TRIES + 2):
        assert player.play_due_turns(game_id) == 0
    assert redis.hgetall(keys.game(game_id, "head")) == stored
    assert DueTurns(store).parked() == []
    assert {record.levelname for record in caplog.records} == {"INFO"}
    again = Player(at(store, Nim3()), {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    assert again.play_due_turns(game_id) == 1


def test_an_unknown_ruleset_is_left_alone_too(store: Store) -> None:
    game_id = at(store, Nim()).create_game("nim", (AI, HUMANS[0])).game_id
    player = Player(Games(store, {}, ("easy",)), {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    for _ in range(MAX_TURN_TRIES + 2):
        assert player.play_due_turns(game_id) == 0
    assert (count(DueTurns(store)), DueTurns(store).parked()) == (1, [])


@pytest.fixture
def behind(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game over HTTP that a later version has changed."""
    table = Table(client)
    head = keys.game(table.created["id"], "head")
    redis = app.extensions["games"].store.redis
    position = app.extensions["games"].store.head(table.created["id"]).position
    redis.hset(head, "state", pack("villagers", orjson.dumps({**position, "format": 99})))
    return table


def test_it_is_a_problem_that_passes(behind: Table) -> None:
    for answer in (behind.get(), behind.get("/moves", 0), behind.get("/replay"), behind.get("/events", after=0)):
        assert refused(answer, 503, "newer-format")["detail"]
        assert int(answer.headers["Retry-After"]) >= 1


def test_a_game_without_a_format_is_of_the_first_one(games: Games) -> None:
    assert "format" not in Nim().write_position(games.queries.load_game(created(games)["id"]).state)
