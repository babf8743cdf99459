"""The newest versions that pyproject.toml allows of all dependencies: AI seats move and hints arrive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stack.playing import AI, HER_SEAT, HUMAN, Table
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".tools" / "newest" / "bin" / "python"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """A stack in the environment that `make newest` fills."""
    if not PYTHON.exists():
        if os.environ.get("HAMLET_EXPECT_NEWEST"):
            pytest.fail("`make newest` has not been run")
        pytest.skip("the newest versions of the dependencies stay untested: `make newest` installs them.")
    stack = Stack(tmp_path, str(PYTHON), PYTHONPATH=str(ROOT), HAMLET_WORKERS="1", HAMLET_WEB_PROCESSES="1")
    yield stack
    stack.close()


def test_an_ai_moves_and_a_hint_comes(stack: Stack) -> None:
    stack.start()
    table = Table(stack, "newest", HUMAN, AI)
    table.play(until=lambda: table.game["version"] > len(table.accepted) and HER_SEAT in table.game["to_act"])
    status, hint = stack.call("POST", f"{table.path}/hint", {"level": "greedy"}, table.token)
    assert status == 202, hint
    eventually(lambda: stack.call("GET", f"/v1/decisions/{hint['id']}")[1]["status"] == "done", "the hint")
    assert not [line for line in stack.log_lines() if line["level"] in ("error", "critical")]
