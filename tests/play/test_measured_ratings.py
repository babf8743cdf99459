"""`bench/ratings.py` as users run it: every game is kept, and nothing is played twice."""

from __future__ import annotations

import json
import lzma
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def play(home: Path, *arguments: str) -> list[dict[str, object]]:
    """Play cheap games in one process. Returns all games played so far."""
    command = [sys.executable, str(home / "bench" / "ratings.py"), "--play", "--processes", "1", "--dearest", "0.1"]
    subprocess.run([*command, *arguments], env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=home, check=True)
    packed = (home / "bench" / "results" / "ratings.jsonl.xz").read_bytes()
    return [json.loads(line) for line in lzma.decompress(packed).splitlines()]


def test_a_second_run_continues_where_the_first_one_ended(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bench", tmp_path / "bench", ignore=shutil.ignore_patterns("results", "__pycache__"))
    first = play(tmp_path, "--games", "1", "--minutes", "0")
    assert len(first) == 1
    whole = play(tmp_path, "--games", "1")
    assert whole[:1] == first
    keys = [(game["ruleset"], game["seats"], game["box"], game["one"], game["others"]) for game in whole]
    assert len(set(keys)) == len(keys) > 100, "each cheap pair has played once"
    assert {"base", "all expansions", "solo `hard`"} <= {game["box"] for game in whole}
    assert play(tmp_path, "--games", "1") == whole
