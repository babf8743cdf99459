"""Every registered ruleset, and a toy with a hidden reaction, in the store.

Whole games go through the store, and nothing hidden is in what it returns.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest

from engine.registry import RULESETS
from engine.replay import replay
from engine.ruleset import Doc, Ruleset
from service.games import Game, Games, Seat
from service.store import Store
from tests.bare import bare
from tests.service.horn import RULES as HORN

STORED: dict[str, Ruleset[Any, Any]] = {**RULESETS, HORN.key: HORN}
EVERY_TABLE = [
    pytest.param(ruleset, count, marks=[pytest.mark.long] * (count > 2), id=f"{ruleset.key}-{count}")
    for ruleset in STORED.values()
    for count in ruleset.seats
]


@pytest.fixture
def stored(store: Store) -> Iterator[Games]:
    games = Games(store, STORED, ())
    yield games
    games.queries.changes.release_waiters(timeout=10)


def started(games: Games, ruleset: Ruleset[Any, Any], count: int) -> str:
    return games.create_game(ruleset.key, (Seat("human"),) * count, seed=f"{ruleset.key} for {count}").game_id


def moved(games: Games, game_id: str, rng: random.Random) -> tuple[Game, int, Doc]:
    """Make a random move. Returns the game before it, the seat that moved, and the answer."""
    before, game = games.queries.load_game(game_id), games.queries.load_game(game_id)
    seat = rng.choice(game.to_act)
    chosen = rng.choice(games.queries.moves_for(game, seat)["moves"])
    request = {"move_id": chosen["id"]} if rng.random() < 0.5 else {"moves": [chosen["move"]]}
    return before, seat, orjson.loads(games.play_moves(game, seat, if_match=game.version, **request).body)


@pytest.mark.parametrize(("ruleset", "count"), EVERY_TABLE)
def test_a_whole_game_through_the_store(stored: Games, ruleset: Ruleset[Any, Any], count: int) -> None:
    game_id, rng = started(stored, ruleset, count), random.Random(count)
    told: dict[int | None, list[Doc]] = {viewer: [] for viewer in (None, *range(count))}
    while stored.queries.load_game(game_id).to_act:
        before, seat, answer = moved(stored, game_id, rng)
        game = stored.queries.load_game(game_id)
        for viewer in told:
            news = stored.queries.events_for(game, viewer, before.version)["events"]
            told[viewer] += bare(news)
            assert viewer != seat or news == answer["events"]
        assert answer["game"] == stored.queries.document_for(game, seat)
    for viewer, events in told.items():
        assert bare(stored.queries.events_for(game, viewer, 0)) == {"version": game.version, "events": events}

    story = orjson.loads(orjson.dumps(stored.queries.whole_replay(game)))
    moves = [(move["seat"], move["move"]) for move in story["moves"]]
    state, history = replay(ruleset, story["options"], count, bytes.fromhex(story["seed"]), moves)
    assert ruleset.write_position(state) == ruleset.write_position(game.state)
    assert [len(events) for events in history] == [len(move["events"]) for move in story["moves"]]
    assert story["result"] is not None
    assert story["result"] == stored.queries.document_for(game, None)["result"]


@pytest.mark.parametrize(("ruleset", "count"), EVERY_TABLE)
def test_what_leaves_the_store_does_not_depend_on_what_is_hidden(
    stored: Games, ruleset: Ruleset[Any, Any], count: int
) -> None:
    game_id, rng, differing = started(stored, ruleset, count), random.Random(count), 0
    for _ in range(40):
        if not stored.queries.load_game(game_id).to_act:
            break
        moved(stored, game_id, rng)
        game = stored.queries.load_game(game_id)
        for viewer in (None, *range(count)):
            other = replace(game, state=ruleset.sample(ruleset.view(game.state, viewer), rng))
            differing += ruleset.write_position(other.state) != ruleset.write_position(game.state)
            assert orjson.dumps(stored.queries.document_for(other, viewer)) == orjson.dumps(
                stored.queries.document_for(game, viewer)
            )
            if viewer is not None:
                assert stored.queries.moves_for(other, viewer) == stored.queries.moves_for(game, viewer)
    assert differing > 0


@pytest.mark.parametrize(("ruleset", "count"), EVERY_TABLE)
def test_the_seed_stays_inside(stored: Games, ruleset: Ruleset[Any, Any], count: int) -> None:
    game_id, rng = started(stored, ruleset, count), random.Random(count)
    seed = stored.queries.load_game(game_id).setup.seed.hex().encode()
    while stored.queries.load_game(game_id).to_act:
        moved(stored, game_id, rng)
        game = stored.queries.load_game(game_id)
        for viewer in (None, *range(count)):
            assert seed not in orjson.dumps(stored.queries.document_for(game, viewer))
    assert all(seed not in orjson.dumps(stored.queries.events_for(game, viewer, 0)) for viewer in (None, *range(count)))
    assert seed in orjson.dumps(stored.queries.whole_replay(game))
