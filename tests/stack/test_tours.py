"""The tours of the documentation work: every block marked `sh`, chapter by chapter, on a running stack."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from standardwebhooks import Webhook

from tools.testbed.redis_cluster import free_port
from tools.testbed.stack import Stack

ROOT = Path(__file__).parents[2]
CHAPTERS = {
    path.relative_to(ROOT).as_posix(): found
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    # tests/clients has the generators of that chapter's recipes and runs them.
    if path.name != "clients.md"
    if (found := re.findall(r"^```sh\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
}
SHORT = ("README.md", "docs/moves.md", "docs/positions.md")
"""The tours that `make test` runs, too. The others play whole games."""
SECONDS = 150
BACKEND = "docs/backend.md"


@pytest.mark.parametrize(
    "chapter",
    [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in CHAPTERS if name != BACKEND],
)
def test_a_tour(chapter: str, stack: Stack, tmp_path: Path) -> None:
    take(chapter, stack, tmp_path)


@pytest.mark.long
def test_the_tour_for_backends(tmp_path: Path) -> None:
    """On a stack with API keys and webhooks to this computer, as the chapter sets it up."""
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / BACKEND).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    program = "".join(blocks)
    assert len(re.findall(r"^.", program, re.MULTILINE)) <= 60
    stack = Stack(tmp_path, HAMLET_API_KEYS="required", HAMLET_WEBHOOKS="local")
    stack.start()
    try:
        program = program.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{stack.port}")
        (tmp_path / "backend.py").write_text(program.replace("9000", str(free_port())), encoding="utf-8")
        told = take(BACKEND, stack, tmp_path)
    finally:
        stack.close()
    assert {"u_17", "u_42"} == set(re.findall(r"^push to (\w+) in game", told, re.MULTILINE))
    assert "'name': 'Bert'" in told
    assert "'games': 1" in told
    with sqlite3.connect(tmp_path / "backend.db") as db:
        [(result,)] = db.execute("SELECT result FROM match")
        assert json.loads(result)["winners"] == [0]
        assert db.execute("SELECT player FROM seat").fetchall() == [("u_17",)]


def take(chapter: str, stack: Stack, folder: Path) -> str:
    """Run the blocks of a chapter in a folder: what they print."""
    if shutil.which("curl") is None:
        pytest.skip("the tours need curl")
    script = "set -eu\n" + "\n".join(CHAPTERS[chapter])
    # The addresses of the tests' stack, and its Python.
    script = script.replace("http://127.0.0.1:8000", f"http://127.0.0.1:{stack.port}")
    script = script.replace(".venv/bin/", f"{Path(sys.executable).parent}/")
    environ = stack.environ | {"PYTHONPATH": str(ROOT), "no_proxy": "127.0.0.1"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environ, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert "urn:" not in done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert "False" not in done.stdout.splitlines(), done.stdout[-2000:]
    return done.stdout


def test_there_are_tours() -> None:
    assert {"README.md", "docs/getting-started.md", "docs/moves.md", "docs/streams.md"} <= set(CHAPTERS)


def test_the_signature_of_a_notice_is_checked_as_the_chapter_says() -> None:
    text = (ROOT / "docs" / "webhooks.md").read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    is_genuine = names["is_genuine"]
    assert callable(is_genuine)
    secret, body, now = "whsec_" + "c2VjcmV0" * 4, b'{"type": "turn.started"}', int(time.time())
    signature = Webhook(secret).sign("msg_1", _moment(now), body.decode())
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(now), "webhook-signature": signature}
    assert is_genuine(secret, headers, body)
    assert not is_genuine(secret, headers, body + b" ")
    assert not is_genuine(secret, headers | {"webhook-timestamp": str(now - 1)}, body)


def _moment(seconds: int) -> object:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC)
