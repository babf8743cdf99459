"""The rule indexes under `docs/rules`, and the ids that sources name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
LINE = re.compile(r"- \*\*(?P<id>[A-Z]+-\d+)\*\* (?P<text>.+)")
RULE_ID = re.compile(r"[A-Z]+-\d+")


def entries(path: Path, form: re.Pattern[str] = LINE) -> list[tuple[str, str]]:
    """Return the entries of an index file in this form: id and text."""
    found = [form.match(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(match["id"], match["text"]) for match in found if match]


def trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the syntax trees of a folder's modules."""
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def strings(node: ast.AST) -> Iterator[str]:
    """Yield every literal string inside a node."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def marks(tree: ast.Module) -> Iterator[ast.Call]:
    """Yield the marks `pytest.mark.rule(...)` of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            yield node


def named_in(folder: Path) -> set[tuple[str, str]]:
    """File and id for each rule that the modules of a folder name."""
    named = {(path.name, text) for path, tree in trees(folder) for text in strings(tree) if RULE_ID.fullmatch(text)}
    assert named, "nothing is refused by a rule's id"
    return {pair for pair in named if not pair[1].startswith("SHA-")}
