"""The bodies of the calls for reviews."""

from __future__ import annotations

from typing import Annotated

from marshmallow import fields

from engine.bots.review import KINDS
from engine.shapes import OneOf
from service.games.reviews import LEVELS_OF_REVIEWS
from service.games.reviews.asking import DEFAULT_LEVEL
from service.http.api import documents as docs
from service.http.api import messages
from service.http.api.schemas import entries
from service.http.api.schemas.archive import ImportedGame
from service.http.api.schemas.base import Reply, Timed
from service.http.api.schemas.games import POINTS

LEVEL = Annotated[str, OneOf("ReviewLevel", LEVELS_OF_REVIEWS)]
VERDICT = Annotated[str, OneOf("Verdict", KINDS)]
BY = f"The level that judges; `{DEFAULT_LEVEL}` if left out. A stronger one looks more closely, and takes longer."


class ReviewRequest(Timed):
    """Who is to judge."""

    level = entries.document(LEVEL, BY, optional=True)


class ReplayReviewRequest(ReviewRequest):
    """A game, and who is to judge."""

    replay = entries.one(ImportedGame, "The game, as for `POST /v1/games/import`.")


class ReviewedOption(Reply):
    """A move, and what the seat could expect of it, given what it knew."""

    move = entries.document(docs.MOVE | None, "The complete move; null: it did not react.")
    label = entries.text("The move in a few words, in the language of the answer.")
    chance = entries.probability(
        "The probability that the seat then wins, a mean over what it did not know: another scale than the curve's."
    )
    gold = entries.number(f"What the seat can then expect to have at the end. {POINTS}")
    loss = entries.probability("By how much the chance to win is lower than with the best move.")


class ReviewedMove(ReviewedOption):
    """A move that was made where there was a choice."""

    version = entries.integer("The game's version after the move.")
    seat = entries.seat("Who made it: a seat, from 0.")
    error = entries.number("The standard error of `loss` over the samples.")
    verdict = entries.document(VERDICT, "How bad the loss was at least: by `loss` minus `error`, see docs/ai.md.")
    best = entries.many(ReviewedOption, "The best moves that were considered, the best first.")
    luck = entries.number(
        "How much cards that the seat did not know raised its chance in this move; below 0: lowered. What others "
        "turned up is not counted."
    )


class Verdicts(Reply):
    """The number of moves with each verdict."""

    best = entries.integer("As good as the best one.")
    good = entries.integer("Almost nothing was lost.")
    inaccuracy = entries.integer("A little was lost.")
    mistake = entries.integer("Much was lost.")
    blunder = entries.integer("Very much was lost.")


class ReviewedSeat(Reply):
    """How a seat played, with skill and luck separated. What an AI did in a player's absence does not count."""

    seat = entries.seat()
    decisions = entries.integer("How many decisions it had.")
    accuracy = entries.number(
        "The mean over its decisions of 100 for a move that loses nothing, 50 for one that loses a tenth of the "
        "chance to win, 25 for two tenths, and so on; null without decisions.",
        null=True,
        validate=messages.within(0, 100),
    )
    loss = entries.number("What its moves lost in chance to win, in total.")
    luck = entries.number("What draws in its own moves added, in total.")
    verdicts = entries.one(Verdicts, "Its choices by verdict.")


class CurvePoint(Reply):
    """How likely each seat was to win after a move, with all cards open. The last point tells who has won.

    Who has lost by resigning or by the clock has no chance.
    """

    version = entries.integer("The game's version.")
    chances = entries.many(fields.Float(validate=messages.within(0, 1)), "One for each seat, in seat order.")


class TurningPoint(Reply):
    """A move after which a seat's chance was very different, by a decision or by luck; or a seat that was given up."""

    version = entries.integer("The game's version after the move.")
    seat = entries.seat("Whose chance it is.")
    before = entries.number("The chance before the move.")
    after = entries.number("The chance after it.")


class Review(Reply):
    """What the moves of a finished game were worth, or how far the review is."""

    id = entries.text("Names the review.")
    status = entries.document(docs.DECISION_STATUS, "As of a decision.")
    ruleset = entries.document(docs.RULESET, "What was played.")
    game = entries.text("The game, if it is one of this server's.", null=True)
    level = entries.document(LEVEL, "The level that judges.")
    milliseconds = entries.integer(
        "The time that it has for each decision, if the request sets one; else null.", null=True
    )
    done = entries.integer("How many decisions have been judged.")
    decisions = entries.integer("How many there are in all; null before a worker has begun.", null=True)
    seats = entries.many(ReviewedSeat, "Once it is done: every seat.")
    curve = entries.many(CurvePoint, "Once it is done: from the deal to the end.")
    turning_points = entries.many(
        TurningPoint, "Once it is done: the largest changes of a seat's chance, in playing order."
    )
    moves = entries.many(ReviewedMove, "Once it is done: every decision, in playing order.")
    reason = entries.document(docs.DECISION_FAILURE | None, "Why it has failed, else null.")
    created_at = entries.moment("When it was first asked for: RFC 3339, UTC.")
    ended_at = entries.moment("When it was done or failed: RFC 3339, UTC.", null=True)
