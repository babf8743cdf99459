"""A game over HTTP, for the tests: who sits there, and the calls they make."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.ruleset import Doc
from service.config import metrics

HUMAN = {"type": "human"}
"""Without a name: several may sit at one table."""
ADA = {"type": "human", "name": "Ada"}
OPEN = {"type": "open"}
PROBLEM = "/problems/"


def bearer(token: str) -> dict[str, str]:
    """The header of a token."""
    return {"Authorization": f"Bearer {token}"}


def refused(answer: TestResponse, status: int, slug: str) -> Doc:
    """The problem of an answer that has to be one of this kind."""
    assert answer.content_type == "application/problem+json"
    problem: Doc = answer.get_json()
    assert (answer.status_code, problem["status"], problem["type"]) == (status, status, PROBLEM + slug), problem
    assert problem["title"]
    assert problem["detail"]
    return problem


def exposed(app: Flask) -> str:
    """What the metrics port of a process with this app says."""
    return metrics.exposition(app.extensions["figures"]).decode()


class Table:
    """A game of Villagers between people, with a fixed seed so that everybody sees the same cards."""

    def __init__(self, client: FlaskClient, *seats: Doc, seed: str = "a seed", **more: Any) -> None:
        self.client = client
        body = {"ruleset": "villagers", "seats": list(seats or (ADA, HUMAN)), "seed": seed, "public": OPEN in seats}
        body |= more
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        self.created: Doc = answer.get_json()
        self.path = f"/v1/games/{self.created['id']}"
        self.tokens: dict[str, str] = self.created["tokens"]

    def look(self, seat: int | None = None, **query: Any) -> Doc:
        """The game as a seat sees it, or a spectator."""
        answer = self.get(seat=seat, **query)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        game: Doc = answer.get_json()
        return game

    def get(self, what: str = "", seat: int | None = None, **query: Any) -> TestResponse:
        """The answer to a GET below the game's path."""
        headers = {} if seat is None else bearer(self.tokens[str(seat)])
        return self.client.get(self.path + what, query_string=query, headers=headers)

    def legal(self, seat: int) -> list[Doc]:
        """The legal moves of a seat."""
        answer = self.get("/moves", seat)
        assert answer.status_code == 200
        moves: list[Doc] = answer.get_json()["moves"]
        return moves

    def post(self, seat: int, body: Doc, **headers: str) -> TestResponse:
        """The answer to moves of a seat; a header's name has _ for -."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"{self.path}/moves", json=body, headers=bearer(self.tokens[str(seat)]) | sent)

    def to_act(self) -> int:
        """The seat that decides now."""
        seat: int = self.look()["to_act"][0]
        return seat

    def waiting(self) -> int:
        """A seat that is not to act now."""
        game = self.look()
        return next(seat for seat in range(len(game["seats"])) if seat not in game["to_act"])

    def step(self) -> Doc:
        """One legal move of whoever is to act, the last listed; the game as that seat then sees it."""
        seat = self.to_act()
        answer = self.post(seat, {"move_id": self.legal(seat)[-1]["id"]})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        game: Doc = answer.get_json()["game"]
        return game

    def finish(self) -> Doc:
        """Play to the end; the game as its last mover sees it."""
        while True:
            game = self.step()
            if game["status"] == "finished":
                return game
