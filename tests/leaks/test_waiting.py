"""While a game waits for players, no channel reveals anything of the deal to come.

A twin of a waiting game has another secret and other contributions. Answers about both must be the same, except for the
commitment, which hides the secret, and for tokens and codes, which are random.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from engine.ruleset import Doc
from service.games.core import projection
from service.games.core.model import Game
from service.games.lobby.seat_claims import JoinReply
from service.http.operations.streams import MEDIA_TYPE
from service.store import Store
from service.store.redis import keys
from tests.leaks.channels import CHANNELS, Channel, Look
from tests.leaks.harness import Harness
from tests.leaks.truths import Truth, dumped
from tests.service.api import bearer
from tests.service.receiver import Receiver

HUMAN, OPEN = {"type": "human"}, {"type": "open"}
KEY = "a key that nobody can guess"
MOVES = {"villagers": {"type": "draft_road", "slot": 0}, "my_village": {"type": "roll"}}
DRAWN = [
    (re.compile(r'"commitment": ?"[0-9a-f]{64}"'), '"commitment":"..."'),
    (re.compile(r"\.[\w-]{43}\b"), ".token"),
    (re.compile(r'"code": ?"[^"]*"'), '"code":"..."'),
    (re.compile(r'"id": ?"[a-z2-7]{16}"'), '"id":"..."'),
    (re.compile(r'"expires_at": ?"[^"]*"'), '"expires_at":"..."'),
    (re.compile(r"/v1/invitations/[\w-]+"), "/v1/invitations/..."),
]


@dataclass(frozen=True)
class Waiting:
    """A waiting game: `tokens` of its seats, that of its `host`, and whether a claim of another seat fails."""

    ruleset: str
    id: str
    tokens: dict[str, str]
    host: str
    claimable: bool = True
    before: tuple[str, str] | None = None
    """Of a rematch: the id of the previous game, and the token there of the player who asked for it."""


def created(app: Flask, ruleset: str, hook: str, *seats: Doc, **options: Any) -> Waiting:
    """Return a new public game, whose second seat is taken if there are more than two."""
    client = app.test_client()
    body = {"ruleset": ruleset, "seats": list(seats), "options": options, "public": True, "webhook": {"url": hook}}
    answer = client.post("/v1/games", json=body)
    assert answer.status_code == 201, answer.get_data(as_text=True)
    game = answer.get_json()
    tokens = dict(game["tokens"])
    if len(seats) > 2:
        claim = {"name": "Bo", "contribution": "what Bo adds"}
        tokens |= client.post(f"/v1/games/{game['id']}/seats/1", json=claim).get_json()["tokens"]
    return Waiting(ruleset, game["id"], tokens, game["host_token"], claimable=seats.count(OPEN) > 1)


def of_three(app: Flask, ruleset: str, hook: str) -> Waiting:
    return created(app, ruleset, hook, HUMAN, OPEN, OPEN, OPEN)


def with_a_clock(app: Flask, ruleset: str, hook: str) -> Waiting:
    return created(app, ruleset, hook, HUMAN, OPEN, OPEN, OPEN, turn_seconds=60)


def solo(app: Flask, ruleset: str, hook: str) -> Waiting:
    return created(app, ruleset, hook, OPEN, solo="hard")


def rematch(app: Flask, ruleset: str, hook: str) -> Waiting:
    """Return the rematch of a game of three, which one player has asked for."""
    client = app.test_client()
    body = {"ruleset": ruleset, "seats": [HUMAN] * 3, "public": True, "webhook": {"url": hook}}
    game = client.post("/v1/games", json=body).get_json()
    path = f"/v1/games/{game['id']}"
    for seat in (0, 1):
        client.post(f"{path}/seats/{seat}/resign", headers=bearer(game["tokens"][str(seat)]))
    token = game["tokens"]["1"]
    asked = client.post(f"{path}/rematch", json={"contribution": "mine"}, headers=bearer(token)).get_json()
    assert asked["status"] == "waiting"
    return Waiting(ruleset, asked["id"], asked["tokens"], asked["host_token"], False, (game["id"], token))


# --- channels of their own -------------------------------------------------------------------


def looks(look: Look, game: Waiting) -> None:
    """The game as it is and was, by long polls and with everything that can be included, also as the host sees it."""
    for query in ("", "?wait=1&after=0", "?include=moves,events,score&after=0", "?version=0", "?version=0&view=all"):
        look.get(query)
    look.call("GET", look.path, Authorization=f"Bearer {game.host}")
    look.get(If_None_Match=look.get().headers["ETag"])
    look.get("/turn?include=score")


def stream(look: Look, game: Waiting) -> None:
    """It is open, and silent except for comments."""
    sent = {"Accept": MEDIA_TYPE} | (bearer(look.tokens[str(look.viewer)]) if look.viewer is not None else {})
    answer = look.app.test_client().get(f"{look.path}/events", headers={**sent, "X-Request-Id": "a-look"})
    text = ""
    for part in answer.response:
        text += part.decode() if isinstance(part, bytes) else part
        if text.startswith(":") or "\n:" in text:
            break
    answer.close()
    assert "data:" not in text
    look.hear(answer, text)


def claims(look: Look, game: Waiting) -> None:
    """Seats are taken, looked at and left again; a repeated claim gets its first answer."""
    if not game.claimable:
        return
    for seat in (2, 3):
        body = {"name": f"Eve {seat}", "contribution": f"of seat {seat}"}
        sent = {"json": body, "headers": {"Idempotency-Key": KEY, "X-Request-Id": "a-look"}}
        for _ in range(2):
            answer = look.app.test_client().post(f"{look.path}/seats/{seat}?include=moves,events,score", **sent)
            assert answer.status_code == 201, answer.get_data(as_text=True)
            look.hear(answer, answer.get_data(as_text=True))
        eve = f"Bearer {answer.get_json()['tokens'][str(seat)]}"
        for what in ("", "/moves", "/turn", "/events"):
            spectator = replace(look, viewer=None)
            spectator.call("GET", look.path + what, Authorization=eve)
            spectator.call("POST", f"{look.path}/undo", Authorization=eve)
        replace(look, viewer=None).call("POST", f"{look.path}/seats/{seat}/leave", Authorization=eve)


def hosting(look: Look, game: Waiting) -> None:
    """The host invites, and guests look where the code leads."""
    host = {"Authorization": f"Bearer {game.host}"}
    spectator = replace(look, viewer=None)
    answer = spectator.call("POST", f"{look.path}/invitations", {}, **host)
    spectator.call("GET", f"{look.path}/invitations", **host)
    if answer.status_code == 201:
        spectator.call("GET", f"/v1/invitations/{answer.get_json()['code']}")


def asking_again(look: Look, game: Waiting) -> None:
    """The player who asked for the rematch asks again."""
    if game.before is None:
        return
    before, token = game.before
    spectator = replace(look, viewer=None)
    spectator.call("POST", f"/v1/games/{before}/rematch", Authorization=f"Bearer {token}")
    spectator.call("GET", f"/v1/games/{before}", Authorization=f"Bearer {token}")


def hooks(look: Look, game: Waiting) -> None:
    """Nothing is sent before the game begins."""
    look.hear_notices([])
    assert not look.receiver.got


OWN: tuple[Any, ...] = (looks, stream, claims, hosting, asking_again, hooks)
COMMON = ("views", "moves", "events", "replay", "refusals", "words", "dry_runs", "hints", "invitations", "positions")
"""Channels of running games that waiting games have as well."""


def channels(game: Waiting) -> dict[str, Channel]:
    own: dict[str, Channel] = {channel.__name__: partial(channel, game=game) for channel in OWN}
    # If seat 0 is open, claiming it succeeds instead of being refused.
    common = [name for name in COMMON if game.tokens or name != "refusals"]
    return {name: CHANNELS[name] for name in common} | own


def twins(redis: Redis, game: Waiting, viewer: int | None) -> tuple[Truth, Truth]:
    """Return what is stored, and the same with another secret and other contributions of others."""
    # Earlier notices belong to no channel of this game.
    for name in list(redis.scan_iter("*:notice*")):
        redis.delete(name)
    head, at = Store(redis).head(game.id), keys.game(game.id, "head")
    one = Truth(dumped(redis), None)
    redis.hset(at, "setup", replace(head.setup, secret=b"another secret" * 2, salt=b"another salt" * 2).dump_setup())
    for seat in head.contributions:
        if seat != viewer:
            redis.hset(at, f"contribution:{seat}", "something else, and longer")
    return one, Truth(dumped(redis), None)


def compare(harness: Harness, game: Waiting, only: str | None = None) -> set[str]:
    """Compare everybody's answers in both states, by all channels or by one. Returns the channels that answered
    anything.

    Raises `AssertionError` for a leak.
    """
    heard = set()
    for viewer in (None, *map(int, game.tokens)):
        truths = twins(harness.redis, game, viewer)
        for name, channel in channels(game).items():
            if only not in (None, name):
                continue
            told = []
            for truth in truths:
                fields = (game.id, 0, viewer, game.tokens, [], [], [MOVES[game.ruleset]])
                look = Look(harness.app, harness.redis, harness.receiver, *fields)
                told.append(harness.told(look, channel, truth))
            for pattern, instead in DRAWN:
                told = [pattern.sub(instead, text) for text in told]
            assert told[0] == told[1], f"{name} tells viewer {viewer} of the deal to come"
            if told[0].partition("log:")[0].strip():
                heard.add(name)
        truths[0].put(harness.redis)
    return heard


GAMES = [
    pytest.param(kind, ruleset, id=f"{kind.__name__}-{ruleset}", marks=[pytest.mark.long] * (kind is not solo))
    for kind, rulesets in (
        (of_three, ("villagers", "my_village")),
        (with_a_clock, ("villagers",)),
        (solo, ("villagers",)),
        (rematch, ("villagers", "my_village")),
    )
    for ruleset in rulesets
]


@pytest.mark.parametrize(("kind", "ruleset"), GAMES)
def test_a_waiting_game_tells_nobody_anything(
    harness: Harness, app: Flask, receiver: Receiver, kind: Callable[..., Waiting], ruleset: str
) -> None:
    game = kind(app, ruleset, receiver.url())
    heard = compare(harness, game)
    assert heard >= channels(game).keys() - {"claims", "asking_again", "hooks"}
    assert ("claims" in heard, "asking_again" in heard) == (game.claimable, game.before is not None)


def in_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.game_document
    monkeypatch.setattr(
        projection, "game_document", lambda game, viewer: told(game, viewer) | {"more": game.setup.seed.hex()}
    )


def in_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make games be dealt at their creation, as they once were."""
    of = JoinReply.reply_for

    def telling(game: Game, *more: Any, **rest: Any) -> JoinReply:
        joining = of(game, *more, **rest)
        if game.state is not None:
            return joining
        state = game.ruleset.setup(game.setup.options, len(game.seats), game.setup.seed)
        view = game.ruleset.write_view(game.ruleset.view(state, joining.seats[0]))
        return replace(joining, document=joining.document | {"view": view})

    monkeypatch.setattr(JoinReply, "reply_for", staticmethod(telling))


def in_the_contributions(monkeypatch: pytest.MonkeyPatch) -> None:
    told = projection.summary_document

    def telling(game: Game, status: str) -> Doc:
        return told(game, status) | {"more": list(game.contributions.values())}

    monkeypatch.setattr(projection, "summary_document", telling)


@pytest.mark.parametrize(
    ("plant", "channel"), [(in_the_game, "views"), (in_the_claim, "claims"), (in_the_contributions, "hosting")]
)
def test_a_planted_leak_is_found(
    harness: Harness, app: Flask, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, plant: Any, channel: str
) -> None:
    game = of_three(app, "villagers", receiver.url())
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=f"^{channel} tells viewer .* of the deal to come"):
        compare(harness, game, channel)
