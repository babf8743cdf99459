"""The examples in the engine's docstrings. Compiled modules have none, so they are read from the source."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["notation", "registry", "ruleset", "shapes"])
def test_examples_in_docstrings_are_true(name: str) -> None:
    doc = ast.get_docstring(ast.parse(Path("engine", f"{name}.py").read_text()))
    assert doc is not None
    globs = vars(import_module(f"engine.{name}")).copy()
    outcome = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(doc, globs, name, None, 0))
    assert outcome.attempted
    assert not outcome.failed
