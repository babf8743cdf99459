"""Prints the summary of a tournament as tables."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from engine.ruleset import Doc


def show(console: Console, summary: Doc) -> None:
    rounds = "" if summary["rounds"] is None else f", {summary['rounds']:.1f} rounds on average"
    facts = (summary["ruleset"], f"seats: {summary['seats']}", f"games: {summary['games']}{rounds}")
    console.print(", ".join((*facts, f"seed: {summary['seed']}")), highlight=False, markup=False)
    for table in (_levels(summary), *([_pairs(summary["pairs"])] if summary["pairs"] else []), _times(summary)):
        console.print()
        console.print(table)
    if summary["elo"] and not summary["elo"]["bounded"]:
        console.print(
            "Elo: some levels never lost to the others, or never met them; one draw between every two is added.",
            highlight=False,
        )
    for failure in summary["failures"]:
        line = "level {level} failed at seat {seat} of {levels}, game seed {seed}:\n{text}".format_map(failure)
        console.print(line, style="red", markup=False, highlight=False)


def _levels(summary: Doc) -> Table:
    elos = {} if summary["elo"] is None else {one["level"]: _elo(one) for one in summary["elo"]["ratings"]}
    table = _table("level", "games", "wins %", "95 %", "score", "Elo")
    for level in summary["levels"]:
        name, share = level["level"], _share(level["wins"])
        table.add_row(name, str(level["games"]), *share, _mean(level["score"]), elos.get(name, ""))
    return table


def _times(summary: Doc) -> Table:
    table = _table("level", "decisions", "CPU ms: p50", "p95")
    for level in summary["levels"]:
        millis = level["cpu_ms"]
        table.add_row(level["level"], str(level["decisions"]), _millis(millis["p50"]), _millis(millis["p95"]))
    return table


def _pairs(pairs: list[Doc]) -> Table:
    table = _table("pair", "games", "beat %", "95 %", "margin")
    for pair in pairs:
        share = _share(pair["beat"])
        table.add_row(" : ".join(pair["levels"]), str(pair["games"]), *share, _mean(pair["margin"]))
    return table


def _table(first: str, *numbers: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column(first, no_wrap=True)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _share(share: Doc | None) -> tuple[str, str]:
    if share is None:
        return "", ""
    return f"{100 * share['share']:.1f}", f"{100 * share['low']:.1f}-{100 * share['high']:.1f}"


def _mean(mean: Doc | None) -> str:
    if mean is None:
        return ""
    reach = "" if mean["plus_minus"] is None else f" ±{mean['plus_minus']:.1f}"
    return f"{mean['mean']:.1f}{reach}"


def _elo(rating: Doc) -> str:
    return f"{rating['elo']:+.0f} ±{rating['plus_minus']:.0f}" if rating["plus_minus"] else "0"


def _millis(value: float | None) -> str:
    return "" if value is None else f"{value:.{2 if value < 10 else 0}f}"
