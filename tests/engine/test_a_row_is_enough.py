"""One row of the catalogue adds a card: every level plays with it, and games without it do not change."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.bots.casual import Casual
from tests.engine.playing_rows import lines, tables
from tests.engine.tables import PLAYERS, Table

HERE = Path(engine.__path__[0])
VILLAGERS, MY_VILLAGE = "villagers/catalogue/cards.json", "my_village/catalogue/cards.json"
WEIGHTS = ("villagers/heuristics/weights.json", "my_village/heuristics/weights.json")


def copied_engine(folder: Path) -> Path:
    """Return a copy of the engine in use, compiled or not, that the test can change."""
    shutil.copytree(HERE, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for shared in HERE.parent.glob("*__mypyc*"):
        shutil.copy(shared, folder)
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "HAMLET_ENGINE": str(folder)}
    return subprocess.run([sys.executable, *arguments], env=environ, capture_output=True, text=True, check=False)


def change(folder: Path, file: str, edit: Any) -> None:
    path = folder / "engine" / file
    doc = json.loads(path.read_text(encoding="utf-8"))
    edit(doc)
    path.write_text(json.dumps(doc), encoding="utf-8")


def more_rows(doc: dict[str, Any], like: list[str], place: float, **facts: Any) -> None:
    """Add a copy of each of these rows under a new key. `place`: 0 for the front, 1 for the end."""
    rows = doc["cards"]
    named = [row for row in rows if row["key"] in like]
    at = round(place * len(rows))
    rows[at:at] = [{**row, "key": f"{row['key']}_more", **facts} for row in named]


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(0.0, marks=pytest.mark.long, id="front"),
        pytest.param(0.5, id="middle"),
        pytest.param(1.0, marks=pytest.mark.long, id="end"),
    ],
)
def test_every_level_plays_with_more_rows_and_as_before_where_they_are_not_in_play(
    tmp_path: Path, place: float
) -> None:
    folder = copied_engine(tmp_path)
    grains = {"formula": "per_suit", "suit": "grains", "per": 1, "gold": 2}

    def more_villagers(doc: dict[str, Any]) -> None:
        more_rows(doc, ["harvester"], place, box="profiteers", silver=grains)
        more_rows(doc, ["monk", "graper", "tanner"], place, min_seats=5)

    change(folder, VILLAGERS, more_villagers)
    change(
        folder,
        MY_VILLAGE,
        lambda doc: more_rows(doc, ["stables_1", "goblet_monk_1", "rosary_monk_5", "travel_a_1", "customer_1"], place),
    )
    played = run(folder, "-m", "tests.engine.playing_rows")
    assert played.returncode == 0, played.stderr[-2000:]
    unchanged = [line for line, table in zip(now(), tables(), strict=True) if not has_more(table)]
    assert len(unchanged) > 4
    assert [line for line in map(without_mistakes, played.stdout.splitlines()) if line in unchanged] == unchanged


@cache
def now() -> list[str]:
    """Return the decisions of the engine without the added rows."""
    return [without_mistakes(line) for line in lines(tables())]


def without_mistakes(line: str) -> str:
    """Return the decisions except those of players with mistakes. Their mistakes are drawn by the codes of cards, which
    change with more rows.
    """
    table, decisions = json.loads(line)
    kept = [{name: one for name, one in each.items() if not isinstance(PLAYERS[name], Casual)} for each in decisions]
    return json.dumps([table, kept])


def has_more(table: Table) -> bool:
    """Return whether the added rows are in play at a table."""
    return table.ruleset.key == "my_village" or table.seats > 4 or "profiteers" in table.options["expansions"]


@pytest.mark.parametrize("file", WEIGHTS)
def test_weights_for_what_there_is_not_stop_the_start_with_a_sentence(tmp_path: Path, file: str) -> None:
    folder = copied_engine(tmp_path)

    def strange(doc: dict[str, Any]) -> None:
        if file == "my_village/heuristics/weights.json":
            doc["worth"][0]["unicorn"] = 1.0
        else:
            doc["cards"][3] = "unicorn"

    change(folder, file, strange)
    started = run(folder, "-c", "import engine.registry")
    assert started.returncode
    assert started.stderr.splitlines()[-1].endswith(
        "has weights for unicorn, which this version of the game does not have."
    )


@pytest.mark.parametrize("file", [VILLAGERS, MY_VILLAGE])
def test_a_key_that_is_taken_stops_the_start_with_a_sentence(tmp_path: Path, file: str) -> None:
    folder = copied_engine(tmp_path)
    change(folder, file, lambda doc: doc["cards"].append(doc["cards"][15]))
    started = run(folder, "-c", "import engine.registry")
    assert started.returncode
    assert "has more than one row for " in started.stderr.splitlines()[-1]
