"""The Tinner: padlocks of what is played after her in the turn may be ignored (SPECIAL-20 to 24)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog
from engine.ruleset import Move
from engine.villagers.catalogue import TINNER
from engine.villagers.effects.base import Effect, discard_played
from engine.villagers.moves import NO_LOCK, PLAY
from engine.villagers.state import State
from engine.villagers.table.padlock import why_locked


class Tinner(Effect):
    """Played, discarded, in force until the end of the build turn."""

    card = TINNER
    worth = 2.0
    rule = "SPECIAL-20"

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Always possible, without a padlock and without a build action (SPECIAL-23)."""
        return [(PLAY, card, 0, 0, NO_LOCK)]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Only if something is named that she does not need."""
        if move[3]:
            return "SPECIAL-20", "A tinner is played on no villager."
        return why_locked(state, seat, move[1], move[4])

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """From now on the seat may unlock by tinner."""
        discard_played(state, seat, TINNER, events)
        state.seats[seat].tinner = True
