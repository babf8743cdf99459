"""The values `Games` takes and gives."""

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
from service.store.games.records import Entry, Level, Seat, Setup, now_ms
from service.store.outbox.notice_queue import Hook

Status = Literal["waiting", "active", "finished"]

FORFEITED_LEVEL = "greedy"
"""Who plays on for a seat that has forfeited, so that the others can finish."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply that may have to be given again word for word.

    `document` is what to send; `repeated` tells that it is the first answer to an earlier request with the
    same idempotency key; `version` is the game's version that it shows.
    """

    game_id: str
    version: int
    document: Doc
    repeated: bool = False

    @property
    def body(self) -> bytes:
        """The JSON text to send."""
        return orjson.dumps(self.document)


@dataclass(slots=True)
class Game:
    """A stored game, loaded: its setup, its live state, and the moves carried out since that are not yet committed.

    `seats` are the seats as they are now (a claimed seat is `human`); `digests` the SHA-256 of the token of each
    seat that has one. A game that waits for players has no `state`: it is dealt when the last seat is taken. Nothing of
    it may leave the process but through `service.games.core.projection`.
    """

    id: str
    setup: Setup
    ruleset: Ruleset[Any, Any]
    state: Any
    stored_version: int
    seats: tuple[Seat, ...]
    digests: Mapping[int, bytes]
    pending: list[Entry] = field(default_factory=list)
    declined: frozenset[int] = frozenset()
    """AI seats that were asked to react to `state` and let it pass: known to this copy only, and stored nowhere."""
    timing: Timing | None = None
    """How the game's clock stands, if it has one."""
    hooks: tuple[Hook, ...] = ()
    """The webhooks that are told of it."""
    turns: list[int | None] = field(default_factory=list)
    """`person_to_act` before the pending moves and after each; only where there are webhooks."""
    rematch: str | None = None
    """The id of the game that follows."""
    left: int = 0
    """How often a seat was given back before the game began."""
    contributions: Mapping[int, str] = field(default_factory=dict)
    """What players have added to the secret while the game waits, by seat. Once it begins the `setup` has it."""
    host: bytes | None = None
    """The SHA-256 of the host's token; imported games have none."""
    at_ms: int = 0
    """When that version was accepted, or the game began: ms since 1970."""
    version: int = field(init=False)
    """How many moves led to `state`, uncommitted ones and those taken back included."""
    open_seats: int = field(init=False)
    """Seats nobody has claimed yet. Claims change a game's document without changing its version."""
    forfeited: frozenset[int] = field(init=False)
    """The seats that have lost because their time was up, or because they have resigned."""
    resigned: frozenset[int] = field(init=False)
    """The seats whose players have given up."""
    given_up: bool = field(init=False)
    """Whether the game has ended because at most one seat has not forfeited."""
    to_act: tuple[int, ...] = field(init=False)
    """The seats that may move now, first the one the game waits for; none while it waits for players.

    It is the truth, and tells of hidden cards: viewers are told `seeing`'s.
    """
    status: Status = field(init=False)
    """`waiting` for players, `active`, or `finished`."""
    _reactors: tuple[int, ...] | None = field(init=False, compare=False)
    """`reactors`, once somebody has asked for them."""

    def __post_init__(self) -> None:
        """Find out how the game stands: once after each change, for all who ask."""
        self.version = self.stored_version + len(self.pending)
        self.open_seats = [seat.type for seat in self.seats].count("open")
        none: frozenset[int] = frozenset()
        self.forfeited, self.resigned = (self.timing.forfeited, self.timing.resigned) if self.timing else (none, none)
        self.given_up = bool(self.forfeited) and len(self.forfeited) >= len(self.seats) - 1
        # Lists have no state either, and do not ask for more than whether somebody is still awaited.
        playing = self.state is not None and not self.open_seats and not self.given_up
        self.to_act = self.ruleset.to_act(self.state) if playing else ()
        self.status = "waiting" if self.open_seats else "active" if self.to_act else "finished"
        self._reactors = None

    @property
    def seating(self) -> str:
        """Tells who sits there, while seats come and go: another one after each. Empty once the game has begun."""
        return f"w{self.open_seats}.{self.left}" if self.open_seats else ""

    def rematch_for(self, viewer: int | None) -> str | None:
        """The id of the game that follows, for its players; of a public game for everybody."""
        return self.rematch if self.setup.table.public or viewer is not None else None

    def looks(self, viewer: int | None) -> str:
        """What its document depends on besides version and viewer, in short."""
        return self.seating or self.rematch_for(viewer) or ""

    @property
    def is_open_to_all(self) -> bool:
        """Whether anybody may take an open seat."""
        return self.setup.table.public and self.setup.table.rematch_of is None

    def is_host(self, token: str | None) -> bool:
        """Whether this is the token of the game's host."""
        return seat_tokens.opens(token, self.host)

    @property
    def waited_for(self) -> int | None:
        """The seat whose move the game waits for."""
        return next(iter(self.to_act), None)

    def level_of(self, seat: int) -> str | None:
        """The level of the AI that plays the seat now, or stands in for its bot; `None` for a person or nobody."""
        if self.timing is not None and self.seats[seat].type == "human":
            stand_in = self._stand_in(seat)
            return None if stand_in is None else stand_in.name
        return self.seats[seat].level

    def milliseconds_of(self, seat: int) -> int | None:
        """For how long that AI thinks about each decision; `None`: as its level does."""
        if self.timing is not None and self.seats[seat].type == "human":
            stand_in = self._stand_in(seat)
            return None if stand_in is None else stand_in.milliseconds
        return self.seats[seat].milliseconds

    def _stand_in(self, seat: int) -> Level | None:
        """Who plays for a person who has resigned, has lost by the clock or is away."""
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
        """`person_to_act`, then where that seat's turn is (`Ruleset.turn_of`); or nothing."""
        if self.status != "active":
            return ()
        view = self.ruleset.view(self.state, None)
        seat = next(iter(self.ruleset.view_to_act(view)), None)
        if seat is None or self.level_of(seat) is not None:
            return ()
        return (seat, *self.ruleset.turn_of(view))

    @property
    def person_to_act(self) -> int | None:
        """The seat of the person whom the game waits for, as a spectator is told."""
        return next(iter(self.turn), None)

    @property
    def reactors(self) -> tuple[int, ...]:
        """The seats that might be able to react now, for all that everybody knows."""
        if self._reactors is None:
            self._reactors = self.ruleset.might_react(self.ruleset.view(self.state, None)) if self.to_act else ()
        return self._reactors

    def people_might_react(self) -> bool:
        """Whether people, or external bots, might be able to react now, for all that everybody knows."""
        return any(self.seats[seat].type == "bot" or self.level_of(seat) is None for seat in self.reactors)

    @property
    def due(self) -> list[tuple[int, str]]:
        """The AI seats to be asked now, each with its level: those that might react, then the one that is waited for.

        Who might react is public knowledge: whether somebody is asked must not tell what a seat hides. Empty when it is
        for people to act, or when the reactors of this copy have declined.
        """
        waited_for = self.waited_for
        if waited_for is None:
            return []
        levels = {seat: self.level_of(seat) for seat in range(len(self.seats))}
        # The view takes its time: in games of people nobody asks for it.
        others = any(level is not None for seat, level in levels.items() if seat != waited_for)
        asked = (*(self.reactors if others else ()), waited_for)
        return [(seat, level) for seat in asked if (level := levels[seat]) is not None and seat not in self.declined]

    def bots(self) -> dict[str, bool]:
        """The external bots that have seats, and whether they may move now."""
        found: dict[str, bool] = {}
        acting = self.to_act
        for number, seat in enumerate(self.seats):
            if seat.bot is not None:
                found[seat.bot] = found.get(seat.bot, False) or number in acting
        return found

    def bot_seconds(self, most: int) -> int:
        """How long an external bot has for a move: `most`, or less if turns have less by the game's clock."""
        return most if self.setup.clock is None else min(most, self.setup.clock.turn_seconds)

    def claimed(self, seat: int, name: str | None, contribution: str | None = None) -> Game:
        """The game as it is once somebody of this name has taken an open seat: with the last one it is dealt."""
        taken = Seat("human", name or self.seats[seat].name)
        seats = (*self.seats[:seat], taken, *self.seats[seat + 1 :])
        given = dict(self.contributions) if contribution is None else {**self.contributions, seat: contribution}
        if any(one.type == "open" for one in seats):
            return replace(self, seats=seats, contributions=given)
        setup = replace(self.setup, contributions=given)
        state = self.ruleset.setup(setup.options, len(seats), setup.seed)
        return replace(self, seats=seats, setup=setup, state=state, contributions={})

    def check_turn(self, seat: int) -> None:
        """Raises `GameWaiting`, `GameOver`, `SeatResigned`, `SeatForfeited`, `SeatAway` or `NotYourTurn` when the seat
        may not move.

        It tells of no other seat.
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

    def apply(self, seat: int, move: Move) -> None:
        """Carry out a move in this copy; `Games.commit` makes it true. Raises what `Ruleset.apply` raises."""
        doc = self.ruleset.write_move(move)
        self._begin_entry()
        events = self.ruleset.apply(self.state, seat, move)
        self._enter(seat, doc, events)

    def take_back(self, seat: int, before: Any, undone: int) -> None:
        """Go back to the state before the seat's last move, the one that led to version `undone`, in this copy."""
        self._begin_entry()
        self.state = before
        self._enter(seat, None, (move_undone(seat, undone),))

    def note(self, seat: int, event: Event, timing: Timing) -> None:
        """Enter into the log, in this copy, what has become of a seat, as the clock then has it: the state stays."""
        self._begin_entry()
        self.timing = timing
        self._enter(seat, None, (event,))

    def decline(self, seat: int) -> None:
        """Let a possible reaction of an AI seat pass: no move, and no trace in what is stored."""
        self.declined |= {seat}

    def _begin_entry(self) -> None:
        """Before any change to this copy that ends with `_enter`."""
        if self.hooks and not self.turns:
            self.turns.append(self.person_to_act)

    def _enter(self, seat: int, move: Doc | None, events: Sequence[Event]) -> None:
        """Enter what was done in this copy into its log."""
        self.pending.append(entry(self.ruleset, self.state, seat, move, events, now_ms()))
        self.declined = frozenset()
        self.__post_init__()
        if self.hooks:
            self.turns.append(self.person_to_act)


def entry(
    ruleset: Ruleset[Any, Any], state: Any, seat: int, move: Doc | None, events: Sequence[Event], at_ms: int
) -> Entry:
    """The entry of a log for what has led to this state."""
    view = ruleset.write_view(ruleset.view(state, None))
    return Entry(seat, move, tuple(events), at_ms, tuple(ruleset.about.of_event(event, view) for event in events))
