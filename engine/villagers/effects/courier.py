"""The Courier: before another seat drafts, take a villager from the road (SCOUNDRELS-8 to 10, A-57)."""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, KEYS
from engine.villagers.effects.base import Action, Aim, Played, discard_played
from engine.villagers.state import DRAFT, SECOND_PICK, State
from engine.villagers.table.hidden import into_hand
from engine.villagers.table.piles import face_up, fill_from_stacks, take_from_road


def window_is_open(state: State) -> bool:
    """Return whether a Courier may still be played: the drafting seat has neither taken a card nor begun a look
    (SCOUNDRELS-9).
    """
    return state.phase == DRAFT and not state.asked and state.recruited != SECOND_PICK


class Courier(Played):
    """A reaction in another seat's turn. The villager taken does not count toward the limit."""

    card = CODES["courier"]
    target = "slot"
    rule = "SCOUNDRELS-8"
    phase = DRAFT
    reacts = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return the slots of all face-up villagers, while a Courier may be played."""
        return [(0, slot + 1) for slot in face_up(state)] if window_is_open(state) else []

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        if not window_is_open(state):
            return Refusal("SCOUNDRELS-9", "The player whose turn it is has already begun to draft.")
        return Refusal("SCOUNDRELS-8", "Choose a slot of the road that has a villager.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Take the villager and its gold, and fill the gap as after a draft."""
        slot = move[3] - 1
        discard_played(state, seat, self.card, events)
        card, gold = take_from_road(state, slot)
        state.seats[seat].gold += gold
        into_hand(state, seat, card)
        if events is not None:
            events.append(open_event("couriered", seat=seat, slot=slot, card=KEYS[card], gold=gold))
        fill_from_stacks(state, slot, events)


ACTIONS: Final[list[Action]] = [Courier()]
