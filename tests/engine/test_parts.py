"""The parts of a ruleset, and which of them bots get."""

from __future__ import annotations

from typing import get_origin

from engine.bots import Rules
from engine.ruleset import Knowing, Playing, Ruleset, Valuing

GIVEN = (Playing, Knowing, Valuing)


def methods(part: type) -> set[str]:
    return {name for name in vars(part) if not name.startswith("_")}


def test_bots_are_given_neither_views_of_states_nor_results_nor_documents() -> None:
    assert get_origin(Rules) is Valuing
    given = {name for name in dir(Valuing) if not name.startswith("_")}
    assert given == set().union(*map(methods, GIVEN))
    assert not given & methods(Ruleset)
    assert {"view", "open_view", "result", "score_now", "write_position", "write_view"} <= set(dir(Ruleset)) - given
