"""Every page, light on a wide screen and dark on a phone, inspected by axe."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.web.axe import Inspected
from tests.web.seating import HUMAN, created, finished, labels, take_seat
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

OPEN = {"type": "open"}
RULESETS = ("villagers", "my_village")
# What lies on the table at the start and can be looked at closer.
CLOSER = {"villagers": ".basics button.spot", "my_village": "button.spot.mv-office"}


@pytest.fixture(scope="module")
def reviewed(stack: Stack) -> dict[str, str]:
    """A finished game of each ruleset, with a review that is done or under way."""
    games = {ruleset: str(finished(stack, ruleset, public=True)["id"]) for ruleset in RULESETS}
    for game in games.values():
        status, review = stack.patiently("POST", f"/v1/games/{game}/review", {})
        assert status in (200, 202), review
    return games


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious(
    visit: Callable[..., Watched], stack: Stack, reviewed: dict[str, str], scheme: str, width: int
) -> None:
    visitor = visit(width=width, bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    seen, page = Inspected(visitor), visitor.page
    for ruleset in RULESETS:
        take_seat(visitor, created(stack, ruleset))
        labels(visitor)
        seen.look(f"table of {ruleset}")
        page.get_by_role("button", name="Rules and symbols").click()
        book = page.get_by_role("dialog", name="Rules and symbols")
        book.locator(".signs dt").first.wait_for()
        seen.look(f"the symbols of {ruleset}")
        book.get_by_role("button", name="Rules").click()
        book.locator("h3").first.wait_for()
        seen.look(f"the rules of {ruleset} at the table")
        page.keyboard.press("Escape")
        page.locator(CLOSER[ruleset]).first.press("i")
        page.get_by_role("dialog").wait_for()
        seen.look(f"a closer look in {ruleset}")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.locator("button.spot.open").first.evaluate("button => button.click()")
        page.locator(".choosing").wait_for()
        seen.look(f"table of {ruleset} while something is touched")
        visitor.play(random.Random(14), moves=4)
        labels(visitor)
        page.locator(".score tbody tr").first.wait_for()
        seen.look(f"table of {ruleset} in mid-game")
    waiting = created(stack, "villagers", (HUMAN, OPEN), public=True)
    visitor.open(f"/table/{waiting['id']}")
    page.get_by_role("button", name="Take this seat").wait_for()
    seen.look("game to join")
    path = f"/v1/games/{waiting['id']}/invitations"
    _, invitation = stack.patiently("POST", path, {}, token=waiting["host_token"])
    visitor.open(f"/join/{invitation['code']}")
    page.get_by_role("button", name="Join").wait_for()
    seen.look("invitation")
    visitor.open()
    page.get_by_role("button", name="Start the game").wait_for()
    page.get_by_role("region", name="Games to watch").wait_for()
    seen.look("home")
    page.locator("button.learn").click()
    page.locator(".coach").wait_for()
    seen.look("a guided game")
    for ruleset, game in reviewed.items():
        visitor.open(f"/rules/{ruleset}")
        page.locator(".rules dt").first.wait_for()
        seen.look(f"rules of {ruleset}")
        visitor.open(f"/learn/{ruleset}")
        page.locator(".signs dt").first.wait_for()
        seen.look(f"how to play {ruleset}")
        visitor.open(f"/replay/{game}?version=9")
        page.locator(".plot").wait_for(timeout=600_000)
        seen.look(f"replay and review of {ruleset}")
    assert not seen.findings, "\n".join(["", *seen.findings])
