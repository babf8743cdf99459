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


def broken(tools: Tools, folder: Path, before: Doc, after: Doc) -> set[str]:
    """Return the kinds of changes from one contract to another that a release must not bring."""
    for name, document in (("before", before), ("after", after)):
        (folder / name).write_text(json.dumps(with_notices_as_answers(document)))
    levels = f"--severity-levels={HERE / 'oasdiff.txt'}"
    found = tools.run(OASDIFF, "breaking", folder / "before", folder / "after", levels, "--format=json", folder=HERE)
    return {change["id"] for change in json.loads(found or "[]")}


def with_notices_as_answers(document: Doc) -> Doc:
    """Return the contract with an operation in place of each webhook: it answers what the notice says.

    A notice is the body of a request, but clients read it, as they read answers.
    """
    paths = dict(document["paths"])
    for name, webhook in document["webhooks"].items():
        notice = webhook["post"]
        headers = {one["name"]: {key: one[key] for key in ("required", "schema")} for one in notice["parameters"]}
        answer = {"description": "The notice.", "headers": headers, "content": notice["requestBody"]["content"]}
        paths[f"/{name}"] = {"get": {"operationId": notice["operationId"], "responses": {"200": answer}}}
    return {**document, "paths": paths, "webhooks": {}}


def contract(*changes: Callable[[Doc], object]) -> Doc:
    """Return the contract with these changes."""
    document: Doc = json.loads(CONTRACT.read_text(encoding="utf-8"))
    for change in changes:
        change(document)
    return document


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


def add_required(of: Doc) -> None:
    of["properties"]["novel"] = {"type": "string"}
    of["required"].append("novel")


ALLOWED: tuple[Callable[[Doc], object], ...] = (
    lambda of: of["paths"].update({"/v1/novelties": {"get": {"responses": {"204": {"description": "None."}}}}}),
    lambda of: of["paths"]["/v1/levels"]["get"]["responses"].update({"451": {"description": "Refused."}}),
    lambda of: schema(of, "NewVillagersGame")["properties"].update(novel={"type": "string"}),
    lambda of: schema(of, "VillagersGame")["properties"].update(novel={"type": "string"}),
    lambda of: add_required(schema(of, "TurnStarted")),
    lambda of: of["webhooks"].update(novel={"post": of["webhooks"]["ping"]["post"] | {"operationId": "novel"}}),
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
NOTICES: dict[str, Callable[[Doc], object]] = {
    "api-path-removed-without-deprecation": lambda of: of["webhooks"].pop("seat.away"),
    "response-property-became-optional": lambda of: schema(of, "TurnStarted")["required"].remove("seat"),
    "response-required-property-removed": lambda of: schema(of, "GameStarted")["properties"].pop("game"),
    "required-response-header-removed": lambda of: of["webhooks"]["turn.started"]["post"]["parameters"].pop(),
}


def test_the_contract_keeps_what_every_release_has_promised(tools: Tools, tmp_path: Path) -> None:
    for baseline in BASELINES.glob("*.json.xz"):
        released = json.loads(lzma.decompress(baseline.read_bytes()))
        assert broken(tools, tmp_path, released, contract()) == set(), f"against {baseline.name}"


def test_every_release_has_its_contract() -> None:
    dated = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {path.name for path in BASELINES.glob("*")} == {f"{version}.json.xz" for version in dated}


def test_what_a_release_may_add_passes(tools: Tools, tmp_path: Path) -> None:
    assert broken(tools, tmp_path, contract(), contract(*ALLOWED)) == set()


def test_what_a_release_must_not_change_is_seen(tools: Tools, tmp_path: Path) -> None:
    assert broken(tools, tmp_path, contract(), contract(*BREAKING.values())) >= set(BREAKING)


def test_what_notices_must_not_lose_is_seen(tools: Tools, tmp_path: Path) -> None:
    assert broken(tools, tmp_path, contract(), contract(*NOTICES.values())) >= set(NOTICES)
