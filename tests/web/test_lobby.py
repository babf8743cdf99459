"""Leaving, resigning and playing again, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]


def begun(host: Watched, seat: str = "open") -> None:
    """The host is at a new table whose second seat is another player's."""
    host.open()
    host.page.get_by_label("My Village", exact=True).check()
    host.page.locator("select").nth(1).select_option(seat)
    host.page.get_by_role("button", name="Start the game").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.page.locator(".table").wait_for(state="attached")


def accept(host: Watched, guest: Watched) -> None:
    host.page.get_by_role("button", name="Invite someone").click()
    guest.page.goto(host.page.locator("code.link").inner_text())
    guest.page.get_by_role("button", name="Join").click()
    guest.page.locator(".table").wait_for(state="attached")


def test_who_resigns_plays_again(visit: Visit) -> None:
    host, guest = visit(), visit("en-GB", 360)
    begun(host)
    accept(host, guest)
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="No", exact=True).click()
    assert guest.page.locator(".table[data-status=active]").count() == 1, "nothing is done before it is confirmed"
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("group", name="Resign this game for good?").get_by_role("button", name="Resign").click()
    for one in (host, guest):
        one.page.locator(".table[data-status=finished]").wait_for(state="attached")
        one.page.get_by_role("region", name="Game over").wait_for()
        assert one.page.locator(".seats li").filter(has_text="resigned").count() == 1
    old = host.page.url
    host.page.get_by_role("button", name="Play again").click()
    host.page.wait_for_url(lambda url: url != old)
    guest.page.reload()
    guest.page.get_by_role("button", name="To the rematch").click()
    guest.page.wait_for_url(host.page.url)
    for one in (host, guest):
        one.page.locator(".table[data-status=active]").wait_for(state="attached")
    host.open()
    listed = host.page.get_by_role("region", name="My games").get_by_role("listitem")
    listed.filter(has_text=re.compile("Your turn|Turn: ")).wait_for()
    listed.filter(has_text="Won").get_by_role("link", name="Replay").click()
    host.page.locator(".replay").wait_for()


def test_a_seat_is_given_back_and_a_game_called_off(visit: Visit, stack: Stack) -> None:
    host, guest = visit(), visit()
    host.open()
    host.page.get_by_label("3", exact=True).check()
    for seat in (1, 2):
        host.page.locator("select").nth(seat).select_option("open")
    host.page.get_by_role("button", name="Start the game").click()
    host.page.wait_for_url(re.compile("/table/"))
    game = host.page.url.rpartition("/")[2]
    accept(host, guest)
    guest.page.get_by_role("button", name="Give up my seat").click()
    guest.page.get_by_role("group").get_by_role("button", name="Give up my seat").click()
    guest.page.get_by_role("button", name="Give up my seat").wait_for(state="detached")
    _, told = stack.call("GET", f"/v1/games/{game}")
    assert [seat["status"] for seat in told["seats"]] == ["taken", "open", "open"]
    host.page.get_by_role("button", name="Cancel the game").click()
    host.page.get_by_role("group").get_by_role("button", name="Cancel the game").click()
    host.page.wait_for_url(host.origin + "/")
    assert stack.call("GET", f"/v1/games/{game}")[0] == 404
