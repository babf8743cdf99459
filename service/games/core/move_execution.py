"""Making the moves of a request in a copy of the game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineError, Fault, MalformedMove
from engine.ruleset import Doc, Move
from service.games.core import projection
from service.games.core.game_errors import UnknownMoveId, locate_refusal
from service.games.core.model import Game
from service.games.history import undo


def carry_out(game: Game, seat: int, docs: Sequence[Doc], move_id: str | None) -> None:
    """Make the moves in order, or the legal move with this id. A refusal names the move that is refused.

    Raises `MalformedMove`, `UnknownMoveId`, and the errors of `Game.apply_move`.
    """
    if move_id is not None:
        undo.play_undoable(game, seat, move_of_id(game, seat, move_id))
        return
    if not docs:
        raise MalformedMove([Fault("moves", "must not be empty")])
    for number, doc in enumerate(docs):
        where = f"moves.{number}" if len(docs) > 1 else ""
        try:
            undo.play_undoable(game, seat, game.ruleset.read_move(game.state, seat, doc))
        except EngineError as refusal:
            raise locate_refusal(refusal, where, where or "move") from refusal


def move_of_id(game: Game, seat: int, move_id: str) -> Move:
    """Return the legal move with this id. Raises `UnknownMoveId`."""
    if move_id.startswith(f"{game.version}-"):
        moves = game.ruleset.legal_moves(game.state, seat)
        ids = projection.move_ids(game.version, [game.ruleset.write_move(move) for move in moves])
        if move_id in ids:
            return moves[ids.index(move_id)]
    raise UnknownMoveId("no legal move of version {version} has the id {id!r}", version=game.version, id=move_id)
