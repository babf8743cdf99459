"""How much script the table in the browser is, and how soon its first table is drawn, for a server that is running.

    .venv/bin/python bench/web.py --url http://127.0.0.1:8000

Each time is that of a browser which has never been there, from the navigation to the first thing drawn of the table.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import urllib.request
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[1] / "service" / "http" / "table" / "static"
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run")
FIRST = ".board .spot, .board dl"
_KEEP = "localStorage.setItem('hamlet.games', %s)"
_WATCH = f"""
new MutationObserver((_, watcher) => {{
  if (!document.querySelector("{FIRST}")) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => {{ document.documentElement.dataset.drawn = performance.now(); }}));
}}).observe(document, {{childList: true, subtree: true}});
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the server is")
    parser.add_argument("--visits", type=int, default=10, help="how many browsers come to each table")
    args = parser.parse_args()
    for line in sizes():
        print(line)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for ruleset in ("villagers", "my_village"):
            game = created(args.url, ruleset)
            taken = [visit(browser, args.url, game) for _ in range(args.visits)]
            middle, worst = statistics.median(taken), max(taken)
            print(f"{ruleset}: first table after {middle:.0f} ms (median of {len(taken)}), {worst:.0f} ms at worst")
        browser.close()


def sizes() -> list[str]:
    """What the built files take on the way."""
    lines = []
    for path in sorted(STATIC.glob("main-*")):
        if path.suffix in (".js", ".css"):
            packed, small = len(gzip.compress(path.read_bytes(), 9)), Path(f"{path}.br").stat().st_size
            lines.append(f"{path.suffix[1:]}: {path.stat().st_size} bytes, {packed} by gzip, {small} by brotli")
    return lines


def created(url: str, ruleset: str) -> Any:
    """A game of a person and an AI."""
    seats = [{"type": "human"}, {"type": "ai", "level": "random"}]
    body = json.dumps({"ruleset": ruleset, "seats": seats, "seed": "bench"}).encode()
    request = urllib.request.Request(f"{url}/v1/games", data=body, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def visit(browser: Any, url: str, game: Any) -> float:
    """Milliseconds until a browser without any cache shows the table."""
    context = browser.new_context()
    kept = [{"id": game["id"], "ruleset": game["ruleset"], "tokens": game["tokens"], "at": game["created_at"]}]
    context.add_init_script(_KEEP % json.dumps(json.dumps(kept)))
    context.add_init_script(_WATCH)
    page = context.new_page()
    page.goto(f"{url}/table/{game['id']}")
    page.locator("html[data-drawn]").wait_for(state="attached")
    taken = float(page.locator("html").get_attribute("data-drawn"))
    context.close()
    return taken


if __name__ == "__main__":
    main()
