"""The Flaker takes a drafted villager from a square into the hand (SCOUNDRELS-11 to 13, A-55)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, KEYS
from engine.villagers.effects.base import Action, Aim, Played, discard_played
from engine.villagers.state import DRAFT, State
from engine.villagers.table.hidden import into_hand


class Flaker(Played):
    """Played on any square, even the player's own; the seat that loses a villager drafts once more."""

    card = CODES["flaker"]
    target = "take"
    rule = "SCOUNDRELS-11"
    phase = DRAFT
    on_seat = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return an aim for each different villager on each square."""
        return [
            (owner + 1, taken + 1) for owner, village in enumerate(state.seats) for taken in sorted(set(village.square))
        ]

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        return Refusal("SCOUNDRELS-11", "That villager is not on that Village Square.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        owner, card = move[2] - 1, move[3] - 1
        discard_played(state, seat, self.card, events)
        state.seats[owner].square.remove(card)
        into_hand(state, seat, card)
        if events is not None:
            events.append(open_event("square_taken", seat=seat, from_seat=owner, card=KEYS[card]))


ACTIONS: Final[list[Action]] = [Flaker()]
