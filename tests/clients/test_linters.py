"""Linters of contracts have nothing to say about the committed one: not even a warning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.tools import Tools
from tests.service.conforming import CONTRACT, contract

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

REDOCLY = ("env", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "npx", "redocly", "lint", "--config=redocly.yaml")
SPECTRAL = ("npx", "spectral", "lint", "--ruleset=spectral.yaml", "--fail-severity=hint")


def redocly(tools: Tools, folder: Path) -> dict[str, int]:
    """How many errors and warnings Redocly finds, and how many it is told to ignore."""
    found: dict[str, int] = json.loads(tools.run(*REDOCLY, "--format=json", CONTRACT.name, folder=folder))["totals"]
    return found


def test_redocly_has_nothing_to_say(tools: Tools, tmp_path: Path) -> None:
    tools.prepare(tmp_path, "redocly.yaml")
    assert redocly(tools, tmp_path) == {"errors": 0, "warnings": 0, "ignored": 0}


def test_spectral_has_nothing_to_say(tools: Tools, tmp_path: Path) -> None:
    tools.prepare(tmp_path, "spectral.yaml")
    tools.run(*SPECTRAL, CONTRACT.name, folder=tmp_path)


def test_an_unused_type_is_noticed(tools: Tools, tmp_path: Path) -> None:
    """Both linters read the whole contract, not only what is valid of it."""
    tools.prepare(tmp_path, "redocly.yaml", "spectral.yaml")
    document: dict[str, Any] = json.loads(json.dumps(contract()))
    document["components"]["schemas"]["Unused"] = {"type": "string"}
    (tmp_path / CONTRACT.name).write_text(json.dumps(document))
    assert redocly(tools, tmp_path) == {"errors": 0, "warnings": 1, "ignored": 0}
    with pytest.raises(AssertionError, match="oas3-unused-component"):
        tools.run(*SPECTRAL, CONTRACT.name, folder=tmp_path)
