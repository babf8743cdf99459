"""The pending decision in documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Union

from engine.ruleset import Doc
from engine.shapes import Tagged
from engine.villagers.flow import DECISIONS, PENDING_TYPES
from engine.villagers.state import State


def _one_of(name: str, shapes: list[type]) -> Any:
    annotated: Any = Annotated
    union: Any = Union
    return annotated[union[(*shapes, None)], Tagged(name, "type")]


PENDING: Final = _one_of("VillagersPending", [one.shape for one in PENDING_TYPES.values()])
SEEN_PENDING: Final = _one_of("VillagersSeenPending", [one.seen for one in PENDING_TYPES.values()])


def write_pending(state: State, card: Callable[[int], Any]) -> Doc:
    """Return the pending decision as a document. `card` writes the traded card, a hidden card."""
    row = DECISIONS[state.asked[0]].PENDING
    doc = row.write(state.asked)
    return {**doc, "card": card(state.traded_card)} if "card" in row.fields else doc


def read_pending(pending: Mapping[str, Any] | None) -> tuple[int, ...]:
    """Return the value of `State.asked` for a pending decision."""
    return () if pending is None else PENDING_TYPES[pending["type"]].read(pending)
