"""A villager leaves a village. Monks and Apprentices that become top villagers return to the hand (SPECIAL-10)."""

from __future__ import annotations

from engine.events import Event, open_event
from engine.villagers.catalogue import KEYS
from engine.villagers.state import State
from engine.villagers.table.hidden import into_hand
from engine.villagers.table.village import lift


def leave(state: State, owner: int, villager: int) -> tuple[int, list[Event]]:
    """Remove a top villager from the village; its coins go to the owner's supply.

    Returns its card, and the events for Monks and Apprentices that returned to the owner's hand.
    """
    card, *home = lift(state.seats[owner], villager)
    told = []
    for stand_in in home:
        into_hand(state, owner, stand_in)
        told.append(open_event("went_home", seat=owner, card=KEYS[stand_in]))
    return card, told
