"""Replay documents (`GET .../replay`) and their verification.

A document is genuine if three things are true: its secret has the published hash; the seed follows from the secret and
the contributions; the moves are legal and lead to the result. Resignations, undone moves and timeouts are accepted
wherever they are possible. Names and times are not verified.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engine.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn
from engine.events import NOTES, Event
from engine.randomness import commitment, seed_of
from engine.replay import Replayer
from engine.ruleset import Doc, Ruleset
from service.config.timestamps import EPOCH, LAST_MS
from service.games.clock import turn_clock
from service.games.core.game_errors import InvalidGame, NotTrue
from service.games.core.model import Game, entry
from service.games.lobby.game_request import GameRequest, seed_faults
from service.store.games.clock_record import Timing
from service.store.games.records import Entry, Seat, Setup
from service.store.redis.keys import BOT_PATTERN

MAX_MOVES = 5000
"""The highest number of steps in a document. Games have up to 400 moves; more steps come only from players who keep
leaving and returning.
"""


class Archived:
    """A replay document, which is replayed step by step. Raises `NotTrue`."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any, Any]], levels: Collection[str], doc: Any) -> None:
        self._doc = doc
        key = _field(doc, "ruleset", str)
        if key not in rulesets:
            raise NotTrue("there is no ruleset {key!r} here", key=key)
        self.ruleset = rulesets[key]
        self.setup = self._read_setup(levels)
        self.names = [seat.name for seat in self.setup.seats]
        self.moves = _field(doc, "moves", list)
        if len(self.moves) > MAX_MOVES:
            raise NotTrue("it has more than {number} moves", number=MAX_MOVES)
        state = self.ruleset.setup(self.setup.options, len(self.names), self.setup.seed)
        self._again = Replayer(self.ruleset, state)
        self.timing = Timing()

    def _read_setup(self, levels: Collection[str]) -> Setup:
        doc, rules = self._doc, self.ruleset
        notation = _field(doc, "format", int)
        if notation < 1:
            raise NotTrue("there is no format {number}", number=notation)
        if notation > rules.format:
            raise NotTrue("a newer version of the rules wrote it")
        seats = [_seat(seat) for seat in _field(doc, "seats", list)]
        contributions, chosen = self._check_seed(len(seats))
        bots = {seat.bot for seat in seats if seat.bot is not None}
        # Names are not verified.
        nameless = [replace(seat, name=None) for seat in seats]
        try:
            order = GameRequest.checked(rules, nameless, _field(doc, "options", dict), None, levels, bots=bots)
        except InvalidGame as error:
            raise NotTrue("invalid setup: {why}", why=str(error.faults[0])) from error
        return Setup(
            rules.key,
            rules.format,
            order.options,
            tuple(seats),
            _hex(doc, "secret"),
            _hex(doc, "salt"),
            _moment(doc, "created_at"),
            chosen,
            order.clock,
            resign=order.resign,
            contributions=contributions,
        )

    def _check_seed(self, seats: int) -> tuple[dict[int, str], bool]:
        """Return the contributions, and whether the client chose the seed. Such a seed is also the secret."""
        doc = self._doc
        secret, seed = _hex(doc, "secret"), _hex(doc, "seed")
        if commitment(_hex(doc, "salt"), secret) != _field(doc, "commitment", str):
            raise NotTrue("the secret does not match the hash that was published")
        given = _field(doc, "contributions", list)
        contributions = {_field(one, "seat", int): _field(one, "contribution", str) for one in given}
        if len(contributions) < len(given) or not contributions.keys() <= set(range(seats)):
            raise NotTrue("`contributions` must have at most one entry per seat")
        for text in contributions.values():
            if faults := seed_faults("contribution", text):
                raise NotTrue("a contribution {why}", why=faults[0].message)
        chosen = seed == secret and not contributions and not doc.get("rated")
        if not chosen and seed != seed_of(secret, contributions):
            raise NotTrue("the seed does not follow from the secret and the contributions")
        return contributions, chosen

    def entries(self) -> Iterator[Entry]:
        """Yield the log entries with all events. After the last one, check the result."""
        for number, one in enumerate(self.moves, 1):
            if self.game.status == "finished":
                raise NotTrue("move {number} comes after the end of the game", number=number)
            seat, step = _field(one, "seat", int), _step(one, number)
            if not 0 <= seat < len(self.names):
                raise NotTrue("move {number}: there is no seat {seat}", number=number, seat=seat + 1)
            if isinstance(step, str):
                self._note(number, seat, step)
            move, events = self._play(number, seat, step)
            at_ms = max(self.setup.created_ms, _moment(one, "at"))
            yield entry(self.ruleset, self._again.state, seat, move, events, at_ms)
        result = turn_clock.result_with_forfeits(self.game)
        if result is None:
            raise NotTrue("the game is not over after its last move")
        if result != self._doc.get("result"):
            raise NotTrue("the game ended with another result")

    def _play(self, number: int, seat: int, step: Doc | str | None) -> tuple[Doc | None, list[Event]]:
        """Play a step. Returns the move in the ruleset's notation, and its events."""
        rules, move = self.ruleset, None
        try:
            if isinstance(step, dict):
                step = move = rules.write_move(rules.read_move(self._again.state, seat, step))
            return move, self._again.play_entry(seat, step)
        except MalformedMove as error:
            raise NotTrue(
                "move {number} is not a valid move: {why}", number=number, why=str(error.faults[0])
            ) from error
        except IllegalMove as error:
            raise NotTrue(
                "move {number} breaks rule {rule}: {why}", number=number, rule=error.rule, why=error
            ) from error
        except (GameOver, NotYourTurn) as error:
            if step is None:
                raise NotTrue(
                    "move {number}: seat {seat} did not make the last move", number=number, seat=seat + 1
                ) from error
            raise NotTrue("move {number}: it is not the turn of seat {seat}", number=number, seat=seat + 1) from error

    def _note(self, number: int, seat: int, kind: str) -> None:
        """Apply a note about a seat. Raises `NotTrue` if the note is impossible here."""
        clock, timing = self.setup.clock, self.timing
        gone = timing.forfeited | timing.resigned
        possible = {
            "seat_away": clock is not None and clock.takeover_level is not None and seat not in gone | timing.away,
            "seat_forfeited": clock is not None and clock.takeover_level is None and seat not in gone,
            "seat_returned": seat in timing.away,
            "seat_resigned": seat not in gone,
        }
        if self.setup.seats[seat].type != "human" or not possible[kind]:
            raise NotTrue(
                "move {number}: {kind} is not possible for seat {seat}", number=number, kind=kind, seat=seat + 1
            )
        self.timing = turn_clock.after_note(timing, kind, seat, forfeits=self.setup.resign is None)

    @property
    def game(self) -> Game:
        """Return the game at the present step."""
        again = self._again
        return Game("", self.setup, self.ruleset, again.state, again.version, self.setup.seats, {}, timing=self.timing)


def _field(doc: Any, name: str, kind: type) -> Any:
    value = doc.get(name) if isinstance(doc, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotTrue("`{field}` is missing or has the wrong type", field=name)
    return value


def _hex(doc: Any, name: str) -> bytes:
    try:
        return bytes.fromhex(_field(doc, name, str))
    except ValueError as error:
        raise NotTrue("`{field}` is not hexadecimal", field=name) from error


def _seat(doc: Any) -> Seat:
    kind = _field(doc, "type", str)
    if kind == "open":
        raise NotTrue("a seat is still open")
    facts: dict[str, Any] = {name: doc[name] for name, like in _OF_SEAT.items() if isinstance(doc.get(name), like)}
    if isinstance(rating := doc.get("rating"), int):
        facts["level"] = str(rating)
    seat = Seat(kind, **facts)
    if seat.bot is not None and not re.fullmatch(BOT_PATTERN, seat.bot):
        raise NotTrue("no bot has this name")
    return seat


_OF_SEAT = {"name": str, "level": str, "milliseconds": int, "bot": str}
"""The optional fields of a seat, in the order of `Seat`."""


def _moment(doc: Any, name: str) -> int:
    """Return an RFC 3339 time as ms since 1970, for years up to 9999 (UTC)."""
    try:
        when = datetime.fromisoformat(_field(doc, name, str))
    except ValueError as error:
        raise NotTrue("`{field}` is not a valid time", field=name) from error
    ms = round((when - EPOCH) / timedelta(milliseconds=1)) if when.tzinfo is not None else -1
    if not 0 <= ms <= LAST_MS:
        raise NotTrue("`{field}` is not a valid time", field=name)
    return ms


def _step(one: Any, number: int) -> Doc | str | None:
    """Return the argument for `Replayer.play_entry`: a move, `None` for an undo, or the kind of a note."""
    move = one.get("move") if isinstance(one, dict) else ""
    if isinstance(move, dict):
        return move
    events = one.get("events") if move is None else None
    kind = events[0].get("type") if isinstance(events, list) and events and isinstance(events[0], dict) else ""
    if kind == "move_undone":
        return None
    if kind not in NOTES:
        raise NotTrue("move {number} is missing", number=number)
    return str(kind)
