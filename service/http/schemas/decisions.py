"""Bodies of the calls for decisions."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma

from engine.ruleset import Ruleset
from service.games.ai.decision_requests import DEFAULT_LEVEL
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import ByRuleset, Leveled, Reply, by_ruleset
from service.http.schemas.field_types import Document, Variants
from service.http.schemas.games import POINTS
from service.http.schemas.positions import SEAT, position_or_text


class HintRequest(Leveled):
    """Which AI decides, and for how long."""

    level = common_fields.document_field(
        ruleset_documents.LEVEL, f"How it thinks; `{DEFAULT_LEVEL}` without it and without a rating.", optional=True
    )


class SituationRequest(HintRequest):
    """A request that describes what the seat may know."""

    include = common_fields.several(
        Document(ruleset_documents.DECISION_PART),
        0,
        1,
        "What else to return. `reasons`: why the move is better than the next one, which may take longer than a quick "
        "decision.",
        optional=True,
    )

    @ma.validates_schema
    def check_source(self, data: dict[str, Any], **_: Any) -> None:
        if ("view" in data) == ("position" in data):
            raise ma.ValidationError("send either a view or a position", "view")


def _new_decision(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        # The ruleset checks views: it reports impossible and misspelt values together.
        "view": common_fields.document_field(ruleset.shapes.view, "The seat's own view.", check=False, optional=True),
        "position": position_or_text(
            "Instead of a view: the whole position, as a document or as text. The server makes the view from it.",
            optional=True,
        ),
        "seat": common_fields.document_field(SEAT, "The seat that decides, from 0; the view is its own."),
    }


class NewDecision(ByRuleset):
    """Either a view or a position, for which an AI chooses a move."""

    variants: ClassVar[Variants] = by_ruleset(
        "New{}Decision", SituationRequest, "A view or a position of {} for which an AI chooses a move.", _new_decision
    )


class Candidate(Reply):
    """A possible move, and how the AI rates it."""

    move = common_fields.document_field(ruleset_documents.MOVE, "The move, complete.")
    label = common_fields.text_field("The move in a few words, in the language of the answer.")
    visits = common_fields.integer(
        "The number of simulations of this move in the search.", validate=validation_messages.within(0)
    )
    chance = common_fields.probability(
        "The seat's probability of winning after this move; 0 if `visits` is 0, because then nothing is known."
    )
    total = common_fields.number(f"The seat's expected total at the end after this move; 0 if `visits` is 0. {POINTS}")


class Reason(Reply):
    """A reason for or against a move, and what the reason adds to the expected lead."""

    text = common_fields.text_field("The reason in words, in the language of the answer.")
    topic = common_fields.text_field("What it is about; each ruleset has topics of its own.")
    card = common_fields.text_field("The key of the card that accounts for most of it, or null.", null=True)
    amount = common_fields.number(f"What it adds to the expected lead; negative if it speaks against. {POINTS}")


class DecisionSchema(Reply):
    """An AI's choice of a move, or the state of the request."""

    id = common_fields.text_field("The id of the decision. Anyone who knows it may read the decision.")
    status = common_fields.document_field(
        ruleset_documents.DECISION_STATUS, "`queued`, then `running` while a worker thinks, finally `done` or `failed`."
    )
    ruleset = common_fields.document_field(ruleset_documents.RULESET, "What is played.")
    seat = common_fields.seat("The seat that decides, from 0.")
    level = common_fields.document_field(ruleset_documents.LEVEL | None, "The level that decides, or null.")
    rating = common_fields.integer("The rating of the AI that decides; left out if it has a level.", optional=True)
    milliseconds = common_fields.integer("The thinking time, if the request sets one; else null.", null=True)
    given = common_fields.document_field(
        ruleset_documents.DECISION_SOURCE,
        "What the server was given. It made the seat's view of a `position`, which the client knows, or of "
        "the stored `game`; the bot always gets the view only.",
    )
    game = common_fields.text_field("For a hint: its game; else null.", null=True)
    version = common_fields.integer("For a hint: the version of the game that it is for; else null.", null=True)
    move = common_fields.document_field(
        ruleset_documents.MOVE | None,
        "The move to make, once the decision is done. Null until then, and null if a seat that may "
        "react should decline.",
    )
    candidates = common_fields.many(Candidate, "Once it is done: all possible moves, best first.")
    reasons = common_fields.many(
        Reason,
        "Once a hint is done, or a decision with `include`: why the move is better than the next candidate, the main "
        "reason first, at most three. Empty if no single reason accounts for at least half of the difference.",
    )
    iterations = common_fields.integer(
        "The number of iterations of the search, once the decision is done; 0 if it did not search, null until then.",
        null=True,
    )
    cost_ms = common_fields.number(
        "Milliseconds of processor time that the bot took, once the decision is done; null until then.",
        null=True,
        validate=validation_messages.within(0),
    )
    failure = common_fields.document_field(
        ruleset_documents.DECISION_FAILURE | None,
        "Why it has failed, else null: `bot_failed` (it would fail again), `worker_lost` (its worker "
        "died, several times) or `too_late` (no worker had time).",
    )
    created_at = common_fields.moment("When it was requested: RFC 3339, UTC.")
    started_at = common_fields.moment("When a worker started on it, or null: RFC 3339, UTC.", null=True)
    ended_at = common_fields.moment("When it was done or failed, or null: RFC 3339, UTC.", null=True)
