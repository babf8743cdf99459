"""My Village on the table: whole games by touching what is lit up, and something drawn for every pointer."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.watched import Watched

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

Visit = Callable[..., Watched]

_NOT_DRAWN = """async () => {
  const game = location.pathname.split("/").pop();
  const [{ tokens }] = JSON.parse(localStorage.getItem("hamlet.games"));
  const headers = { Authorization: `Bearer ${Object.values(tokens)[0]}` };
  const answer = await fetch(`/v1/games/${game}?include=moves`, { headers });
  const { version, moves } = await answer.json();
  if (version !== Number(document.querySelector(".table").dataset.version)) return { missing: [], types: [] };
  const drawn = new Set([...document.querySelectorAll("[data-spot]")].map(spot => spot.dataset.spot));
  // Of equal dice and fields the first ones stand for all.
  const pointers = moves.flatMap(({ about }) => about).filter(one => !/^.pool.|.fields.[0-9]/.test(one));
  const types = moves.map(({ move }) => move.type);
  return { missing: pointers.filter(one => !drawn.has(one)), types: [...new Set(types)] };
}"""


@pytest.mark.parametrize(("locale", "width", "seats", "seed"), [("en-GB", 1280, 2, 1), ("de-DE", 360, 4, 2)])
def test_a_whole_game_is_played_by_touching_the_table(
    visit: Visit, locale: str, width: int, seats: int, seed: int
) -> None:
    visitor = visit(locale, width)
    visitor.open()
    page = visitor.page
    game = _begun(visitor, seats, seed)
    visitor.open(f"/table/{game}")
    types = set[str]()

    def each() -> None:
        told: dict[str, Any] = page.evaluate(_NOT_DRAWN)
        assert not told["missing"]
        types.update(told["types"])

    assert visitor.touch(random.Random(seed), each) > 30
    over = "Das Spiel ist zu Ende" if locale == "de-DE" else "Game over"
    page.get_by_role("heading", level=1).filter(has_text=over).wait_for()
    assert {"choose_dice", "take_card", "move_headman", "bury"} <= types
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing is wider than the screen"


def _begun(visitor: Watched, seats: int, seed: int) -> str:
    """Return a seeded game against AIs, in the browser's storage as the home page keeps it."""
    others = [{"type": "ai", "level": "random"}] * (seats - 1)
    order = {"ruleset": "my_village", "seats": [{"type": "human"}, *others], "seed": f"{seed:032x}"}
    made = visitor.page.request.post(f"{visitor.origin}/v1/games", data=order).json()
    kept = [{"id": made["id"], "ruleset": "my_village", "tokens": made["tokens"], "at": "2026-01-01T00:00:00Z"}]
    visitor.page.evaluate("games => localStorage.setItem('hamlet.games', JSON.stringify(games))", kept)
    return str(made["id"])
