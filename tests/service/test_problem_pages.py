"""Every `type` of a problem leads to a page, and `/` to a starting point."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from service.http.docs import problem_pages
from service.http.problems import problem_details
from service.http.web_ui import built_pages

KINDS = list(problem_details.KINDS.values())
CHAPTER = Path(__file__).parents[2] / "docs" / "errors.md"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_every_kind_has_a_page(client: FlaskClient) -> None:
    index = client.get("/problems").text
    for kind in KINDS:
        answer = client.get(kind.type)
        assert (answer.status_code, answer.mimetype) == (200, "text/html"), kind
        assert escape(kind.title) in answer.text
        assert f'href="{kind.type}"' in index
        assert problem_pages.advice()[kind], f"problems.md says nothing about {kind.slug}"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "<script" not in answer.text


def test_the_type_of_a_problem_leads_there(client: FlaskClient) -> None:
    problem = client.get("/v1/games/nothing").get_json()
    assert problem["type"] == "/problems/not-found"
    assert problem["title"] in client.get(problem["type"]).text


def test_there_are_no_other_pages(client: FlaskClient) -> None:
    for slug in ("nonsense", "<b>", "..%2Fdocs"):
        assert client.get(f"/problems/{slug}").status_code == 404


def test_the_chapter_lists_them_all() -> None:
    """If not: `python -m service.http.docs.problem_pages` prints the table."""
    assert problem_pages.table(linked=False) in CHAPTER.read_text(encoding="utf-8")


@pytest.mark.parametrize("accepts", [None, "*/*", "application/json", "application/json, text/plain, */*"])
def test_programs_get_links(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, accepts: str | None
) -> None:
    if accepts == "*/*":
        monkeypatch.setattr(built_pages, "STATIC", tmp_path)
    answer = client.get("/", headers={"Accept": accepts} if accepts else {})
    assert answer.mimetype == "application/json"
    assert "Accept" in answer.vary
    for path in answer.get_json()["links"].values():
        assert client.get(path).status_code < 500
        assert client.get(path).status_code != 404, path


def test_browsers_come_to_the_documentation_where_no_table_was_built(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_pages, "STATIC", tmp_path)
    answer = client.get("/", headers={"Accept": BROWSER})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")
