"""Undo: allowed only within the same turn, and only if the move revealed nothing to any player.

When a move is made, the game records whether it may be taken back (`UndoRecord`). So every list of moves can say
whether undo is possible, and an undo needs no replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.randomness import event_rng
from engine.ruleset import Doc, Move
from engine.undoing import reveals
from engine.wording import Words
from service.games.core.game_errors import CannotUndo, SeatAway, SeatForfeited, SeatResigned
from service.games.core.model import Game
from service.store.games.undo_record import UndoRecord

MAX_UNDONE = 50
"""The most undos per seat and game. This bounds the log, and the time to render and replay it."""
REASONS: Final[Mapping[str, str]] = {
    "others": "you have not moved yet this turn, or somebody else has moved since",
    "away": "you have been away since then",
    "reaction": "you did not make that move on your own turn",
    "past": "this is an earlier version of the game",
    "revealed": "that move revealed something to somebody",
}
"""The reasons why no move may be taken back, by the key in the store."""


def play_undoable(game: Game, seat: int, move: Move) -> None:
    """Make a move with `Game.apply_move`, and record whether it may be taken back.

    Only a person's move may be taken back, and only while that person's turn lasts.
    """
    before, past = game.ruleset.clone(game.state), game.undo
    game.apply_move(seat, move)
    if game.seats[seat].type == "human" and game.waited_for == seat:
        game.undo = _undo_after(game, seat, move, before, past)


def _undo_after(game: Game, seat: int, move: Move, before: Any, past: UndoRecord) -> UndoRecord:
    """Return the record after this move. `before`: the state before the move; `past`: the record before it."""
    rules = game.ruleset
    if rules.to_act(before)[:1] != (seat,):
        return past.ended(seat, "reaction")
    if reveals(rules, before, seat, rules.write_move(move), event_rng(game.setup.seed, -game.version)):
        return past.ended(seat, "revealed")
    return past.moved(seat, game.version, rules.write_position(before), rules.key)


def why_not(game: Game, seat: int) -> CannotUndo | None:
    """Return the refusal if the seat cannot take back a move now; otherwise `None`.

    A turn lasts as long as the game waits for the same seat and no other seat has moved.
    """
    record = game.undo
    if game.waited_for != seat:
        return CannotUndo("the game is not waiting for you")
    if record.seat != seat or not record.versions:
        return CannotUndo(REASONS[record.why_not if record.seat in (seat, None) else "others"])
    if record.undone.get(seat, 0) >= MAX_UNDONE:
        return CannotUndo("you have already taken back {number} moves", number=MAX_UNDONE)
    return None


def undo(game: Game, seat: int) -> None:
    """Undo the seat's last move in this copy. Raises `CannotUndo`."""
    refusal = why_not(game, seat)
    if refusal is not None:
        raise refusal
    record, rules = game.undo, game.ruleset
    before = rules.restore(rules.upgrade(record.positions(rules.key)[-1]))
    game.take_back(seat, before, record.versions[-1])
    game.undo = record.taken_back(rules.key)


def undo_document(game: Game, seat: int, words: Words) -> Doc:
    """Return `{"possible": true}`, or `{"possible": false, "reason"}`. The reason is the text with which an undo would
    be refused.
    """
    try:
        game.check_turn(seat)
        refusal = why_not(game, seat)
    except (SeatAway, SeatForfeited, SeatResigned) as away:
        return {"possible": False, "reason": words.why(away)}
    return {"possible": True} if refusal is None else {"possible": False, "reason": words.why(refusal)}
