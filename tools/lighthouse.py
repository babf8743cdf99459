"""Measures the home page and tables with Lighthouse: `make web-check web browser`, then `python -m tools.lighthouse`.

It starts its own stack and uses the installed Chromium. It also prints how long an empty browser takes from opening a
table's address until the first card can be touched.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tools.screenshots import FLAGS, UNLIMITED, Played, chromium
from tools.testbed.stack import Stack

PROGRAM = Path(__file__).parents[1] / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"
NODE = Path(__file__).parents[1] / ".venv" / "bin" / "node"
SIZES = {"phone": (), "desktop": ("--preset=desktop",)}
SECONDS = 120
PATIENCE_MS = 10_000


class Report(NamedTuple):
    """A report: scores from 0 to 100 by category, the layout shift, and the failed audits of accessibility."""

    scores: dict[str, int]
    shift: float
    failed: tuple[str, ...]


def inspected(url: str, size: str, categories: Sequence[str] = ("accessibility",)) -> Report:
    """Return Lighthouse's report on a page, on a `phone` or a `desktop`."""
    program = shutil.which("chromium") or shutil.which("google-chrome") or ""
    command = [str(NODE), str(PROGRAM), url, "--output=json", "--quiet", *SIZES[size]]
    command += [f"--only-categories={','.join(categories)}", "--only-audits=cumulative-layout-shift"]
    # A table's stream never ends, so Lighthouse would wait as long as it can for the network to be silent.
    command += [f"--max-wait-for-load={PATIENCE_MS}"]
    command += [f"--chrome-flags=--headless=new {' '.join(FLAGS)}", "--no-enable-error-reporting"]
    environ = os.environ | {"CHROME_PATH": program}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise SystemExit(f"Lighthouse failed: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    if "runtimeError" in found:
        raise SystemExit(f"Lighthouse failed: {found['runtimeError']}")
    audits = found["audits"]
    counted = [one["id"] for one in found["categories"]["accessibility"]["auditRefs"] if one["weight"] > 0]
    return Report(
        {name: round(100 * one["score"]) for name, one in found["categories"].items()},
        audits["cumulative-layout-shift"]["numericValue"],
        tuple(one for one in counted if audits[one]["score"] == 0),
    )


def seat_link(origin: str, game: dict[str, Any]) -> str:
    """Return the address that opens the game's first seat in another browser."""
    secret = urlencode({"ruleset": game["ruleset"], "seat": 0, "token": game["tokens"]["0"]})
    return f"{origin}/table/{game['id']}#{secret}"


def first_card(browser: Any, url: str) -> float:
    """Return the seconds from opening the address until the first card can be touched, in an empty browser."""
    page = browser.new_context().new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.spot.open").first.wait_for()
    taken = time.perf_counter() - start
    page.context.close()
    return taken


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        stack = Stack(Path(folder), **UNLIMITED)
        stack.start()
        try:
            origin = f"http://127.0.0.1:{stack.port}"
            tables = {name: seat_link(origin, Played(stack, name, {}).game) for name in ("villagers", "my_village")}
            for name, url in {"home": f"{origin}/", **tables}.items():
                for size in SIZES:
                    scores, shift, failed = inspected(url, size, ("accessibility", "performance"))
                    print(f"{name}, {size}: {scores}, layout shift {shift:.3f}", *failed)
            for name, url in tables.items():
                print(f"{name}: first card after {sorted(first_card(browser, url) for _ in range(5))[2]:.2f} s")
        finally:
            stack.close()


if __name__ == "__main__":
    main()
