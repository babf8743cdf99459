"""Games are taught: the guided first game, the rules and the symbols one touch from the table, the closer look."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.web.seating import created, labels, take_seat
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

Visit = Callable[..., Watched]

VILLAGERS = {
    **dict.fromkeys(("draft_road", "draft_stack"), "draft"),
    "draft_reserve": "reserve",
    "coin": "coin",
    "place": "place",
    "trade": "trade",
    "return_card": "pile",
    "play": "special",
    "apprentice": "apprentice",
}
MY_VILLAGE = {
    "choose_dice": "dice",
    "set_value": "value",
    "move_headman": "headman",
    "take_card": "take_card",
    "travel": "travel",
    "take_hand": "take_hand",
    "call_steward": "steward",
    "invite": "guests",
    "activate": "activate",
    "serve": "serve",
    "teach": "school",
    "move_plow": "plow",
    "end_turn": "end",
    "forfeit": "decline",
    "bury": "bury",
    "hire_laborer": "laborer",
    **dict.fromkeys(("invite_free", "exchange_travel", "ward_off_rats"), "church"),
}
"""The lesson that each kind of move needs before it is made for the first time."""
_TYPES = """async () => {
  const game = location.pathname.split("/").pop();
  const { tokens } = JSON.parse(localStorage.getItem("hamlet.games")).find(({ id }) => id === game);
  const headers = { Authorization: `Bearer ${Object.values(tokens)[0]}` };
  const { moves } = await (await fetch(`/v1/games/${game}?include=moves`, { headers })).json();
  return moves.map(({ move }) => move.type);
}"""
_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Taught:
    """What the guide has said, decision by decision."""

    def __init__(self, page: Any, needed: Mapping[str, str]) -> None:
        self._page = page
        self._needed = needed
        self.lessons: list[str] = []
        self.missing: set[str] = set()

    def listen(self) -> None:
        """Read what the guide says at this decision, to the end."""
        coach = self._page.locator(".coach")
        due = {self._needed[kind] for kind in self._page.evaluate(_TYPES) if kind in self._needed} - {*self.lessons}
        if due:
            coach.wait_for()
        self._page.evaluate(_DRAWN)
        while coach.count():
            self.lessons.append(coach.get_attribute("data-lesson"))
            assert coach.inner_text().strip()
            coach.locator("button.main").click()
            self._page.evaluate(_DRAWN)
        self.missing |= due - {*self.lessons}


def _learn(visitor: Watched, game: str) -> None:
    visitor.open()
    visitor.page.get_by_label(game, exact=True).check()
    visitor.page.locator("button.learn").click()
    visitor.page.wait_for_url(re.compile("/table/"))
    visitor.page.locator(".coach").wait_for()


@pytest.mark.parametrize(
    ("game", "needed", "locale", "width"),
    [("Villagers", VILLAGERS, "en-GB", 1280), ("My Village", MY_VILLAGE, "de-DE", 390)],
)
def test_a_guided_game_explains_each_decision_where_it_arises(
    visit: Visit, game: str, needed: Mapping[str, str], locale: str, width: int
) -> None:
    visitor = visit(locale, width, reduced_motion="reduce")
    _learn(visitor, game)
    page = visitor.page
    taught = Taught(page, needed)
    assert visitor.touch(random.Random(3), taught.listen) > 10
    assert taught.lessons[0] == "goal"
    assert len({*taught.lessons}) == len(taught.lessons), "nothing is explained twice"
    assert not taught.missing
    assert {*taught.lessons} >= {one for one in needed.values() if one in ("draft", "coin", "place", "dice", "bury")}
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing is wider than the screen"


def test_the_guide_remembers_and_can_be_silenced(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    _learn(visitor, "Villagers")
    page = visitor.page
    assert page.locator(".seats .tag").filter(has_text="AI: Easy").count() == 1
    page.locator(".coach button.main").click()
    page.locator(".coach[data-lesson=draft]").wait_for()
    page.reload()
    page.locator(".coach[data-lesson=draft]").wait_for()
    visitor.play(random.Random(1), moves=1)
    page.locator(".coach[data-lesson=signs]").wait_for()
    page.get_by_role("button", name="No more tips").click()
    page.locator(".coach").wait_for(state="detached")
    page.reload()
    labels(visitor)
    assert page.locator(".coach").count() == 0
    take_seat(visitor, created(stack, "villagers", options={"first_player": "0"}))
    labels(visitor)
    assert page.locator(".coach").count() == 0, "other games have no guide"


def test_the_rules_in_play_are_one_touch_from_the_table(visit: Visit, stack: Stack) -> None:
    visitor = visit()
    options = {"first_player": "0", "expansions": ["saints"]}
    take_seat(visitor, created(stack, "villagers", options=options))
    labels(visitor)
    page = visitor.page
    page.get_by_role("button", name="Rules and symbols").click()
    book = page.get_by_role("dialog", name="Rules and symbols")
    padlock = book.locator(".signs > div").filter(has=page.get_by_text("Padlock", exact=True))
    padlock.locator("svg").wait_for()
    assert "2 gold" in padlock.inner_text()
    book.get_by_role("button", name="Rules").click()
    book.get_by_role("heading", name="The goal").wait_for()
    book.get_by_text("In this game: Saints", exact=True).wait_for()
    titles = book.get_by_role("heading", level=3).all_inner_texts()
    assert titles[0] == "The goal"
    assert "Saints" in titles
    assert not {"Scoundrels", "Profiteers", "Developments", "Alone against the Countess"} & {*titles}
    assert book.get_by_role("link", name="All rules with their ids").get_attribute("href") == "/rules/villagers"
    book.get_by_role("button", name="Close").click()
    page.locator("button[data-spot*='/hand/']").first.press("i")
    look = page.get_by_role("dialog")
    look.locator("li small").filter(has_text="A suit.").first.wait_for()


def test_home_leads_to_the_rules_and_these_to_their_index(visit: Visit) -> None:
    visitor = visit("de-DE", 360)
    visitor.open()
    page = visitor.page
    page.get_by_role("link", name="Regeln: Villagers").click()
    page.get_by_role("heading", name="Das Ziel").wait_for()
    solo = page.get_by_role("heading", name="Allein gegen die Gräfin")
    assert solo.count() == 0
    page.get_by_label("Solospiel").check()
    solo.wait_for()
    page.get_by_role("link", name="Alle Regeln mit ihren Nummern").click()
    page.locator(".rules dt").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
