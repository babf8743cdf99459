"""What the documents say about tests is true."""

from __future__ import annotations

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path

from tools import reference

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


def test_the_reference_of_rulesets_is_made_from_the_docstrings() -> None:
    """If not: `python tools/reference.py`."""
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page()
    undocumented = re.findall(r"^### `\S+`\n\n(?=#|- )", reference.page(), re.MULTILINE)
    assert not undocumented


def test_the_examples_of_the_reference_are_true() -> None:
    tried = 0
    for name in reference.MODULES:
        section = reference.page().partition(f"## engine.{name}\n")[2].partition("\n## ")[0].replace("```", "")
        globs = vars(import_module(f"engine.{name}")).copy()
        outcome = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(section, globs, name, None, 0))
        assert not outcome.failed
        tried += bool(outcome.attempted)
    assert tried > 5
