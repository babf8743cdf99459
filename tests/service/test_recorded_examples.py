"""Records the examples of the contract: the first body of each type in a small game."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.http.openapi.document import EXAMPLES, inlined
from tests.service.api import ADA, OPEN, bearer
from tests.service.api_keys import key_of, line, shown
from tests.service.bots import PACE
from tests.service.browsers import PUSH, Browser
from tests.service.conforming import operation_of
from tests.service.conftest import Opener
from tests.service.hooked import every, send_all
from tests.service.receiver import receiving
from workers.decider import Decider
from workers.reviewer import ReviewWorker

AI = {"type": "ai", "name": "Bertha", "level": "greedy"}
HOOK = {"url": "https://203.0.113.7/hamlet"}
SETTINGS = {"HAMLET_WEBHOOK_ALLOW": "203.0.113.7", "HAMLET_BOT_SECONDS": "1000", **PUSH}
GAME: Doc = {"ruleset": "villagers", "options": {"first_player": "0"}}
SEED = "an example"
CLAIM = {"name": "Carla", "contribution": "four yellow houses"}
LONG = ("cards", "candidates", "deliveries", "levels", "moves", "rules", "tables")
"""Lists of which an example shows only the beginning."""
SHOWN = 2


class Recorder:
    """Calls the app and keeps the first body of each type; that of a decision or review only once it is done."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.contract: Doc = client.application.extensions["contract"]()
        self.kept: Doc = {}

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        headers = shown(key_of("ann")) | (bearer(token) if token else {})
        answer: TestResponse = self.client.open(path, method=method, json=body, headers=headers)
        assert answer.status_code < 300, answer.text
        operation = operation_of(method, answer.request.path, inlined(self.contract)["paths"])
        if body is not None:
            self.keep(operation["requestBody"], body)
        found = answer.get_json()
        if found is not None and found.get("status") != "queued":
            self.keep(operation["responses"][str(answer.status_code)], shortened(found))
        return found

    def keep(self, part: Doc, body: Any) -> None:
        schema = part["content"]["application/json"]["schema"]
        self.kept.setdefault(schema["$ref"].rpartition("/")[2], body)

    def create(self, *seats: Doc, **more: Any) -> tuple[str, Doc]:
        """Create a game; returns its path and the game."""
        game = self.call("POST", "/v1/games", {**GAME, "seats": list(seats), **more})
        return f"/v1/games/{game['id']}", game


def shortened(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: entry if key == "view" else shortened(entry, key) for key, entry in value.items()}
    if isinstance(value, list):
        return [shortened(entry) for entry in (value[:SHOWN] if name in LONG else value)]
    return value


def form(value: Any) -> Any:
    """Return what stays the same when it is recorded again: fields and types, but not ids, tokens and times."""
    if isinstance(value, dict):
        return {key: form(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(form(entry), sort_keys=True) for entry in value})
    return type(value).__name__


def play(recorder: Recorder, redis: Redis) -> None:
    """A game of one person against an AI, from creation to review."""
    call, extensions = recorder.call, recorder.client.application.extensions
    options = {**GAME["options"], "turn_seconds": 86400, "takeover_level": "easy"}
    path, game = recorder.create(ADA, AI, options=options, seed=SEED, webhook=HOOK)
    token = game["tokens"]["0"]
    call("GET", path, token=token)
    legal = call("GET", f"{path}/moves", token=token)["moves"]
    call("POST", f"{path}/hint", {"level": "greedy"}, token)
    call("GET", "/v1/push")
    call("PUT", f"{path}/seats/0/push", Browser(HOOK["url"]).subscription, token)
    question = {"ruleset": "villagers", "view": game["view"], "seat": 0, "level": "greedy", "include": ["reasons"]}
    decision = call("POST", "/v1/decisions", question)["id"]
    rulesets = extensions["games"].rulesets
    decider = Decider(extensions["decisions"].store, rulesets, LEVELS, PACE)
    assert decider.answer_request(decision)
    call("GET", f"/v1/decisions/{decision}")
    call("POST", f"{path}/moves", {"move": legal[0]["move"]}, token)
    call("GET", f"{path}/turn", token=token)
    call("GET", f"{path}/events", token=token)
    call("POST", f"{path}/seats/0/resign", token=token)
    replay = call("GET", f"{path}/replay")
    call("POST", "/v1/games/import", replay)
    call("POST", f"{path}/rematch", {"contribution": CLAIM["contribution"]}, token)
    call("POST", "/v1/reviews", {"replay": replay, "level": "medium"})
    review = call("POST", f"{path}/review", {"level": "medium"})["id"]
    reviewer = ReviewWorker(extensions["reviews"].store, rulesets, PACE, [].append, decider.decide_next, seconds=60)
    assert reviewer.step(review)
    call("GET", f"{path}/review")


def invite(recorder: Recorder) -> None:
    """An open seat for anybody, and one with an invitation code."""
    call = recorder.call
    path, game = recorder.create(ADA, OPEN, public=True)
    call("GET", "/v1/games?status=waiting")
    code = call("POST", f"{path}/invitations", {"seat": 1, "expires_in": 3600}, game["host_token"])["code"]
    call("GET", f"{path}/invitations", token=game["host_token"])
    call("GET", f"/v1/invitations/{code}")
    call("POST", f"/v1/invitations/{code}", CLAIM)
    path, _ = recorder.create(ADA, OPEN, public=True)
    call("POST", f"{path}/seats/1", CLAIM)


def be_notified(recorder: Recorder) -> str:
    """Return a webhook of the key, before all else."""
    call = recorder.call
    made: str = call("POST", "/v1/webhooks", {**HOOK, "types": ["turn.started"], "paused": True})["id"]
    call("PATCH", f"/v1/webhooks/{made}", {"types": [], "paused": False})
    call("GET", "/v1/webhooks")
    call("POST", f"/v1/webhooks/{made}/secret")
    call("POST", f"/v1/webhooks/{made}/ping")
    return made


def deliver(recorder: Recorder, redis: Redis, webhook: str) -> None:
    """What became of all that: somebody is away, and a receiver that wants nothing."""
    call, games = recorder.call, recorder.client.application.extensions["games"]
    path, game = recorder.create(ADA, ADA | {"name": "Bo"}, options={**GAME["options"], "turn_seconds": 3600})
    for _ in range(2):
        for notice in sorted(every(redis), key=lambda body: str(body["timestamp"])):
            recorder.keep(recorder.contract["webhooks"][notice["type"]]["post"]["requestBody"], notice)
        call("POST", f"{path}/seats/0/resign", token=game["tokens"]["0"])
    with receiving() as receiver:
        games.webhooks.change("ann", webhook, url=receiver.url())
        receiver.status = 410
        send_all(games, receiver)
    call("GET", f"/v1/webhooks/{webhook}/deliveries")
    call("POST", f"/v1/webhooks/{webhook}/resend", {"since": "2026-11-27T10:30:00Z"})
    call("DELETE", f"/v1/webhooks/{webhook}")


def be_bot(recorder: Recorder) -> None:
    """A turn of an external bot."""
    call = recorder.call
    call("PUT", "/v1/bot", {"name": "deep-thought", "about": "Looks three moves ahead."})
    recorder.create({"type": "bot", "bot": "deep-thought", "level": "greedy"}, AI, seed=SEED)
    (turn,) = call("GET", "/v1/bot/turns")["turns"]
    call("GET", "/v1/bots")
    call("GET", "/v1/usage")
    call("GET", "/v1/levels")
    path, _ = recorder.create({"type": "human", "name": "Ada", "player": "u_123"}, AI, seed=SEED)
    call("GET", "/v1/players/u_123/games")
    call("GET", "/v1/players/u_123/export")
    call("POST", f"{path}/seats/0/token")
    made = {"move_id": turn["moves"][0]["id"]}
    call("POST", "/v1/bot/moves", {**{name: turn[name] for name in ("game", "seat", "version")}, **made})


def ask(recorder: Recorder, position: Doc) -> None:
    """Calls that need no game."""
    call = recorder.call
    call("GET", "/healthz")
    call("GET", "/readyz")
    for path in ("", "/villagers", "/villagers/cards", "/villagers/rules", "/villagers/rules/DRAFT-5"):
        call("GET", f"/v1/rulesets{path}")
    body = {"position": position}
    move = call("POST", "/v1/positions/moves", {**body, "seat": 0})["moves"][0]["move"]
    call("POST", "/v1/positions/apply", {**body, "moves": [{"seat": 0, "move": move}]})
    call("POST", "/v1/positions/score", body)
    call("POST", "/v1/positions/view", {**body, "seat": 0})


@pytest.fixture
def recorded(opened: Opener, redis: Redis) -> Doc:
    """The examples, recorded now. With RECORD=1 those that have changed replace the committed ones."""
    recorder = Recorder(opened(line("ann"), **SETTINGS))
    ruleset = recorder.client.application.extensions["games"].rulesets["villagers"]
    state = ruleset.setup(ruleset.read_options(GAME["options"], 2), 2, SEED.encode())
    ask(recorder, ruleset.write_position(state))
    webhook = be_notified(recorder)
    play(recorder, redis)
    invite(recorder)
    be_bot(recorder)
    deliver(recorder, redis, webhook)
    if os.environ.get("RECORD"):
        before = examples()
        found = {
            name: before[name] if form(before.get(name)) == form(body) else body
            for name, body in sorted(recorder.kept.items())
        }
        EXAMPLES.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return recorder.kept


def examples() -> Doc:
    """Return the committed examples."""
    found: Doc = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def test_the_examples_are_what_the_service_says(recorded: Doc) -> None:
    assert form(examples()) == form(recorded), "stale: run `make contract`"
