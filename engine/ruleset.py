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
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.about import Abouts
from engine.errors import Fault, FaultyDocument, NewerFormat
from engine.events import Event
from engine.native import mypyc_attr
from engine.word_forms import Word
from engine.wording import Words

Doc = dict[str, Any]
"""A document as `json` reads and writes it."""

Move = tuple[int, ...]
"""A move inside the engine: a type's code and numbers that only the ruleset interprets."""

Key = tuple[object, ...] | bytes
"""A cache key for a situation. Bytes take fewer objects in memory than tuples."""

INTERFACE: Final = 1
"""The level of this interface. It rises when rulesets that worked would stop working."""

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Shapes:
    """The ruleset's documents as types (`engine.shapes`), for validation and the contract."""

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
    """How a game may end: each seat's expected total, its probability of winning (0 to 1), and its lead over its best
    rival (0 to 1, 0.5 if they are equal). The lead also distinguishes positions that are practically won or lost.
    """

    totals: list[float]
    chances: list[float]
    leads: list[float]


@cache
def _shared_words(language: str) -> Words:
    return Words(language)


@mypyc_attr(allow_interpreted_subclasses=True)
class Playing(ABC, Generic[S]):
    """Playing on states, whether true or sampled."""

    @abstractmethod
    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        """The options with defaults filled in. Raises `InvalidOptions` with every fault."""

    @abstractmethod
    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> S:
        """A new game with `options` from `read_options`. Equal arguments make equal games."""

    @abstractmethod
    def seat_count(self, state: S) -> int:
        """The number of seats."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may move now; none after the end.

        The game waits for the first seat. The others may react before it moves. Declining to react is not a move and
        leaves no trace, so it stays secret who could have reacted.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[Move]:
        """All legal moves of the seat, sorted, without duplicates; none if it may not move now."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        """Check and carry out a move.

        Raises `GameOver`, `NotYourTurn` or `IllegalMove` without changing the state.
        """

    @abstractmethod
    def advance(self, state: S, seat: int, move: Move) -> None:
        """Carry out a legal move without checks and events: the fast path for searches."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """An independent copy."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowing(Playing[S], Generic[S, V]):
    """Playing on views."""

    @abstractmethod
    def sample(self, view: V, rng: random.Random) -> S:
        """A full state that agrees with the view; everything hidden is drawn at random (determinization)."""

    def blank_state(self, view: V) -> S | None:
        """A state in which everything that the view hides is left blank. A move that meets a blank raises
        `LookupError`.

        With such a state, `engine.undoing` needs no samples. `None` (the default) if the ruleset has none.
        """
        return None

    @abstractmethod
    def view_moves(self, view: V) -> Sequence[Move]:
        """The legal moves of the view's own seat; empty for a spectator."""

    @abstractmethod
    def view_to_act(self, view: V) -> tuple[int, ...]:
        """The seats of `to_act` that the viewer may know: without those whose reaction depends on hidden cards."""

    def might_react(self, view: V) -> tuple[int, ...]:
        """The seats that might be able to react now, as far as the viewer knows. Default: none."""
        return ()

    def turn_of(self, view: V) -> tuple[int, ...]:
        """Numbers that distinguish the current turn from the turn before, the same for all viewers.

        A turn also ends when the game waits for another seat, so this matters only in games where a seat can have two
        turns in a row.
        """
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Valuing(Knowing[S, V]):
    """Evaluating moves and states. This class and its bases are all that bots use."""

    @abstractmethod
    def forecast(self, state: S) -> Forecast:
        """How the game may end from this state; exact after the end. Searches call it with samples, never with the
        true state.
        """

    def topics(self, state: S, seat: int) -> dict[str, float]:
        """What makes up the lead of a seat over its strongest rival, as `forecast` expects it: amounts by topic.

        `Words.reasons` has their names, and a card's key may follow the topic after a space. The topic "" is for what
        has no meaning for people. Like `forecast`, it is called with samples only. Default: none, so there are no
        reasons.
        """
        return {}

    @abstractmethod
    def priors(self, state: S, seat: int, moves: Sequence[Move]) -> list[float]:
        """A quick estimate of each move without search, in the unit of the final score. Declining to react counts as 0.

        It depends only on what the seat may know.
        """

    def priors_key(self, state: S, seat: int, moves: Sequence[Move]) -> Key | None:
        """A key for caching `priors`: equal keys mean equal priors. `None` (the default): do not cache."""
        return None

    def stage(self, state: S) -> int | None:
        """A counter that never falls, such as the round: a search may play on to a later stage before `forecast`.

        `None` (the default) if a search gains nothing by that.
        """
        return None

    def horizon(self, state: S) -> int | None:
        """The stage at which a rollout for a decision in this state ends.

        Default: the next stage. A later one suits moves with a late effect.
        """
        stage = self.stage(state)
        return None if stage is None else stage + 1

    def meaning(self, state: S, move: Move) -> Move:
        """The move as a search tree identifies it. It does not depend on random draws, such as the slot of a drawn
        card.

        The legal moves of a state have different meanings. By default, the meaning is the move itself.
        """
        return move


@mypyc_attr(allow_interpreted_subclasses=True)
class Seeing(Valuing[S, V]):
    """Projecting states to views."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What a seat (`None`: a spectator) may know of the state."""

    def open_view(self, state: S) -> V:
        """The view with everything revealed, for replays after the end. By default, a spectator's view."""
        return self.view(state, None)


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring(Seeing[S, V]):
    """Scores and winners."""

    @abstractmethod
    def result(self, state: S) -> Doc | None:
        """`{"winners": [seat, ...], "scores": [{"seat", "total", "lines": [{"item", "gold"}]}]}`; `None` until the end.

        `gold` is whatever decides the game, gold or points. `rivals` lists the opponents without a seat:
        `[{"name", "total", "lines"}]`.
        """

    @abstractmethod
    def score_now(self, state: S) -> Doc:
        """Every seat's score if the game ended now, line by line (`shapes.score`)."""

    def score_view(self, view: V) -> Doc:
        """`score_now` as far as the viewer knows: by default the score of a sample, which is exact if nothing hidden
        scores.
        """
        return self.score_now(self.sample(view, random.Random(0)))  # nosec B311: no secret depends on it


@mypyc_attr(allow_interpreted_subclasses=True)
class Documents(Scoring[S, V]):
    """Reading and writing documents."""

    format: ClassVar[int]
    upgrades: ClassVar[Mapping[int, Callable[[Doc], Doc]]] = {}
    """For each earlier format a function that converts a position to the next format."""

    @abstractmethod
    def write_position(self, state: S) -> Doc:
        """The state as a complete position."""

    @abstractmethod
    def read_position(self, doc: Mapping[str, Any]) -> S:
        """The state of a position. Raises `InvalidPosition` with every fault."""

    def score_position(self, doc: Mapping[str, Any]) -> Doc:
        """`score_now` of a position. The position may omit fields that do not affect the score. Raises
        `InvalidPosition`.
        """
        return self.score_now(self.read_position(doc))

    @abstractmethod
    def restore(self, doc: Mapping[str, Any]) -> S:
        """The state of a position from `write_position`, without validation."""

    def upgrade(self, doc: Doc) -> Doc:
        """Convert a position written by an earlier version of `write_position` to the current format.

        Raises `NewerFormat` for one written by a later version.
        """
        written: int = doc.get("format", 1)
        if written > self.format:
            raise NewerFormat(f"a position of format {written}, where only {self.format} is known")
        for step in range(written, self.format):
            doc = self.upgrades[step](doc)
        return doc

    @abstractmethod
    def write_view(self, view: V) -> Doc:
        """The view as a complete document."""

    @abstractmethod
    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> V:
        """The view of a document. Raises `InvalidPosition` with every fault."""

    @abstractmethod
    def write_move(self, move: Move) -> Doc:
        """The move as a complete document."""

    @abstractmethod
    def read_move(self, state: S, seat: int, doc: Mapping[str, Any]) -> Move:
        """The move of a document, legal or not. Raises `MalformedMove`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Documents[S, V]):
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
    shapes: ClassVar[Shapes]
    about: ClassVar[Abouts] = Abouts()
    """Pointers from moves and events into a view. Default: none."""
    uncovers: ClassVar[Sequence[str]] = ()
    """Paths in views at which a move may uncover something without an event that says so, such as the next card of a
    pile: `/stacks/*/top`.
    """
    ties_by_seat: ClassVar[bool] = False
    """Whether the rules let the first, or the last, of the seats with equal totals win."""
    word_forms: ClassVar[Sequence[Word]] = ()
    """The objects that the text form of positions writes as single words (`engine.notation`)."""
    options: Sequence[Option]

    def words(self, language: str) -> Words:
        """The texts for people in one of `engine.wording.LANGUAGES`. Default: the texts that all games share."""
        return _shared_words(language)

    @abstractmethod
    def cards(self, lang: str) -> list[Doc]:
        """The catalogue: each card's facts with their provenance, and its name in a language (`en`, `de`)."""

    def cards_of(self, catalogue: str, lang: str) -> list[Doc]:
        """`cards` with the numbers of one of the catalogues that the option `catalogue` offers."""
        raise NotImplementedError

    def rules(self, lang: str) -> list[Doc]:
        """The rule index: `[{"id", "text", "lang"}]` with every id that an `IllegalMove` may name.

        A rule without a text in that language is in English, and its `lang` says so.
        """
        return []

    def with_catalogues(self, docs: Mapping[str, Any]) -> Ruleset[S, V]:
        """This ruleset with more catalogues, by name. A game's option `catalogue` chooses one of them.

        Raises `FaultyDocument` with every fault of every document; paths begin with the catalogue's name. By default
        a ruleset takes no catalogues.
        """
        if docs:
            raise FaultyDocument([Fault(name, f"{self.name} takes no catalogues") for name in docs])
        return self
