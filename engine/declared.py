"""A base class for rulesets that declare their documents, options and scores. It has the code that most games need.

`examples/orchard` is made with it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Generic, Literal, NotRequired, TypeVar

from engine.errors import Fault, GameOver, IllegalMove, InvalidOptions, InvalidPosition, NotYourTurn, Refusal
from engine.event_types import EventTypes
from engine.events import Event
from engine.move_types import MoveTypes
from engine.native import mypyc_attr
from engine.ruleset import Doc, Move, Option, Ruleset, Shapes
from engine.shapes import Between, OneOf, Size, faults, list_of, record
from engine.state_fields import StateField, StateFields

S = TypeVar("S")


class ObjectFields(StateFields):
    """The fields of a kind of object. `make` creates such an object without arguments."""

    def __init__(self, make: Callable[[], Any], *fields: StateField) -> None:
        super().__init__(*fields)
        self.make = make
        self.in_views = StateFields(*(field.seen for field in fields if field.seen is not None))
        self.of_views = StateFields(*(field if field.seen is None else field.seen for field in fields))

    def read_object(self, doc: Mapping[str, Any], seen: bool = False) -> Any:
        """Return the object that a document describes. The document must have the right shape.

        `seen`: whether the document comes from a view. Hidden fields then get their defaults.
        """
        thing = self.make()
        (self.of_views if seen else self).restore_fields(thing, self.complete_fields(doc))
        return thing

    def listed(self, name: str, title: str, text: str, low: int, high: int) -> StateField:
        """Return a field with a list of such objects: at least `low` and at most `high`.

        `title`: the name of their shape. In views `Seen` is added to the name.
        """
        size = Size(low, high)
        return StateField(
            name,
            list_of(self.shape(title, text), size),
            [],
            write=lambda things: [self.write_fields(thing) for thing in things],
            read=lambda docs: [self.read_object(doc) for doc in docs],
        ).shown(
            list_of(self.view_shape(f"{title}Seen", f"{text} As others see it."), size),
            write=lambda things: [self.in_views.write_fields(thing) for thing in things],
            read=lambda docs: [self.read_object(doc, seen=True) for doc in docs],
        )


def ruleset_field(key: str) -> StateField:
    """Return the field `ruleset`, the first field of every position and view."""
    literal: Any = Literal
    return StateField("ruleset", literal[key], get=lambda state: key, required=True)


def declared_shapes(
    title: str,
    table: StateFields,
    options: Sequence[Option],
    items: Sequence[str],
    card: type,
    moves: MoveTypes,
    events: EventTypes,
) -> Shapes:
    """Return the shapes of a ruleset. Their names begin with `title` (`OrchardView`).

    `items`: the kinds of score lines. `card`: the shape of the entries of `cards`, a record with `key`, `name` and any
    other facts about a card.
    """
    annotated: Any = Annotated
    ruleset = next(field.shape for field in table.fields if field.name == "ruleset")
    chosen: dict[str, Any] = {option.name: NotRequired[_value(title, option)] for option in options}
    item = annotated[str, OneOf(f"{title}Item", tuple(items))]
    line = record(f"{title}Line", "Points for one item.", {"item": item, "points": int})
    row = record(
        f"{title}Row",
        "The points of a seat.",
        {"seat": int, "total": int, "lines": list_of(line, Size(len(items), len(items)))},
    )
    return Shapes(
        record(f"{title}Options", "Options of a new game.", chosen),
        table.shape(f"{title}Position", "A position."),
        table.view_shape(f"{title}View", "What a seat sees."),
        record(f"{title}Score", "Points.", {"ruleset": ruleset, "rows": list_of(row, Size(1, 9))}),
        card,
        moves.shapes,
        events.shapes,
    )


def _value(title: str, option: Option) -> Any:
    annotated: Any = Annotated
    if isinstance(option.default, bool):
        return bool
    if isinstance(option.default, int):
        return annotated[int, Between(min(option.values), max(option.values))]
    return annotated[str, OneOf(f"{title}{option.name.title().replace('_', '')}", tuple(option.values))]


@mypyc_attr(allow_interpreted_subclasses=True)
class DeclaredRuleset(Ruleset[S, S], Generic[S]):
    """A ruleset whose state has a list `seats`. Its views are states with a `viewer` and blanks for what is hidden.

    Besides the abstract methods, a game with hidden things needs `view` and `sample`. Any other method can be replaced,
    if a game does it differently or faster.
    """

    table: ClassVar[ObjectFields]
    rule_texts: ClassVar[Mapping[str, str]] = {}
    """The rule index in English, by id. The words' `TEXTS` translate it."""

    @abstractmethod
    def refusal(self, state: S, seat: int, move: Move) -> Refusal | None:
        """Return why the seat may not make the move in its turn; `None` if it may."""

    @abstractmethod
    def events_of(self, state: S, seat: int, move: Move) -> list[Event]:
        """Return the effects of a legal move, as events. `state` is the state before the move, and must not change."""

    @abstractmethod
    def score(self, state: S) -> list[Doc]:
        """Return the points of every seat as of now: `[{"seat", "total", "lines": [{"item", "points"}]}]`."""

    def contradictions(self, state: S, viewer: int | None, is_view: bool) -> list[Fault]:
        """Return why no game could lead to this state or view, as faults; empty if a game could.

        The document of the state or view has the right shape.
        """
        return []

    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        InvalidOptions.raise_for(faults(doc, self.shapes.options))
        # When compiled, `self.options` would not find an attribute of the class.
        return {**{option.name: option.default for option in _parts(self).options}, **doc}

    def rules(self, lang: str) -> list[Doc]:
        texts = self.words(lang).texts
        return [
            {"id": rule, "text": texts.get(text, text), "lang": lang if text in texts else "en"}
            for rule, text in self.rule_texts.items()
        ]

    def seat_count(self, state: S) -> int:
        return len(_parts(state).seats)

    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        if seat not in (acting := self.to_act(state)):
            raise NotYourTurn("Seat {seat} cannot move.", seat=seat + 1) if acting else GameOver("The game is over.")
        if refusal := self.refusal(state, seat, move):
            raise IllegalMove(refusal, self.words)
        events = self.events_of(state, seat, move)
        self.advance(state, seat, move)
        return events

    def clone(self, state: S) -> S:
        """Return a copy. It is made from the document, so it has the declared fields and the viewer, and nothing
        else.
        """
        twin: S = self.table.read_object(self.table.write_fields(state))
        _parts(twin).viewer = getattr(state, "viewer", None)
        return twin

    def view(self, state: S, seat: int | None) -> S:
        """Return the whole state as the view. Replace this method if the game hides anything."""
        view = self.clone(state)
        _parts(view).viewer = seat
        return view

    def view_moves(self, view: S) -> Sequence[Move]:
        viewer = _parts(view).viewer
        return [] if viewer is None else self.legal_moves(view, viewer)

    def view_to_act(self, view: S) -> tuple[int, ...]:
        return self.to_act(view)

    def score_now(self, state: S) -> Doc:
        return {"ruleset": self.key, "rows": self.score(state)}

    def result(self, state: S) -> Doc | None:
        """Return the result. At the end, whoever has the most points wins."""
        rows = self.score(state)
        most = max(row["total"] for row in rows)
        winners = [row["seat"] for row in rows if row["total"] == most]
        return None if self.to_act(state) else {"winners": winners, "scores": rows}

    def priors(self, state: S, seat: int, moves: Sequence[Move]) -> list[float]:
        """Return, for each move, by how much the seat leads in the forecast after that move.

        Both the move and the forecast are made in the seat's view. So `advance` and `forecast` must work with a view,
        in which hidden things are blank.
        """
        rates, view = [], self.view(state, seat)
        for move in moves:
            after = self.clone(view)
            self.advance(after, seat, move)
            totals = list(self.forecast(after).totals)
            rates.append(totals.pop(seat) - max(totals, default=0.0))
        return rates

    def restore(self, doc: Mapping[str, Any]) -> S:
        state: S = self.table.read_object(doc)
        return state

    def read_position(self, doc: Mapping[str, Any]) -> S:
        return self._read(doc, self.shapes.position, None, is_view=False)

    def write_view(self, view: S) -> Doc:
        return self.table.in_views.write_fields(view)

    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> S:
        return self._read(doc, self.shapes.view, seat, is_view=True)

    def _read(self, doc: Mapping[str, Any], shape: type, viewer: int | None, is_view: bool) -> S:
        InvalidPosition.raise_for(faults(doc, shape))
        state: S = self.table.read_object(doc, seen=is_view)
        _parts(state).viewer = viewer
        InvalidPosition.raise_for(self.contradictions(state, viewer, is_view))
        return state


def _parts(thing: object) -> Any:
    """Return the same object, typed as `Any`: the author's class has attributes that its base class lacks."""
    return thing
