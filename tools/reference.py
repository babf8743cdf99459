"""Writes docs/ruleset-reference.md: what authors of rulesets import, from the docstrings of the engine.

`python tools/reference.py`; `tests/test_docs.py` fails if the page is stale.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "ruleset-reference.md"
MODULES: Final = (
    *("declared", "ruleset", "state_fields", "shapes", "move_types", "event_types", "events", "about"),
    *("wording", "chances", "errors", "randomness", "native", "testing"),
)
INTRO: Final = """# Reference for authors of rulesets

`tools/reference.py` makes this page from the docstrings of the engine. [Adding a ruleset](adding-a-ruleset.md) shows
how the parts work together. Names that begin with `_` and modules that are not here may change at any time.
"""


def page() -> str:
    """The whole page."""
    links = "\n".join(f"- [`engine.{name}`](#engine{name})" for name in MODULES)
    return "\n\n".join([f"{INTRO}\n{links}", *(part for name in MODULES for part in _module(name))]) + "\n"


def _module(name: str) -> Iterator[str]:
    file = ROOT / "engine" / f"{name}.py"
    tree = ast.parse((file if file.exists() else ROOT / "engine" / name / "__init__.py").read_text(encoding="utf-8"))
    yield f"## engine.{name}"
    yield _text(tree)
    for node, text in _documented(tree):
        if isinstance(node, ast.ClassDef):
            bases = f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else ""
            yield f"### `{node.name}{bases}`"
            yield from filter(None, [_text(node)])
            if members := [f"- `{_signature(one)}`{_indented(told)}" for one, told in _documented(node)]:
                yield "\n".join(members)
        else:
            yield f"### `{_signature(node)}`"
            yield from filter(None, [text])


def _documented(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[ast.stmt, str]]:
    """The public classes, functions and variables, each with its docstring. Variables are left out if they have none,
    unless they are fields of a class.
    """
    for at, node in enumerate(tree.body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            if not node.name.startswith("_") or node.name == "__init__":
                yield node, _text(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            after = tree.body[at + 1] if at + 1 < len(tree.body) else None
            text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            if not ast.unparse(target).startswith("_") and (text or isinstance(tree, ast.ClassDef)):
                yield node, _prose(str(text))


def _signature(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef):
        result = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
        told = ast.unparse(node.args)
        return f"{node.name}({re.sub(r'^self(, )?', '', told)}){result}"
    return " ".join(ast.unparse(node).split())


def _text(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    return _prose(ast.get_docstring(node) or "")


def _prose(text: str) -> str:
    """A docstring as Markdown: examples get a frame."""
    return re.sub(r"(?ms)^>>> .*?(?=\n\n|\Z)", lambda found: f"```python\n{found[0]}\n```", inspect.cleandoc(text))


def _indented(text: str) -> str:
    return f": {text}".replace("\n", "\n  ") if text else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
