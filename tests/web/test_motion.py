"""What others did is told on the board of its moment, cards fly, and the log lights up the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.seating import HUMAN, created, labels, take_seat
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]
OTHER = {"type": "human", "name": "Eva"}

_NOTE = """() => {
  window.moments = [];
  window.flown = [];
  const table = document.querySelector(".table");
  const fly = Element.prototype.animate;
  Element.prototype.animate = function (...all) {
    if (this.dataset?.piece) window.flown.push(this.dataset.spot);
    return fly.apply(this, all);
  };
  new MutationObserver(() => {
    const road = [...document.querySelectorAll(".board [data-spot^='/road/']")].map(one => one.dataset.piece ?? null);
    const top = document.querySelector(".board").getBoundingClientRect().top + scrollY;
    const open = document.querySelectorAll(".board .spot.open").length;
    window.moments.push({ version: Number(table.dataset.shown), road, top, open });
  }).observe(table, { attributes: true, attributeFilter: ["data-shown"] });
}"""


def _others_play(stack: Stack, game: dict[str, Any]) -> int:
    """Play first legal moves for the others until it is the first seat's turn; returns the version by then."""
    path = f"/v1/games/{game['id']}"
    while True:
        _, now = stack.call("GET", path)
        if now["to_act"][0] == 0:
            return int(now["version"])
        token = game["tokens"][str(now["to_act"][0])]
        _, asked = stack.call("GET", f"{path}?include=moves", token=token)
        status, played = stack.call("POST", f"{path}/moves", {"move": asked["moves"][0]["move"]}, token=token)
        assert status == 200, played


def _begun(visitor: Watched, stack: Stack) -> dict[str, Any]:
    """Return a table of three people, of whom the second is on turn; what it shows is noted."""
    game = created(stack, "villagers", (HUMAN, OTHER, {"type": "human", "name": "Bo"}), options={"first_player": "1"})
    take_seat(visitor, game | {"tokens": {"0": game["tokens"]["0"]}})
    visitor.page.locator(".vcard").first.wait_for()
    visitor.page.evaluate(_NOTE)
    return game


def test_others_moves_are_told_on_the_board_of_their_moment(visit: Visit, stack: Stack) -> None:
    visitor = visit(reduced_motion="no-preference")
    page, game = visitor.page, _begun(visitor, stack)
    last = _others_play(stack, game)
    page.locator(f".table[data-version='{last}'][data-shown='{last}']").wait_for()
    labels(visitor)
    moments = page.evaluate("window.moments")
    assert {one["version"] for one in moments} >= {last - 1, last}
    for one in moments:
        _, then = stack.call("GET", f"/v1/games/{game['id']}?version={one['version']}")
        assert one["road"] == [slot and slot["card"] for slot in then["view"]["road"]]
        assert one["top"] == moments[0]["top"], "nothing pushes the board"
        assert one["version"] == last or not one["open"], "nothing in the past can be touched"
    assert page.evaluate("window.flown.length") > 0
    page.locator("button.spot.open").first.wait_for()


def test_a_story_can_be_skipped(visit: Visit, stack: Stack) -> None:
    visitor = visit(reduced_motion="no-preference")
    page, game = visitor.page, _begun(visitor, stack)
    last = _others_play(stack, game)
    page.get_by_role("button", name="Skip to my turn").click()
    page.locator(f".table[data-shown='{last}']").wait_for()
    page.locator(".steps").wait_for(state="detached")
    page.locator("button.spot.open").first.wait_for()


def test_a_whole_game_is_played_by_touch_while_cards_fly(visit: Visit, stack: Stack) -> None:
    """The first of the other's turns are watched to their end, later ones are skipped."""
    visitor = visit(reduced_motion="no-preference")
    take_seat(visitor, created(stack, "villagers", options={"first_player": "0"}))
    page = visitor.page
    page.locator(".vcard").first.wait_for()
    page.evaluate(_NOTE)
    skip = page.get_by_role("button", name="Skip to my turn")
    watched: list[int] = []

    def watch() -> None:
        if len(watched) < 3 and skip.count():
            watched.append(visitor.version())
            skip.wait_for(state="detached")

    assert visitor.touch(random.Random(5), watch) > 10
    page.get_by_role("heading", level=1).filter(has_text="Game over").wait_for()
    assert len(watched) == 3
    assert page.evaluate("window.flown.length") > 10
    moments = page.evaluate("window.moments")
    assert len({one["version"] for one in moments}) > len(watched)
    assert page.locator("button.spot.open").count() == 0


def test_with_reduced_motion_nothing_flies_and_steps_are_gone_through_by_hand(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    page, game = visitor.page, _begun(visitor, stack)
    last = _others_play(stack, game)
    page.locator(f".table[data-version='{last}'][data-shown='{last}']").wait_for()
    page.locator("button.spot.open").first.wait_for()
    page.locator(".steps").get_by_role("button", name="Next").click()
    page.locator(f".table[data-shown='{last - 1}']").wait_for()
    page.keyboard.press("Escape")
    page.locator(f".table[data-shown='{last}']").wait_for()
    page.locator("button.spot.open").first.wait_for()
    assert page.evaluate("window.flown") == []


def test_the_log_is_told_by_turns_and_lights_up_the_table(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    page, game = visitor.page, _begun(visitor, stack)
    _others_play(stack, game)
    entry = page.locator(".log button").first
    entry.wait_for()
    assert [one.split("\n")[-1] for one in page.locator(".log .who").all_inner_texts()] == ["Bo", "Eva"]
    page.get_by_role("button", name="Skip", exact=True).click()
    page.locator(".spot.told").wait_for(state="detached")
    for light, dark in ((entry.hover, page.locator("h1").hover), (entry.focus, lambda: page.locator("h1").focus())):
        light()
        page.locator(".spot.told").first.wait_for()
        dark()
        page.locator(".spot.told").wait_for(state="detached")
    entry.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == page.locator(".log button").nth(1).inner_text()
