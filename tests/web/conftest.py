"""A browser, and pages in it that are watched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.http.web_ui import built_pages
from tests.stack.conftest import stack
from tests.web.watched import Watched
from tools.testbed.stack import Stack

__all__ = ["stack"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)


def needed(there: bool, otherwise: str) -> None:
    """Skip a test if something is missing, or fail it if HAMLET_EXPECT_BROWSER is set."""
    if not there:
        if os.environ.get("HAMLET_EXPECT_BROWSER"):
            pytest.fail(otherwise)
        pytest.skip(otherwise)


def _missing() -> str | None:
    if CHROMIUM is None:
        return "there is no Chromium"
    if not built_pages.is_built():
        return "the table is not built (make web)"
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "Playwright is not installed (make browser)"
    return None


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium. Skips where there is none, unless HAMLET_EXPECT_BROWSER is set."""
    missing = _missing()
    needed(missing is None, missing or "")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Any, stack: Stack) -> Iterator[Callable[..., Watched]]:
    """Opens pages, each with its own browser storage, and by default with reduced motion, so that tests do not wait
    for it. At the end none may have had an error or called another host.
    """
    opened: list[Watched] = []

    def come(locale: str = "en-GB", width: int = 1280, at: Stack = stack, **more: Any) -> Watched:
        more = {"reduced_motion": "reduce", "viewport": {"width": width, "height": 800}} | more
        context = browser.new_context(locale=locale, **more)
        context.set_default_timeout(60_000)
        opened.append(Watched(context, f"http://127.0.0.1:{at.port}"))
        return opened[-1]

    yield come
    for one in opened:
        one.context.close()
        assert not one.faults, one.faults
