"""Bodies of the call for the usage of an API key."""

from __future__ import annotations

from service.http.schemas import common_fields
from service.http.schemas.base import Reply


class UsageDay(Reply):
    """What an API key used on a day."""

    date = common_fields.text_field("The day, UTC: `2026-11-27`.")
    calls = common_fields.integer("Calls with the key, those that were refused included.")
    games = common_fields.integer("Games created or imported.")
    decisions = common_fields.integer("Decisions, hints and reviews requested with the key.")
    refused = common_fields.integer("Calls over a limit (429).")
    processor_seconds = common_fields.number(
        "Processor time of the AI: for decisions and reviews, for hints, and for the AI seats of the key's games."
    )


class QuotaLeft(Reply):
    """What is left of an API key's quotas for today (UTC). A quota that the key does not have is null."""

    games = common_fields.integer("Games.", null=True)
    decisions = common_fields.integer("Decisions, hints and reviews.", null=True)
    processor_seconds = common_fields.number("Processor time of the AI.", null=True)


class Usage(Reply):
    """The usage of an API key."""

    key = common_fields.text_field("The name of the key.")
    days = common_fields.many(UsageDay, "Days on which it used anything, the latest first.")
    left = common_fields.one(QuotaLeft, "What is left for today.")
