"""A game at past versions: each viewer sees what it saw then, and after the end everybody sees everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.registry import RULESETS
from engine.replay import Replayer, replay, steps
from service.games.history import time_travel
from tests.service.api import HUMAN, Table, bearer, refused

VIEWERS = (None, 0, 1)


def lasting(answer: TestResponse) -> Any:
    """Return the document without the fields that change with the present: whether a move can be taken back."""
    return {name: value for name, value in answer.get_json().items() if name != "undo"}


class Recorded:
    """A game between people who make the first legal move, and what every viewer saw at each version."""

    def __init__(self, client: FlaskClient, key: str, undone: int = -1) -> None:
        self.client = client
        self.made = client.post("/v1/games", json={"ruleset": key, "seats": [HUMAN, HUMAN], "seed": "past"}).get_json()
        self.path = f"/v1/games/{self.made['id']}"
        self.seen: list[dict[int | None, Any]] = [self.looks()]
        self._undone = undone

    def headers(self, viewer: int | None) -> dict[str, str]:
        return {} if viewer is None else bearer(self.made["tokens"][str(viewer)])

    def get(self, viewer: int | None, query: str = "") -> Any:
        return self.client.get(self.path + query, headers=self.headers(viewer))

    def looks(self) -> dict[int | None, Any]:
        return {viewer: lasting(self.get(viewer, "?include=moves")) for viewer in VIEWERS}

    def play(self, most: int) -> Iterator[int]:
        """Play up to this version; record what is seen at each."""
        while self.seen[-1][None]["status"] != "finished" and len(self.seen) <= most:
            game = self.seen[-1]
            seat = game[None]["to_act"][0]
            undo = len(self.seen) - 1 == self._undone
            body = {} if undo else {"move_id": game[seat]["moves"][0]["id"]}
            where = f"{self.path}/{'undo' if undo else 'moves'}"
            answer = self.client.post(where, json=None if undo else body, headers=self.headers(seat))
            assert answer.status_code == 200, answer.get_data(as_text=True)
            self.seen.append(self.looks())
            yield len(self.seen) - 1


@pytest.mark.parametrize(("key", "undone"), [("villagers", -1), ("my_village", 1)])
def test_everybody_sees_what_he_saw_then(client: FlaskClient, key: str, undone: int) -> None:
    """Also at versions that were taken back."""
    game = Recorded(client, key, undone)
    assert list(game.play(8))
    for version, seen in enumerate(game.seen):
        for viewer in VIEWERS:
            answer = game.get(viewer, f"?version={version}&include=moves")
            assert lasting(answer) == seen[viewer]
            if viewer is not None:
                assert lasting(game.get(viewer, f"?version={version}&view=spectator&include=moves")) == seen[None]
    events = client.get(f"{game.path}/events").get_json()["events"]
    told = [game.get(None, f"?version={one}&include=events").get_json()["events"] for one in range(1, len(game.seen))]
    assert [event["type"] for version in told for event in version] == [event["type"] for event in events]


def test_before_the_end_nobody_sees_what_others_know(client: FlaskClient) -> None:
    game = Recorded(client, "villagers")
    assert list(game.play(3))
    for query in ("view=1", "view=all", "version=1&view=1", "version=0&view=all"):
        refused(game.get(0, f"?{query}"), 409, "game-running")
        refused(game.get(None, f"?{query}"), 409, "game-running")
    refused(game.get(None, "?version=1&view=0"), 409, "game-running")
    refused(game.get(0, "?view=7"), 404, "not-found")
    refused(game.get(0, "?version=4"), 404, "not-found")
    for query in ("version=-1", "version=x", "version=1.5", "view=", "view=ALL", "view=0x", "view=%C2%B2", "view=0%0A"):
        refused(game.get(0, f"?{query}"), 422, "invalid-request")
    stranger = client.get(f"{game.path}?version=1", headers=bearer("nonsense"))
    refused(stranger, 401, "unauthorized")


def test_after_the_end_everybody_sees_everything(client: FlaskClient) -> None:
    game = Recorded(client, "villagers")
    last = list(game.play(1000))[-1]
    for version in (0, 1, last // 2, last):
        for viewer in VIEWERS:
            eyes = "spectator" if viewer is None else viewer
            for asking in (None, 1):
                answer = game.get(asking, f"?version={version}&view={eyes}&include=moves")
                assert lasting(answer) == game.seen[version][viewer]
    whole = game.get(None, f"?version={last // 2}&view=all").get_json()
    told = client.get(f"{game.path}/replay").get_json()
    rules, moves = RULESETS["villagers"], steps(told["moves"])[: last // 2]
    state, _ = replay(rules, game.made["options"] | {}, 2, bytes.fromhex(told["seed"]), moves)
    assert whole["position"] == rules.write_position(state)
    assert "position" not in game.get(None, f"?version={last}").get_json()
    for version, move in list(enumerate(told["moves"], 1))[:: last // 8]:
        whole = game.get(None, f"?version={version}&view=all&include=events").get_json()
        for seen, true in zip(whole["view"]["seats"], whole["position"]["seats"], strict=True):
            assert sorted(card["card"] for card in seen["hand"]) == sorted(true["hand"]), "all hands are open"
        assert whole["events"] == move["events"]


def test_tags(client: FlaskClient) -> None:
    """Each version, viewer and extent has its own; that of the present game is another one."""
    table = Table(client)
    table.finish()
    queries = ["", "?version=0", "?version=1", "?version=1&view=0", "?version=1&view=all"]
    tags = [client.get(table.path + query).headers["ETag"] for query in queries]
    assert len(set(tags)) == len(tags)
    for query, tag in zip(queries, tags, strict=True):
        assert client.get(table.path + query, headers={"If-None-Match": tag}).status_code == 304


def test_what_other_rules_have_played_is_not_shown(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Recorded(client, "villagers")
    assert list(game.play(3))
    rules = RULESETS["villagers"]
    otherwise = rules.setup(game.made["options"], 2, b"another seed")
    monkeypatch.setattr(time_travel, "beginning", lambda game: Replayer(rules, rules.clone(otherwise)))
    for version in (0, 1, 2):
        refused(game.get(0, f"?version={version}"), 410, "history-lost")
    # What is stored needs no rules.
    assert lasting(game.get(0, "?version=3&include=moves")) == game.seen[3][0]
