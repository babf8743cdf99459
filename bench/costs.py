"""Measures the processor time of the most expensive requests of each call, honest and hostile.

Honest bodies come from whole games of all rulesets with all expansions. Hostile bodies come from
`tools/testbed/hostile_bodies.py`. For stored games, the hostile requests come from a table where moves are taken back
as often as is allowed.

Prints a table in Markdown: the milliseconds that one process needs to answer one request, without Redis. Each figure is
the best of three tries, and the highest among `--tries` candidates. `--declare` adds the cost that each call is
charged, for `service/http/schemas/bounds.py`. `--documents` prints the sizes of the largest honest bodies instead, for
the same file.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

import orjson
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from bench.helpers.own_redis import own_redis
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.config.settings import load_settings
from service.games.core.webhook_notices import TYPES
from service.games.history.undo import MAX_UNDONE
from service.http.app import create_app
from service.http.schemas.bounds import MAX_BODY_BYTES
from service.store import Store
from service.store.games.records import now_ms
from service.store.lists.key_registry import SCOPES, KeyStore
from service.store.redis import keys
from tools.testbed.hostile_bodies import ALL, body

PATHS = {
    "list_position_moves": "/v1/positions/moves",
    "apply_position_moves": "/v1/positions/apply",
    "score_position": "/v1/positions/score",
    "view_position": "/v1/positions/view",
    "create_decision": "/v1/decisions",
    "create_game": "/v1/games",
    "claim_seat": "{game}/seats/1",
    "create_invitation": "{game}/invitations",
    "accept_invitation": "/v1/invitations/AAAAAAAA",
    "play_moves": "{game}/moves",
    "play_turn": "{game}/turn",
    "create_hint": "{game}/hint",
    "create_review": "{game}/review",
    "import_game": "/v1/games/import",
    "create_replay_review": "/v1/reviews",
}
"""The calls of bots, which are left out. They need an API key, and their bodies are those of `claim_seat` and
`play_moves`.
"""
EXPORTED, LISTED = 20, 250
"""The number of long games in a player's export, and of games in a player's list."""
TABLES = (("villagers", 5, {"expansions": ALL}), ("villagers", 1, {"solo": "hard"}), ("my_village", 4, {}))
UNLIMITED = {"RATE_LIMIT": "0", "DECISION_RATE": "0", "TOKEN_RATE": "0", "LOG_LEVEL": "ERROR"}
UNLIMITED |= {"DECISIONS_WAITING": "100000", "CALLER_DECISIONS": "0", "WEBHOOKS": "local"}
NAMES = ["\N{LATIN SMALL LETTER A WITH DIAERESIS}" * 39 + letter for letter in "abcde"]
HUMANS = [{"type": "human", "name": name} for name in NAMES]


class Server:
    """The app in this process and its most expensive requests: `dearest[call, honest]`, in milliseconds."""

    def __init__(self, app: Flask, tries: int) -> None:
        self.app = app
        self.tries = tries
        self.dearest: dict[tuple[str, bool], float] = defaultdict(float)
        self.largest: dict[str, int] = defaultdict(int)

    def send(self, method: str, path: str, sent: bytes = b"", token: str = "") -> tuple[int, Any, float]:
        """Send one request. Returns its status, its document, and the milliseconds of processor time. `token`: a token
        or an API key.

        Garbage collection is off meanwhile, because this process also has all the clients' data.
        """
        kind = "application/json" if sent else None
        as_key = token.startswith("hamlet_")
        headers = {"Hamlet-Api-Key": token} if as_key else {"Authorization": f"Bearer {token}"} if token else {}
        builder = EnvironBuilder(path, method=method, data=sent, content_type=kind, headers=headers)
        environ = builder.get_environ()
        gc.collect(0)
        gc.disable()
        began = time.process_time()
        answer, status, _ = run_wsgi_app(self.app, environ, buffered=True)
        spent = (time.process_time() - began) * 1000
        gc.enable()
        return int(status[:3]), b"".join(answer), spent

    def cost(self, call: str, honest: bool, method: str, path: str, sent: bytes = b"", token: str = "") -> None:
        """Repeat a request until it gets no faster, and record its cost."""
        spent = self.send(method, path, sent, token)[2]
        if spent > self.dearest[call, honest]:
            spent = min(spent, *(self.send(method, path, sent, token)[2] for _ in range(2)))
        self.note(call, honest, spent, len(sent))

    def once(self, call: str, path: str, doc: Doc, token: str = "") -> Any:
        """Send a request that succeeds only once. Returns its document."""
        sent = orjson.dumps(doc)
        status, answer, spent = self.send("POST", path, sent, token)
        assert status in (200, 201), f"{call}: {status} {answer!r}"
        self.note(call, True, spent, len(sent))
        return orjson.loads(answer)

    def note(self, call: str, honest: bool, spent: float, size: int = 0) -> None:
        """Record the cost if it is the highest of its call, and the size if it is the largest honest one."""
        self.dearest[call, honest] = max(self.dearest[call, honest], spent)
        if honest:
            self.largest[call] = max(self.largest[call], size)


@contextmanager
def serving(tries: int) -> Iterator[Server]:
    """Provide a server with a Redis of its own."""
    given = {f"HAMLET_{name}": value for name, value in UNLIMITED.items()}
    with own_redis() as url:
        yield Server(create_app(load_settings({"HAMLET_REDIS_URL": url, **given})), tries)


# --- positions -----------------------------------------------------------------------------------


def honest_positions(server: Server, ruleset: str, seats: int, options: Doc) -> None:
    """Measure the calls on positions: late ones, ones with many pieces, and several moves of a turn in one request."""
    rules, rng = RULESETS[ruleset], random.Random(seats)
    state = rules.setup(rules.read_options(options, seats), seats, b"costs")
    turn: list[Doc] = []
    began: tuple[Doc, Any] = ({}, None)
    number = 0
    while acting := rules.to_act(state):
        seat, number = acting[0], number + 1
        legal = list(rules.legal_moves(state, seat))
        seen = rules.view(state, seat)
        rates = rules.priors(state, seat, legal)
        doc = rules.write_position(state)
        if (seat, rules.turn_of(seen)) != began[1]:
            if len(turn) > 4:
                _ask(server, "apply_position_moves", {"position": began[0], "moves": turn})
            began, turn = (doc, (seat, rules.turn_of(seen))), []
        if number % 9 == 0 or len(legal) > 60:
            _ask(server, "list_position_moves", {"position": doc, "seat": seat})
            _ask(server, "score_position", {"position": doc})
            _ask(server, "view_position", {"position": doc, "seat": None})
            asked = {"ruleset": ruleset, "view": rules.write_view(seen), "seat": seat, "level": "random"}
            _ask(server, "create_decision", asked)
        move = legal[max(range(len(legal)), key=rates.__getitem__)] if rng.random() < 0.8 else rng.choice(legal)
        turn.append({"seat": seat, "move": rules.write_move(move)})
        rules.advance(state, seat, move)


def _ask(server: Server, call: str, doc: Doc) -> None:
    server.cost(call, True, "POST", PATHS[call], orjson.dumps(doc))


# --- stored games --------------------------------------------------------------------------------


class StoredGame:
    """A stored game between people. Its calls are measured now and then."""

    def __init__(self, server: Server, ruleset: str, seats: int, options: Doc, honest: bool) -> None:
        self.server, self.honest = server, honest
        self.rules = RULESETS[ruleset]
        doc = {"ruleset": ruleset, "seats": HUMANS[:seats], "options": options, "seed": "s" * 128}
        self.new = orjson.dumps(doc)
        server.cost("create_game", honest, "POST", "/v1/games", self.new)
        made = orjson.loads(server.send("POST", "/v1/games", self.new)[1])
        self.path, self.tokens = f"/v1/games/{made['id']}", made["tokens"]
        self.undone = 0

    def play(self, rng: random.Random, undos: int) -> None:
        """Play to the end. `undos` moves are taken back and made again."""
        number = 0
        while True:
            game = orjson.loads(self.server.send("GET", self.path)[1])
            if not game["to_act"]:
                return
            token = self.tokens[str(game["to_act"][0])]
            legal = orjson.loads(self.server.send("GET", f"{self.path}/moves", b"", token)[1])["moves"]
            sent = orjson.dumps({"move": rng.choice(legal)["move"]})
            # Measure a request once if it cannot be repeated.
            call, where = (("play_moves", "moves"), ("play_turn", "turn"))[number % 2]
            spent = self.server.send("POST", f"{self.path}/{where}", sent, token)[2]
            self.server.note(call, self.honest, spent, len(sent))
            number += 1
            if number % 5 == 0 or self.undone < undos:
                self._take_back(sent, token, undos)
            if number % 40 == 0:
                self.look(token)

    def _take_back(self, sent: bytes, token: str, undos: int) -> None:
        while True:
            status, _, spent = self.server.send("POST", f"{self.path}/undo", b"", token)
            self.server.note("undo_move", self.honest, spent)
            if status != 200:
                return
            self.undone += 1
            self.server.send("POST", f"{self.path}/moves", sent, token)
            if self.undone >= undos:
                return

    def look(self, token: str) -> None:
        """Measure every call that only reads."""
        cost, path = self.server.cost, self.path
        cost("get_game", self.honest, "GET", path, b"", token)
        cost("list_moves", self.honest, "GET", f"{path}/moves", b"", token)
        cost("get_turn", self.honest, "GET", f"{path}/turn", b"", token)
        cost("?after", self.honest, "GET", f"{path}?after=0&include=moves,events", b"", token)
        # Replies are cached. So the first request for each version is measured, once.
        version = orjson.loads(self.server.send("GET", path)[1])["version"]
        spent = self.server.send("GET", f"{path}?version={version - 1}", b"", token)[2]
        self.server.note("?version", self.honest, spent)
        cost("?view", self.honest, "GET", f"{path}?view=0", b"", token)
        cost("list_events", self.honest, "GET", f"{path}/events", b"", token)
        cost("create_hint", self.honest, "POST", f"{path}/hint", b'{"level":"random"}', token)
        cost("get_replay", self.honest, "GET", f"{path}/replay")

    def look_back(self) -> None:
        """Measure the calls that need a finished game, stored in this server or sent as a replay."""
        replay = orjson.loads(self.server.send("GET", f"{self.path}/replay")[1])
        review = {"level": "medium"}
        self.server.cost("create_review", self.honest, "POST", f"{self.path}/review", orjson.dumps(review))
        _ask(self.server, "import_game", replay)
        _ask(self.server, "create_replay_review", {**review, "replay": replay})


def stored(server: Server) -> None:
    """Measure ordinary games, and a game with as many undos as are allowed."""
    new = orjson.dumps({"ruleset": "villagers", "seats": [HUMANS[0], *[{"type": "open"}] * 4], "public": True})
    opened = orjson.loads(server.send("POST", "/v1/games", new)[1])
    path, host = f"/v1/games/{opened['id']}", opened["host_token"]
    for seat in (1, 2):
        server.once("claim_seat", f"{path}/seats/{seat}", {"name": NAMES[seat]})
    for seat in (3, 4):
        made = server.once("create_invitation", f"{path}/invitations", {"seat": seat}, host)
        server.once("accept_invitation", f"/v1/invitations/{made['code']}", {"name": NAMES[seat]})
    for ruleset, seats, options in TABLES:
        game = StoredGame(server, ruleset, seats, options, honest=True)
        game.play(random.Random(1), undos=0)
        game.look(game.tokens["0"])
        game.look_back()
        game = StoredGame(server, ruleset, seats, options, honest=False)
        game.play(random.Random(1), undos=seats * MAX_UNDONE)
        game.look(game.tokens["0"])


# --- what the owner of an API key does -----------------------------------------------------------


def owned(server: Server) -> None:
    """Measure the calls of an API key on a player with many games, on webhooks, and on tokens."""
    games = server.app.extensions["games"]
    key = KeyStore(games.store.redis).create("costs", SCOPES, {}) or ""

    def cost(call: str, method: str, path: str, doc: Doc | None = None) -> None:
        server.cost(call, True, method, path, b"" if doc is None else orjson.dumps(doc), key)

    def made(path: str, doc: Doc) -> Doc:
        answer: Doc = orjson.loads(server.send("POST", path, orjson.dumps(doc), key)[1])
        return answer

    hook = {"url": "http://127.0.0.1:9/", "types": list(TYPES)}
    webhook = f"/v1/webhooks/{made('/v1/webhooks', hook)['id']}"
    seats = [{**one, "player": f"u_{number}", "metadata": {"x": "y" * 100}} for number, one in enumerate(HUMANS)]
    order = {"ruleset": "villagers", "seats": seats, "options": {"expansions": ALL}, "seed": "s" * 128}
    game = made("/v1/games", order)
    path, number = f"/v1/games/{game['id']}", 0
    while (now := orjson.loads(server.send("GET", path)[1]))["to_act"]:
        token, number = game["tokens"][str(now["to_act"][0])], number + 1
        legal = orjson.loads(server.send("GET", f"{path}/moves", b"", token)[1])["moves"]
        move = random.Random(number).choice(legal)["move"]
        server.send("POST", f"{path}/moves", orjson.dumps({"move": move}), token)
    _copies(games.store, game["id"], EXPORTED)
    cost("export_player", "GET", "/v1/players/u_0/export")
    for number in range(LISTED):
        made("/v1/games", {**order, "seed": f"{number}"})
    for query in ("limit=100", "limit=100&to_act=true"):
        cost("list_player_games", "GET", f"/v1/players/u_1/games?{query}")
    for name in games.store.redis.scan_iter("*:notice:*"):
        if delivery := games.outbox.begin_notice(name.decode().rpartition(":")[2], 60):
            games.outbox.give_up(delivery, "status_500")
    cost("list_webhook_deliveries", "GET", f"{webhook}/deliveries")
    sent = orjson.dumps({"since": "2020-01-01T00:00:00Z"})
    server.note("resend_notices", True, server.send("POST", f"{webhook}/resend", sent, key)[2])
    for call, method, where, doc in (
        ("list_webhooks", "GET", "/v1/webhooks", None),
        ("change_webhook", "PATCH", webhook, hook),
        ("renew_webhook_secret", "POST", f"{webhook}/secret", None),
        ("send_ping", "POST", f"{webhook}/ping", None),
        ("renew_token", "POST", f"{path}/seats/1/token", None),
        ("revoke_token", "DELETE", f"{path}/seats/1/token", None),
        ("get_usage", "GET", "/v1/usage", None),
    ):
        cost(call, method, where, doc)
    server.note("erase_player", True, server.send("DELETE", "/v1/players/u_1", b"", key)[2])


def _copies(store: Store, game_id: str, number: int) -> None:
    """Store copies of a finished game, as games of its first player."""
    for _ in range(number):
        name = keys.new_id(keys.bucket_of(game_id))
        for part in ("head", "log"):
            store.redis.copy(keys.game(game_id, part), keys.game(name, part))
        store.players.enter("costs", ["u_0"], name, now_ms())


def dishonest(server: Server) -> None:
    """Measure the worst bodies that a random search finds."""
    new = orjson.dumps({"ruleset": "villagers", "seats": HUMANS[:2]})
    game = orjson.loads(server.send("POST", "/v1/games", new)[1])
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    for call in PATHS:
        token = "" if call in ("claim_seat", "create_game", "accept_invitation") else tokens[str(game["to_act"][0])]
        for number in range(server.tries):
            sent = body(call, random.Random(number).randint)
            server.cost(call, False, "POST", PATHS[call].format(game=path), sent, token)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tries", type=int, default=400, help="dishonest bodies for each call")
    parser.add_argument("--declare", action="store_true", help="the costs as Python, too")
    parser.add_argument("--documents", action="store_true", help="only the sizes of honest bodies")
    given = parser.parse_args()
    with serving(given.tries) as server:
        for table in TABLES:
            honest_positions(server, *table)
        stored(server)
        if given.documents:
            print("| call | bytes of the largest honest body | limit |\n|---|--:|--:|")
            for call in PATHS:
                print(f"| `{call}` | {server.largest[call]} | {MAX_BODY_BYTES[call]} |")
            return
        owned(server)
        dishonest(server)
    print("| call | most expensive honest, ms | most expensive dishonest, ms | ratio | counts as, ms |")
    print("|---|--:|--:|--:|--:|")
    costs: dict[str, int] = {}
    for call in sorted({call for call, _ in server.dearest}):
        honest, hostile = server.dearest[call, True], server.dearest[call, False]
        # Honest clients must not be charged for hostile ones. So hostile requests may cost up to four times what they
        # are charged.
        costs[call] = math.ceil(max(honest, hostile / 4))
        print(f"| `{call}` | {honest:.1f} | {hostile:.1f} | {hostile / honest if honest else 0:.1f} | {costs[call]} |")
    if given.declare:
        print("\n".join(f'    "{call}": {cost},' for call, cost in costs.items()))


if __name__ == "__main__":
    main()
