"""The bodies of the calls for decisions."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.games.decisions import DEFAULT_LEVEL
from service.http.api import documents as docs
from service.http.api import messages
from service.http.api.fields import Variants
from service.http.api.schemas import entries
from service.http.api.schemas.base import ByRuleset, Reply, Timed, by_ruleset
from service.http.api.schemas.games import POINTS
from service.http.api.schemas.positions import SEAT


class HintRequest(Timed):
    """How to think about it."""

    level = entries.document(docs.LEVEL, f"How it thinks; `{DEFAULT_LEVEL}` if left out.", optional=True)


def _new_decision(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        # The ruleset itself checks views: it lists what is impossible together with what is misspelt.
        "view": entries.document(ruleset.shapes.view, "What the seat may know, as its own view.", check=False),
        "seat": entries.document(SEAT, "The seat that decides, and whose view this is, from 0."),
    }


class NewDecision(ByRuleset):
    """What is to be decided."""

    variants: ClassVar[Variants] = by_ruleset(
        "New{}Decision", HintRequest, "What a seat of {} is to decide.", _new_decision
    )


class Candidate(Reply):
    """A possible move, and what the AI thinks of it."""

    move = entries.document(docs.MOVE, "The move, complete.")
    label = entries.text("The move in a few words, in the language of the answer.")
    visits = entries.integer("How many simulations the search made of it.", validate=messages.within(0))
    value = entries.probability("The probability that the seat then wins.")
    gold = entries.number(f"What the seat can then expect to have at the end. {POINTS}")


class Decision(Reply):
    """What an AI would do, or the state of the request."""

    id = entries.text("The id of the decision. Anyone who knows it may read the decision.")
    status = entries.document(
        docs.DECISION_STATUS, "`queued`, then `running` while a worker thinks, finally `done` or `failed`."
    )
    ruleset = entries.document(docs.RULESET, "What is played.")
    seat = entries.seat("The seat that decides, from 0.")
    level = entries.document(docs.LEVEL, "The level that decides.")
    milliseconds = entries.integer("The thinking time, if the request sets one; else null.", null=True)
    game = entries.text("For a hint: its game; else null.", null=True)
    version = entries.integer("For a hint: the version of the game that it is for; else null.", null=True)
    move = entries.document(
        docs.MOVE | None,
        "The move to make, once the decision is done. Null until then, and null if a seat that may "
        "react should decline.",
    )
    candidates = entries.many(Candidate, "Once it is done: every possible move, the best first.")
    iterations = entries.integer(
        "How many iterations the search made, once the decision is done; 0 if it did not search, null until then.",
        null=True,
    )
    reason = entries.document(
        docs.DECISION_FAILURE | None,
        "Why it has failed, else null: `bot_failed` (it would fail again), `worker_lost` (several times, in the "
        "middle of it) or `too_late` (no worker had time).",
    )
    created_at = entries.moment("When it was asked for: RFC 3339, UTC.")
    started_at = entries.moment("When a worker started on it, or null: RFC 3339, UTC.", null=True)
    ended_at = entries.moment("When it was done or failed, or null: RFC 3339, UTC.", null=True)
