"""A new game: from the client's request to the stored record."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from engine.bots.ratings import fault_of
from engine.errors import Fault, InvalidOptions
from engine.ruleset import Doc, Ruleset
from service.config import budgets
from service.games.clock import turn_clock
from service.games.core.game_errors import InvalidGame
from service.games.core.model import Game
from service.games.lobby import player_names
from service.store.games.clock_record import Clock, Timing
from service.store.games.records import Level, Seat, Setup, now_ms
from service.store.games.visibility import PLAIN, Visibility
from service.webhooks.guard import Guard, RefusedUrl

SEAT_TYPES = ("human", "ai", "bot", "open")
WITH_LEVEL = ("ai", "bot")
"""The types of seats that have a level. A bot's seat has the level of its stand-in."""
STAND_IN_LEVEL = "medium"
"""The AI level that plays for an external bot by default, while the bot is absent."""
MAX_SEED_BYTES = 128
"""The longest seed or contribution, in bytes of UTF-8."""
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A valid request for a new game.

    `options`: the ruleset's options, with all defaults filled in; `webhook`: a URL; `metadata`: the game's metadata,
    set by its owner.
    """

    ruleset: Ruleset[Any, Any]
    seats: tuple[Seat, ...]
    options: Doc
    seed: str | None
    clock: Clock | None = None
    webhook: str | None = None
    table: Visibility = PLAIN
    resign: Level | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def checked(
        ruleset: Ruleset[Any, Any],
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        seed: str | None,
        levels: Collection[str],
        webhook: str | None = None,
        guard: Guard | None = None,
        most_ms: int = budgets.MAX_MILLISECONDS,
        bots: Collection[str] = (),
    ) -> GameRequest:
        """Validate a request for a new game. Raises `InvalidGame`, which lists every fault.

        `guard`: checks the webhook's URL, but does not resolve its host: `check_host` does that later. `most_ms`: the
        longest time budget allowed. `bots`: the external bots that exist, of those that the request names.
        """
        clock, resign, own, of_clock = turn_clock.read_clock_options(options, levels, most_ms)
        faults = [*_seat_faults(ruleset, seats, levels, most_ms, bots), *seed_faults("seed", seed)]
        faults += _webhook_faults(webhook, guard)
        faults += [Fault(f"options.{fault.path}", fault.message) for fault in of_clock]
        complete: Doc = {}
        if len(seats) in ruleset.seats:
            try:
                complete = ruleset.read_options(own, len(seats))
            except InvalidOptions as refusal:
                faults += [Fault(f"options.{fault.path}".rstrip("."), fault.message) for fault in refusal.faults]
        InvalidGame.raise_for(faults)
        return GameRequest(ruleset, tuple(seats), complete, seed, clock, webhook, resign=resign)

    @property
    def request(self) -> list[Any]:
        """Return the values that are compared to recognize a repeated request."""
        seats = [seat.ordered for seat in self.seats]
        clock = [] if self.clock is None else [astuple(self.clock)]
        webhook = [self.webhook] if self.webhook else []
        table = replace(self.table, owner=None).dump_visibility()
        more: list[Any] = [f"resign {self.resign}"] if self.resign else []
        personal = [seat.personal for seat in self.seats]
        more += [[personal, self.metadata]] if any(personal) or self.metadata else []
        return [self.ruleset.key, seats, self.options, self.seed, *clock, *webhook, table, *more]

    def game_setup(self) -> Setup:
        """Return the setup record. The server draws a secret of 32 bytes, unless the client has chosen a seed."""
        return Setup(
            self.ruleset.key,
            self.ruleset.format,
            self.options,
            self.seats,
            secrets.token_bytes(32) if self.seed is None else self.seed.encode(),
            secrets.token_bytes(SALT_BYTES),
            now_ms(),
            chosen=self.seed is not None,
            clock=self.clock,
            table=self.table,
            resign=self.resign,
        )

    def begin_game(self, game_id: str) -> Game:
        """Return the game at version 0, not yet stored. A game with open seats is not dealt yet.

        A trial deal with a throwaway seed shows that the options work, so that no later claim fails because of them.
        """
        setup = self.game_setup()
        waiting = any(seat.type == "open" for seat in self.seats)
        seed = secrets.token_bytes(32) if waiting else setup.seed
        state = self.ruleset.setup(self.options, len(self.seats), seed)
        timing = None if self.clock is None else Timing()
        return Game(game_id, setup, self.ruleset, None if waiting else state, 0, self.seats, {}, timing=timing)


def budgets_of(seats: Sequence[Seat], *stand_ins: int | None) -> list[int | None]:
    """Return the AI time budget per decision for each seat, in ms.

    For a person's seat, it is the longest of `stand_ins`, the budgets of AIs that replace people.
    """
    longest = max(filter(None, stand_ins), default=None)
    return [seat.milliseconds if seat.type in WITH_LEVEL else longest for seat in seats]


def _seat_faults(
    ruleset: Ruleset[Any, Any], seats: Sequence[Seat], levels: Collection[str], most_ms: int, bots: Collection[str]
) -> list[Fault]:
    faults = []
    if len(seats) not in ruleset.seats:
        allowed = ", ".join(str(count) for count in ruleset.seats)
        faults.append(Fault("seats", f"{ruleset.name} is for {allowed} seats, not {len(seats)}"))
    for number, seat in enumerate(seats):
        if seat.type not in SEAT_TYPES:
            faults.append(Fault(f"seats.{number}.type", f"must be one of: {', '.join(SEAT_TYPES)}"))
            continue
        rating = seat.level if seat.level is not None and seat.level.isdecimal() else None
        if seat.type in WITH_LEVEL and rating is not None:
            if fault := fault_of(int(rating), ruleset.key, len(seats)):
                faults.append(Fault(f"seats.{number}.rating", fault))
        elif seat.type in WITH_LEVEL and seat.level not in levels:
            faults.append(Fault(f"seats.{number}.level", f"must be one of: {', '.join(levels)}"))
        elif seat.type not in WITH_LEVEL and seat.level is not None:
            faults.append(Fault(f"seats.{number}.level", "is only for an ai or a bot seat"))
        if seat.type not in WITH_LEVEL and seat.milliseconds is not None:
            faults.append(Fault(f"seats.{number}.milliseconds", "is only for an ai or a bot seat"))
        else:
            faults += budgets.faults(f"seats.{number}.milliseconds", seat.milliseconds, most_ms)
        if seat.type == "bot" and seat.bot not in bots:
            faults.append(Fault(f"seats.{number}.bot", "there is no bot of this name"))
    twin = "is the name of another seat, or looks like it"
    return [*faults, *(Fault(f"seats.{number}.name", twin) for number in player_names.alike(seats))]


def seed_faults(name: str, text: str | None) -> list[Fault]:
    """Return the faults of a seed or contribution. `name`: its field in the request."""
    if text is None:
        return []
    try:
        length = len(text.encode())
    except UnicodeEncodeError:
        return [Fault(name, "must be Unicode text")]
    return [] if 1 <= length <= MAX_SEED_BYTES else [Fault(name, f"must have 1 to {MAX_SEED_BYTES} bytes in UTF-8")]


def _webhook_faults(url: str | None, guard: Guard | None, *, ask: bool = False) -> list[Fault]:
    """Return the faults of a webhook's URL. `ask`: whether to resolve the host, too."""
    guard = guard or Guard("off")
    try:
        if url is not None:
            (guard.check_url if ask else guard.parse_url)(url)
    except RefusedUrl as refusal:
        return [Fault("webhook.url", str(refusal))]
    return []


def check_host(url: str, guard: Guard | None) -> None:
    """Resolve the webhook's host, which takes time. Raises `InvalidGame` if its address is not allowed."""
    InvalidGame.raise_for(_webhook_faults(url, guard, ask=True))
