"""Nothing that reaches a viewer depends on what it may not know: all channels, rulesets and expansions."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import orjson
import pytest
from flask import Flask
from redis import Redis

from engine.events import Event
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.config import metrics
from service.config.timestamps import moment
from service.games import Seat
from service.games.bots import external_bots
from service.games.clock import turn_clock
from service.games.core import projection, push_notices
from service.games.core.model import Game
from service.games.core.queries import GameQueries
from service.http.operations import games as games_api
from service.store.lists.bot_registry import OutsideBot
from service.store.outbox.notice_queue import Notice, Occurrence
from tests.engine.tables import TABLES, Table
from tests.leaks.channels import CHANNELS
from tests.leaks.harness import CLOCKS, Harness
from tests.leaks.truths import pair
from tests.service.clocked import CLOCK, FORFEIT

EXPANSIONS = [
    value for option in RULESETS["villagers"].options if option.name == "expansions" for value in option.values
]


def chosen() -> list[Table]:
    """Return every number of seats; each expansion alone, all together, and the hardest of those played alone."""
    modes = [[], *([name] for name in EXPANSIONS), list(EXPANSIONS)]
    found = []
    for table in TABLES:
        expansions = sorted(table.options.get("expansions", []))
        wanted = expansions in [sorted(mode) for mode in modes]
        usual = wanted and table.options.get("solo") in (None, "hard") and table.options["first_player"] == "random"
        if table.plain or (usual and table.seats in (1, 3)):
            found.append(table)
    return found


def name(table: Table) -> str:
    return "-".join([table.ruleset.key, str(table.seats), *table.options.get("expansions", ())])


SHORT = {"villagers-3-" + "-".join(EXPANSIONS), "my_village-3"}
"""The table that `make test` plays, too: everything in play, with an AI seat."""
LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("table", "positions"),
    [
        pytest.param(table, positions, marks=[LONG] * (positions > 1), id=f"{name(table)}-at-{positions}")
        for table in chosen()
        for positions in ((1, 2) if name(table) in SHORT else (2,))
    ],
)
def test_no_channel_tells_what_is_hidden(harness: Harness, table: Table, positions: int) -> None:
    harness.play(table, seed=TABLES.index(table), positions=positions)
    assert harness.compared > 10
    assert harness.differing


@pytest.mark.long
@pytest.mark.parametrize("key", ["my_village", "villagers"])
def test_moves_and_what_is_taken_back_tell_nothing(harness: Harness, key: str) -> None:
    """At more moments, since most moves reveal something to somebody."""
    table = next(table for table in TABLES if table.ruleset.key == key and table.seats == 2 and table.plain)
    channels = {name: CHANNELS[name] for name in ("own_moves", "others_moves")}
    harness.play(table, seed=2, positions=12, channels=channels)
    assert "move_undone" in harness.heard["own_moves"]
    assert '"events"' in harness.heard["others_moves"]


@pytest.mark.parametrize(
    ("key", "clock", "within"),
    [
        pytest.param(key, clock, within, marks=[LONG] * (within is None), id=f"{key}-{clocked}-{within or 'all'}")
        for number, key in enumerate(sorted(RULESETS))
        for clocked, clock in enumerate((CLOCK, FORFEIT))
        for within in ([20, None] if number == clocked == 0 else [None])
    ],
)
def test_clocks_and_webhooks_tell_nothing(harness: Harness, key: str, clock: Doc, within: int | None) -> None:
    """At more moments, too, at which the turn may be anybody's and a seat may be away or have forfeited."""
    table = next(table for table in TABLES if table.ruleset.key == key and table.seats == 2 and table.plain)
    channels = {name: CHANNELS[name] for name in ("views", "webhooks", "push", "time_outs")}
    positions = 8 if within is None else 4
    harness.play(table, seed=CLOCKS.index(clock), positions=positions, channels=channels, within=within)
    assert "turn.started" in harness.heard["webhooks"]
    assert "turn.reminder" in harness.heard["webhooks"]
    assert "turn.started" in harness.heard["push"]
    told = (
        ("seat_forfeited", "seat.away", "game.finished")
        if clock == FORFEIT
        else ("seat_away", "seat.away", "seat_returned", "turn.started")
    )
    assert [word for word in told if word not in harness.heard["time_outs"]] == []


COURIERS = next(table for table in chosen() if table.seats == 3 and table.options.get("expansions") == ["scoundrels"])
"""A table where an AI seat may hold the card that reacts."""


@pytest.mark.long
def test_ai_seats_that_might_react_tell_nothing(harness: Harness) -> None:
    """Neither by the queue, nor by what is due, nor by counters and logs."""
    channels = {name: CHANNELS[name] for name in ("ai_turns", "own_moves", "others_moves")}
    harness.play(COURIERS, seed=3, positions=12, channels=channels, within=30)
    assert "due: True" in harness.heard["ai_turns"]


# --- the test's own test: planted leaks ----------------------------------------------------------


def hidden(game: Game) -> str:
    """Something about everything that is hidden."""
    return f"{hash(orjson.dumps(game.ruleset.write_position(game.state)))}"


def in_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.game_document
    monkeypatch.setattr(projection, "game_document", lambda game, viewer: told(game, viewer) | {"more": hidden(game)})


def in_the_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    load = GameQueries.load_game
    seen: list[str] = []

    def noting(games: GameQueries, game_id: str) -> Game:
        game = load(games, game_id)
        seen.append(hidden(game))
        return game

    monkeypatch.setattr(GameQueries, "load_game", noting)
    monkeypatch.setattr(games_api, "etag", lambda *_: seen[-1])


def in_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "seen_by", lambda event, _: event.reveal())


def in_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    check = Game.check_turn

    def telling(game: Game, seat: int) -> None:
        try:
            check(game, seat)
        except Exception as refusal:
            raise type(refusal)(f"{refusal}, for {hidden(game)}") from refusal

    monkeypatch.setattr(Game, "check_turn", telling)


def in_the_list_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.moves_document

    def telling(game: Game, seat: int, language: str) -> Doc:
        doc = told(game, seat, language)
        return doc | {"moves": sorted(doc["moves"], key=lambda move: hash((hidden(game), move["id"])))}

    monkeypatch.setattr(projection, "moves_document", telling)


def in_the_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.turn_document
    monkeypatch.setattr(projection, "turn_document", lambda game, seat: told(game, seat) | {"more": hidden(game)})


def in_the_push(monkeypatch: pytest.MonkeyPatch) -> None:
    made = push_notices.notices_to_browsers

    def telling(game: Game, news: Sequence[Occurrence]) -> Iterator[Notice]:
        for notice in made(game, news):
            notice.news.data["text"] += hidden(game)
            yield notice

    monkeypatch.setattr(push_notices, "notices_to_browsers", telling)


def in_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    late = lambda game: {"deadline": moment(int(hidden(game)) % 10**12)}  # noqa: E731
    monkeypatch.setattr(turn_clock, "clock_document", late)


def in_the_log(monkeypatch: pytest.MonkeyPatch, logger: str = "leak") -> None:
    load = GameQueries.load_game

    def telling(games: GameQueries, game_id: str) -> Any:
        game = load(games, game_id)
        logging.getLogger(logger).debug("loaded %s", hidden(game))
        return game

    monkeypatch.setattr(GameQueries, "load_game", telling)


def in_the_log_of_rq(monkeypatch: pytest.MonkeyPatch) -> None:
    in_the_log(monkeypatch, "rq.queue")


PLANTS = [
    (in_the_game, "views"),
    (in_the_tag, "views"),
    (in_the_log, "views"),
    (in_the_log_of_rq, "views"),
    (in_the_list_of_moves, "moves"),
    (in_events, "events"),
    pytest.param(in_events, "stream", marks=LONG),
    (in_a_refusal, "refusals"),
    (in_a_refusal, "words"),
    pytest.param(in_events, "words", marks=LONG),
    (in_the_game, "own_moves"),
    (in_the_game, "others_moves"),
    (in_the_game, "hints"),
    pytest.param(in_the_notice, "webhooks", marks=LONG),
    (in_the_push, "push"),
    (in_the_deadline, "views"),
    (in_the_deadline, "time_outs"),
    (in_the_notice, "time_outs"),
]


@pytest.mark.parametrize(("plant", "channel"), PLANTS)
def test_a_planted_leak_is_found(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], channel: str
) -> None:
    plant(monkeypatch)
    table = next(table for table in TABLES if table.ruleset.key == "villagers" and table.seats == 3 and table.plain)
    with pytest.raises(AssertionError, match=f"^{channel} tells viewer .* what it may not know"):
        harness.play(table, seed=1, positions=40, channels={channel: CHANNELS[channel]}, within=40)


def test_a_queue_that_knows_who_can_react_is_found(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "reactors", property(lambda game: game.to_act[1:]))
    with pytest.raises(AssertionError, match=r"^ai_turns tells viewer .* what it may not know"):
        harness.play(COURIERS, seed=3, positions=30, channels={"ai_turns": CHANNELS["ai_turns"]}, within=30)


def test_a_figure_that_knows_what_is_hidden_is_found(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    load = GameQueries.load_game

    def telling(games: GameQueries, game_id: str) -> Game:
        game = load(games, game_id)
        metrics.STAND_INS.labels("greedy", "villagers").inc(int(hidden(game)) % 2)
        return game

    monkeypatch.setattr(GameQueries, "load_game", telling)
    with pytest.raises(AssertionError, match=r"^views tells viewer .* what it may not know"):
        harness.play(COURIERS, seed=1, positions=12, channels={"views": CHANNELS["views"]}, within=12)


# --- external bots ----------------------------------------------------------------------


def bots_turns(app: Flask, redis: Redis, key: str) -> int:
    """Play against a bot, and compare all that it is told in pairs of states that look the same to its seat."""
    games, rules, rng = app.extensions["games"], RULESETS[key], random.Random(3)
    games.bots.register(OutsideBot("spy", "a key", None))
    seats = (Seat("human"), Seat("bot", level="random", bot="spy"))
    game_id = games.create_game(key, seats, seed="leak").game_id
    told = 0
    for _ in range(40):
        game = games.queries.load_game(game_id)
        if 1 in game.to_act:
            found = pair(redis, rules, game_id, 1, rng)
            heard = []
            for truth in found.truths:
                truth.put(redis)
                heard.append(orjson.dumps(external_bots.wait_for_bot_turns(games, "spy", 0)))
            assert heard[0] == heard[1], "the bot is told what it may not know"
            assert b'"moves":[{' in heard[0]
            told += found.truths[0].stored != found.truths[1].stored
            found.original.put(redis)
            game = games.queries.load_game(game_id)
        seat = game.to_act[0]
        games.play_moves(game, seat, [rules.write_move(rng.choice(list(rules.legal_moves(game.state, seat))))])
    return told


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_bot_from_outside_is_told_nothing_hidden(app: Flask, redis: Redis, key: str) -> None:
    assert bots_turns(app, redis, key) > 5


def test_a_leak_to_a_bot_is_found(app: Flask, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.bot_turn_document

    def telling(game: Game, seat: int, seconds: int, language: str) -> Doc:
        return told(game, seat, seconds, language) | {"more": hidden(game)}

    monkeypatch.setattr(projection, "bot_turn_document", telling)
    with pytest.raises(AssertionError, match="the bot is told"):
        bots_turns(app, redis, "villagers")
