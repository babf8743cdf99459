"""Names that a language defines once and uses in several places."""

from __future__ import annotations

from collections.abc import Mapping

from engine.wording import Noun, capital


def names(nouns: Mapping[str, Noun]) -> dict[str, str]:
    """Return the nouns in their base form."""
    return {key: capital(noun.name) for key, noun in nouns.items()}


def amounts(counted: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the patterns for amounts, `<key>_one` and `<key>`, from the names for one and for several."""
    return {
        **{key: f"{{number}} {several}" for key, (_, several) in counted.items()},
        **{f"{key}_one": f"1 {one}" for key, (one, _) in counted.items()},
    }
