"""What is stored of a game, and its JSON. Nothing else is ever stored: no pickles."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import orjson

from engine.events import Event
from engine.replay import Step, step_of
from engine.ruleset import Doc
from service.store.clock import Clock, Timing
from service.store.notices import Hook


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: `type` is `human`, `ai` or `open`; `level` only for `ai`."""

    type: str
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game began; with its log the whole truth. Never changes. `created_ms`: since 1970, UTC.

    `options` are the ruleset's; `clock` is that of the game, if it has one.
    """

    ruleset: str
    format: int
    options: Doc
    seats: tuple[Seat, ...]
    seed: bytes
    rated: bool
    created_ms: int
    clock: Clock | None = None

    def dumped(self) -> bytes:
        """As stored; `loaded` is its inverse."""
        clock = {} if self.clock is None else {"clock": [self.clock.turn_seconds, self.clock.takeover_level]}
        return orjson.dumps(
            {
                "ruleset": self.ruleset,
                "format": self.format,
                "options": self.options,
                "seats": [[seat.type, seat.name, seat.level] for seat in self.seats],
                "seed": self.seed.hex(),
                "rated": self.rated,
                "created": self.created_ms,
                **clock,
            }
        )

    @staticmethod
    @lru_cache(1024)
    def loaded(text: bytes) -> Setup:
        """A setup from its stored form."""
        doc = orjson.loads(text)
        seats = tuple(Seat(*seat) for seat in doc["seats"])
        seed = bytes.fromhex(doc["seed"])
        clock = Clock(*doc["clock"]) if "clock" in doc else None
        return Setup(doc["ruleset"], doc["format"], doc["options"], seats, seed, doc["rated"], doc["created"], clock)


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted move in the log: who, what, everything that followed, and when (ms since 1970, UTC).

    Without a `move` the first event tells what it is: the seat has taken back its last one that stands, or something
    was noted of the seat (`engine.events.NOTES`).
    """

    seat: int
    move: Doc | None
    events: tuple[Event, ...]
    at_ms: int

    def dumped(self) -> bytes:
        """As stored: `[seat, at_ms, move, events]`, short because most of a game's memory is its log."""
        return orjson.dumps([self.seat, self.at_ms, self.move, [event.stored() for event in self.events]])

    @staticmethod
    def loaded(text: bytes) -> Entry:
        """A log entry from its stored form."""
        seat, at_ms, move, events = orjson.loads(text)
        return Entry(seat, move, tuple(Event.restored(event) for event in events), at_ms)

    @property
    def step(self) -> Step:
        """For `engine.replay`."""
        return step_of(self.seat, self.move, self.events[0].type if self.move is None else "move")


@dataclass(frozen=True, slots=True)
class Head:
    """All of a game but its log: `seats` as they are now, `digests` the token hashes by seat.

    `text`: the position as stored; `timing`: how the clock stands, if there is one; `hooks`: who is told.
    """

    setup: Setup
    version: int
    text: bytes
    seats: tuple[Seat, ...]
    digests: Mapping[int, bytes]
    timing: Timing | None = None
    hooks: tuple[Hook, ...] = ()

    @staticmethod
    def loaded(fields: Mapping[bytes, bytes]) -> Head:
        """A head from the fields of its hash."""
        setup = Setup.loaded(fields[b"setup"])
        digests = {int(name[6:]): value for name, value in fields.items() if name.startswith(b"token:")}
        seats = tuple(_seat_now(number, seat, digests, fields) for number, seat in enumerate(setup.seats))
        timing = Timing.loaded(fields) if b"clock" in fields else None
        hooks = tuple(Hook(*hook) for hook in orjson.loads(fields.get(b"hooks", b"[]")))
        return Head(setup, int(fields[b"version"]), fields[b"position"], seats, digests, timing, hooks)

    @property
    def position(self) -> Doc:
        """The position as a document."""
        doc: Doc = orjson.loads(self.text)
        return doc


@dataclass(frozen=True, slots=True)
class Progress:
    """The entries of a game's log that follow version `after`, and, read later, whether it is over, and its version."""

    after: int
    entries: tuple[Entry, ...]
    version: int
    finished: bool

    def tells(self, version: int) -> bool:
        """Whether it has the entry that follows the version."""
        return self.after <= version < self.after + len(self.entries)


def dumped_hooks(hooks: Sequence[Hook]) -> bytes:
    """The webhooks of a game as stored in its head."""
    return orjson.dumps([[hook.kind, hook.url, hook.secret] for hook in hooks])


def _seat_now(number: int, seat: Seat, digests: Mapping[int, bytes], fields: Mapping[bytes, bytes]) -> Seat:
    """A seat that began `open` is human once it has a token, under the name its claimant gave."""
    if seat.type != "open" or number not in digests:
        return seat
    name = fields.get(b"name:%d" % number)
    return Seat("human", name.decode() if name is not None else seat.name)
