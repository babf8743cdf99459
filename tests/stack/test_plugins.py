"""A package with a ruleset and an AI level, built, installed beside Hamlet, and played through a stack."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.service.test_packages import ENDLESS, TOY, provide
from tools.testbed.stack import Stack

ROOT = Path(__file__).parents[2]
BOT_TOO = """
[project.entry-points."hamlet.bots"]
contrary = "contrary:Contrary"
"""
BOT = '''
"""An AI level: always the last of the moves that there are."""

from engine.bots import Bot, Candidate, Decision


class Contrary(Bot):
    def choose(self, ruleset, view, rng, session=None):
        return ruleset.view_moves(view)[-1]

    def react(self, ruleset, view, rng, session=None):
        return None

    def decide(self, ruleset, view, rng, session=None):
        moves = ruleset.view_moves(view)[::-1]
        return Decision(moves[0], tuple(Candidate(move, 0, 0.5, 0.0) for move in moves))
'''


def installed(folder: Path, ruleset: str) -> str:
    """Build the third game, with an AI level, and install it into a folder of its own; returns the folder."""
    source, target = folder / "source", folder / "installed"
    shutil.copytree(ROOT / "examples" / "orchard", source)
    project = (source / "pyproject.toml").read_text()
    project = project.replace('orchard = "orchard:', f'{ruleset} = "orchard:').replace(
        '["orchard"]', '["orchard", "contrary"]'
    )
    (source / "pyproject.toml").write_text(project + BOT_TOO)
    (source / "contrary.py").write_text(BOT)
    offline = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(source)], check=True)
    return os.pathsep.join([str(target), str(ROOT)])


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_package_is_played_through_a_stack(tmp_path: Path) -> None:
    path = installed(tmp_path, "orchard")
    stack = Stack(tmp_path, HAMLET_REACTION_SECONDS="0", PYTHONPATH=path)
    stack.start()
    try:
        listed = stack.call("GET", "/v1/rulesets")[1]["rulesets"]
        assert [ruleset["key"] for ruleset in listed][-1] == "orchard"
        _, contract = stack.call("GET", "/openapi.json")
        assert {"contrary", "expert"} < set(contract["components"]["schemas"]["AiLevel"]["enum"])
        assert "orchard" in contract["components"]["schemas"]["View"]["discriminator"]["mapping"]
        for level in ("contrary", "medium"):
            seats = [{"type": "human"}, {"type": "ai", "level": level}]
            status, game = stack.call("POST", "/v1/games", {"ruleset": "orchard", "seats": seats})
            assert status == 201, game
            place, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
            while game["status"] != "finished":
                if 0 not in game["to_act"]:
                    _, game = stack.call("GET", f"{place}?after={game['version']}&wait=10", token=token)
                    continue
                _, legal = stack.call("GET", f"{place}/moves", token=token)
                status, played = stack.call("POST", f"{place}/moves", {"move_id": legal["moves"][0]["id"]}, token=token)
                game = played["game"] if status == 200 else stack.call("GET", place, token=token)[1]
            assert stack.call("GET", f"{place}/replay")[1]["result"] == game["result"]
    finally:
        stack.close()
    for command in (["check-bot", "contrary", "--ruleset", "orchard"], ["arena", "contrary", "random", "--games", "4"]):
        more = ["--ruleset", "orchard", "--json"] if command[0] == "arena" else []
        environ = {**os.environ, "PYTHONPATH": path, "HAMLET_PACKAGES": ""}
        done = subprocess.run(
            [sys.executable, "-m", "service.tools.cli", *command, *more],
            env=environ,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "FAILED" not in done.stdout
        if more:
            assert json.loads(done.stdout)["interrupted"] is False


@pytest.mark.long
@pytest.mark.timeout(900)
def test_no_package_stops_the_server(tmp_path: Path) -> None:
    """One has a game of which nobody sees the end, one raises when the contract is made, one is a ruleset twice."""
    raising = TOY.replace("seed: str", "seed: complex")
    path = provide(tmp_path, {"endless": ENDLESS, "raising": raising, "villagers": TOY})
    stack = Stack(tmp_path, HAMLET_REACTION_SECONDS="0", PYTHONPATH=path)
    stack.start()
    try:
        _, ready = stack.call("GET", "/readyz")
        assert [sentence.split()[2] for sentence in ready["refused"]] == ["games-raising", "games-villagers"]
        logged = [line["event"] for line in stack.log_lines() if line["level"] == "error"]
        assert set(logged) == set(ready["refused"])
        listed = stack.call("GET", "/v1/rulesets")[1]["rulesets"]
        assert [ruleset["key"] for ruleset in listed] == ["villagers", "my_village", "endless"]
        _, contract = stack.call("GET", "/openapi.json")
        fixed = [place for place, item in contract["paths"].items() if "get" in item and "{rule}" not in place]
        places = [place.format(ruleset="endless") for place in fixed if place.startswith("/v1/rulesets")]
        for place in ("/docs", "/docs/types", *places):
            with urllib.request.urlopen(f"http://127.0.0.1:{stack.port}{place}", timeout=60) as answer:
                assert answer.status == 200, place
        seats = [{"type": "human"}, {"type": "ai", "level": "expert"}]
        status, game = stack.call("POST", "/v1/games", {"ruleset": "endless", "seats": seats})
        assert status == 201
        place, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
        for _ in range(4):
            while 0 not in game["to_act"]:
                _, game = stack.call("GET", f"{place}?after={game['version']}&wait=10", token=token)
            _, legal = stack.call("GET", f"{place}/moves", token=token)
            status, played = stack.call("POST", f"{place}/moves", {"move_id": legal["moves"][0]["id"]}, token=token)
            game = played["game"] if status == 200 else stack.call("GET", place, token=token)[1]
        assert game["status"] == "active"
        assert stack.call("GET", f"{place}/events", token=token)[0] == 200
    finally:
        stack.close()
