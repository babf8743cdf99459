"""The pages of the table in the browser, as they are served."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.http.web_ui import built_pages

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page and a script, the script also compressed."""
    (tmp_path / "index.html").write_text('<!doctype html><meta content="@title"><meta content="@origin/p.png">')
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "service-worker.js").write_text("self")
    (tmp_path / "main-1.js").write_text("plain")
    (tmp_path / "main-1.js.gz").write_bytes(gzip.compress(b"packed"))
    monkeypatch.setattr(built_pages, "STATIC", tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", ["/", "/table/some-game", "/replay/some-game?version=3", "/join/7K3MQ-9TX4B"])
def test_the_page_may_load_from_here_only(client: FlaskClient, built: Path, path: str) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["manifest-src"] == policy["worker-src"] == "'self'"
    assert answer.headers["Cache-Control"] == "no-cache"
    same = client.get(path, headers={"Accept": BROWSER, "If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Hamlet"),
        ("/join/7K3MQ-9TX4B", "Hamlet: you are invited to a game"),
        ("/table/a-game", "Hamlet: a game at the table"),
        ("/replay/a-game", "Hamlet: a game, move by move"),
    ],
)
def test_a_link_has_a_preview_that_says_nothing_about_the_game(
    client: FlaskClient, built: Path, path: str, title: str
) -> None:
    text = client.get(path, headers={"Accept": BROWSER}, base_url="https://play.example").get_data(as_text=True)
    assert text == f'<!doctype html><meta content="{title}"><meta content="https://play.example/p.png">'


@pytest.mark.parametrize("path", ["/", "/table/a-game"])
def test_previews_that_take_anything_get_the_page(client: FlaskClient, built: Path, path: str) -> None:
    answer = client.get(path, headers={"Accept": "*/*"})
    assert answer.mimetype == "text/html"
    assert "/p.png" in answer.get_data(as_text=True)


def test_the_name_of_the_host_cannot_become_markup(client: FlaskClient, built: Path) -> None:
    answer = client.get("/", headers={"Accept": BROWSER, "Host": 'a"><script>'})
    assert "<script>" not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/service-worker.js", "text/javascript"), ("/manifest.webmanifest", "application/manifest+json")],
)
def test_what_installs_the_page_is_looked_up_every_time(client: FlaskClient, built: Path, path: str, kind: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("accepts", "encoding", "body"), [("gzip", "gzip", b"packed"), ("identity", None, b"plain")])
def test_scripts_are_sent_as_the_browser_takes_them(
    client: FlaskClient, built: Path, accepts: str, encoding: str | None, body: bytes
) -> None:
    answer = client.get("/table/assets/main-1.js", headers={"Accept-Encoding": accepts})
    assert answer.mimetype == "text/javascript"
    assert answer.headers.get("Content-Encoding") == encoding
    assert (gzip.decompress(answer.data) if encoding else answer.data) == body
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["nothing.js", "..%2F__init__.py", "%2Fetc%2Fpasswd"])
def test_no_other_file_is_served(client: FlaskClient, built: Path, name: str) -> None:
    assert client.get(f"/table/assets/{name}").status_code == 404


def test_without_a_built_table_there_is_no_page(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_pages, "STATIC", tmp_path)
    answer = client.get("/table/some-game")
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nonsense/x", BROWSER, "text/html"),
        ("/nonsense/x", "*/*", "application/problem+json"),
        ("/v1/nonsense", BROWSER, "application/problem+json"),
    ],
)
def test_an_unknown_address_leads_a_browser_on(
    client: FlaskClient, built: Path, path: str, accept: str, kind: str
) -> None:
    answer = client.get(path, headers={"Accept": accept})
    assert answer.status_code == 404
    assert answer.mimetype == kind
    assert "Accept" in answer.headers["Vary"]
    assert "ETag" not in answer.headers
    if kind == "text/html":
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
