"""Generated clients of the committed contract have full types, and play whole games with nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.registry import RULESETS
from tests.clients.tools import JARS, Server, Tools

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

GO = ("go.mod", "go.sum")
JAVA = ("java/Play.java", "java/Calls.java")
CLIENTS = {
    "Python": (("python/play.py", "python/mypy.ini"), (sys.executable, "play.py")),
    "TypeScript with openapi-fetch": (
        ("openapi-fetch/play.mts", "openapi-fetch/tsconfig.json"),
        ("node", "out/play.mjs"),
    ),
    "TypeScript with typescript-fetch": (
        ("typescript-fetch/play.ts", "typescript-fetch/tsconfig.json"),
        ("node", "out/play.js"),
    ),
    "TypeScript with @hey-api/openapi-ts": (("hey-api/play.mts", "hey-api/tsconfig.json"), ("node", "out/play.mjs")),
    "Go with oapi-codegen": ((*GO, "oapi-codegen/play.go", "oapi-codegen/oapi-codegen.yaml"), ("./play",)),
    "Go with ogen": ((*GO, "ogen/play.go", "ogen/ogen.yaml"), ("./play",)),
    "Java with native": ((*JAVA, "java/Native.java"), ("java", "-cp", f"out:{JARS}/*", "Play")),
    "Java with okhttp-gson": ((*JAVA, "java/OkHttp.java"), ("java", "-cp", f"out:{JARS}/*", "Play")),
}


@pytest.mark.parametrize("heading", CLIENTS)
def test_a_generated_client_plays(tools: Tools, server: Server, tmp_path: Path, heading: str) -> None:
    """A game of every ruleset is played to its end, by hinted moves and by ids of moves."""
    programs, command = CLIENTS[heading]
    tools.made(heading, tmp_path, *programs)
    for ruleset in RULESETS:
        told = tools.played(*command, folder=tmp_path, server=server, ruleset=ruleset)
        assert told["hints"] == 2
        assert told["moves"] > 20
        scores = {score["seat"]: score["total"] for score in told["result"]["scores"]}
        assert set(scores) == {0, 1}
        assert max(scores.values()) == scores[told["result"]["winners"][0]]
