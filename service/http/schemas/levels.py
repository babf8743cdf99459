"""Body of the call for the levels of AI players."""

from __future__ import annotations

from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import Reply


class LevelAtTable(Reply):
    """How a level plays."""

    name = common_fields.document_field(ruleset_documents.LEVEL, "Its name, for `level`.")
    rating = common_fields.integer("How strong it is: 200 points more win 76 % at a table of two; `medium` has 1500.")
    half_width = common_fields.integer("The 95 % interval of `rating` is this much to both sides.")
    median_ms = common_fields.number("Median processor time of a decision, in milliseconds, or null.", null=True)
    p95_ms = common_fields.number("The 95th percentile of this time, or null.", null=True)
    loss = common_fields.number(
        "The mean loss per decision by the default review: part of the chance to win, or null.", null=True
    )


class MeasuredTable(Reply):
    """Measurements of the AI players, in the base game of one ruleset with one number of seats."""

    ruleset = common_fields.document_field(ruleset_documents.RULESET, "What is played.")
    seats = common_fields.integer("The number of seats.")
    lowest = common_fields.integer("The lowest `rating` that can be sent; null if none can.", null=True)
    highest = common_fields.integer("The highest `rating` that can be sent; null if none can.", null=True)
    levels = common_fields.many(LevelAtTable, "The levels that were measured, weakest first.")


class LevelList(Reply):
    """All AI players."""

    tables = common_fields.many(MeasuredTable, "The measurements, one for each ruleset and number of seats.")
