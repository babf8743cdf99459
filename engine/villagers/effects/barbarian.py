"""The Barbarian empties the road and takes its gold (SCOUNDRELS-6, SCOUNDRELS-7)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, KEYS
from engine.villagers.effects.base import ON_NOTHING, Action, Aim, Played, discard_played
from engine.villagers.state import DRAFT, State
from engine.villagers.table.piles import face_up, replace_slots, road_is_bare


class Barbarian(Played):
    """Discards all face-up villagers, takes their gold, and fills the gaps from the reserve."""

    card = CODES["barbarian"]
    rule = "SCOUNDRELS-6"
    phase = DRAFT
    earns = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return the only aim, if the road has a villager."""
        return [] if road_is_bare(state) else ON_NOTHING

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        return Refusal(self.rule, "There is no villager on the road.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Take the gold, then replace every villager of the road."""
        discard_played(state, seat, self.card, events)
        gold = sum(state.road_gold)
        state.seats[seat].gold += gold
        if events is not None and gold:
            events.append(open_event("gold_gained", seat=seat, gold=gold, reason=KEYS[self.card]))
        replace_slots(state, face_up(state), events)


ACTIONS: Final[list[Action]] = [Barbarian()]
