"""What an effect of a special villager has to say: one that is played from the hand, one that stands in a village."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import KEYS
from engine.villagers.moves import NO_LOCK, unlock_doc
from engine.villagers.state import BUILD, State
from engine.villagers.table.hidden import play_openly


class Action(ABC):
    """Moves of one type: when they are made, why one is not possible, and what it does. `rule`: what they rest on.

    `move_type`: the row of these moves; `None`: they are plays of a card.
    """

    rule: ClassVar[str]
    move_type: ClassVar[MoveType | None] = None
    phase: ClassVar[int] = BUILD
    reacts: ClassVar[bool] = False
    """Whether it is made in the turns of others, and in theirs only."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why such a move is not possible."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Carry it out."""


class Effect(Action):
    """What a special villager, `card`, does when it is played from the hand."""

    card: ClassVar[int]
    aims: ClassVar[bool] = False
    """Whether a seat is named to play it on."""
    target: ClassVar[str | None] = None
    """The field of its move that says on what it is played, if on anything."""
    worth: ClassVar[float] = 3.0
    """Gold that it is worth in a hand early in the game, for the heuristics."""
    drafts: ClassVar[bool] = False
    """Whether it is a pick of the draft turn itself, and not something done before the picks."""

    @abstractmethod
    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """The moves the seat, which holds the card in its turn (reactions: in another's), can make with it; sorted."""


class Offer(Action):
    """What a villager standing in a village offers to whoever is to act, by a type of moves of its own."""

    @abstractmethod
    def moves(self, state: State, seat: int) -> list[Move]:
        """What the seat, in its turn, can make of such villagers in any village."""


def discard_played(
    state: State, seat: int, card: int, events: EventLog, unlock: int = NO_LOCK, villager: int = 0
) -> None:
    """A special villager leaves the hand for the discard pile, for all to see."""
    play_openly(state.seats[seat], card)
    state.discard.append(card)
    if events is not None:
        facts = {"card": KEYS[card], "unlock": unlock_doc(unlock), "villager": villager or None}
        events.append(open_event("played", seat=seat, **facts))


def named_seat(state: State, code: int) -> int:
    """The seat of a play's target; -1 where none, or none that is there, is named."""
    return code - 1 if code <= len(state.seats) else -1
