"""Undo: only within the same turn, and only if the move revealed nothing to any viewer."""

from __future__ import annotations

from collections.abc import Sequence

from engine.randomness import event_rng
from engine.replay import standing
from engine.undoing import reveals
from service.games.core.game_errors import CannotUndo
from service.games.core.model import Game
from service.games.history.time_travel import state_at
from service.store.games.records import Entry

MAX_UNDONE = 50
"""Undos per seat and game. Bounds the log, and the time to render and replay it."""


def undo(game: Game, seat: int, log: Sequence[Entry]) -> None:
    """Undo the seat's last move in this copy, given the whole log. Raises `CannotUndo`.

    A turn lasts as long as the game waits for the same seat and no other seat has moved.
    """
    if game.waited_for != seat:
        raise CannotUndo("the game is not waiting for you")
    steps = [entry.step for entry in log]
    *_, last = standing(steps) or (None,)
    if last is None or log[last].seat != seat:
        raise CannotUndo("you have not moved yet this turn, or somebody else has moved since")
    if any(who == seat and isinstance(step, str) for who, step in steps[last:]):
        raise CannotUndo("you have been away since then")
    if sum(step == (seat, None) for step in steps) >= MAX_UNDONE:
        raise CannotUndo("you have already taken back {number} moves", number=MAX_UNDONE)
    before, doc = state_at(game, log, last), log[last].move
    if before is None or doc is None:
        raise CannotUndo("the moves of this game can no longer be repeated exactly")
    if game.ruleset.to_act(before)[:1] != (seat,):
        raise CannotUndo("you did not make that move on your own turn")
    if reveals(game.ruleset, before, seat, doc, event_rng(game.setup.seed, -1 - last)):
        raise CannotUndo("that move revealed something to somebody")
    game.take_back(seat, before, last + 1)
