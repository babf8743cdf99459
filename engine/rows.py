"""Reads data files, and numbers the rows of catalogues: the engine uses the numbers, documents use the keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any


def read_data(package: str, name: str) -> dict[str, Any]:
    """Return the document in a JSON file of a package."""
    document: dict[str, Any] = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    return document


def codes_of(keys: Sequence[str], source: str) -> dict[str, int]:
    """Return the number of each key, counted from 0.

    Raises `ValueError`, which names `source`, if a key occurs twice.
    """
    codes = {key: code for code, key in enumerate(keys)}
    if len(codes) < len(keys):
        twice = sorted(key for key in codes if keys.count(key) > 1)
        raise ValueError(f"{source} has more than one row for {', '.join(twice)}.")
    return codes
