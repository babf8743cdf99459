"""The Thief takes gold from others' supplies; the Sheriff discards a Thief (SCOUNDRELS-17 to 21, A-61, A-62)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, THIEF
from engine.villagers.effects.base import Action, Aim, Offer, Played, discard_played
from engine.villagers.moves import about, paid_villager
from engine.villagers.moves.fields import SEAT, VILLAGER
from engine.villagers.state import BUILD, State
from engine.villagers.table.leaving import leave

THIEVE: Final = 11
"""The type of a Thief's move. Its fields: the seat's Thief, and the seat that he robs."""

LOOT: Final = 3


class Thief(Offer):
    """Each of the player's Thieves steals once in each build turn, even in the turn in which he is placed."""

    move_type = MoveType(
        THIEVE,
        "thieve",
        "In the build turn: your Thief takes 3 gold from another player's supply.",
        BUILD,
        about=f"{about.OWN} {about.gold('{seat}')}",
        villager=VILLAGER.about("Your Thief."),
        seat=SEAT.about("Who is robbed."),
    )
    rule = "SCOUNDRELS-17"

    def moves(self, state: State, seat: int) -> list[Move]:
        """Return a move for each Thief that has not stolen in this turn, with each other seat that has enough gold."""
        there: list[Move] = [
            (THIEVE, villager, victim)
            for villager, card in enumerate(state.seats[seat].card)
            if card == THIEF
            for victim in range(state.players)
        ]
        return [move for move in there if not self.why_not(state, seat, move)]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        _, villager, victim = move
        owner = state.seats[seat]
        if villager >= len(owner.card) or owner.card[villager] != THIEF:
            return Refusal(
                "SCOUNDRELS-17",
                "Villager no. {villager} is not your Thief; choose one of your Thieves.",
                villager=villager,
            )
        if paid_villager(seat, villager) in owner.hired:
            return Refusal("SCOUNDRELS-17", "This Thief has already robbed somebody this turn.")
        if victim == seat or victim >= state.players:
            return Refusal("SCOUNDRELS-17", "A Thief can rob only another player.")
        if state.seats[victim].gold < LOOT:
            return Refusal("SCOUNDRELS-18", "You can rob only a player who has at least {gold} gold.", gold=LOOT)
        return None

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Move gold from the victim's supply onto the Thief."""
        _, villager, victim = move
        owner = state.seats[seat]
        state.seats[victim].gold -= LOOT
        owner.coins[villager] += LOOT
        owner.hired = sorted([*owner.hired, paid_villager(seat, villager)])
        if events is not None:
            events.append(open_event("robbed", seat=seat, from_seat=victim, villager=villager, gold=LOOT))


class Sheriff(Played):
    """Discards a Thief of any village and takes his gold."""

    card = CODES["sheriff"]
    target = "villager"
    rule = "SCOUNDRELS-20"
    on_seat = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return all Thieves as aims. They are never covered."""
        return [
            (owner + 1, villager)
            for owner, village in enumerate(state.seats)
            for villager, there in enumerate(village.card)
            if there == THIEF
        ]

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        if not self.aims(state, seat):
            return Refusal("SCOUNDRELS-21", "There is no Thief in any village.")
        return Refusal("SCOUNDRELS-20", "There is no such Thief; choose another one.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Put the Thief on the discard pile and his gold into the player's supply."""
        owner, villager = move[2] - 1, move[3]
        discard_played(state, seat, self.card, events)
        gold = state.seats[owner].coins[villager]
        state.seats[owner].coins[villager] = 0
        card, _ = leave(state, owner, villager)
        state.discard.append(card)
        catcher = state.seats[seat]
        catcher.gold += gold
        catcher.hired = [used for used in catcher.hired if used != paid_villager(owner, villager)]
        if events is not None:
            events.append(open_event("caught", seat=seat, from_seat=owner, villager=villager, gold=gold))


ACTIONS: Final[list[Action]] = [Thief(), Sheriff()]
