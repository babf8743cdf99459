"""The Freelancer: at the start of a build turn anyone may pay him for one more build action (PROFITEERS-10 to 13)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import FREELANCER
from engine.villagers.effects.base import Action, Offer
from engine.villagers.moves import about, paid_villager
from engine.villagers.moves.fields import SEAT, VILLAGER
from engine.villagers.state import BUILD, State

HIRE: Final = 10
"""The type of a move that hires a Freelancer. Its field: the freelancer, encoded like an unlock."""

PRICE: Final = 1
MAX_BUILDS: Final = 5


class Freelancer(Offer):
    """A seat hires the Freelancer before any other action of its turn. The gold stays on the card."""

    move_type = MoveType(
        HIRE,
        "hire",
        "At the start of the build turn: put a gold on a freelancer for one more build action.",
        BUILD,
        about=f"{about.THEIRS} /seats/{{me}}/gold",
        seat=SEAT,
        villager=VILLAGER,
        write=lambda move: {"seat": (move[1] >> 16) - 1, "villager": move[1] & 0xFFFF},
        read=lambda state, seat, doc: (paid_villager(doc["seat"], doc["villager"]),),
    )
    rule = "PROFITEERS-10"
    opens = True
    at_home = True

    def moves(self, state: State, seat: int) -> list[Move]:
        """Return a move for each freelancer not yet hired in this build turn, if the turn has just begun."""
        if not state.seats[seat].opening:
            return []
        there: list[Move] = [
            (HIRE, paid_villager(owner, villager))
            for owner, village in enumerate(state.seats)
            for villager, card in enumerate(village.card)
            if card == FREELANCER
        ]
        return [move for move in there if not self.why_not(state, seat, move)]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        builder = state.seats[seat]
        owner, villager = (move[1] >> 16) - 1, move[1] & 0xFFFF
        village = state.seats[owner].card if owner < len(state.seats) else []
        if villager >= len(village) or village[villager] != FREELANCER:
            return Refusal(
                "PROFITEERS-10",
                "Villager no. {villager} in seat {owner}'s village is not a Freelancer.",
                villager=villager,
                owner=owner + 1,
            )
        if not builder.opening:
            return Refusal("PROFITEERS-13", "You can hire Freelancers only at the start of your build turn.")
        if move[1] in builder.hired:
            return Refusal("PROFITEERS-11", "You have already hired this Freelancer this turn.")
        limit = MAX_BUILDS - builder.cut
        if builder.builds >= limit:
            return Refusal("PROFITEERS-12", "Your build limit is already {limit}.", limit=limit)
        if builder.gold < PRICE:
            return Refusal("PROFITEERS-10", "Hiring costs 1 gold; your supply is empty.")
        return None

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Put a gold from the supply on the card; the builder has one more build action."""
        builder = state.seats[seat]
        owner, villager = (move[1] >> 16) - 1, move[1] & 0xFFFF
        builder.gold -= PRICE
        builder.builds += 1
        builder.hired = sorted([*builder.hired, move[1]])
        state.seats[owner].coins[villager] += PRICE
        if events is not None:
            events.append(open_event("hired", seat=seat, from_seat=owner, villager=villager))


ACTIONS: Final[list[Action]] = [Freelancer()]
