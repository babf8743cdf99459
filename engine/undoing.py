"""Whether a move may be taken back: never when anybody has learned anything from it.

Nothing here knows a game. What a viewer knows is the view. A move has told him something if in another state that looks
the same to him it would have looked different, or would not have been possible. So the move is tried in such states,
drawn as for searches. It follows that a card that others had not seen cannot be taken back into the hand, and that
what one may take back tells nothing either: whoever asks has seen the answer already.
"""

from __future__ import annotations

import random
from typing import Any, Final

from engine.errors import EngineError
from engine.ruleset import Doc, Ruleset

SAMPLES: Final = 24
"""How many states are tried for each viewer. What a viewer thought likely with `p` is missed with `p ** SAMPLES`."""


def reveals(ruleset: Ruleset[Any, Any], state: Any, seat: int, doc: Doc, rng: random.Random) -> bool:
    """Whether a seat, a spectator included, may learn something from a move that is legal in this state.

    In doubt it does. So that nobody can try again and again, `rng` must be the same for the same move.
    """
    seats = ruleset.seat_count(state)
    after = ruleset.clone(state)
    sights = _look(ruleset, after, seat, doc, [None, *range(seats)])
    # By lot: even what looks the same to everybody must not be drawn anew.
    if ruleset.write_position(state).get("draws") != ruleset.write_position(after).get("draws"):
        return True
    return any(
        _differs(ruleset, ruleset.view(state, viewer), viewer, seat, doc, sights[viewer], rng)
        for viewer in (seat, None, *(other for other in range(seats) if other != seat))
    )


def _differs(
    ruleset: Ruleset[Any, Any], view: Any, viewer: int | None, seat: int, doc: Doc, sight: Any, rng: random.Random
) -> bool:
    """Whether the move looks different to the viewer in one of the states that agree with their view."""
    for _ in range(SAMPLES):
        try:
            if _look(ruleset, ruleset.sample(view, rng), seat, doc, [viewer])[viewer] != sight:
                return True
        except EngineError:
            return True
    return False


def _look(
    ruleset: Ruleset[Any, Any], state: Any, seat: int, doc: Doc, viewers: list[int | None]
) -> dict[int | None, Any]:
    """What each viewer sees of the move, which is carried out in `state`: its events, and then the view."""
    events = ruleset.apply(state, seat, ruleset.read_move(state, seat, doc))
    return {
        viewer: ([event.seen_by(viewer) for event in events], ruleset.write_view(ruleset.view(state, viewer)))
        for viewer in viewers
    }
