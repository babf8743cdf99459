"""What happens in a stored game: events, what moves brought about, turns, replays."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.http.api import documents as docs
from service.http.api.fields import Document, Variants
from service.http.api.schemas.base import (
    ByRuleset,
    Reply,
    about,
    seat_field,
    tag,
    version_field,
    whole,
)
from service.http.api.schemas.games import GAME_STATUS, OPTIONS, Game, Outline, Result, deadline_field, to_act_field
from service.http.api.schemas.moves import LEGAL_MOVES


class EventList(Reply):
    """What happened in a game, in order, as the viewer may see it."""

    version = version_field()
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("In order."))


class Played(Reply):
    """What a seat's moves brought about, as the seat may see it."""

    version = version_field()
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("What followed from the moves, in order."))
    game = fields.Nested(Game, required=True, metadata=about("As it now is."))


class SeatTurnFields(Reply):
    """Where a game stands for a seat."""

    version = version_field()
    seat = seat_field("Whose view this is: the token's seat.")
    status = Document(docs.GAME_STATUS, required=True, metadata=about(GAME_STATUS))
    to_act = to_act_field()
    deadline = deadline_field()
    result = fields.Nested(Result, required=True, allow_none=True, metadata=about("Null before the end."))


def _seat_turn(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    moves = about("All legal moves of the seat, sorted; none when it is not to act.")
    members = {
        "__doc__": f"Where a game of {ruleset.name} stands for a seat, and what the seat may do.",
        "ruleset": tag(ruleset.key),
        "view": Document(ruleset.shapes.view, required=True, metadata=about("What the seat may know.")),
        "moves": fields.List(fields.Nested(LEGAL_MOVES[ruleset.key]), required=True, metadata=moves),
        "events": fields.List(
            Document(docs.EVENTS[ruleset.key]), required=True, metadata=about("What has happened, in order.")
        ),
    }
    return type(f"{docs.title(ruleset)}SeatTurn", (SeatTurnFields,), members)


class SeatTurn(ByRuleset):
    """All that a player needs to go on, without what never changes in a game."""

    variants: ClassVar[Variants] = {key: _seat_turn(ruleset) for key, ruleset in RULESETS.items()}


class ReplayedMove(Reply):
    """A move of a finished game, with all cards open."""

    version = whole("The game's version after the move.")
    seat = seat_field()
    at = fields.DateTime(format="iso", required=True, metadata=about("When it was accepted: RFC 3339, UTC."))
    move = Document(
        docs.MOVE | None,
        required=True,
        metadata=about(
            "The move, complete; null where there is none, and the event tells why: the seat took back its last move "
            "that stood (`move_undone`), its clock was at work (`seat_away`, `seat_returned`, `seat_forfeited`), or it "
            "resigned (`seat_resigned`)."
        ),
    )
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("What followed from it, in order."))


def _replay(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A finished game of {ruleset.name}: enough to play it again and to check every shuffle.",
        "ruleset": tag(ruleset.key),
        "options": Document(docs.OPTIONS[ruleset.key], required=True, metadata=OPTIONS),
        "format": whole("The version of the ruleset's notation."),
        "seed": fields.String(required=True, metadata=about("The seed, in hex; its SHA-256 is `seed_hash`.")),
        "moves": fields.List(fields.Nested(ReplayedMove), required=True, metadata=about("All, in order.")),
    }
    return type(f"{docs.title(ruleset)}Replay", (Outline,), members)


class Replay(ByRuleset):
    """A finished game with all cards open."""

    variants: ClassVar[Variants] = {key: _replay(ruleset) for key, ruleset in RULESETS.items()}
