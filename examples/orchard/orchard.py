"""Orchard: a small card game with hidden hands for 2 to 4 seats.

The deck has 10 apples, 8 pears and 6 crows; each seat is dealt four cards. In turn a seat plants an apple or a pear in
its own orchard, or sends a crow to another one, and draws a card while there are any. After the agreed rounds a seat's
apples count 1, 4, 9, 16 ... points, whoever has most pears gets 8, and each crow costs 5.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from engine.about import Abouts
from engine.chances import by_totals, of_result
from engine.declared import DeclaredRuleset, ObjectFields, declared_shapes, ruleset_field
from engine.errors import Fault, Refusal
from engine.event_types import EventType, EventTypes
from engine.events import Event, open_event
from engine.move_types import Field, MoveType, MoveTypes
from engine.native import mypyc_attr
from engine.randomness import event_rng
from engine.ruleset import Doc, Forecast, Move, Option
from engine.shapes import Between, OneOf, Size, list_of, record
from engine.state_fields import StateField
from engine.wording import Words

APPLE, PEAR, CROW, BACK = range(4)
KEYS = ("apple", "pear", "crow", "back")
NAMES = {"en": ("Apple tree", "Pear tree", "Crow"), "de": ("Apfelbaum", "Birnbaum", "Krähe")}
COPIES, HAND = (10, 8, 6), 4
RULES = {
    "ORCHARD-1": "In its turn a seat plants an apple or a pear from its hand, or sends a crow.",
    "ORCHARD-2": "A crow is sent from the hand to the orchard of another seat.",
}
CARD = Annotated[str, OneOf("OrchardCard", KEYS[:BACK])]
FACTS = record("OrchardCardFacts", "A card.", {"key": CARD, "name": str, "copies": int})


class Seat:
    """A hand, sorted, and an orchard: its numbers of apples, pears and crows."""

    hand: list[int]
    apples: int = 0
    pears: int = 0
    crows: int = 0


class State:
    """The whole truth; `turn` counts the moves made. A view is a state in which hidden cards are backs."""

    viewer: int | None = None
    rounds: int
    turn: int
    stack: list[int]
    seats: list[Seat]


FEW = Annotated[int, Between(0, 24)]
CARDS, BACKS = list_of(CARD, Size(0, 24)), list_of(Annotated[str, OneOf("OrchardSeenCard", KEYS)], Size(0, 24))


def cards_field(name: str) -> StateField:
    """Cards, which are numbers in the state and keys in documents; in views some are backs."""
    return StateField(
        name, CARDS, [], write=lambda cards: [KEYS[one] for one in cards], read=lambda keys: [*map(KEYS.index, keys)]
    ).shown(BACKS)


SEAT = ObjectFields(Seat, cards_field("hand"), *(StateField(name, FEW, 0) for name in ("apples", "pears", "crows")))
TABLE = ObjectFields(
    State,
    ruleset_field("orchard"),
    StateField("rounds", Annotated[int, Between(1, 6)], 6),
    StateField("turn", FEW, 0),
    cards_field("stack"),
    SEAT.listed("seats", "OrchardSeat", "A seat.", 2, 4),
)


def unseen(state: State) -> list[int]:
    """For each card the copies of the deck that are not visible; negative if there are too many."""
    shown = state.stack + [card for seat in state.seats for card in seat.hand]
    planted = [(seat.apples, seat.pears, seat.crows) for seat in state.seats]
    return [COPIES[card] - shown.count(card) - sum(one[card] for one in planted) for card in range(BACK)]


PLANT, SEND = range(2)
TREE, PLACE = Annotated[str, OneOf("OrchardTree", KEYS[:CROW])], Annotated[int, Between(0, 3)]
PLANTING = MoveType(
    PLANT,
    "plant",
    "Plant a tree from the hand.",
    about="/seats/{me}/hand/card={card} /seats/{me}",
    card=Field(TREE, KEYS.__getitem__, KEYS.index),
)
SENDING = MoveType(SEND, "send", "Send a crow.", about="/seats/{me}/hand/card=crow /seats/{to}", to=Field(PLACE))
MOVES = MoveTypes((PLANTING, SENDING))
EVENTS = EventTypes(
    EventType("planted", "A tree was planted.", "/seats/{seat}", seat=PLACE, card=TREE),
    EventType("crow_sent", "A crow has come to an orchard.", "/seats/{to} /seats/{seat}", seat=PLACE, to=PLACE),
    EventType("drew", "A card was drawn, known to its seat.", "/seats/{seat} /stack", seat=PLACE, card=CARD | None),
)
OPTIONS = (Option("rounds", "Rounds.", 6, range(1, 7)),)


@mypyc_attr(native_class=False)
class OrchardWords(Words):
    MOVES: ClassVar = {"plant": "Plant: {card}", "send": "Send a crow to {to}"}
    SEATS = ("seat", "to")


@mypyc_attr(native_class=False)
class Orchard(DeclaredRuleset[State]):
    """The rules, behind the interface that service, bots and searches know."""

    key = "orchard"
    name = "Orchard"
    interface = 1
    format = 1
    seats = range(2, 5)
    options: Sequence[Option] = OPTIONS
    table = TABLE
    move_types = MOVES
    word_type = OrchardWords
    rule_texts = RULES
    shapes = declared_shapes("Orchard", TABLE, OPTIONS, ("apples", "pears", "crows"), FACTS, MOVES, EVENTS)
    about = Abouts(MOVES.about, EVENTS.about)

    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
        state: State = TABLE.read_object({"rounds": options["rounds"], "seats": [{} for _ in range(seats)]})
        state.stack = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
        event_rng(seed, 0).shuffle(state.stack)
        for seat in state.seats:
            seat.hand = sorted(state.stack.pop() for _ in range(HAND))
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        seats = len(state.seats)
        return (state.turn % seats,) if state.turn < state.rounds * seats else ()

    def refusal(self, state: State, seat: int, move: Move) -> Refusal | None:
        """Why the seat may not make the move in its turn; `legal_moves` and `apply` both use it."""
        code, what = move
        card = what if code == PLANT else CROW
        if card not in state.seats[seat].hand:
            return Refusal("ORCHARD-1", "There is no {card} in your hand.", card=KEYS[card])
        if code == SEND and (what == seat or what >= len(state.seats)):
            return Refusal("ORCHARD-2", "A crow is sent to another seat.")
        return None

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        moves = [(PLANT, APPLE), (PLANT, PEAR), *((SEND, to) for to in range(len(state.seats)))]
        return [move for move in moves if seat in self.to_act(state) and not self.refusal(state, seat, move)]

    def events_of(self, state: State, seat: int, move: Move) -> list[Event]:
        code, what = move
        sent = open_event("crow_sent", seat=seat, to=what)
        events = [sent if code == SEND else open_event("planted", seat=seat, card=KEYS[what])]
        if state.stack:
            events.append(Event("drew", 1 << seat, {"seat": seat, "card": None}, {"card": KEYS[state.stack[-1]]}))
        return events

    def advance(self, state: State, seat: int, move: Move) -> None:
        code, what = move
        place = state.seats[what if code == SEND else seat]
        state.seats[seat].hand.remove(CROW if code == SEND else what)
        place.crows += code == SEND
        place.apples += move == (PLANT, APPLE)
        place.pears += move == (PLANT, PEAR)
        if state.stack:
            state.seats[seat].hand = sorted([*state.seats[seat].hand, state.stack.pop()])
        state.turn += 1

    def view(self, state: State, seat: int | None) -> State:
        view = self.clone(state)
        view.viewer, view.stack = seat, [BACK] * len(state.stack)
        for at, other in enumerate(view.seats):
            other.hand = other.hand if at == seat else [BACK] * len(other.hand)
        return view

    def sample(self, view: State, rng: random.Random) -> State:
        state = self.clone(view)
        state.stack = [card for card, left in enumerate(unseen(state)) for _ in range(left)]
        rng.shuffle(state.stack)
        for seat in state.seats:
            seat.hand = sorted(state.stack.pop() if card == BACK else card for card in seat.hand)
        return state

    def contradictions(self, state: State, viewer: int | None, is_view: bool) -> list[Fault]:
        found, seats = [], len(state.seats)
        drawn = sum(COPIES) - HAND * seats
        if state.turn > state.rounds * seats:
            found.append(Fault("turn", f"must be at most {state.rounds * seats}"))
        if sum(seat.apples + seat.pears + seat.crows for seat in state.seats) != state.turn:
            found.append(Fault("seats", "each move leads to a card in an orchard"))
        if len(state.stack) != max(0, drawn - state.turn) or (is_view and set(state.stack) - {BACK}):
            found.append(Fault("stack", f"must be {max(0, drawn - state.turn)} cards, in a view backs"))
        for at, seat in enumerate(state.seats):
            size = HAND - sum(turn % seats == at for turn in range(drawn, state.turn))
            is_open = not is_view or at == viewer
            if len(seat.hand) != size or any((card == BACK) == is_open for card in seat.hand):
                found.append(Fault(f"seats.{at}.hand", f"must be {size} cards, known to their own seat alone"))
        return found + [Fault("", f"too many of: {KEYS[card]}") for card, left in enumerate(unseen(state)) if left < 0]

    def score(self, state: State) -> list[Doc]:
        most, rows = max(seat.pears for seat in state.seats), []
        for at, seat in enumerate(state.seats):
            points = {"apples": seat.apples**2, "pears": 8 * (0 < seat.pears == most), "crows": -5 * seat.crows}
            lines = [{"item": item, "points": value} for item, value in points.items()]
            rows.append({"seat": at, "total": sum(points.values()), "lines": lines})
        return rows

    def forecast(self, state: State) -> Forecast:
        """Whoever is ahead will win: certainly at the end, and less so the more moves are left."""
        if result := self.result(state):
            return of_result(result, clear=3)
        left = state.rounds * len(state.seats) - state.turn
        return by_totals([float(row["total"]) for row in self.score(state)], spread=left, clear=3 + left)

    def cards(self, lang: str) -> list[Doc]:
        return [{"key": KEYS[card], "name": NAMES[lang][card], "copies": COPIES[card]} for card in range(BACK)]
