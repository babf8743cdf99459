"""The contract in parts, for people who review it: the same as the one for programs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from referencing.exceptions import Unresolvable

from engine.registry import RULESETS
from tests.service.conforming import contract
from tools.contract import FOLDER, bundled, files, stale


def test_the_parts_together_are_the_contract() -> None:
    assert bundled(FOLDER) == contract()


def test_they_are_what_is_written_now() -> None:
    assert list(stale(files())) == [], "stale: run `make contract`"


def test_every_group_of_paths_and_every_ruleset_has_its_own() -> None:
    parts = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.yaml")}
    tags = {tag["name"] for tag in contract()["tags"]} - {"lists"}  # `/v1/games` creates games too
    assert {f"paths/{tag}.yaml" for tag in tags} <= parts
    assert {f"schemas/{key}/{kind}.yaml" for key in RULESETS for kind in ("moves", "events", "views")} <= parts


def test_what_is_wrong_in_a_part_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "openapi"
    shutil.copytree(FOLDER, folder)
    part = folder / "paths" / "leaving.yaml"
    text = part.read_text(encoding="utf-8")
    part.write_text(text.replace("operationId: rematch", "operationId: again"), encoding="utf-8")
    assert bundled(folder) != contract()
    part.write_text(text.replace("common.yaml#/JoinedGame", "common.yaml#/Nothing"), encoding="utf-8")
    with pytest.raises(Unresolvable):
        bundled(folder)
