"""The Countess's village, where each villager stands alone, and her gold (SOLO-11, 12, 14): the last entry of the
seats.
"""

from __future__ import annotations

from typing import Final

from engine.events import EventLog, open_event
from engine.villagers.catalogue import KEYS
from engine.villagers.state import State
from engine.villagers.table.village import add, role_of

COUNTESS_SEAT: Final = 1
"""Her number wherever a village or a supply is named."""


def countess_gains(state: State, card: int, source: str, index: int, events: EventLog, gold: int = 0) -> None:
    """A villager joins her, stands alone, and pays no padlock (SOLO-11, 12, 14)."""
    her = state.seats[COUNTESS_SEAT]
    her.gold += gold
    villager = add(her, card, role_of(card), 0)
    if events is not None:
        facts = {"card": KEYS[role_of(card)], "villager": villager, "source": source, "index": index, "gold": gold}
        events.append(open_event("countess_gained", **facts))
