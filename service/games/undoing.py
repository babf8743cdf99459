"""Taking back one's last move: only within one's own turn, and only when nobody has learned anything from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.errors import EngineError
from engine.randomness import event_rng
from engine.replay import Step, replay, standing
from engine.ruleset import Doc
from engine.undoing import reveals
from service.games.errors import CannotUndo
from service.games.model import Game
from service.store.records import Entry

MOST_UNDONE = 200
"""How often a seat may do so in a game: otherwise the log of a game could grow without an end."""


def undo(game: Game, seat: int, log: Sequence[Entry]) -> None:
    """Take back the seat's last move in this copy, given the whole log. Raises `CannotUndo`.

    A turn lasts as long as the game waits for the same seat and nobody else has moved.
    """
    if game.waited_for != seat:
        raise CannotUndo("the game does not wait for you")
    steps = [entry.step for entry in log]
    *earlier, last = standing(steps) or (None,)
    if last is None or log[last].seat != seat:
        raise CannotUndo("you have not moved yet in this turn, or somebody else has moved since")
    if any(who == seat and isinstance(step, str) for who, step in steps[last:]):
        raise CannotUndo("you were away since")
    if sum(step == (seat, None) for step in steps) >= MOST_UNDONE:
        raise CannotUndo(f"you have taken back {MOST_UNDONE} moves already")
    before, doc = _repeated(game, [steps[index] for index in earlier], steps[last])
    if game.ruleset.to_act(before)[:1] != (seat,):
        raise CannotUndo("that move was not made in your own turn")
    if reveals(game.ruleset, before, seat, doc, event_rng(game.setup.seed, -1 - last)):
        raise CannotUndo("somebody has learned something by that move")
    game.take_back(seat, before, last + 1)


def _repeated(game: Game, earlier: Iterable[Step], last: Step) -> tuple[Any, Doc]:
    """The state before the last move, which leads from there to the present one, and that move."""
    setup, rules = game.setup, game.ruleset
    seat, doc = last
    assert isinstance(doc, dict)
    try:
        before, _ = replay(rules, setup.options, len(setup.seats), setup.seed, earlier)
        again = rules.clone(before)
        rules.apply(again, seat, rules.read_move(again, seat, doc))
    except EngineError as refusal:
        raise CannotUndo(_OTHER_RULES) from refusal
    if rules.write_position(again) != rules.write_position(game.state):
        raise CannotUndo(_OTHER_RULES)
    return before, doc


_OTHER_RULES = "the moves of this game can no longer be repeated exactly"
