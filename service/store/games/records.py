"""What is stored of a game: JSON, much of it packed (`service.store.games.packed_json`). No pickles."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from typing import Any, Final

import orjson

from engine.errors import NewerFormat
from engine.events import EVERYONE, Event
from engine.randomness import commitment, seed_of
from engine.replay import Step, step_of
from engine.ruleset import Doc
from service.store.games.clock_record import Clock, Timing
from service.store.games.packed_json import pack, unpack
from service.store.games.visibility import PLAIN, Table
from service.store.outbox.notice_queue import Hook

_PACKED: Final = 0x80


def now_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: `type` is `human`, `ai`, `bot` or `open`.

    `level`: of an `ai`, and of who stands in for a `bot`, which is called `bot`; `milliseconds`: what it has for a
    decision, instead of the level's own budget.
    """

    type: str
    name: str | None = None
    level: str | None = None
    milliseconds: int | None = None
    bot: str | None = None

    @property
    def ordered(self) -> list[Any]:
        """What a client has said of it, without what is not given at the end."""
        whole = [self.type, self.name, self.level, self.milliseconds, self.bot]
        return whole if self.bot is not None else whole[: 3 if self.milliseconds is None else 4]


@dataclass(frozen=True, slots=True)
class Level:
    """How an AI thinks: `milliseconds` are its budget of time for a decision, if it is not the level's own."""

    name: str
    milliseconds: int | None = None

    def __str__(self) -> str:
        return self.name if self.milliseconds is None else f"{self.name} {self.milliseconds}"


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game began; with its log the whole truth. It changes once: when the game begins, `contributions` are added.

    `options` are the ruleset's; `secret`: the server's, or if it is `chosen`, the seed that a client has given; `salt`:
    hashed with it for the commitment; `created_ms`: since 1970, UTC; `clock` is that of the game, if it has one;
    `table`: to whom it is open; `resign`: who plays on for a seat that resigns; `imported`: it was stored when it was
    over; `contributions`: texts that players added to the secret, by seat.
    """

    ruleset: str
    format: int
    options: Doc
    seats: tuple[Seat, ...]
    secret: bytes
    salt: bytes
    created_ms: int
    chosen: bool = False
    clock: Clock | None = None
    table: Table = PLAIN
    resign: Level | None = None
    imported: bool = False
    contributions: Mapping[int, str] = field(default_factory=dict)

    @property
    def rated(self) -> bool:
        """Whether nobody knew the deal before the game, as far as this server can tell."""
        return not (self.chosen or self.imported)

    @property
    def seed(self) -> bytes:
        """What all chance in the game comes from. It is not known before the game begins."""
        return self.secret if self.chosen else seed_of(self.secret, self.contributions)

    @property
    def commitment(self) -> str:
        """What everybody is shown of the secret from the start: a hash, in hex."""
        return commitment(self.salt, self.secret)

    @property
    def budgets_of_stand_ins(self) -> tuple[int | None, int | None]:
        """For how long, in ms, those think who play on for a person."""
        away = None if self.clock is None else self.clock.takeover_milliseconds
        return away, None if self.resign is None else self.resign.milliseconds

    def dump(self) -> bytes:
        """As stored; `load` is its inverse."""
        doc: Doc = {
            "ruleset": self.ruleset,
            "format": self.format,
            "options": self.options,
            "seats": [seat.ordered for seat in self.seats],
            "secret": self.secret.hex(),
            "salt": self.salt.hex(),
            "created": self.created_ms,
        }
        if self.clock is not None:
            doc["clock"] = astuple(self.clock)
        if self.resign is not None:
            doc["resign"] = astuple(self.resign)
        more = {
            "chosen": self.chosen,
            "table": self.table.dump(),
            "imported": self.imported,
            "contributions": sorted(self.contributions.items()),
        }
        return orjson.dumps(doc | {name: value for name, value in more.items() if value})

    @staticmethod
    @lru_cache(1024)
    def load(text: bytes) -> Setup:
        """A setup from its stored form."""
        doc = orjson.loads(text)
        return Setup(
            doc["ruleset"],
            doc["format"],
            doc["options"],
            tuple(Seat(*seat) for seat in doc["seats"]),
            bytes.fromhex(doc["secret"]),
            bytes.fromhex(doc["salt"]),
            doc["created"],
            doc.get("chosen", False),
            Clock(*doc["clock"]) if "clock" in doc else None,
            Table.load(doc.get("table", {})),
            Level(*doc["resign"]) if "resign" in doc else None,
            doc.get("imported", False),
            dict(doc.get("contributions", ())),
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted move in the log: who, what, everything that followed, and when (ms since 1970, UTC).

    Without a `move` the first event tells what it is: the seat has taken back its last one that stands, or something
    was noted of the seat (`engine.events.NOTES`). `about`: for each event where on the table it was, as pointers into
    the views after this entry.
    """

    seat: int
    move: Doc | None
    events: tuple[Event, ...]
    at_ms: int
    about: tuple[list[str], ...] = ()

    def dump(self, setup: Setup) -> bytes:
        """As stored, for a game of this setup: who, when, and packed all the rest.

        The first byte has the highest bit, the number of the dictionary (3 bits) and the seat (4 bits). Then comes the
        time in ms since the game was created, 7 bits a byte, the least first, all but the last with the highest bit.
        """
        packed = pack(setup.ruleset, self.text)
        return bytes((_PACKED | packed[0] << 4 | self.seat, *_sevens(self.at_ms - setup.created_ms))) + packed[1:]

    @staticmethod
    def load(text: bytes, setup: Setup) -> Entry:
        """A log entry from its stored form. Raises `NewerFormat` of `engine.errors`."""
        first = text[0]
        if not first & _PACKED:
            raise NewerFormat("a log entry of a later form")
        at, seat, elapsed = 1, first & 15, 0
        while text[at] & _PACKED:
            elapsed |= (text[at] & 127) << 7 * (at - 1)
            at += 1
        elapsed |= text[at] << 7 * (at - 1)
        move, *rows = orjson.loads(unpack(setup.ruleset, bytes((first >> 4 & 7,)) + text[at + 1 :]))
        events = tuple(_event(*row) for row in rows)
        return Entry(seat, move, events, setup.created_ms + elapsed, tuple(row[2] for row in rows))

    @property
    def text(self) -> bytes:
        """What is packed of it: a JSON list of the move and its events, each a list as `_event` takes it."""
        rows = [_row(event, about) for event, about in zip(self.events, self.about, strict=True)]
        return orjson.dumps([self.move, *rows])

    @property
    def step(self) -> Step:
        """For `engine.replay`."""
        return step_of(self.seat, self.move, self.events[0].type if self.move is None else "move")


def _row(event: Event, about: list[str]) -> list[Any]:
    row = [event.type, event.public, about]
    return row if event.audience == EVERYONE else [*row, event.audience, event.private]


def _event(kind: str, public: Doc, _: list[str], audience: int = EVERYONE, private: Doc | None = None) -> Event:
    return Event(kind, audience, public, private or {})


def _sevens(number: int) -> bytes:
    """A number in bytes of 7 bits; what is less than 0, by clocks that disagree, is 0."""
    number, sevens = max(0, number), []
    while number > 127:
        sevens.append(number & 127 | _PACKED)
        number >>= 7
    return bytes((*sevens, number))


@dataclass(frozen=True, slots=True)
class Head:
    """All of a game but its log: `seats` as they are now, `digests` the token hashes by seat.

    `stored`: the position as stored, empty while the game waits for players; `timing`: how the clock stands, if there
    is one; `hooks`: who is told; `host`: the hash of the host's token, if there is one; `at_ms`: when the last move was
    accepted, or the game began; `left`: how often a seat was given back before the game began; `rematch`: the id of the
    game that follows; `contributions`: what those who have claimed open seats have added to the secret, by seat.
    """

    setup: Setup
    version: int
    stored: bytes
    seats: tuple[Seat, ...]
    digests: Mapping[int, bytes]
    timing: Timing | None = None
    hooks: tuple[Hook, ...] = ()
    host: bytes | None = None
    at_ms: int = 0
    left: int = 0
    rematch: str | None = None
    contributions: Mapping[int, str] = field(default_factory=dict)

    @staticmethod
    def load(fields: Mapping[bytes, bytes]) -> Head:
        """A head from the fields of its hash."""
        setup = Setup.load(fields[b"setup"])
        digests = {int(name[6:]): value for name, value in fields.items() if name.startswith(b"token:")}
        seats = tuple(
            seat if seat.type != "open" or number not in digests else _claimed(seat, fields.get(b"name:%d" % number))
            for number, seat in enumerate(setup.seats)
        )
        timing = Timing.load(fields) if b"clock" in fields else None
        hooks = tuple(Hook(*hook) for hook in orjson.loads(fields.get(b"hooks", b"[]")))
        # A game that waits for players has not been dealt.
        stored = fields.get(b"state", b"")
        host, at_ms = fields.get(b"host"), int(fields.get(b"at", b"0"))
        left = int(fields.get(b"left", b"0"))
        rematch = fields[b"rematch"].decode() if b"rematch" in fields else None
        given = {
            number: fields[b"contribution:%d" % number].decode()
            for number in digests
            if b"contribution:%d" % number in fields
        }
        return Head(
            setup, int(fields[b"version"]), stored, seats, digests, timing, hooks, host, at_ms, left, rematch, given
        )

    @property
    def position(self) -> Doc:
        """The position as a document. Raises `NewerFormat`."""
        doc: Doc = orjson.loads(unpack(self.setup.ruleset, self.stored))
        return doc


@dataclass(frozen=True, slots=True)
class Progress:
    """Entries of a game's log, and the game as it was then: its version, and whether it is over."""

    entries: tuple[Entry, ...]
    version: int
    finished: bool


def dump_hooks(hooks: Sequence[Hook]) -> bytes:
    return orjson.dumps([[hook.kind, hook.url, hook.secret] for hook in hooks])


def _claimed(seat: Seat, name: bytes | None) -> Seat:
    """A seat that began `open` is human once it has a token, under the name its claimant gave."""
    return Seat("human", name.decode() if name is not None else seat.name)
