"""Leaving: resigning, or giving a seat back before the game begins."""

from __future__ import annotations

from engine.errors import GameOver
from service.games.clock import turn_clock
from service.games.core.game_errors import CannotLeave, GameWaiting, SeatForfeited
from service.games.core.model import Game
from service.store import Store
from service.store.games.clock_record import Timing


def resign(game: Game, seat: int) -> bool:
    """Resign the seat in this copy of the game. Returns `False` if the seat has already resigned.

    Raises `GameWaiting`, `GameOver`, `SeatForfeited`.
    """
    timing = game.timing or Timing()
    if seat in timing.resigned:
        return False
    if game.open_seats:
        if game.setup.seats[seat].type == "open":
            raise GameWaiting("the game has not begun; you can give your seat back")
        raise GameWaiting("the game has not begun")
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
