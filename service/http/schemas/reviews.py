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
from service.http.schemas.games import POINTS
from service.http.schemas.imports import ImportedGame

LEVEL = Annotated[str, OneOf("ReviewLevel", LEVELS_OF_REVIEWS)]
VERDICT = Annotated[str, OneOf("Verdict", KINDS)]
BY = f"The level that judges; `{DEFAULT_LEVEL}` if left out. A stronger one looks more closely, and takes longer."


class ReviewRequest(Timed):
    """Who is to judge."""

    level = common_fields.document(LEVEL, BY, optional=True)


class ReplayReviewRequest(ReviewRequest):
    """A game, and who is to judge."""

    replay = common_fields.one(ImportedGame, "The game, as for `POST /v1/games/import`.")


class ReviewedOption(Reply):
    """A move, and what the seat could expect of it, given what it knew."""

    move = common_fields.document(ruleset_documents.MOVE | None, "The complete move; null: it did not react.")
    label = common_fields.text("The move in a few words, in the language of the answer.")
    chance = common_fields.probability(
        "The probability that the seat then wins, a mean over what it did not know: another scale than the curve's."
    )
    gold = common_fields.number(f"What the seat can then expect to have at the end. {POINTS}")
    loss = common_fields.probability("By how much the chance to win is lower than with the best move.")


class ReviewedMove(ReviewedOption):
    """A move that was made where there was a choice."""

    version = common_fields.integer("The game's version after the move.")
    seat = common_fields.seat("Who made it: a seat, from 0.")
    error = common_fields.number("The standard error of `loss` over the samples.")
    verdict = common_fields.document(VERDICT, "How bad the loss was at least: by `loss` minus `error`, see docs/ai.md.")
    best = common_fields.many(ReviewedOption, "The best moves that were considered, the best first.")
    luck = common_fields.number(
        "How much cards that the seat did not know raised its chance in this move; below 0: lowered. What others "
        "turned up is not counted."
    )


class Verdicts(Reply):
    """The number of moves with each verdict."""

    best = common_fields.integer("As good as the best one.")
    good = common_fields.integer("Almost nothing was lost.")
    inaccuracy = common_fields.integer("A little was lost.")
    mistake = common_fields.integer("Much was lost.")
    blunder = common_fields.integer("Very much was lost.")


class ReviewedSeat(Reply):
    """How a seat played, with skill and luck separated. What an AI did in a player's absence does not count."""

    seat = common_fields.seat()
    decisions = common_fields.integer("How many decisions it had.")
    accuracy = common_fields.number(
        "The mean over its decisions of 100 for a move that loses nothing, 50 for one that loses a tenth of the "
        "chance to win, 25 for two tenths, and so on; null without decisions.",
        null=True,
        validate=validation_messages.within(0, 100),
    )
    loss = common_fields.number("What its moves lost in chance to win, in total.")
    luck = common_fields.number("What draws in its own moves added, in total.")
    verdicts = common_fields.one(Verdicts, "Its choices by verdict.")


class CurvePoint(Reply):
    """How likely each seat was to win after a move, with all cards open. The last point tells who has won.

    Who has lost by resigning or by the clock has no chance.
    """

    version = common_fields.integer("The game's version.")
    chances = common_fields.many(
        fields.Float(validate=validation_messages.within(0, 1)), "One for each seat, in seat order."
    )


class TurningPoint(Reply):
    """A move after which a seat's chance was very different, by a decision or by luck; or a seat that was given up."""

    version = common_fields.integer("The game's version after the move.")
    seat = common_fields.seat("Whose chance it is.")
    before = common_fields.number("The chance before the move.")
    after = common_fields.number("The chance after it.")


class Review(Reply):
    """What the moves of a finished game were worth, or how far the review is."""

    id = common_fields.text("Names the review.")
    status = common_fields.document(ruleset_documents.DECISION_STATUS, "As of a decision.")
    ruleset = common_fields.document(ruleset_documents.RULESET, "What was played.")
    game = common_fields.text("The game, if it is one of this server's.", null=True)
    level = common_fields.document(LEVEL, "The level that judges.")
    milliseconds = common_fields.integer(
        "The time that it has for each decision, if the request sets one; else null.", null=True
    )
    done = common_fields.integer("How many decisions have been judged.")
    decisions = common_fields.integer("How many there are in all; null before a worker has begun.", null=True)
    seats = common_fields.many(ReviewedSeat, "Once it is done: every seat.")
    curve = common_fields.many(CurvePoint, "Once it is done: from the deal to the end.")
    turning_points = common_fields.many(
        TurningPoint, "Once it is done: the largest changes of a seat's chance, in playing order."
    )
    moves = common_fields.many(ReviewedMove, "Once it is done: every decision, in playing order.")
    reason = common_fields.document(ruleset_documents.DECISION_FAILURE | None, "Why it has failed, else null.")
    created_at = common_fields.moment("When it was first asked for: RFC 3339, UTC.")
    ended_at = common_fields.moment("When it was done or failed: RFC 3339, UTC.", null=True)
