"""The knowledge of a fuzzer about a running server: real games with their tokens, decisions, and the outcomes of its
calls.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import requests
from schemathesis import Case

from engine.registry import RULESETS
from service.http.middleware.access.api_keys import HEADER
from tests.service.conforming import contract

Doc = dict[str, Any]

HUMAN, OPEN, AI = {"type": "human"}, {"type": "open"}, {"type": "ai", "level": "greedy"}
OPENED = ("villagers", [OPEN, AI])
TABLES = [("villagers", [HUMAN, HUMAN]), ("my_village", [HUMAN, HUMAN]), ("villagers", [HUMAN])]
MAX_GAMES = 12
INVITED = ("createInvitation", "listInvitations", "revokeInvitation")
"""The calls that take a host's token."""
PLAYING = ("playMoves", "playTurn")
REVIEWS = ("createReview", "getReview")
BOT = "fuzzer"
"""The bot of the API key. A key has one, so most cases that register a bot name it again."""
BOTS = ("registerBot", "listBotTurns", "playBotMoves")
GOING = ("resign", "leaveSeat", "removeGame")
LOSING = ("leaveSeat", "removeGame", "renewToken", "revokeToken")
"""After these operations a game, or one of its tokens, is of no more use."""
LONG = 40
"""A number of random moves among which one can be taken back."""
NOWHERE = "http://127.0.0.1:9/hook"
"""A webhook that may be set, though nobody listens there."""
QUICK = ("random", "greedy")
"""Levels that leave the processor to the fuzzer."""

OPERATIONS: dict[str, tuple[str, str, Doc]] = {
    operation["operationId"]: (path, method, operation)
    for path, operations in contract()["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
}


def bearer(token: str) -> dict[str, str]:
    """Return the header of a token."""
    return {"Authorization": f"Bearer {token}"}


@dataclass
class Known:
    """A game and the tokens of its seats."""

    id: str
    tokens: dict[str, str]
    open_seats: list[int] = field(default_factory=list)
    host: str = ""


class World:
    """Fills cases with data from earlier answers, so that they succeed, and counts how they ended."""

    def __init__(self, url: str, key: str) -> None:
        """A server's URL, and an API key that it accepts."""
        self.url = url
        self.key = key
        self.session = requests.Session()
        self.session.trust_env = False
        self.games: list[Known] = []
        self.decisions: list[str] = []
        self.calls: Counter[tuple[str, str]] = Counter()
        self.finished = self._finished()
        self._call("PUT", "/v1/bot", {"name": BOT})

    # --- calls of its own, which are no cases ----------------------------------------------------

    def _call(self, method: str, path: str, body: Doc | None = None, token: str | None = None) -> Doc:
        headers = {HEADER: self.key, **(bearer(token) if token else {})}
        answer = self.session.request(method, self.url + path, json=body, headers=headers, timeout=40)
        assert answer.status_code < 300, answer.text
        found: Doc = answer.json() if answer.content else {}
        return found

    def _create(self, ruleset: str, seats: list[Doc]) -> Known:
        game = self._call("POST", "/v1/games", {"ruleset": ruleset, "seats": seats, "public": OPEN in seats})
        return self._know(game)

    def _know(self, game: Doc) -> Known:
        seats = [seat["seat"] for seat in game["seats"] if seat["status"] == "open"]
        return Known(game["id"], dict(game["tokens"]), seats, game.get("host_token", ""))

    def _finished(self) -> Known:
        known = self._create("my_village", [HUMAN, HUMAN])
        while self.step(known, random.Random(0)) is not None:
            pass
        path = f"/v1/games/{known.id}/review"
        self._call("POST", path, {"level": "medium"})
        while self._call("GET", f"{path}?level=medium&wait=20")["status"] not in ("done", "failed"):
            pass
        return known

    def acting(self, known: Known) -> tuple[Doc, str] | None:
        """Return the game as the seat to act sees it, and that seat's token; `None` if no seat of ours is to act."""
        game = self._call("GET", f"/v1/games/{known.id}")
        token = known.tokens.get(str(game["to_act"][0])) if game["to_act"] else None
        return (game, token) if token else None

    def legal(self, known: Known) -> tuple[list[Doc], str] | None:
        """Return the legal moves of the seat to act, and its token."""
        found = self.acting(known)
        return (self._call("GET", f"/v1/games/{known.id}/moves", token=found[1])["moves"], found[1]) if found else None

    def step(self, known: Known, rng: random.Random) -> str | None:
        """Make a random move; returns the token of its seat."""
        found = self.legal(known)
        if found is None:
            return None
        move = {"move_id": rng.choice(found[0])["id"]}
        self._call("POST", f"/v1/games/{known.id}/moves", move, found[1])
        return found[1]

    def undoable(self, known: Known, rng: random.Random) -> str:
        """Make random moves until one can be taken back. Returns the token of its seat, or ""."""
        for _ in range(LONG):
            found = self.legal(known)
            if found is None:
                return ""
            moves, token = found
            move, path = {"move": rng.choice(moves)["move"]}, f"/v1/games/{known.id}"
            self._call("POST", f"{path}/moves", move, token)
            answer = self.session.post(f"{self.url}{path}/undo", headers=bearer(token), timeout=40)
            if answer.status_code == 200:
                self._call("POST", f"{path}/moves", move, token)
                return token
        return ""

    def some_game(self, rng: random.Random, *, opened: bool = False, acting: bool = False) -> Known:
        """Return a known game, or a new one: with an open seat, or in which one of our seats is to act."""
        fitting = [known for known in self.games if not opened or (known.open_seats and known.host)]
        if fitting and (not acting or self.acting(known := rng.choice(fitting)) is not None):
            return known if acting else rng.choice(fitting)
        known = self._create(*(OPENED if opened else rng.choice(TABLES)))
        self.games = [known, *self.games][:MAX_GAMES]
        return known

    # --- cases -----------------------------------------------------------------------------------

    def prepare(self, case: Case, rng: random.Random) -> None:
        """Put real ids, tokens, moves and bodies into most cases; the rest stays as it was generated."""
        name = case.operation.definition.raw["operationId"]
        if rng.random() < 0.25:
            self.hurry(case, rng)
            return
        if "requestBody" in OPERATIONS[name][2] and rng.random() < 0.5:
            case.body = self._example(name, rng)
            case.media_type = "application/json"
        self.hurry(case, rng)
        self._name(case, rng)
        if name in BOTS:
            self._be_bot(case, name, rng)
        elif name in GOING:
            self._go(case, name, rng)
        elif name in INVITED:
            self._invite(case, name, rng)
        elif "code" in case.path_parameters:
            case.path_parameters["code"] = self._invited(rng)["code"]
        elif "game" in case.path_parameters:
            self._seat(case, name, rng)
        self._own(case, name, rng)

    def _own(self, case: Case, name: str, rng: random.Random) -> None:
        """Insert data of the API key: webhooks, and games in which tokens may be renewed."""
        if "webhook" in case.path_parameters:
            case.path_parameters["webhook"] = self._webhook(rng)
        if name in ("createWebhook", "changeWebhook") and isinstance(case.body, dict):
            case.body["url"] = NOWHERE
        if name in ("renewToken", "revokeToken"):
            # A game of its own, since the other games' tokens are needed.
            case.path_parameters |= {"game": self._create("villagers", [HUMAN, HUMAN]).id, "seat": 1}
            case.headers = {HEADER: self.key}
        if name in ("subscribePush", "unsubscribePush"):
            known = self._create("villagers", [HUMAN, HUMAN])
            case.path_parameters |= {"game": known.id, "seat": 1}
            case.headers = bearer(known.tokens["1"])
        if name == "subscribePush" and isinstance(case.body, dict):
            case.body["endpoint"] = NOWHERE

    def _webhook(self, rng: random.Random) -> str:
        """Return the id of a webhook of the key."""
        given: list[Doc] = self._call("GET", "/v1/webhooks")["webhooks"]
        made = rng.choice(given) if given else self._call("POST", "/v1/webhooks", {"url": NOWHERE})
        return str(made["id"])

    def _example(self, name: str, rng: random.Random) -> Doc:
        """Return the contract's example; where it has a position or a view, that of the start of a game of any
        ruleset.
        """
        reference = OPERATIONS[name][2]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        body: Doc = deepcopy(contract()["components"]["schemas"][reference.rpartition("/")[2]]["examples"][0])
        ruleset = rng.choice(list(RULESETS.values()))
        state = ruleset.setup(ruleset.read_options({}, 2), 2, rng.randbytes(8))
        seat = ruleset.to_act(state)[0]
        move = ruleset.write_move(ruleset.legal_moves(state, seat)[0])
        found = {
            "position": ruleset.write_position(state),
            "view": ruleset.write_view(ruleset.view(state, seat)),
            "ruleset": ruleset.key,
            "moves": [{"seat": seat, "move": move}],
            "seat": seat,
        }
        placed = found.keys() & body.keys() if {"position", "view"} & body.keys() else ()
        return {**body, **{field: found[field] for field in placed}}

    def _name(self, case: Case, rng: random.Random) -> None:
        """Insert names that always exist, or come from earlier answers."""
        if "ruleset" in case.path_parameters:
            case.path_parameters["ruleset"] = rng.choice(sorted(RULESETS))
        if "rule" in case.path_parameters and rng.random() < 0.5:
            case.path_parameters |= {"ruleset": "villagers", "rule": "DRAFT-1"}
        if "decision" in case.path_parameters and self.decisions:
            case.path_parameters["decision"] = rng.choice(self.decisions)

    def hurry(self, case: Case, rng: random.Random) -> None:
        """Shorten waits and thinking times, which other tests cover, and insert the API key, without which few calls
        succeed.
        """
        if rng.random() < 0.95:
            case.headers = dict(case.headers or {}) | {HEADER: self.key}
        if case.query and str(case.query.get("wait", "")).isdigit():
            case.query["wait"] = int(case.query["wait"]) if int(case.query["wait"]) > 30 else 0
        if isinstance(case.body, dict):
            seats = case.body.get("seats")
            for asked in (case.body, *(seats if isinstance(seats, list) else ())):
                if isinstance(asked, dict) and "level" in asked and isinstance(asked["level"], str):
                    asked["level"] = rng.choice(QUICK)
            if "replay" in case.body and "level" in case.body:
                # The quick level among those that review.
                case.body["level"] = "medium"
            options, hook = case.body.get("options"), case.body.get("webhook")
            if isinstance(options, dict) and isinstance(options.get("takeover_level", ""), str):
                options |= {"takeover_level": rng.choice(QUICK)} if options.get("turn_seconds") else {}
            if isinstance(hook, dict) and rng.random() < 0.5:
                hook["url"] = NOWHERE

    def _invited(self, rng: random.Random) -> Doc:
        """Return an invitation to a game with an open seat, and the token of its host."""
        known = self.some_game(rng, opened=True)
        path = f"/v1/games/{known.id}/invitations"
        given = self._call("GET", path, token=known.host)["invitations"]
        # A game has at most fifty, and the tested calls create some, too.
        made = rng.choice(given) if len(given) > 20 else self._call("POST", path, {"expires_in": 3600}, known.host)
        return {**made, "host": known.host}

    def _invite(self, case: Case, name: str, rng: random.Random) -> None:
        made = self._invited(rng)
        case.path_parameters["game"] = made["game"]
        case.headers = dict(case.headers or {}) | bearer(made["host"])
        if name == "revokeInvitation" and rng.random() < 0.8:
            case.path_parameters["invitation"] = made["id"]
        else:
            self._call("DELETE", f"/v1/games/{made['game']}/invitations/{made['id']}", token=made["host"])

    def _be_bot(self, case: Case, name: str, rng: random.Random) -> None:
        """Give the bot of the API key a turn, and let it make a move."""
        if name == "registerBot":
            if isinstance(case.body, dict) and rng.random() < 0.8:
                case.body["name"] = BOT
            return
        # After this call the bot counts as connected for some seconds, in which no AI moves instead.
        turns = self._call("GET", "/v1/bot/turns")["turns"]
        if not turns:
            self._create(rng.choice(sorted(RULESETS)), [{"type": "bot", "bot": BOT, "level": "greedy"}] * 2)
            turns = self._call("GET", "/v1/bot/turns?wait=20")["turns"]
        if name == "playBotMoves" and turns and rng.random() < 0.8:
            turn = rng.choice(turns)
            move = rng.choice(turn["moves"])
            made = rng.choice([{"move": move["move"]}, {"move_id": move["id"]}, {"moves": [move["move"]]}])
            case.body = {**{field: turn[field] for field in ("game", "seat", "version")}, **made}
            case.media_type = "application/json"

    def _go(self, case: Case, name: str, rng: random.Random) -> None:
        """Let a seat resign, give a seat back, or remove a game, each in a game created for it."""
        if name == "resign":
            known = self._create(*rng.choice(TABLES))
            seat, token = rng.choice(list(known.tokens.items()))
        else:
            known = self._create("villagers", [OPEN, OPEN])
            seat, token = "0", known.host
        if name == "leaveSeat":
            token = self._call("POST", f"/v1/games/{known.id}/seats/0")["tokens"]["0"]
        case.path_parameters["game"] = known.id
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = int(seat)
        case.headers = dict(case.headers or {}) | bearer(token)

    def _seat(self, case: Case, name: str, rng: random.Random) -> None:
        wanted = {"opened": name == "claimSeat", "acting": name in (*PLAYING, "undoMove", "createHint")}
        over = name in ("getReplay", "rematch", *REVIEWS) or (name == "listEvents" and rng.random() < 0.2)
        known = self.finished if over else self.some_game(rng, **wanted)
        case.path_parameters["game"] = known.id
        headers = dict(case.headers or {})
        if rng.random() < 0.9 and known.tokens:
            headers |= bearer(rng.choice(list(known.tokens.values())))
        if name == "claimSeat" and known.open_seats:
            case.path_parameters["seat"] = rng.choice(known.open_seats)
        if name == "listEvents" and over and rng.random() < 0.5:
            headers["Accept"] = "text/event-stream"
        if wanted["acting"] and rng.random() < 0.7:
            headers = {name: value for name, value in headers.items() if name != "If-Match"}
            headers |= bearer(self._act(case, name, known, rng))
        case.headers = headers

    def _act(self, case: Case, name: str, known: Known, rng: random.Random) -> str:
        """Change the game so that the case's call is possible. Returns the token of a seat that may call."""
        if name == "undoMove":
            return self.undoable(known, rng)
        found = self.legal(known)
        if found is None:
            return ""
        if name in PLAYING:
            move = rng.choice(found[0])
            case.body = rng.choice([{"move": move["move"]}, {"move_id": move["id"]}, {"moves": [move["move"]]}])
            case.media_type = "application/json"
        return found[1]

    def learn(self, case: Case, answer: Any) -> None:
        """Count how a case ended, and remember the data in its answer."""
        name = case.operation.definition.raw["operationId"]
        self.calls[name, f"{answer.status_code // 100}xx"] += 1
        if name in ("createGame", "claimSeat", "acceptInvitation") and answer.status_code == 201:
            self._remember(self._know(answer.json()))
        if name in LOSING and answer.status_code < 300:
            self.games = [known for known in self.games if known.id != case.path_parameters["game"]]
        if name in ("createDecision", "createHint") and answer.status_code == 202:
            self.decisions = [answer.json()["id"], *self.decisions][:MAX_GAMES]

    def _remember(self, known: Known) -> None:
        before = next((game for game in self.games if game.id == known.id), None)
        if before is None:
            self.games = [known, *self.games][:MAX_GAMES]
        else:
            before.tokens |= known.tokens
            before.open_seats = known.open_seats
            before.host = known.host or before.host

    # --- the account -----------------------------------------------------------------------------

    @property
    def cases(self) -> int:
        """The number of cases."""
        return sum(self.calls.values())

    def never_succeeded(self, names: Iterable[str] = OPERATIONS) -> list[str]:
        """Return the operations among these that never succeeded."""
        return [name for name in names if not self.calls[name, "2xx"]]

    def report(self) -> str:
        """Return a line for each operation: the number of its calls by outcome."""
        kinds = ("2xx", "3xx", "4xx", "5xx")
        lines = [f"{'operation':24}{''.join(f'{kind:>7}' for kind in kinds)}"]
        for name in OPERATIONS:
            lines.append(f"{name:24}{''.join(f'{self.calls[name, kind]:7}' for kind in kinds)}")
        return "\n".join([*lines, f"{self.cases} cases"])
