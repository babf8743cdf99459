"""The Countess's village and gold. They are the last entry of `State.seats`. Each villager stands alone (SOLO-11, 12,
14).
"""

from __future__ import annotations

from typing import Final

from engine.events import EventLog, open_event
from engine.villagers.catalogue import KEYS
from engine.villagers.state import State
from engine.villagers.table.village import add, role_of

COUNTESS_SEAT: Final = 1
"""The Countess's seat number, wherever a village or a supply is named."""


def countess_gains(state: State, card: int, source: str, index: int, events: EventLog, gold: int = 0) -> None:
    """Add a villager to the Countess's village. It stands alone, and she pays for no padlock (SOLO-11, 12, 14)."""
    her = state.seats[COUNTESS_SEAT]
    her.gold += gold
    villager = add(her, card, role_of(card), 0)
    if events is not None:
        facts = {"card": KEYS[role_of(card)], "villager": villager, "source": source, "index": index, "gold": gold}
        events.append(open_event("countess_gained", **facts))
