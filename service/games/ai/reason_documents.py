"""Turns reasons for a move into documents with words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.bots.reasons import Reason
from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES


def store_reasons(ruleset: Ruleset[Any, Any], reasons: Iterable[Reason]) -> list[Doc]:
    """Return reasons in their stored form, worded in every language."""
    return [
        {
            "topic": one.topic,
            "card": one.card or None,
            "amount": round(one.amount, 2),
            "texts": {
                language: ruleset.words(language).reason(one.topic, one.card, one.amount) for language in LANGUAGES
            },
        }
        for one in reasons
    ]


def reasons_in(stored: Doc, language: str) -> list[Doc]:
    """Return the reasons in a stored judgement, worded in this language.

    A judgement has none if an earlier version of the program stored it.
    """
    return [
        {"text": one["texts"][language], "topic": one["topic"], "card": one["card"], "amount": one["amount"]}
        for one in stored.get("reasons", ())
    ]
