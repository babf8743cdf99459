"""Home and table in a browser: games are created, joined and played to their end by clicks alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]


def test_a_public_game_is_found_and_joined_by_a_stranger(visit: Visit) -> None:
    host, stranger = visit(), visit("de-DE", 360)
    host.open()
    host.page.get_by_label("Villagers", exact=True).check()
    host.page.locator("select").nth(1).select_option("open")
    host.page.get_by_label("Anyone can join").check()
    host.page.get_by_role("button", name="Start the game").click()
    host.page.wait_for_url(re.compile("/table/"))
    stranger.open()
    stranger.page.locator(f"a[href='{host.page.url.removeprefix(host.origin)}']").click()
    stranger.page.get_by_role("button", name="Diesen Platz nehmen").click()
    for one in (host, stranger):
        one.page.locator(".table[data-status=active]").wait_for(state="attached")


@pytest.mark.parametrize("path", ["/nope", "/learn/nope", "/join/nope", "/table/nope", "/replay/nope"])
def test_a_wrong_address_leads_home(visit: Visit, path: str) -> None:
    visitor = visit()
    visitor.open(path)
    visitor.page.get_by_role("alert").wait_for()
    visitor.page.get_by_role("link", name="To the first page").last.click()
    visitor.page.get_by_role("heading", name="New game").wait_for()


def test_two_browsers_meet_at_one_table(visit: Visit, stack: Stack) -> None:
    host, guest, late = visit(), visit(), visit()
    host.open()
    host.page.get_by_label("My Village", exact=True).check()
    host.page.get_by_label("Your name").fill("<b>Ada</b>")
    host.page.locator("select").nth(1).select_option("open")
    host.page.get_by_role("button", name="Start the game").click()
    host.page.wait_for_url(re.compile("/table/"))
    host.page.get_by_role("button", name="Invite someone").click()
    link = host.page.locator("code.link").inner_text()
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Bob")
    guest.page.get_by_role("button", name="Join").click()
    for one in (host, guest):
        one.page.locator(".table[data-status=active]").wait_for(state="attached")
        assert one.page.locator(".seats strong").all_inner_texts() == ["<b>Ada</b>", "Bob"]
    late.page.goto(link)
    late.page.get_by_role("alert").filter(has_text="All seats of this game are taken.").wait_for()
    late.page.get_by_role("link", name="To the table").click()
    late.page.locator(".table[data-status=active]").wait_for(state="attached")
    first = host if host.page.locator(".moves button").count() else guest
    other = guest if first is host else host
    before = other.version()
    first.play(random.Random(2), moves=1)
    other.page.locator(f".table:not([data-version='{before}'])").wait_for(state="attached")
    first.page.reload()
    first.page.locator(f".table[data-version='{other.version()}']").wait_for(state="attached")
