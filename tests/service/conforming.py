"""A test client that holds every answer of the service to the committed contract."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import brotli
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from service.http.openapi.document import inlined

CONTRACT = Path(__file__).parents[2] / "openapi" / "openapi.json"
ANYWHERE = {405, 500}
"""What belongs to no operation: a method that is none of its path's, and a fault of ours."""

UNPACK: dict[str, Callable[[bytes], bytes]] = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
KEPT = {
    **dict.fromkeys(("listRulesets", "getRuleset"), r"public, max-age=\d+"),
    **dict.fromkeys(("listCards", "listRules", "getRule"), r"public, max-age=\d+"),
    "getReplay": "public, max-age=3600, immutable",
    "getGame": "private, no-cache",
}
"""What caches are told with good answers of these operations; with all others nothing may be kept."""
SOMETIMES = {"Accept-Encoding", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy"}
"""Headers that not every answer has."""


@cache
def contract() -> Any:
    """The committed contract."""
    return json.loads(CONTRACT.read_text(encoding="utf-8"))


@cache
def paths() -> Any:
    """Its paths, with headers and problems in the place of references to them."""
    return inlined(contract())["paths"]


def references(part: Any) -> set[str]:
    """The names of the types that a part of the contract refers to directly."""
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


def reachable(part: Any) -> set[str]:
    """The same, directly or through others."""
    names: set[str] = set()
    todo = references(part)
    while todo:
        names |= todo
        todo = references([contract()["components"]["schemas"][name] for name in todo]) - names
    return names


@cache
def _closed() -> Any:
    """The types of the contract, with no fields but the declared ones."""
    schemas = contract()["components"]["schemas"].items()
    return {name: {"additionalProperties": False} | one if "properties" in one else one for name, one in schemas}


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": _closed()}},
    )


def faults_of(value: Any, schema: Any) -> list[str]:
    """Where a value does not fit a schema of the contract (a reference or a plain scalar), or has undeclared fields."""
    validator = _validator(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else Draft202012Validator(schema)
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(value)]


def operation_of(method: str, path: str, among: Any = None) -> Any:
    """The operation that a request is for, or `None`; of the committed contract, unless of other paths."""
    for template, operations in (among or paths()).items():
        if re.fullmatch(re.sub(r"\{[a-z]+\}", "[^/]+", template), path):
            return operations.get(method.lower())
    return None


def unpacked(answer: TestResponse) -> bytes:
    """The body of an answer, as it was before it was compressed."""
    return UNPACK[answer.headers.get("Content-Encoding", "identity")](answer.get_data())


def check(answer: TestResponse) -> None:
    """Fails when the contract does not announce such an answer."""
    operation = operation_of(answer.request.method, answer.request.path)
    if operation is None or answer.status_code in ANYWHERE:
        return
    announced = operation["responses"].get(str(answer.status_code))
    assert announced is not None, f"{answer.status_code} is not announced for {operation['operationId']}"
    assert set(announced["headers"]) - SOMETIMES <= set(answer.headers.keys())
    if contents := announced.get("content"):
        media_type = answer.mimetype
        assert media_type in contents
        content = contents[media_type]
        if media_type == "text/event-stream":
            # It lasts as long as the game.
            return
        text = unpacked(answer)
        value = json.loads(text) if media_type.endswith("json") else text.decode()
        assert faults_of(value, content["schema"]) == []


def check_caching(answer: TestResponse) -> None:
    """Fails when the answer may be kept longer, or by others, than docs/security.md says."""
    operation = operation_of(answer.request.method, answer.request.path)
    if operation is None:
        return
    name, said = operation["operationId"], answer.headers["Cache-Control"]
    if answer.status_code in (200, 304) and name in KEPT:
        assert re.fullmatch(KEPT[name], said), (name, said)
        assert "Accept-Language" in answer.vary
        assert ("Authorization" in answer.vary) == said.startswith("private"), (name, answer.headers["Vary"])
    else:
        streamed = answer.mimetype == "text/event-stream"
        assert said == ("no-store, no-transform" if streamed else "no-store"), (name, answer.status_code, said)


class ConformingClient(FlaskClient):
    """Every answer that it gets is as the contract says."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """See `FlaskClient.open`."""
        answer = super().open(*args, **kwargs)
        check(answer)
        check_caching(answer)
        return answer
