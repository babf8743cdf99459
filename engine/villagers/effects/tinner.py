"""The Tinner: villagers played after her in the turn may ignore their padlocks (SPECIAL-20 to 24)."""

from __future__ import annotations

from typing import Final

from engine.events import EventLog
from engine.ruleset import Move
from engine.villagers.catalogue import TINNER
from engine.villagers.effects.base import ON_NOTHING, Action, Aim, Played, discard_played
from engine.villagers.state import State


class Tinner(Played):
    """She is played and discarded, and her effect lasts until the build turn ends."""

    card = TINNER
    rule = "SPECIAL-20"
    at_home = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return the only aim. The Tinner can always be played: she has no padlock and takes no build action
        (SPECIAL-23).
        """
        return ON_NOTHING

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Allow the seat to unlock by tinner for the rest of the turn."""
        discard_played(state, seat, TINNER, events)
        state.seats[seat].tinner = True


ACTIONS: Final[list[Action]] = [Tinner()]
