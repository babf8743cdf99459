"""The entry points through which installed packages provide rulesets and AI levels."""

from __future__ import annotations

import os
from importlib.metadata import EntryPoint, entry_points
from typing import Final

RULESETS: Final = "hamlet.rulesets"
BOTS: Final = "hamlet.bots"
PACKAGES: Final = "HAMLET_PACKAGES"
"""The environment variable with the names of the packages to load, separated by commas; `none` for no package.

If the variable is unset or empty, all packages are loaded.
"""


def entries_of(group: str) -> list[EntryPoint]:
    """Return the entries of the packages that may be loaded."""
    named = os.environ.get(PACKAGES)
    return [entry for entry in entry_points(group=group) if not named or name_of(entry) in named.split(",")]


def packages() -> list[str]:
    """Return the names of the packages that may be loaded, sorted."""
    return sorted({name_of(entry) for group in (RULESETS, BOTS) for entry in entries_of(group)})


def name_of(entry: EntryPoint) -> str:
    """Return the name of the entry's package."""
    return entry.value if entry.dist is None else entry.dist.name


def described(entry: EntryPoint) -> str:
    """Return the entry's package and its version, in words."""
    return f"entry point {entry.value}" if entry.dist is None else f"package {entry.dist.name} {entry.dist.version}"
