"""The Benefactor: in the draft, place a hand card in the village (SAINTS-3 to 5, A-48)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, PLACEABLE, SPECIAL, SUIT, key_of
from engine.villagers.effects.base import Action, Effect, discard_played
from engine.villagers.moves import about, unlock_doc
from engine.villagers.moves.fields import CARD, ON, UNLOCK
from engine.villagers.state import DRAFT, State
from engine.villagers.table.hidden import different, holds, play_openly
from engine.villagers.table.padlock import pay, unlocks, why_locked
from engine.villagers.table.placing import placed_docs, put, why_not_there
from engine.villagers.table.village import stands

BENEFACT: Final = 13
"""The type of a Benefactor's move. Its fields: the card to place, `on`, `unlock`."""


def _can_be_placed(card: int) -> bool:
    return PLACEABLE[card] and SUIT[card] != SPECIAL


class Benefactor(Effect):
    """Places one villager by the normal rules, including the padlock, without a build action. Then the Benefactor is
    discarded.
    """

    card = CODES["benefactor"]
    rule = "SAINTS-3"
    move_type = MoveType(
        BENEFACT,
        "benefactor",
        "In the draft turn: play the Benefactor to place a villager from the hand.",
        DRAFT,
        about=about.benefactor,
        card=CARD.about("The villager placed."),
        on=ON.about("What it goes on; null at the start of a chain."),
        unlock=UNLOCK,
    )
    phase = DRAFT

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Return all placements of hand cards that are not special (SAINTS-3, SAINTS-4)."""
        player = state.seats[seat]
        found: list[Move] = []
        for placed in different(player.hand):
            if _can_be_placed(placed):
                ways = unlocks(state, seat, placed)
                spots = stands(player, placed, 0) if ways else []
                found += [(BENEFACT, placed, on, way) for _, on in spots for way in ways]
        return found

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        _, card, on, unlock = move
        player = state.seats[seat]
        if not holds(player, card):
            return Refusal("SAINTS-3", "You have no {card} in hand.", card=key_of(card))
        if not _can_be_placed(card):
            return Refusal("SAINTS-3", "The Benefactor cannot place a Special villager.")
        return why_not_there(player, card, 0, on, 0) or why_locked(state, seat, card, unlock)

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Unlock and place the villager. Its food counts immediately (SAINTS-5)."""
        _, card, on, unlock = move
        player = state.seats[seat]
        discard_played(state, seat, self.card, events)
        play_openly(player, card)
        pay(state, seat, unlock)
        placed = put(player, card, 0, on)
        if events is not None:
            events.append(
                open_event("placed", seat=seat, villagers=placed_docs(player, placed), unlock=unlock_doc(unlock))
            )


ACTIONS: Final[list[Action]] = [Benefactor()]
