"""The banner values to which two dice can be changed, and the prices (MVDICE-5 to 7)."""

from __future__ import annotations

from typing import Final

Way = tuple[int, ...]
"""A value, and its price in coins and in markers of the meeting place."""

MAX_COINS: Final = 10
MAX_TOKENS: Final = 2
"""The number of markers that the most expensive change costs."""


def _apart(number: int) -> int:
    """Return the distance of a number from the nearest face."""
    return max(1 - number, 0, number - 6)


def _ways(one: int, other: int) -> tuple[Way, ...]:
    """Return the ways to change two faces to each value, with 0, 1 or 2 markers.

    A way with more markers is left out unless it saves coins.
    """
    ways = []
    for value in range(2, 13):
        coins = abs(value - one - other)
        # The marker sets one die to any face. Coins change the other die until some face adds up to the value.
        with_one = min(_apart(value - one), _apart(value - other))
        ways.append((value, coins, 0))
        if with_one < coins:
            ways.append((value, with_one, 1))
            if with_one:
                ways.append((value, 0, 2))
    return tuple(ways)


_TABLE: Final = tuple(tuple(_ways(one, other) for other in range(1, 7)) for one in range(1, 7))


def ways_to(dice: list[int], coins: int, tokens: int) -> list[Way]:
    """Return the ways to change two dice (as in `State.dice`) that cost at most `coins` and `tokens`.

    The ways with the fewest markers come first.
    """
    table = _TABLE[dice[0] % 6][dice[1] % 6]
    return [way for way in table if way[1] <= coins and way[2] <= tokens]
