"""The pages of the contract under `/docs` in a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.axe import Inspected
from tests.web.watched import Watched

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

Visit = Callable[..., Watched]


def test_an_operation_opens_and_can_be_tried_out(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/docs")
    page = visitor.page
    page.locator("details.operation summary").first.wait_for()
    operation = page.locator("details.operation#playMoves")
    link = operation.get_by_role("link", name="Try it out")
    assert not link.is_visible()
    operation.locator("summary").first.click()
    link.wait_for()
    link.click()
    page.locator("#swagger-ui .opblock").wait_for()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_serious_in_the_docs(visit: Visit, scheme: str, width: int) -> None:
    visitor = visit(width=width, bypass_csp=True, color_scheme=scheme, reduced_motion="reduce")
    seen, page = Inspected(visitor), visitor.page
    visitor.open("/docs")
    operation = page.locator("details.operation#playMoves")
    operation.locator("summary").first.click()
    operation.get_by_role("link", name="Try it out").wait_for()
    seen.look("/docs with an operation open", unfold=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing is wider than the screen"
    visitor.open("/problems")
    seen.look("/problems")
    assert not seen.findings, "\n".join(["", *seen.findings])
