"""The minimal service for moves, in Flask and Redis: read, modify, write. `bench/load.py` compares Hamlet with it.

`POST /games/<game>/moves` compares the hash of a token, loads a state from JSON, and changes it. It writes it by
compare-and-set, with a log entry and a published change, and replies with the state. It has no rules, views, checks or
logs.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import secrets
from types import SimpleNamespace

import orjson
from flask import Flask, Response, request
from redis import Redis

from engine.registry import RULESETS

COMMIT = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1, 'state', ARGV[2])
redis.call('RPUSH', KEYS[2], ARGV[3])
redis.call('PUBLISH', 'changed', ARGV[4])
return 1
"""


def a_position() -> bytes:
    """Return a position of Villagers of about average size, in the middle of a game of three."""
    ruleset, rng = RULESETS["villagers"], random.Random(1)
    state = ruleset.setup(ruleset.read_options({}, 3), 3, b"bare")
    for _ in range(45):
        (seat,) = ruleset.to_act(state)
        ruleset.advance(state, seat, rng.choice(ruleset.legal_moves(state, seat)))
    return orjson.dumps(ruleset.write_position(state))


class NoChanges:
    """An object for our configuration of gunicorn, which calls it when the process ends."""

    def close(self) -> None:
        """Do nothing, because no request waits."""


app = Flask("bare")
app.extensions["games"] = SimpleNamespace(queries=SimpleNamespace(changes=NoChanges()))
redis = Redis.from_url(os.environ["HAMLET_REDIS_URL"])
commit = redis.register_script(COMMIT)
POSITION = a_position()


@app.post("/games")
def create() -> Response:
    """Create a game. Returns its id and its token."""
    game, token = secrets.token_hex(10), secrets.token_urlsafe(32)
    digest = hashlib.sha256(token.encode()).digest()
    redis.hset(f"game:{game}", mapping={"version": 0, "state": POSITION, "token": digest})
    return Response(orjson.dumps({"id": game, "token": token}), content_type="application/json")


@app.post("/games/<game>/moves")
def play(game: str) -> Response:
    """Change a game. Returns the new state."""
    token = request.headers["Authorization"].removeprefix("Bearer ")
    version, state, digest = redis.hmget(f"game:{game}", "version", "state", "token")
    if not hmac.compare_digest(hashlib.sha256(token.encode()).digest(), digest):
        return Response(status=401)
    document = orjson.loads(state)
    document["draws"] += 1
    body, entry = orjson.dumps(document), orjson.dumps([0, orjson.loads(request.get_data())])
    if not commit(keys=[f"game:{game}", f"log:{game}"], args=[version, body, entry, f"{game} {int(version) + 1}"]):
        return Response(status=409)
    return Response(body, content_type="application/json")
