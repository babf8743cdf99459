"""The Schemer takes a top villager of any village into the hand (SCOUNDRELS-15, SCOUNDRELS-16, A-59, A-60)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, KEYS, SPECIAL, SUIT
from engine.villagers.effects.base import Action, Aim, Played, discard_played
from engine.villagers.state import State
from engine.villagers.table.hidden import into_hand
from engine.villagers.table.leaving import leave
from engine.villagers.table.village import is_start, shows


class Schemer(Played):
    """Takes a villager that is neither special nor Founders; its owner keeps the coins."""

    card = CODES["schemer"]
    target = "villager"
    rule = "SCOUNDRELS-15"
    on_seat = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return all top villagers that may be taken, including the player's own."""
        return [
            (owner + 1, villager)
            for owner, village in enumerate(state.seats)
            for villager in range(1, len(village.card))
            if shows(village, villager) and _may_be_taken(village.card[villager])
        ]

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        if owner >= len(state.seats) or not shows(state.seats[owner], target):
            return Refusal("SCOUNDRELS-15", "There is no such top villager; choose another one.")
        return Refusal("SCOUNDRELS-15", "You cannot take Special villagers, Founders or the Countess.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Take the villager into the hand; the villager beneath is visible again."""
        owner, villager = move[2] - 1, move[3]
        discard_played(state, seat, self.card, events)
        gold = state.seats[owner].coins[villager]
        card, gone = leave(state, owner, villager)
        into_hand(state, seat, card)
        if events is not None:
            facts = {"seat": seat, "from_seat": owner, "villager": villager, "card": KEYS[card], "gold": gold}
            events.append(open_event("lured", **facts))
            events += gone


ACTIONS: Final[list[Action]] = [Schemer()]


def _may_be_taken(card: int) -> bool:
    return SUIT[card] != SPECIAL and not is_start(card)
