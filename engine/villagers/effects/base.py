"""What an effect of a special villager has to say: one that is played from the hand, one that stands in a village."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from engine.ruleset import Move
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events
from engine.villagers.state import State


class Action(ABC):
    """Moves of one type: why one is not possible, and what it does."""

    move: ClassVar[int]

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why such a move is not possible."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: Events) -> None:
        """Carry it out."""


class Effect(Action):
    """What a special villager, `card`, does when it is played from the hand."""

    card: ClassVar[int]

    @abstractmethod
    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """The moves the seat, which holds the card in its build turn, can make with it."""


class Offer(Action):
    """What a villager standing in a village offers to whoever builds, by a type of moves of its own."""

    @abstractmethod
    def moves(self, state: State, seat: int) -> list[Move]:
        """What the seat, in its build turn, can make of such villagers in any village."""
