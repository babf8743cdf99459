"""The table of Villagers in a browser: whole games by touching what lies on it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.watched import Watched

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

Visit = Callable[..., Watched]
ME = {"type": "human", "name": "Ada"}
AI = {"type": "ai", "level": "random"}
_KEEP = """([id, tokens]) => {
  const one = { id, ruleset: "villagers", tokens, at: new Date().toISOString() };
  localStorage.setItem("hamlet.games", JSON.stringify([one]));
}"""
ALL = ["saints", "scoundrels", "profiteers", "developments"]
ENGLISH, GERMAN = ("en-GB", "Game over"), ("de-DE", "Das Spiel ist zu Ende")


def _sit_down(visitor: Watched, seats: list[Any], **options: Any) -> None:
    """Create a game with a seed, and open its table."""
    body = {"ruleset": "villagers", "seats": seats, "options": options, "seed": "5eed"}
    made = visitor.context.request.post(f"{visitor.origin}/v1/games", data=body).json()
    visitor.open()
    visitor.page.evaluate(_KEEP, [made["id"], made["tokens"]])
    visitor.open(f"/table/{made['id']}")
    visitor.page.locator(".villagers .vcard").first.wait_for()


@pytest.mark.parametrize(
    ("seats", "options", "language", "width"),
    [
        pytest.param([ME, AI], {}, ENGLISH, 1280, id="two seats"),
        pytest.param([ME], {"solo": "normal"}, ENGLISH, 1280, id="solo"),
        pytest.param([ME, AI, AI, AI], {"expansions": ALL}, GERMAN, 360, id="all expansions"),
    ],
)
def test_a_game_is_played_to_its_end_by_touching(
    visit: Visit, seats: list[Any], options: dict[str, Any], language: tuple[str, str], width: int
) -> None:
    locale, over = language
    visitor = visit(locale, width)
    _sit_down(visitor, seats, **options)
    assert visitor.touch(random.Random(7)) > 10
    page = visitor.page
    page.get_by_role("heading", level=1).filter(has_text=over).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing is wider than the screen"
    assert page.locator("button.spot.open").count() == 0


def test_a_villager_is_drafted_and_looked_at_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    _sit_down(visitor, [ME, AI], first_player="0")
    page = visitor.page
    card = page.locator("button[data-spot='/road/0']")
    card.focus()
    page.keyboard.press("i")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    card.focus()
    page.keyboard.press("Enter")
    page.locator(".choosing button.main:focus").wait_for()
    page.keyboard.press("Escape")
    page.locator(".choosing").wait_for(state="detached")
    card.focus()
    page.keyboard.press("Enter")
    page.locator(".choosing button.main:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(".table[data-busy=false]:not([data-version='0'])").wait_for(state="attached")


def test_a_refusal_says_why_and_leaves_the_table_as_it_was(visit: Visit) -> None:
    visitor = visit()
    _sit_down(visitor, [ME, AI], first_player="0")
    page = visitor.page
    undo = page.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    reason = undo.get_attribute("title")
    assert reason
    # As if the page did not know yet.
    undo.evaluate("button => { button.disabled = false }")
    undo.click()
    page.get_by_role("alert").wait_for()
    assert reason in page.get_by_role("alert").inner_text()
    assert visitor.version() == 0
    page.locator("button.spot.open").first.wait_for()


def test_a_hint_marks_the_cards_and_the_score_is_shown(visit: Visit) -> None:
    visitor = visit()
    _sit_down(visitor, [ME, AI], first_player="0")
    page = visitor.page
    page.get_by_role("button", name="Hint").click()
    page.locator("button.spot.open .chance").first.wait_for()
    page.locator(".score summary").click()
    page.locator(".score tbody tr").nth(1).wait_for()
    assert page.locator(".score tbody tr").count() == 2
