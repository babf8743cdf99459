"""The interface through which service, workers and bots use a game.

>>> from engine.registry import RULESETS
>>> rules = RULESETS["villagers"]
>>> state = rules.setup(rules.read_options({}, seats=2), seats=2, seed=bytes(32))
>>> seat = rules.to_act(state)[0]
>>> move = rules.legal_moves(state, seat)[0]
>>> rules.write_move(move)
{'type': 'draft_road', 'slot': 0}
>>> [event.type for event in rules.apply(state, seat, move)]
['drafted', 'road_filled']
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from engine.about import Abouts
from engine.errors import Fault, FaultyDocument, NewerFormat
from engine.events import Event
from engine.native import mypyc_attr
from engine.word_forms import Word
from engine.wording import Words

if TYPE_CHECKING:
    from engine.move_types import MoveTypes
    from engine.state_fields import StateFields

Doc = dict[str, Any]
"""A document as `json` reads and writes it."""

Move = tuple[int, ...]
"""A move inside the engine: a type's code and numbers that only the ruleset interprets."""

Key = tuple[object, ...] | bytes
"""A cache key for a situation. Bytes take fewer objects in memory than a tuple."""

INTERFACE: Final = 1
"""The version of this interface. It increases with each change that breaks working rulesets."""

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Shapes:
    """The ruleset's documents as types (`engine.shapes`). They serve for validation and for the contract."""

    options: type
    position: type
    view: type
    score: type
    card: type
    moves: Mapping[str, type]
    events: Mapping[str, type]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a new game, as clients see it."""

    name: str
    summary: str
    default: Any
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Forecast:
    """How a game may end. Each seat has an expected total, a probability of winning (0 to 1), and a lead over its best
    rival (0 to 1; 0.5 means that the two are equal).

    Even where the game is practically won or lost, the lead still tells better positions from worse ones.
    """

    totals: list[float]
    chances: list[float]
    leads: list[float]


@cache
def _words(kind: type[Words], language: str) -> Words:
    return kind(language)


@mypyc_attr(allow_interpreted_subclasses=True)
class Playing(ABC, Generic[S]):
    """The part of a ruleset that works on states: the true state of a game, or a state sampled from a view."""

    @abstractmethod
    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        """Return the options with defaults filled in. Raises `InvalidOptions` with every fault."""

    @abstractmethod
    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> S:
        """Return a new game with `options` from `read_options`. Equal arguments make equal games."""

    @abstractmethod
    def seat_count(self, state: S) -> int:
        """Return the number of seats."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats that may move now; none after the end.

        The game waits for the first seat. The others may react before it moves. Declining to react is not a move and
        leaves no trace. So it stays secret which seats could have reacted.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[Move]:
        """Return all legal moves of the seat, sorted, without duplicates; none if it may not move now."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        """Check and carry out a move.

        Raises `GameOver`, `NotYourTurn` or `IllegalMove` without changing the state.
        """

    @abstractmethod
    def advance(self, state: S, seat: int, move: Move) -> None:
        """Carry out a legal move without checks and without events. Searches use this method because it is fast."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """Return an independent copy."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowing(Playing[S], Generic[S, V]):
    """The part of a ruleset that works on views."""

    @abstractmethod
    def sample(self, view: V, rng: random.Random) -> S:
        """Return a full state that agrees with the view. Everything hidden is drawn at random (determinization)."""

    def blank_state(self, view: V) -> S | None:
        """Return a state in which everything that the view hides is left blank. A move that meets a blank raises
        `LookupError`.

        With such a state, `engine.undoing` needs no samples. Default: `None`, for a ruleset that cannot make one.
        """
        return None

    @abstractmethod
    def view_moves(self, view: V) -> Sequence[Move]:
        """Return the legal moves of the view's own seat; none for a spectator."""

    @abstractmethod
    def view_to_act(self, view: V) -> tuple[int, ...]:
        """Return the seats that may move now (`to_act`), as far as the viewer may know.

        A seat that may only react is left out if its reaction depends on cards that the viewer does not see.
        """

    def might_react(self, view: V) -> tuple[int, ...]:
        """Return the seats that might be able to react now, as far as the viewer knows. Default: none."""
        return ()

    def turn_of(self, view: V) -> tuple[int, ...]:
        """Return numbers that distinguish the current turn from the one before. They are the same for all viewers.

        When the game waits for another seat, the turn has ended in any case. So the numbers are needed only in games
        where a seat can have two turns in a row.
        """
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Valuing(Knowing[S, V]):
    """The part of a ruleset that evaluates moves and states. Bots use only this class and its bases."""

    @abstractmethod
    def forecast(self, state: S) -> Forecast:
        """Return how the game may end from this state; exact after the end.

        Searches call it with samples, never with the true state. `DeclaredRuleset.priors` calls it with views.
        """

    def topics(self, state: S, seat: int) -> dict[str, float]:
        """Return how far a seat leads its strongest rival according to `forecast`, as one amount for each topic.

        `Words.reasons` has words for the topics. If a topic is about a card, append a space and the card's key to it.
        The topic "" is for amounts that mean nothing to people. Searches call this method with samples only.
        Default: no topics, so there are no reasons.
        """
        return {}

    @abstractmethod
    def priors(self, state: S, seat: int, moves: Sequence[Move]) -> list[float]:
        """Return a quick estimate of each move without search, in the unit of the final score. Declining to react
        counts as 0.

        The estimates must depend only on what the seat may know.
        """

    def priors_key(self, state: S, seat: int, moves: Sequence[Move]) -> Key | None:
        """Return a key for caching `priors`: equal keys mean equal priors. `None` (the default): do not cache."""
        return None

    def stage(self, state: S) -> int | None:
        """Return a counter that never decreases, such as the round. A search may play on to a later stage before
        it calls `forecast`.

        Default: `None`, for a game in which such a rollout does not help.
        """
        return None

    def horizon(self, state: S) -> int | None:
        """Return the stage at which a rollout for a decision in this state ends.

        Default: the next stage. Return a later one if moves have a late effect.
        """
        stage = self.stage(state)
        return None if stage is None else stage + 1

    def meaning(self, state: S, move: Move) -> Move:
        """Return the move in the form by which a search tree identifies it.

        The form must not depend on random draws, such as the slot of a drawn card. The legal moves of a state must have
        different meanings. Default: the move itself.
        """
        return move


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Valuing[S, V]):
    """The rules of one game. A ruleset has no state of its own.

    Seats count from 0. `S` is the full, mutable state, `V` the view of a seat or a spectator.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    interface: ClassVar[int]
    """The `INTERFACE` that a package's ruleset is made for."""
    summary: ClassVar[str] = ""
    """The game in one sentence."""
    seats: ClassVar[Sequence[int]]
    options: Sequence[Option]
    shapes: ClassVar[Shapes]
    table: ClassVar[StateFields]
    """The fields of the state, for `write_position`."""
    move_types: ClassVar[MoveTypes]
    """The types of moves, for `write_move` and `read_move`."""
    word_type: ClassVar[type[Words]] = Words
    """The class of the words, called with a language. Default: the texts that all games share."""
    about: ClassVar[Abouts] = Abouts()
    """Pointers from moves and events into a view. Default: none."""
    uncovers: ClassVar[Sequence[str]] = ()
    """Paths in views, such as `/stacks/*/top`. A move may uncover something there, such as the next card of a pile,
    although no event says so.
    """
    ties_by_seat: ClassVar[bool] = False
    """Whether the rules let the first or the last of the tied seats win."""
    word_forms: ClassVar[Sequence[Word]] = ()
    """The objects that the text form of positions writes as single words (`engine.notation`)."""
    format: ClassVar[int]
    upgrades: ClassVar[Mapping[int, Callable[[Doc], Doc]]] = {}
    """For each earlier format, a function that converts a position to the next format."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """Return the view that a seat (`None`: a spectator) has of the state."""

    def open_view(self, state: S) -> V:
        """Return the view with everything revealed, for replays after the end. Default: a spectator's view."""
        return self.view(state, None)

    @abstractmethod
    def result(self, state: S) -> Doc | None:
        """Return `{"winners": [seat, ...], "scores": [{"seat", "total", "lines": [{"item", "points"}]}]}`; `None` until
        the end.

        `points` is the amount that decides the game, such as gold. If there are opponents without a seat, the document
        also has `rivals`: `[{"name", "total", "lines"}]`.
        """

    @abstractmethod
    def score_now(self, state: S) -> Doc:
        """Return every seat's score if the game ended now, line by line (`shapes.score`)."""

    def score_view(self, view: V) -> Doc:
        """Return every seat's score if the game ended now, as far as the viewer knows.

        Default: the score of a sample. It is exact if nothing hidden affects the score.
        """
        return self.score_now(self.sample(view, random.Random(0)))  # nosec B311: no secret depends on it

    def write_position(self, state: S) -> Doc:
        """Return the state as a complete position."""
        return self.table.write_fields(state)

    @abstractmethod
    def read_position(self, doc: Mapping[str, Any]) -> S:
        """Return the state of a position. Raises `InvalidPosition` with every fault."""

    def score_position(self, doc: Mapping[str, Any]) -> Doc:
        """Return `score_now` of a position. The position may leave out fields that do not affect the score.

        Raises `InvalidPosition`.
        """
        return self.score_now(self.read_position(doc))

    @abstractmethod
    def restore(self, doc: Mapping[str, Any]) -> S:
        """Return the state of a position from `write_position`, without validation."""

    def upgrade(self, doc: Doc) -> Doc:
        """Convert a position from an earlier version of `write_position` to the current format.

        Raises `NewerFormat` for a position from a later version.
        """
        written: int = doc.get("format", 1)
        if written > self.format:
            raise NewerFormat(f"a position of format {written}, where only {self.format} is known")
        for step in range(written, self.format):
            doc = self.upgrades[step](doc)
        return doc

    @abstractmethod
    def write_view(self, view: V) -> Doc:
        """Return the view as a complete document."""

    @abstractmethod
    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> V:
        """Return the view of a document. Raises `InvalidPosition` with every fault."""

    def restore_view(self, doc: Mapping[str, Any], seat: int | None) -> V:
        """Return the view of a document from `write_view`. It needs no validation, so this may be faster."""
        return self.read_view(doc, seat)

    def write_move(self, move: Move) -> Doc:
        """Return the move as a complete document."""
        return self.move_types.by_code[move[0]].to_document(move)

    def read_move(self, state: S, seat: int, doc: Mapping[str, Any]) -> Move:
        """Return the move of a document, legal or not. Raises `MalformedMove`."""
        return self.move_types.parse_move(state, seat, doc)

    def words(self, language: str) -> Words:
        """Return the texts for people in one of `engine.wording.LANGUAGES`. They are made once."""
        kind: Any = self.word_type
        return _words(kind, language)

    @abstractmethod
    def cards(self, lang: str) -> list[Doc]:
        """Return the catalogue: each card's facts with their provenance, and its name in a language (`en`, `de`)."""

    def cards_of(self, catalogue: str, lang: str) -> list[Doc]:
        """Return the same as `cards`, but with the numbers of `catalogue`, a value of the option with that name."""
        raise NotImplementedError

    def rules(self, lang: str) -> list[Doc]:
        """Return the rule index: `[{"id", "text", "lang"}]` with every id that an `IllegalMove` may name.

        If a rule has no text in that language, its text is in English and its `lang` is `en`.
        """
        return []

    def with_catalogues(self, docs: Mapping[str, Any]) -> Ruleset[S, V]:
        """Return this ruleset with more catalogues, by name. A game's option `catalogue` chooses one of them.

        Raises `FaultyDocument` with every fault of every document. The path of a fault begins with the catalogue's
        name. By default a ruleset takes no catalogues.
        """
        if docs:
            raise FaultyDocument([Fault(name, f"{self.name} takes no catalogues") for name in docs])
        return self
