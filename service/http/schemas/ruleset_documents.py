"""The documents of all rulesets as the contract's unions: Move, Event, Position, View, Score."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypedDict

from engine import plugins
from engine.event_types import OF_SEATS
from engine.registry import LEVELS, RULESETS
from engine.ruleset import Ruleset, Shapes
from engine.shapes import OneOf, fields_of, record
from engine.wording import LANGUAGES
from service.games.clock.turn_clock import ClockOptions
from service.games.core.include_option import PARTS
from service.http.schemas.component_shapes import names_in, union


def _by_ruleset(name: str, pick: Callable[[Shapes], type]) -> Any:
    return union(name, "ruleset", [pick(ruleset.shapes) for ruleset in RULESETS.values()])


@cache
def _with_words(event: type) -> type:
    """Return the shape of an event as it is sent: with its place on the table and its text."""
    return record(event.__name__, event.__doc__ or "", {**fields_of(event), "about": ABOUT, "text": SENTENCE})


ABOUT = Annotated[
    list[str],
    (
        "What the event is about on the table: JSON pointers (RFC 6901) into the view of the version with it, or "
        "into "
        "the position. First where its subject is now, then where it came from, then who gained or paid."
    ),
]


def title(ruleset: Ruleset[Any, Any]) -> str:
    """Return a ruleset's key as the prefix of component names: `my_village` -> `MyVillage`."""
    return plugins.title(ruleset.key)


NOTED = tuple(OF_SEATS.shapes.values())
MOVE = union("Move", "type", [shape for ruleset in RULESETS.values() for shape in ruleset.shapes.moves.values()])
SENTENCE = Annotated[str, "What happened, as the viewer may know it: a sentence in the language of the answer."]
EVENT = union(
    "Event",
    "type",
    [
        _with_words(shape)
        for shape in (*NOTED, *(one for rules in RULESETS.values() for one in rules.shapes.events.values()))
    ],
)
MOVES = {key: union(f"{title(rules)}Move", "type", rules.shapes.moves.values()) for key, rules in RULESETS.items()}
EVENTS = {
    key: union(
        f"{title(rules)}Event", "type", [_with_words(shape) for shape in (*NOTED, *rules.shapes.events.values())]
    )
    for key, rules in RULESETS.items()
}
"""The unions of each ruleset's own events."""
POSITION = _by_ruleset("Position", lambda shapes: shapes.position)
VIEW = _by_ruleset("View", lambda shapes: shapes.view)
SCORE = _by_ruleset("Score", lambda shapes: shapes.score)

DECISION_STATUS = Annotated[str, OneOf("DecisionStatus", ("queued", "running", "done", "failed"))]
DECISION_SOURCE = Annotated[str, OneOf("DecisionSource", ("view", "position", "game"))]
DECISION_FAILURE = Annotated[str, OneOf("DecisionFailure", ("bot_failed", "worker_lost", "too_late"))]
LEVEL = Annotated[str, OneOf("AiLevel", tuple(LEVELS))]
RULESET = Annotated[str, OneOf("RulesetKey", tuple(RULESETS))]
ENGINE_BUILD = Annotated[str, OneOf("EngineBuild", ("compiled", "python"))]
LANGUAGE = Annotated[str, OneOf("Language", LANGUAGES)]
SEAT_TYPE = Annotated[str, OneOf("SeatType", ("human", "ai", "bot", "open"))]
SEAT_STATUS = Annotated[str, OneOf("SeatStatus", ("taken", "open", "reserved", "away", "forfeited", "resigned"))]
INVITERS = Annotated[str, OneOf("Inviters", ("host", "players"))]
WATCH = Annotated[str, OneOf("Watch", ("anybody", "players"))]
DECISION_PART = Annotated[str, OneOf("DecisionPart", ("reasons",))]
CARD_PART = Annotated[str, OneOf("CardPart", ("provenance",))]
INCLUDED = Annotated[str, OneOf("GamePart", PARTS)]
GAME_STATUS = Annotated[str, OneOf("GameStatus", ("waiting", "active", "finished"))]


def options(ruleset: Ruleset[Any, Any]) -> type:
    """Return the shape of a game's options: the ruleset's own, and the options that every game has."""
    own, common = ruleset.shapes.options, fields_of(ClockOptions)
    level = Annotated[LEVEL | None, *common["takeover_level"].__metadata__]
    resign = Annotated[LEVEL | None, *common["resign_level"].__metadata__]
    make: Any = TypedDict
    shape: type = make(
        own.__name__, {**fields_of(own), **common, "takeover_level": level, "resign_level": resign}, total=False
    )
    shape.__doc__ = own.__doc__
    return shape


OPTIONS = {key: options(ruleset) for key, ruleset in RULESETS.items()}


def component_names() -> dict[str, str]:
    """Return the names that the rulesets' shapes have in the contract.

    If only one ruleset has a shape, the name of the shape begins with the name of the ruleset.
    """
    owners: dict[str, set[str]] = {}
    for ruleset in RULESETS.values():
        shapes = ruleset.shapes
        own = (shapes.options, shapes.position, shapes.view, shapes.score, shapes.card)
        for name in names_in(*own, *shapes.moves.values(), *shapes.events.values()):
            owners.setdefault(name, set()).add(title(ruleset))
    alone = {name: min(titles) for name, titles in owners.items() if len(titles) == 1}
    return {name: name if name.startswith(owner) else owner + name for name, owner in alone.items()}
