"""The parts of a ruleset, and which of them bots get."""

from __future__ import annotations

from typing import get_origin

from engine.bots import Rules
from engine.ruleset import Documents, Knowing, Playing, Ruleset, Scoring, Seeing, Valuing

GIVEN = (Playing, Knowing, Valuing)
KEPT = (Seeing, Scoring, Documents, Ruleset)


def methods(part: type) -> set[str]:
    return {name for name in vars(part) if not name.startswith("_")}


def test_bots_are_given_neither_views_of_states_nor_results_nor_documents() -> None:
    assert get_origin(Rules) is Valuing
    given = {name for name in dir(Valuing) if not name.startswith("_")}
    assert given == set().union(*map(methods, GIVEN))
    assert not given & set().union(*map(methods, KEPT))
    assert {"view", "open_view", "result", "score_now", "write_position", "write_view"} <= set(dir(Ruleset)) - given
