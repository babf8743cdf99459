"""`hamlet new-ruleset`: the package that it makes is installed, passes all checks, and is played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.conformance import RULESET_CHECKS

ROOT = Path(__file__).parents[2]


def hamlet(folder: Path, *command: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder. `path`: where else packages are."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, str(ROOT)))), "HAMLET_PACKAGES": ""}
    words = [sys.executable, "-m", "service.tools.cli", *command]
    return subprocess.run(words, cwd=folder, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "told"),
    [("Farm", "cannot be the key of a ruleset"), ("json", "a Python module 'json' already"), ("old", "a folder old")],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "kept").touch()
    done = hamlet(tmp_path, "new-ruleset", name)
    assert done.returncode == 1
    assert told in done.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["old", "kept"]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_package_is_installed_checked_and_played(tmp_path: Path) -> None:
    assert hamlet(tmp_path, "new-ruleset", "little_farm").returncode == 0
    package, target = tmp_path / "little_farm", str(tmp_path / "installed")
    assert 'name = "Little Farm"' in (package / "little_farm.py").read_text(encoding="utf-8")
    for path in package.iterdir():
        assert "Orchard" not in path.read_text(encoding="utf-8")
    offline = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", target, str(package)], check=True)
    checked = hamlet(tmp_path, "check-ruleset", "little_farm", path=target)
    assert checked.returncode == 0, checked.stdout[-3000:] + checked.stderr[-3000:]
    assert "Failed: 0" in checked.stdout
    assert checked.stdout.count("little_farm 2 seats") >= len(RULESET_CHECKS)
    compiled = hamlet(tmp_path, "compile", "little_farm", path=target)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    [module] = map(Path, compiled.stdout.split())
    assert (module.parent, module.name.partition(".")[0]) == (Path(target), "little_farm")
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((target, str(ROOT))), "HAMLET_PACKAGES": ""}
    own = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--disable-plugin-autoload", str(package)]
    done = subprocess.run(own, cwd=package, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
    arena = hamlet(
        tmp_path, "arena", "medium", "random", "--ruleset", "little_farm", "--games", "4", "--json", path=target
    )
    assert json.loads(arena.stdout)["interrupted"] is False
    assert hamlet(tmp_path, "compile", "little_farm", "--undo", path=target).stdout.split() == [str(module)]
    assert not module.exists()
    assert "No installed package provides 'big_farm'" in hamlet(tmp_path, "compile", "big_farm", path=target).stderr
