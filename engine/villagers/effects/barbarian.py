"""The Barbarian empties the road and takes its gold (SCOUNDRELS-6, SCOUNDRELS-7)."""

from __future__ import annotations

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import CODES
from engine.villagers.effects.base import Effect, discard_played
from engine.villagers.moves import NO_LOCK, PLAY
from engine.villagers.state import DRAFT, State
from engine.villagers.table.padlock import why_locked
from engine.villagers.table.piles import face_up, replace_slots, road_is_bare


class Barbarian(Effect):
    """All face-up villagers are discarded, their gold taken, the gaps filled from the reserve."""

    card = CODES["barbarian"]
    rule = "SCOUNDRELS-6"
    phase = DRAFT

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Possible while a villager lies face up."""
        return [] if road_is_bare(state) else [(PLAY, card, 0, 0, NO_LOCK)]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """The road must not be bare."""
        if road_is_bare(state):
            return self.rule, "No villager lies on the road."
        return why_locked(state, seat, move[1], move[4])

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Take the gold, then replace every villager of the road."""
        discard_played(state, seat, self.card, events)
        gold = sum(state.road_gold)
        state.seats[seat].gold += gold
        if events is not None and gold:
            events.append(open_event("gold_gained", seat=seat, gold=gold, reason="barbarian"))
        replace_slots(state, face_up(state), events)
