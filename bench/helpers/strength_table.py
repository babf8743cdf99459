"""The tables of docs/ai-research.md, made from the games of `bench/strength.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from bench.helpers.strength_rows import COUNTESS, LADDER, Row
from service.tools.arena.statistics import wilson
from tools.testbed.seer import SEER

PAGE = Path(__file__).parents[2] / "docs" / "ai-research.md"
BEGIN = "<!-- strength: written by bench/strength.py -->"
END = "<!-- strength: end -->"
RULESETS = {"villagers": "Villagers", "my_village": "My Village"}

Games = Mapping[str, Mapping[tuple[str, int], float]]
"""The shares of the victory, by row, and by seed and rotation."""


def write_table(rows: Sequence[Row], games: Games) -> None:
    """Write the tables between the markers of the page."""
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    tables = "\n".join((*_wanted(rows, games), "", *_ladder(rows, games)))
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}")


def _wanted(rows: Sequence[Row], games: Games) -> Iterator[str]:
    yield "| ruleset | seats | table | who against whom | wins (95 % interval) | games | wanted | reached |"
    yield "|---|--:|---|---|--:|--:|--:|---|"
    for row in rows:
        if row.wanted is not None:
            cells = (RULESETS[row.ruleset], str(row.seats), row.table, _pairing(row), *_result(row, games[row.key]))
            yield f"| {' | '.join(cells)} |"


def _pairing(row: Row) -> str:
    if row.others == COUNTESS:
        return f"`{row.level}` against the Countess"
    others = "the same search with all cards open" if row.others == SEER else f"`{row.others}`"
    return f"one `{row.level}` among {others}" if row.seats > 2 else f"`{row.level}` against {others}"


def _result(row: Row, shares: Mapping[tuple[str, int], float]) -> tuple[str, str, str, str]:
    wanted = f"{row.wanted:g} %"
    if not shares:
        return "not played", "0", wanted, ""
    won, low, high = _interval(shares)
    return f"{won:.1f} % ({low:.1f} to {high:.1f})", str(len(shares)), wanted, _verdict(row, low, won, len(shares))


def _verdict(row: Row, low: float, won: float, games: int) -> str:
    assert row.wanted is not None
    if low >= row.wanted:
        return "yes" if games >= 200 else "yes, of fewer games"
    return f"short by {row.wanted - low:.1f}"


def _interval(shares: Mapping[tuple[str, int], float]) -> tuple[float, float, float]:
    won, games = sum(shares.values()), len(shares)
    low, high = wilson(won, games)
    return 100 * won / games, 100 * low, 100 * high


def _ladder(rows: Sequence[Row], games: Games) -> Iterator[str]:
    """Yield a line for each table with games. Its columns are the levels, each against the next one."""
    lines: dict[tuple[str, int, str], dict[str, Row]] = defaultdict(dict)
    for row in rows:
        if (row.others, row.level) in set(pairwise(LADDER)) or row.others == COUNTESS:
            lines[row.ruleset, row.seats, row.table][row.level] = row
    yield "| ruleset | seats | table | " + " | ".join(f"`{level}`" for level in LADDER) + " |"
    yield "|---|--:|---|" + "--:|" * len(LADDER)
    for (ruleset, seats, table), row_of in sorted(
        lines.items(), key=lambda item: (item[0][0] != "villagers", item[0][1])
    ):
        cells = [_short(games[row_of[level].key]) if level in row_of else "" for level in LADDER]
        if any(cells):
            yield f"| {RULESETS[ruleset]} | {seats} | {table} | " + " | ".join(cells) + " |"


def _short(shares: Mapping[tuple[str, int], float]) -> str:
    if not shares:
        return ""
    won, low, high = _interval(shares)
    return f"{won:.0f} ({low:.0f}-{high:.0f})"
