"""A game on a server, over its HTTP API."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import urllib3

from engine.ruleset import Doc, Ruleset
from service.http.access.api_keys import HEADER
from service.tools.terminal.venue import MAX_PROSPECTS, Advice, Choice, Lost, Now, Prospect, Refused, Venue, printable

WAIT_SECONDS = 20
"""How long one request may be held by the server."""

REFUSALS = (409, 412, 422)
"""Answers to a move or a hint that leave the game as it was: look again."""


class Api:
    """JSON to and from one server, with a seat's token once there is one. Calls raise `Lost`, or `Refused` if told.

    `key`: an API key, for servers that ask for one.
    """

    def __init__(self, server: str, key: str | None = None) -> None:
        self.server = server.rstrip("/")
        self.token: str | None = None
        self._key = key
        # Every POST has a key that makes it safe to repeat.
        retries = urllib3.Retry(
            total=6,
            connect=2,
            backoff_factor=0.3,
            status_forcelist=(502, 503, 504),
            allowed_methods=None,
            raise_on_status=False,
        )
        self._http = urllib3.PoolManager(retries=retries, timeout=urllib3.Timeout(connect=5, read=WAIT_SECONDS + 20))

    def get(self, path: str) -> Doc:
        return self._call("GET", path)

    def post(self, path: str, body: Doc, refusals: Sequence[int] = ()) -> Doc:
        """The answer to a document. Raises `Refused` on an answer with one of these status codes."""
        return self._call("POST", path, body, refusals)

    def _call(self, method: str, path: str, body: Doc | None = None, refusals: Sequence[int] = ()) -> Doc:
        answer = self._answer(method, path, body)
        try:
            doc = printable(answer.json())
        except ValueError as error:
            raise Lost(f"{self.server} does not answer as Hamlet would (status {answer.status}).") from error
        if answer.status in refusals:
            raise Refused(_text_of(doc))
        if not 200 <= answer.status < 300 or not isinstance(doc, dict):
            raise Lost(f"{self.server} says: {_text_of(doc)}")
        return doc

    def _answer(self, method: str, path: str, body: Doc | None) -> urllib3.BaseHTTPResponse:
        headers = {"Idempotency-Key": str(uuid.uuid4())} if body is not None else {}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self._key is not None:
            headers[HEADER] = self._key
        try:
            return self._http.request(method, self.server + path, json=body, headers=headers, redirect=False)
        except urllib3.exceptions.HTTPError as error:
            raise Lost(f"{self.server} cannot be reached: {getattr(error, 'reason', error)}") from error
        except ValueError as error:
            # Not what is wrong with it: a message would show the secret.
            raise Lost("The token or the API key has characters that cannot be sent.") from error


def _text_of(problem: Any) -> str:
    if not isinstance(problem, dict):
        return "something that is no answer of Hamlet"
    parts = [str(problem.get("detail") or problem.get("title"))]
    faults = problem.get("errors")
    if isinstance(faults, dict):
        parts += [f"{field}: {messages}" for field, messages in faults.items()]
    return "; ".join(parts)


def create(api: Api, body: Doc, rulesets: Mapping[str, Ruleset[Any, Any]]) -> RemoteGame:
    """A new game as `POST /v1/games` makes it, at its only human seat. Raises `Lost`."""
    game = api.post("/v1/games", body)
    ((_, api.token),) = game["tokens"].items()
    return RemoteGame(api, str(game["id"]), rulesets)


class RemoteGame(Venue):
    """A stored game at the seat of the token that `api` has. Raises `Lost` if it opens none."""

    def __init__(self, api: Api, game_id: str, rulesets: Mapping[str, Ruleset[Any, Any]]) -> None:
        self._api = api
        self._id = game_id
        self._path = f"/v1/games/{game_id}"
        game = api.get(self._path)
        if game["viewer"] is None:
            raise Lost("Only somebody with a seat can play: the game needs its token.")
        self.key = game["ruleset"]
        self.ruleset = rulesets.get(self.key)
        self.viewer = game["viewer"]
        self.names = [self._name(seat) for seat in game["seats"]]
        self._version = game["version"]
        self._last_version = game["version"]
        self._declined_version = -1

    def _name(self, seat: Doc) -> str:
        if seat["seat"] == self.viewer:
            return "you"
        return str(seat["name"] or seat["level"] or seat["type"])

    def cards(self) -> list[Doc]:
        cards: list[Doc] = self._api.get(f"/v1/rulesets/{self.key}/cards?lang=en")["cards"]
        return cards

    def wait(self) -> Now:
        game = self._await_decision()
        while (listing := self._api.get(f"{self._path}/moves"))["version"] != game["version"]:
            game = self._await_decision()
        self._version = game["version"]
        choices = [Choice(move["move"], move["label"], move["id"]) for move in listing["moves"]]
        must = game["to_act"][:1] == [self.viewer]
        return Now(game["view"], choices, must, self._news(), game["result"])

    def _await_decision(self) -> Doc:
        game = self._api.get(self._path)
        if game["seats"][self.viewer]["status"] == "away":
            # Whoever looks at the game is back.
            game = self._api.post(f"{self._path}/seats/{self.viewer}", {})
        while not self._decides(game):
            game = self._api.get(f"{self._path}?after={game['version']}&wait={WAIT_SECONDS}")
        return game

    def _decides(self, game: Doc) -> bool:
        """Whether the player may decide something new, or the game is over."""
        if game["status"] == "finished":
            return True
        to_act = game["to_act"]
        return self.viewer in to_act and (self.viewer == to_act[0] or game["version"] != self._declined_version)

    def _news(self) -> list[Doc]:
        news = self._api.get(f"{self._path}/events?after={self._last_version}")
        self._last_version = news["version"]
        events: list[Doc] = news["events"]
        return events

    def play(self, choice: Choice) -> None:
        self._api.post(f"{self._path}/moves", {"move_id": choice.handle}, REFUSALS)

    def decline(self) -> None:
        self._declined_version = self._version

    def hint(self) -> Advice:
        decision = self._api.post(f"{self._path}/hint", {}, (*REFUSALS, 404, 405, 429))
        path = f"/v1/decisions/{decision['id']}?wait={WAIT_SECONDS}"
        while decision["status"] not in ("done", "failed"):
            decision = self._api.get(path)
        if decision["status"] == "failed":
            raise Refused("The server could not think of a hint.")
        prospects = [
            Prospect(one["label"], one["value"], one["gold"]) for one in decision["candidates"][:MAX_PROSPECTS]
        ]
        return Advice(decision["level"], decision["move"], prospects)

    def goodbye(self) -> str:
        return (
            "The game waits for you. To come back:\n"
            f"  hamlet play --server {self._api.server} --resume {self._id} {self._api.token}\n"
            "Whoever has this token can play your seat."
        )
