"""The contract against those of the releases: it changes only as docs/api-versions.md allows."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.clients.tools import HERE, OASDIFF, ROOT, Tools
from tests.service.conforming import CONTRACT

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

BASELINES = ROOT / "baselines"
"""The contract of each release, made by a command of docs/releasing.md."""
Doc = dict[str, Any]


def broken(tools: Tools, before: Path, after: Path) -> set[str]:
    """Return the kinds of changes from one contract to another that a minor version must not bring."""
    levels = f"--severity-levels={HERE / 'oasdiff.txt'}"
    found = json.loads(tools.run(OASDIFF, "breaking", before, after, levels, "--format=json", folder=HERE) or "[]")
    return {change["id"] for change in found}


def changed(folder: Path, *changes: Callable[[Doc], object]) -> Path:
    """Write the contract with changes into a file."""
    document = json.loads(CONTRACT.read_text(encoding="utf-8"))
    for change in changes:
        change(document)
    (folder / "changed.json").write_text(json.dumps(document))
    return folder / "changed.json"


def schema(document: Doc, name: str) -> Doc:
    found: Doc = document["components"]["schemas"][name]
    return found


def with_type(union: str) -> Callable[[Doc], None]:
    """Return a change that adds another type to a union."""

    def change(document: Doc) -> None:
        tag = schema(document, union)["discriminator"]["propertyName"]
        document["components"]["schemas"]["Novel"] = {"type": "object", "properties": {tag: {"const": "novel"}}}
        schema(document, union)["oneOf"].append({"$ref": "#/components/schemas/Novel"})

    return change


def rename_a_type(document: Doc) -> None:
    text = json.dumps(document).replace('"#/components/schemas/Verdict"', '"#/components/schemas/Judgement"')
    document["components"] = json.loads(text)["components"]
    document["components"]["schemas"]["Judgement"] = document["components"]["schemas"].pop("Verdict")


ALLOWED: tuple[Callable[[Doc], object], ...] = (
    lambda of: of["paths"].update({"/v1/novelties": {"get": {"responses": {"204": {"description": "None."}}}}}),
    lambda of: of["paths"]["/v1/levels"]["get"]["responses"].update({"451": {"description": "Refused."}}),
    lambda of: schema(of, "NewVillagersGame")["properties"].update(novel={"type": "string"}),
    lambda of: schema(of, "VillagersGame")["properties"].update(novel={"type": "string"}),
    lambda of: schema(of, "GameStatus")["enum"].append("novel"),
    lambda of: schema(of, "AiLevel")["enum"].append("novel"),
    *(with_type(union) for union in ("Event", "VillagersMove", "Game", "NewGame")),
)
BREAKING: dict[str, Callable[[Doc], object]] = {
    # oasdiff's name of the change -> the change
    "api-path-removed-without-deprecation": lambda of: of["paths"].pop("/v1/levels"),
    "api-schema-removed": lambda of: rename_a_type(of),
    "request-parameter-became-required": lambda of: of["paths"]["/v1/games"]["get"]["parameters"][0].update(
        required=True
    ),
    "request-property-became-required": lambda of: schema(of, "NewVillagersGame")["required"].append("seed"),
    "request-property-enum-value-removed": lambda of: schema(of, "AiLevel")["enum"].remove("expert"),
    "request-property-max-length-decreased": lambda of: schema(of, "NewHumanSeat")["properties"]["name"].update(
        maxLength=3
    ),
    "response-property-became-optional": lambda of: schema(of, "VillagersGame")["required"].remove("version"),
    "response-property-enum-value-removed": lambda of: schema(of, "VillagersPhase")["enum"].remove("road"),
    "response-property-one-of-removed": lambda of: schema(of, "VillagersEvent")["oneOf"].pop(),
    "response-property-type-changed": lambda of: schema(of, "MyVillageGame")["properties"].update(
        version={"type": "string"}
    ),
    "response-required-property-removed": lambda of: schema(of, "Rule")["properties"].pop("text"),
}


def test_the_contract_keeps_what_every_release_has_promised(tools: Tools, tmp_path: Path) -> None:
    for baseline in BASELINES.glob("*.json.xz"):
        released = tmp_path / baseline.stem
        released.write_bytes(lzma.decompress(baseline.read_bytes()))
        assert broken(tools, released, CONTRACT) == set(), f"against {baseline.name}"


def test_every_release_has_its_contract() -> None:
    dated = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {path.name for path in BASELINES.glob("*")} == {f"{version}.json.xz" for version in dated}


def test_what_a_minor_version_may_add_passes(tools: Tools, tmp_path: Path) -> None:
    assert broken(tools, CONTRACT, changed(tmp_path, *ALLOWED)) == set()


def test_what_a_minor_version_must_not_change_is_seen(tools: Tools, tmp_path: Path) -> None:
    assert broken(tools, CONTRACT, changed(tmp_path, *BREAKING.values())) >= set(BREAKING)
