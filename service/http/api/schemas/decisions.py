"""The bodies of the calls for decisions."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.games.decisions import DEFAULT_LEVEL
from service.http.api import documents as docs
from service.http.api.fields import Document, Variants
from service.http.api.schemas.base import ByRuleset, Reply, Request, about, milliseconds_field, seat_field, tag
from service.http.api.schemas.games import POINTS
from service.http.api.schemas.positions import SEAT

THINKS = f"How it thinks; `{DEFAULT_LEVEL}` if left out."
BUDGET = "How long it thinks, instead of the level's own budget. Default: the level's budget."


def _new_decision(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"What a seat of {ruleset.name} is to decide.",
        "ruleset": tag(ruleset.key),
        # The ruleset itself checks views: it lists what is impossible together with what is misspelt.
        "view": Document(
            ruleset.shapes.view, check=False, required=True, metadata=about("What the seat may know, as its own view.")
        ),
        "seat": Document(SEAT, required=True, metadata=about("The seat that decides, and whose view this is, from 0.")),
        "level": Document(docs.LEVEL, metadata=about(THINKS)),
        "milliseconds": milliseconds_field(BUDGET),
    }
    return type(f"New{docs.title(ruleset)}Decision", (Request,), members)


class NewDecision(ByRuleset):
    """What is to be decided."""

    variants: ClassVar[Variants] = {key: _new_decision(ruleset) for key, ruleset in RULESETS.items()}


class HintRequest(Request):
    """How to think about it."""

    level = Document(docs.LEVEL, metadata=about(THINKS))
    milliseconds = milliseconds_field(BUDGET)


class Candidate(Reply):
    """A possible move, and what the AI thinks of it."""

    move = Document(docs.MOVE, required=True, metadata=about("The move, complete."))
    label = fields.String(required=True, metadata=about("The move in a few words, in the language of the answer."))
    visits = fields.Integer(
        required=True, validate=validate.Range(0), metadata=about("How many simulations the search made of it.")
    )
    value = fields.Float(
        required=True, validate=validate.Range(0, 1), metadata=about("The probability that the seat then wins.")
    )
    gold = fields.Float(required=True, metadata=about(f"What the seat can then expect to have at the end. {POINTS}"))


def _moment(text: str, *, ever: bool = False) -> fields.DateTime:
    return fields.DateTime(format="iso", required=True, allow_none=not ever, metadata=about(f"{text}: RFC 3339, UTC."))


class Decision(Reply):
    """What an AI would do, or the state of the request."""

    id = fields.String(
        required=True, metadata=about("The id of the decision. Anyone who knows it may read the decision.")
    )
    status = Document(
        docs.DECISION_STATUS,
        required=True,
        metadata=about("`queued`, then `running` while a worker thinks, finally `done` or `failed`."),
    )
    ruleset = Document(docs.RULESET, required=True, metadata=about("What is played."))
    seat = seat_field("The seat that decides, from 0.")
    level = Document(docs.LEVEL, required=True, metadata=about("The level that decides."))
    milliseconds = fields.Integer(
        required=True, allow_none=True, metadata=about("The thinking time, if the request sets one; else null.")
    )
    game = fields.String(required=True, allow_none=True, metadata=about("For a hint: its game; else null."))
    version = fields.Integer(
        required=True, allow_none=True, metadata=about("For a hint: the version of the game that it is for; else null.")
    )
    move = Document(
        docs.MOVE | None,
        required=True,
        metadata=about(
            "The move to make, once the decision is done. Null until then, and null if a seat that may "
            "react should decline."
        ),
    )
    candidates = fields.List(
        fields.Nested(Candidate), required=True, metadata=about("Once it is done: every possible move, the best first.")
    )
    iterations = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about(
            "How many iterations the search made, once the decision is done; 0 if it did not search, null until then."
        ),
    )
    reason = Document(
        docs.DECISION_FAILURE | None,
        required=True,
        metadata=about(
            "Why it has failed, else null: `bot_failed` (it would fail again), `worker_lost` (several times, in the "
            "middle of it) or `too_late` (no worker had time)."
        ),
    )
    created_at = _moment("When it was asked for", ever=True)
    started_at = _moment("When a worker started on it, or null")
    ended_at = _moment("When it was done or failed, or null")
