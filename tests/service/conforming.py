"""A test client that checks every response against the committed contract."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Iterator
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
"""Statuses of no operation: an unknown method, or a server error."""

UNPACK: dict[str, Callable[[bytes], bytes]] = {"identity": bytes, "gzip": gzip.decompress, "br": brotli.decompress}
KEPT = {
    **dict.fromkeys(("listLevels", "listRulesets", "getRuleset"), r"public, max-age=\d+"),
    **dict.fromkeys(("listCards", "listRules", "getRule"), r"public, max-age=\d+"),
    "getReplay": "public, max-age=3600, immutable|private, no-cache",
    "getGame": "private, no-cache",
}
"""`Cache-Control` of successful responses of these operations; all others must not be stored."""
STREAMED = {"listEvents": {"events", "game_over"}, "listBotTurns": {"turn"}}
"""The types of messages of each operation that can reply with a stream."""
SOMETIMES = {"Accept-Encoding", "Idempotency-Replayed", "RateLimit", "RateLimit-Policy"}
"""Optional headers."""


@cache
def contract() -> Any:
    return json.loads(CONTRACT.read_text(encoding="utf-8"))


@cache
def paths() -> Any:
    """Return the contract's paths, with references to headers and problems resolved."""
    return inlined(contract())["paths"]


def references(part: Any) -> set[str]:
    """Return the types that a part of the contract refers to directly."""
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


def reachable(part: Any) -> set[str]:
    """Return the types that a part refers to, directly or indirectly."""
    names: set[str] = set()
    todo = references(part)
    while todo:
        names |= todo
        todo = references([contract()["components"]["schemas"][name] for name in todo]) - names
    return names


@cache
def _closed() -> Any:
    """Return the contract's types, without undeclared fields."""
    schemas = contract()["components"]["schemas"].items()
    return {name: {"additionalProperties": False} | one if "properties" in one else one for name, one in schemas}


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": _closed()}},
    )


def faults_of(value: Any, schema: Any) -> list[str]:
    """Violations of a schema of the contract (a reference or a plain scalar), including undeclared fields."""
    validator = _validator(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else Draft202012Validator(schema)
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(value)]


def operation_of(method: str, path: str, among: Any = None) -> Any:
    """Return the operation of a request, or `None`; in the committed contract, unless in `among`."""
    for template, operations in (among or paths()).items():
        if re.fullmatch(re.sub(r"\{[a-z]+\}", "[^/]+", template), path):
            return operations.get(method.lower())
    return None


def checked_stream(parts: Iterable[bytes], operation: str) -> Iterator[bytes]:
    """Yield the parts of a stream, each checked when it is read: the first says when to reconnect, others are a message
    or a comment.
    """
    for number, part in enumerate(parts):
        if number == 0:
            assert re.fullmatch(rb"retry: \d+\n\n", part), part
        elif part != b":\n\n":
            message = re.fullmatch(rb"event: (\w+)\nid: (\S+)\ndata: (.+)\n\n", part)
            assert message, part
            kind, name, document = message[1].decode(), message[2].decode(), json.loads(message[3])
            assert kind in STREAMED[operation]
            assert faults_of_message(kind, name, document) == []
        yield part


def faults_of_message(kind: str, name: str, document: Any) -> list[str]:
    """Violations of what docs/streams.md and docs/bots.md say about a message of this type, with this id."""
    if kind == "game_over":
        # The contract has no type of its own for it: EventList's version, and the result.
        assert (name, set(document)) == ("over", {"version", "result"})
        events = faults_of({"version": document["version"], "events": []}, {"$ref": "EventList"})
        return events + faults_of(document["result"], {"$ref": "Result"})
    if kind == "events":
        assert name == str(document["version"])
        return faults_of(document, {"$ref": "EventList"})
    assert name == document["id"]
    return faults_of(document, {"$ref": "BotTurn"})


def unpacked(answer: TestResponse) -> bytes:
    """Return the decompressed body."""
    return UNPACK[answer.headers.get("Content-Encoding", "identity")](answer.get_data())


def check(answer: TestResponse) -> None:
    """Fail unless the contract allows the response."""
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
            answer.call_on_close(getattr(answer.response, "close", lambda: None))
            answer.response = checked_stream(answer.response, operation["operationId"])
            return
        if media_type == "application/x-ndjson":
            # Checked line by line where they are read.
            return
        text = unpacked(answer)
        value = json.loads(text) if media_type.endswith("json") else text.decode()
        assert faults_of(value, content["schema"]) == []


def check_caching(answer: TestResponse) -> None:
    """Fail if caches may store the response longer or more widely than docs/security.md says."""
    operation = operation_of(answer.request.method, answer.request.path)
    if operation is None:
        return
    name, said = operation["operationId"], answer.headers["Cache-Control"]
    if answer.status_code in (200, 304) and name in KEPT:
        assert re.fullmatch(KEPT[name], said), (name, said)
        assert "Accept-Language" in answer.vary
        assert ("Authorization" in answer.vary) == said.startswith("private"), (name, answer.headers["Vary"])
    else:
        streamed = answer.mimetype in ("text/event-stream", "application/x-ndjson")
        assert said == ("no-store, no-transform" if streamed else "no-store"), (name, answer.status_code, said)


class ConformingClient(FlaskClient):
    """Checks every response."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        check(answer)
        check_caching(answer)
        return answer
