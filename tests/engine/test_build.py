"""Compiling the engine: when it is repeated, what is compiled, and that the named build is the one that runs."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.build import COMPILED
from tools import compile as compiling

ROOT = Path(__file__).parents[2]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, whose builds take no time."""
    folder = tmp_path / "project"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "engine" / "bots", folder / "engine" / "bots", ignore=ignored)
    for name in (*compiling.SETTINGS, compiling.TOOLS):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    monkeypatch.setattr(compiling, "ROOT", folder)
    monkeypatch.setattr(compiling, "check_tools", lambda: None)
    monkeypatch.setattr(compiling, "install_tools", lambda: None)
    monkeypatch.setattr(compiling, "step_back", lambda: None)
    monkeypatch.setattr(compiling, "build", lambda sources, out: shutil.copytree(sources / "engine", out / "engine"))
    return folder


def test_the_same_sources_are_compiled_once_and_others_anew(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    compiling.make(out)
    mark = out / "mark"
    mark.touch()
    compiling.make(out)
    assert mark.exists()
    (root / "README.md").write_text("Read something else.")
    compiling.make(out)
    assert mark.exists()
    for name in ("engine/bots/base.py", "pyproject.toml", "setup.py", compiling.TOOLS):
        mark.touch()
        with (root / name).open("a") as file:
            file.write("\n")
        compiling.make(out)
        assert not mark.exists(), name
    mark.touch()
    (root / "engine" / "bots" / "uniform.py").unlink()
    compiling.make(out)
    assert not mark.exists()
    assert not (out / "engine" / "bots" / "uniform.py").exists()


def test_no_build_of_other_sources_stays_where_none_can_be_made(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(sys, "argv", ["compile.py", "--out", str(out), "--beside"])
    assert compiling.main() == 0
    assert capsys.readouterr().out == f"{out}\n"

    monkeypatch.undo()
    monkeypatch.setattr(compiling, "ROOT", root)
    monkeypatch.setattr(compiling, "step_back", lambda: None)
    monkeypatch.setattr(sys, "argv", ["compile.py", "--out", str(out), "--beside"])
    monkeypatch.setenv("CC", "no-such-compiler")
    (root / "engine" / "bots" / "new.py").touch()
    assert compiling.main() == 0
    told = capsys.readouterr()
    assert (told.out, "no-such-compiler" in told.err) == ("", True)
    assert not out.exists()
    monkeypatch.setattr(sys, "argv", ["compile.py", "--out", str(out)])
    assert compiling.main() == 1
    monkeypatch.setattr(sys, "argv", ["compile.py", "--out", str(out), "--beside"])
    monkeypatch.setenv("HAMLET_COMPILE", "0")
    capsys.readouterr()
    assert compiling.main() == 0
    assert capsys.readouterr() == ("", "")


def test_the_engine_named_is_the_one_that_runs(tmp_path: Path) -> None:
    """Not the one in the project's folder, wherever and however Python is started."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import engine.villagers as game, engine.villagers.documents.shapes as shapes;"
        "print(game.__file__, shapes.__file__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "HAMLET_ENGINE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder = tmp_path / "engine" / "villagers"
    assert run.stdout.split() == [str(folder / "__init__.py"), str(folder / "documents" / "shapes" / "__init__.py")]


def test_a_folder_without_an_engine_is_refused(tmp_path: Path) -> None:
    """If the compiled engine is demanded, nothing runs in Python by accident."""
    run = subprocess.run(
        [sys.executable, "-c", "import engine.registry"],
        cwd=ROOT,
        env={**os.environ, "HAMLET_ENGINE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert f"HAMLET_ENGINE names a folder without an engine: {tmp_path}" in run.stderr


def test_no_other_folder_is_replaced(root: Path, tmp_path: Path) -> None:
    precious = tmp_path / "out" / "precious"
    precious.parent.mkdir()
    precious.touch()
    with pytest.raises(compiling.CannotCompile, match="something else"):
        compiling.make(tmp_path / "out")
    assert precious.exists()


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled")
def test_everything_is_compiled_but_what_has_to_stay_python() -> None:
    python = set()
    for found in pkgutil.walk_packages(engine.__path__, "engine."):
        path = importlib.import_module(found.name).__file__
        assert path is not None
        if path.endswith(".py"):
            python.add(found.name)
    rooms = {"shapes", "words", "wording", "conformance", "testing"}
    assert {name for name in python if not rooms & set(name.split("."))} == {"engine.native", "engine.plugins"}
    assert "engine.villagers.documents.shapes.parts" in python
