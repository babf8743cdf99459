"""The Tinner: villagers played after her in the turn may ignore their padlocks (SPECIAL-20 to 24)."""

from __future__ import annotations

from typing import Final

from engine.events import EventLog
from engine.ruleset import Move
from engine.villagers.catalogue import TINNER
from engine.villagers.effects.base import ON_NOTHING, Action, Aim, Played, discard_played
from engine.villagers.state import State


class Tinner(Played):
    """Played, discarded, and in force until the build turn ends."""

    card = TINNER
    worth = 2.0
    rule = "SPECIAL-20"
    at_home = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Always possible, without a padlock and without a build action (SPECIAL-23)."""
        return ON_NOTHING

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """From now on the seat may unlock by tinner."""
        discard_played(state, seat, TINNER, events)
        state.seats[seat].tinner = True


ACTIONS: Final[list[Action]] = [Tinner()]
