"""AI players by rating.

`ratings.json` has the measurements, by ruleset and number of seats; `bench/ratings.py` writes it. A player with a
rating makes fewer mistakes (`Casual`) or searches longer (`Search`) than the measured player ("rung") below it.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from functools import cache, lru_cache
from math import exp, log
from typing import Any

from engine.bots.base import Bot
from engine.bots.casual import Casual
from engine.bots.search import Budget, Search
from engine.rows import read_data


class RatedSearch(Search):
    """A search that more time does not make stronger."""

    def timed(self) -> Bot:
        """Return the same player. It keeps its limit on iterations."""
        return self


@cache
def measured() -> dict[str, Any]:
    """Return the content of `ratings.json`: `{ruleset: {seats: {"levels": [...], "rungs": [...]}}}`.

    A level has `name`, `rating`, `half_width` (of the 95 % interval), `median_ms`, `p95_ms` and `loss`. A rung has
    `rating`, `overlooks`, `error` and `iterations`; rungs are sorted by rating.
    """
    return read_data(__package__, "ratings.json")


def bot_of(levels: Mapping[str, Bot], level: str, ruleset: str, seats: int) -> Bot | None:
    """Return the bot for `level`, the name of a level or a rating in digits; `None` if there is no such bot.

    Equal arguments return the same bot.
    """
    if not level.isdecimal():
        return levels.get(level)
    return None if span(ruleset, seats) is None else rated(ruleset, seats, int(level))


def fault_of(rating: int, ruleset: str, seats: int) -> str:
    """Return a message that says why no bot has this rating at this table; empty if there is such a bot."""
    ends = span(ruleset, seats)
    if ends is None:
        return "is not known for this ruleset and number of seats: send a level"
    return "" if ends[0] <= rating <= ends[1] else f"must be from {ends[0]} to {ends[1]} at this table"


def span(ruleset: str, seats: int) -> tuple[int, int] | None:
    """Return the lowest rating at this table (at least 0) and the highest one; `None` if nothing was measured there."""
    rungs = _rungs(ruleset, seats)
    return (max(0, round(rungs[0]["rating"])), round(rungs[-1]["rating"])) if rungs else None


@lru_cache(maxsize=256)
def rated(ruleset: str, seats: int, rating: int) -> Bot:
    """Return the player of a rating within `span`."""
    rungs = _rungs(ruleset, seats)
    above = min(max(1, bisect([rung["rating"] for rung in rungs], rating)), len(rungs) - 1)
    low, high = rungs[above - 1], rungs[above]
    part: float = min(1.0, max(0.0, (rating - low["rating"]) / (high["rating"] - low["rating"])))

    if high["iterations"]:
        # Doubling the iterations raises the rating by about the same amount everywhere. A search of one iteration plays
        # the move with the highest prior.
        fewer = max(1.0, float(low["iterations"]))
        return RatedSearch(Budget(round(fewer * exp(part * log(float(high["iterations"]) / fewer))), ahead=True))

    def between(name: str) -> float:
        lower, upper = float(low[name]), float(high[name])
        return lower + part * (upper - lower)

    return Casual(between("overlooks"), between("error"))


def _rungs(ruleset: str, seats: int) -> list[dict[str, Any]]:
    rungs: list[dict[str, Any]] = measured().get(ruleset, {}).get(str(seats), {}).get("rungs", [])
    return rungs if len(rungs) > 1 else []
