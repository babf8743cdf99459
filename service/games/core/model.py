"""`Game` and `Answer`, the values that `Games` accepts and returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import orjson

from engine.errors import GameOver, NotYourTurn
from engine.events import Event, move_undone
from engine.ruleset import Doc, Move, Ruleset
from service.games.core.game_errors import GameWaiting, SeatAway, SeatForfeited, SeatResigned
from service.games.lobby import seat_tokens
from service.store.games.clock_record import Timing
from service.store.games.push_subscriptions import PushSubscription
from service.store.games.records import Entry, Level, Seat, Setup, now_ms
from service.store.games.undo_record import UndoRecord
from service.store.outbox.notice_queue import Hook

Status = Literal["waiting", "active", "finished"]

FORFEITED_LEVEL = "greedy"
"""The AI level that plays for a forfeited seat, so that the others can finish."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply that can be repeated word for word.

    `document`: the body. `repeated`: whether this is the reply to an earlier request with the same idempotency key.
    `version`: the version of the game in the document.
    """

    game_id: str
    version: int
    document: Doc
    repeated: bool = False

    @property
    def body(self) -> bytes:
        return orjson.dumps(self.document)


@dataclass(slots=True)
class Game:
    """A loaded game: its setup, its live state, and the uncommitted moves.

    `seats`: the seats as they are now (a claimed seat is `human`); `digests`: the SHA-256 of each seat's token. A game
    with open seats has no `state`, because it is dealt when the last seat is taken. All data about a game leaves the
    process through `service.games.core.projection`.
    """

    id: str
    setup: Setup
    ruleset: Ruleset[Any, Any]
    state: Any
    stored_version: int
    seats: tuple[Seat, ...]
    digests: Mapping[int, bytes]
    uncommitted: list[Entry] = field(default_factory=list)
    """The entries that the next commit adds to the stored log."""
    declined: frozenset[int] = frozenset()
    """The AI seats that have declined to react to `state`. Only this copy knows them."""
    timing: Timing | None = None
    """The clock; `None` if the game has none."""
    webhooks: tuple[Hook, ...] = ()
    """The game's own webhook, if it has one."""
    people_to_act: list[int | None] = field(default_factory=list)
    """The person to act before the first uncommitted entry, then after each uncommitted entry.

    Kept only if `notifies`.
    """
    rematch: str | None = None
    """The id of the rematch."""
    seats_given_back: int = 0
    """How often a seat was given back before the game began."""
    contributions: Mapping[int, str] = field(default_factory=dict)
    """Contributions by seat until the game begins; after that they are in `setup`."""
    metadata: Mapping[str, str] = field(default_factory=dict)
    """Metadata set by the game's owner, which only the owner can read."""
    push: Mapping[int, tuple[PushSubscription, ...]] = field(default_factory=dict)
    """Push subscriptions by seat."""
    host: bytes | None = None
    """The SHA-256 of the host's token; `None` for imported games."""
    undo: UndoRecord = field(default_factory=UndoRecord)
    """The moves that may be taken back."""
    at_ms: int = 0
    """The time when this version was accepted, or when the game began, in ms since 1970."""
    version: int = field(init=False)
    """The number of log entries that led to `state`, including uncommitted ones."""
    open_seats: int = field(init=False)
    """The number of seats that are not claimed. Claims change a game's document without changing its version."""
    forfeited: frozenset[int] = field(init=False)
    """The seats that lost by the clock or by resigning."""
    resigned: frozenset[int] = field(init=False)
    given_up: bool = field(init=False)
    """Whether the game is over because at most one seat has not forfeited."""
    to_act: tuple[int, ...] = field(init=False)
    """The seats that may move now; the game waits for the first of them. Empty while seats are open.

    This may reveal hidden cards. Viewers get `to_act` from `projection`.
    """
    status: Status = field(init=False)
    _reactors: tuple[int, ...] | None = field(init=False, compare=False)
    """Cache of `reactors`."""

    def __post_init__(self) -> None:
        """Compute the derived fields. Call this again after each change."""
        self.version = self.stored_version + len(self.uncommitted)
        self.open_seats = [seat.type for seat in self.seats].count("open")
        none: frozenset[int] = frozenset()
        self.forfeited, self.resigned = (self.timing.forfeited, self.timing.resigned) if self.timing else (none, none)
        self.given_up = bool(self.forfeited) and len(self.forfeited) >= len(self.seats) - 1
        # Lists load games without their state. For them it only matters whether seats are open.
        playing = self.state is not None and not self.open_seats and not self.given_up
        self.to_act = self.ruleset.to_act(self.state) if playing else ()
        self.status = "waiting" if self.open_seats else "active" if self.to_act else "finished"
        self._reactors = None

    @property
    def seating(self) -> str:
        """Return a key that changes with every claim of a seat; empty once the game has begun."""
        return f"w{self.open_seats}.{self.seats_given_back}" if self.open_seats else ""

    def rematch_for(self, viewer: int | None) -> str | None:
        """Return the id of the rematch if the viewer is a player or the game is public."""
        return self.rematch if self.setup.table.public or viewer is not None else None

    def etag_suffix(self, viewer: int | None) -> str:
        """Return a short key that changes whenever the viewer's document of the game changes without a new version.

        In a game of an API key, names are counted, because the key may erase its players.
        """
        names = [self.setup.table.host_name, *(seat.name for seat in self.seats)]
        known = "" if self.owner is None else f"n{len(names) - names.count(None)}"
        return ".".join(filter(None, (self.seating or self.rematch_for(viewer), known)))

    @property
    def is_open_to_all(self) -> bool:
        return self.setup.table.public and self.setup.table.rematch_of is None

    def is_host(self, token: str | None) -> bool:
        return seat_tokens.opens(token, self.host)

    @property
    def owner(self) -> str | None:
        """The name of the API key that created the game."""
        return self.setup.table.owner

    def is_owned_by(self, key: str | None) -> bool:
        """Return whether the API key with this name created the game."""
        return key is not None and key == self.owner

    @property
    def notifies(self) -> bool:
        """Whether a change may cause notices: the game or an API key has a webhook, or a browser has subscribed."""
        return bool(self.webhooks or self.owner or self.push)

    @property
    def waited_for(self) -> int | None:
        return next(iter(self.to_act), None)

    def level_of(self, seat: int) -> str | None:
        """Return the level of the AI that plays the seat now; for an external bot, the level of its stand-in.

        Returns `None` for a person or an open seat.
        """
        ai = self._ai_of(seat)
        return None if ai is None else ai.name

    def milliseconds_of(self, seat: int) -> int | None:
        """Return the AI's time budget per decision, in ms; `None` for the level's default. `level_of` says which AI."""
        ai = self._ai_of(seat)
        return None if ai is None else ai.milliseconds

    def _ai_of(self, number: int) -> Level | None:
        seat = self.seats[number]
        if seat.type == "human":
            return None if self.timing is None else self._stand_in(number)
        return None if seat.level is None else Level(seat.level, seat.milliseconds)

    def _stand_in(self, seat: int) -> Level | None:
        """Return the stand-in for a player who has resigned, lost by the clock, or is away."""
        assert self.timing is not None
        clock = self.setup.clock
        if seat in self.timing.resigned and self.setup.resign is not None:
            return self.setup.resign
        if seat in self.timing.forfeited:
            return Level(FORFEITED_LEVEL)
        if seat in self.timing.away and clock is not None and clock.takeover_level is not None:
            return Level(clock.takeover_level, clock.takeover_milliseconds)
        return None

    @property
    def turn(self) -> tuple[int, ...]:
        """The seat of the person to act, then the numbers of `Ruleset.turn_of`; empty if no person is to act."""
        if self.status != "active":
            return ()
        view = self.ruleset.view(self.state, None)
        seat = next(iter(self.ruleset.view_to_act(view)), None)
        if seat is None or self.level_of(seat) is not None:
            return ()
        return (seat, *self.ruleset.turn_of(view))

    @property
    def person_to_act(self) -> int | None:
        """The seat of the person to act, as far as a spectator can tell; `None` if no person is to act."""
        return next(iter(self.turn), None)

    @property
    def reactors(self) -> tuple[int, ...]:
        """The seats that may be able to react, according to public knowledge."""
        if self._reactors is None:
            self._reactors = self.ruleset.might_react(self.ruleset.view(self.state, None)) if self.to_act else ()
        return self._reactors

    def people_might_react(self) -> bool:
        """Whether people or external bots may be able to react, according to public knowledge."""
        return any(self.seats[seat].type == "bot" or self.level_of(seat) is None for seat in self.reactors)

    @property
    def due(self) -> list[tuple[int, str]]:
        """Return the AI seats that must decide now, with their levels: those that might react, then the seat that the
        game waits for.

        A seat is listed even if its hidden cards allow no reaction. So the list reveals nothing about the cards.
        Seats that have declined in this copy are left out.
        """
        waited_for = self.waited_for
        if waited_for is None:
            return []
        levels = {seat: self.level_of(seat) for seat in range(len(self.seats))}
        # The view takes time to compute, and games between people never need it.
        others = any(level is not None for seat, level in levels.items() if seat != waited_for)
        asked = (*(self.reactors if others else ()), waited_for)
        return [(seat, level) for seat in asked if (level := levels[seat]) is not None and seat not in self.declined]

    def bots(self) -> dict[str, bool]:
        """Return the external bots at the table by name. The value says whether the bot may move now."""
        found: dict[str, bool] = {}
        acting = self.to_act
        for number, seat in enumerate(self.seats):
            if seat.bot is not None:
                found[seat.bot] = found.get(seat.bot, False) or number in acting
        return found

    def bot_seconds(self, limit: int) -> int:
        """Return the seconds that an external bot has for a move: `limit`, or less if the game's clock allows less."""
        return limit if self.setup.clock is None else min(limit, self.setup.clock.turn_seconds)

    def claimed(self, seat: int, claimant: Seat, contribution: str | None = None) -> Game:
        """Return the game after `claimant` has taken the open seat. The last claim deals the game."""
        reserved = self.seats[seat]
        taken = replace(claimant, name=claimant.name or (reserved.name if reserved.player is None else None))
        seats = (*self.seats[:seat], taken, *self.seats[seat + 1 :])
        given = dict(self.contributions) if contribution is None else {**self.contributions, seat: contribution}
        if any(one.type == "open" for one in seats):
            return replace(self, seats=seats, contributions=given)
        setup = replace(self.setup, contributions=given)
        state = self.ruleset.setup(setup.options, len(seats), setup.seed)
        return replace(self, seats=seats, setup=setup, state=state, contributions={})

    def check_turn(self, seat: int) -> None:
        """Raise an error if the seat may not move: `GameWaiting`, `GameOver`, `SeatResigned`, `SeatForfeited`,
        `SeatAway` or `NotYourTurn`.

        Reveals nothing about other seats.
        """
        if self.open_seats:
            raise GameWaiting("the game is still waiting for players")
        if not self.to_act:
            raise GameOver("the game is over")
        if seat in self.resigned:
            raise SeatResigned("you have resigned")
        if seat in self.forfeited:
            raise SeatForfeited("your time ran out, so you have lost")
        if self.timing is not None and seat in self.timing.away:
            how = f"POST /v1/games/{self.id}/seats/{seat}"
            raise SeatAway(
                "your time ran out, and an AI is playing for you; {how} with your token brings you back", how=how
            )
        if seat not in self.to_act:
            raise NotYourTurn("it is not seat {seat}'s turn", seat=seat + 1)

    def apply_move(self, seat: int, move: Move) -> None:
        """Make a move in this copy, and add it to the log as an uncommitted entry. `Games.commit` stores the entry.

        Raises the errors of `Ruleset.apply`.
        """
        doc = self.ruleset.write_move(move)
        self._begin_entry()
        events = self.ruleset.apply(self.state, seat, move)
        self._enter(seat, doc, events)

    def take_back(self, seat: int, before: Any, undone: int) -> None:
        """Undo the seat's last move in this copy.

        `before`: the state before that move; `undone`: the version after that move.
        """
        self._begin_entry()
        self.state = before
        self._enter(seat, None, (move_undone(seat, undone),))

    def mark_committed(self, timing: Timing | None) -> None:
        """Mark the uncommitted entries as stored, and set the clock to `timing`."""
        self.stored_version, self.timing = self.version, timing
        self.uncommitted, self.people_to_act = [], []

    def note(self, seat: int, event: Event, timing: Timing) -> None:
        """Add a note about a seat to the log of this copy, and set the clock to `timing`. The state does not change."""
        self._begin_entry()
        self.timing = timing
        undo = self.undo
        self._enter(seat, None, (event,))
        self.undo = undo.ended(seat, "away") if undo.seat == seat else undo

    def decline(self, seat: int) -> None:
        """Decline a possible reaction of an AI seat. Nothing is stored."""
        self.declined |= {seat}

    def _begin_entry(self) -> None:
        """Prepare a log entry. Call this before the change, and `_enter` after it."""
        if self.notifies and not self.people_to_act:
            self.people_to_act.append(self.person_to_act)

    def _enter(self, seat: int, move: Doc | None, events: Sequence[Event]) -> None:
        """Add an entry to the log of this copy."""
        self.uncommitted.append(entry(self.ruleset, self.state, seat, move, events, now_ms()))
        self.declined = frozenset()
        self.undo = self.undo.ended(seat, "others")
        self.__post_init__()
        if self.notifies:
            self.people_to_act.append(self.person_to_act)


def entry(
    ruleset: Ruleset[Any, Any], state: Any, seat: int, move: Doc | None, events: Sequence[Event], at_ms: int
) -> Entry:
    """Return the log entry of the step that led to this state."""
    view = ruleset.write_view(ruleset.view(state, None))
    return Entry(seat, move, tuple(events), at_ms, tuple(ruleset.about.of_event(event, view) for event in events))
