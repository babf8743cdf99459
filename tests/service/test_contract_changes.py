"""What changed in the contract since the last release: all of it is told, and the comparer sees what breaks."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.conforming import contract
from tools.contract_diff import CHANGES, RELEASED, bare, changes, renames, since_release

NOW = bare(contract())
CHANGELOG = CHANGES.read_text(encoding="utf-8")
NAMED = set(re.findall(r"`(\w+)`", CHANGELOG))


def test_what_breaks_and_what_is_new_is_in_the_changelog() -> None:
    """Every operation and type with a breaking change, and every new operation, is named there."""
    untold = [str(change) for change in since_release() if change.subject not in NAMED and _matters(change)]
    assert not untold, "name them in openapi/CHANGELOG.md"


def _matters(change: Any) -> bool:
    return change.breaking or change.what == "is new"


def test_the_changelog_renames_what_was_there() -> None:
    old = json.loads(RELEASED.read_text(encoding="utf-8"))["components"]["schemas"]
    for before, after in renames(CHANGELOG).items():
        assert before in old, before
        assert after in NOW["components"]["schemas"], after


def test_nothing_has_changed_in_what_is_the_same() -> None:
    assert list(changes(NOW, NOW)) == []


def schema(name: str) -> Callable[[Any], Any]:
    return lambda document: document["components"]["schemas"][name]


def play(document: Any) -> Any:
    return document["paths"]["/v1/games/{game}/moves"]["post"]


def moves(document: Any) -> Any:
    return schema("PlayRequest")(document)["properties"]["moves"]


BREAKING: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "an operation is gone": ("playMoves", lambda d: d["paths"]["/v1/games/{game}/moves"].pop("post")),
    "an operation is called otherwise": ("playMoves", lambda d: play(d).update(operationId="move")),
    "a parameter is gone": ("playMoves", lambda d: play(d)["parameters"].pop()),
    "a parameter is needed": ("playMoves", lambda d: play(d)["parameters"][0].update(required=True)),
    "an answer is gone": ("playMoves", lambda d: play(d)["responses"].pop("200")),
    "a type is gone": ("Claim", lambda d: d["components"]["schemas"].pop("Claim")),
    "a field is gone": ("VillagersView", lambda d: schema("VillagersView")(d)["properties"].pop("phase")),
    "a field may be missing": ("VillagersView", lambda d: schema("VillagersView")(d)["required"].remove("phase")),
    "a field is needed": ("PlayRequest", lambda d: schema("PlayRequest")(d).update(required=["move_id"])),
    "a value is gone": ("GameStatus", lambda d: schema("GameStatus")(d)["enum"].pop()),
    "a member is gone": ("Event", lambda d: schema("Event")(d)["oneOf"].pop()),
    "a type is another": ("Status", lambda d: schema("Status")(d)["properties"]["status"].update(type="integer")),
    "a limit is narrower": (
        "PlayRequest",
        lambda d: schema("PlayRequest")(d)["properties"]["moves"].update(maxItems=1),
    ),
}


@pytest.mark.parametrize("what", BREAKING)
def test_what_breaks_clients_is_seen(what: str) -> None:
    subject, change = BREAKING[what]
    document = copy.deepcopy(NOW)
    change(document)
    assert subject in {found.subject for found in changes(NOW, document) if found.breaking}


GROWING: dict[str, Callable[[Any], Any]] = {
    "an operation": lambda d: d["paths"].update({"/v1/more": {"get": {**play(d), "operationId": "getMore"}}}),
    "a parameter": lambda d: play(d)["parameters"].append({"in": "query", "name": "more", "schema": {}}),
    "a field": lambda d: schema("VillagersView")(d)["properties"].update(more={"type": "string"}),
    "a value": lambda d: schema("GameStatus")(d)["enum"].append("paused"),
    "a member": lambda d: schema("Event")(d)["oneOf"].append({"$ref": "#/components/schemas/Status"}),
    "a wider limit": lambda d: moves(d).update(maxItems=1000),
}


@pytest.mark.parametrize("what", GROWING)
def test_what_a_minor_version_may_add_breaks_nothing(what: str) -> None:
    document = copy.deepcopy(NOW)
    GROWING[what](document)
    assert [found for found in changes(NOW, document) if found.breaking] == []
