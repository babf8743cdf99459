"""The bodies of the calls for reviews."""

from __future__ import annotations

from typing import Annotated

from marshmallow import fields, validate

from engine.bots.review import KINDS
from engine.shapes import OneOf
from service.games.reviews import LEVELS_OF_REVIEWS
from service.games.reviews.asking import DEFAULT_LEVEL
from service.http.api import documents as docs
from service.http.api.fields import Document
from service.http.api.schemas.archive import ImportedGame
from service.http.api.schemas.base import Reply, Request, about, seat_field, whole
from service.http.api.schemas.games import POINTS

LEVEL = Annotated[str, OneOf("ReviewLevel", LEVELS_OF_REVIEWS)]
VERDICT = Annotated[str, OneOf("Verdict", KINDS)]
BY = f"The level that judges; `{DEFAULT_LEVEL}` if left out. A stronger one looks more closely, and takes longer."


class ReviewRequest(Request):
    """Who is to judge."""

    level = Document(LEVEL, metadata=about(BY))


class ReplayReviewRequest(ReviewRequest):
    """A game, and who is to judge."""

    replay = fields.Nested(ImportedGame, required=True, metadata=about("The game, as for `POST /v1/games/import`."))


class ReviewedOption(Reply):
    """A move, and what the seat could expect of it, given what it knew."""

    move = Document(docs.MOVE | None, required=True, metadata=about("The complete move; null: it did not react."))
    label = fields.String(required=True, metadata=about("The move in a few words, in the language of the answer."))
    chance = fields.Float(
        required=True, validate=validate.Range(0, 1), metadata=about("The probability that the seat then wins.")
    )
    gold = fields.Float(required=True, metadata=about(f"What the seat can then expect to have at the end. {POINTS}"))
    loss = fields.Float(
        required=True,
        validate=validate.Range(0, 1),
        metadata=about("By how much the chance to win is lower than with the best move."),
    )


class ReviewedMove(ReviewedOption):
    """A move that was made where there was a choice."""

    version = whole("The game's version after the move.")
    seat = seat_field("Who made it: a seat, from 0.")
    verdict = Document(VERDICT, required=True, metadata=about("How bad the loss was at least, see docs/ai.md."))
    best = fields.List(
        fields.Nested(ReviewedOption),
        required=True,
        metadata=about("The best moves that were considered, the best first."),
    )
    luck = fields.Float(
        required=True,
        metadata=about("How much cards that the seat did not know raised its chance in this move; below 0: lowered."),
    )


class Verdicts(Reply):
    """The number of moves with each verdict."""

    best = whole("As good as the best one.")
    good = whole("Almost nothing was lost.")
    inaccuracy = whole("A little was lost.")
    mistake = whole("Much was lost.")
    blunder = whole("Very much was lost.")


class ReviewedSeat(Reply):
    """How a seat played, with skill and luck separated."""

    seat = seat_field()
    decisions = whole("How many decisions it had.")
    accuracy = fields.Float(
        required=True,
        allow_none=True,
        validate=validate.Range(0, 100),
        metadata=about(
            "The mean over its decisions of 100 for a move that loses nothing, 50 for one that loses a tenth of the "
            "chance to win, 25 for two tenths, and so on; null without decisions."
        ),
    )
    loss = fields.Float(required=True, metadata=about("What its moves lost in chance to win, in total."))
    luck = fields.Float(required=True, metadata=about("What draws in its own moves added, in total."))
    verdicts = fields.Nested(Verdicts, required=True, metadata=about("Its choices by verdict."))


class CurvePoint(Reply):
    """How likely each seat was to win after a move, with all cards open."""

    version = whole("The game's version.")
    chances = fields.List(
        fields.Float(validate=validate.Range(0, 1)), required=True, metadata=about("One for each seat, in seat order.")
    )


class TurningPoint(Reply):
    """A move after which a seat's chance was very different."""

    version = whole("The game's version after the move.")
    seat = seat_field("Whose chance it is.")
    before = fields.Float(required=True, metadata=about("The chance before the move."))
    after = fields.Float(required=True, metadata=about("The chance after it."))


class Review(Reply):
    """What the moves of a finished game were worth, or how far the review is."""

    id = fields.String(required=True, metadata=about("Names the review."))
    status = Document(docs.DECISION_STATUS, required=True, metadata=about("As of a decision."))
    ruleset = Document(docs.RULESET, required=True, metadata=about("What was played."))
    game = fields.String(required=True, allow_none=True, metadata=about("The game, if it is one of this server's."))
    level = Document(LEVEL, required=True, metadata=about("The level that judges."))
    done = whole("How many decisions have been judged.")
    decisions = fields.Integer(
        required=True, allow_none=True, metadata=about("How many there are in all; null before a worker has begun.")
    )
    seats = fields.List(fields.Nested(ReviewedSeat), required=True, metadata=about("Once it is done: every seat."))
    curve = fields.List(
        fields.Nested(CurvePoint), required=True, metadata=about("Once it is done: from the deal to the end.")
    )
    turning_points = fields.List(
        fields.Nested(TurningPoint),
        required=True,
        metadata=about("Once it is done: the largest changes of a seat's chance, in playing order."),
    )
    moves = fields.List(
        fields.Nested(ReviewedMove), required=True, metadata=about("Once it is done: every decision, in playing order.")
    )
    reason = Document(docs.DECISION_FAILURE | None, required=True, metadata=about("Why it has failed, else null."))
    created_at = fields.DateTime(
        format="iso", required=True, metadata=about("When it was first asked for: RFC 3339, UTC.")
    )
    ended_at = fields.DateTime(
        format="iso", required=True, allow_none=True, metadata=about("When it was done or failed: RFC 3339, UTC.")
    )
