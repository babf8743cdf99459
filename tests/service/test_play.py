"""A person at a terminal: whole games here, a game on a server, and everything that can be typed."""

from __future__ import annotations

import io
import random
import re
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from rich.console import Console
from werkzeug.serving import make_server

from engine.bots import LEVELS, Candidate, Decision, Session
from engine.registry import RULESETS
from engine.ruleset import Doc, Ruleset
from service.cli import main
from service.terminal.boards import board_of
from service.terminal.command import ADVISER
from service.terminal.host import Advice, Host, Lost, Refused
from service.terminal.local import LocalGame
from service.terminal.play import Left, Play
from service.terminal.remote import Api, RemoteGame, _printable
from service.terminal.words import Words
from tests.service.horn import RULES as HORN
from tests.service.horn import seed_of
from tests.service.test_arena import Watched
from tests.service.toy import NIM

ALWAYS_FIRST = "1\n" * 400


def play(*arguments: str, typed: str, **environ: str) -> Result:
    wide = {"COLUMNS": "200", **environ}
    return CliRunner().invoke(main, ["play", *arguments], input=typed, env=wide)


def local(seed: str, *levels: str | None, stones: int = 7, bots: Any = None) -> LocalGame:
    """The game with the horn."""
    return LocalGame(HORN, {"stones": stones}, levels, bots or LEVELS, "greedy", seed)


def at_terminal(host: Host, monkeypatch: pytest.MonkeyPatch, *typed: str) -> str:
    """What the player sees who types these lines and leaves, if the game is not over by then."""
    seen = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    monkeypatch.setattr("sys.stdout", seen)
    try:
        Play(Console(file=seen, width=200), host).run()
    except Left:
        seen.write("left")
    return seen.getvalue()


# --- whole games here ------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [("villagers", "--seats", "2"), ("my_village", "--seats", "2", "--seat", "1")])
def test_a_whole_game_can_be_played(asked: tuple[str, ...]) -> None:
    done = play(*asked, "--level", "random", "--seed", "s", typed=ALWAYS_FIRST)
    assert done.exit_code == 0, done.output
    assert "The game is over. Winner:" in done.output
    assert "(you)" in done.output


def test_equal_seeds_deal_equal_cards() -> None:
    first = ("--seats", "3", "--option", "first_player=0")
    boards = [play(*first, "--seed", seed, typed="q\n").output for seed in ("a", "a", "b")]
    assert boards[0] == boards[1] != boards[2]


def test_the_player_sees_road_backs_own_hand_and_moves_by_number() -> None:
    asked = ("--seed", "s", "--option", "expansions=developments", "--option", "first_player=0")
    done = play("--seats", "2", *asked, typed="q\n")
    ruleset = RULESETS["villagers"]
    options = ruleset.read_options({"expansions": ["developments"], "first_player": "0"}, 2)
    state = ruleset.setup(options, 2, b"s")
    view = ruleset.write_view(ruleset.view(state, 0))
    names = {card["key"]: card["name"] for card in ruleset.cards("en")}
    for card in view["seats"][0]["hand"]:
        assert names[card["card"]] in done.output
    for number, there in enumerate(view["road"]):
        row = next(line for line in done.output.splitlines() if re.match(rf" *{number} +{names[there['card']]}", line))
        assert view["stacks"][number]["top"]["suit"] in row
    for development in view["developments"]:
        assert names[development["development"]] in done.output
    for number, move in enumerate(ruleset.legal_moves(state, 0), 1):
        assert f"{number} {ruleset.label(move)}" in done.output


@pytest.mark.parametrize("key", RULESETS)
def test_every_rulesets_game_has_a_picture_for_every_seat_at_every_moment(key: str) -> None:
    ruleset = RULESETS[key]
    board = board_of(key)
    for seats in (ruleset.seats[0], ruleset.seats[-1]):
        boxes = {option.name: list(option.values) for option in ruleset.options if option.default == []}
        host = LocalGame(
            ruleset, ruleset.read_options(boxes, seats), [None, *["random"] * (seats - 1)], LEVELS, "greedy", "s"
        )
        words = Words(host.cards(), host.names)
        now, shown = host.wait(), 0
        while now.result is None:
            if shown % 10 == 0:
                Console(file=io.StringIO(), width=160).print(board(now.view, 0, words))
            shown += 1
            host.play(now.choices[-1])
            now = host.wait()
        Console(file=io.StringIO(), width=160).print(board(now.view, 0, words))
        assert shown > 10


# --- what can be typed -----------------------------------------------------------------------


def test_a_ruleset_without_a_picture_of_its_own_is_shown_as_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = at_terminal(local(seed_of(False, False), None, "greedy", stones=3), monkeypatch, "3")
    for part in ("the game", "stones: 3", "1 Take 1", "3 Take 3", "0 (you): took: stones 3", "Winner: 0 (you)"):
        assert part in seen


def test_the_end_of_the_input_leaves_as_q_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ((), ("q",)):
        assert at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, *typed).endswith("left")


def test_what_is_no_command_is_answered_with_all_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("?", "0", "4", "-1", "²", "dance"):
        seen = at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, typed)
        assert "1 to 3 is a move" in seen
        assert "took" not in seen


def test_moves_can_be_filtered(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, "/take 2")
    asked, answered = seen.split("? for help: ")[:2]
    assert "3 Take 3" in asked
    assert answered.removesuffix("Your move, ").split() == ["2", "Take", "2"]


def test_the_game_is_shown_again_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, "v")
    assert seen.count("the game") == 2


class Adviser(Watched):
    """Would play the second move, and tells why."""

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        first, second, *_ = ruleset.view_moves(view)
        return Decision(second, (Candidate(second, 9, 0.75, 12.5), Candidate(first, 3, 0.5, 8)))


def test_a_hint_is_what_the_adviser_would_play(monkeypatch: pytest.MonkeyPatch) -> None:
    host = local(seed_of(False, False), None, "greedy", bots={"greedy": Adviser()})
    seen = at_terminal(host, monkeypatch, "h")
    assert "greedy would play 2: Take 2" in seen
    assert "Take 2 75 % 12.5 Take 1 50 % 8.0" in " ".join(seen.split())


def test_hints_are_given_by_a_level_that_there_is() -> None:
    assert ADVISER in LEVELS


def test_the_score_is_the_rulesets_for_the_position() -> None:
    done = play("--seats", "2", "--seed", "s", typed="s\nq\n")
    for part in ("first market", "second market", "standing", "Founders 2"):
        assert part in done.output


# --- reactions -------------------------------------------------------------------------------


def test_a_reaction_is_offered_and_can_be_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    host = local(seed_of(False, True), "w", None, stones=4, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    seen = at_terminal(host, monkeypatch, "w", "q")
    assert seen.index("You may react") < seen.index("0 (w): took") < seen.index("Your move")
    assert "blew" not in seen


def test_a_reaction_can_be_made_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    host = local(seed_of(False, True), "w", None, stones=4, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    seen = at_terminal(host, monkeypatch, "1", "q")
    assert seen.index("1 (you): blew") < seen.index("0 (w): took")


def test_letting_pass_is_for_one_chance_only() -> None:
    host = local(seed_of(False, True), "w", None, stones=6, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    assert not host.wait().must
    host.let_pass()
    now = host.wait()
    assert now.must
    host.play(now.choices[0])
    assert not host.wait().must


# --- on a server -----------------------------------------------------------------------------


@pytest.fixture
def server(app: Flask, redis: Redis) -> Iterator[str]:
    """The address of the application, answering over real HTTP."""
    serving = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    thread.join()


def test_a_game_on_a_server_can_be_left_and_resumed(server: str, client: FlaskClient) -> None:
    asked = ("--seats", "1", "--option", "solo=beginner", "--option", "expansions=saints", "--server", server)
    begun = play(*asked, typed="1\n1\ns\nq\n")
    assert begun.exit_code == 0, begun.output
    assert "second market" in begun.output
    found = re.search(r"hamlet play --server (\S+) --resume (\S+) (\S+)\n", begun.output)
    assert found is not None, begun.output
    address, game_id, token = found.groups()
    game = client.get(f"/v1/games/{game_id}").get_json()
    assert (address, game["version"], game["options"]["expansions"]) == (server, 2, ["saints"])
    resumed = play("--server", server, "--resume", game_id, token, typed="1\n")
    assert resumed.exit_code == 0, resumed.output
    assert client.get(f"/v1/games/{game_id}").get_json()["version"] == 3
    assert token not in resumed.output.replace(f"--resume {game_id} {token}", "")


def test_what_a_server_refuses_is_told(server: str) -> None:
    for asked, told in (
        (("--option", "moon=full"), "moon"),
        (("--level", "clever"), "clever|must be one of"),
        (("--resume", "nosuchgame", "token"), "no such game"),
    ):
        done = play("--server", server, *asked, typed="")
        assert done.exit_code == 1
        assert re.search(told, done.output), done.output


def test_a_server_that_is_away_is_told() -> None:
    done = play("--server", "http://127.0.0.1:9", typed="")
    assert done.exit_code == 1
    assert "cannot be reached" in done.output


class Scripted(Api):
    """A server that gives prepared answers, path by path, the last one of a path again and again."""

    def __init__(self, answers: dict[str, list[Doc]]) -> None:
        super().__init__("http://scripted")
        self.token = "secret"
        self.answers = answers
        self.asked: list[str] = []

    def get(self, path: str) -> Doc:
        return self._next(path)

    def post(self, path: str, body: Doc, refusals: Sequence[int] = ()) -> Doc:
        answer = self._next(f"POST {path}")
        if answer.get("status") in refusals:
            raise Refused(str(answer["detail"]))
        return answer

    def _next(self, path: str) -> Doc:
        self.asked.append(path)
        answers = self.answers[path]
        return answers.pop(0) if len(answers) > 1 else answers[0]


def stored(version: int, *to_act: int, status: str = "active") -> Doc:
    """A stored game of the toy in which the viewer has seat 0."""
    seats = [
        {"seat": 0, "type": "human", "name": "Ada", "level": None, "status": "taken"},
        {"seat": 1, "type": "ai", "name": None, "level": "greedy", "status": "taken"},
    ]
    view = {"ruleset": "nim", "stones": 3, "bids": [1, None], "has_bid": [True, True], "turn": 0}
    result = {"winners": [1], "scores": [{"seat": 1, "total": 1, "lines": []}]} if status == "finished" else None
    facts = {"ruleset": "nim", "status": status, "version": version, "viewer": 0, "result": result}
    return {"id": "g", "seats": seats, "to_act": list(to_act), "view": view, **facts}


def moves(version: int) -> Doc:
    return {"version": version, "moves": [{"id": f"{version}-a", "label": "Take 1", "move": {"type": "take"}}]}


GAME, MOVES = "/v1/games/g", "/v1/games/g/moves"
LATER = "/v1/games/g?after=4&wait=20"
NOTHING_NEW = {"/v1/games/g/events?after=4": [{"version": 4, "events": []}]}


def remote(answers: dict[str, list[Doc]]) -> tuple[RemoteGame, Scripted]:
    api = Scripted({**NOTHING_NEW, "/v1/rulesets/nim/cards?lang=en": [{"cards": []}], **answers})
    return RemoteGame(api, "g", {"nim": NIM}), api


def test_the_player_waits_for_the_others_and_is_told_what_they_did(monkeypatch: pytest.MonkeyPatch) -> None:
    took = {"type": "took", "seat": 1, "stones": 2}
    host, _ = remote(
        {
            GAME: [stored(4, 1)],
            LATER: [stored(4, 1), stored(5, 0)],
            MOVES: [moves(5)],
            "/v1/games/g/events?after=4": [{"version": 5, "events": [took]}],
        }
    )
    seen = at_terminal(host, monkeypatch, "q")
    assert seen.index("1 (greedy): took: stones 2") < seen.index("1 Take 1")


def test_a_move_that_comes_too_late_is_told_and_the_game_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    host, api = remote(
        {
            GAME: [stored(4, 0)],
            MOVES: [moves(4)],
            f"POST {MOVES}": [{"status": 409, "detail": "somebody was faster"}],
        }
    )
    seen = at_terminal(host, monkeypatch, "1", "q")
    assert seen.index("somebody was faster") < seen.rindex("Your move")
    assert api.asked.count(MOVES) == 2


def test_a_player_whose_time_was_up_comes_back_by_looking_at_the_game() -> None:
    away = stored(4, 0)
    away["seats"][0]["status"] = "away"
    host, api = remote({GAME: [stored(4, 0), away], f"POST {GAME}/seats/0": [stored(5, 0)], MOVES: [moves(5)]})
    assert [choice.handle for choice in host.wait().choices] == ["5-a"]
    assert f"POST {GAME}/seats/0" in api.asked


def test_moves_of_a_later_version_are_not_shown_with_the_earlier_game() -> None:
    nothing = {"/v1/games/g/events?after=3": [{"version": 4, "events": []}]}
    host, api = remote({GAME: [stored(3, 0), stored(3, 0), stored(4, 0)], MOVES: [moves(4)], **nothing})
    assert [choice.handle for choice in host.wait().choices] == ["4-a"]
    assert api.asked.count(GAME) == 3


def test_a_reaction_let_pass_waits_for_something_new() -> None:
    host, api = remote({GAME: [stored(4, 1, 0)], MOVES: [moves(4), moves(5)], LATER: [stored(5, 0)]})
    api.answers["/v1/games/g/events?after=4"] = [{"version": 4, "events": []}]
    assert not host.wait().must
    host.let_pass()
    assert host.wait().must
    assert LATER in api.asked


def test_the_end_of_a_stored_game_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    host, _ = remote({GAME: [stored(4, status="finished")], MOVES: [{"version": 4, "moves": []}]})
    assert "Winner: 1 (greedy)" in at_terminal(host, monkeypatch)


def test_a_hint_of_the_server_is_waited_for() -> None:
    prospect = {"label": "Take 1", "move": {"type": "take"}, "value": 0.75, "gold": 1.0, "visits": 9}
    done = {"id": "d", "status": "done", "level": "hard", "move": {"type": "take"}, "candidates": [prospect]}
    host, _ = remote(
        {
            GAME: [stored(4, 0)],
            "POST /v1/games/g/hint": [{"id": "d", "status": "queued"}],
            "/v1/decisions/d?wait=20": [{"id": "d", "status": "running"}, done],
        }
    )
    advice = host.hint()
    assert (advice.level, advice.move) == ("hard", {"type": "take"})
    assert [(one.label, one.value, one.gold) for one in advice.prospects] == [("Take 1", 0.75, 1.0)]


@pytest.mark.parametrize("status", [404, 409, 429])
def test_a_hint_that_is_refused_does_not_end_the_game(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = {"status": status, "detail": "no hints today"}
    host, _ = remote({GAME: [stored(4, 0)], MOVES: [moves(4)], "POST /v1/games/g/hint": [refusal]})
    seen = at_terminal(host, monkeypatch, "h", "q")
    assert "no hints today" in seen
    assert seen.endswith("left")


def test_a_hint_that_failed_is_told() -> None:
    host, _ = remote({GAME: [stored(4, 0)], "POST /v1/games/g/hint": [{"id": "d", "status": "failed"}]})
    with pytest.raises(Refused):
        host.hint()


def test_a_spectator_cannot_play() -> None:
    with pytest.raises(Lost, match="token"):
        remote({GAME: [{**stored(4, 0), "viewer": None}]})


def test_a_server_cannot_control_the_terminal() -> None:
    sent = {"name": "\x1b[2Jgone", "lines": ["a\nb", "\u202eevil", 3, None]}
    assert _printable(sent) == {"name": " [2Jgone", "lines": ["a b", " evil", 3, None]}


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("chess",), "no ruleset 'chess'"),
        (("my_village", "--seats", "5"), "2 to 4 seats, not 5"),
        (("--seats", "3", "--seat", "3"), "--seat must be 0 to 2"),
        (("--seats", "4", "--level", "greedy", "--level", "random"), "one for each of the 3"),
        (("--level", "clever"), "no level 'clever'"),
        (("--option", "solo=hard"), "solo"),
        (("--resume", "game", "token"), "needs --server"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(asked: tuple[str, ...], told: str) -> None:
    done = play(*asked, typed="")
    assert done.exit_code == 2
    assert told in done.output


def test_levels_go_to_the_other_seats_in_order() -> None:
    done = play("--seats", "3", "--seat", "1", "--level", "random", "--level", "greedy", typed="q\n")
    for part in ("0 (random)", "1 (you)", "2 (greedy)"):
        assert part in done.output


def test_advice_not_to_react_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    host = local(seed_of(True, False), None, "greedy")
    monkeypatch.setattr(host, "hint", lambda: Advice("hard", None))
    assert "hard would let it pass" in at_terminal(host, monkeypatch, "h", "q")
