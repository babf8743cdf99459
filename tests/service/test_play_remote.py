"""A person at a terminal and a game on a server."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.serving import make_server

from engine.ruleset import Doc
from service.tools.terminal.remote import Api, RemoteGame
from service.tools.terminal.venue import Lost, Refused, printable
from tests.service.conftest import Opener
from tests.service.terminal import at_terminal, play
from tests.service.test_access import line
from tests.service.toy import NIM


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The address of an application that answers over real HTTP."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


@pytest.fixture
def server(app: Flask, redis: Redis) -> Iterator[str]:
    """The address of the application."""
    with serving(app) as address:
        yield address


def test_a_game_on_a_server_can_be_left_and_resumed(server: str, client: FlaskClient) -> None:
    asked = ("--seats", "1", "--option", "solo=beginner", "--option", "expansions=saints", "--server", server)
    begun = play(*asked, typed="1\n1\ns\nq\n")
    assert begun.exit_code == 0, begun.output
    assert "second market" in begun.output
    found = re.search(r"hamlet play --server (\S+) --resume (\S+) (\S+)\n", begun.output)
    assert found is not None, begun.output
    address, game_id, token = found.groups()
    game = client.get(f"/v1/games/{game_id}").get_json()
    assert (address, game["version"], game["options"]["expansions"]) == (server, 2, ["saints"])
    resumed = play("--server", server, "--resume", game_id, token, typed="1\n")
    assert resumed.exit_code == 0, resumed.output
    assert client.get(f"/v1/games/{game_id}").get_json()["version"] == 3
    assert token not in resumed.output.replace(f"--resume {game_id} {token}", "")


def test_what_a_server_refuses_is_told(server: str) -> None:
    for asked, told in (
        (("--option", "moon=full"), "moon"),
        (("--level", "clever"), "clever|must be one of"),
        (("--resume", "nosuchgame", "token"), "no such game"),
    ):
        done = play("--server", server, *asked, typed="")
        assert done.exit_code == 1
        assert re.search(told, done.output), done.output


def test_a_server_that_asks_for_an_api_key_is_given_one(opened: Opener) -> None:
    key, wrong = "hamlet_right", "hamlet_wrong"
    with serving(opened(line("shop", key)).application) as address:
        new_game = ("--seats", "1", "--option", "solo=beginner", "--server", address)
        without, refused = play(*new_game, typed=""), play(*new_game, typed="", HAMLET_API_KEY=wrong)
        given, named = play(*new_game, typed="q\n", HAMLET_API_KEY=key), play(*new_game, "--api-key", key, typed="q\n")
    for done in (without, refused):
        assert done.exit_code == 1
        assert "need a valid API key" in done.output
    for done in (given, named):
        assert done.exit_code == 0, done.output
    assert not any(secret in done.output for secret in (key, wrong) for done in (without, refused, given, named))


@pytest.mark.parametrize("secret", ["one\ntwo", "\u2603"])
def test_a_secret_that_cannot_be_sent_is_told_and_not_shown(secret: str, server: str) -> None:
    for asked in (("--resume", "game", secret), ("--api-key", secret)):
        done = play("--server", server, *asked, typed="")
        assert done.exit_code == 1
        assert "cannot be sent" in done.output
        assert secret not in done.output


def test_a_server_that_is_away_is_told() -> None:
    done = play("--server", "http://127.0.0.1:9", typed="")
    assert done.exit_code == 1
    assert "cannot be reached" in done.output


class Scripted(Api):
    """A server that gives prepared answers, path by path, the last one of a path again and again."""

    def __init__(self, answers: dict[str, list[Doc]]) -> None:
        super().__init__("http://scripted")
        self.token = "secret"
        self.answers = answers
        self.asked: list[str] = []

    def get(self, path: str) -> Doc:
        return self._next(path)

    def post(self, path: str, body: Doc, refusals: Sequence[int] = ()) -> Doc:
        answer = self._next(f"POST {path}")
        if answer.get("status") in refusals:
            raise Refused(str(answer["detail"]))
        return answer

    def _next(self, path: str) -> Doc:
        self.asked.append(path)
        answers = self.answers[path]
        return answers.pop(0) if len(answers) > 1 else answers[0]


def stored(version: int, *to_act: int, status: str = "active") -> Doc:
    """A stored game of the toy in which the viewer has seat 0."""
    seats = [
        {"seat": 0, "type": "human", "name": "Ada", "level": None, "status": "taken"},
        {"seat": 1, "type": "ai", "name": None, "level": "greedy", "status": "taken"},
    ]
    view = {"ruleset": "nim", "stones": 3, "bids": [1, None], "has_bid": [True, True], "turn": 0}
    result = {"winners": [1], "scores": [{"seat": 1, "total": 1, "lines": []}]} if status == "finished" else None
    facts = {"ruleset": "nim", "status": status, "version": version, "viewer": 0, "result": result}
    return {"id": "g", "seats": seats, "to_act": list(to_act), "view": view, **facts}


def moves(version: int) -> Doc:
    return {"version": version, "moves": [{"id": f"{version}-a", "label": "Take 1", "move": {"type": "take"}}]}


GAME, MOVES = "/v1/games/g", "/v1/games/g/moves"
LATER = "/v1/games/g?after=4&wait=20"
NOTHING_NEW = {"/v1/games/g/events?after=4": [{"version": 4, "events": []}]}


def remote(answers: dict[str, list[Doc]]) -> tuple[RemoteGame, Scripted]:
    api = Scripted({**NOTHING_NEW, "/v1/rulesets/nim/cards?lang=en": [{"cards": []}], **answers})
    return RemoteGame(api, "g", {"nim": NIM}), api


def test_the_player_waits_for_the_others_and_is_told_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    took = {"type": "took", "seat": 1, "stones": 2, "text": "Bo takes two."}
    venue, _ = remote(
        {
            GAME: [stored(4, 1)],
            LATER: [stored(4, 1), stored(5, 0)],
            MOVES: [moves(5)],
            "/v1/games/g/events?after=4": [{"version": 5, "events": [took]}],
        }
    )
    seen = at_terminal(venue, monkeypatch, "q")
    assert seen.index("Bo takes two.") < seen.index("1 Take 1")


def test_a_move_that_comes_too_late_is_told_and_the_game_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    venue, api = remote(
        {
            GAME: [stored(4, 0)],
            MOVES: [moves(4)],
            f"POST {MOVES}": [{"status": 409, "detail": "somebody was faster"}],
        }
    )
    seen = at_terminal(venue, monkeypatch, "1", "q")
    assert seen.index("somebody was faster") < seen.rindex("Your move")
    assert api.asked.count(MOVES) == 2


def test_a_player_whose_time_was_up_comes_back_by_looking_at_the_game() -> None:
    away = stored(4, 0)
    away["seats"][0]["status"] = "away"
    venue, api = remote({GAME: [stored(4, 0), away], f"POST {GAME}/seats/0": [stored(5, 0)], MOVES: [moves(5)]})
    assert [choice.handle for choice in venue.wait().choices] == ["5-a"]
    assert f"POST {GAME}/seats/0" in api.asked


def test_moves_of_a_later_version_are_not_shown_with_the_earlier_game() -> None:
    nothing = {"/v1/games/g/events?after=3": [{"version": 4, "events": []}]}
    venue, api = remote({GAME: [stored(3, 0), stored(3, 0), stored(4, 0)], MOVES: [moves(4)], **nothing})
    assert [choice.handle for choice in venue.wait().choices] == ["4-a"]
    assert api.asked.count(GAME) == 3


def test_a_reaction_let_pass_waits_for_something_new() -> None:
    venue, api = remote({GAME: [stored(4, 1, 0)], MOVES: [moves(4), moves(5)], LATER: [stored(5, 0)]})
    api.answers["/v1/games/g/events?after=4"] = [{"version": 4, "events": []}]
    assert not venue.wait().must
    venue.decline()
    assert venue.wait().must
    assert LATER in api.asked


def test_the_end_of_a_stored_game_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    venue, _ = remote({GAME: [stored(4, status="finished")], MOVES: [{"version": 4, "moves": []}]})
    assert "Winner: 2 (greedy)" in at_terminal(venue, monkeypatch)


def test_a_hint_of_the_server_is_waited_for() -> None:
    prospect = {"label": "Take 1", "move": {"type": "take"}, "value": 0.75, "gold": 1.0, "visits": 9}
    done = {"id": "d", "status": "done", "level": "hard", "move": {"type": "take"}, "candidates": [prospect]}
    venue, _ = remote(
        {
            GAME: [stored(4, 0)],
            "POST /v1/games/g/hint": [{"id": "d", "status": "queued"}],
            "/v1/decisions/d?wait=20": [{"id": "d", "status": "running"}, done],
        }
    )
    advice = venue.hint()
    assert (advice.level, advice.move) == ("hard", {"type": "take"})
    assert [(one.label, one.value, one.gold) for one in advice.prospects] == [("Take 1", 0.75, 1.0)]


@pytest.mark.parametrize("status", [404, 409, 429])
def test_a_hint_that_is_refused_does_not_end_the_game(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = {"status": status, "detail": "no hints today"}
    venue, _ = remote({GAME: [stored(4, 0)], MOVES: [moves(4)], "POST /v1/games/g/hint": [refusal]})
    seen = at_terminal(venue, monkeypatch, "h", "q")
    assert "no hints today" in seen
    assert seen.endswith("left")


def test_a_hint_that_failed_is_told() -> None:
    venue, _ = remote({GAME: [stored(4, 0)], "POST /v1/games/g/hint": [{"id": "d", "status": "failed"}]})
    with pytest.raises(Refused):
        venue.hint()


def test_a_spectator_cannot_play() -> None:
    with pytest.raises(Lost, match="token"):
        remote({GAME: [{**stored(4, 0), "viewer": None}]})


def test_a_server_cannot_control_the_terminal() -> None:
    sent = {"name": "\x1b[2Jgone", "lines": ["a\nb", "\u202eevil", 3, None]}
    assert printable(sent) == {"name": " [2Jgone", "lines": ["a b", " evil", 3, None]}
