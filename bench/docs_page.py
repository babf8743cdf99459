"""How long the documentation in a browser takes: until the first operation is there, and until one is open.

In Chromium (`make browser`), against a running server: `python bench/docs_page.py http://127.0.0.1:8000`. Prints the
median of each in seconds, with nothing in the browser's cache. `--shots FOLDER` keeps how it looks, light and dark.
"""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

LARGEST: Final = "playMoves"
"""The operation with the largest types."""
SCHEMES: Final = ("light", "dark")


def timed(act: Callable[[], Any]) -> float:
    """How many seconds it takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def visit(browser: Browser, url: str, scheme: Any, shots: Path | None) -> tuple[float, float, float]:
    """Seconds until the first operation is seen, until one is open, and until it can be tried out."""
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1200, "height": 1000})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("about:blank")

    def first() -> None:
        page.goto(f"{url}/docs", wait_until="commit")
        page.locator(".operation summary").first.wait_for()

    operation = page.locator(f"#{LARGEST}")

    def opened() -> None:
        operation.locator("summary").first.click()
        operation.locator("table").first.wait_for()

    def tried() -> None:
        page.goto(f"{url}/docs/try/{LARGEST}", wait_until="commit")
        page.locator("button.execute").wait_for()

    taken = timed(first), timed(opened)
    if shots:
        page.screenshot(path=shots / f"docs-{scheme}.png")
    trying = timed(tried)
    if shots:
        page.screenshot(path=shots / f"try-{scheme}.png")
    context.close()
    elsewhere = [one for one in asked if not one.startswith((url, "data:"))]
    if elsewhere:
        raise SystemExit(f"It asked elsewhere: {elsewhere}")
    return *taken, trying


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--shots", type=Path)
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        taken = [visit(browser, asked.url, SCHEMES[n % 2], asked.shots) for n in range(asked.times)]
        browser.close()
    shown = ("first operation", f"opening {LARGEST}", "trying it out")
    for what, seconds in zip(shown, zip(*taken, strict=True), strict=True):
        print(f"{what}: {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})")


if __name__ == "__main__":
    main()
