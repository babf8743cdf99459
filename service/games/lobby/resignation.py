"""Leaving: resigning, or giving a seat back before the game begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.errors import Fault, GameOver
from engine.ruleset import Doc
from engine.shapes import faults
from service.config import budgets
from service.games.clock import turn_clock
from service.games.core.game_errors import CannotLeave, GameWaiting, SeatForfeited
from service.games.core.model import Game
from service.store import Store
from service.store.games.clock_record import Timing
from service.store.games.records import Level

LEVEL, MILLISECONDS = "resign_level", "resign_milliseconds"


def read_resign_option(
    options: Mapping[str, Any], levels: Collection[str], most_ms: int = budgets.MAX_MILLISECONDS
) -> tuple[Level | None, Doc, list[Fault]]:
    """Return the stand-in for seats that resign, the other options, and the faults.

    `most_ms`: the longest time budget allowed.
    """
    own = {name: value for name, value in options.items() if name in (LEVEL, MILLISECONDS)}
    rest = {name: value for name, value in options.items() if name not in own}
    wrong = faults(own, turn_clock.ClockOptions)
    level, milliseconds = own.get(LEVEL), own.get(MILLISECONDS)
    if not wrong and level is not None and level not in levels:
        wrong.append(Fault(LEVEL, f"must be null or one of: {', '.join(levels)}"))
    if not wrong and milliseconds is not None:
        wrong += budgets.faults(MILLISECONDS, milliseconds, most_ms)
        wrong += [Fault(MILLISECONDS, "needs resign_level: without it the seat has lost")] if level is None else []
    return None if wrong or level is None else Level(level, milliseconds), rest, wrong


def options_of(resign: Level | None) -> Doc:
    """Return the options for this stand-in (`None`: no stand-in)."""
    return (
        {LEVEL: None, MILLISECONDS: None} if resign is None else {LEVEL: resign.name, MILLISECONDS: resign.milliseconds}
    )


def resign(game: Game, seat: int) -> bool:
    """Resign the seat in this copy of the game. Returns `False` if it had already resigned.

    Raises `GameWaiting`, `GameOver`, `SeatForfeited`.
    """
    timing = game.timing or Timing()
    if seat in timing.resigned:
        return False
    if game.open_seats:
        raise GameWaiting("the game has not begun; you can give your seat back")
    if seat in timing.forfeited:
        raise SeatForfeited("your time ran out, so you have lost")
    if not game.to_act:
        raise GameOver("the game is over")
    turn_clock.note_of(game, "seat_resigned", seat)
    return True


def give_back_seat(store: Store, game: Game, seat: int) -> None:
    """Give back a claimed seat and void its token.

    Raises `GameBegun`, `CannotLeave`, and `Conflict` if the seat was already given back.
    """
    if game.open_seats and game.setup.seats[seat].type != "open":
        raise CannotLeave("this seat was never open")
    store.vacate_seat(game.id, seat, game.digests[seat])
