"""The committed contract, `openapi/openapi.json`, generated from the code as reproducible text."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from service.http.openapi.blueprints import Contract
from service.http.problems.problem_details import MEDIA_TYPE
from service.http.schemas.component_shapes import METHODS, Schema
from service.http.schemas.header_shapes import response_header

EXAMPLES: Final = Path(__file__).with_name("examples.json")
"""Examples recorded from a real server, by the type of the body (`tests/service/test_recorded_examples.py`)."""
PARAMETERS = {
    "game": "The id of a game.",
    "decision": "The id of a decision.",
    "invitation": "The id of an invitation.",
    "code": "The code of an invitation, in upper or lower case, with or without its hyphen.",
    "player": "Your own id of a player.",
    "seat": "A seat, from 0.",
    "ruleset": "The key of a ruleset.",
    "rule": "The id of a rule.",
    "webhook": "The id of a webhook.",
}
REQUEST_ID = response_header(
    "X-Request-Id", "Identifies this request in the server's log: the client's own `X-Request-Id`, or a new one."
)
REQUEST_ID_PARAMETER = {
    "name": "X-Request-Id",
    "in": "header",
    "description": "A name for this request, of 1 to 64 letters, digits and `._-`: sent back, and in the server's log. "
    "Any other value is ignored.",
    "schema": {"type": "string"},
}
CHALLENGE = response_header(
    "WWW-Authenticate", "`Bearer`: the token is missing or wrong; `ApiKey`: the API key is missing or not valid."
)
ACCEPT_ENCODING = response_header("Accept-Encoding", "`identity`, if the body was sent compressed.")
RETRY_AFTER = response_header("Retry-After", "Seconds to wait before trying again.", type="integer", minimum=0)
LIMITS = {
    **response_header(
        "RateLimit-Policy",
        "The limits that this request counts for: name, how many (`q`) in how many seconds (`w`), "
        'such as `"requests";q=600;w=60`. Not sent without limits.',
    ),
    **response_header(
        "RateLimit", 'For each of them what is left (`r`), and for how many seconds (`t`): `"requests";r=599;t=41`.'
    ),
}


def text_of(contract: Contract) -> str:
    """Return an app's complete contract as JSON text."""
    document = contract.build_document()
    _complete(document)
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _complete(document: Schema) -> None:
    """Add the parts that flask-smorest does not know: examples, parameter descriptions, common headers."""
    more = {"401": CHALLENGE, "415": ACCEPT_ENCODING, "429": RETRY_AFTER, "503": RETRY_AFTER}
    for operation in operations(document):
        operation.setdefault("parameters", []).append(REQUEST_ID_PARAMETER)
        limits = LIMITS if "429" in operation["responses"] else {}
        for status, response in operation["responses"].items():
            response["headers"] = response.get("headers", {}) | REQUEST_ID | limits | more.get(status, {})
    for path in document["paths"].values():
        for parameter in path.get("parameters", []):
            parameter["description"] = PARAMETERS[parameter["name"]]
    for name, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        document["components"]["schemas"].get(name, {})["examples"] = [example]
    _share_headers(document)
    _share_problems(document)


def _share_headers(document: Schema) -> None:
    shared = document["components"].setdefault("headers", {})
    for operation in operations(document):
        for response in operation["responses"].values():
            shared |= response["headers"]
            response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in response["headers"]}


def _share_problems(document: Schema) -> None:
    """Turn all problems into components.

    A component that several operations share is named after the kinds of its problems, and has the headers of all these
    operations. Any other component is named after its operation.
    """
    shared = document["components"].setdefault("responses", {})
    found: dict[tuple[str, ...], list[tuple[Schema, str]]] = {}
    for operation in operations(document):
        for status, response in operation["responses"].items():
            if kinds := tuple(response.get("content", {}).get(MEDIA_TYPE, {}).get("examples", ())):
                found.setdefault(kinds, []).append((operation, status))
    for kinds, places in found.items():
        operation, status = places[0]
        words = "-".join(kinds).split("-") if places[1:] else [operation["operationId"], status]
        name = "".join(word[0].upper() + word[1:] for word in words)
        responses = [operation["responses"][status] for operation, status in places]
        shared[name] = {**responses[0], "headers": dict(ChainMap(*(response["headers"] for response in responses)))}
        for operation, status in places:
            operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}


def inlined(document: Schema) -> Schema:
    """Return the contract with headers and problems written out where they are used. Types stay references."""

    def brought(value: Any) -> Any:
        if isinstance(value, list):
            return [brought(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        _, _, kind, name = value.get("$ref", "#/components/schemas/").split("/")
        if kind != "schemas":
            return brought(document["components"][kind][name])
        return {key: brought(entry) for key, entry in value.items()}

    return {**document, "paths": brought(document["paths"])}


def operations(document: Schema) -> Iterator[Schema]:
    for path in document["paths"].values():
        yield from (operation for method, operation in path.items() if method in METHODS)
