"""Names that a language defines once and uses in several places."""

from __future__ import annotations

from collections.abc import Mapping

from engine.wording import Noun, capital


def names(nouns: Mapping[str, Noun]) -> dict[str, str]:
    """Return the nouns in their base form."""
    return {key: capital(noun.name) for key, noun in nouns.items()}


def amounts(counted: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return two patterns for each key: `<key>_one` for exactly one, and `<key>` for any other amount."""
    return {
        **{key: f"{{number}} {several}" for key, (_, several) in counted.items()},
        **{f"{key}_one": f"1 {one}" for key, (one, _) in counted.items()},
    }
