"""Games stored by earlier versions of the program, and by later ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.errors import NewerFormat
from engine.events import Event
from engine.registry import RULESETS
from engine.replay import replay
from engine.ruleset import Doc
from service.games import Games, Seat
from service.games.following import follow
from service.store import DueTurns, Store, keys
from tests.service.api import Table, refused
from tests.service.bots import PACE, Plain
from tests.service.nim import HUMANS, begun, created
from tests.service.outbox import count
from tests.service.toy import Nim, State
from workers.player import PARKED_AFTER, Player

STORED = sorted(Path(__file__).parent.glob("stored/*.json"))
"""Games as they were in Redis, `<ruleset>-<format>.json`. None of them may ever be changed."""
AI = Seat("ai", None, "easy")


def restored(store: Store, doc: Doc) -> str:
    """The game in Redis, as it was when its file was made."""
    game_id = store.new_id()
    head = {"setup": doc["setup"], "version": doc["version"], "state": doc["position"]}
    texts = {name: json.dumps(value) for name, value in head.items()}
    tokens = {f"token:{seat}": bytes.fromhex(digest) for seat, digest in doc["tokens"].items()}
    store.redis.hset(keys.game(game_id, "head"), mapping={**texts, **tokens, "open": 0, "at": 0})
    store.redis.rpush(keys.game(game_id, "log"), *map(json.dumps, doc["log"]))
    return game_id


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_game_of_an_earlier_format_goes_on(store: Store, path: Path) -> None:
    doc = json.loads(path.read_text())
    games = Games(store, RULESETS, ("greedy",))
    game_id = restored(store, doc)
    game = games.load(game_id)
    rules = game.ruleset
    position = rules.write_position(game.state)
    assert (game.version, position["format"]) == (doc["version"], rules.format)
    assert rules.write_position(rules.read_position(position)) == position, "the rules find no fault with it"
    if doc["position"]["format"] == rules.format:
        assert position == doc["position"]
    moves = [(entry.seat, entry.move) for entry in games.store.log(game_id, 0, game.version)]
    state, _ = replay(rules, game.setup.options, len(game.seats), game.setup.seed, moves)
    assert rules.write_position(state) == position
    seat = game.to_act[0]
    games.play(game, seat, [rules.write_move(rules.legal_moves(game.state, seat)[0])])
    assert games.load(game_id).version == doc["version"] + 1


def test_every_format_has_a_stored_game() -> None:
    expected = {f"{rules.key}-{number}" for rules in RULESETS.values() for number in range(1, rules.format + 1)}
    assert {path.stem for path in STORED} == expected


def test_every_earlier_format_has_its_step() -> None:
    for rules in RULESETS.values():
        assert set(rules.upgrades) == set(range(1, rules.format))


# --- a ruleset whose notation has changed twice --------------------------------------------------


def renamed(doc: Doc) -> Doc:
    """The first change: stones have another name."""
    named = {**doc, "format": 2, "pebbles": doc["stones"]}
    del named["stones"]
    return named


def listed(doc: Doc) -> Doc:
    """The second one: they lie in a list."""
    return {**doc, "format": 3, "pebbles": [doc["pebbles"]]}


class Nim3(Nim):
    """The toy, whose positions are of format 3."""

    format = 3
    upgrades: ClassVar = {1: renamed, 2: listed}

    def write_position(self, state: State) -> Doc:
        return listed(renamed(super().write_position(state)))

    def restore(self, doc: Any) -> State:
        (stones,) = doc["pebbles"]
        return super().restore({**doc, "stones": stones})


class Nim2(Nim):
    """Between the two."""

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
    game = new.load(game_id)
    assert (game.state.stones, game.to_act) == (7, (seat,))
    assert redis.hget(keys.game(game_id, "head"), "state") == before, "looking changes nothing"
    new.play(game, seat, [{"type": "take", "stones": 2}])
    stored = store.head(game_id).position
    assert (stored["format"], stored["pebbles"], "stones" in stored) == (3, [5], False)


def test_a_game_of_a_later_version_is_left_alone(store: Store, redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    """As in the middle of a rolling upgrade, or after a rollback."""
    caplog.set_level("INFO")
    game_id = at(store, Nim3()).create("nim", (AI, HUMANS[0])).game_id
    stored = redis.hgetall(keys.game(game_id, "head"))
    old = at(store, Nim2())
    with pytest.raises(NewerFormat):
        old.load(game_id)
    assert next(follow(old, game_id, None, 0, pause=0)) is None, "a stream waits for an upgrade"
    player = Player(old, {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    for _ in range(PARKED_AFTER + 2):
        assert player.play(game_id) == 0
    assert redis.hgetall(keys.game(game_id, "head")) == stored
    assert DueTurns(store).parked() == []
    assert {record.levelname for record in caplog.records} == {"INFO"}
    again = Player(at(store, Nim3()), {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    assert again.play(game_id) == 1


def test_an_unknown_ruleset_is_left_alone_too(store: Store) -> None:
    game_id = at(store, Nim()).create("nim", (AI, HUMANS[0])).game_id
    player = Player(Games(store, {}, ("easy",)), {"easy": Plain()}, seconds=60, reaction_seconds=0, pace=PACE)
    for _ in range(PARKED_AFTER + 2):
        assert player.play(game_id) == 0
    assert (count(DueTurns(store)), DueTurns(store).parked()) == (1, [])


@pytest.fixture
def behind(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game over HTTP that somebody with a later version has touched."""
    table = Table(client)
    head = keys.game(table.created["id"], "head")
    redis = app.extensions["games"].store.redis
    position = app.extensions["games"].store.head(table.created["id"]).position
    redis.hset(head, "state", json.dumps({**position, "format": 99}))
    return table


def test_it_is_a_problem_that_passes(behind: Table) -> None:
    for answer in (behind.get(), behind.get("/moves", 0), behind.get("/replay"), behind.get("/events", after=0)):
        assert refused(answer, 503, "newer-format")["detail"]
        assert int(answer.headers["Retry-After"]) >= 1


def test_entries_of_the_stored_logs_are_read(store: Store) -> None:
    for path in STORED:
        doc = json.loads(path.read_text())
        log = store.log(restored(store, doc), 0, doc["version"])
        assert [(entry.seat, entry.at_ms, entry.move, entry.events) for entry in log] == [
            (seat, at_ms, move, tuple(map(Event.restore, events))) for seat, at_ms, move, events in doc["log"]
        ]


def test_a_game_without_a_format_is_of_the_first_one(games: Games) -> None:
    assert "format" not in Nim().write_position(games.load(created(games)["id"]).state)
