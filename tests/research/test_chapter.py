"""The programs of docs/research.md run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.usefixtures("research"), pytest.mark.long]

ROOT = Path(__file__).parents[2]
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "research.md").read_text(), re.DOTALL)


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 3


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_runs(program: str) -> None:
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
