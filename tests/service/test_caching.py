"""Who may cache which answer for how long, as in the table of docs/security.md.

`conforming.check_caching` checks every answer in the service's tests.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.api import OPEN, Table, bearer
from tests.service.conforming import KEPT, contract

CHAPTER = Path(__file__).parents[2] / "docs" / "security.md"
OPERATIONS = {
    operation["operationId"]: method
    for operations in contract()["paths"].values()
    for method, operation in operations.items()
    if method != "parameters"
}


def test_only_what_is_read_is_kept() -> None:
    assert {OPERATIONS[name] for name in KEPT} == {"get"}


def test_the_chapter_names_what_is_kept() -> None:
    rows = re.findall(r"^\| `((?:public|private|no-)[^`]*)` \| (.*?) \|", CHAPTER.read_text(), re.MULTILINE)
    told = {name: said for said, cell in rows for name in re.findall(r"`(\w+)`", cell) if name in OPERATIONS}
    assert set(told) == set(KEPT)
    for name, said in told.items():
        assert re.fullmatch(KEPT[name], said.replace("N", "1")), name


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("query", ["", "?include=moves,events", "?lang=de", "?version=0"])
def test_a_viewer_asks_again_and_gets_304(client: FlaskClient, seat: int | None, query: str) -> None:
    table = Table(client)
    headers = {} if seat is None else bearer(table.tokens[str(seat)])
    first = client.get(table.path + query, headers=headers)
    again = client.get(table.path + query, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.get_data()) == (200, 304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == first.headers[name], name
    # Another viewer, or another language, gets another document.
    for other in (bearer(table.tokens["1"]), {**headers, "Accept-Language": "de"} if "lang" not in query else None):
        if other is not None:
            told = client.get(table.path + query, headers={**other, "If-None-Match": first.headers["ETag"]})
            assert told.status_code == 200


def test_a_replay_is_kept_by_everybody(client: FlaskClient) -> None:
    table = Table(client)
    assert table.get("/replay").headers["Cache-Control"] == "no-store"
    table.finish()
    first = table.get("/replay")
    assert first.headers["Cache-Control"] == "public, max-age=3600, immutable"
    tag = first.headers["ETag"]
    assert not tag.startswith("W/")
    for sent in ({}, bearer(table.tokens["0"])):
        again = client.get(f"{table.path}/replay", headers={"If-None-Match": tag, **sent})
        assert (again.status_code, again.headers["ETag"]) == (304, tag)
    german = client.get(f"{table.path}/replay?lang=de", headers={"If-None-Match": tag})
    assert (german.status_code, german.headers["ETag"] != tag) == (200, True)
    # A rematch changes the game's document, but not what happened.
    assert client.post(f"{table.path}/rematch", headers=bearer(table.tokens["0"])).status_code in (200, 201)
    assert table.get("/replay").headers["ETag"] == tag


def test_what_holds_a_secret_is_not_kept(client: FlaskClient) -> None:
    table = Table(client, {"type": "human"}, OPEN)
    host = bearer(table.created["host_token"])
    claimed = client.post(f"{table.path}/seats/1")
    invitation: Any = client.get(f"{table.path}/invitations", headers=host)
    for answer in (claimed, invitation, table.get("/moves", 0), table.get("/events"), table.get("/turn", 0)):
        assert (answer.status_code < 300, answer.headers["Cache-Control"]) == (True, "no-store")
    hint = client.post(f"{table.path}/hint", headers=bearer(table.tokens["0"]))
    for answer in (hint, client.get(hint.headers.get("Location", "/v1/nothing")), client.get(f"{table.path}?view=all")):
        assert answer.headers["Cache-Control"] == "no-store"
