"""Whatever happens to page, server or Redis during a game: the table continues as it was, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable

import pytest

from tests.web.seating import created, labels, take_seat
from tests.web.watched import Watched
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]
AWAY_MS = 5000
"""How long Redis does not answer."""


def version(stack: Stack, game: str) -> int:
    return int(stack.patiently("GET", f"/v1/games/{game}")[1]["version"])


def shows_truth(visitor: Watched, stack: Stack, game: str) -> None:
    """Wait until the page shows the game's newest version; no newer one comes while it is a person's turn."""
    page = visitor.page
    page.locator(".table[data-busy=false]").wait_for(state="attached")
    eventually(lambda: visitor.version() == version(stack, game), "the newest version")


@pytest.mark.parametrize("ruleset", ["villagers", "my_village"])
def test_a_turn_goes_on_where_the_page_was_left(visit: Visit, stack: Stack, ruleset: str) -> None:
    visitor, game = visit(), created(stack, ruleset)
    take_seat(visitor, game)
    visitor.play(random.Random(3), moves=1)
    while stack.patiently("GET", f"/v1/games/{game['id']}")[1]["to_act"] != [0]:
        labels(visitor)
        visitor.play(random.Random(3), moves=1)
    before = labels(visitor)
    shows_truth(visitor, stack, game["id"])
    visitor.page.reload()
    assert labels(visitor) == before
    shows_truth(visitor, stack, game["id"])
    visitor.play(random.Random(4), moves=2)


def test_a_game_outlives_its_server(visit: Visit, stack: Stack) -> None:
    visitor, game = visit(), created(stack, "my_village")
    take_seat(visitor, game)
    visitor.play(random.Random(5), moves=2)
    before = labels(visitor)
    stack.stop()
    try:
        lost = visitor.page.locator(".status").filter(has_text="No connection")
        lost.wait_for()
        visitor.page.locator(".moves button:enabled").first.evaluate("button => button.click()")
        visitor.page.get_by_role("alert").wait_for()
        assert labels(visitor) == before, "what did not reach the server has not happened"
    finally:
        stack.start()
    lost.wait_for(state="detached")
    shows_truth(visitor, stack, game["id"])
    assert labels(visitor) == before
    visitor.play(random.Random(6), moves=3)
    shows_truth(visitor, stack, game["id"])


def test_what_was_chosen_outlives_a_lost_connection(visit: Visit, stack: Stack) -> None:
    visitor, game = visit(), created(stack, "villagers", options={"first_player": "0"})
    take_seat(visitor, game)
    page = visitor.page
    page.locator(".board button.spot.open").first.click()
    page.locator(".board .spot.held").wait_for()
    lost = page.locator(".status").filter(has_text="No connection")
    visitor.context.set_offline(True)
    lost.wait_for()
    visitor.context.set_offline(False)
    lost.wait_for(state="detached")
    assert page.locator(".board .spot.held").count() == 1


def test_a_web_server_is_killed_and_the_table_goes_on(visit: Visit, stack: Stack) -> None:
    visitor, watcher, game = visit(), visit(), created(stack, "villagers")
    take_seat(visitor, game)
    watcher.open(f"/table/{game['id']}")
    visitor.play(random.Random(7), moves=2)
    labels(visitor)
    stack.kill("web")
    eventually(lambda: stack.patiently("GET", "/readyz")[0] == 200, "the next web server")
    visitor.play(random.Random(8), moves=2)
    labels(visitor)
    for one in (visitor, watcher):
        shows_truth(one, stack, game["id"])


def test_redis_is_away_for_a_while(visit: Visit, stack: Stack) -> None:
    """A move made meanwhile is either made or refused, and the page shows which."""
    visitor, game = visit(), created(stack, "villagers")
    take_seat(visitor, game)
    visitor.play(random.Random(9), moves=2)
    labels(visitor)
    redis = stack.pids("redis")[-1]
    os.kill(redis, signal.SIGSTOP)
    try:
        visitor.page.locator(".moves button:enabled").first.evaluate("button => button.click()")
        visitor.page.wait_for_timeout(AWAY_MS)
    finally:
        os.kill(redis, signal.SIGCONT)
    labels(visitor)
    shows_truth(visitor, stack, game["id"])
    visitor.play(random.Random(10), moves=3)
    labels(visitor)
    shows_truth(visitor, stack, game["id"])


def test_two_tabs_agree(visit: Visit, stack: Stack) -> None:
    visitor, game = visit(), created(stack, "my_village")
    take_seat(visitor, game)
    other = visitor.tab(f"/table/{game['id']}")
    for first, second, seed in ((visitor, other, 11), (other, visitor, 12)):
        labels(first)
        first.play(random.Random(seed), moves=2)
        wanted = labels(first)
        eventually(lambda one=second, told=wanted: labels(one) == told, "the same moves in the other tab")
        assert first.version() == second.version()
    # Both at the same time: one of them is refused, says so, and shows the other's move.
    before = visitor.version()
    for one in (visitor, other):
        one.page.locator(".moves button:enabled").first.evaluate("button => button.click()")
    for one in (visitor, other):
        one.page.locator(f".table[data-busy=false]:not([data-version='{before}'])").wait_for(state="attached")
        shows_truth(one, stack, game["id"])
    assert sum(one.page.get_by_role("alert").count() for one in (visitor, other)) == 1
