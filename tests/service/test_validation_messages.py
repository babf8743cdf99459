"""The messages in `errors` have one style, whatever part of a request is wrong, and none comes from a framework."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf, Range

from tests.service.api import HUMAN, OPEN, Table, bearer
from tests.service.api_keys import key_of, line
from tests.service.conforming import contract
from tests.service.conftest import Opener

CHAPTER = Path(__file__).parents[2] / "docs" / "errors.md"
WRONG = (None, True, -1, 1.5, 10**12, "", "?" * 5000, [], [None], {}, {"x": 1}, [[{}]])
"""Values of all kinds, each of which is wrong in most places."""
OURS = re.compile(r"[a-z][^\n]*[^.\n]")
"""A message begins with a small letter and has no full stop."""
THEIRS = {
    *Schema._default_error_messages.values(),
    *(
        text
        for kind in vars(fields).values()
        if isinstance(kind, type)
        for text in vars(kind).get("default_error_messages", {}).values()
    ),
    *(text for kind in (Range, Length, OneOf) for name, text in vars(kind).items() if "message" in name),
}
FIRST_WORDS = {text.split("{")[0].strip().lower() for text in THEIRS} - {"", "must be", "must be one of:"}
HEADERS = ("Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
OPERATIONS = [
    pytest.param(path, method, operation, id=operation["operationId"])
    for path, operations in contract()["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
]


def example(operation: Any) -> Any:
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return contract()["components"]["schemas"][name]["examples"][0]


def spoilt(document: Any) -> Iterator[Any]:
    """Yield copies of the document, each with one fault, some levels deep: a field missing, unknown, or with another
    value.
    """
    yield from WRONG
    if isinstance(document, dict):
        yield {**document, "x": 1}
        for name, value in document.items():
            yield {other: one for other, one in document.items() if other != name}
            for wrong in spoilt(value) if len(json.dumps(value)) < 400 else WRONG:
                yield {**document, name: wrong}
    elif isinstance(document, list) and document:
        for wrong in (*spoilt(document[0]), document[0]):
            yield [wrong, *document[1:]]
        yield document * 100


def bodies(operation: Any) -> Iterator[Any]:
    if "requestBody" in operation:
        yield from spoilt(example(operation))


def messages(answer: Any) -> Iterator[str]:
    if answer.status_code == 422:
        for texts in answer.get_json().get("errors", {}).values():
            yield from texts


def queries(operation: Any) -> Iterator[dict[str, Any]]:
    yield {"x": "1"}
    yield {"lang": "fr"}
    for parameter in operation.get("parameters", []):
        if parameter.get("in") == "query":
            for wrong in ("", "?", "-1", "1.5", str(10**12), "?" * 300, "a,b,c,d,e,f"):
                yield {parameter["name"]: wrong}


@pytest.fixture
def client(opened: Opener) -> FlaskClient:
    """A client with an API key."""
    client = opened(line("shop"))
    client.environ_base["HTTP_HAMLET_API_KEY"] = key_of("shop")
    return client


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_no_framework_speaks(client: FlaskClient, path: str, method: str, operation: Any) -> None:
    table = Table(client, HUMAN, OPEN) if "seats" in path or "invitation" in path else Table(client)
    names = {"game": table.created["id"], "seat": "1", "ruleset": "villagers", "rule": "DRAFT-5"}
    where = re.sub(r"\{(\w+)\}", lambda name: names.get(name[1], "nothing"), path)
    headers = bearer(table.created["host_token"] if "invitation" in path else table.tokens["0"])
    calls: list[dict[str, Any]] = [{"query_string": query} for query in queries(operation)]
    calls += [{"json": body} for body in bodies(operation)]
    calls += [{"headers": {name: value}} for name in HEADERS for value in ("", "?" * 300)]
    heard: set[str] = set()
    for call in calls:
        answer = client.open(
            where, method=method.upper(), **{**call, "headers": {**headers, **call.get("headers", {})}}
        )
        heard |= set(messages(answer))
    assert heard or not where.startswith("/v1"), "no call was faulty"
    for message in heard:
        assert OURS.fullmatch(message), message
        assert not any(message.lower().startswith(theirs) for theirs in FIRST_WORDS), message


def test_the_chapter_says_what_the_server_says(client: FlaskClient) -> None:
    """Every request in docs/errors.md gets the answer printed below it."""
    pairs = re.findall(
        r"```http\n(\w+) (\S+)\n(.*?)```\n\n```json\n(.*?)```", CHAPTER.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(pairs) == 3
    for method, path, body, answer in pairs:
        got = client.open(path, method=method, json=json.loads(body) if body else None)
        assert got.get_json() == json.loads(answer)
