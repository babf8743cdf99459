"""Operations that will go. Nothing is deprecated now: so by an example."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask, Response
from openapi_spec_validator import validate

from service.http.api import deprecation, problems
from service.http.api.browsers import EXPOSED_HEADERS
from service.http.api.contract import Contract, Operations
from service.http.api.deprecation import HEADERS, Deprecated
from service.http.api.exchange import reply
from service.http.api.operations import Status
from service.http.api.problems import Refused
from service.http.contract import announce_deprecated, operations

FADING = Deprecated(date(2027, 1, 1), "Use `GET /new`.", "/docs#getNew")
OLD = Deprecated(date(2027, 1, 1), "Use `GET /new`.", "/docs#getNew", sunset=date(2027, 7, 1))


@pytest.fixture
def example() -> tuple[Flask, Contract]:
    """An app with an old, a fading and a new operation."""
    app = Flask("example")
    contract = Contract(app, title="Example", version="1.0.0", description="")
    blueprint = Operations("example", __name__, description="An example.")

    @blueprint.operation("/old", deprecated=OLD)
    @blueprint.response(200, Status, description="It is.")
    def get_old() -> Response:
        """Is it there?

        It was.
        """
        return reply({"status": "ok"})

    @blueprint.operation("/fading", deprecated=FADING, fails=(problems.NOT_READY,))
    @blueprint.response(200, Status, description="It is.")
    def get_fading() -> Response:
        """Is it there?"""
        raise Refused(problems.NOT_READY, "No.")

    @blueprint.operation("/new")
    @blueprint.response(200, Status, description="It is.")
    def get_new() -> Response:
        """Is it there?"""
        return reply({"status": "ok"})

    contract.register_blueprint(blueprint)
    deprecation.install(app)
    return app, contract


def test_every_answer_says_so(example: tuple[Flask, Contract]) -> None:
    client = example[0].test_client()
    old = client.get("/old").headers
    assert old["Deprecation"] == "@1798761600"
    assert old["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert old["Link"] == '</docs#getNew>; rel="deprecation"; type="text/html"'
    fading = client.get("/fading")
    assert fading.status_code == 503
    assert fading.headers["Deprecation"] == old["Deprecation"]
    assert "Sunset" not in fading.headers
    assert not set(HEADERS) & set(client.get("/new").headers)
    assert set(HEADERS) <= set(EXPOSED_HEADERS)


def test_the_contract_says_so(example: tuple[Flask, Contract]) -> None:
    document = example[1].document()
    announce_deprecated(document)
    validate(document)
    found = {operation["operationId"]: operation for operation in operations(document)}
    assert found["getOld"]["deprecated"] is True
    assert found["getOld"]["description"] == (
        "It was.\n\nDeprecated since 2027-01-01, may be gone after 2027-07-01. Use `GET /new`."
    )
    assert found["getFading"]["description"] == "Deprecated since 2027-01-01. Use `GET /new`."
    for name in ("getOld", "getFading"):
        for answer in found[name]["responses"].values():
            assert set(HEADERS) <= set(answer["headers"])
    assert "deprecated" not in found["getNew"]
    assert "headers" not in found["getNew"]["responses"]["200"]


def test_nothing_goes_before_it_is_deprecated() -> None:
    with pytest.raises(ValueError, match="before"):
        Deprecated(date(2027, 1, 1), "", "/", sunset=date(2026, 1, 1))
