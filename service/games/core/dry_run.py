"""Tests whether moves would be accepted, without making them and without using hidden information.

A test must not reveal hidden cards. So the moves are made in sampled states that agree with the seat's view, as in a
search. If the seat sees different outcomes of a move in two samples, the move reveals something. Then later moves
cannot be tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.errors import EngineError, Fault, MalformedMove
from engine.randomness import event_rng
from engine.ruleset import Doc, Ruleset
from service.games.core.game_errors import NotForeseeable, locate_refusal
from service.games.core.model import Game
from service.games.core.move_execution import move_of_id

SAMPLES: Final = 8
"""The number of sampled states.

If all outcomes agree by chance, the answer may be wrong. It still reveals nothing.
"""
_SEED: Final = b"a dry run"


def try_out(game: Game, seat: int, docs: Sequence[Doc], move_id: str | None) -> None:
    """Raise what `carry_out` would raise, or `NotForeseeable`. Does not change the game."""
    rules = game.ruleset
    if move_id is not None:
        docs = [rules.write_move(move_of_id(game, seat, move_id))]
    if not docs:
        raise MalformedMove([Fault("moves", "must not be empty")])
    view, rng = rules.view(game.state, seat), event_rng(_SEED, game.version)
    states = [rules.sample(view, rng) for _ in range(SAMPLES if len(docs) > 1 else 1)]
    for number, doc in enumerate(docs):
        where = f"moves.{number}" if len(docs) > 1 else ""
        try:
            first = _seen(rules, states[0], seat, doc)
        except EngineError as refusal:
            raise locate_refusal(refusal, where, where or "move") from refusal
        if number + 1 < len(docs) and any(_differs(rules, state, seat, doc, first) for state in states[1:]):
            raise NotForeseeable("what may follow depends on what {move} turns up", move=where)


def _differs(rules: Ruleset[Any, Any], state: Any, seat: int, doc: Doc, seen: Any) -> bool:
    try:
        return bool(_seen(rules, state, seat, doc) != seen)
    except EngineError:
        return True


def _seen(rules: Ruleset[Any, Any], state: Any, seat: int, doc: Doc) -> Any:
    """Make the move in this state. Returns what the seat sees of it."""
    events = rules.apply(state, seat, rules.read_move(state, seat, doc))
    return [event.seen_by(seat) for event in events], rules.write_view(rules.view(state, seat))
