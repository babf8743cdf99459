"""`bench/strength.py` as users run it: every game is kept, nothing is played twice, and the page gets its tables."""

from __future__ import annotations

import json
import lzma
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.registry import RULESETS

ROOT = Path(__file__).parents[2]
ROW = "my_village/2/standard/beginner/random"
BEGIN, END = "<!-- strength: written by bench/strength.py -->", "<!-- strength: end -->"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the bench, with a page and without results."""
    shutil.copytree(ROOT / "bench", tmp_path / "bench", ignore=shutil.ignore_patterns("results", "__pycache__"))
    page = tmp_path / "docs" / "ai-research.md"
    page.parent.mkdir()
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    return tmp_path


def strength(home: Path, *arguments: str) -> str:
    """Return the output of the script."""
    command = [sys.executable, str(home / "bench" / "strength.py"), "--processes", "1", *arguments]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, cwd=home, check=True, stdout=subprocess.PIPE, text=True).stdout


def played(home: Path) -> list[dict[str, object]]:
    packed = (home / "bench" / "results" / "strength.jsonl.xz").read_bytes()
    return [json.loads(line) for line in lzma.decompress(packed).splitlines()]


def test_every_row_is_listed_once(home: Path) -> None:
    keys = [line.split()[-1] for line in strength(home, "--list").splitlines()]
    assert ROW in keys
    assert len(set(keys)) == len(keys)
    for ruleset, seats, *_ in (key.split("/") for key in keys):
        assert int(seats) in RULESETS[ruleset].seats
    assert len(strength(home, "--list", "--wanted").splitlines()) == 17


def test_a_second_run_continues_and_the_page_gets_its_tables(home: Path) -> None:
    strength(home, "--row", ROW, "--games", "2", "--minutes", "0")
    first = played(home)
    assert len(first) == 1
    strength(home, "--row", ROW, "--games", "4")
    whole = played(home)
    assert whole[:1] == first
    assert len({(game["seed"], game["turn"]) for game in whole}) == len(whole) == 4
    strength(home, "--row", ROW, "--games", "4")
    assert played(home) == whole
    page = (home / "docs" / "ai-research.md").read_text()
    assert page.startswith("before\n")
    assert page.endswith("after\n")
    assert "| My Village | 2 | standard |" in page
    assert "(51-100)" in page, "the interval of four games that were won"
    assert "old" not in page
