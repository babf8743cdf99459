"""Games by the SDK on a real stack: whole ones, over cut connections, and on a server that is newer than the SDK."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hamlet_client
from hamlet_client import Conflict, Game, Hamlet, IllegalMove, Invalid, NotFound, Unreachable
from sdk.python.tests.proxy import Proxy
from tools.testbed.stack import Stack

README = Path(__file__).parents[1] / "README.md"
RULESETS = ("villagers", "my_village")
SEATS: list[Any] = [{"type": "human"}, {"type": "ai", "level": "random"}]
AIS: list[Any] = [{"type": "ai", "level": "random"}, {"type": "ai", "level": "random"}]

pytestmark = pytest.mark.long


def played(game: Game, seed: int = 1) -> tuple[list[int], list[Any]]:
    """Play at random to the end: the versions of the turns, and the events that they brought."""
    rng, versions, events = random.Random(seed), [], []
    for turn in game.turns():
        versions.append(turn.version)
        events += turn.events
        assert turn.play(rng.choice(turn.moves)) is not None
    assert game.result is not None
    assert game.latest is not None
    return versions, [*events, *game.latest["events"]]


def plain(events: list[Any]) -> list[Any]:
    """Events without their pointers into the view, which are those of the version that they came with."""
    return [{name: value for name, value in event.items() if name != "about"} for event in events]


def assert_each_once(client: Hamlet, game: Game, versions: list[int], events: list[Any]) -> None:
    """Check that every turn of the seat was played once, and that every event came once."""
    record = client.api.get_replay(game.id)
    own = [version for version, move in enumerate(record["moves"]) if move["seat"] == 0]
    assert versions == own
    everything = client.api.list_events(game.id, token=game.token, after=0)["events"]
    assert plain(events) == plain(everything)


def test_the_readme_makes_its_first_move_in_ten_lines(stack: Stack, tmp_path: Path) -> None:
    found = re.search(r"<!-- run: first -->\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    code = found[1].replace("http://127.0.0.1:8000", f"http://127.0.0.1:{stack.port}")
    assert len(code.splitlines()) <= 10
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout.splitlines()[-1]


def test_the_rest_of_the_readme(stack: Stack) -> None:
    blocks = re.findall(r"<!-- run: rest -->\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 4
    exec("".join(blocks).replace("http://127.0.0.1:8000", f"http://127.0.0.1:{stack.port}"), {})


def test_the_readme_has_the_types_of_the_sdk(tmp_path: Path) -> None:
    blocks = re.findall(r"<!-- run: \w+ -->\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "examples.py").write_text("".join(blocks), encoding="utf-8")
    package = Path(hamlet_client.__file__).parents[1]
    command = [sys.executable, "-m", "mypy", "--strict", "examples.py"]
    env = {**os.environ, "MYPYPATH": str(package)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game(client: Hamlet, ruleset: str) -> None:
    game = client.games.create(ruleset, seats=SEATS)
    assert_each_once(client, game, *played(game))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_whose_answers_are_lost(proxy: Proxy, through: Hamlet, client: Hamlet, ruleset: str) -> None:
    rng = random.Random(2)
    proxy.loses = lambda method, path: rng.random() < 0.3
    game = through.games.create(ruleset, seats=SEATS)
    versions, events = played(game)
    assert proxy.lost > 10
    assert_each_once(client, game, versions, events)


def test_a_creation_whose_answer_is_lost_makes_one_game(proxy: Proxy, through: Hamlet, client: Hamlet) -> None:
    lost = [True, True]
    proxy.loses = lambda method, path: lost.pop() if lost else False
    before = len(list(client.games.list()))
    game = through.games.create("villagers", seats=SEATS, public=True)
    assert [status for _, _, status in proxy.seen] == [201] * 3
    assert len(list(client.games.list())) == before + 1
    assert game.refresh()["id"] == game.id


def test_an_invitation_whose_answer_is_lost_is_not_repeated(proxy: Proxy, through: Hamlet) -> None:
    game = through.games.create("villagers", seats=[{"type": "human"}, {"type": "open"}])
    proxy.loses = lambda method, path: path.endswith("/invitations")
    with pytest.raises(Unreachable):
        through.api.create_invitation(game.id, {"seat": 1}, token=game.host_token)
    assert proxy.lost == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stream_that_is_cut_twenty_times(proxy: Proxy, through: Hamlet, client: Hamlet, ruleset: str) -> None:
    rng = random.Random(3)
    proxy.cut = lambda path: rng.randrange(3000) if proxy.cuts < 20 else None
    proxy.loses = lambda method, path: rng.random() < 0.2
    # It waits for its last seat, so that the stream can be cut while nothing has happened yet, too.
    game = through.games.create(ruleset, seats=[{"type": "human"}, {"type": "open"}], public=True)
    other = client.games.join(game.id, 1)
    told: list[Any] = []
    versions: list[int] = []
    watched = through.games.open(game.id)
    follower = watched.events()
    seats, rng2 = {0: client.games.open(game.id, game.token), 1: other}, random.Random(4)
    while watched.result is None:
        now = client.api.get_game(game.id)
        if now["status"] == "active":
            seats[now["to_act"][0]].play(rng2.choice(seats[now["to_act"][0]].moves()))
        for update in follower:
            versions.append(update["version"])
            told += update["events"]
            if update["version"] > now["version"]:
                break
    assert proxy.cuts == 20
    assert versions == sorted(set(versions))
    everything = client.api.list_events(game.id, after=0)
    assert plain(told) == plain(everything["events"])
    assert versions[-1] == everything["version"]


def test_a_game_is_polled_where_there_is_no_stream(proxy: Proxy, through: Hamlet, client: Hamlet) -> None:
    refusal = {"type": "/problems/too-many-streams", "status": 503, "title": "", "detail": ""}
    proxy.refuses = lambda method, path: (503, {"Retry-After": "5"}, refusal) if path.endswith("/events") else None
    game = through.games.create("villagers", seats=AIS)
    told = [event for update in game.events() for event in update["events"]]
    assert game.result is not None
    assert plain(told) == plain(client.api.list_events(game.id, after=0)["events"])


# --- what a newer server may do --------------------------------------------------------------


def newer(document: Any) -> Any:
    """Return a document with fields in every object, and values in every list of events, that no contract has yet."""
    if isinstance(document, list):
        return [newer(each) for each in document]
    if not isinstance(document, dict):
        return document
    changed = {name: newer(value) for name, value in document.items()}
    for name in ("events", "contributions", "about"):
        if isinstance(changed.get(name), list):
            changed[name].append({"type": "weather_changed", "to": "rain"} if name != "about" else "/weather/0")
    if changed.get("phase"):
        changed["phase"] = "harvest_festival"
    if isinstance(changed.get("seats"), list):
        changed["seats"] = [
            each | {"status": "asleep"} if isinstance(each, dict) else each for each in changed["seats"]
        ]
    # Not where any name is that of a seat.
    return changed if "0" in changed or "1" in changed else changed | {"weather": {"sky": "cloudy", "since": None}}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_newer_server_breaks_no_game(proxy: Proxy, through: Hamlet, client: Hamlet, ruleset: str) -> None:
    proxy.change = lambda path, document: newer(document)
    proxy.messages = lambda path: 'event: weather\nid: sunny\ndata: {"sky": "clear"}\n\nevent: calm\ndata: 5\n\n'
    failing = random.Random(5)
    problem = {"type": "/problems/eclipse", "title": "It is dark", "status": 503, "detail": "", "moon": 1}
    proxy.refuses = lambda method, path: (503, {"Retry-After": "0"}, problem) if failing.random() < 0.2 else None
    game = through.games.create(ruleset, seats=SEATS)
    versions = []
    for turn in game.turns():
        assert turn.data["weather"]["sky"] == "cloudy"  # type: ignore[typeddict-item]
        versions.append(turn.version)
        turn.play(turn.moves[-1])
    assert game.result is not None
    record = client.api.get_replay(game.id)
    assert versions == [version for version, move in enumerate(record["moves"]) if move["seat"] == 0]
    watched = through.games.open(game.id)
    told = [event for update in watched.events() for event in update["events"]]
    assert watched.result is not None
    kinds = [str(event["type"]) for event in told]
    assert "weather_changed" in kinds
    everything = client.api.list_events(game.id, after=0)["events"]
    assert [kind for kind in kinds if kind != "weather_changed"] == [event["type"] for event in everything]


def test_a_new_problem_is_raised_with_its_fields_and_the_game_goes_on(proxy: Proxy, through: Hamlet) -> None:
    game = through.games.create("villagers", seats=SEATS)
    turn = next(game.turns())
    problem = {
        "type": "/problems/full-moon",
        "title": "Nobody works",
        "status": 409,
        "detail": "Wait.",
        "until": "dawn",
    }
    proxy.refuses = lambda method, path: (409, {}, problem) if method == "POST" else None
    with pytest.raises(Conflict) as refused:
        turn.play(turn.moves[0])
    assert (refused.value.kind, refused.value.document["until"]) == ("full-moon", "dawn")
    proxy.refuses = lambda method, path: None
    assert turn.play(turn.moves[0]) is not None


# --- turns -----------------------------------------------------------------------------------


def test_a_turn_that_is_over_is_no_error(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=SEATS, options={"first_player": "0"})
    turns = game.turns()
    turn = next(turns)
    first = turn.play(turn.moves[0])
    assert first is not None
    assert turn.play(turn.moves[0]) is None
    assert next(turns).version > turn.version


def test_a_turn_that_is_not_played_is_not_repeated(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=[{"type": "human"}, {"type": "human"}], options={"first_player": "0"})
    turns = game.turns()
    turn = next(turns)
    # Somebody else plays it, by the same token.
    client.games.open(game.id, game.token).play(turn.moves[0])
    later = game.seat(1)
    after = next(later.turns())
    after.play(after.moves[0])
    following = next(turns)
    assert following.version > turn.version
    missed = client.api.list_events(game.id, token=game.token, after=turn.version)["events"]
    assert plain(following.events) == plain(missed)


def test_who_goes_on_without_playing_is_told(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=SEATS, options={"first_player": "0"})
    turns = game.turns()
    with pytest.raises(IllegalMove):
        next(turns).play({"type": "draft_reserve"})
    with pytest.raises(RuntimeError, match="the turn at version 0 was not played"):
        next(turns)
    turn = next(game.turns())
    assert turn.play(turn.moves[0]) is not None


def test_refusals_are_exceptions_with_the_fields_of_the_problem(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=SEATS, options={"first_player": "0"})
    turn = next(game.turns())
    with pytest.raises(IllegalMove) as illegal:
        turn.play({"type": "draft_reserve"})
    assert (illegal.value.status, illegal.value.kind, illegal.value.rule) == (422, "illegal-move", "DRAFT-17")
    with pytest.raises(Invalid) as invalid:
        client.games.create("villagers", seats=[{"type": "human", "age": 7}])  # type: ignore[typeddict-unknown-key]
    assert list(invalid.value.errors) == ["seats.0.age"]
    assert "seats.0.age" in str(invalid.value)
    with pytest.raises(NotFound):
        client.games.open("nowhere").refresh()
    # Another version's move is refused, and the turn is still on.
    with pytest.raises(Conflict):
        turn.play("9-0")
    assert turn.play(turn.moves[0]) is not None


# --- the rest --------------------------------------------------------------------------------


def test_everything_else(client: Hamlet) -> None:
    game = client.games.create("villagers", seats=[{"type": "human"}, {"type": "open"}], public=True)
    assert game.id in [summary["id"] for summary in client.games.list(status="waiting")]
    invitation = client.api.create_invitation(game.id, {"seat": 1}, token=game.host_token)
    other = client.games.accept(invitation["code"], name="Eve")
    assert list(other.tokens) == [1]
    first = {0: game, 1: other}[game.refresh()["to_act"][0]]
    hint = first.hint("greedy")
    assert hint["status"] == "done"
    assert hint["move"] in [each["move"] for each in first.moves()]
    seat, view = 0 if first is game else 1, first.refresh()["view"]
    body: Any = {"ruleset": "villagers", "seat": seat, "view": view, "level": "greedy"}
    decision = client.decide(body)
    assert decision["candidates"][0]["move"] == decision["move"]
    assert {each["key"] for each in client.api.list_rulesets()["rulesets"]} == set(RULESETS)
    assert client.api.get_rule("villagers", "DRAFT-5")["id"] == "DRAFT-5"
    assert client.request("GET", "/v1/rulesets/{}".format("villagers"))["key"] == "villagers"
    position = "villagers phase=build seats=[(gold=12) ()]"
    assert client.api.list_position_moves({"position": position, "seat": 0})["moves"]


def test_many_decisions_over_a_connection_that_is_cut(proxy: Proxy, through: Hamlet) -> None:
    rng = random.Random(6)
    proxy.cut = lambda path: rng.randrange(6000) if proxy.cuts < 5 else None
    positions = [f"villagers phase=build seats=[(hand=[cooper] gold={gold}) ()]" for gold in range(20)]
    requests: list[Any] = [
        {"ruleset": "villagers", "seat": number % 20 // 19, "position": position, "level": "greedy"}
        for number, position in enumerate(positions)
    ]
    *answers, last = through.decide_many(requests)
    assert proxy.cuts == 5
    assert [answer["status"] for answer in answers] == ["done"] * 19
    alone = [through.decide(request)["candidates"] for request in requests[:-1]]
    assert [answer["candidates"] for answer in answers] == alone
    assert last["problem"]["type"].endswith("/not-your-turn")


def test_a_review_and_the_next_game(client: Hamlet) -> None:
    """Also of a game that only its players may watch."""
    seats: list[Any] = [{"type": "human"}, {"type": "human"}]
    game = client.games.create("villagers", seats=seats, options={"first_player": "0"}, watch="players")
    turn = next(game.turns())
    turn.play(turn.moves[0])
    game.resign(0)
    assert game.result is not None
    review = game.review("medium", milliseconds=10)
    assert (review["status"], len(review["moves"])) == ("done", 1)
    assert game.replay()["result"] == game.refresh()["result"] == game.result
    again = game.rematch()
    assert (again.id, list(again.tokens)) == (game.refresh()["rematch"], [1])
