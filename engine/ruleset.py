"""The one interface that service, workers and bots know of a game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from engine.about import Abouts
from engine.errors import Fault, FaultyDocument, NewerFormat
from engine.events import Event
from engine.native import mypyc_attr
from engine.word_forms import Word
from engine.wording import Words

Doc = dict[str, Any]
"""A plain document: what `json` reads and writes."""

Move = tuple[int, ...]
"""A move inside the engine: small, hashable, ordered; its meaning is the ruleset's."""

Key = tuple[object, ...] | bytes
"""What stands for a situation where it is only compared with others. Bytes keep fewer objects in memory."""

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Shapes:
    """The ruleset's documents as types (see `engine.shapes`), for validation and for the contract."""

    options: type
    position: type
    view: type
    score: type
    card: type
    moves: Mapping[str, type]
    events: Mapping[str, type]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a new game, as clients are told about it."""

    name: str
    summary: str
    default: Any
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Forecast:
    """How a game may end: for each seat its expected total, its probability of winning (0 to 1), and how clearly it
    leads its best rival (0 to 1, level at 0.5), which distinguishes positions that are as good as won or lost.
    """

    totals: list[float]
    chances: list[float]
    leads: list[float]


@cache
def _shared_words(language: str) -> Words:
    return Words(language)


@mypyc_attr(allow_interpreted_subclasses=True)
class Playing(ABC, Generic[S]):
    """How a game goes, in states: the truth, or a sample that could be."""

    @abstractmethod
    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        """The options with every default filled in. Raises `InvalidOptions` listing every fault."""

    @abstractmethod
    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> S:
        """A new game; `options` as `read_options` returned them. Equal arguments, equal game."""

    @abstractmethod
    def seat_count(self, state: S) -> int:
        """How many seats the game has."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may move now, none when the game is over.

        The first is the one the game waits for. Any others may react before it moves, but need not: not reacting is
        no move and leaves no trace, so that nobody learns who could have reacted.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[Move]:
        """All legal moves of the seat, sorted, without duplicates; empty if it is not to act."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: Move) -> list[Event]:
        """Check and carry out a move.

        Raises `GameOver`, `NotYourTurn` or `IllegalMove`, and then the state is as it was.
        """

    @abstractmethod
    def advance(self, state: S, seat: int, move: Move) -> None:
        """Carry out a move known to be legal, without check and events: the path of searches."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """An independent copy."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowing(Playing[S], Generic[S, V]):
    """What follows from a view alone."""

    @abstractmethod
    def sample(self, view: V, rng: random.Random) -> S:
        """A full state that agrees with the view, every hidden thing drawn fairly (determinization)."""

    @abstractmethod
    def view_moves(self, view: V) -> Sequence[Move]:
        """The legal moves of the view's own seat; empty for a spectator."""

    @abstractmethod
    def view_to_act(self, view: V) -> tuple[int, ...]:
        """`to_act` as far as the viewer may know it: seats that can react only because of hidden cards are left out."""

    def might_react(self, view: V) -> tuple[int, ...]:
        """The seats that, as far as the viewer knows, might be able to react now. None in games without reactions."""
        return ()

    def turn_of(self, view: V) -> tuple[int, ...]:
        """When in the game the current turn is: it grows with each turn of a seat, and is the same for all viewers.

        A seat's turn is over anyway when the game waits for another seat, so this is needed only if a seat can have two
        turns in a row.
        """
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Valuing(Knowing[S, V]):
    """What moves and states are worth. With what it is built on it is what bots are given: from a view they play on, in
    states that could be.
    """

    @abstractmethod
    def rate(self, view: V, moves: Sequence[Move]) -> list[float]:
        """What a sensible player thinks of each move before any search: higher is better.

        For a seat that may react but need not, 0 is the worth of not moving.
        """

    @abstractmethod
    def forecast(self, state: S) -> Forecast:
        """How the game may end from here; exact after the end. For searches: `state` is a sample, never the truth."""

    @abstractmethod
    def priors(self, state: S, seat: int, moves: Sequence[Move]) -> list[float]:
        """A first guess at each move, in what the game is won by, up to a constant: for searches, so quick above all.

        As with `rate`, only what the seat may know counts.
        """

    def priors_key(self, state: S, seat: int, moves: Sequence[Move]) -> Key | None:
        """All that `priors` of these moves depends on, so that a search need not ask again: equal keys, equal priors.
        `None`, the default, where that is too much to tell.
        """
        return None

    def stage(self, state: S) -> int | None:
        """A count of what the game comes in, such as rounds: a search may play on to the next before it asks for a
        forecast. `None` where playing on gains nothing.
        """
        return None

    def meaning(self, state: S, move: Move) -> Move:
        """What a legal move is to a player, whatever was drawn before it: searches tell their branches apart by it.

        Of the legal moves of one state no two mean the same. By default a move means itself.
        """
        return move


@mypyc_attr(allow_interpreted_subclasses=True)
class Seeing(Valuing[S, V]):
    """What a seat may know of the truth."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What the seat (`None`: a spectator) may know of the state."""

    def open_view(self, state: S) -> V:
        """The view with all hands open, for replays after the end. Default: a spectator's view."""
        return self.view(state, None)

    def priors(self, state: S, seat: int, moves: Sequence[Move]) -> list[float]:
        """See `Valuing.priors`. By default as `rate`."""
        return self.rate(self.view(state, seat), moves)


@mypyc_attr(allow_interpreted_subclasses=True)
class Scoring(Seeing[S, V]):
    """Who has won, and by what."""

    @abstractmethod
    def result(self, state: S) -> Doc | None:
        """`{"winners": [seat, ...], "scores": [{"seat", "total", "lines": [{"item", "gold"}]}]}` after
        the end, else `None`. Opponents without a seat are in `rivals`: `[{"name", "total", "lines"}]`.

        `gold` is what decides the game, be it gold or points.
        """

    @abstractmethod
    def score_now(self, state: S) -> Doc:
        """What every seat would get if the game were scored now, line by line (`shapes.score`)."""

    def score_view(self, view: V) -> Doc:
        """`score_now` as far as the viewer can tell: by default for a random deal that agrees with the view.

        If nothing hidden scores, the view determines it.
        """
        return self.score_now(self.sample(view, random.Random(0)))  # nosec B311: no secret comes from it


@mypyc_attr(allow_interpreted_subclasses=True)
class Documents(Scoring[S, V]):
    """States, views and moves as plain documents."""

    format: ClassVar[int]
    upgrades: ClassVar[Mapping[int, Callable[[Doc], Doc]]] = {}
    """For each earlier format: a function from a position in this format to the same position in the next one."""

    @abstractmethod
    def write_position(self, state: S) -> Doc:
        """The state in the position notation, complete."""

    @abstractmethod
    def read_position(self, doc: Mapping[str, Any]) -> S:
        """The state of a position. Raises `InvalidPosition` listing every fault."""

    def score_position(self, doc: Mapping[str, Any]) -> Doc:
        """`score_now` of a position, which need not tell what no score comes from. Raises `InvalidPosition`."""
        return self.score_now(self.read_position(doc))

    @abstractmethod
    def restore(self, doc: Mapping[str, Any]) -> S:
        """The state of a position that `write_position` wrote: the fast path, without validation."""

    def upgrade(self, doc: Doc) -> Doc:
        """A position that some version of `write_position` wrote, in the present format, for `restore`.

        Raises `NewerFormat` for one of a later version of the program.
        """
        written: int = doc.get("format", 1)
        if written > self.format:
            raise NewerFormat(f"a position of format {written}, where only {self.format} is known")
        for step in range(written, self.format):
            doc = self.upgrades[step](doc)
        return doc

    @abstractmethod
    def write_view(self, view: V) -> Doc:
        """The view as a plain document."""

    @abstractmethod
    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> V:
        """The view of a document. Raises `InvalidPosition` listing every fault."""

    @abstractmethod
    def write_move(self, move: Move) -> Doc:
        """The move as a plain document, complete."""

    @abstractmethod
    def read_move(self, state: S, seat: int, doc: Mapping[str, Any]) -> Move:
        """The move of a document, defaults filled in. Raises `MalformedMove`; says nothing of legality."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset(Documents[S, V]):
    """The rules of one game. Stateless: all that changes is in the states it is given.

    Seats count from 0. `S` is the full, mutable state, `V` what one seat (or a spectator) may know.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str] = ""
    """What it is about, in a sentence."""
    seats: ClassVar[Sequence[int]]
    shapes: ClassVar[Shapes]
    about: ClassVar[Abouts] = Abouts()
    """Where on the table moves and events take place. By default nothing can be shown."""
    word_forms: ClassVar[Sequence[Word]] = ()
    """The objects that are single words in the text form of positions (`engine.notation`)."""
    options: Sequence[Option]

    def words(self, language: str) -> Words:
        """The words for people in one of the `LANGUAGES` of `engine.wording`. By default those that all games share."""
        return _shared_words(language)

    @abstractmethod
    def cards(self, lang: str) -> list[Doc]:
        """The catalogue: facts, the name in a language (`en`, `de`), and each fact's provenance."""

    def cards_of(self, catalogue: str, lang: str) -> list[Doc]:
        """As `cards`, with the numbers of one of the values of the option `catalogue`."""
        raise NotImplementedError

    def rules(self, lang: str) -> list[Doc]:
        """The rule index: `[{"id", "text", "lang"}]` with every id that an `IllegalMove` may name.

        A rule that is not told in the language asked for is told in English, and `lang` says so.
        """
        return []

    def with_catalogues(self, docs: Mapping[str, Any]) -> Ruleset[S, V]:
        """This ruleset with further catalogues by name: exact numbers, which a game chooses by its option `catalogue`.

        Raises `FaultyDocument` with every fault of every document, each path beginning with the name. A ruleset
        whose numbers are all known takes none.
        """
        if docs:
            raise FaultyDocument([Fault(name, f"{self.name} takes no catalogues") for name in docs])
        return self
