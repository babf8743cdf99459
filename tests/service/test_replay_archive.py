"""Replays in files: shown and verified, or refused with the first thing that is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from engine.bots import LEVELS
from engine.errors import NotYourTurn
from engine.registry import RULESETS
from service.games.core.game_errors import CannotUndo, NotTrue
from service.games.history.replay_archive import MAX_MOVES, Archived
from service.tools.cli import main
from tests.service.api import HUMAN


def replay_of(client: FlaskClient, key: str) -> Any:
    """Return the replay of a game between people, with a move taken back if that is possible immediately."""
    body = {"ruleset": key, "seats": [HUMAN, HUMAN], "seed": "archive", "options": {"turn_seconds": 600}}
    path = f"/v1/games/{client.post('/v1/games', json=body).get_json()['id']}"
    # Over the API this would take three times as long and show nothing more.
    games, rules, undone = client.application.extensions["games"], RULESETS[key], False
    while seats := (game := games.queries.load_game(path.rpartition("/")[2])).to_act:
        games.play_moves(game, seats[0], [rules.write_move(rules.legal_moves(game.state, seats[0])[0])])
        if not undone:
            with suppress(CannotUndo, NotYourTurn):
                games.undo_move(games.queries.load_game(game.id), seats[0])
                undone = True
    return client.get(f"{path}/replay").get_json()


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """Replays by ruleset, made once."""
    return {}


@pytest.fixture
def told(client: FlaskClient, known: dict[str, Any]) -> Any:
    """The output for a game of My Village."""
    if "my_village" not in known:
        known["my_village"] = replay_of(client, "my_village")
    return copy.deepcopy(known["my_village"])


def run(folder: Path, doc: Any, *more: str) -> Result:
    file = folder / "replay.json"
    file.write_text(doc if isinstance(doc, str) else json.dumps(doc))
    return CliRunner().invoke(main, ["replay", str(file), *more])


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_game_is_told_and_verified(client: FlaskClient, known: dict[str, Any], tmp_path: Path, key: str) -> None:
    doc = known[key] = known.get(key) or replay_of(client, key)
    done = run(tmp_path, doc)
    assert done.exit_code == 0, done.output
    assert f"Verified: {len(doc['moves'])} moves." in " ".join(done.output.split())
    assert len(done.output.splitlines()) > len(doc["moves"])
    assert len(run(tmp_path, doc, "--quiet").output.splitlines()) <= 2


def change(*path: Any, to: Any) -> Callable[[Any], None]:
    def changing(doc: Any) -> None:
        for step in path[:-1]:
            doc = doc[step]
        doc[path[-1]] = to

    return changing


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (change("secret", to="00"), "does not match the hash"),
        (change("salt", to="00"), "does not match the hash"),
        (change("seed", to="00"), "does not follow"),
        (change("rated", to=True), "does not follow"),
        (change("contributions", to=[{"seat": 0, "contribution": "x"}]), "does not follow"),
        (change("contributions", to=[{"seat": 9, "contribution": "x"}]), "at most one"),
        (change("contributions", to=[{"seat": 0, "contribution": "x"}] * 2), "at most one"),
        (change("contributions", to=[{"seat": 0, "contribution": ""}]), "1 to 128 bytes"),
        (change("seed", to="xyz"), "not hexadecimal"),
        (change("ruleset", to="chess"), "no ruleset 'chess'"),
        (change("format", to=10**6), "newer version"),
        (change("options", "dummy", to=1), "options.dummy: "),
        (change("options", "turn_seconds", to=-1), "options.turn_seconds: "),
        (change("seats", to=[]), "not 0"),
        (change("seats", to=[1, 2]), "`type` is missing"),
        (change("moves", to=[]), "not over"),
        (change("moves", to=[{}] * (MAX_MOVES + 1)), f"more than {MAX_MOVES} moves"),
        (change("moves", 5, to=7), "`seat` is missing"),
        (change("moves", 5, "seat", to=9), "move 6: there is no seat 10"),
        (change("moves", 5, "move", to={"type": "nonsense"}), "move 6 is not a valid move"),
        (change("moves", 5, "move", to=None), "move 6 is missing"),
        (change("result", "winners", to=[]), "another result"),
        (change("result", "scores", 0, "total", to=999), "another result"),
        (lambda doc: doc["moves"].pop(0), "seat 1 did not make the last move"),
        (lambda doc: doc["moves"].pop(), "not over"),
    ],
)
def test_the_first_thing_that_is_not_true(told: Any, spoil: Callable[[Any], Any], says: str) -> None:
    spoil(told)
    with pytest.raises(NotTrue) as refusal:
        list(Archived(RULESETS, LEVELS, told).entries())
    assert says in str(refusal.value)


@pytest.mark.parametrize("doc", ["", "[", "[]", "null", "7", '"x"', "{}", '{"ruleset": null}', '{"ruleset": ["x"]}'])
def test_what_is_no_replay(tmp_path: Path, doc: str) -> None:
    done = run(tmp_path, doc)
    assert done.exit_code == 1
    assert "not a true replay" in done.output


def test_names_do_nothing_to_the_terminal(told: Any, tmp_path: Path) -> None:
    for seat in told["seats"]:
        seat["name"] = "\x1b[2J[red]x"
    done = run(tmp_path, told)
    assert done.exit_code == 0
    assert "\x1b" not in done.output
