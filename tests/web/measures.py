"""Measures what a person sees of a table: the height of the bars, things cut off, small letters, things out of
sight.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import TimeoutError

from tests.web.watched import Watched

BARS = 150
"""The most pixels that the bars of a phone may take together."""

PATIENCE = 10_000
"""The milliseconds for which a strip may be busy before it folds."""

_MEASURE = """() => {
  const box = selector => document.querySelector(selector)?.getBoundingClientRect();
  const [turn, dock] = [box(".turn"), box(".choosing")];
  const [top, bottom] = [turn?.bottom ?? 0, innerHeight - (dock?.height ?? 0)];
  const named = new Set([...document.querySelectorAll(".elsewhere")].map(one => one.dataset.to));
  const seen = one => {
    const { left, right, top: from, bottom: to, width } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (from + to) / 2];
    return width > 0 && x >= 0 && x <= innerWidth && y >= top && y <= bottom;
  };
  const lost = [...document.querySelectorAll(".board button.spot.open")]
    .filter(one => !named.has(one.dataset.spot) && !seen(one)).map(one => one.dataset.spot);
  const drawn = [...document.querySelectorAll("main *")]
    .filter(one => one.checkVisibility() && !one.closest(".unseen, svg, option"));
  const written = drawn.filter(one => [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()));
  const said = one => `${one.className}: ${one.textContent.slice(0, 40)}`;
  const small = written.filter(one => parseFloat(getComputedStyle(one).fontSize) < 12).map(said);
  const folds = one => ["hidden", "clip"].includes(getComputedStyle(one).overflowX);
  const cut = drawn.filter(one => folds(one) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1).map(said);
  const wide = document.documentElement.scrollWidth - innerWidth;
  return { bars: (turn?.height ?? 0) + (dock?.height ?? 0), lost, small, cut, wide };
}"""

_HIDDEN = """() => {
  const strip = document.querySelector(".offers")?.getBoundingClientRect();
  return [...document.querySelectorAll(".offers button")].filter(one => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < strip.top - 1 || bottom > strip.bottom + 1 || bottom > innerHeight;
  }).map(one => one.textContent);
}"""

_SETTLED = """() => new Promise(done => {
  let last = -1, same = 0;
  const look = () => {
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
    if (same > 3) done(); else requestAnimationFrame(look);
  };
  look();
})"""


class Seen:
    """The faults in what a page showed, over all its decisions."""

    def __init__(self, visitor: Watched) -> None:
        self._visitor, self._page = visitor, visitor.page
        self.decisions = self.unfolded = 0
        self.faults: set[str] = set()

    def look(self) -> None:
        """Measure the page as it is at a decision. If another seat reacts meanwhile, measure again."""
        while True:
            version = self._visitor.version()
            try:
                faults, unfolded = self._measure()
            except TimeoutError:
                if self._visitor.version() == version:
                    raise
                continue
            if self._visitor.version() == version:
                break
        self.decisions += 1
        self.unfolded += unfolded
        self.faults |= faults

    def _measure(self) -> tuple[set[str], bool]:
        """Return the faults of the page, and whether the strip was unfolded to see them all."""
        self._page.evaluate(_SETTLED)
        found: dict[str, Any] = self._page.evaluate(_MEASURE)
        hidden, unfolded = self._hidden()
        faults = {f"neither on the screen nor docked: {one}" for one in found["lost"]}
        faults |= {f"smaller than 12 px: {one}" for one in found["small"]}
        faults |= {f"cut off: {one}" for one in found["cut"]}
        faults |= {f"docked, but hidden: {one}" for one in hidden}
        if found["wide"] > 0:
            faults.add(f"{found['wide']} px too wide")
        if self._page.viewport_size["width"] < 480 and found["bars"] > BARS:
            faults.add(f"the bars take {found['bars']} px")
        return faults, unfolded

    def _hidden(self) -> tuple[list[str], bool]:
        """Return what is not to be seen of the strip, unfolded where it can be, and whether it was unfolded."""
        folded, unfolded = (self._page.locator(f".choosing .more[aria-expanded={one}]") for one in ("false", "true"))
        if not folded.count():
            return list(self._page.evaluate(_HIDDEN)), False
        folded.click(timeout=PATIENCE)
        unfolded.wait_for(timeout=PATIENCE)
        hidden = list(self._page.evaluate(_HIDDEN))
        unfolded.click(timeout=PATIENCE)
        folded.wait_for(timeout=PATIENCE)
        return hidden, True
