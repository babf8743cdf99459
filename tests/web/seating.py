"""Games with a given seed, and pages that already have a seat in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.ruleset import Doc
from tests.web.watched import Watched
from tools.testbed.stack import Client

HUMAN = {"type": "human", "name": "Ada"}
AI = {"type": "ai", "name": "Bertha", "level": "greedy"}

_KEEP = """
try {
  const kept = JSON.parse(localStorage.getItem("hamlet.games") ?? "[]");
  const game = %s;
  if (!kept.some(({id}) => id === game.id)) localStorage.setItem("hamlet.games", JSON.stringify([game, ...kept]));
} catch {}
"""


def created(client: Client, ruleset: str, seats: Sequence[Doc] = (HUMAN, AI), **more: Any) -> Doc:
    """Return a new game with a fixed seed, so that it is dealt the same every time."""
    body = {"ruleset": ruleset, "seats": list(seats), "seed": "browser", **more}
    status, made = client.patiently("POST", "/v1/games", body)
    assert status == 201, made
    return dict(made)


def finished(client: Client, ruleset: str, **more: Any) -> Doc:
    """Return a game that AI seats have played to its end."""
    game = created(client, ruleset, (AI, {"type": "ai", "level": "easy"}), **more)
    while game["status"] != "finished":
        _, game = client.patiently("GET", f"/v1/games/{game['id']}?after={game['version']}&wait=20")
    return game


def take_seat(visitor: Watched, game: Doc) -> None:
    """Open the game's table as the browser that has its tokens."""
    tokens = {"id": game["id"], "ruleset": game["ruleset"], "tokens": game["tokens"], "at": game["created_at"]}
    visitor.context.add_init_script(_KEEP % json.dumps(tokens))
    visitor.open(f"/table/{game['id']}")
    visitor.page.locator(".table").wait_for(state="attached")


def labels(visitor: Watched) -> list[str]:
    """Return the moves that the page offers, as soon as there are some."""
    visitor.page.locator(".moves button:enabled").first.wait_for(state="attached")
    return [str(one) for one in visitor.page.locator(".moves button").all_inner_texts()]
