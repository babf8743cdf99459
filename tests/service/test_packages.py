"""Nothing that a package does can stop the server: what fails its trial is left out, with a sentence."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine import entry_points
from service.config import packages
from tests.service import toy

ROOT = Path(__file__).parents[2]
TOY = re.sub(
    r"\b(?=(?:Nim|Bid|Began|Took|Take)(?:Options|Position|View|Score|Move|Event)\b)",
    "TITLE",
    Path(toy.__file__).read_text(encoding="utf-8").replace('"nim"', '"KEY"'),
)
"""The toy as a package: `KEY` stands for its key, which also begins the names of its types."""
for word in ("bid", "take", "began", "took"):
    TOY = re.sub(rf'(?<!")"{word}"', f'"KEY_{word}"', TOY)
ENDLESS = TOY.replace("range(1, min(", "range(0, min(").replace("Between(1, 9)", "Between(0, 9)")
"""Taking no stone is allowed, and the first move: so a game of first moves never ends."""


def provide(folder: Path, programs: Mapping[str, str]) -> str:
    """Put packages into a folder, each with one ruleset called like its module; returns the path to import from."""
    for name, text in programs.items():
        (folder / f"{name}.py").write_text(text.replace("KEY", name).replace("TITLE", name.title()), encoding="utf-8")
        about = folder / f"games_{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: games-{name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[hamlet.rulesets]\n{name} = {name}:Nim\n")
    return os.pathsep.join([str(folder), str(ROOT)])


def admitted(monkeypatch: pytest.MonkeyPatch, folder: Path, **programs: str) -> tuple[str, list[str]]:
    """Return the packages that may be loaded, and the sentences about the others."""
    path = provide(folder, programs)
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv(entry_points.PACKAGES, "")
    # Set first: only then the end of the test takes away what `admit_packages` sets.
    monkeypatch.setenv(packages.REFUSED, "")
    monkeypatch.delenv(packages.REFUSED)
    monkeypatch.syspath_prepend(str(folder))
    packages.admit_packages()
    return os.environ[entry_points.PACKAGES], packages.refused_packages()


def test_what_fails_is_left_out_with_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names, sentences = admitted(
        monkeypatch,
        tmp_path,
        endless=ENDLESS,
        raising=TOY.replace("seed: str", "seed: complex"),
        leaving=f"{TOY}\nimport os\nos._exit(7)\n",
        moveless=TOY.replace("for amount in range(4)", "for amount in range(0)"),
    )
    assert names == "games-endless"
    by_name = {sentence.split()[2]: sentence for sentence in sentences}
    assert set(by_name) == {"games-raising", "games-leaving", "games-moveless"}
    assert "complex" in by_name["games-raising"]
    assert by_name["games-leaving"].endswith("it ends the process with the code 7.")
    assert "IndexError" in by_name["games-moveless"]
    packages.admit_packages()
    assert packages.refused_packages() == sentences, "a child does not try them again"


def test_packages_without_fault_share_one_trial(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    trials: list[list[str]] = []
    fault_of = packages._fault_of
    monkeypatch.setattr(packages, "_fault_of", lambda names: trials.append([*names]) or fault_of(names))
    names, sentences = admitted(monkeypatch, tmp_path, first=TOY, second=ENDLESS)
    assert (names, sentences) == ("games-first,games-second", [])
    assert trials == [["games-first", "games-second"]]


def test_what_does_not_end_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(packages, "TRIAL_SECONDS", 1)
    names, (sentence,) = admitted(monkeypatch, tmp_path, hanging="while True:\n    pass\n")
    assert names == "none"
    assert sentence == "The package games-hanging is left out: its trial has not ended after 1 seconds."


def test_packages_can_be_left_out_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    provide(tmp_path, {"one": TOY, "two": TOY})
    monkeypatch.syspath_prepend(str(tmp_path))
    for named, expected in (("", ["games-one", "games-two"]), ("games-two,x", ["games-two"]), ("none", [])):
        monkeypatch.setenv(entry_points.PACKAGES, named)
        assert entry_points.packages() == expected
