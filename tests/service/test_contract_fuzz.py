"""schemathesis against the running app: no request gets a 5xx or an answer that the contract does not announce."""

from __future__ import annotations

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from redis import Redis
from schemathesis import Case, GenerationMode
from schemathesis.openapi import from_wsgi

from service.config.settings import load_settings
from service.http.app import create_app
from tests.fuzz.checks import CHECKS
from tests.service.api import HUMAN, OPEN, Table, bearer
from tests.service.conforming import contract
from tests.service.conftest import UNLIMITED, RedisServer

PLAIN = 5
"""Cases of an operation without parameters: they are all the same."""
WITH_PARAMETERS = 100
WITH_BODY = 260
FEWER = {"createDecision": 60, "createHint": 60}
"""Operations with fewer cases: some take long to generate, and some have little to vary."""


def cases_of(path: str, operation: dict) -> int:
    if "requestBody" in operation:
        return FEWER.get(operation["operationId"], WITH_BODY)
    return WITH_PARAMETERS if "{" in path else PLAIN


OPERATIONS = {
    operation["operationId"]: (path, method, cases_of(path, operation))
    for path, operations in contract()["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
}


@pytest.fixture
def patient_app(redis_server: RedisServer, redis: Redis) -> Flask:
    """The app with long polls that end immediately: random waits would hold each answer for up to 30 seconds."""
    app = create_app(load_settings({"HAMLET_REDIS_URL": redis_server.url, **UNLIMITED}))
    app.extensions["games"].queries.changes.release_waiters(timeout=10)
    return app


def test_there_are_2000_cases() -> None:
    assert sum(cases for _, _, cases in OPERATIONS.values()) >= 2000


@pytest.mark.long
@pytest.mark.parametrize("name", OPERATIONS)
def test_any_request_gets_an_announced_answer(patient_app: Flask, name: str) -> None:
    path, method, cases = OPERATIONS[name]
    client = patient_app.test_client()
    tables = [Table(client), Table(client, HUMAN, OPEN)]
    hint = client.post(f"{tables[0].path}/hint", headers=bearer(tables[0].tokens[str(tables[0].to_act())]))
    operation = from_wsgi("/openapi.json", app=patient_app)[path][method.upper()]
    any_case = st.one_of(operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE))

    # Mostly real games and tokens, since unknown ones are soon refused.
    @settings(
        max_examples=cases,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=any_case, table=st.sampled_from([*tables, None]), seat=st.sampled_from(["0", "1", None]))
    def run(case: Case, table: Table | None, seat: str | None) -> None:
        if table is not None and "decision" in case.path_parameters:
            case.path_parameters["decision"] = hint.get_json()["id"]
        if table is not None and "game" in case.path_parameters:
            case.path_parameters["game"] = table.created["id"]
            if seat in table.tokens:
                case.headers["Authorization"] = f"Bearer {table.tokens[seat]}"
        # The test client does not decompress answers.
        case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

    run()
