"""The rule index of a ruleset as data, from the pages under `docs/rules`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.rows import read_data

SOURCE: Final = "en"
"""The language from which the texts in other languages are translated."""


@cache
def _index(ruleset: str) -> Mapping[str, Mapping[str, str]]:
    """Return the rules of a ruleset: id -> language -> text. `tools/rules.py` makes the file from the pages."""
    return read_data(__package__, f"rules_{ruleset}.json")


def rules_of(ruleset: str, lang: str) -> list[dict[str, Any]]:
    """Return all rules, in the order of the pages: `[{"id", "text", "lang"}]`. A rule without a translation is in
    English.
    """
    return [
        {"id": rule, "text": texts.get(lang, texts[SOURCE]), "lang": lang if lang in texts else SOURCE}
        for rule, texts in _index(ruleset).items()
    ]
