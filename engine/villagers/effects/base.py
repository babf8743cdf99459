"""What an effect of a special villager has to say: one that is played from the hand, one that stands in a village."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Final

from engine.errors import Refusal
from engine.events import EventLog, open_event
from engine.move_types import MoveType
from engine.ruleset import Move
from engine.villagers.catalogue import KEYS, key_of
from engine.villagers.moves import NO_LOCK, PLAY, unlock_doc
from engine.villagers.state import BUILD, Seat, State
from engine.villagers.table.hidden import play_openly
from engine.villagers.table.padlock import unlocks, why_locked


class Action(ABC):
    """Moves of one type: when they are made, why one is not possible, and what it does. `rule`: what they rest on.

    `move_type`: the row of these moves; `None`: they are plays of a card.
    """

    rule: ClassVar[str]
    move_type: ClassVar[MoveType | None] = None
    phase: ClassVar[int] = BUILD
    reacts: ClassVar[bool] = False
    """Whether it is made in the turns of others, and in theirs only."""

    opens: ClassVar[bool] = False
    """Whether a build turn still counts as just begun after it."""

    at_home: ClassVar[bool] = False
    """Whether it changes nothing at once beyond the own seat, except payments, piles, and who knows which card."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why such a move is not possible."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Carry it out."""


class Effect(Action):
    """What a special villager, `card`, does for the seat that has it in the hand."""

    card: ClassVar[int]
    earns: ClassVar[bool] = False
    """Whether it brings gold, which is told with its key as the reason."""
    worth: ClassVar[float] = 3.0
    """Gold that it is worth in a hand early in the game, for the heuristics."""
    drafts: ClassVar[bool] = False
    """Whether it is a pick of the draft turn itself, and not something done before the picks."""

    @abstractmethod
    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """The moves the seat, which holds the card in its turn (reactions: in another's), can make with it; sorted."""


Aim = tuple[int, int]
"""On what a card is played, as in its moves: a seat + 1 and a target, each 0 if there is none."""

ON_NOTHING: Final[list[Aim]] = [(0, 0)]


class Played(Effect):
    """What it does when the card itself is played: `aims` lists on what it can be, and refuses all else."""

    on_seat: ClassVar[bool] = False
    """Whether a seat is named to play it on."""
    target: ClassVar[str | None] = None
    """The field of its move that says on what it is played, if on anything."""

    @abstractmethod
    def aims(self, state: State, seat: int) -> list[Aim]:
        """On what the seat can play it, sorted; nothing if it cannot be played now."""

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        """Why it is not played on this target of this seat (-1: of none)."""
        return Refusal(self.rule, "You cannot play {card:the} like that.", card=key_of(self.card))

    def meant(self, owner: Seat, target: int) -> int:
        """The listed target that one named by the owner of the card stands for."""
        return target

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Every aim, with every way of unlocking."""
        aims = self.aims(state, seat)
        ways = unlocks(state, seat, card) if aims else []
        return [(PLAY, card, owner, target, way) for owner, target in aims for way in ways]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why it is not played on that, or not unlocked like that."""
        _, card, owner, target, unlock = move
        if (owner, target) not in self.aims(state, seat):
            return self.why_not_on(state, seat, owner - 1, target)
        return why_locked(state, seat, card, unlock)


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
