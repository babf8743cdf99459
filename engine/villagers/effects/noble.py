"""The Noble looks at a hand, then steals a card (SCOUNDRELS-14, A-58).

These are two moves, because the player chooses the card only after seeing the hand.
"""

from __future__ import annotations

from typing import Final

from engine.errors import Refusal
from engine.events import Event, EventLog
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import CODES, DRAFTABLE, KEYS, SPECIAL, SUIT, key_of
from engine.villagers.effects.base import Action, Aim, Played, discard_played
from engine.villagers.moves import STEAL_CARD, about
from engine.villagers.moves.fields import CARD, SEAT
from engine.villagers.moves.pending import PendingType
from engine.villagers.state import BUILD, STEAL, State
from engine.villagers.table.hidden import give_up, play_openly, secret_event, suit_of


class Noble(Played):
    """Played on any other seat with hand cards."""

    card = CODES["noble"]
    rule = "SCOUNDRELS-14"
    on_seat = True
    at_home = True

    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return all other seats that have hand cards."""
        return [(owner + 1, 0) for owner in range(state.players) if owner != seat and state.seats[owner].hand]

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        return Refusal("SCOUNDRELS-14", "Choose another player who has cards in hand for the Noble.")

    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Show the hand to the player. If it has a card to steal, choosing the card is the next decision."""
        owner = move[2] - 1
        discard_played(state, seat, self.card, events)
        hand = state.seats[owner].hand
        hand[:] = sorted(hidden | 1 << seat for hidden in hand)
        if events is not None:
            facts = {"seat": seat, "pile": "hand", "stack": None, "from_seat": owner, "count": len(hand)}
            seen = {"cards": [KEYS[hidden >> 8] for hidden in hand]}
            events.append(Event("looked", 1 << seat | 1 << owner, {**facts, "cards": []}, seen))
        if _can_be_robbed(hand):
            state.asked = (STEAL, owner)


ACTIONS: Final[list[Action]] = [Noble()]


# --- the second decision: which card -------------------------------------------------------------


def _can_be_robbed(hand: list[int]) -> bool:
    """Return whether the hand has a card that can be stolen. The backs of the cards show this."""
    return any(suit_of(hidden) != SPECIAL for hidden in hand)


def _robbed(state: State) -> list[int]:
    return state.seats[state.asked[1]].hand


MOVE_TYPES: Final[list[MoveType]] = [
    MoveType(
        STEAL_CARD,
        "steal",
        "Noble: steal a card of the hand that was looked at.",
        about=about.robbed,
        card=CARD,
    ),
]
PENDING: Final = PendingType(
    STEAL,
    "steal",
    "A hand has been looked at: one of its cards is to be stolen.",
    BUILD,
    seat=SEAT,
    sees=lambda state: _robbed(state) if state.asked[1] != state.turn else [],
    possible=lambda state: _can_be_robbed(_robbed(state)),
)


def moves(state: State, seat: int) -> list[Move]:
    """Return a move for each different card of the hand that can be stolen."""
    cards = sorted({hidden >> 8 for hidden in _robbed(state)})
    return [(STEAL_CARD, card) for card in cards if SUIT[card] != SPECIAL]


def why_not(state: State, seat: int, move: Move) -> Refusal | None:
    if move[0] != STEAL_CARD:
        return Refusal("SCOUNDRELS-14", "First choose the card that the Noble steals.")
    if SUIT[move[1]] == SPECIAL:
        return Refusal("SCOUNDRELS-14", "The Noble cannot steal a Special villager.")
    if (STEAL_CARD, move[1]) not in moves(state, seat):
        return Refusal("SCOUNDRELS-14", "There is no {card} in that hand.", card=key_of(move[1]))
    return None


def play(state: State, seat: int, move: Move, events: EventLog) -> bool:
    """Move the card to the thief's hand. Other players see its back. Returns False: a theft never ends a phase."""
    owner = state.asked[1]
    state.asked = ()
    if DRAFTABLE[move[1]]:
        card = give_up(state, owner, move[1])
    else:
        # A basic villager has no back, so all players see it go.
        play_openly(state.seats[owner], move[1])
        card = move[1] << 8 | state.everyone
    victim = state.seats[owner].hand
    # The thief has seen the whole hand, so it knows which card is gone.
    victim[:] = sorted(hidden | 1 << seat for hidden in victim)
    hand = state.seats[seat].hand
    hand.append(card & ~(1 << seat))
    hand.sort()
    if events is not None:
        facts = {"seat": seat, "from_seat": owner}
        events.append(secret_event(state, "stolen", facts, card & ~(1 << seat), also=1 << seat))
    return False
