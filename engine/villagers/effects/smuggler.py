"""The Smuggler: half the printed gold of an own villager, from the bank, at once (SPECIAL-25 to 27)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import GOLD, SMUGGLER
from engine.villagers.effects.base import Effect, discard_played
from engine.villagers.moves import PLAY
from engine.villagers.state import State
from engine.villagers.table.padlock import pay, unlocks, why_locked
from engine.villagers.table.village import sales, shows


class Smuggler(Effect):
    """Played on one own visible villager, then discarded."""

    card = SMUGGLER
    target = "villager"
    rule = "SPECIAL-25"

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """A move for each printed value that shows, the lowest id among equals; else one for nothing (A-34)."""
        targets = sorted(sales(state.seats[seat]).values()) or [0]
        ways = unlocks(state, seat, card)
        return [(PLAY, card, 0, villager, way) for villager in targets for way in ways]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """The villager must be an own one with gold that shows."""
        _, card, _, villager, unlock = move
        player = state.seats[seat]
        if villager and not shows(player, villager):
            return "SPECIAL-26", f"Villager {villager} is covered or not in the village."
        if villager and not GOLD[player.card[villager]]:
            return "SPECIAL-25", f"Villager {villager} has no printed gold."
        if villager and sales(player)[GOLD[player.card[villager]]] != villager:
            return "SPECIAL-25", "A villager of the same value is listed for this sale."
        if not villager and sales(player):
            return "SPECIAL-25", "Name one of the own villagers with printed gold."
        return why_locked(state, seat, card, unlock)

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Unlock him, take half the value, rounded up, and discard him."""
        _, card, _, villager, unlock = move
        player = state.seats[seat]
        discard_played(state, seat, card, events, unlock, villager)
        pay(state, seat, unlock)
        gold = (GOLD[player.card[villager]] + 1) // 2 if villager else 0
        player.gold += gold
        if events is not None:
            events.append(open_event("gold_gained", seat=seat, gold=gold, reason="smuggler"))
