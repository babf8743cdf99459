"""What Lighthouse says of the home page and of a table. Its times are for notes: `python -m tools.lighthouse`."""

from __future__ import annotations

import pytest

from tests.web.conftest import CHROMIUM, needed
from tests.web.seating import created
from tools.lighthouse import PROGRAM, inspected, seat_link
from tools.testbed.stack import Stack

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

SHIFT = 0.05
"""The most that a page may move while it arrives."""


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("page", ["home", "table"])
def test_a_page_is_accessible_and_stays_in_place(stack: Stack, page: str, size: str) -> None:
    needed(CHROMIUM is not None and PROGRAM.exists(), "Chromium or Lighthouse is not installed (make web-check)")
    origin = f"http://127.0.0.1:{stack.port}"
    game = created(stack, "villagers", options={"first_player": "0"}) if page == "table" else None
    report = inspected(seat_link(origin, game) if game else f"{origin}/", size)
    assert not report.failed
    assert report.scores == {"accessibility": 100}
    assert report.shift < SHIFT
