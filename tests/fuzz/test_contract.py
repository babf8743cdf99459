"""The contract is kept whatever is sent: a few cases of those that `.ci/run` makes."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.fuzzing import fuzz

CASES = 150


def test_any_request_gets_an_announced_answer(tmp_path: Path) -> None:
    world = fuzz(tmp_path, CASES)
    assert world.cases >= CASES
