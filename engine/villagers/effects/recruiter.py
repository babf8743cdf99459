"""The Recruiter: for 1 gold, draft two villagers in one turn (SAINTS-13 to 15, A-52)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import RECRUITER
from engine.villagers.effects.base import Action, Offer
from engine.villagers.state import DRAFT, State
from engine.villagers.table.village import drafts

RECRUIT: Final = 12

PRICE: Final = 1
PICKS: Final = 2


class Recruiter(Offer):
    """Stands in a village. A seat can pay him before the first pick of its draft turn."""

    move_type = MoveType(
        RECRUIT,
        "recruit",
        "Before the first pick of a draft turn: pay the Recruiter a gold for a second pick.",
        DRAFT,
        about="/seats/{me}/village/card=recruiter /seats/{me}/gold",
    )
    rule = "SAINTS-13"
    phase = DRAFT

    def moves(self, state: State, seat: int) -> list[Move]:
        """Return the move to pay, if the seat may still draft two villagers."""
        return [] if _refusal(state, seat) else [(RECRUIT,)]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        return _refusal(state, seat)

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Pay a gold to the bank; this turn has two picks."""
        state.seats[seat].gold -= PRICE
        state.recruited = PICKS
        if events is not None:
            events.append(open_event("recruited", seat=seat))


ACTIONS: Final[list[Action]] = [Recruiter()]


def _refusal(state: State, seat: int) -> Refusal | None:
    drafter = state.seats[seat]
    if RECRUITER not in drafter.card:
        return Refusal("SAINTS-13", "There is no Recruiter in your village.")
    if state.recruited:
        return Refusal("SAINTS-13", "You can pay the Recruiter once per turn, before your first draft.")
    if drafts(drafter) - len(drafter.square) < PICKS:
        return Refusal("SAINTS-15", "You can pay the Recruiter only if you may still draft 2 cards.")
    if drafter.gold < PRICE:
        return Refusal("SAINTS-13", "The Recruiter costs 1 gold; your supply is empty.")
    return None
