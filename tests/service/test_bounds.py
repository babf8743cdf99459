"""Everything in a request is bounded, and what exceeds a bound is refused before it is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.http.openapi.document import operations
from service.http.schemas.bounds import MAX_BODY_BYTES, MAX_HEADER, MAX_MOVES, MAX_NAME, MAX_SEAT
from tests.service.api import Table, bearer, refused
from tests.service.conforming import contract, reachable

Doc = dict[str, Any]
POSITION = {"ruleset": "villagers", "seats": [{}, {}]}
MOVE = {"seat": 0, "move": {"type": "draft_road", "slot": 0}}


def unbounded(schema: Doc, path: str) -> Iterator[str]:
    """Yield where a schema of the contract, without the components it refers to, allows any length or number."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    wanted = {"array": {"maxItems"}, "string": {"maxLength"}, "integer": {"minimum", "maximum"}}
    for kind in kinds:
        if kind in wanted and not {"enum", "const"} & set(schema) and not wanted[kind] <= set(schema):
            yield path
        assert kind != "number"
    for part in ("anyOf", "oneOf"):
        for number, inner in enumerate(schema.get(part, [])):
            yield from unbounded(inner, f"{path}.{part}.{number}")
    if "items" in schema:
        yield from unbounded(schema["items"], f"{path}[]")
    for name, inner in schema.get("properties", {}).items():
        yield from unbounded(inner, f"{path}.{name}")
    if isinstance(more := schema.get("additionalProperties"), dict):
        yield from unbounded(more, f"{path}.*")


def test_everything_in_a_request_has_its_bounds_in_the_contract() -> None:
    document = contract()
    seen = reachable([operation.get("requestBody") for operation in operations(document)])
    schemas = document["components"]["schemas"]
    faults = [at for name in seen for at in unbounded(schemas[name], name)]
    assert {"VillagersPosition", "MyVillageView", "NewHumanSeat", "PlayRequest"} <= seen
    for path, methods in document["paths"].items():
        for operation in (methods, *methods.values()):
            parameters = operation.get("parameters", []) if isinstance(operation, dict) else []
            # Any text is accepted for that name, and one of another form is not looked up.
            named = [one for one in parameters if one["name"] != "X-Request-Id"]
            faults += [at for one in named for at in unbounded(one["schema"], f"{path} {one['name']}")]
    assert faults == []


def test_the_contract_tells_how_large_bodies_may_be() -> None:
    told = {
        operation["operationId"]: operation["requestBody"]["description"]
        for operation in operations(contract())
        if "requestBody" in operation
    }
    for call, most in MAX_BODY_BYTES.items():
        first, *words = call.split("_")
        assert told.pop(first + "".join(map(str.capitalize, words))).startswith(f"At most {most} bytes, ")
    assert told == {}


def test_a_body_of_nothing_but_structure_is_not_read(client: FlaskClient) -> None:
    """As many of the requests that once kept two web processes busy for a minute as the limit of bytes allows."""
    for unit in ("{}", "[]", "0"):
        moves = ",".join([unit] * 10_000)
        sent = f'{{"position": {{"ruleset": "villagers", "seats": [{{}}, {{}}]}}, "moves": [{moves}]}}'
        refused(client.post("/v1/positions/apply", data=sent, content_type="application/json"), 413, "too-large")


def test_entries_are_counted_before_they_are_looked_at(client: FlaskClient) -> None:
    body = {"position": POSITION, "moves": [{}] * (MAX_MOVES + 1)}
    problem = refused(client.post("/v1/positions/apply", json=body), 422, "invalid-request")
    assert list(problem["errors"]) == ["moves"]
    problem = refused(
        client.post("/v1/games", json={"ruleset": "villagers", "seats": [{}] * 6}), 422, "invalid-request"
    )
    assert list(problem["errors"]) == ["seats"]
    table = Table(client)
    headers = bearer(table.tokens["0"])
    answer = client.post(f"{table.path}/moves", json={"moves": [{}] * (MAX_MOVES + 1)}, headers=headers)
    assert list(refused(answer, 422, "invalid-request")["errors"]) == ["moves"]


@pytest.mark.parametrize("where", ["reserve", "discard"])
def test_a_position_with_more_cards_than_the_box_is_refused_for_that_alone(client: FlaskClient, where: str) -> None:
    body = {"position": {**POSITION, where: ["monk"] * 200, "phase": "build", "first_player": 1}}
    problem = refused(client.post("/v1/positions/score", json=body), 422, "invalid-position")
    assert list(problem["errors"].values()) == [["202 cards are there, the box holds 158"]]


def test_a_view_with_more_cards_than_the_box_is_refused_for_that_alone(client: FlaskClient) -> None:
    view = Table(client).look(0)["view"]
    pile = {"count": 100, "top": {"suit": "hay", "card": None, "known": [], "origin": None}, "below": []}
    body = {"ruleset": "villagers", "view": {**view, "stacks": [pile] * 6}, "seat": 0}
    problem = refused(client.post("/v1/decisions", json=body), 422, "invalid-position")
    assert list(problem["errors"].values()) == [["664 cards are there, the box holds 158"]]


def test_long_headers(client: FlaskClient) -> None:
    table = Table(client)
    headers = bearer(table.tokens[str(table.to_act())])
    long = '"' + "1" * MAX_HEADER
    for name in ("If-Match", "If-None-Match", "Last-Event-ID", "Accept"):
        sent = headers | {"Accept": "text/event-stream", name: long}
        path, send = {
            "If-Match": (f"{table.path}/moves", {"method": "POST", "json": {"move_id": "0-0"}}),
            "If-None-Match": (table.path, {"method": "GET"}),
            "Last-Event-ID": (f"{table.path}/events", {"method": "GET"}),
            "Accept": (f"{table.path}/events", {"method": "GET"}),
        }[name]
        problem = refused(client.open(path, headers=sent, **send), 422, "invalid-request")  # type: ignore[arg-type]
        assert list(problem["errors"]) == [name]


def test_a_long_token_is_none(client: FlaskClient) -> None:
    """It is no seat's token, so the game is not looked up."""
    for sent in ("Bearer " + "x" * MAX_HEADER, "Digest " + "a=1," * MAX_HEADER):
        refused(client.get("/v1/games/nowhere", headers={"Authorization": sent}), 401, "unauthorized")


def test_long_paths(app: Flask) -> None:
    """They belong to no operation, so nothing is looked up."""
    paths = app.url_map.bind("localhost")
    for path in ("/v1/games/{}", "/v1/decisions/{}", "/v1/rulesets/{}/cards"):
        assert paths.test(path.format("a" * MAX_NAME))
        assert not paths.test(path.format("a" * (MAX_NAME + 1)))
    assert paths.test(f"/v1/games/a/seats/{MAX_SEAT}", "POST")
    assert not paths.test(f"/v1/games/a/seats/{MAX_SEAT + 1}", "POST")
