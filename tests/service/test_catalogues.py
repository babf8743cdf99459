"""Catalogue files: read when a process starts, with all faults of all files reported, and used in games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from redis import Redis

from engine.errors import Fault, FaultyDocument
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.backend import open_games
from service.config.catalogues import equip, rulesets_of
from service.config.settings import InvalidSettings, load_settings
from service.http.app import create_app
from service.store.outbox.rq_client import JOBS, TURNS
from service.tools.cli import main
from tests.service.conforming import ConformingClient
from tests.service.conftest import UNLIMITED, RedisServer
from tests.service.toy import NIM, Nim

NUMBERS: Doc = {"key": "life_track", "numbers": [{"name": "clouds", "values": [12]}]}
MINE: Doc = {"ruleset": "my_village", "cards": [{"key": "field", "time": 3}], "components": [NUMBERS]}


class Printed(Nim):
    """The toy with catalogues: each has a number of stones, at least 1."""

    def __init__(self, stones: Doc) -> None:
        self.stones = stones

    def with_catalogues(self, docs: Any) -> Printed:
        useless = [name for name, doc in docs.items() if doc["stones"] < 1]
        found = [Fault(f"{name}.stones.0", "must be at least 1") for name in useless]
        if found:
            raise FaultyDocument([*found, *(Fault(name, "is of no use") for name in useless)])
        return Printed({name: doc["stones"] for name, doc in docs.items()})


TOYS = {"nim": Printed({}), "plain": NIM}


def put(folder: Path, name: str, content: Doc | str) -> Path:
    """Return the folder with one more file."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(InvalidSettings) as caught:
        equip(TOYS, folder)
    assert list(caught.value.faults) == ["HAMLET_CATALOGUE_DIR"]
    told = caught.value.faults["HAMLET_CATALOGUE_DIR"]
    assert all(f"\n  HAMLET_CATALOGUE_DIR: {fault}" in str(caught.value) for fault in told), "a line for each"
    return told


def test_each_ruleset_gets_its_own_files(tmp_path: Path) -> None:
    put(tmp_path, "nim/many.json", {"stones": 30})
    put(tmp_path, "nim/few-1.json", {"stones": 3})
    put(tmp_path, "nim/.hidden", "of the system")
    put(tmp_path, ".trash/few.json", "of the system")
    (tmp_path / "plain").mkdir()
    found = equip(TOYS, tmp_path)
    assert list(found) == ["nim", "plain"]
    assert found["nim"].stones == {"few-1": 3, "many": 30}  # type: ignore[attr-defined]
    assert found["plain"] is NIM
    assert TOYS["nim"].stones == {}, "nothing is changed for others"  # type: ignore[attr-defined]


def test_without_a_folder_the_rulesets_are_those_of_the_registry(tmp_path: Path) -> None:
    assert rulesets_of(load_settings({})) is RULESETS
    assert rulesets_of(load_settings({"HAMLET_CATALOGUE_DIR": str(tmp_path)})) == RULESETS


def test_every_fault_of_every_file_is_told(tmp_path: Path) -> None:
    put(tmp_path, "chess/openings.json", {})
    put(tmp_path, "lost.json", {})
    put(tmp_path, "nim/broken.json", '{"stones": 3')
    put(tmp_path, "nim/list.json", "[]")
    put(tmp_path, "nim/none.json", {"stones": 0})
    put(tmp_path, "nim/null.json", "null")
    put(tmp_path, "nim/Notes.txt", "bought in spring")
    put(tmp_path, "nim/a.b.json", {"stones": 0})
    put(tmp_path, "plain/any.json", {})
    (tmp_path / "nim" / "folder.json").mkdir()
    (tmp_path / "nim" / "latin.json").write_bytes(b'{"stones": "\xe9"}')
    told = faults(tmp_path)
    assert [fault.split(": ")[0] for fault in told] == [
        "chess",
        "lost.json",
        "nim/Notes.txt",
        "nim/a.b.json",
        "nim/broken.json",
        "nim/folder.json",
        "nim/latin.json",
        "nim/list.json",
        "nim/null.json",
        "nim/none.json",
        "nim/none.json",
        "plain/any.json",
    ]
    assert told[9:11] == ["nim/none.json: stones.0: must be at least 1.", "nim/none.json: is of no use."]
    assert "takes no catalogues" in told[11]


def test_a_ruleset_is_no_file(tmp_path: Path) -> None:
    assert [fault.split(": ")[0] for fault in faults(put(tmp_path, "nim", "{}"))] == ["nim"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path / "none")
    assert str(tmp_path / "none") in fault


def test_whoever_opens_the_games_refuses_faulty_files(tmp_path: Path, redis_server: RedisServer) -> None:
    folder = put(tmp_path, "my_village/mine.json", {**MINE, "cards": [{"key": "king"}]})
    settings = load_settings({"HAMLET_REDIS_URL": redis_server.url, "HAMLET_CATALOGUE_DIR": str(folder)})
    for start in (open_games, create_app):
        with pytest.raises(InvalidSettings, match=re.escape("my_village/mine.json: cards.0.key: ")):
            start(settings)


@pytest.mark.parametrize(
    "process",
    [
        "workers.dispatcher",
        "service.wsgi",
        *(pytest.param(f"workers.worker --queue {name}", marks=[pytest.mark.long] * (name != TURNS)) for name in JOBS),
    ],
)
def test_no_process_starts_with_faulty_files(process: str, tmp_path: Path, redis_server: RedisServer) -> None:
    folder = put(tmp_path, "my_village/mine.json", "{}")
    environ = {**os.environ, "HAMLET_REDIS_URL": redis_server.url, "HAMLET_CATALOGUE_DIR": str(folder)}
    run = subprocess.run(
        [sys.executable, "-m", *process.split()], env=environ, capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 1
    assert "HAMLET_CATALOGUE_DIR: my_village/mine.json: " in run.stderr


@pytest.mark.parametrize("command", ["serve", "settings"])
def test_the_commands_refuse_faulty_files(command: str, tmp_path: Path) -> None:
    put(tmp_path, "my_village/mine.json", "{}")
    put(tmp_path, "villagers/mine.json", "{}")
    environ = {"HAMLET_CATALOGUE_DIR": str(tmp_path), "HAMLET_DATA_DIR": str(tmp_path / "data")}
    run = CliRunner().invoke(main, [command], env=environ)
    assert run.exit_code == 1
    assert "HAMLET_CATALOGUE_DIR: my_village/mine.json: " in run.output
    assert "HAMLET_CATALOGUE_DIR: villagers/mine.json: " in run.output
    assert not (tmp_path / "data").exists()


def test_the_settings_are_listed_and_found_good(tmp_path: Path) -> None:
    folder = put(tmp_path, "my_village/mine.json", MINE)
    run = CliRunner().invoke(main, ["settings"], env={"HAMLET_CATALOGUE_DIR": str(folder)})
    assert run.exit_code == 0
    assert "HAMLET_CATALOGUE_DIR" in run.output


def test_a_game_names_a_catalogue(tmp_path: Path, redis_server: RedisServer, redis: Redis) -> None:
    folder = put(tmp_path, "my_village/mine.json", MINE)
    variables = {"HAMLET_REDIS_URL": redis_server.url, "HAMLET_CATALOGUE_DIR": str(folder), **UNLIMITED}
    app = create_app(load_settings(variables))
    app.test_client_class = ConformingClient
    client = app.test_client()
    infos = {info["key"]: info["options"] for info in client.get("/v1/rulesets").get_json()["rulesets"]}
    assert ["standard", "mine"] in [option["values"] for option in infos["my_village"]]
    body = {"ruleset": "my_village", "seats": [{"type": "human"}] * 2, "options": {"catalogue": "mine"}}
    made = client.post("/v1/games", json=body)
    assert made.status_code == 201
    game = made.get_json()
    assert game["options"]["catalogue"] == game["view"]["options"]["catalogue"] == "mine"
    headers = {"Authorization": f"Bearer {game['tokens'][str(game['viewer'])]}"}
    assert client.get(f"/v1/games/{game['id']}", headers=headers).get_json()["view"] == game["view"]
    cards = "/v1/rulesets/my_village/cards"
    own, usual, same = (
        {card["key"]: card for card in client.get(cards + query).get_json()["cards"]}
        for query in ("?catalogue=mine", "", "?catalogue=standard")
    )
    assert same == usual
    assert {key for key in usual if own[key] != usual[key]} == {"field", NUMBERS["key"]}
    assert client.get(f"{cards}?catalogue=yours").status_code == 404
    assert client.get("/v1/rulesets/villagers/cards?catalogue=standard").status_code == 404
    refused = client.post("/v1/games", json={**body, "options": {"catalogue": "yours"}})
    assert (refused.status_code, list(refused.get_json()["errors"])) == (422, ["options.catalogue"])
    app.extensions["games"].queries.changes.release_waiters(timeout=10)
