"""The contract as it is served: `/openapi.json` and the pages under `/docs`."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from service.http.docs import reference
from service.http.middleware.http_helpers import CODINGS
from tests.service.conforming import CONTRACT, contract, unpacked

OPERATIONS = {operation["operationId"]: operation for operation in reference.operations(contract())}
SCHEMAS = contract()["components"]["schemas"]
LINK = re.compile(r'(?:src|href)="([^"#]+)')


def policy(answer_policy: str) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in answer_policy.split("; "))


def test_the_contract_is_the_committed_one(client: FlaskClient) -> None:
    assert client.get("/openapi.json").get_json() == contract()


def test_the_contract_can_be_read(client: FlaskClient) -> None:
    assert len(client.get("/openapi.json", headers={"Accept-Encoding": "identity"}).data) <= 545_000
    assert CONTRACT.read_text(encoding="utf-8").count("\n") <= 30_600


@pytest.mark.parametrize("path", ["/openapi.json", "/docs"])
@pytest.mark.parametrize("coding", CODINGS)
def test_it_is_compressed_and_can_be_asked_for_again(client: FlaskClient, path: str, coding: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": coding})
    assert packed.headers["Content-Encoding"] == coding
    assert "Content-Encoding" not in plain.headers
    assert unpacked(packed) == plain.data
    assert len(packed.data) < len(plain.data) / 6
    tags = {answer.headers["ETag"] for answer in (plain, packed)}
    assert len(tags) == 2, "another representation, another strong tag"
    for tag in tags:
        assert not tag.startswith("W/")
        again = client.get(path, headers={"Accept-Encoding": coding, "If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_every_operation_is_on_the_page(client: FlaskClient) -> None:
    text = client.get("/docs").get_data(as_text=True)
    for name, operation in OPERATIONS.items():
        assert f'id="{name}"' in text
        assert str(reference.inline(operation["summary"])) in text
    assert text.count('class="operation"') == len(OPERATIONS) + len(contract()["webhooks"])


def test_every_link_leads_somewhere(client: FlaskClient) -> None:
    """Nothing is loaded from another host. Links include the pages of all problem types."""
    seen, left = set(), {"/docs", "/docs/types"}
    while left:
        path = left.pop()
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        if answer.mimetype == "text/html":
            assert "<script>" not in answer.text
            found = set(LINK.findall(answer.text))
            assert all(one.startswith("/") and not one.startswith("//") for one in found), path
            left |= found - seen
    assert {f"/docs/types/{name}" for name in SCHEMAS} <= seen
    assert {f"/docs/try/{name}" for name in OPERATIONS} <= seen


def test_the_pages_run_nothing(client: FlaskClient) -> None:
    for path in ("/docs", "/docs/types", "/docs/types/Move"):
        found = policy(client.get(path).headers["Content-Security-Policy"])
        assert found["default-src"] == "'none'"
        assert not {"script-src", "connect-src"} & set(found)
        assert found["style-src"] == found["img-src"] == "'self'"
    found = policy(client.get("/docs/try/getGame").headers["Content-Security-Policy"])
    assert found["script-src"] == found["connect-src"] == "'self'"
    assert found["frame-ancestors"] == "'none'"
    assert "//" not in client.get("/docs/assets/try.js").text.replace("// ", "")


@pytest.mark.parametrize("name", OPERATIONS)
def test_one_operation_alone_is_a_contract_without_references(client: FlaskClient, name: str) -> None:
    alone = client.get(f"/docs/try/{name}/openapi.json").get_json()
    assert [operation["operationId"] for operation in reference.operations(alone)] == [name]
    assert '"$ref"' not in json.dumps(alone)
    validate(alone)


@pytest.mark.parametrize("path", ["types/Nothing", "try/nothing", "try/nothing/openapi.json", "assets/pages.py"])
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/docs/{path}").status_code == 404


def test_a_description_is_no_markup() -> None:
    hostile = "<script>alert(1)</script> `<b>` [x](javascript:alert(1))"
    for shown in (reference.markdown(hostile), reference.inline(hostile), reference.as_json({"x": hostile})):
        assert not re.search("<(script|b>)", shown)
        assert 'href="javascript' not in shown


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": ["integer", "null"], "minimum": 0, "maximum": 4}, "integer, 0 to 4 or null"),
        ({"type": "array", "items": {"type": "string", "maxLength": 3}}, "list of (string, at most 3 characters)"),
        ({"anyOf": [{"$ref": "#/components/schemas/Move"}, {"type": "null"}]}, "Move or null"),
        ({"const": "play", "type": "string"}, '"play"'),
        ({"enum": ["a", 1]}, '"a" | 1'),
        ({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}, "map to integer, at least 1"),
    ],
)
def test_a_type_in_words(schema: object, words: str) -> None:
    assert isinstance(schema, dict)
    assert re.sub("<[^>]+>", "", reference.describe(schema)).replace("&#34;", '"') == words
