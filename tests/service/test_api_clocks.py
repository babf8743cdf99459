"""Clocks over HTTP: how to set one, what is shown, and how a player returns."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.bots import LEVELS, Session
from engine.bots.greedy import Greedy
from engine.registry import RULESETS
from engine.replay import replay, steps
from engine.ruleset import Doc
from service.games import Games
from tests.bare import bare
from tests.service.api import HUMAN, OPEN, bearer, refused
from tests.service.bots import PACE
from tests.service.clocked import run_out, stored_deadline
from tests.service.reacting import head
from workers.player import Player

AI = {"type": "ai", "level": "greedy"}
CLOCK = {"turn_seconds": 60, "takeover_level": "greedy"}


class Clocked:
    """A stored game with a clock, over HTTP, and a worker."""

    def __init__(self, app: Flask, client: FlaskClient, redis: Redis, *seats: Doc, **options: Any) -> None:
        self.games: Games = app.extensions["games"]
        self.client, self.redis = client, redis
        body = {"ruleset": "villagers", "seats": list(seats), "options": {**CLOCK, **options}, "seed": "s"}
        body["public"] = OPEN in seats
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.game: Doc = answer.get_json()
        self.id: str = self.game["id"]
        self.path, self.tokens = f"/v1/games/{self.id}", self.game["tokens"]

    def look(self, seat: int | None = None) -> Doc:
        headers = {} if seat is None else bearer(self.tokens[str(seat)])
        game: Doc = self.client.get(self.path, headers=headers).get_json()
        return game

    def post(self, what: str, seat: int, body: Doc) -> Any:
        return self.client.post(self.path + what, json=body, headers=bearer(self.tokens[str(seat)]))

    def come_back(self, seat: int) -> Any:
        return self.post(f"/seats/{seat}", seat, {})

    def step(self) -> Doc:
        """Make the first legal move of the seat to act."""
        seat = self.look()["to_act"][0]
        listed = self.client.get(f"{self.path}/moves", headers=bearer(self.tokens[str(seat)])).get_json()
        answer = self.post("/moves", seat, {"move_id": listed["moves"][0]["id"]})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        game: Doc = answer.get_json()["game"]
        return game

    def time_out(self) -> int:
        """End the time of the seat to act and let the worker see it; returns the seat."""
        seat: int = self.look()["to_act"][0]
        run_out(self.redis, self.id)
        self.work()
        return seat

    def work(self) -> None:
        Player(self.games, LEVELS, seconds=60, reaction_seconds=0, pace=PACE).play_due_turns(self.id)


@pytest.fixture
def table(app: Flask, client: FlaskClient, redis: Redis) -> Clocked:
    return Clocked(app, client, redis, HUMAN, HUMAN)


def test_the_options_and_the_deadline_are_shown(table: Clocked) -> None:
    own = table.game["options"]
    assert (own["turn_seconds"], own["on_timeout"], own["takeover_level"]) == (60, "ai_takeover", "greedy")
    shown = {table.look(viewer)["deadline"] for viewer in (None, 0, 1)}
    assert shown == {table.game["deadline"]} == {stored_deadline(table.redis, table.id)}


def test_the_rulesets_tell_the_options(client: FlaskClient) -> None:
    for info in client.get("/v1/rulesets").get_json()["rulesets"]:
        options = {option["name"]: option for option in info["options"]}
        seconds = options["turn_seconds"]
        assert (seconds["default"], seconds["minimum"], seconds["maximum"]) == (None, 5, 30 * 24 * 3600)
        assert options["on_timeout"]["values"] == ["ai_takeover", "forfeit"]
        assert options["takeover_level"]["default"] in options["takeover_level"]["values"]
        assert set(LEVELS) <= set(options["takeover_level"]["values"])
        longest = options["takeover_milliseconds"]["maximum"], options["resign_milliseconds"]["maximum"]
        assert longest == (5000, 5000), "what this server allows"


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_ruleset_can_be_played_by_the_clock(client: FlaskClient, ruleset: str) -> None:
    body = {"ruleset": ruleset, "seats": [HUMAN, AI], "options": {"turn_seconds": 5, "first_player": "0"}}
    game = client.post("/v1/games", json=body).get_json()
    assert game["options"]["takeover_level"] == "medium"
    assert game["deadline"] is not None


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"turn_seconds": 4}, "turn_seconds"),
        ({"turn_seconds": 2592001}, "turn_seconds"),
        ({"turn_seconds": 5.5}, "turn_seconds"),
        ({"on_timeout": "resign"}, "on_timeout"),
        ({"on_timeout": "forfeit"}, "on_timeout"),
        ({"turn_seconds": 60, "on_timeout": "forfeit", "takeover_milliseconds": 800}, "takeover_milliseconds"),
        ({"turn_seconds": 60, "takeover_level": "godlike"}, "takeover_level"),
        ({"takeover_level": "easy"}, "takeover_level"),
        ({"takeover_milliseconds": 800}, "takeover_milliseconds"),
        ({"turn_seconds": 60, "on_timeout": "forfeit", "takeover_level": "hard"}, "takeover_level"),
    ],
)
def test_clocks_that_cannot_be(client: FlaskClient, options: Doc, field: str) -> None:
    answer = client.post("/v1/games", json={"ruleset": "villagers", "seats": [HUMAN, HUMAN], "options": options})
    assert list(refused(answer, 422, "invalid-request")["errors"]) == [f"options.{field}"]


def test_a_position_knows_of_no_clock(table: Clocked) -> None:
    position = RULESETS["villagers"].write_position(table.games.queries.load_game(table.id).state)
    position["options"]["turn_seconds"] = 60
    answer = table.client.post("/v1/positions/score", json={"position": position})
    assert list(refused(answer, 422, "invalid-position")["errors"]) == ["position.options.turn_seconds"]


def test_away_and_back(table: Clocked) -> None:
    seat = table.time_out()
    game = table.look(seat)
    assert game["seats"][seat]["status"] == "away"
    assert game["viewer"] == seat
    problem = refused(table.post("/moves", seat, {"move": {"type": "draft_stack", "stack": 0}}), 409, "seat-away")
    assert f"POST {table.path}/seats/{seat} " in problem["detail"]
    refused(table.client.post(f"{table.path}/undo", headers=bearer(table.tokens[str(seat)])), 409, "seat-away")
    refused(table.post("/hint", seat, {}), 409, "seat-away")
    back = table.come_back(seat)
    assert back.status_code == 200
    assert back.get_json() == {**table.look(seat), "tokens": {}}
    assert back.get_json()["seats"][seat]["status"] == "taken"
    again = table.client.get(
        table.path, headers={**bearer(table.tokens[str(seat)]), "If-None-Match": back.headers["ETag"]}
    )
    assert again.status_code == 304
    events = table.client.get(f"{table.path}/events").get_json()["events"]
    notes = [event for event in events if event["type"].startswith("seat_")]
    assert bare(notes) == [{"type": "seat_away", "seat": seat}, {"type": "seat_returned", "seat": seat}]


def test_who_is_not_away_may_come_back_all_the_same(table: Clocked) -> None:
    answer = table.come_back(0)
    assert (answer.status_code, answer.get_json()) == (200, {**table.look(0), "tokens": {}})
    assert answer.get_json()["version"] == 0


def test_only_with_the_token_of_the_seat(app: Flask, table: Clocked) -> None:
    seat = table.time_out()
    path, other = f"{table.path}/seats/{seat}", 1 - seat
    refused(table.client.post(path, json={}), 409, "seat-taken")
    refused(table.client.post(path, json={}, headers=bearer(table.tokens[str(other)])), 409, "seat-taken")
    refused(table.client.post(path, json={}, headers=bearer("nonsense")), 401, "unauthorized")
    stranger = Clocked(app, table.client, table.redis, HUMAN, HUMAN).tokens[str(seat)]
    refused(table.client.post(path, json={}, headers=bearer(stranger)), 403, "forbidden")
    assert table.look()["seats"][seat]["status"] == "away"


def test_a_seat_can_still_be_claimed_by_somebody_who_has_another(app: Flask, client: FlaskClient, redis: Redis) -> None:
    table = Clocked(app, client, redis, HUMAN, OPEN)
    assert table.game["deadline"] is None
    joined = table.post("/seats/1", 0, {"name": "Bo"})
    assert joined.status_code == 201
    assert joined.get_json()["deadline"] == stored_deadline(redis, table.id)


def test_a_forfeit_ends_a_game_of_two(app: Flask, client: FlaskClient, redis: Redis) -> None:
    table = Clocked(app, client, redis, HUMAN, AI, on_timeout="forfeit", takeover_level=None, first_player="0")
    seat = table.time_out()
    game = table.look()
    assert (game["status"], game["to_act"], game["deadline"]) == ("finished", [], None)
    assert game["result"] == {"winners": [1 - seat], "scores": [], "forfeited": [seat]}
    assert game["seats"][seat]["status"] == "forfeited"
    refused(table.come_back(seat), 409, "seat-forfeited")
    refused(table.post("/moves", seat, {"move": {"type": "pass"}}), 409, "game-over")
    record = client.get(f"{table.path}/replay").get_json()
    state, _ = replay(
        RULESETS["villagers"], record["options"], 2, bytes.fromhex(record["seed"]), steps(record["moves"])
    )
    assert RULESETS["villagers"].to_act(state), "by the rules it would go on"
    stream = client.get(f"{table.path}/events", headers={"Accept": "text/event-stream"}).get_data(as_text=True)
    assert "event: game_over" in stream
    assert f'"forfeited":[{seat}]' in stream


def test_a_forfeit_of_three_lets_the_others_finish(app: Flask, client: FlaskClient, redis: Redis) -> None:
    table = Clocked(app, client, redis, HUMAN, AI, AI, on_timeout="forfeit", takeover_level=None, first_player="0")
    table.time_out()
    refused(table.post("/moves", 0, {"move": {"type": "pass"}}), 409, "seat-forfeited")
    refused(table.come_back(0), 409, "seat-forfeited")
    while table.look()["status"] == "active":
        table.work()
    result = table.look()["result"]
    assert result["forfeited"] == [0]
    assert 0 not in result["winners"]
    assert result["winners"]
    assert len(result["scores"]) == 3


def test_a_game_of_an_away_seat_and_ais_is_played_to_its_end(app: Flask, client: FlaskClient, redis: Redis) -> None:
    table = Clocked(app, client, redis, HUMAN, AI, first_player="0")
    table.time_out()
    while table.look()["status"] == "active":
        table.work()
    record = client.get(f"{table.path}/replay").get_json()
    state, _ = replay(
        RULESETS["villagers"], record["options"], 2, bytes.fromhex(record["seed"]), steps(record["moves"])
    )
    assert RULESETS["villagers"].result(state) == record["result"] == table.look()["result"]
    assert "forfeited" not in record["result"]


def test_alone_every_draft_has_its_own_time_and_the_moves_of_a_building_turn_share_it(
    app: Flask, client: FlaskClient, redis: Redis
) -> None:
    """Against the Countess the game always waits for the same seat."""
    table = Clocked(app, client, redis, HUMAN)
    phases: dict[str, list[bool]] = {"draft": [], "build": []}
    for _ in range(30):
        before = table.look()
        redis.hincrby(head(table.id), "deadline", -30_000)
        early = stored_deadline(redis, table.id)
        after = table.step()
        phase = (before["view"]["phase"], before["view"]["round"])
        if phase != (after["view"]["phase"], after["view"]["round"]):
            assert after["deadline"] != early, "a new phase is a new turn"
        elif after["view"]["pending"] is not None:
            assert after["deadline"] == early, "the turn goes on"
        elif phase[0] in phases:
            phases[phase[0]].append(after["deadline"] != early)
    assert phases["draft"]
    assert all(phases["draft"])
    assert phases["build"]
    assert not any(phases["build"])


def test_a_bot_that_plays_for_somebody_is_shown_the_view_of_that_seat_only(
    table: Clocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []
    choose = Greedy.choose

    def looking(self: Greedy, ruleset: Any, view: Any, rng: Any, session: Session | None = None) -> Any:
        shown.append((view.viewer, type(view).__name__))
        return choose(self, ruleset, view, rng, session)

    monkeypatch.setattr(Greedy, "choose", looking)
    seat = table.time_out()
    assert set(shown) == {(seat, "View")}
