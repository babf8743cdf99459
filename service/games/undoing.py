"""Taking back one's last move: only within one's own turn, and only when nobody has learned anything from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.errors import EngineError
from engine.randomness import event_rng
from engine.replay import Replayer, Step, standing
from engine.ruleset import Doc
from engine.undoing import reveals
from service.games.errors import CannotUndo
from service.games.history import beginning
from service.games.model import Game
from service.store.records import Base, Entry

MAX_UNDONE = 50
"""How often a seat may do so in a game. That bounds the log of a game, and what it takes to tell or to repeat it."""


def undo(game: Game, seat: int, log: Sequence[Entry], base: Base | None = None) -> None:
    """Take back the seat's last move in this copy, given the whole log and the base. Raises `CannotUndo`.

    A turn lasts as long as the game waits for the same seat and nobody else has moved.
    """
    if game.waited_for != seat:
        raise CannotUndo("the game does not wait for you")
    steps = [entry.step for entry in log]
    *_, last = standing(steps) or (None,)
    if last is None or log[last].seat != seat:
        raise CannotUndo("you have not moved yet in this turn, or somebody else has moved since")
    if any(who == seat and isinstance(step, str) for who, step in steps[last:]):
        raise CannotUndo("you were away since")
    if sum(step == (seat, None) for step in steps) >= MAX_UNDONE:
        raise CannotUndo("you have taken back {number} moves already", number=MAX_UNDONE)
    before, doc = _play_again(game, base, steps, last)
    if game.ruleset.to_act(before)[:1] != (seat,):
        raise CannotUndo("that move was not made in your own turn")
    if reveals(game.ruleset, before, seat, doc, event_rng(game.setup.seed, -1 - last)):
        raise CannotUndo("somebody has learned something by that move")
    game.take_back(seat, before, last + 1)


def _play_again(game: Game, base: Base | None, steps: Sequence[Step], last: int) -> tuple[Any, Doc]:
    """The state before the last move that stands, which leads from there to the present one, and that move.

    Found from the base on where the rules are not those of the beginning any more.
    """
    for start in (None, base) if base is not None and base.version <= last else (None,):
        before = _before(game, start, steps, last)
        if before is not None:
            return before
    raise CannotUndo("the moves of this game can no longer be repeated exactly")


def _before(game: Game, base: Base | None, steps: Sequence[Step], last: int) -> tuple[Any, Doc] | None:
    """The same from this base on, or from the beginning, if it leads to the present position."""
    rules, (seat, doc) = game.ruleset, steps[last]
    assert isinstance(doc, dict)
    try:
        again = Replayer(rules, *beginning(rules, game.setup, base))
        while again.version < last:
            again.step(*steps[again.version])
        before = rules.clone(again.state)
        # Whatever came behind it was taken back.
        again.step(seat, doc)
    except EngineError:
        return None
    return (before, doc) if rules.write_position(again.state) == rules.write_position(game.state) else None
