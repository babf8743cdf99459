"""Whether a move may be taken back: only if it revealed nothing to any viewer.

This works for any game. A viewer learns something if the move would look different, or be illegal, in another state
with the same view. Some rulesets can make a state in which everything hidden is blank (`Knowing.blank_state`). Then the
move is made there, and must not meet a blank. For other rulesets, states are sampled as in searches. Either way, a move
that showed others a new card cannot be taken back, and the answer itself reveals nothing.
"""

from __future__ import annotations

import random
from typing import Any, Final

from engine.errors import EngineError
from engine.ruleset import Doc, Ruleset

SAMPLES: Final = 24
"""The number of states sampled for each viewer if the ruleset has no `blank_state`.

Suppose that a move reveals a fact which a viewer expected with probability `p`. With probability `p ** SAMPLES`, all
samples have this fact, so the check does not notice that it is revealed.
"""


def reveals(ruleset: Ruleset[Any, Any], state: Any, seat: int, doc: Doc, rng: random.Random) -> bool:
    """Return whether any seat or spectator may learn something from a move that is legal in this state; if in doubt,
    return true.

    `rng` must be the same for the same move, so that repeating the request cannot give another answer.
    """
    seats = ruleset.seat_count(state)
    after = ruleset.clone(state)
    sights = _look(ruleset, after, seat, doc, [None, *range(seats)])
    # A move that redraws at random may not be taken back, even if all draws look the same.
    if ruleset.write_position(state).get("draws") != ruleset.write_position(after).get("draws"):
        return True
    return any(
        _differs(ruleset, ruleset.view(state, viewer), viewer, seat, doc, sights[viewer], rng)
        for viewer in (seat, None, *(other for other in range(seats) if other != seat))
    )


def _differs(
    ruleset: Ruleset[Any, Any], view: Any, viewer: int | None, seat: int, doc: Doc, sight: Any, rng: random.Random
) -> bool:
    """Return whether the move looks different to the viewer in another state that agrees with `view`.

    `sight`: what the viewer sees of the move in the true state.
    """
    blank = ruleset.blank_state(view)
    states = [blank] if blank is not None else (ruleset.sample(view, rng) for _ in range(SAMPLES))
    for state in states:
        try:
            if _look(ruleset, state, seat, doc, [viewer])[viewer] != sight:
                return True
        except (EngineError, LookupError):  # the move is illegal there, or it meets a blank
            return True
    return False


def _look(
    ruleset: Ruleset[Any, Any], state: Any, seat: int, doc: Doc, viewers: list[int | None]
) -> dict[int | None, Any]:
    """Play the move in `state`. Returns each viewer's events and the view after them."""
    events = ruleset.apply(state, seat, ruleset.read_move(state, seat, doc))
    return {
        viewer: ([event.seen_by(viewer) for event in events], ruleset.write_view(ruleset.view(state, viewer)))
        for viewer in viewers
    }
