"""A package whose game never ends, or is slow, does not keep the contract from being made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

ROOT = Path(__file__).parents[2]
SECONDS = 90
"""Without a bound the contract is never finished; with one it takes a few seconds."""
RULES = '''
"""Nim whose stones come back: it never ends."""

import time

from tests.service.toy import TAKE, Nim


class Mill(Nim):
    def advance(self, state, seat, move):
        super().advance(state, seat, move)
        state.stones = state.stones or 7


class SlowMill(Mill):
    def legal_moves(self, state, seat):
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        return super().legal_moves(state, seat)


class Forever(Mill):
    """And one seat is always to act."""

    def advance(self, state, seat, move):
        super().advance(state, seat, move)
        if move[0] == TAKE:
            state.turn = seat


class Trio(Mill):
    """For three."""

    seats = (3,)
'''


def install(folder: Path, name: str) -> None:
    """What pip would leave of a package there."""
    (folder / "mill.py").write_text(RULES)
    info = folder / "mill-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mill\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[hamlet.rulesets]\nnim = mill:{name}\n")


def bodies(contract: Any) -> list[tuple[str, Any, Any]]:
    """The examples of the ruleset, each with its schema: in requests, answers and notices."""
    found = []
    for path, operations in (*contract["paths"].items(), *contract["webhooks"].items()):
        for method, operation in operations.items():
            if method == "parameters":
                continue
            for body in (operation.get("requestBody", {}), *operation["responses"].values()):
                for content in body.get("content", {}).values():
                    for name, example in content.get("examples", {}).items():
                        if name.startswith("nim"):
                            found.append((f"{method} {path} {name}", example["value"], content["schema"]))
    return found


@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.parametrize(
    "name", ["Mill", *(pytest.param(name, marks=pytest.mark.long) for name in ("SlowMill", "Forever", "Trio"))]
)
def test_the_contract_is_made_all_the_same(tmp_path: Path, name: str) -> None:
    install(tmp_path, name)
    made = subprocess.run(
        [sys.executable, "-m", "service.tools.cli", "contract"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    contract = json.loads(made.stdout)
    examples = bodies(contract)
    assert {"post /v1/games nim", "get /v1/games/{game}/replay nim"} <= {where for where, _, _ in examples}
    for where, example, schema in examples:
        validator = Draft202012Validator({**schema, "components": contract["components"]})
        assert [str(error) for error in validator.iter_errors(example)] == [], where
