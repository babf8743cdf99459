"""What the documents say about tests is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
RISKS = 10


def names_in(path: Path) -> set[str]:
    """Return the names of a file's tests."""
    return {node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)}


def test_the_tests_of_every_risk_exist() -> None:
    rows = re.findall(r"^\| (\d+) .*\| ([^|]+) \|$", (ROOT / "docs" / "security.md").read_text(), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, RISKS + 1))
    for number, cell in rows:
        named = re.findall(r"`([\w/]+)::(test_\w+)`", cell)
        assert named, f"risk {number} has no test"
        for file, name in named:
            assert name in names_in(ROOT / "tests" / f"{file}.py"), f"{file}::{name}"
