"""Bodies of the calls for decisions."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.games.ai.decision_requests import DEFAULT_LEVEL
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import ByRuleset, Reply, Timed, by_ruleset
from service.http.schemas.field_types import Variants
from service.http.schemas.games import POINTS
from service.http.schemas.positions import SEAT


class HintRequest(Timed):
    """How to think about it."""

    level = common_fields.document(
        ruleset_documents.LEVEL, f"How it thinks; `{DEFAULT_LEVEL}` if left out.", optional=True
    )


def _new_decision(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        # The ruleset checks views: it reports impossible and misspelt values together.
        "view": common_fields.document(ruleset.shapes.view, "What the seat may know, as its own view.", check=False),
        "seat": common_fields.document(SEAT, "The seat that decides, and whose view this is, from 0."),
    }


class NewDecision(ByRuleset):
    """What is to be decided."""

    variants: ClassVar[Variants] = by_ruleset(
        "New{}Decision", HintRequest, "What a seat of {} is to decide.", _new_decision
    )


class Candidate(Reply):
    """A possible move, and what the AI thinks of it."""

    move = common_fields.document(ruleset_documents.MOVE, "The move, complete.")
    label = common_fields.text("The move in a few words, in the language of the answer.")
    visits = common_fields.integer(
        "How many simulations the search made of it.", validate=validation_messages.within(0)
    )
    value = common_fields.probability("The probability that the seat then wins.")
    gold = common_fields.number(f"What the seat can then expect to have at the end. {POINTS}")


class Decision(Reply):
    """What an AI would do, or the state of the request."""

    id = common_fields.text("The id of the decision. Anyone who knows it may read the decision.")
    status = common_fields.document(
        ruleset_documents.DECISION_STATUS, "`queued`, then `running` while a worker thinks, finally `done` or `failed`."
    )
    ruleset = common_fields.document(ruleset_documents.RULESET, "What is played.")
    seat = common_fields.seat("The seat that decides, from 0.")
    level = common_fields.document(ruleset_documents.LEVEL, "The level that decides.")
    milliseconds = common_fields.integer("The thinking time, if the request sets one; else null.", null=True)
    game = common_fields.text("For a hint: its game; else null.", null=True)
    version = common_fields.integer("For a hint: the version of the game that it is for; else null.", null=True)
    move = common_fields.document(
        ruleset_documents.MOVE | None,
        "The move to make, once the decision is done. Null until then, and null if a seat that may "
        "react should decline.",
    )
    candidates = common_fields.many(Candidate, "Once it is done: every possible move, the best first.")
    iterations = common_fields.integer(
        "How many iterations the search made, once the decision is done; 0 if it did not search, null until then.",
        null=True,
    )
    reason = common_fields.document(
        ruleset_documents.DECISION_FAILURE | None,
        "Why it has failed, else null: `bot_failed` (it would fail again), `worker_lost` (several times, in the "
        "middle of it) or `too_late` (no worker had time).",
    )
    created_at = common_fields.moment("When it was asked for: RFC 3339, UTC.")
    started_at = common_fields.moment("When a worker started on it, or null: RFC 3339, UTC.", null=True)
    ended_at = common_fields.moment("When it was done or failed, or null: RFC 3339, UTC.", null=True)
