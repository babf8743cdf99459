"""The committed contract: up to date, valid, and kept to the rules that client generators depend on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask import Flask, Response
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.http.app import bare_app
from service.http.openapi.document import operations, text_of
from service.http.problems.problem_details import Problem
from service.http.schemas import ruleset_documents
from service.http.schemas.base import Reply, Request
from service.http.schemas.games import GameFields, Outline
from tests.service.conforming import CONTRACT, check, checked_stream, contract, faults_of, paths, reachable

SCHEMAS = contract()["components"]["schemas"]
OPERATIONS = {
    operation["operationId"]: operation
    for operations in paths().values()
    for method, operation in operations.items()
    if method != "parameters"
}
METHODS = {"get", "post", "put", "patch", "delete"}
PROBLEM_HEADERS = {"401": {"WWW-Authenticate"}, "429": {"Retry-After"}, "503": {"Retry-After"}}


def nodes(schema: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Yield a schema and all schemas inside it, each with its place."""
    yield where, schema
    for name, inner in schema.get("properties", {}).items():
        yield from nodes(inner, f"{where}.{name}")
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from nodes(schema[keyword], f"{where}[]")
    for keyword in ("anyOf", "oneOf", "allOf"):
        for number, inner in enumerate(schema.get(keyword, [])):
            yield from nodes(inner, f"{where}|{number}")


INNER = [(where, node) for name, schema in SCHEMAS.items() for where, node in nodes(schema, name) if where != name]
UNIONS = {name: schema for name, schema in SCHEMAS.items() if "oneOf" in schema}


def test_the_committed_contract_is_what_the_code_says() -> None:
    assert CONTRACT.read_text(encoding="utf-8") == text_of(bare_app()[1]), "stale: run `make contract`"


@pytest.mark.long
def test_it_does_not_depend_on_the_order_of_sets() -> None:
    program = (
        "from service.http.app import bare_app; from service.http.openapi.document import text_of; "
        "print(text_of(bare_app()[1]), end='')"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            cwd=CONTRACT.parents[1],
        )
        assert run.stdout.decode() == CONTRACT.read_text(encoding="utf-8")


def test_it_is_valid() -> None:
    assert contract()["openapi"].startswith("3.1")
    validate(contract())
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


# --- the rules -----------------------------------------------------------------------------------


def test_objects_enums_and_unions_are_named() -> None:
    """Inside a component only references, scalars, lists, maps, tags, and `anyOf[reference, null]`."""
    for where, node in INNER:
        assert node.get("type") != "object", where
        assert "enum" not in node, where
        assert ("const" in node) <= (node.get("type") == "string"), where
        assert "oneOf" not in node, where
        assert "allOf" not in node, where
        if "anyOf" in node:
            reference, null = node["anyOf"]
            assert "$ref" in reference, where
            assert null == {"type": "null"}, where


def test_a_result_may_tell_of_no_winner_and_of_an_opponent_without_a_seat() -> None:
    result: dict[str, Any] = {"winners": [], "scores": []}
    rival = {"name": "a rival", "total": 3, "lines": [{"item": "gold", "points": 3}]}
    reference = {"$ref": "#/components/schemas/Result"}
    assert faults_of(result, reference) == []
    assert faults_of({**result, "rivals": [rival]}, reference) == []
    assert faults_of({**result, "rivals": [{**rival, "total": None}]}, reference) != []


def test_every_name_means_one_thing() -> None:
    assert [name for name in SCHEMAS if re.search(r"\d$", name)] == []


@pytest.mark.parametrize("name", UNIONS)
def test_unions_are_discriminated(name: str) -> None:
    members = [member["$ref"] for member in UNIONS[name]["oneOf"]]
    told = UNIONS[name]["discriminator"]
    assert set(told["mapping"].values()) == set(members)
    for value, reference in told["mapping"].items():
        member = SCHEMAS[reference.rpartition("/")[2]]
        tag = member["properties"][told["propertyName"]]
        assert (tag["type"], tag["const"]) == ("string", value)
        assert told["propertyName"] in member["required"]


def test_there_is_no_choice_of_scalars() -> None:
    for where, node in INNER:
        if isinstance(node.get("type"), list):
            assert len(node["type"]) == 2, where
            assert node["type"][1] == "null", where
            assert "enum" not in node, where


def test_no_name_is_one_that_generated_code_has_itself() -> None:
    """openapi-python-client has variables of these names, and one named after the component, beside its properties."""
    for name, schema in SCHEMAS.items():
        properties = schema.get("properties", {})
        assert not {"d", "cls", "self", "src_dict", "field_dict", "additional_properties"} & set(properties), name
        variable = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        assert properties.get(variable, {}).get("type") in (None, "integer", "string"), name


def test_fields_of_one_letter_are_a_map() -> None:
    for name, least in (("MyVillageTravelStacks", None), ("MyVillageTravelPiles", 5)):
        schema = SCHEMAS[name]
        assert schema["propertyNames"] == {"enum": list("abcde")}
        assert schema.get("minProperties") == least
    piles = dict.fromkeys("abcde", 1)
    reference = {"$ref": "#/components/schemas/MyVillageTravelPiles"}
    assert faults_of(piles, reference) == []
    assert faults_of(dict.fromkeys("abcd", 1), reference) != []
    reference = {"$ref": "#/components/schemas/MyVillageTravelStacks"}
    assert faults_of({"d": []}, reference) == []
    assert faults_of({"f": []}, reference) != []
    assert faults_of({"d": [7]}, reference) != []


def test_what_only_a_request_carries_is_closed_and_the_rest_is_open() -> None:
    told = reachable([operation["responses"] for operation in OPERATIONS.values()])
    sent = reachable([operation.get("requestBody") for operation in OPERATIONS.values()])
    assert {"Game", "Move", "Problem"} <= told
    assert {"NewVillagersGame", "PlayRequest", "Claim"} <= sent - told
    for name, schema in SCHEMAS.items():
        if "properties" in schema:
            # Other fields of a replay that is sent back are accepted.
            only_sent = name.startswith("Imported")
            assert schema.get("additionalProperties") is (only_sent if name in sent - told else None), name


def test_types_of_one_ruleset_are_called_after_it() -> None:
    titles = {key: ruleset_documents.title(ruleset) for key, ruleset in RULESETS.items()}
    for key, ruleset in RULESETS.items():
        for kind in ("View", "Position", "Score", "Game"):
            mine = reachable({"$ref": f"#/components/schemas/{titles[key]}{kind}"})
            assert not [name for name in mine for other in set(titles) - {key} if name.startswith(titles[other])]
        for kind, shapes in (("Move", ruleset.shapes.moves), ("Event", ruleset.shapes.events)):
            mapping = SCHEMAS[kind]["discriminator"]["mapping"]
            assert all(mapping[type_].rpartition("/")[2].startswith(titles[key]) for type_ in shapes)


def test_everything_is_described() -> None:
    for name, schema in SCHEMAS.items():
        if schema.get("type") == "object":
            assert schema["description"], name
    for name, operation in OPERATIONS.items():
        assert operation["summary"], name
        assert operation["description"], name
        assert all(parameter["description"] for parameter in operation.get("parameters", [])), name


def test_operations() -> None:
    assert all(set(path) <= METHODS | {"parameters"} for path in contract()["paths"].values())
    for name, operation in OPERATIONS.items():
        assert re.fullmatch("[a-z]+([A-Z][a-z]+)*", name)
        assert all(re.fullmatch("[1-5][0-9][0-9]", status) for status in operation["responses"]), name
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                (content,) = response["content"].items()
                assert content[0] == "application/problem+json"
                assert content[1]["schema"] == {"$ref": "#/components/schemas/Problem"}
                headers = {"X-Request-Id"} | PROBLEM_HEADERS.get(status, set())
                assert headers <= set(response["headers"])


def test_what_operations_share_is_there_once() -> None:
    """Every problem and every header is a component."""
    problems = contract()["components"]["responses"]
    for operation in operations(contract()):
        for status, response in operation["responses"].items():
            assert ("$ref" in response) == (int(status) >= 400)
            assert all(list(header) == ["$ref"] for header in response.get("headers", {}).values())
    assert len({response["description"] for response in problems.values()}) == len(problems)
    assert set(problems).isdisjoint(SCHEMAS), "generators make types of both"


def announcing(status: str) -> set[str]:
    """Return the operations that may answer with this status."""
    return {name for name, operation in OPERATIONS.items() if status in operation["responses"]}


def test_only_what_can_happen_is_announced() -> None:
    storeless = {
        "getHealth",
        "listLevels",
        "listRulesets",
        "getRuleset",
        "listCards",
        "listRules",
        "getRule",
        "getPushKey",
    }
    # Operations that read the store are limited, and so are expensive ones.
    assert announcing("429") == set(OPERATIONS) - storeless - {"getReadiness"}
    assert announcing("503") == set(OPERATIONS) - storeless
    assert announcing("422") == set(OPERATIONS) - {"getHealth", "getReadiness"}
    assert set(OPERATIONS["getHealth"]["responses"]) == {"200", "414", "431"}


def test_properties_of_envelopes_are_described() -> None:
    """All marshmallow schemas; the others are the rulesets' own shapes."""
    schemas: list[type] = [Problem, *Request.__subclasses__(), *Reply.__subclasses__(), *GameFields.__subclasses__()]
    for schema in (*schemas, *Outline.__subclasses__()):
        for name, found in SCHEMAS.get(schema.__name__, {}).get("properties", {}).items():
            assert found.get("description"), f"{schema.__name__}.{name}"
    seed = SCHEMAS["NewVillagersGame"]["properties"]["seed"]["description"]
    assert "foresee" in seed


# --- the examples --------------------------------------------------------------------------------


def bodies() -> Iterator[Any]:
    """Everything that has a body: the name of its type, and its own examples."""
    for operation in (*OPERATIONS.values(), *(item["post"] for item in contract()["webhooks"].values())):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            for media_type, content in part.get("content", {}).items():
                if media_type.endswith("json"):
                    yield content["schema"]["$ref"].rpartition("/")[2], content.get("examples", {})


def test_every_body_has_an_example_that_is_right() -> None:
    """A problem has one for each kind, any other body the one of its type."""
    for name, own in bodies():
        examples = [example["value"] for example in own.values()] or SCHEMAS[name]["examples"]
        assert len(examples) == max(1, len(own)), name
        for example in examples:
            assert faults_of(example, {"$ref": f"#/components/schemas/{name}"}) == []


# --- growing -------------------------------------------------------------------------------------


@cache
def with_a_third_game() -> Any:
    """Return the contract of a server that also has the small third game."""
    program = """
        from engine import registry
        from examples.orchard.orchard import Orchard
        registry.RULESETS[Orchard.key] = Orchard()
        from service.http.app import bare_app
        from service.http.openapi.document import text_of
        print(text_of(bare_app()[1]))
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=True,
        cwd=CONTRACT.parents[1],
    )
    return json.loads(run.stdout)


@pytest.mark.long
def test_with_another_ruleset_it_is_valid_too() -> None:
    validate(with_a_third_game())


def test_another_ruleset_needs_no_change() -> None:
    """It is in the same unions as the others."""
    schemas = with_a_third_game()["components"]["schemas"]
    for name in ("NewGame", "NewDecision", "Game", "JoinedGame", "Position", "View", "Score", "Cards", "Replay"):
        assert list(schemas[name]["discriminator"]["mapping"]) == sorted(["orchard", *RULESETS]), name
    assert set(schemas["Move"]["discriminator"]["mapping"]) == {
        *UNIONS["Move"]["discriminator"]["mapping"],
        "plant",
        "send",
    }
    for reference in UNIONS["View"]["discriminator"]["mapping"].values():
        view = reference.rpartition("/")[2]
        assert SCHEMAS[view] == schemas[view]


# --- the tests' own check ------------------------------------------------------------------------

AWAY = {"type": "seat_away", "seat": 0, "text": "Ada is away.", "about": []}


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (418, "{}", {"X-Request-Id": "1"}),
        (200, '{"status": 7}', {"X-Request-Id": "1"}),
        (200, "{}", {"X-Request-Id": "1"}),
        (200, '{"status": "ok"}', {}),
        (200, '{"status": "ok", "undeclared": 7}', {"X-Request-Id": "1"}),
    ],
)
def test_an_unannounced_answer_is_noticed(status: int, body: str, headers: dict[str, str]) -> None:
    app = Flask("wrong")
    app.add_url_rule("/healthz", view_func=lambda: Response(body, status, headers, content_type="application/json"))
    answer = app.test_client().get("/healthz")
    with pytest.raises(AssertionError):
        check(answer)


@pytest.mark.parametrize(
    ("kind", "name", "document"),
    [
        ("events", "2", {"version": 1, "events": []}),
        ("events", "1", {"version": 1, "events": [], "undeclared": 7}),
        ("events", "1", {"version": 1, "events": [{**AWAY, "undeclared": 7}]}),
        ("game_over", "over", {"version": 1, "result": {"undeclared": 7}}),
        ("turn", "1", {"version": 1, "events": []}),
    ],
)
def test_a_wrong_message_of_a_stream_is_noticed(kind: str, name: str, document: Doc) -> None:
    def messages(kind: str, name: str, document: Doc) -> Iterator[bytes]:
        text = f"event: {kind}\nid: {name}\ndata: {json.dumps(document)}\n\n".encode()
        return checked_stream([b"retry: 1\n\n", b":\n\n", text], "listEvents")

    assert list(messages("events", "1", {"version": 1, "events": [AWAY]}))
    with pytest.raises(AssertionError):
        list(messages(kind, name, document))
