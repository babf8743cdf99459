"""Takes pictures of the table in the browser for docs/web.md: `make browser`, then `python -m tools.screenshots`.

It uses a stack of its own, games with fixed seeds against greedy AI seats, and the machine's Chromium.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.testbed.stack import Stack

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MAX_BYTES = 2_000_000
"""The limit for the size of all pictures together."""
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
TABLES = {"villagers": ("villagers", 30, {"expansions": ["saints"]}), "my-village": ("my_village", 40, {})}
"""The game of each picture: its ruleset, the number of moves before the picture is taken, and its options."""
DRAWN = ".board .vcard .head svg, .board .mv-card svg"
"""The cards that are shown face up."""
PATIENCE_SECONDS = 900
"""The time limit for games and reviews."""
PAGE_SECONDS = 180
UNLIMITED = dict.fromkeys(
    ("HAMLET_REACTION_SECONDS", "HAMLET_RATE_LIMIT", "HAMLET_DECISION_RATE", "HAMLET_TOKEN_RATE"), "0"
)
Doc = dict[str, Any]


class Played:
    """A game of a person in the first seat against an AI."""

    def __init__(self, stack: Stack, ruleset: str, options: Doc) -> None:
        self.stack = stack
        seats = [{"type": "human", "name": "Ada"}, {"type": "ai", "name": "Bertha", "level": "greedy"}]
        body = {"ruleset": ruleset, "seats": seats, "seed": "pictures", "options": options | {"first_player": "0"}}
        self.game = self._call("POST", "/v1/games", body)
        self.path = f"/v1/games/{self.game['id']}"
        self.tokens: Doc = self.game["tokens"]

    def play(self, until: Callable[[Doc], bool]) -> None:
        """Make the moves that hints suggest, until the game is over, or until `until` holds and it is Ada's turn."""
        while self.game["status"] != "finished":
            if 0 not in self.game["to_act"]:
                self.game = self._call("GET", f"{self.path}?after={self.game['version']}&wait=10")
            elif until(self.game):
                return
            else:
                asked = self._call("POST", f"{self.path}/hint", {"level": "greedy"})
                decision = self._wait(f"/v1/decisions/{asked['id']}")
                self.game = self._call("POST", f"{self.path}/moves", {"move": decision["move"]})["game"]

    def review(self) -> None:
        """Request a review and wait for it."""
        self._call("POST", f"{self.path}/review", {"level": "medium"})
        self._wait(f"{self.path}/review?level=medium")

    @property
    def kept(self) -> str:
        """Return the stored state of a browser that plays the game."""
        one = {"id": self.game["id"], "ruleset": self.game["ruleset"], "tokens": {"0": self.tokens["0"]}}
        return json.dumps([one | {"at": "2026-01-01T00:00:00.000Z"}])

    def _wait(self, path: str) -> Doc:
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            found = self._call("GET", path)
            if found["status"] == "done":
                return found
            if found["status"] == "failed":
                break
            time.sleep(0.2)
        raise SystemExit(f"{path} was not done")

    def _call(self, method: str, path: str, body: Doc | None = None) -> Doc:
        token = self.tokens["0"] if hasattr(self, "tokens") else None
        status, answer = self.stack.call(method, path, body, token)
        if status >= 400:
            raise SystemExit(f"{method} {path}: {answer}")
        found: Doc = answer
        return found


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the machine's browser, without a window."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def take(browser: Any, url: str, name: str, size: str, theme: str, *, kept: str = "[]", ready: str = "h1") -> None:
    """Take one picture. It shows one screen of the page, or more if the screen is narrow."""
    width, height = SIZES[size]
    context = browser.new_context(
        locale="en-GB", color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": height}
    )
    context.set_default_timeout(PAGE_SECONDS * 1000)
    context.add_init_script(f"localStorage.setItem('hamlet.games', {json.dumps(kept)})")
    page = context.new_page()
    page.goto(url)
    page.locator(ready).first.wait_for()
    if "/table/" in url:
        page.locator(".log li").first.wait_for()
    else:
        page.wait_for_load_state("networkidle")
    if "#" in url:
        page.locator("#" + url.partition("#")[2]).evaluate("heading => heading.scrollIntoView()")
    target = FOLDER / f"{name}-{size}-{theme}.png"
    page.screenshot(path=target, full_page=False, scale="css")
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    print(f"{target.name}: {target.stat().st_size} bytes" + (f", {over} px too wide" if over > 0 else ""))
    context.close()


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        stack = Stack(Path(folder), **UNLIMITED)
        stack.start()
        try:
            pictures(browser, stack, f"http://127.0.0.1:{stack.port}")
        finally:
            stack.close()
    total = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    print(f"{total} bytes in all")
    if total > MAX_BYTES:
        sys.exit("too much")


def pictures(browser: Any, stack: Stack, origin: str) -> None:
    """Take the pictures: home, each table in each size and theme, a replay, a review."""
    games = {name: Played(stack, ruleset, options) for name, (ruleset, _, options) in TABLES.items()}
    for name, game in games.items():
        moves = TABLES[name][1]
        game.play(lambda now, moves=moves: now["version"] >= moves)
        for size in SIZES:
            for theme in THEMES:
                take(browser, f"{origin}/table/{game.game['id']}", name, size, theme, kept=game.kept, ready=DRAWN)
    take(browser, f"{origin}/", "home", "desktop", "light", kept=games["villagers"].kept, ready=".tile .standing")
    take(browser, f"{origin}/", "home", "phone", "dark")
    game = games["villagers"]
    game.play(lambda _: False)
    replay = f"{origin}/replay/{game.game['id']}?version={game.game['version'] // 2}&view=all"
    take(browser, replay, "replay", "desktop", "light", kept=game.kept, ready=DRAWN)
    game.review()
    take(browser, f"{replay}#review", "review", "desktop", "light", kept=game.kept, ready=".review .turns")


if __name__ == "__main__":
    main()
