"""A person at a terminal: whole games here, and everything that can be typed."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import pytest
from rich.console import Console

from engine.bots import LEVELS, Candidate, Decision, Session
from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.tools.terminal.boards import board_of
from service.tools.terminal.command import ADVISER
from service.tools.terminal.local import LocalGame
from service.tools.terminal.venue import Advice
from service.tools.terminal.words import Words
from tests.service.horn import RULES as HORN
from tests.service.horn import seed_of
from tests.service.terminal import at_terminal, play
from tests.service.test_arena import Watched

ALWAYS_FIRST = "1\n" * 400


def local(seed: str, *levels: str | None, stones: int = 7, bots: Any = None) -> LocalGame:
    """The game with the horn."""
    return LocalGame(HORN, {"stones": stones}, levels, bots or LEVELS, "greedy", seed)


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
    for number, there in enumerate(view["road"], 1):
        row = next(line for line in done.output.splitlines() if re.match(rf" *{number} +{names[there['card']]}", line))
        assert view["stacks"][number - 1]["top"]["suit"] in row
    for development in view["developments"]:
        assert names[development["development"]] in done.output
    docs = [ruleset.write_move(move) for move in ruleset.legal_moves(state, 0)]
    for number, label in enumerate(ruleset.words("en").labels(docs, view, [None, None]), 1):
        assert f"{number} {label}" in done.output


@pytest.mark.parametrize("key", RULESETS)
def test_every_rulesets_game_has_a_picture_for_every_seat_at_every_moment(key: str) -> None:
    ruleset = RULESETS[key]
    board = board_of(key)
    for seats in (ruleset.seats[0], ruleset.seats[-1]):
        boxes = {option.name: list(option.values) for option in ruleset.options if option.default == []}
        venue = LocalGame(
            ruleset, ruleset.read_options(boxes, seats), [None, *["random"] * (seats - 1)], LEVELS, "greedy", "s"
        )
        words = Words(venue.cards(), venue.names)
        now, shown = venue.wait(), 0
        while now.result is None:
            if shown % 10 == 0:
                Console(file=io.StringIO(), width=160).print(board(now.view, 0, words))
            shown += 1
            venue.play(now.choices[-1])
            now = venue.wait()
        Console(file=io.StringIO(), width=160).print(board(now.view, 0, words))
        assert shown > 10


# --- what can be typed -----------------------------------------------------------------------


def test_a_ruleset_without_a_picture_of_its_own_is_shown_as_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = at_terminal(local(seed_of(False, False), None, "greedy", stones=3), monkeypatch, "3")
    for part in ("the game", "stones: 3", "1 Take 1", "3 Take 3", "Took: seat 0, stones 3", "Winner: 1 (you)"):
        assert part in seen


def test_the_end_of_the_input_leaves_as_q_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ((), ("q",)):
        assert at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, *typed).endswith("left")


def test_what_is_no_command_is_answered_with_all_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("?", "0", "4", "-1", "²", "dance"):
        seen = at_terminal(local(seed_of(False, False), None, "greedy"), monkeypatch, typed)
        assert "1 to 3 is a move" in seen
        assert "Took" not in seen


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
    venue = local(seed_of(False, False), None, "greedy", bots={"greedy": Adviser()})
    seen = at_terminal(venue, monkeypatch, "h")
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
    venue = local(seed_of(False, True), "w", None, stones=4, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    seen = at_terminal(venue, monkeypatch, "w", "q")
    assert seen.index("You may react") < seen.index("Took: seat 0") < seen.index("Your move")
    assert "blew" not in seen


def test_a_reaction_can_be_made_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    venue = local(seed_of(False, True), "w", None, stones=4, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    seen = at_terminal(venue, monkeypatch, "1", "q")
    assert seen.index("Blew: seat 1") < seen.index("Took: seat 0")


def test_letting_pass_is_for_one_chance_only() -> None:
    venue = local(seed_of(False, True), "w", None, stones=6, bots={"w": Watched(), "greedy": LEVELS["greedy"]})
    assert not venue.wait().must
    venue.decline()
    now = venue.wait()
    assert now.must
    venue.play(now.choices[0])
    assert not venue.wait().must


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
    for part in ("1 (random)", "2 (you)", "3 (greedy)"):
        assert part in done.output


def test_advice_not_to_react_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    venue = local(seed_of(True, False), None, "greedy")
    monkeypatch.setattr(venue, "hint", lambda: Advice("hard", None))
    assert "hard would let it pass" in at_terminal(venue, monkeypatch, "h", "q")
