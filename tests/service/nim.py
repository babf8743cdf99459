"""Helpers to create and play games of the toy ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from engine.ruleset import Doc
from service.games import Games, Seat

HUMANS = (Seat("human", "Ada"), Seat("human", "Bo"))
WITH_AI = (Seat("human", "Ada"), Seat("ai", "Ida", "easy"))
WITH_OPEN = (Seat("human", "Ada"), Seat("open"), Seat("open", "Cy"))


def created(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.create_game("nim", seats, **more).body)
    return doc


def bid(amount: int) -> Doc:
    return {"type": "bid", "amount": amount}


def take(stones: int) -> Doc:
    return {"type": "take", "stones": stones}


def played(games: Games, game_id: str, seat: int, *moves: Doc, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.play_moves(games.queries.load_game(game_id), seat, moves, **more).body)
    return doc


def begun(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> tuple[str, int]:
    """Return a game after all bids: its id and the seat to move."""
    game_id = created(games, seats, **more)["id"]
    for seat in range(len(seats)):
        played(games, game_id, seat, bid(seat))
    return game_id, games.queries.load_game(game_id).to_act[0]


def finished(games: Games, seats: Sequence[Seat] = HUMANS, **more: Any) -> str:
    game_id, seat = begun(games, seats, **more)
    while seats_to_act := games.queries.load_game(game_id).to_act:
        (seat,) = seats_to_act
        played(games, game_id, seat, take(1))
    return game_id
