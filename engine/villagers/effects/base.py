"""What an effect of a special villager has to say: one that is played from the hand, one that stands in a village."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from engine.ruleset import Move
from engine.villagers.padlock import Refusal
from engine.villagers.piles import Events
from engine.villagers.state import State


class Effect(ABC):
    """One special villager's effect: possible moves, why one is not, and what it does, side by side.

    `card` is the villager, `move` the type of its moves.
    """

    card: ClassVar[int]
    move: ClassVar[int]

    @abstractmethod
    def moves(self, state: State, seat: int, card: int) -> list[Move]:
        """The moves the seat, which holds the card in its build turn, can make with it."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why such a move is not possible."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: Events) -> None:
        """Carry it out."""


class Offer(ABC):
    """What a villager standing in a village offers to whoever builds. `move` is the type of its moves, its own."""

    move: ClassVar[int]

    @abstractmethod
    def moves(self, state: State, seat: int) -> list[Move]:
        """What the seat, in its build turn, can make of such villagers in any village."""

    @abstractmethod
    def why_not(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why such a move is not possible."""

    @abstractmethod
    def play(self, state: State, seat: int, move: Move, events: Events) -> None:
        """Carry it out."""
