"""A browser caches a game as each of its viewers sees it, asks whether it has changed, and gets a 304."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

LOOK = """async ([path, token]) => {
  const answer = await fetch(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  return { status: answer.status, game: await answer.json() };
}"""


class Wire:
    """Statuses of a path's answers from the network, by the browser's own account; cached ones do not count."""

    def __init__(self, page: Any, path: str) -> None:
        self.statuses: list[int] = []
        asked: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on(
            "Network.requestWillBeSent",
            lambda told: path in told["request"]["url"] and asked.add(told["requestId"]),
        )
        session.on(
            "Network.responseReceivedExtraInfo",
            lambda told: told["requestId"] in asked and self.statuses.append(told["statusCode"]),
        )
        session.send("Network.enable")


@pytest.mark.parametrize("viewer", ["0", "1", None])
def test_an_unchanged_game_is_304(visit: Callable[..., Watched], stack: Stack, viewer: str | None) -> None:
    seats = [{"type": "human"}, {"type": "human"}]
    _, created = stack.call("POST", "/v1/games", {"ruleset": "villagers", "seats": seats})
    path, token = f"/v1/games/{created['id']}", created["tokens"].get(viewer)
    visitor = visit()
    visitor.open()
    wire = Wire(visitor.page, path)
    first, again = (visitor.page.evaluate(LOOK, [path, token]) for _ in range(2))
    assert first["game"]["viewer"] == (None if viewer is None else int(viewer))
    assert again == first
    assert first["status"] == 200
    assert wire.statuses == [200, 304]
    # Another viewer in the same browser gets another document, and so does the same viewer after a move.
    other = created["tokens"]["1" if viewer == "0" else "0"]
    assert visitor.page.evaluate(LOOK, [path, other])["game"]["viewer"] != first["game"]["viewer"]
    seat = created["to_act"][0]
    _, legal = stack.call("GET", f"{path}/moves", token=created["tokens"][str(seat)])
    stack.call("POST", f"{path}/moves", {"move_id": legal["moves"][0]["id"]}, token=created["tokens"][str(seat)])
    assert visitor.page.evaluate(LOOK, [path, token])["game"]["version"] == 1
    assert wire.statuses == [200, 304, 200, 200]


def test_a_replay_is_not_asked_for_again(visit: Callable[..., Watched], stack: Stack) -> None:
    seats = [{"type": "human"}, {"type": "human"}]
    _, created = stack.call("POST", "/v1/games", {"ruleset": "villagers", "seats": seats})
    path = f"/v1/games/{created['id']}"
    stack.call("POST", f"{path}/seats/0/resign", token=created["tokens"]["0"])
    visitor = visit()
    visitor.open()
    wire = Wire(visitor.page, path)
    first, again = (visitor.page.evaluate(LOOK, [f"{path}/replay", None]) for _ in range(2))
    assert again == first
    assert first["game"]["id"] == created["id"]
    assert wire.statuses == [200]
