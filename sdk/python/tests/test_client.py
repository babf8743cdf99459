"""How requests are repeated, and what is raised.

The server is a fake one on real sockets; each test sets its answers.
"""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import hamlet_client
from hamlet_client import Hamlet, RateLimited, Refused, ServerError, Unauthorized, Unreachable, errors, games

Answer = tuple[int, dict[str, str], Any]
GONE = (0, {}, None)
"""The connection is closed without an answer."""


class Server:
    """Answers one after the other, the last one for ever; `keys` are the idempotency keys that it was sent."""

    def __init__(self) -> None:
        self.answers: list[Answer] = [(200, {}, {})]
        self.requests: list[tuple[str, str]] = []
        self.keys: list[str | None] = []
        self.bodies: list[bytes] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                server.bodies.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                server.requests.append((self.command, self.path))
                server.keys.append(self.headers.get("Idempotency-Key"))
                status, headers, document = server.answers.pop(0) if server.answers[1:] else server.answers[0]
                if not status:
                    self.close_connection = True
                    return
                data = document.encode() if isinstance(document, str) else json.dumps(document).encode()
                self.send_response_only(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_GET

            def log_message(self, *args: Any) -> None: ...

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.http.shutdown()
    server.http.server_close()


def again(status: int, seconds: int = 0) -> Answer:
    return status, {"Retry-After": str(seconds)}, {"type": "/problems/busy", "detail": "Later.", "status": status}


def test_repetitions_print_nothing(server: Server) -> None:
    server.answers = [again(503), GONE, (200, {}, {})]
    program = f"import hamlet_client; hamlet_client.Hamlet({server.url!r}).api.get_ruleset('villagers')"
    isolated = "import sys; sys.modules.update(structlog=None, prometheus_client=None); "
    done = subprocess.run([sys.executable, "-c", isolated + program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_post_is_repeated_with_the_same_key(server: Server) -> None:
    server.answers = [GONE, again(503), again(429), again(502), again(504), (200, {}, {"done": True})]
    with Hamlet(server.url) as client:
        assert client.request("POST", "/v1/x", body={}) == {"done": True}
        client.request("POST", "/v1/x", body={})
    assert len(set(server.keys[:6])) == 1
    assert len(set(server.keys)) == 2
    assert all(len(key or "") >= 16 for key in server.keys)


def test_what_may_have_arrived_is_not_repeated_without_a_key_that_counts(server: Server) -> None:
    server.answers = [again(429), GONE, (200, {}, {})]
    with Hamlet(server.url) as client, pytest.raises(Unreachable):
        client.api.create_invitation("g", {"seat": 1}, token="t")
    assert len(server.requests) == 2
    server.answers = [again(503), (200, {}, {})]
    with Hamlet(server.url) as client, pytest.raises(ServerError):
        client.api.create_invitation("g", {"seat": 1}, token="t")
    # What never left this machine is repeated: nobody listens there.
    with Hamlet("http://127.0.0.1:1", patience=0.3) as client, pytest.raises(Unreachable):
        client.api.create_invitation("g", {"seat": 1}, token="t")


def test_nobody_waits_for_longer_than_he_wants(server: Server) -> None:
    server.answers = [again(429, 86_400)]
    with Hamlet(server.url) as client, pytest.raises(RateLimited) as refused:
        client.request("GET", "/v1/x")
    assert refused.value.retry_after == 86_400
    assert len(server.requests) == 1


def test_a_limit_that_is_used_up_is_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("hamlet_client.client.time.sleep", slept.append)
    nothing_left = {"RateLimit": '"requests";r=0;t=7, "time";r=29000;t=50'}
    server.answers = [(200, {"RateLimit": '"requests";r=1;t=7'}, {}), (200, nothing_left, {}), (200, {}, {})]
    with Hamlet(server.url) as client:
        for _ in range(2):
            client.api.get_ruleset("villagers")
        assert slept == []
        client.api.list_rulesets()
        assert slept == []
        client.api.get_ruleset("my_village")
        assert [round(seconds) for seconds in slept] == [7]


def test_a_game_under_a_key_of_the_callers_own(server: Server) -> None:
    server.answers = [again(503), (200, {}, {"id": "g", "tokens": {"0": "t"}, "result": None})]
    with Hamlet(server.url) as client:
        game = client.games.create("villagers", [{"type": "human"}], idempotency_key="match 17", public=True)
        assert (game.id, game.token) == ("g", "t")
        client.games.create("villagers", [{"type": "human"}])
    assert server.keys[:2] == ["match 17"] * 2
    assert server.keys[2] not in (None, "match 17")
    assert json.loads(server.bodies[0]) == {"ruleset": "villagers", "seats": [{"type": "human"}], "public": True}


def test_who_declines_a_reaction_waits_for_what_happens(server: Server) -> None:
    turn = {"version": 3, "status": "active", "seat": 1, "to_act": [0, 1], "deadline": None, "result": None}
    turn |= {"moves": [{"id": "3-0"}], "events": [], "view": {}}
    over = turn | {"version": 4, "status": "finished", "moves": [], "result": {"winners": [1]}}
    server.answers = [(200, {}, each) for each in (turn, {"version": 3}, {"version": 4}, over)]
    with Hamlet(server.url) as client:
        game = client.games.open("g", "t")
        assert [turn.must_move for turn in game.turns()] == [False]
    assert [path.partition("?")[0] for _, path in server.requests[1:3]] == ["/v1/games/g/events"] * 2
    assert game.result == over["result"]


def test_what_ends_a_game_says_how_it_ended(server: Server) -> None:
    over = {"status": "finished", "result": {"winners": [1]}}
    with Hamlet(server.url) as client:
        for end, answer in (
            (lambda game: game.resign(0), {"version": 5, "events": [], "game": over}),
            (lambda game: game.play("4-0"), over),
        ):
            game = client.games.open("g", "t")
            server.answers = [(200, {}, answer)]
            end(game)
            assert game.result == over["result"]


def test_many_decisions_over_cut_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("hamlet_client.client.time.sleep", slept.append)
    # U+2028 ends no line. Two answers; none; a third one, and half of the fourth; the rest.
    first, *rest = [json.dumps({"seat": seat, "text": "\u2028"}, ensure_ascii=False) + "\n" for seat in range(5)]
    parts = [first + rest[0], "", rest[1] + rest[2][:9], "".join(rest[2:])]
    server.answers = [again(503), GONE, *[(200, {}, part) for part in parts]]
    requests: list[Any] = [{"seat": seat} for seat in range(5)]
    with Hamlet(server.url) as client:
        assert [answer["seat"] for answer in client.decide_many(iter(requests))] == [0, 1, 2, 3, 4]
    assert [body.count(b"seat") for body in server.bodies] == [5, 5, 5, 3, 3, 2]
    assert set(server.requests) == {("POST", "/v1/decisions")}
    assert len(slept) >= 3


def test_many_decisions_in_parts_and_in_vain(server: Server) -> None:
    requests: list[Any] = [{"seat": seat} for seat in range(251)]
    server.answers = [(200, {}, "{}\n" * 250), (200, {}, "{}\n"), (200, {}, "")]
    with Hamlet(server.url, patience=0.3) as client:
        assert list(client.decide_many([])) == []
        assert list(client.decide_many(requests)) == [{}] * 251
        assert [body.count(b"seat") for body in server.bodies] == [250, 1]
        with pytest.raises(Unreachable, match="answers are missing"):
            next(client.decide_many(requests))
        server.answers = [again(429, 60)]
        with pytest.raises(RateLimited):
            next(client.decide_many(requests))


@pytest.mark.parametrize(
    ("status", "kind"), [(401, Unauthorized), (418, Refused), (500, ServerError), (507, ServerError), (302, Refused)]
)
def test_other_refusals_are_not_repeated(server: Server, status: int, kind: type[Refused]) -> None:
    server.answers = [(status, {}, "<html>a proxy</html>")]
    with Hamlet(server.url) as client, pytest.raises(kind) as refused:
        client.request("GET", "/v1/x")
    assert (type(refused.value), refused.value.status) == (kind, status)
    assert len(server.requests) == 1


def test_an_answer_of_something_else_is_no_answer(server: Server) -> None:
    server.answers = [(200, {}, "<html>Please log in</html>")]
    with Hamlet(server.url, patience=0.3) as client, pytest.raises(Unreachable, match="not JSON"):
        client.request("GET", "/v1/x")


def test_a_secret_that_cannot_be_sent_is_not_shown() -> None:
    for secret in ("hamlet_\n", "hamlet_ü"):
        with pytest.raises(ValueError, match="cannot be sent") as wrong:
            Hamlet("http://127.0.0.1:1", secret)
        assert "hamlet_" not in str(wrong.value)
    with Hamlet("http://127.0.0.1:1") as client, pytest.raises(ValueError, match="token has"):
        client.request("GET", "/v1/x", token="secret\r\n")


def test_the_rest_of_a_request(server: Server) -> None:
    with Hamlet(server.url + "/", lang="de") as client:
        client.api.get_game("a/b", include=["moves", "events"], after=0)
        client.api.list_games(mine=True)
    assert server.requests == [
        ("GET", "/v1/games/a%2Fb?include=moves%2Cevents&after=0"),
        ("GET", "/v1/games?mine=true"),
    ]


def test_the_examples() -> None:
    for module in (errors, games):
        assert doctest.testmod(module).failed == 0
    assert hamlet_client.__all__ == sorted(hamlet_client.__all__)
