"""No secret gets into the log, even at its most verbose, whatever is called and however it fails."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.config import logs
from service.config.settings import load_settings
from service.http.app import create_app
from service.webhooks.delivery import Sender
from service.webhooks.guard import Guard
from tests.service.api import HUMAN, OPEN, bearer
from tests.service.api_keys import key_of, line, put_keys
from tests.service.conftest import UNLIMITED, RedisServer
from tests.service.hooked import ids, notices_of
from workers.deliverer import Deliverer

SEED = "a seed that nobody may know"
URL = "https://127.0.0.1/a-secret-path-of-a-url"
CREATION, CLAIM, MOVE, HINT = (f"{name}-e2c1a7d0-53b4-4c1e" for name in ("creation", "claim", "move", "hint"))
BODY = "a-word-of-a-body"
ORIGIN = "https://play.example"


class Session:
    """A client's calls, with all secrets that it received or made up."""

    def __init__(self, client: FlaskClient, api_key: str) -> None:
        self._client = client
        self.secrets = {api_key, SEED, SEED.encode().hex(), CREATION, CLAIM, MOVE, HINT, BODY}
        self._common = {"Hamlet-Api-Key": api_key, "Origin": ORIGIN}

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Doc:
        """Return one call, however it ends."""
        answer = self._client.open(
            path,
            method=method,
            json=body,
            headers=self._common | {name.replace("_", "-"): value for name, value in headers.items()},
        )
        found: Doc = answer.get_json(silent=True) or {}
        self.secrets |= set(found.get("tokens", {}).values())
        self.secrets |= {found[name] for name in ("host_token", "code") if name in found}
        self.secrets |= set(found.get("webhook", {}).values())
        if "started_at" in found:
            self.secrets.add(found["id"])
        return found


@pytest.fixture
def app(redis_server: RedisServer, redis: Redis, tmp_path: Path, logged: io.StringIO) -> Flask:
    """The app with all features that settings can switch on, and the most verbose log."""
    put_keys(redis, line("shop", games_per_day=9, decisions_per_day=9))
    (tmp_path / "key").write_text(key_of("shop"))
    more = {
        "HAMLET_LOG_LEVEL": "DEBUG",
        "HAMLET_API_KEYS": "required",
        "HAMLET_CORS_ORIGINS": ORIGIN,
        "HAMLET_TOKEN_RATE": "100000",
        "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
    }
    made = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED, **more}))
    logs.configure("DEBUG", logged)
    return made


def play_to_the_end(session: Session, path: str, tokens: list[dict[str, str]]) -> None:
    """Make every move by every kind of call, one of them repeated with its key."""
    keyed = False
    game = session.call("GET", path)
    while game["status"] != "finished":
        headers = tokens[game["to_act"][0]]
        move = session.call("GET", f"{path}/moves", **headers)["moves"][-1]
        more = {} if keyed else {"Idempotency_Key": MOVE}
        for _ in range(1 if keyed else 2):
            game = session.call("POST", f"{path}/moves", {"move": move["move"]}, **headers, **more)["game"]
        keyed = True


def call_in_vain(session: Session, path: str, mine: dict[str, str]) -> None:
    """Calls that fail, each with a secret in it."""
    token = mine["Authorization"].removeprefix("Bearer ")
    session.call("POST", f"{path}/moves", {"move": {"type": BODY}}, **mine)
    session.call("POST", f"{path}/moves", {BODY: 1}, **mine)
    session.call("POST", f"{path}/moves", {"move": {"type": "draft_reserve"}}, **mine, If_Match=f'"{BODY}"')
    session.call("POST", f"{path}/moves", {"move_id": "0-1"}, **mine, Idempotency_Key=MOVE)
    session.call("POST", f"{path}/hint", {"level": BODY}, **mine)
    session.call("GET", f"/v1/games/{token}", **mine)
    session.call("GET", f"{path}?token={token}", Authorization=f"Basic {token}")
    session.call("GET", f"{path}/{token}")
    session.call("GET", f"/v1/decisions/{token}")
    session.call("GET", f"{path}/moves", Authorization=f"Bearer {token}{BODY}")
    session.call("POST", "/v1/games", {"seed": SEED, "seats": []}, Idempotency_Key=CREATION)
    session.call("POST", "/v1/positions/apply", {"position": {"seed": SEED.encode().hex()}, "moves": [BODY]})
    session.call("POST", "/v1/decisions", {"ruleset": "villagers", "view": {BODY: 1}, "seat": 0})
    session.call("POST", "/v1/games", {"seed": SEED}, Hamlet_Api_Key=token)


def hidden_cards(app: Flask, game_id: str) -> set[str]:
    """Return the face-down cards of a game that has just begun."""
    position = RULESETS["villagers"].write_position(app.extensions["games"].queries.load_game(game_id).state)
    return {card for pile in position["stacks"] for card in pile} | {
        card for seat in position["seats"] for card in seat["hand"]
    }


def test_a_whole_game_leaves_no_secret_in_the_log(
    app: Flask, redis: Redis, logged: io.StringIO, tmp_path: Path
) -> None:
    session = Session(app.test_client(), (tmp_path / "key").read_text())
    body = {"ruleset": "villagers", "seats": [HUMAN, OPEN], "public": True, "seed": SEED, "webhook": {"url": URL}}
    for _ in range(2):
        game = session.call("POST", "/v1/games", body, Idempotency_Key=CREATION)
    path = f"/v1/games/{game['id']}"
    claimed = session.call("POST", f"{path}/seats/1", Idempotency_Key=CLAIM)
    waiting = session.call("POST", "/v1/games", {"ruleset": "villagers", "seats": [HUMAN, OPEN]})
    host, invited = bearer(waiting["host_token"]), f"/v1/games/{waiting['id']}/invitations"
    codes = [session.call("POST", invited, {}, **host)["code"] for _ in range(2)]
    session.call("GET", invited, **host)
    session.call("DELETE", f"{invited}/{codes[1]}", **host)
    session.call("GET", f"/v1/invitations/{codes[0]}")
    session.call("POST", f"/v1/invitations/{codes[0].lower()}", {"name": "Eve"}, Idempotency_Key=CLAIM)
    session.call("POST", f"/v1/games/{waiting['id']}/seats/0/resign", **bearer(waiting["tokens"]["0"]))
    session.secrets |= hidden_cards(app, game["id"])
    tokens = [bearer(game["tokens"]["0"]), bearer(claimed["tokens"]["1"])]
    seat = claimed["to_act"][0]
    hint = session.call("POST", f"{path}/hint", {}, **tokens[seat], Idempotency_Key=HINT)
    view = session.call("GET", path, **tokens[seat])["view"]
    asked = session.call("POST", "/v1/decisions", {"ruleset": "villagers", "view": view, "seat": seat})
    for decision in (hint, asked):
        assert session.call("GET", f"/v1/decisions/{decision['id']}")["status"] == "queued"
    call_in_vain(session, path, tokens[seat])
    play_to_the_end(session, path, tokens)
    for what in ("", "/events", "/replay", "?after=0&wait=1"):
        session.call("GET", path + what, **tokens[0])
    session.call("OPTIONS", f"/v1/decisions/{hint['id']}", Access_Control_Request_Method="GET")

    games = app.extensions["games"]
    worker = Deliverer(notices_of(games), games.webhooks, Sender(Guard(allowed=("127.0.0.1",)), 1), 1)
    assert "waiting" in [worker.deliver(name) for name in ids(redis)]

    assert len(session.secrets) > 20
    text = logged.getvalue()
    assert text.count('"event":"request"') > 100
    assert '"level":"debug"' in text
    assert "a notice was not accepted" in text
    assert [secret for secret in session.secrets if secret in text] == []


def test_a_failure_leaves_no_secret_in_the_log(
    app: Flask, logged: io.StringIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither with its traceback, nor when messages to workers cannot be sent."""
    session = Session(app.test_client(), (tmp_path / "key").read_text())
    body = {"ruleset": "villagers", "seats": [HUMAN, {"type": "ai", "level": "greedy"}], "seed": SEED}

    def broken(*_: object, **__: object) -> None:
        raise ConnectionError("on purpose")

    decisions, games = app.extensions["decisions"], app.extensions["games"]
    monkeypatch.setattr(decisions, "on_asked", broken)
    monkeypatch.setattr(games, "on_due", broken)
    game = session.call("POST", "/v1/games", {**body, "options": {"first_player": "0"}}, Idempotency_Key=CREATION)
    mine = bearer(game["tokens"]["0"])
    path = f"/v1/games/{game['id']}"
    hint = session.call("POST", f"{path}/hint", {}, **mine, Idempotency_Key=HINT)
    monkeypatch.setattr(games.queries, "moves_for", broken)
    monkeypatch.setattr(decisions, "wait", broken)
    assert session.call("GET", f"{path}/moves", **mine)["status"] == 500
    assert session.call("GET", f"/v1/decisions/{hint['id']}")["status"] == 500
    text = logged.getvalue()
    assert text.count("on purpose") >= 3
    assert [secret for secret in session.secrets if secret in text] == []
