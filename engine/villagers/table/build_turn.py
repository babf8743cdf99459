"""The start of a build turn, and whether the builder has done anything since."""

from __future__ import annotations

from typing import Final

from engine.villagers.catalogue import THIEF
from engine.villagers.state import SETTLE, State

MAX_TRADES: Final = 3
"""The number of trades in a build turn (BASIC-2)."""


def past_opening(state: State) -> bool:
    """Return whether the state shows that the builder did anything besides hiring freelancers (PROFITEERS-13)."""
    seat = state.seats[state.turn]
    robbed = any((one >> 16) - 1 == state.turn and seat.card[one & 0xFFFF] == THIEF for one in seat.hired)
    return seat.tinner or robbed or seat.trades < MAX_TRADES or state.asked[:1] not in ((), (SETTLE,))
