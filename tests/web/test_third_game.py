"""A ruleset that the pages do not know, installed as a package, is played in the browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.stack.test_plugins import installed
from tests.web.measures import Seen
from tests.web.watched import Watched
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


def test_a_third_game_is_played_by_touching_and_replayed(visit: Callable[..., Watched], tmp_path: Path) -> None:
    stack = Stack(tmp_path, HAMLET_REACTION_SECONDS="0", PYTHONPATH=installed(tmp_path, "orchard"))
    stack.start()
    try:
        visitor = visit(at=stack, width=390)
        page, seen = visitor.page, Seen(visitor)
        visitor.open()
        page.get_by_label("Orchard", exact=True).check()
        page.locator("select").nth(1).select_option("contrary")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile("/table/"))
        board = page.locator(".board")
        board.get_by_text("16 face-down cards").wait_for()
        board.get_by_text("4 face-down cards").wait_for()
        assert board.locator("button.spot.open").count() > 0
        assert visitor.touch(random.Random(15), seen.look) == 6
        assert not seen.faults, "\n".join(sorted(seen.faults))
        page.get_by_role("heading", level=1).filter(has_text="Game over").wait_for()
        ending = page.get_by_role("region", name="Ranking").first
        assert ending.locator("tfoot td").count() == 2
        text = page.locator("main").inner_text().lower()
        assert "seat 0" not in text
        assert "ruleset" not in text
        page.get_by_role("link", name="Replay and review").click()
        page.locator(".replay[data-version='0']").wait_for()
        page.get_by_role("combobox", name="View").select_option("all")
        page.locator(".replay[data-version='0'][data-eyes='all']").wait_for()
        page.keyboard.press("End")
        last = page.locator(".slider input").get_attribute("max")
        page.locator(f".replay[data-version='{last}'][data-eyes='all']").wait_for()
    finally:
        stack.close()
