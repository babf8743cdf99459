"""Base classes for effects of special villagers, played from the hand or standing in a village."""

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
    """A kind of action. All its moves are of one type.

    `rule`: the id of the rule that allows the moves. `move_type`: their type; `None` for plays of a card.
    """

    rule: ClassVar[str]
    move_type: ClassVar[MoveType | None] = None
    phase: ClassVar[int] = BUILD
    reacts: ClassVar[bool] = False
    """Whether the action is possible only in other seats' turns."""

    opens: ClassVar[bool] = False
    """Whether a build turn still counts as just begun after this action."""

    at_home: ClassVar[bool] = False
    """Whether the action affects other seats only through payments, piles and knowledge of cards."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Return why the move is illegal; `None` if it is legal."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: EventLog) -> None:
        """Make the move."""


class Effect(Action):
    """The effect of a special villager (`card`) that a player has in hand."""

    card: ClassVar[int]
    earns: ClassVar[bool] = False
    """Whether the effect may bring gold. If so, the event names the card as the reason."""
    drafts: ClassVar[bool] = False
    """Whether the effect uses up a pick of the draft turn. Otherwise it comes before the picks."""

    @abstractmethod
    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Return the moves that the seat can make with this card in its hand, sorted. In another seat's turn they are
        reactions.
        """


Aim = tuple[int, int]
"""The aim of a play as numbers of the move: the seat plus 1, and the target. 0 stands for none."""

ON_NOTHING: Final[list[Aim]] = [(0, 0)]


class Played(Effect):
    """An effect that begins when a player plays the card on one of its `aims`."""

    on_seat: ClassVar[bool] = False
    """Whether a play names a seat."""
    target: ClassVar[str | None] = None
    """The field of the move that names the target, if any."""

    @abstractmethod
    def aims(self, state: State, seat: int) -> list[Aim]:
        """Return all aims that are possible now, sorted; none if the card cannot be played."""

    def why_not_on(self, state: State, seat: int, owner: int, target: int) -> Refusal:
        """Return why this target of this seat (-1: no seat) is not allowed."""
        return Refusal(self.rule, "You cannot play {card:the} like that.", card=key_of(self.card))

    def meant(self, owner: Seat, target: int) -> int:
        """Return the target that the play affects. It may differ from the named target, because some targets are
        equivalent.
        """
        return target

    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """Return the moves that play the card: every aim with every way of unlocking."""
        aims = self.aims(state, seat)
        ways = unlocks(state, seat, card) if aims else []
        return [(PLAY, card, owner, target, way) for owner, target in aims for way in ways]

    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Return why the card cannot be played on this target, or unlocked in this way."""
        _, card, owner, target, unlock = move
        if (owner, target) not in self.aims(state, seat):
            return self.why_not_on(state, seat, owner - 1, target)
        return why_locked(state, seat, card, unlock)


class Offer(Action):
    """Moves that a villager in a village offers to the seat whose turn it is."""

    @abstractmethod
    def moves(self, state: State, seat: int) -> list[Move]:
        """Return the moves that such villagers, in any village, offer to the active seat."""


def discard_played(
    state: State, seat: int, card: int, events: EventLog, unlock: int = NO_LOCK, villager: int = 0
) -> None:
    """Move a special villager from the hand to the discard pile, visible to all."""
    play_openly(state.seats[seat], card)
    state.discard.append(card)
    if events is not None:
        facts = {"card": KEYS[card], "unlock": unlock_doc(unlock), "villager": villager or None}
        events.append(open_event("played", seat=seat, **facts))
