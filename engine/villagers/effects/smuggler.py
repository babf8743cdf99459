"""The Smuggler: the bank immediately pays half the printed gold of one of your villagers (SPECIAL-25 to 27)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import GOLD, KEYS, SMUGGLER
from engine.villagers.effects.base import ON_NOTHING, Action, Aim, Played, discard_played
from engine.villagers.state import Seat, State
from engine.villagers.table.padlock import pay
from engine.villagers.table.village import sales, shows


class Smuggler(Played):
    """Played on one of the player's visible villagers, then discarded."""

    card = SMUGGLER
    target = "villager"
    earns = True
    rule = "SPECIAL-25"
    at_home = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return the first villager for each gold value that is printed on the player's visible villagers.

        If there is no such villager, the Smuggler can be played without a target (A-34).
        """
        return [(0, villager) for villager in sorted(sales(state.seats[seat]).values())] or ON_NOTHING

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        player = state.seats[seat]
        if not target:
            return Refusal("SPECIAL-25", "Choose one of your villagers with printed gold.")
        if not shows(player, target):
            return Refusal("SPECIAL-26", "Villager no. {villager} is covered, or not in your village.", villager=target)
        if not GOLD[player.card[target]]:
            return Refusal("SPECIAL-25", "Villager no. {villager} has no printed gold.", villager=target)
        return Refusal("SPECIAL-25", "Choose the listed villager of the same value.")

    def meant(self, owner: Seat, target: int) -> int:
        """Return the first villager with the same value as the named target. If no target is named, return the first
        villager with the highest value.
        """
        values = sales(owner)
        if not target:
            return values[max(values)] if values else 0
        return values.get(GOLD[owner.card[target]], target) if shows(owner, target) else target

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Discard the Smuggler, pay for unlocking him, and take half the target's printed gold, rounded up."""
        _, card, _, villager, unlock = move
        player = state.seats[seat]
        discard_played(state, seat, card, events, unlock, villager)
        pay(state, seat, unlock)
        gold = (GOLD[player.card[villager]] + 1) // 2 if villager else 0
        player.gold += gold
        if events is not None:
            events.append(open_event("gold_gained", seat=seat, gold=gold, reason=KEYS[card]))


ACTIONS: Final[list[Action]] = [Smuggler()]
