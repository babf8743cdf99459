"""The tutorial of docs/adding-a-ruleset.md. After each step, the check that it names must fail with the sentence that
it quotes.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from engine.conformance import RULESET_CHECKS, tables_of

ROOT = Path(__file__).parents[2]
CHAPTER = (ROOT / "docs" / "adding-a-ruleset.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^```diff\n(.*?)^```\n\n(?:`([a-z ]+)`: ([^\n]+)\n)?", CHAPTER, re.MULTILINE | re.DOTALL)
SLOW = {"every_level_plays", "samples_are_fair", "values_tell_who_wins"}
"""Checks that play for seconds: `tests/engine/test_orchard.py` runs them."""


def changed(source: str, diff: str) -> str:
    """Return the source with the lines of `-` replaced by those of `+`, group by group."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        before, after = (re.sub("^.", "", lines, flags=re.MULTILINE) for lines in (old, new))
        assert source.count(before) == 1, before
        source = source.replace(before, after)
    return source


def test_each_step_fails_as_the_chapter_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(STEPS) > 5
    source = (ROOT / "examples" / "orchard" / "orchard.py").read_text(encoding="utf-8")
    for number, (diff, check, sentence) in enumerate(STEPS):
        source = changed(source, diff)
        file = tmp_path / f"step_{number}.py"
        file.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(file.stem, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, file.stem, module)
        spec.loader.exec_module(module)
        table = next(tables_of(module.Orchard()))
        if check:
            with pytest.raises(Exception, match=re.escape(sentence)):
                RULESET_CHECKS[check.replace(" ", "_")](table)
        else:
            for name in RULESET_CHECKS.keys() - SLOW:
                RULESET_CHECKS[name](table)
    assert not STEPS[-1][1], "at the end all checks pass"
