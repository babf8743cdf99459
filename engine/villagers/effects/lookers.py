"""Prophet and Pigeoneer look through a pile, take a card and put the rest back in any order (SAINTS-8 to 12).

The look is a move; `phases.looking` has the decisions that follow.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import Event, EventLog
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, KEYS
from engine.villagers.effects.base import ON_NOTHING, Action, Aim, Played, discard_played
from engine.villagers.moves import pile_doc
from engine.villagers.state import DRAFT, EMPTY, LOOK, RESERVE, State
from engine.villagers.table.piles import full_stacks, pile_of

MAX_LOOK: Final = 6
"""The most cards that the Pigeoneer sees (SAINTS-8)."""


def seen_at_most(pile: int, cards: int) -> int:
    """Return how many cards of a pile the player sees. `cards`: how many cards the pile has."""
    return min(MAX_LOOK, cards) if pile == RESERVE else cards


class Prophet(Played):
    """Looks through a whole stack. Taking the chosen card is the draft of this turn."""

    card = CODES["prophet"]
    target = "stack"
    rule = "SAINTS-10"
    phase = DRAFT
    drafts = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return all stacks that have cards (SAINTS-11)."""
        return [(0, stack + 1) for stack in full_stacks(state)]

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        return Refusal("SAINTS-11", "Choose a stack that has cards.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        stack = move[3] - 1
        discard_played(state, seat, self.card, events)
        _look(state, seat, stack, events)


class Pigeoneer(Played):
    """Looks at the top of the reserve; the player takes the chosen card into the hand."""

    card = CODES["pigeoneer"]
    rule = "SAINTS-8"
    at_home = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return the only aim, if the reserve has cards (SAINTS-9)."""
        return ON_NOTHING if state.reserve else []

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        return Refusal("SAINTS-9", "The reserve is empty.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        discard_played(state, seat, self.card, events)
        _look(state, seat, RESERVE, events)


ACTIONS: Final[list[Action]] = [Prophet(), Pigeoneer()]


def _look(state: State, seat: int, pile: int, events: EventLog) -> None:
    """Begin the look. From now on, the seat knows the cards that the look shows (INFO-12)."""
    cards = pile_of(state, pile)
    depth = seen_at_most(pile, len(cards))
    cards[-depth:] = [hidden | 1 << seat for hidden in cards[-depth:]]
    state.asked = (LOOK, pile, depth, EMPTY)
    if events is not None:
        facts = {"seat": seat, **pile_doc(pile), "from_seat": None, "count": depth}
        seen = {"cards": [KEYS[hidden >> 8] for hidden in reversed(cards[-depth:])]}
        events.append(Event("looked", 1 << seat, {**facts, "cards": []}, seen))
