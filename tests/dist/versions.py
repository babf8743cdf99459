"""Where the version of a release is written."""

from __future__ import annotations

import re
from pathlib import Path

PLACES = {
    "pyproject.toml": r'^version = "(.*)"$',
    "sdk/python/pyproject.toml": r'^version = "(.*)"$',
    "sdk/typescript/package.json": r'^  "version": "(.*)",$',
    "sdk/typescript/package-lock.json": r'\A{\n.*\n  "version": "(.*)",$',
    "web/package.json": r'^  "version": "(.*)",$',
    "web/package-lock.json": r'\A{\n.*\n  "version": "(.*)",$',
    "sdk/typescript/README.md": r"hamlet-games-client-(.*)\.tgz",
    "helm/hamlet/Chart.yaml": r'^(?:version|appVersion): "?([^"\n]*)"?$',
    "compose.yaml": r"image: hamlet:(.*)$",
    "docs/operations.md": r"(?:VERSION=|hamlet:|client-)(\d+\.\d+\.\d+)",
}
"""File -> what finds the version in it, perhaps in several places."""


def versions(root: Path) -> dict[str, set[str]]:
    """Return what each file says in the project at `root`."""
    return {
        name: set(re.findall(place, (root / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name, place in PLACES.items()
    }
