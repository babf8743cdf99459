"""Linters of contracts report nothing for the committed one, not even a warning."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.clients.tools import Tools
from tests.service.conforming import CONTRACT

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

REDOCLY = ("env", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "npx", "redocly", "lint", "--config=redocly.yaml")
SPECTRAL = ("npx", "spectral", "lint", "--ruleset=spectral.yaml", "--fail-severity=hint")


def test_redocly_finds_nothing(tools: Tools, tmp_path: Path) -> None:
    tools.prepare(tmp_path, "redocly.yaml")
    found = json.loads(tools.run(*REDOCLY, "--format=json", CONTRACT.name, folder=tmp_path))
    assert found["problems"] == []
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def test_spectral_finds_nothing(tools: Tools, tmp_path: Path) -> None:
    tools.prepare(tmp_path, "spectral.yaml")
    tools.run(*SPECTRAL, CONTRACT.name, folder=tmp_path)
