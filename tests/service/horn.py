"""A tiny game with a hidden reaction, to test that nobody can see who could have reacted.

Each seat is secretly dealt a card from 0 to 3; a 3 is a horn. The seats take 1 to 3 stones in turn; whoever takes the
last one wins. Before another seat takes, a seat with a horn may blow it once: if at least two stones are left, one is
removed, and the seat to move still has to take.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from engine.errors import Fault, GameOver, IllegalMove, MalformedMove, NotYourTurn, Refusal
from engine.events import Event, open_event
from engine.ruleset import Doc, Move, Shapes
from engine.shapes import faults
from tests.service.toy import TAKE, Nim, NimOptions, NimPosition, NimScore, State, TakeMove, TookEvent, View

BLOW = 2
HORN = 3


class HornView(TypedDict):
    ruleset: Literal["horn"]
    stones: int
    bids: list[int | None]
    has_bid: list[bool]
    turn: int | None


class BlowMove(TypedDict):
    type: Literal["blow"]


class BlewEvent(TypedDict):
    type: Literal["blew"]
    seat: int


class Horn(Nim):
    """The rules. `bids` are the cards; a blown horn is gone, as everybody sees."""

    key = "horn"
    name = "Nim with a horn"
    shapes = Shapes(
        NimOptions,
        NimPosition,
        HornView,
        NimScore,
        NimScore,
        {"take": TakeMove, "blow": BlowMove},
        {"took": TookEvent, "blew": BlewEvent},
    )

    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
        deal = random.Random(seed)
        return State(seed, options["stones"], [deal.randrange(HORN + 1) for _ in range(seats)], turn=0)

    def to_act(self, state: State) -> tuple[int, ...]:
        return _acting(state.turn, state.stones, [card == HORN for card in state.bids])

    def view_to_act(self, view: View) -> tuple[int, ...]:
        return _acting(view.turn, view.stones, [card == HORN for card in view.bids])

    def might_react(self, view: View) -> tuple[int, ...]:
        known = zip(view.bids, view.has_bid, strict=True)
        return _acting(view.turn, view.stones, [there and card in (None, HORN) for card, there in known])[1:]

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return self.view_moves(self.view(state, seat))

    def view_moves(self, view: View) -> Sequence[Move]:
        if view.viewer is None or view.viewer not in self.view_to_act(view):
            return []
        return _takes(view.stones) if view.viewer == view.turn else [(BLOW,)]

    def apply(self, state: State, seat: int, move: Move) -> list[Event]:
        if not self.to_act(state):
            raise GameOver("the game is over")
        if seat not in self.to_act(state):
            raise NotYourTurn(f"it is not seat {seat}'s turn")
        if move not in self.legal_moves(state, seat):
            refusal = Refusal("HORN-1", "take 1 to 3 stones that are there, or blow the horn in another's turn")
            raise IllegalMove(refusal, self.words)
        self.advance(state, seat, move)
        return [open_event("blew", seat=seat) if move[0] == BLOW else open_event("took", seat=seat, stones=move[1])]

    def advance(self, state: State, seat: int, move: Move) -> None:
        if move[0] == BLOW:
            state.bids[seat] = None
            state.stones -= 1
        else:
            super().advance(state, seat, move)

    def result(self, state: State) -> Doc | None:
        return None if state.stones else super().result(state)

    def priors(self, state: State, seat: int, moves: Sequence[Move]) -> list[float]:
        """Blowing a horn is good if it leaves the next seat a multiple of 4."""
        return [float(state.stones % 4 == 1) * 2 - 1 if move[0] == BLOW else float(move[1]) for move in moves]

    def write_move(self, move: Move) -> Doc:
        return {"type": "blow"} if move[0] == BLOW else super().write_move(move)

    def read_move(self, state: State, seat: int, doc: Mapping[str, Any]) -> Move:
        shape = self.shapes.moves.get(str(doc.get("type")))
        if shape is None:
            raise MalformedMove([Fault("type", "must be one of: take, blow")])
        if found := faults(doc, shape):
            raise MalformedMove(found)
        return (BLOW,) if doc["type"] == "blow" else (TAKE, doc.get("stones", 1))


def _acting(turn: int | None, stones: int, horns: Sequence[bool]) -> tuple[int, ...]:
    """Return the seat to move, then those that could blow, given who has a horn."""
    assert turn is not None
    if not stones:
        return ()
    return (turn, *(seat for seat, horn in enumerate(horns) if horn and seat != turn and stones > 1))


def _takes(stones: int) -> list[Move]:
    return [(TAKE, number) for number in range(1, min(3, stones) + 1)]


RULES = Horn()


def seed_of(*horns: bool) -> str:
    """Return a seed that deals horns to exactly these seats."""
    for number in range(9999):
        cards = RULES.setup({"stones": 1}, len(horns), str(number).encode()).bids
        if [card == HORN for card in cards] == list(horns):
            return str(number)
    raise AssertionError("no such seed")
