"""A game over HTTP: its seats, and calls for them."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.ruleset import Doc
from service.config import metrics

HUMAN = {"type": "human"}
"""Unnamed, so that several may have seats in one game."""
ADA = {"type": "human", "name": "Ada"}
OPEN = {"type": "open"}
PROBLEM = "/problems/"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def refused(answer: TestResponse, status: int, slug: str) -> Doc:
    """Return the problem document of a response, which must have this status and kind."""
    assert answer.content_type == "application/problem+json"
    problem: Doc = answer.get_json()
    assert (answer.status_code, problem["status"], problem["type"]) == (status, status, PROBLEM + slug), problem
    assert problem["title"]
    assert problem["detail"]
    return problem


def exposed(app: Flask) -> str:
    """Return the output of the app's metrics port."""
    return metrics.exposition(app.extensions["figures"]).decode()


class Table:
    """A game of Villagers between people, with a fixed seed."""

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
        """Return the game as seen by a seat or a spectator."""
        answer = self.get(seat=seat, **query)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        game: Doc = answer.get_json()
        return game

    def get(self, what: str = "", seat: int | None = None, **query: Any) -> TestResponse:
        """Return a GET below the game's path."""
        headers = {} if seat is None else bearer(self.tokens[str(seat)])
        return self.client.get(self.path + what, query_string=query, headers=headers)

    def legal(self, seat: int) -> list[Doc]:
        moves: list[Doc] = self.listed(seat)["moves"]
        return moves

    def listed(self, seat: int) -> Doc:
        """Return the seat's legal moves, with the fields that accompany them."""
        answer = self.get("/moves", seat)
        assert answer.status_code == 200
        return {name: value for name, value in answer.get_json().items() if name not in ("version", "seat")}

    def post(self, seat: int, body: Doc, **headers: str) -> TestResponse:
        """POST moves of a seat; header names have _ for -."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"{self.path}/moves", json=body, headers=bearer(self.tokens[str(seat)]) | sent)

    def to_act(self) -> int:
        """Return the seat to act."""
        seat: int = self.look()["to_act"][0]
        return seat

    def waiting(self) -> int:
        """Return a seat not to act now."""
        game = self.look()
        return next(seat for seat in range(len(game["seats"])) if seat not in game["to_act"])

    def step(self) -> Doc:
        """Make the last legal move of the seat to act. Returns the game as that seat then sees it."""
        seat = self.to_act()
        answer = self.post(seat, {"move_id": self.legal(seat)[-1]["id"]})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        game: Doc = answer.get_json()["game"]
        return game

    def finish(self) -> Doc:
        """Play to the end. Returns the game as the seat that moved last sees it."""
        while True:
            game = self.step()
            if game["status"] == "finished":
                return game
