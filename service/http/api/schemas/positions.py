"""The bodies of the stateless calls on positions."""

from __future__ import annotations

from typing import Annotated

from marshmallow import fields

from engine.shapes import Between
from service.http.api import documents as docs
from service.http.api.bounds import MAX_MOVES, MAX_SEAT
from service.http.api.fields import BoundedList, Document, Shaped
from service.http.api.schemas.base import Reply, Request, about
from service.http.api.schemas.moves import LegalMove

SEAT = Annotated[int, Between(0, MAX_SEAT)]


def _position() -> Document:
    # The ruleset itself checks positions: it lists what is impossible together with what is misspelt.
    return Document(docs.POSITION, check=False, required=True, metadata=about("The whole truth about a game."))


class SeatMove(Request):
    """A move and who makes it."""

    seat = Document(SEAT, required=True, metadata=about("A seat, from 0."))
    move = Document(docs.MOVE, required=True, metadata=about("What the seat does."))


class PositionMovesRequest(Request):
    """The seat whose legal moves to list."""

    position = _position()
    seat = Document(SEAT, required=True, metadata=about("A seat, from 0."))


class PositionApplyRequest(Request):
    """Moves to carry out in order, all or none."""

    position = _position()
    moves = BoundedList(
        fields.Nested(SeatMove),
        0,
        MAX_MOVES,
        required=True,
        metadata=about("Carried out in order, all or none."),
    )


class PositionScoreRequest(Request):
    """What to count."""

    position = _position()


class PositionViewRequest(Request):
    """The seat whose view to return."""

    position = _position()
    seat = Document(SEAT | None, required=True, metadata=about("A seat, from 0; null: a spectator's."))


class PositionMoves(Reply):
    """The legal moves of the seat, sorted; none when it is not to act."""

    moves = fields.List(fields.Nested(LegalMove), required=True, metadata=about("Each once."))


class PositionApplied(Reply):
    """The position after the moves, and all that happened."""

    position = Document(docs.POSITION, required=True, metadata=about("After the moves."))
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("Everything open."))


class PositionScore(Shaped):
    """What every seat would get if the game were scored now."""

    shape = docs.SCORE


class PositionView(Shaped):
    """What a seat may know."""

    shape = docs.VIEW
