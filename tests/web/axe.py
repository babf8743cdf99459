"""Pages, inspected by axe."""

from __future__ import annotations

from pathlib import Path

from tests.web.conftest import needed
from tests.web.watched import Watched

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# Folds are opened first, since axe skips closed ones.
_UNFOLD = "for (const fold of document.querySelectorAll('details')) fold.open = true;"
_LOOK = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => ({ id, ...node })))
    .map(({ id, target, html, failureSummary }) => [id, target.join(" "), html, failureSummary].join("\\n  "));
}"""


class Inspected:
    """A page into which axe is injected, past the Content-Security-Policy. `findings`: all serious or critical ones."""

    def __init__(self, visitor: Watched) -> None:
        needed(_AXE.exists(), "axe-core is not installed (make web-check)")
        self.page = visitor.page
        self.findings: list[str] = []

    def look(self, name: str, *, unfold: bool = True) -> None:
        """Inspect the page as it is now, with all folds open unless they are to stay as they are."""
        self.page.add_script_tag(path=str(_AXE))
        if unfold:
            self.page.evaluate(_UNFOLD)
        self.findings += [f"{name}: {found}" for found in self.page.evaluate(_LOOK)]
