"""Reasons are stored in all languages, and answered in one."""

from __future__ import annotations

from engine.bots.reasons import Reason
from engine.registry import RULESETS
from service.games.ai.reason_documents import reasons_in, store_reasons


def test_reasons_are_answered_in_the_language_of_the_request() -> None:
    stored = {"reasons": store_reasons(RULESETS["villagers"], [Reason("hand", "cooper", 2.345)])}
    facts = {"topic": "hand", "card": "cooper", "amount": 2.35}
    assert reasons_in(stored, "en") == [{"text": "+2 gold: the Cooper in your hand", **facts}]
    assert reasons_in(stored, "de") == [{"text": "+2 Gold: der Böttcher auf deiner Hand", **facts}]


def test_earlier_versions_stored_no_reasons() -> None:
    assert reasons_in({}, "en") == []
