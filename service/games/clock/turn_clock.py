"""The turn clock: its options, when a turn's time starts, and what happens when the time runs out.

The clock runs for the person to act, as far as a spectator can tell. It depends only on public knowledge, so a deadline
reveals no hidden cards. There is no separate time for reactions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, TypedDict

from engine.errors import Fault
from engine.events import note
from engine.ruleset import Doc
from engine.shapes import Between, OneOf, faults
from service.config import budgets
from service.config.timestamps import moment
from service.games.core.game_errors import SeatAway, SeatForfeited, SeatResigned
from service.games.core.model import Game
from service.store import CommitResult, SideEffects
from service.store.games.clock_record import Clock, Tick, Timing
from service.store.games.records import Level

MIN_TURN = 5
MAX_TURN = 30 * 24 * 3600
ON_TIMEOUT = ("ai_takeover", "forfeit")
TAKEOVER_LEVEL = "medium"
"""The AI level that plays for an absent seat by default."""
TURN = "How many seconds a turn may take; no limit if left empty."
TIMEOUT = "What happens when that time is up: an AI takes over until you return, or you lose."
TAKEOVER = "How well the AI plays that takes over."
RESIGN = "Who resigns loses, unless an AI of this level plays on."
THINKING = "How long that AI thinks about a decision, in milliseconds; as its level does if left empty."
BANK = "Seconds you have besides, for the whole game: they run when the time of a turn is used."
INCREMENT = "Seconds added to them after each turn that ends in time."
NO_CLOCK = "needs turn_seconds: without it, time never runs out"
ONLY_TAKEOVER = "is only for ai_takeover"


class ClockOptions(TypedDict, total=False):
    """Clock options, which the service adds to every ruleset."""

    turn_seconds: Annotated[
        int | None, Between(MIN_TURN, MAX_TURN), "The time that a person has for a turn, in seconds; null: no limit."
    ]
    bank_seconds: Annotated[
        int | None,
        Between(1, MAX_TURN),
        "What each seat has besides for the whole game, when a turn's time is used. Needs `turn_seconds`.",
    ]
    increment_seconds: Annotated[
        int | None,
        Between(1, MAX_TURN),
        "What is added to a seat's bank after each turn that ends in time. Needs `turn_seconds`.",
    ]
    on_timeout: Annotated[
        str,
        OneOf("OnTimeout", ON_TIMEOUT),
        "What happens when it is up: an AI plays the seat until its player returns, or the seat has lost. "
        "`forfeit` needs `turn_seconds`.",
    ]
    takeover_level: Annotated[
        str | None, "How the AI then plays; null with `forfeit`. Another than the default needs `turn_seconds`."
    ]
    resign_level: Annotated[
        str | None, "Level of the AI that takes over after a resignation; null: the player who resigns loses."
    ]
    takeover_milliseconds: Annotated[
        int | None,
        Between(budgets.MIN_MILLISECONDS, budgets.MAX_MILLISECONDS),
        "How long it then thinks about each decision; null: as its level does. Needs `turn_seconds` and `ai_takeover`. "
        "At most what the operator allows.",
    ]
    resign_milliseconds: Annotated[
        int | None,
        Between(budgets.MIN_MILLISECONDS, budgets.MAX_MILLISECONDS),
        "How long it then thinks about each decision; null: as its level does. Needs `resign_level`. At most what the "
        "operator allows.",
    ]


def describe_clock_options(levels: Collection[str], most_ms: int = budgets.MAX_MILLISECONDS) -> list[Doc]:
    """Return the clock options as documents of the schema `RulesetOption`.

    `most_ms`: the longest time budget allowed.
    """
    return [
        _option("turn_seconds", TURN, minimum=MIN_TURN, maximum=MAX_TURN),
        _option("bank_seconds", BANK, minimum=1, maximum=MAX_TURN),
        _option("increment_seconds", INCREMENT, minimum=1, maximum=MAX_TURN),
        _option("on_timeout", TIMEOUT, ON_TIMEOUT[0], ON_TIMEOUT),
        _option("takeover_level", TAKEOVER, TAKEOVER_LEVEL, (*levels, None)),
        _option("takeover_milliseconds", THINKING, minimum=budgets.MIN_MILLISECONDS, maximum=most_ms),
        _option("resign_level", RESIGN, None, (None, *levels)),
        _option("resign_milliseconds", THINKING, minimum=budgets.MIN_MILLISECONDS, maximum=most_ms),
    ]


def _option(name: str, summary: str, default: Any = None, values: Sequence[Any] = (None,), **bounds: int) -> Doc:
    return {"name": name, "summary": summary, "default": default, "values": list(values), **bounds}


def read_clock_options(
    options: Mapping[str, Any], levels: Collection[str], most_ms: int = budgets.MAX_MILLISECONDS
) -> tuple[Clock | None, Level | None, Doc, list[Fault]]:
    """Return the clock, the stand-in for seats that resign, the ruleset's own options, and the faults of the service's
    options.

    `most_ms`: the longest time budget allowed.
    """
    own = {name: value for name, value in options.items() if name in ClockOptions.__annotations__}
    rest = {name: value for name, value in options.items() if name not in own}
    wrong = faults(own, ClockOptions)
    paths = {fault.path for fault in wrong}
    wrong += [fault for fault in _faults(own, levels, most_ms, paths) if fault.path not in paths]
    resign = own.get("resign_level")
    stand_in = None if wrong or resign is None else Level(resign, own.get("resign_milliseconds"))
    seconds, level = own.get("turn_seconds"), _takeover_level(own)
    if wrong or seconds is None:
        return None, stand_in, rest, wrong
    bank, increment = own.get("bank_seconds") or 0, own.get("increment_seconds") or 0
    return Clock(seconds, level, own.get("takeover_milliseconds"), bank, increment), stand_in, rest, wrong


def _takeover_level(own: Doc) -> Any:
    return own.get("takeover_level", None if own.get("on_timeout") == "forfeit" else TAKEOVER_LEVEL)


def _faults(own: Doc, levels: Collection[str], most_ms: int, wrong: Collection[str]) -> Iterator[Fault]:
    """Yield the faults of options that contradict each other or exceed a limit of this server.

    `wrong`: the options that have the wrong form.
    """
    timed, forfeit, level = (
        own.get("turn_seconds") is not None,
        own.get("on_timeout") == "forfeit",
        _takeover_level(own),
    )
    # The default level alone, without a time limit, does not turn the clock on.
    possible = (None,) if forfeit else (*levels, *(() if timed else (TAKEOVER_LEVEL,)))
    if level not in possible:
        yield Fault("takeover_level", ONLY_TAKEOVER if forfeit else f"must be one of: {', '.join(levels)}")
    elif not timed and level not in (None, TAKEOVER_LEVEL):
        yield Fault("takeover_level", NO_CLOCK)
    resign = own.get("resign_level")
    if resign is not None and resign not in levels:
        yield Fault("resign_level", f"must be null or one of: {', '.join(levels)}")
    if own.get("resign_milliseconds") is not None and resign is None:
        yield Fault("resign_milliseconds", "needs resign_level: without it the seat has lost")
    for name in ("takeover_milliseconds", "resign_milliseconds"):
        if name not in wrong:
            yield from budgets.faults(name, own.get(name), most_ms)
    if forfeit and own.get("takeover_milliseconds") is not None:
        yield Fault("takeover_milliseconds", ONLY_TAKEOVER)
    if not timed:
        needing = ("bank_seconds", "increment_seconds", "on_timeout" if forfeit else "takeover_milliseconds")
        yield from (Fault(name, NO_CLOCK) for name in needing if own.get(name) is not None)


@lru_cache(256)
def options_of(clock: Clock | None, resign: Level | None) -> Doc:
    """Return the options for this clock and stand-in, with all defaults filled in."""
    if clock is None:
        clock = Clock(0, TAKEOVER_LEVEL)
    return {
        "turn_seconds": clock.turn_seconds or None,
        "bank_seconds": clock.bank_seconds or None,
        "increment_seconds": clock.increment_seconds or None,
        "on_timeout": "forfeit" if clock.takeover_level is None else "ai_takeover",
        "takeover_level": clock.takeover_level,
        "takeover_milliseconds": clock.takeover_milliseconds,
        "resign_level": resign and resign.name,
        "resign_milliseconds": resign and resign.milliseconds,
    }


def tick(game: Game) -> Tick | None:
    """Return the effect that the uncommitted changes of this copy have on the clock; `None` without a clock.

    A turn continues while the game waits for the same seat and the numbers of `Ruleset.turn_of` do not grow. So a seat
    that takes a move back, and then makes a different move, is still in the same turn.
    """
    clock, timing = game.setup.clock, game.timing
    if timing is None:
        return None
    if clock is None:
        # Keep a resignation, which is stored with the clock.
        return Tick(replace(timing, turn=(), deadline_ms=None))
    turn, bank, ended = game.turn, clock.bank(len(game.seats)), next(iter(timing.turn), None)
    if not turn:
        return Tick(replace(timing, turn=(), deadline_ms=None), None, bank, ended)
    if turn[:1] == timing.turn[:1] and turn <= timing.turn:
        return Tick(timing, None, bank)
    return Tick(replace(timing, turn=turn, deadline_ms=None), clock.turn_seconds, bank, ended)


def timing_after(side_effects: SideEffects, written: CommitResult) -> Timing | None:
    """Return the clock as it was stored; `None` without a clock."""
    tick = side_effects.tick
    return None if tick is None else replace(tick.timing, deadline_ms=written.deadline_ms, banks=written.banks)


def clock_document(game: Game) -> Doc:
    """Return the turn's `deadline` (RFC 3339), and the `banks` if there are any.

    If this copy has uncommitted changes, the deadline is null until `put_clock` sets it after the commit.
    """
    timing = game.timing or Timing()
    return _clock_document(None if game.uncommitted else timing.deadline_ms, timing.banks)


def put_clock(document: Doc, written: CommitResult) -> None:
    """Set deadline and banks in a document that was made before the commit, or stored without them."""
    document |= _clock_document(written.deadline_ms, written.banks)


def _clock_document(deadline_ms: int | None, banks: Sequence[int]) -> Doc:
    deadline = {"deadline": None if deadline_ms is None else moment(deadline_ms)}
    return {**deadline, "banks": list(banks)} if banks else deadline


def time_out(game: Game) -> None:
    """End the current turn in this copy because its time is up. The seat is then away or, without a stand-in,
    forfeited.
    """
    assert game.setup.clock is not None
    assert game.timing is not None
    note_of(game, "seat_forfeited" if game.setup.clock.takeover_level is None else "seat_away", game.timing.turn[0])


MAX_RETURN_VERSION = 1500
"""A player may return only up to this version.

Games have up to 400 moves. Each absence adds two versions, so without this limit a game could grow forever.
"""


def end_absence(game: Game, seat: int) -> bool:
    """Mark the seat's player as returned in this copy. Returns whether the seat was absent.

    Raises `SeatResigned` or `SeatForfeited`. Raises `SeatAway` if the game has reached `MAX_RETURN_VERSION`.
    """
    if game.timing is None:
        return False
    if seat in game.timing.resigned:
        raise SeatResigned("you have resigned")
    if seat in game.timing.forfeited:
        raise SeatForfeited("your time ran out, so you have lost")
    if seat not in game.timing.away:
        return False
    if game.version >= MAX_RETURN_VERSION:
        raise SeatAway(
            "after version {version} nobody can come back; the AI plays to the end", version=MAX_RETURN_VERSION
        )
    note_of(game, "seat_returned", seat)
    return True


def note_of(game: Game, kind: str, seat: int) -> None:
    """Add a note about a seat to the log of this copy."""
    timing = after_note(game.timing or Timing(), kind, seat, forfeits=game.setup.resign is None)
    game.note(seat, note(kind, seat), timing)


def after_note(timing: Timing, kind: str, seat: int, *, forfeits: bool) -> Timing:
    """Return the clock after a note of this kind. `forfeits`: whether resigning forfeits the game."""
    away, forfeited, resigned = timing.away, timing.forfeited, timing.resigned
    if kind == "seat_away":
        away |= {seat}
    elif kind == "seat_returned":
        away -= {seat}
    elif kind == "seat_forfeited":
        forfeited |= {seat}
    elif kind == "seat_resigned":
        away, resigned = away - {seat}, resigned | {seat}
        forfeited |= {seat} if forfeits else set()
    return replace(timing, away=away, forfeited=forfeited, resigned=resigned)


def result_with_forfeits(game: Game) -> Doc | None:
    """Return the result, or `None` before the end.

    Forfeited seats cannot win. The winners are the other seats that won by the rules. If there are none, the highest
    score among the other seats wins. If only one seat has not forfeited, that seat wins, and the result has no scores.
    """
    ended = game.ruleset.result(game.state)
    lost = game.forfeited
    if not lost:
        return ended
    left = [seat for seat in range(len(game.seats)) if seat not in lost]
    if game.given_up:
        return {"winners": left, "scores": [], "forfeited": sorted(lost)}
    if ended is None:
        return None
    winners = [seat for seat in ended["winners"] if seat not in lost]
    if ended["winners"] and not winners:
        totals = {score["seat"]: score["total"] for score in ended["scores"] if score["seat"] in left}
        winners = [seat for seat, total in totals.items() if total == max(totals.values())]
    return {**ended, "winners": winners, "forfeited": sorted(lost)}
