"""Reads the operator's catalogue files, `<ruleset>/<name>.json`, when a process starts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from engine.errors import FaultyDocument
from engine.registry import RULESETS
from engine.ruleset import Doc, Ruleset
from service.config.settings import InvalidSettings, Settings

Rulesets = Mapping[str, Ruleset[Any, Any]]

VARIABLE = "HAMLET_CATALOGUE_DIR"


def rulesets_of(settings: Settings) -> Rulesets:
    """Return all rulesets, with the catalogues from the folder in the settings.

    Raises `InvalidSettings` with every fault of every catalogue file.
    """
    return RULESETS if settings.catalogue_dir is None else equip(RULESETS, settings.catalogue_dir)


def equip(rulesets: Rulesets, folder: Path) -> Rulesets:
    """Add the catalogues in a folder to the rulesets. Raises `InvalidSettings` with every fault of every file."""
    faults: list[str] = []
    result = dict(rulesets)
    for inner in _entries(folder, faults):
        if inner.name not in rulesets or not inner.is_dir():
            faults.append(f"{inner.name}: must be the folder of a ruleset: {', '.join(rulesets)}.")
            continue
        docs = {file.stem: doc for file in _entries(inner, faults) if (doc := _read(file, faults)) is not None}
        try:
            result[inner.name] = rulesets[inner.name].with_catalogues(docs)
        except FaultyDocument as error:
            faults += [_line(inner.name, fault.path, fault.message) for fault in error.faults]
    if faults:
        raise InvalidSettings({VARIABLE: faults})
    return result


def _entries(folder: Path, faults: list[str]) -> list[Path]:
    """Return the entries of a folder, sorted by name.

    Hidden entries, such as links in a mounted volume, are skipped.
    """
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        faults.append(f"{folder}: cannot be read: {error.strerror}.")
        return []


def _read(file: Path, faults: list[str]) -> Doc | None:
    """Return the document in a file. If it cannot be read, add the fault to `faults` and return `None`."""
    where = f"{file.parent.name}/{file.name}"
    if not re.fullmatch(r"[a-z0-9_-]{1,40}\.json", file.name):
        faults.append(
            f"{where}: must be called <name>.json, with a name of small letters, digits, _ and -, at most 40."
        )
        return None
    try:
        doc = orjson.loads(file.read_bytes())
    except OSError as error:
        faults.append(f"{where}: cannot be read: {error.strerror}.")
    except orjson.JSONDecodeError as error:
        faults.append(f"{where}: is not JSON: {error}.")
    else:
        if isinstance(doc, dict):
            return doc
        faults.append(f"{where}: must be an object.")
    return None


def _line(ruleset: str, path: str, message: str) -> str:
    name, _, inside = path.partition(".")
    return ": ".join(part for part in (f"{ruleset}/{name}.json", inside, message) if part) + "."
