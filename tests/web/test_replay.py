"""Replay and review in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.seating import finished
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]


def shown(visitor: Watched, version: int, eyes: str) -> Any:
    """Return the moment, once it is shown."""
    moment = visitor.page.locator(f".replay[data-version='{version}'][data-eyes='{eyes}']")
    moment.wait_for()
    return moment


def test_a_game_is_looked_at_step_by_step(visit: Visit, stack: Stack) -> None:
    game = finished(stack, "villagers", public=True)
    visitor, last = visit(), game["version"]
    visitor.open()
    visitor.page.locator(f"a[href='/replay/{game['id']}']").click()
    shown(visitor, 0, "all")
    for key, version in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        visitor.page.keyboard.press(key)
        shown(visitor, version, "all")
    for button, version in (("One step forward", 1), ("To the end", last), ("One step back", last - 1)):
        visitor.page.get_by_role("button", name=button, exact=True).click()
        shown(visitor, version, "all")
    visitor.page.get_by_label("Speed").select_option("fast")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    shown(visitor, last, "all")
    visitor.page.get_by_role("button", name="Play", exact=True).wait_for()


def test_every_step_is_told_as_its_viewer_saw_it(visit: Visit, stack: Stack) -> None:
    game = finished(stack, "villagers")
    visitor = visit("de-DE", 360)
    path = f"/v1/games/{game['id']}"
    for version, eyes in ((1, "all"), (1, "0"), (5, "1"), (5, "spectator"), (game["version"], "1")):
        visitor.open(f"/replay/{game['id']}?version={version}&view={eyes}")
        moment = shown(visitor, version, eyes)
        query = f"version={version}&view={eyes}&include=events&lang=de"
        _, told = stack.call("GET", f"{path}?{query}")
        assert moment.locator(".steps li").all_inner_texts() == [event["text"] for event in told["events"]]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_link_leads_to_the_moment(visit: Visit, stack: Stack) -> None:
    game = finished(stack, "my_village")
    visitor, friend = visit(), visit()
    visitor.open(f"/replay/{game['id']}")
    shown(visitor, 0, "all")
    visitor.page.get_by_role("combobox", name="View").select_option("1")
    visitor.page.get_by_label(re.compile("^Step")).first.fill("7")
    moment = shown(visitor, 7, "1")
    told = moment.locator(".steps").inner_text()
    friend.page.goto(visitor.page.url)
    assert shown(friend, 7, "1").locator(".steps").inner_text() == told


def test_a_game_is_reviewed(visit: Visit, stack: Stack) -> None:
    game = finished(stack, "my_village")
    visitor = visit("en-GB", 360)
    page = visitor.page
    visitor.open(f"/replay/{game['id']}")
    page.get_by_role("button", name="Review this game").click()
    page.locator(".plot").wait_for(timeout=600_000)
    _, review = stack.call("GET", f"/v1/games/{game['id']}/review")
    assert review["status"] == "done"
    assert page.locator(".turns li").count() == len(review["turning_points"])
    # Not every game has one.
    for turn in review["turning_points"][:1]:
        page.locator(".turns button").first.click()
        shown(visitor, turn["version"], "all")
    page.get_by_label("Also show good moves").check()
    assert page.locator(".scrolled.tall tbody tr").count() == len(review["moves"])
    assert page.evaluate("(box => box.scrollWidth - box.clientWidth)(document.querySelector('.scrolled.tall'))") == 0
    worst = max(review["moves"], key=lambda move: move["loss"])
    page.locator(".scrolled.tall").get_by_role("button", name=f"Step {worst['version']}", exact=True).first.click()
    assert worst["label"] in shown(visitor, worst["version"], "all").locator(".judged").inner_text()
    page.locator(".plot").click(position={"x": 1, "y": 100})
    shown(visitor, 0, "all")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
