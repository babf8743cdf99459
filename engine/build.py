"""How the engine that runs here was built."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

COMPILED: Final = not __file__.endswith(".py")
"""Whether it is machine code, and not Python."""
KEPT: Final = "rules.digest"
"""The file in a compiled engine that holds what `rules_digest` says of its sources."""
NO_RULES: Final = frozenset(("bots", "conformance", "wording", "words"))
"""Folders on which no rule depends."""


def rules_digest(folder: Path) -> str:
    """A hash of all that the rules in an engine's folder depend on, the same in Python as compiled.

    Not of the bots, nor of the words.
    """
    kept = folder / KEPT
    if kept.exists():
        return kept.read_text(encoding="ascii")
    digest = hashlib.sha256()
    for path in sorted(path.relative_to(folder) for path in folder.rglob("*") if path.suffix in (".py", ".json")):
        if NO_RULES.isdisjoint(path.parts):
            digest.update(f"\n{path.as_posix()}\n".encode() + (folder / path).read_bytes())
    return digest.hexdigest()
