"""A finished game as one document, as `GET .../replay` gives it, and whether it is true.

It is if its seed has the hash that was shown, every move is legal where it stands, and they lead to the result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.errors import EngineError, InvalidOptions, MalformedMove
from engine.events import NOTES, Event
from engine.randomness import seed_hash
from engine.replay import Replayer
from engine.ruleset import Doc, Ruleset
from service.games import clocks
from service.games.errors import GamesError
from service.games.model import Game
from service.store.clock import Timing
from service.store.records import Seat, Setup

MOST_MOVES = 5000
"""In one document; games have up to 400, and more only if players keep leaving and coming back."""


class NotTrue(GamesError):
    """The document is no replay of a game by these rules; the text says what is wrong first."""


class Archived:
    """The game of a replay document, played again step by step. Raises `NotTrue`."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], doc: Any) -> None:
        self._doc = doc
        key = _field(doc, "ruleset", str)
        if key not in rulesets:
            raise NotTrue(f"there is no ruleset {key!r} here")
        self.ruleset = rulesets[key]
        self._setup = self._read_setup(levels)
        self.names = [seat.name for seat in self._setup.seats]
        self.moves = _field(doc, "moves", list)
        if len(self.moves) > MOST_MOVES:
            raise NotTrue(f"it has more than {MOST_MOVES} moves")
        state = self.ruleset.setup(self._setup.options, len(self.names), self._setup.seed)
        self._again = Replayer(self.ruleset, state)
        self._lost: set[int] = set()

    def _read_setup(self, levels: Collection[str]) -> Setup:
        doc, rules = self._doc, self.ruleset
        if _field(doc, "format", int) > rules.format:
            raise NotTrue("it was written by a later version of the rules")
        seats = tuple(Seat(_field(seat, "type", str), _name(seat)) for seat in _field(doc, "seats", list))
        if len(seats) not in rules.seats:
            raise NotTrue(f"{rules.name} is not played with {len(seats)} seats")
        try:
            seed = bytes.fromhex(_field(doc, "seed", str))
        except ValueError as error:
            raise NotTrue("`seed` is not hexadecimal") from error
        if seed_hash(seed) != _field(doc, "seed_hash", str):
            raise NotTrue("the seed does not have the hash that was shown")
        clock, own, faults = clocks.read(_field(doc, "options", dict), levels)
        try:
            options = rules.read_options(own, len(seats))
        except InvalidOptions as error:
            faults += error.faults
        if faults:
            raise NotTrue(f"options: {faults[0].path} {faults[0].message}")
        return Setup(rules.key, rules.format, options, seats, seed, bool(doc.get("rated")), 0, clock)

    def events(self) -> Iterator[list[Event]]:
        """What each move brings about, one after the other; at the end the result is compared."""
        for number, one in enumerate(self.moves, 1):
            seat, step = _field(one, "seat", int), _step(one, number)
            if not 0 <= seat < len(self.names):
                raise NotTrue(f"move {number}: there is no seat {seat}")
            try:
                yield self._again.step(seat, step)
            except MalformedMove as error:
                raise NotTrue(f"move {number} is no move: {error.faults[0].path} {error.faults[0].message}") from error
            except EngineError as error:
                raise NotTrue(f"move {number} does not follow: {error}") from error
            if step == "seat_forfeited":
                self._lost.add(seat)
        result = clocks.result(self.game)
        if result is None:
            raise NotTrue("the game is not over after its last move")
        if result != self._doc.get("result"):
            raise NotTrue("the game has another result")

    @property
    def game(self) -> Game:
        """The game as far as it has been played."""
        again, timing = self._again, Timing(forfeited=frozenset(self._lost))
        return Game("", self._setup, self.ruleset, again.state, again.version, self._setup.seats, {}, timing=timing)


def _field(doc: Any, name: str, kind: type) -> Any:
    found = doc.get(name) if isinstance(doc, dict) else None
    if not isinstance(found, kind) or isinstance(found, bool):
        raise NotTrue(f"`{name}` is missing or of another kind")
    return found


def _name(seat: Doc) -> str | None:
    return seat["name"] if isinstance(seat.get("name"), str) else None


def _step(one: Any, number: int) -> Doc | str | None:
    """What `Replayer.step` is to do: a move, nothing for one that was taken back, or what was noted of the seat."""
    move = one.get("move") if isinstance(one, dict) else ""
    if isinstance(move, dict):
        return move
    events = one.get("events") if move is None else None
    kind = events[0].get("type") if isinstance(events, list) and events and isinstance(events[0], dict) else ""
    if kind == "move_undone":
        return None
    if kind not in NOTES:
        raise NotTrue(f"move {number} is missing")
    return str(kind)
