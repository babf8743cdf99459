"""Bodies of the calls for reviews."""

from __future__ import annotations

from typing import Annotated

from marshmallow import fields

from engine.bots.review import KINDS
from engine.shapes import OneOf
from service.games.ai.reviews import LEVELS_OF_REVIEWS
from service.games.ai.reviews.review_requests import DEFAULT_LEVEL
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import Reply, Timed
from service.http.schemas.decisions import Reason
from service.http.schemas.games import POINTS
from service.http.schemas.imports import ImportedGame

LEVEL = Annotated[str, OneOf("ReviewLevel", LEVELS_OF_REVIEWS)]
VERDICT = Annotated[str, OneOf("Verdict", KINDS)]
BY = f"The level that judges; `{DEFAULT_LEVEL}` by default. A stronger one is more accurate, but takes longer."


class ReviewRequest(Timed):
    """The level that judges, and its thinking time."""

    level = common_fields.document_field(LEVEL, BY, optional=True)


class ReplayReviewRequest(ReviewRequest):
    """A game, and the level that judges it."""

    replay = common_fields.one(ImportedGame, "The game, as for `POST /v1/games/import`.")


class ReviewedOption(Reply):
    """A move, and the seat's prospects after the move, judged by what the seat knew."""

    move = common_fields.document_field(ruleset_documents.MOVE | None, "The complete move; null: it did not react.")
    label = common_fields.text_field("The move in a few words, in the language of the answer.")
    chance = common_fields.probability(
        "The seat's probability of winning after this move, averaged over what it did not know; the curve has another "
        "scale."
    )
    total = common_fields.number(f"The seat's expected total at the end after this move. {POINTS}")
    loss = common_fields.probability("The difference of the winning probability to that of the best move.")


class ReviewedMove(ReviewedOption):
    """A move that was made where the seat had a choice."""

    version = common_fields.integer("The game's version after the move.")
    seat = common_fields.seat("The seat that made it, from 0.")
    error = common_fields.number("The standard error of `loss` over the samples.")
    verdict = common_fields.document_field(
        VERDICT | None, "How bad the move was at least: see docs/ai.md. Null if nothing was at stake."
    )
    accuracy = common_fields.number(
        "0 for the worst move tried, 100 for the best one, and others in between by the seat's expected lead; null if "
        "nothing was at stake.",
        null=True,
        validate=validation_messages.within(0, 100),
    )
    reasons = common_fields.many(
        Reason,
        "Why the first of `best` is better than this move (or than the next one, if this move is the best), as of a "
        "decision; empty if nothing was at stake.",
    )
    best = common_fields.many(ReviewedOption, "The best moves considered, best first.")


class Verdicts(Reply):
    """The number of moves with each verdict."""

    best = common_fields.integer("As good as the best one, or nearly.")
    good = common_fields.integer("Almost nothing was lost.")
    inaccuracy = common_fields.integer("A little was lost.")
    mistake = common_fields.integer("Much was lost.")
    blunder = common_fields.integer("Very much was lost.")


class ReviewedSeat(Reply):
    """How a seat played. What an AI did in a player's absence does not count."""

    seat = common_fields.seat()
    decisions = common_fields.integer("How many decisions it had.")
    accuracy = common_fields.number(
        "The mean accuracy of its decisions at which something was at stake; null if there were none.",
        null=True,
        validate=validation_messages.within(0, 100),
    )
    loss = common_fields.number("The winning probability that its moves lost, in total.")
    verdicts = common_fields.one(Verdicts, "Its choices by verdict.")


class CurvePoint(Reply):
    """Each seat's chance of winning after a move, judged with all cards open. The last point shows the winner.

    A seat that has resigned or lost on time has no chance.
    """

    version = common_fields.integer("The game's version.")
    chances = common_fields.many(
        fields.Float(validate=validation_messages.within(0, 1)), "One for each seat, in seat order."
    )


class TurningPoint(Reply):
    """A decision, resignation or timeout that greatly changed a seat's chance of winning."""

    version = common_fields.integer("The game's version after the move.")
    seat = common_fields.seat("Whose chance it is.")
    before = common_fields.number("The chance before the move.")
    after = common_fields.number("The chance after it.")


class Review(Reply):
    """The value of a finished game's moves, or the progress of the review."""

    id = common_fields.text_field("Names the review.")
    status = common_fields.document_field(ruleset_documents.DECISION_STATUS, "As of a decision.")
    ruleset = common_fields.document_field(ruleset_documents.RULESET, "What was played.")
    game = common_fields.text_field("The game, also one that came as a replay.")
    level = common_fields.document_field(LEVEL, "The level that judges.")
    milliseconds = common_fields.integer(
        "The thinking time for each decision, if the request sets one; else null.", null=True
    )
    done = common_fields.integer("The number of decisions judged so far.")
    decisions = common_fields.integer("The number of all decisions; null before a worker has begun.", null=True)
    seats = common_fields.many(ReviewedSeat, "Once it is done: every seat.")
    curve = common_fields.many(CurvePoint, "Once it is done: from the deal to the end.")
    turning_points = common_fields.many(
        TurningPoint, "Once it is done: the largest changes of a seat's chance, in playing order."
    )
    moves = common_fields.many(ReviewedMove, "Once it is done: every decision, in playing order.")
    failure = common_fields.document_field(ruleset_documents.DECISION_FAILURE | None, "Why it has failed, else null.")
    created_at = common_fields.moment("When it was first requested: RFC 3339, UTC.")
    ended_at = common_fields.moment("When it was done or failed: RFC 3339, UTC.", null=True)
