"""`hamlet review`: the file of a replay is verified, reviewed and shown, whatever it contains."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from rich.console import Console

from engine.bots.review import KINDS, Depth
from service.tools.cli import main
from service.tools.reviews import show
from tests.service.bots import Plain
from tests.service.test_replay_archive import replay_of

NAMES = ("[/red] Ada\x1b[2J", "Bertha of the long and winding name")


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """A replay, made once."""
    return {}


@pytest.fixture
def replay(client: FlaskClient, known: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The replay of a game whose players have such names; the judge takes no time."""
    monkeypatch.setattr("service.games.ai.reviews.move_analysis.LEVELS", {"medium": Plain()})
    monkeypatch.setattr("service.games.ai.reviews.move_analysis.DEPTHS", {"medium": Depth(samples=1, others=1)})
    if not known:
        known.update(replay_of(client, "villagers"))
        for seat, name in zip(known["seats"], NAMES, strict=True):
            seat["name"] = name
    return copy.deepcopy(known)


def run(folder: Path, doc: Any, *more: str) -> Result:
    file = folder / "replay.json"
    file.write_text(doc if isinstance(doc, str) else json.dumps(doc))
    return CliRunner().invoke(main, ["review", str(file), *more], env={"COLUMNS": "80"})


def test_a_review_fits_a_terminal_whatever_players_are_called(replay: Any, tmp_path: Path) -> None:
    done = run(tmp_path, replay)
    assert done.exit_code == 0, done.output
    told = done.stdout
    assert max(map(len, told.splitlines())) <= 80
    assert "[/red] Ada" in told
    assert "\x1b" not in told
    for word in ("choices", "accuracy", "chance lost", *KINDS):
        assert f"\n  {word} " in told
    assert "Chances at the end: [/red] Ada" in " ".join(told.split())
    assert "…" not in told


def test_the_whole_review_as_json(replay: Any, tmp_path: Path) -> None:
    review = json.loads(run(tmp_path, replay, "--json").stdout)
    assert [seat["seat"] for seat in review["seats"]] == [0, 1]
    assert review["curve"][-1]["version"] == len(replay["moves"])


def test_moves_that_lost_something_and_turning_points(capsys: pytest.CaptureFixture[str]) -> None:
    seats = [
        {
            "decisions": 9 * at,
            "accuracy": [None, 75.0][at],
            "loss": 0.31,
            "verdicts": dict.fromkeys(KINDS, 1),
        }
        for at in range(2)
    ]
    label, better = "Draft [bold]the Carpenter[/bold] from [/]" + " far" * 12, "Pass"
    lost = {
        "version": 41,
        "seat": 1,
        "verdict": "inaccuracy",
        "loss": 0.31,
        "label": label,
        "best": [{"label": better}],
        "reasons": [{"text": "+3 gold: the Carpenter"}, {"text": "-1 gold: your food"}],
    }
    fine = {**lost, "version": 40, "verdict": "good", "label": "Something good"}
    curve = [{"version": at, "chances": [0.5, 0.5]} for at in range(42)] + [{"version": 42, "chances": [0.25, 0.75]}]
    point = {"version": 42, "seat": 0, "before": 0.5, "after": 0.25}
    show({"seats": seats, "curve": curve, "turning_points": [point], "moves": [fine, lost]}, NAMES, Console(width=80))
    told = capsys.readouterr().out
    flat = " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80
    for part in ("Bertha of the", "inaccuracy 0.31 Draft [bold]the", "Carpenter[/bold] from [/] far"):
        assert part in flat
    assert "better: Pass +3 gold: the Carpenter -1 gold: your food" in flat
    assert "Something good" not in flat
    assert "42 [/red] Ada [2J 50 % 25 %" in flat
    assert "Chances at the end: [/red] Ada [2J 25 %, Bertha of the long and winding name 75 %." in flat

    show({"seats": seats, "curve": curve, "turning_points": [], "moves": [fine]}, [None, None], Console(width=80))
    told = capsys.readouterr().out
    assert "No move lost anything worth mentioning." in told
    assert "Turning points" not in told
    assert "seat 1" in told


def test_what_is_no_true_replay_is_refused_with_a_sentence(replay: Any, tmp_path: Path) -> None:
    for doc, told in (
        ("{", "the file is not JSON"),
        ([], "`ruleset` is missing or has the wrong type"),
        ({"ruleset": "chess"}, "there is no ruleset 'chess' here"),
        ({**replay, "moves": replay["moves"][:-1]}, "the game is not over after its last move"),
        ({**replay, "seed": "00"}, "the seed does not follow from the secret and the contributions"),
        ({**replay, "result": {**replay["result"], "winners": []}}, "the game ended with another result"),
    ):
        refused = run(tmp_path, doc)
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "is not a true replay of a finished game: " + told in refused.output
