"""The contract is kept whatever is sent to a running stack: a few cases of those that `.ci/run` makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.fuzzing import fuzz

CASES = 150


@pytest.mark.long  # tests/service/test_contract_fuzz.py asks the app itself, for a tenth of the time
def test_any_request_gets_an_announced_answer(tmp_path: Path) -> None:
    world = fuzz(tmp_path, CASES)
    assert world.cases >= CASES
