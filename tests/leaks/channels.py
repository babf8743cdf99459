"""The channels by which a viewer of a game learns something. Each is an entry of `CHANNELS`, and is compared byte by
byte.

A channel sends any requests through a `Look`, which records all answers. It is called once in each of two states that
look the same to the viewer, and must get the same answers. The logs and counters (`/metrics`) written meanwhile are
compared, too. To add a channel, write a function and enter it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import httpx
from flask import Flask
from redis import Redis

from engine.ruleset import Doc
from hamlet_client import Game, Hamlet
from hamlet_client.mcp_server import Tools
from service.http.operations.streams import MEDIA_TYPE
from service.store.games.records import now_ms
from service.store.outbox.notice_queue import body_of
from service.store.redis import keys
from tests.engine.tables import PLAYERS
from tests.service.api import bearer
from tests.service.api_keys import key_of
from tests.service.bots import PACE, Plain
from tests.service.browsers import Browser
from tests.service.clocked import SECONDS, run_out
from tests.service.hooked import deliverer, every_id
from tests.service.receiver import Receiver
from workers.decider import Decider
from workers.player import Player
from workers.turn_timeouts import enforce_deadline

LEVEL = "medium"
OWNER = "shop"
"""The name of the API key that created the game."""
_MASKED = [
    (re.compile(r'"(created_at|started_at|ended_at|timestamp)": ?"[^"]*"'), r'"\1":"..."'),
    (re.compile(r'"(ms|cost_ms|pid)": ?[0-9.]+'), r'"\1":0'),
    # Random: the ids of decisions, and of jobs.
    (re.compile(r"(?<![a-z0-9])([a-z2-7]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![a-z0-9])"), "..."),
]


_DEADLINE = re.compile(r'"deadline": ?"([^"]*)"')
_SIGNED = ("webhook-timestamp", "webhook-signature")


def masked(text: str, kept: str, since: float) -> str:
    """Return a text without times, without random parts of each request, and without the Redis client's log of its
    connections.

    Two kinds of deadlines stay: the game's old one, `kept`, and those that did not begin after `since`, a time of this
    test.
    """

    def deadline(found: re.Match[str]) -> str:
        # Redis' clock may be a little behind.
        began = datetime.fromisoformat(found[1]).timestamp() - SECONDS + 0.01
        return '"deadline":"new"' if found[1] != kept and began >= since else found[0]

    text = _DEADLINE.sub(deadline, text)
    text = "\n".join(line for line in text.split("\n") if '"logger":"redis.' not in line)
    for pattern, instead in _MASKED:
        text = pattern.sub(instead, text)
    return text


@dataclass(frozen=True)
class Look:
    """One viewer (a seat, or `None`: a spectator) of a game that is stored in `redis`, and what it may try there.
    `receiver`: where the game's webhook leads; `own`: moves of the viewer, and `others`: of other seats, after which
    both truths still look the same to it; `refused`: move documents that must fail; `replayed`: called before a move is
    taken back.
    """

    app: Flask
    redis: Redis
    receiver: Receiver
    game_id: str
    version: int
    viewer: int | None
    tokens: Mapping[str, str]
    own: Sequence[Doc]
    others: Sequence[tuple[int, Doc]]
    refused: Sequence[Doc]
    heard: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The game's path."""
        return f"/v1/games/{self.game_id}"

    def call(self, method: str, path: str, body: Any = None, seat: int | None = None, **headers: str) -> Any:
        """Send a request as the viewer. With `seat`, send it as another seat; then its answer is not compared."""
        who = self.viewer if seat is None else seat
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"X-Request-Id": "a-look"}
        if who is not None:
            sent |= bearer(self.tokens[str(who)])
        answer = self.app.test_client().open(path, method=method, json=body, headers=sent)
        if seat is None:
            self.hear(answer, answer.get_data(as_text=True))
        return answer

    def hear(self, answer: Any, text: str) -> None:
        """Record an answer with this body."""
        # The length of a decision is that of the time that it took; the text itself is compared.
        headers = [one for one in answer.headers.items() if one[0] != "Content-Length" or '"cost_ms"' not in text]
        self.heard.append(f"{answer.status} {sorted(headers)} {text}")

    def hear_notices(self, before: Sequence[str]) -> None:
        """Send the notices that are newer than `before`, and record what arrives."""
        del self.receiver.got[:]
        worker = deliverer(self.app.extensions["games"], self.receiver)
        for notice in every_id(self.redis):
            if notice in before:
                continue
            if "_reminder_" in notice:
                # Not sent before it is time.
                record = self.redis.hgetall(next(self.redis.scan_iter(f"*:notice:{notice}")))
                self.heard.append(f"{notice} {body_of(record)}")
            else:
                assert worker.deliver(notice) == "sent"
        for got in self.receiver.got:
            headers = sorted((name, value) for name, value in got.headers.items() if name not in _SIGNED)
            self.heard.append(f"{got.path} {headers} {got.body.decode()}")

    def get(self, what: str = "", **headers: str) -> Any:
        """GET a path below the game's."""
        return self.call("GET", self.path + what, **headers)

    def post(self, what: str, body: Any = None, **headers: str) -> Any:
        """POST to a path below the game's."""
        return self.call("POST", self.path + what, body, **headers)


def views(look: Look) -> None:
    """The game, its entity tag, and the answer of a long poll."""
    tag = look.get().headers["ETag"]
    look.get(If_None_Match=tag)
    look.get(f"?after={max(look.version - 1, 0)}&wait=1" if look.version else "")
    for after in {0, max(look.version - 1, 0)}:
        look.get(f"?include=moves,events,score&after={after}")


def moves(look: Look) -> None:
    """The legal moves, or why there are none."""
    look.get("/moves")
    for after in {0, look.version // 2, look.version}:
        look.get(f"/turn?after={after}")
    look.get("/turn")


def events(look: Look) -> None:
    """The events, as one answer."""
    for after in {0, look.version // 2, look.version}:
        look.get(f"/events?after={after}")


def stream(look: Look) -> None:
    """The events as a stream, which is read up to the present."""
    if not look.version:
        return
    sent = {"Accept": MEDIA_TYPE} | (bearer(look.tokens[str(look.viewer)]) if look.viewer is not None else {})
    answer = look.app.test_client().get(f"{look.path}/events", headers={**sent, "X-Request-Id": "a-look"})
    text = ""
    for part in answer.response:
        text += part.decode() if isinstance(part, bytes) else part
        if f"id: {look.version}\n" in text and text.endswith("\n\n"):
            break
    answer.close()
    look.hear(answer, text)


def replay(look: Look) -> None:
    """The replay and the review, which a running game refuses, and an invented replay of it."""
    assert look.get("/replay").status_code == 409
    known = {**look.get().get_json(), "format": 1, "seed": "00", "result": {"winners": []}}
    known["moves"] = [{"seat": 0, "at": known["created_at"], "move": None, "events": [{"type": "seat_resigned"}]}]
    assert look.call("POST", "/v1/games/import", known).status_code in (404, 422)
    assert look.call("POST", "/v1/reviews", {"replay": known}).status_code in (404, 422)
    assert look.post("/review", {}).status_code == 409
    assert look.get("/review").status_code == 404


def refusals(look: Look) -> None:
    """Problem details: of illegal and malformed moves, of wrong versions and ids, of seats that are taken."""
    for doc in look.refused:
        look.post("/moves", {"move": doc})
    look.post("/moves", {"move": {"type": "nonsense"}})
    look.post("/moves", {"move_id": f"{look.version}-0-0000"})
    look.post("/moves", {"move_id": f"{look.version}-0-0000"}, If_Match='"9999"')
    look.post("/undo", If_Match='"9999"')
    look.post("/seats/0", {"name": "Eve"})


def hints(look: Look) -> None:
    """A hint and a decision about the viewer's own view: answers, the worker's input and result, notices."""
    game, before, key = look.get().get_json(), every_id(look.redis), {"Hamlet_Api_Key": key_of(OWNER)}
    asked = look.post("/hint", {"level": LEVEL}, **key)
    if look.viewer is None or look.viewer not in game["to_act"]:
        assert asked.status_code in (401, 409)
        return
    body = {"ruleset": game["ruleset"], "view": game["view"], "seat": look.viewer, "level": LEVEL}
    for answer in (asked, look.call("POST", "/v1/decisions", body, **key)):
        assert answer.status_code == 202, answer.get_data(as_text=True)
        decision = answer.get_json()["id"]
        look.heard.append(str(look.redis.hget(keys.decision(decision), "view")))
        decisions = look.app.extensions["decisions"]
        assert Decider(decisions.store, look.app.extensions["games"].rulesets, PLAYERS, PACE).answer_request(decision)
        look.call("GET", f"/v1/decisions/{decision}")
        look.hear_notices(before)
    assert sum("decision.ready" in heard for heard in look.heard) == 2


def words(look: Look) -> None:
    """Labels, sentences and refusals in another language than English, which are made for each answer."""
    for what in ("/moves", "/events", f"/events?after={look.version // 2}", "/moves?lang=en"):
        look.get(what, Accept_Language="de")
    look.get("?include=moves,events&after=0&lang=de")
    for doc in look.refused:
        look.post("/moves?lang=de", {"move": doc})


def dry_runs(look: Look) -> None:
    """Dry runs of one move and several: everything legal, and possible moves after it."""
    for doc in look.refused:
        look.post("/moves?dry_run=true", {"move": doc})
    listed = look.get("/moves").get_json().get("moves", [])
    for one in listed[:: 1 + len(listed) // 3]:
        assert look.post("/moves?dry_run=true", {"move_id": one["id"]}).status_code == 204
        for doc in (one["move"], *look.refused[:2]):
            look.post("/moves?dry_run=true", {"moves": [one["move"], doc]})


def past(look: Look) -> None:
    """The game at past versions: what may be shown of it, and other seats' views, which are refused."""
    for version in (0, look.version, look.version + 1):
        look.get(f"?version={version}&include=moves,events,score")
    for view in ("0", "1", "spectator", "all"):
        status = look.get(f"?version={look.version}&view={view}").status_code
        # In solo play there is no second seat.
        assert status == 200 if view in ("spectator", str(look.viewer)) else status in (404, 409, 422)
    for doc in look.own:
        assert look.post("/moves", {"move": doc}).status_code == 200
        for version in (look.version, look.version + 1):
            assert look.get(f"?version={version}&include=moves,events").status_code == 200


def own_moves(look: Look) -> None:
    """A move by which the viewer learns nothing, and its undo."""
    for doc in look.own:
        assert look.post("/moves?include=moves,events&after=0", {"move": doc}).status_code == 200
        look.get(f"/events?after={look.version}")
        # Not everything can be taken back.
        if look.post("/undo?include=moves").status_code == 200:
            assert look.post("/turn", {"move": doc}).status_code == 200
            look.post("/undo?include=moves")
        look.get()


def ai_turns(look: Look) -> None:
    """A turn worker gets the game while it waits for a person; AI seats that might react decline."""
    games = look.app.extensions["games"]
    game = games.queries.load_game(look.game_id)
    if game.waited_for is None or game.level_of(game.waited_for) is not None:
        return
    due = keys.due(keys.bucket_of(look.game_id))
    look.heard.append(f"due: {look.redis.zscore(due, look.game_id) is not None}")
    assert Player(games, {LEVEL: Plain(), "random": Plain()}, 60, 0, PACE).play_due_turns(look.game_id) == 0
    look.heard.append(f"due: {look.redis.zscore(due, look.game_id) is not None}")
    look.get()


def others_moves(look: Look) -> None:
    """A move of another seat, by which the viewer learns the same in both truths."""
    for seat, doc in look.others:
        assert look.call("POST", f"{look.path}/moves", {"move": doc}, seat=seat).status_code == 200
        look.get(f"?after={look.version}&wait=1")
        look.get(f"/events?after={look.version}")
        look.get("/moves")


def webhooks(look: Look) -> None:
    """Make such a move, and record what the game's webhook receives."""
    before = every_id(look.redis)
    for seat, doc in [*((look.viewer or 0, doc) for doc in look.own), *look.others][:1]:
        assert look.call("POST", f"{look.path}/moves", {"move": doc}, seat=seat).status_code == 200
    look.hear_notices(before)


def push(look: Look) -> None:
    """What the viewer's subscribed browser reads after such a move."""
    if look.viewer is None:
        return
    before, browser = every_id(look.redis), Browser(look.receiver.url(path="/browser"))
    assert (
        look.call("PUT", f"{look.path}/seats/{look.viewer}/push", browser.subscription, look.viewer).status_code < 300
    )
    moves = [*((look.viewer, doc) for doc in look.own), *look.others]
    for seat, doc in moves[:1]:
        assert look.call("POST", f"{look.path}/moves", {"move": doc}, seat=seat).status_code == 200
    del look.receiver.got[:]
    worker = deliverer(look.app.extensions["games"], look.receiver)
    for notice in every_id(look.redis):
        if notice not in before and "_push-" in notice and "_reminder_" not in notice:
            assert worker.deliver(notice) == "sent"
    for got in look.receiver.got:
        read = browser.read(got)
        assert set(read["data"]) == {"game", "version", "seat", "deadline", "text"}
        headers = sorted((name, value) for name, value in got.headers.items() if name not in ("authorization", "ttl"))
        look.heard.append(f"{headers} {json.dumps(read)}")


def time_outs(look: Look) -> None:
    """The time of a turn runs out, and the player returns, if that is possible; seen by all other channels."""
    games, before = look.app.extensions["games"], every_id(look.redis)
    timing = games.queries.load_game(look.game_id).timing
    if timing is None or timing.deadline_ms is None:
        return
    seat = timing.turn[0]
    run_out(look.redis, look.game_id)
    enforce_deadline(games, games.queries.load_game(look.game_id), now_ms())
    for _ in range(2):
        look.get()
        look.get("/moves")
        look.get(f"/events?after={look.version}")
        look.call("POST", f"{look.path}/seats/{seat}", seat=None if seat == look.viewer else seat)
    look.hear_notices(before)


def agents(look: Look) -> None:
    """What the tools of `hamlet-mcp` say to an agent that has the viewer's seat. Hints are among `hints`."""
    if look.viewer is None:
        return
    token = look.tokens[str(look.viewer)]
    transport = httpx.WSGITransport(app=look.app)
    with httpx.Client(transport=transport, headers={"X-Request-Id": "a-look"}) as http:
        client = Hamlet("http://localhost", http=http)
        tools = Tools(client, wait=0)
        tools.add(Game(client, look.game_id, token, tokens={look.viewer: token}))
        look.heard.extend([tools.look(look.game_id), tools.moves(look.game_id)])
        listed = look.get("/moves").get_json().get("moves", [])
        for number in [number for number, one in enumerate(listed, 1) if one["move"] in look.own]:
            look.heard.append(tools.move(look.game_id, number, look.version))
            look.heard.extend([tools.look(look.game_id), tools.moves(look.game_id)])
        look.heard.append(tools.move(look.game_id, 1, look.version + 9))
        assert "Nothing was played" in look.heard[-1]
        assert not any(secret in text for secret in look.tokens.values() for text in look.heard)


def invitations(look: Look) -> None:
    """Record what a seat that may invite learns, and what a stranger who tries to invite learns."""
    look.get("/invitations")
    look.post("/invitations", {"seat": 0})
    look.call("DELETE", f"{look.path}/invitations/abcdefghijklmnop")
    look.call("GET", "/v1/invitations/0000-0000")
    look.call("POST", "/v1/invitations/0000-0000", {"name": "Eve"})


def lists(look: Look) -> None:
    """Lists show public games as everybody may see them."""
    found = look.call("GET", "/v1/games").get_json()["games"]
    assert [game["id"] for game in found] == [look.game_id]
    look.call("GET", "/v1/games?mine=true")


def goings(look: Look) -> None:
    """The viewer tries to leave, then resigns."""
    seat = look.viewer or 0
    look.call("DELETE", look.path)
    look.post(f"/seats/{seat}/leave")
    look.post("/rematch")
    look.post(f"/seats/{seat}/resign")
    look.call("POST", f"{look.path}/seats/{seat}/resign", seat=seat)
    look.get()
    look.get("/moves")
    look.get(f"/events?after={look.version}")


def positions(look: Look) -> None:
    """The calls without a stored game know no game."""
    view = look.get().get_json()["view"]
    look.call("POST", "/v1/positions/view", {"position": view, "seat": look.viewer})


Channel = Callable[[Look], None]
CHANNELS: dict[str, Channel] = {
    channel.__name__: channel
    for channel in (
        *(views, moves, events, stream, replay, refusals, words, dry_runs, past, hints),
        *(own_moves, ai_turns, others_moves, webhooks, push, time_outs, agents, invitations, lists, positions),
        goings,
    )
}


def some(rng: random.Random, found: Sequence[Any], most: int) -> list[Any]:
    """Return a few of them."""
    return rng.sample(found, min(most, len(found)))
