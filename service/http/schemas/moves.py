"""Moves in requests and replies."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import Reply, Request
from service.http.schemas.bounds import MAX_MOVES
from service.http.schemas.field_types import Document


class PlayRequest(Request):
    """Exactly one of these: a move, the id of a listed move, or several moves, of which all or none are made."""

    class Meta(Request.Meta):
        keywords: ClassVar[dict[str, int]] = {"minProperties": 1, "maxProperties": 1}

    move = common_fields.document_field(ruleset_documents.MOVE, "One move.", optional=True)
    move_id = common_fields.text_field(
        "The id of a legal move, as listed.", optional=True, validate=validation_messages.characters(1, 64)
    )
    moves = common_fields.several(
        Document(ruleset_documents.MOVE), 1, MAX_MOVES, "Made in order, all or none.", optional=True
    )

    @ma.post_load
    def exactly_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Check that one of the fields is set. A single move becomes a list; with a `move_id` the list is empty."""
        if len(data.keys() & {"move", "move_id", "moves"}) != 1:
            raise ma.ValidationError("must have exactly one of: move, move_id, moves")
        moves = [data.pop("move")] if "move" in data else []
        return {"moves": moves, "move_id": None, **data}


class LegalMoveFields(Reply):
    """A move that is possible now."""

    id = common_fields.text_field("Identifies the move while the game is at this version.")
    label = common_fields.text_field("The move in a few words, in the language of the answer.")
    about = common_fields.many(
        fields.String(),
        "Where on the table the move is made: JSON pointers (RFC 6901) into the view of the seat, or into the "
        "position. First what the player picks up, then where that goes, then how it is paid.",
    )


class LegalMove(LegalMoveFields):
    """A move that is possible now."""

    move = common_fields.document_field(ruleset_documents.MOVE, "The move, complete.")


def _legal_move(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A move of {ruleset.name} that is possible now.",
        "move": common_fields.document_field(ruleset_documents.MOVES[ruleset.key], "The move, complete."),
    }
    return type(f"{ruleset_documents.title(ruleset)}LegalMove", (LegalMoveFields,), members)


LEGAL_MOVES = {key: _legal_move(ruleset) for key, ruleset in RULESETS.items()}


class Undo(Reply):
    """Whether the seat may take back its last move."""

    possible = common_fields.flag("What a request to take it back would do now.")
    reason = common_fields.text_field("If not: why, in the language of the answer.", optional=True)


PROMPT = "What the moves ask of the player, in the language of the answer; null when there are none."


def beside_moves(*, optional: bool = False) -> dict[str, Any]:
    """Return the fields that accompany a seat's list of moves in a stored game. `optional`: whether the list is
    optional.
    """
    text = "Null if the seat cannot move now."
    return {
        "prompt": common_fields.text_field(PROMPT, null=True, optional=optional),
        "undo": common_fields.one(Undo, text, null=True, optional=optional),
    }


class LegalMoves(Reply):
    """All legal moves of a seat, sorted; none if the seat may not move now."""

    version = common_fields.version()
    seat = common_fields.seat()
    moves = common_fields.many(LegalMove, "Each once.")
    prompt, undo = beside_moves().values()
