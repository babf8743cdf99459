"""Bodies of the stateless calls on positions."""

from __future__ import annotations

from typing import Annotated, Any

from engine.shapes import Between
from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import Reply, Request
from service.http.schemas.bounds import MAX_MOVES, MAX_SEAT, MAX_TEXT
from service.http.schemas.field_types import Document, DocumentOrText, Shaped
from service.http.schemas.moves import PROMPT, LegalMove

SEAT = Annotated[int, Between(0, MAX_SEAT)]


def position_or_text(description: str, **more: Any) -> DocumentOrText:
    """Return a field for a position. The ruleset checks it, so that all of its faults are reported together."""
    return common_fields.document_or_text("PositionOrText", ruleset_documents.POSITION, MAX_TEXT, description, **more)


class PositionRequest(Request):
    """The fields that these requests have in common."""

    position = position_or_text(
        "The whole truth about a game: a document, or its text form, such as `villagers phase=build "
        "seats=[(hand=[cooper] village=[1.founders 2.miner]) ()]`. What is left out has its default.",
    )


class SeatMove(Request):
    """A move and who makes it."""

    seat = common_fields.document_field(SEAT, "A seat, from 0.")
    move = common_fields.document_field(ruleset_documents.MOVE, "What the seat does.")


class PositionMovesRequest(PositionRequest):
    """The seat whose legal moves to list."""

    seat = common_fields.document_field(SEAT, "A seat, from 0.")


class PositionApplyRequest(PositionRequest):
    """Moves to make in order, all or none."""

    moves = common_fields.several(SeatMove, 0, MAX_MOVES, "Made in order, all or none.")


class PositionScoreRequest(PositionRequest):
    """The position to score."""


class PositionViewRequest(PositionRequest):
    """The seat whose view to return."""

    seat = common_fields.document_field(SEAT | None, "A seat, from 0; null: a spectator's.")


class PositionMoves(Reply):
    """The legal moves of the seat, sorted; none if the seat may not move now."""

    moves = common_fields.many(LegalMove, "Each once.")
    prompt = common_fields.text_field(PROMPT, null=True)


class PositionApplied(Reply):
    """The position after the moves, and all that happened."""

    position = common_fields.document_field(ruleset_documents.POSITION, "After the moves.")
    events = common_fields.many(Document(ruleset_documents.EVENT), "Everything open.")


class PositionScore(Shaped):
    """Every seat's score so far."""

    shape = ruleset_documents.SCORE


class PositionView(Shaped):
    """What a seat may know."""

    shape = ruleset_documents.VIEW
