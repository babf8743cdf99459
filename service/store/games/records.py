"""The records of a game: JSON, mostly packed (`service.store.games.packed_json`). No pickles."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
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
from service.store.games.push_subscriptions import PushSubscription, load_subscriptions
from service.store.games.undo_record import UndoRecord
from service.store.games.visibility import PLAIN, Visibility
from service.store.outbox.notice_queue import Hook

_PACKED: Final = 0x80


def now_ms() -> int:
    """Return the milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. `type` is `human`, `ai`, `bot` or `open`.

    `level`: the level of an `ai`, or of the stand-in of a `bot`; a rating is written in digits. `bot`: the bot's name.
    `milliseconds`: the AI's time budget per decision, instead of the level's own. `player`, `metadata`: set by the
    game's owner, who alone can read them.
    """

    type: str
    name: str | None = None
    level: str | None = None
    milliseconds: int | None = None
    bot: str | None = None
    player: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def personal(self) -> dict[str, str]:
        """Return `player`, `metadata` and, if there is a `player`, `name`. Values that are not set are left out."""
        found = {} if self.player is None else {"player": self.player, **({"name": self.name} if self.name else {})}
        return {**found, "metadata": orjson.dumps(self.metadata).decode()} if self.metadata else found

    @property
    def ordered(self) -> list[Any]:
        """Return the values that the client has set, in a fixed order, without `player` and `metadata`. Defaults at the
        end are left out.
        """
        whole = [self.type, self.name, self.level, self.milliseconds, self.bot]
        return whole if self.bot is not None else whole[: 3 if self.milliseconds is None else 4]


def level_fields(level: str | None) -> Doc:
    """Return a stored level as the fields `level` and `rating`. The rating is there only if the AI plays by rating."""
    return {"level": None, "rating": int(level)} if level and level.isdecimal() else {"level": level}


@dataclass(frozen=True, slots=True)
class Level:
    """An AI level. `milliseconds`: its time budget per decision; `None` for the level's default."""

    name: str
    milliseconds: int | None = None

    def __str__(self) -> str:
        return self.name if self.milliseconds is None else f"{self.name} {self.milliseconds}"


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game. Together with the log it determines everything.

    It changes only once: `contributions` are added when the game begins.

    - `options`: the values of the ruleset's options.
    - `secret`: drawn by the server, or the client's seed if `chosen`.
    - `salt`: hashed together with the secret for the commitment.
    - `created_ms`: since 1970, UTC.
    - `resign`: the stand-in for seats that resign.
    - `imported`: whether the game was stored after its end.
    - `contributions`: texts added to the secret, by seat.
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
    table: Visibility = PLAIN
    resign: Level | None = None
    imported: bool = False
    contributions: Mapping[int, str] = field(default_factory=dict)

    @property
    def rated(self) -> bool:
        """Whether the deal was unknown before the game, as far as this server can tell."""
        return not (self.chosen or self.imported)

    @property
    def seed(self) -> bytes:
        """The source of all randomness, known only once the game begins."""
        return self.secret if self.chosen else seed_of(self.secret, self.contributions)

    @property
    def commitment(self) -> str:
        """The published hash of the secret, in hex."""
        return commitment(self.salt, self.secret)

    @property
    def budgets_of_stand_ins(self) -> tuple[int | None, int | None]:
        """The time budgets, in ms, of AIs that replace a person."""
        away = None if self.clock is None else self.clock.takeover_milliseconds
        return away, None if self.resign is None else self.resign.milliseconds

    @property
    def personal(self) -> dict[str, bytes]:
        """Return the personal data as fields of the head. Personal data is stored only there."""
        found = {
            f"{what}:{number}": text.encode()
            for number, seat in enumerate(self.seats)
            for what, text in seat.personal.items()
        }
        return found | ({} if self.table.host_name is None else {"host_name": self.table.host_name.encode()})

    def dump_setup(self) -> bytes:
        """Serialize the setup for storage, without `personal`; `load_setup` is the inverse."""
        seats = [seat if seat.player is None else replace(seat, name=None) for seat in self.seats]
        doc: Doc = {
            "ruleset": self.ruleset,
            "format": self.format,
            "options": self.options,
            "seats": [seat.ordered for seat in seats],
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
            "table": replace(self.table, host_name=None).dump_visibility(),
            "imported": self.imported,
            "contributions": sorted(self.contributions.items()),
        }
        return orjson.dumps(doc | {name: value for name, value in more.items() if value})

    @staticmethod
    @lru_cache(1024)
    def load_setup(text: bytes) -> Setup:
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
            Visibility(**doc.get("table", {})),
            Level(*doc["resign"]) if "resign" in doc else None,
            doc.get("imported", False),
            dict(doc.get("contributions", ())),
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry: an accepted move, its events and its time (ms since 1970, UTC).

    Without a `move`, the first event says what happened: an undo of the seat's last move, or a note about the seat
    (`engine.events.NOTES`). `about`: the place of each event on the table, as pointers into the views after this entry.
    """

    seat: int
    move: Doc | None
    events: tuple[Event, ...]
    at_ms: int
    about: tuple[list[str], ...] = ()

    def dump_entry(self, setup: Setup) -> bytes:
        """Return the stored form, for a game of this setup: seat, time, and the rest packed.

        The first byte consists of a bit that is always set, the number of the dictionary (3 bits) and the seat (4
        bits). Then comes the time in ms since the game was created, in groups of 7 bits, the lowest first. Each group
        is a byte. The highest bit of a byte is set if another group follows.
        """
        packed = pack(setup.ruleset, self.text)
        return bytes((_PACKED | packed[0] << 4 | self.seat, *_sevens(self.at_ms - setup.created_ms))) + packed[1:]

    @staticmethod
    def load_entry(text: bytes, setup: Setup) -> Entry:
        """Load an entry; `dump_entry` is the inverse. Raises `NewerFormat` of `engine.errors`."""
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
        """Return the part to pack: a JSON list of the move and its events.

        Each event is the list of arguments of `_event`.
        """
        rows = [_row(event, about) for event, about in zip(self.events, self.about, strict=True)]
        return orjson.dumps([self.move, *rows])

    @property
    def step(self) -> Step:
        """Return the entry as a step of `engine.replay`."""
        return step_of(self.seat, self.move, self.events[0].type if self.move is None else "move")


def _row(event: Event, about: list[str]) -> list[Any]:
    row = [event.type, event.public, about]
    return row if event.audience == EVERYONE else [*row, event.audience, event.private]


def _event(kind: str, public: Doc, _: list[str], audience: int = EVERYONE, private: Doc | None = None) -> Event:
    return Event(kind, audience, public, private or {})


def _sevens(number: int) -> bytes:
    """Encode a number in groups of 7 bits. A negative number, which comes from clocks that disagree, becomes 0."""
    number, sevens = max(0, number), []
    while number > 127:
        sevens.append(number & 127 | _PACKED)
        number >>= 7
    return bytes((*sevens, number))


@dataclass(frozen=True, slots=True)
class Head:
    """Everything stored about a game except its log.

    - `seats`: the seats as they are now.
    - `digests`: the hash of each seat's token.
    - `stored`: the position, empty while seats are open.
    - `webhooks`: the game's own webhook.
    - `host`: the hash of the host's token.
    - `at_ms`: when the last move was accepted, or the game began.
    - `seats_given_back`: the number of times that a seat was given back.
    - `rematch`: the id of the rematch.
    - `contributions`: by seat, from players who claimed open seats.
    - `undo`: the moves that may be taken back.
    - `metadata`: the game's metadata, set by its owner.
    """

    setup: Setup
    version: int
    stored: bytes
    seats: tuple[Seat, ...]
    digests: Mapping[int, bytes]
    timing: Timing | None = None
    webhooks: tuple[Hook, ...] = ()
    host: bytes | None = None
    at_ms: int = 0
    seats_given_back: int = 0
    rematch: str | None = None
    contributions: Mapping[int, str] = field(default_factory=dict)
    undo: UndoRecord = field(default_factory=UndoRecord)
    metadata: Mapping[str, str] = field(default_factory=dict)
    push: Mapping[int, tuple[PushSubscription, ...]] = field(default_factory=dict)

    @staticmethod
    def load_head(fields: Mapping[bytes, bytes]) -> Head:
        setup = Setup.load_setup(fields[b"setup"])
        if b"host_name" in fields:
            setup = replace(setup, table=replace(setup.table, host_name=fields[b"host_name"].decode()))
        digests = {int(name[6:]): value for name, value in fields.items() if name.startswith(b"token:")}
        seats = tuple(_seat(seat, number, fields) for number, seat in enumerate(setup.seats))
        timing = Timing.load_timing(fields) if b"clock" in fields else None
        webhooks = tuple(Hook(*hook) for hook in orjson.loads(fields.get(b"hooks", b"[]")))
        # A game without a position has open seats and is not dealt yet.
        stored = fields.get(b"state", b"")
        host, at_ms = fields.get(b"host"), int(fields.get(b"at", b"0"))
        seats_given_back = int(fields.get(b"left", b"0"))
        rematch = fields[b"rematch"].decode() if b"rematch" in fields else None
        given = {
            number: fields[b"contribution:%d" % number].decode()
            for number in digests
            if b"contribution:%d" % number in fields
        }
        metadata = orjson.loads(fields.get(b"metadata", b"{}"))
        push = {int(name[5:]): load_subscriptions(text) for name, text in fields.items() if name.startswith(b"push:")}
        version, undo = int(fields[b"version"]), UndoRecord.load(fields)
        others = (timing, webhooks, host, at_ms, seats_given_back, rematch, given, undo, metadata, push)
        return Head(setup, version, stored, seats, digests, *others)

    @property
    def position(self) -> Doc:
        """Return the position as a document. Raises `NewerFormat`."""
        doc: Doc = orjson.loads(unpack(self.setup.ruleset, self.stored))
        return doc


@dataclass(frozen=True, slots=True)
class Progress:
    """Entries of a game's log, with the game's version and whether it is finished, all read at the same moment."""

    entries: tuple[Entry, ...]
    version: int
    finished: bool


def dump_webhooks(webhooks: Sequence[Hook]) -> bytes:
    return orjson.dumps([[hook.id, hook.url, hook.secret] for hook in webhooks])


def _seat(seat: Seat, number: int, fields: Mapping[bytes, bytes]) -> Seat:
    """Return the seat as it is now. A seat with a token is `human`."""
    name, player, metadata = (fields.get(b"%b:%d" % (what, number)) for what in (b"name", b"player", b"metadata"))
    if seat.type == "open" and b"token:%d" % number in fields:
        seat = Seat("human", seat.name)
    if name is player is metadata is None:
        return seat
    return replace(
        seat,
        name=seat.name if name is None else name.decode(),
        player=None if player is None else player.decode(),
        metadata=orjson.loads(metadata or b"{}"),
    )
