"""A tiny game with hidden bids, to test that the service is independent of any game.

Each seat secretly bids 0 to 3, in any order; the bids and the seed determine who begins. Then the seats take 1 to 3
stones in turn; whoever takes the last one wins.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, Required, TypedDict

from engine.errors import (
    Fault,
    GameOver,
    IllegalMove,
    InvalidOptions,
    InvalidPosition,
    MalformedMove,
    NotYourTurn,
    Refusal,
)
from engine.events import Event, open_event
from engine.randomness import event_rng
from engine.ruleset import Doc, Forecast, Move, Option, Ruleset, Shapes
from engine.shapes import Between, faults
from engine.wording import Words

BID, TAKE = 0, 1


class NimWords(Words):
    MOVES: ClassVar = {"bid": "Bid {amount}", "take": "Take {stones}", "blow": "Blow the horn"}


class NimOptions(TypedDict, total=False):
    stones: Annotated[int, Between(1, 99)]


class NimPosition(TypedDict):
    ruleset: Literal["nim"]
    seed: str
    stones: int
    bids: list[int | None]
    turn: int | None


class NimView(TypedDict):
    ruleset: Literal["nim"]
    stones: int
    bids: list[int | None]
    has_bid: list[bool]
    turn: int | None


class NimScore(TypedDict):
    ruleset: Literal["nim"]
    stones: int


class BidMove(TypedDict):
    type: Literal["bid"]
    amount: Annotated[int, Between(0, 9)]


class TakeMove(TypedDict, total=False):
    type: Required[Literal["take"]]
    stones: Annotated[int, Between(1, 9)]


class BidEvent(TypedDict):
    type: Literal["bid"]
    seat: int
    amount: int | None


class BeganEvent(TypedDict):
    type: Literal["began"]
    seat: int


class TookEvent(TypedDict):
    type: Literal["took"]
    seat: int
    stones: int


@dataclass
class State:
    seed: bytes
    stones: int
    bids: list[int | None]
    turn: int | None = None


@dataclass
class View:
    viewer: int | None
    stones: int
    bids: list[int | None]
    has_bid: list[bool]
    turn: int | None


class Nim(Ruleset[State, View]):
    key = "nim"
    name = "Nim with a secret bid"
    format = interface = 1
    seats = (2, 3)
    options = (Option("stones", "Stones at the start.", 7, range(1, 100)),)
    shapes = Shapes(
        NimOptions,
        NimPosition,
        NimView,
        NimScore,
        NimScore,
        {"bid": BidMove, "take": TakeMove},
        {"bid": BidEvent, "began": BeganEvent, "took": TookEvent},
    )

    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        if found := faults(doc, NimOptions):
            raise InvalidOptions(found)
        return {"stones": 7, **doc}

    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
        return State(seed, options["stones"], [None] * seats)

    def seat_count(self, state: State) -> int:
        return len(state.bids)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.turn is None:
            return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)
        return (state.turn,) if state.stones else ()

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        if seat not in self.to_act(state):
            return []
        if state.turn is None:
            return [(BID, amount) for amount in range(4)]
        return [(TAKE, stones) for stones in range(1, min(3, state.stones) + 1)]

    def apply(self, state: State, seat: int, move: Move) -> list[Event]:
        if not self.to_act(state):
            raise GameOver("the game is over")
        if seat not in self.to_act(state):
            raise NotYourTurn(f"it is not seat {seat}'s turn")
        if move not in self.legal_moves(state, seat):
            refusal = Refusal("NIM-1", "bid 0 to 3 first, then take 1 to 3 stones that are there")
            raise IllegalMove(refusal, self.words)
        bidding = state.turn is None
        self.advance(state, seat, move)
        if not bidding:
            return [open_event("took", seat=seat, stones=move[1])]
        events = [Event("bid", 1 << seat, {"seat": seat, "amount": None}, {"amount": move[1]})]
        return [*events, open_event("began", seat=state.turn)] if state.turn is not None else events

    def advance(self, state: State, seat: int, move: Move) -> None:
        if move[0] == BID:
            state.bids[seat] = move[1]
            if not self.to_act(state):
                lot = event_rng(state.seed, 0).randrange(len(state.bids))
                state.turn = (lot + sum(bid or 0 for bid in state.bids)) % len(state.bids)
        else:
            state.stones -= move[1]
            state.turn = (seat + 1) % len(state.bids)

    def clone(self, state: State) -> State:
        return replace(state, bids=list(state.bids))

    def view(self, state: State, seat: int | None) -> View:
        bids = [bid if number == seat else None for number, bid in enumerate(state.bids)]
        return View(seat, state.stones, bids, [bid is not None for bid in state.bids], state.turn)

    def sample(self, view: View, rng: random.Random) -> State:
        hidden = [
            rng.randrange(4) if there and bid is None else bid
            for bid, there in zip(view.bids, view.has_bid, strict=True)
        ]
        return State(rng.randbytes(32), view.stones, hidden, view.turn)

    def view_moves(self, view: View) -> Sequence[Move]:
        state = State(b"", view.stones, [0 if there else None for there in view.has_bid], view.turn)
        return [] if view.viewer is None else self.legal_moves(state, view.viewer)

    def view_to_act(self, view: View) -> tuple[int, ...]:
        if view.turn is None:
            return tuple(seat for seat, there in enumerate(view.has_bid) if not there)
        return (view.turn,) if view.stones else ()

    def might_react(self, view: View) -> tuple[int, ...]:
        return self.view_to_act(view)[1:]

    def result(self, state: State) -> Doc | None:
        if self.to_act(state) or state.turn is None:
            return None
        winner = (state.turn - 1) % len(state.bids)
        scores = [
            {
                "seat": seat,
                "total": int(seat == winner),
                "lines": [{"item": "last_stone", "points": int(seat == winner)}],
            }
            for seat in range(len(state.bids))
        ]
        return {"winners": [winner], "scores": scores}

    def score_now(self, state: State) -> Doc:
        return {"ruleset": self.key, "stones": state.stones}

    def priors(self, state: State, seat: int, moves: Sequence[Move]) -> list[float]:
        return [float((state.stones - move[1]) % 4 == 0) for move in moves]

    def forecast(self, state: State) -> Forecast:
        """Return the seat that has to take from a multiple of 4 loses; unknown during the bids."""
        seats = len(state.bids)
        if state.turn is None:
            return Forecast([1 / seats] * seats, [1 / seats] * seats, [0.5] * seats)
        winner = state.turn if state.stones % 4 else (state.turn - 1) % seats
        chances = [float(seat == winner) for seat in range(seats)]
        return Forecast(chances, chances, chances)

    def write_position(self, state: State) -> Doc:
        seed = state.seed.hex()
        return {"ruleset": self.key, "seed": seed, "stones": state.stones, "bids": list(state.bids), "turn": state.turn}

    def read_position(self, doc: Mapping[str, Any]) -> State:
        if found := faults(doc, NimPosition):
            raise InvalidPosition(found)
        return self.restore(doc)

    def restore(self, doc: Mapping[str, Any]) -> State:
        return State(bytes.fromhex(doc["seed"]), doc["stones"], list(doc["bids"]), doc["turn"])

    def write_view(self, view: View) -> Doc:
        seen = {"stones": view.stones, "bids": list(view.bids), "has_bid": list(view.has_bid), "turn": view.turn}
        return {"ruleset": self.key, **seen}

    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> View:
        if found := faults(doc, self.shapes.view):
            raise InvalidPosition(found)
        return View(seat, doc["stones"], doc["bids"], doc["has_bid"], doc["turn"])

    def write_move(self, move: Move) -> Doc:
        return {"type": "bid", "amount": move[1]} if move[0] == BID else {"type": "take", "stones": move[1]}

    def read_move(self, state: State, seat: int, doc: Mapping[str, Any]) -> Move:
        shape = self.shapes.moves.get(str(doc.get("type")))
        if shape is None:
            raise MalformedMove([Fault("type", "must be one of: bid, take")])
        if found := faults(doc, shape):
            raise MalformedMove(found)
        return (BID, doc["amount"]) if doc["type"] == "bid" else (TAKE, doc.get("stones", 1))

    def words(self, language: str) -> Words:
        return NimWords(language)

    def cards(self, lang: str) -> list[Doc]:
        return []

    def rules(self, lang: str) -> list[Doc]:
        return [{"id": "NIM-1", "text": "Bid 0 to 3 first, then take 1 to 3 stones that are there.", "lang": "en"}]


NIM = Nim()
