"""A page of the table, watched for everything that must not happen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

_CLICK = """number => {
  const buttons = [...document.querySelectorAll(".moves button:enabled")];
  buttons[number % Math.max(1, buttons.length)]?.click();
  return buttons.length > 0;
}"""

_TOUCH = """number => {
  const lit = [...document.querySelectorAll(".board button.spot.open:enabled")];
  const offered = [...document.querySelectorAll(".choosing button:enabled:not(.plain)")];
  const all = [...lit, ...offered];
  all[number % Math.max(1, all.length)]?.click();
  return all.length > 0;
}"""


class Watched:
    """A page in a context of its own. `faults`: errors in its console, and calls to other hosts."""

    def __init__(self, context: Any, origin: str) -> None:
        self.context = context
        self.origin = origin
        self.faults: list[str] = []
        self.page = context.new_page()
        self.page.on("console", lambda message: message.type == "error" and self._console(message))
        self.page.on("pageerror", lambda error: self.faults.append(f"page: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        # A refusal is no error of the page, but the browser writes every status above 399 into its console.
        if "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.faults.append(f"request to {request.url}")

    def open(self, path: str = "/") -> None:
        """Open a path."""
        self.page.goto(self.origin + path)

    def tab(self, path: str) -> Watched:
        """Another page in the same browser; its faults are counted with those of this one."""
        other = Watched(self.context, self.origin)
        other.faults = self.faults
        other.open(path)
        other.page.locator(".table").wait_for(state="attached")
        return other

    def version(self) -> int:
        """Return the version of the game that is shown."""
        return int(self.page.locator(".table").get_attribute("data-version"))

    def touch(self, rng: random.Random, each: Callable[[], None] = lambda: None) -> int:
        """Play at random by touching what is lit up on the table, and choosing among the options that this opens, until
        the game is over.

        `each` is called before every move. Returns the number of moves made.
        """
        made, before = 0, -1
        over, lit = ".table[data-status=finished]", ".table[data-busy=false] button.spot.open"
        while True:
            self.page.locator(f"{over}, {lit}, .choosing button:enabled").first.wait_for(state="attached")
            if self.page.locator(over).count():
                return made
            if self.version() != before:
                made, before = made + 1, self.version()
                each()
            self.page.evaluate(_TOUCH, rng.randrange(1 << 20))

    def play(self, rng: random.Random, moves: int | None = None) -> int:
        """Click random moves of the list until the game is over or `moves` are made; returns their number."""
        made = 0
        ready = ".table[data-status=finished], .moves button:enabled"
        while moves is None or made < moves:
            self.page.locator(ready).first.wait_for(state="attached")
            if self.page.locator(".table[data-status=finished]").count():
                break
            before = self.version()
            # Chosen and clicked in one step, since the list may change between two.
            if not self.page.evaluate(_CLICK, rng.randrange(1 << 20)):
                continue
            self.page.locator(f".table[data-busy=false]:not([data-version='{before}'])").wait_for(state="attached")
            made += 1
        return made
