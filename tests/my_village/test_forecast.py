"""Forecasts and priors for searches, which use the learned weights."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.resources import files

import pytest

from engine.my_village import MY_VILLAGE
from engine.my_village.heuristics.clock import Clock
from engine.my_village.heuristics.features import NAMES, describe
from engine.my_village.heuristics.move_values import MoveValues
from engine.my_village.heuristics.weights import KNOTS, WEIGHTS, worth
from engine.my_village.moves import CALL_STEWARD, END_TURN, MOVE_PLOW, TAKE_CARD, TRAVEL
from engine.my_village.phases import banners
from engine.my_village.scoring import points
from engine.my_village.state import BANNERS, EMPTY, State
from tests.my_village.choosing import at_first_sight
from tests.my_village.game import headman, steward
from tests.positions import after, position

ELSEWHERE = (TRAVEL, CALL_STEWARD, END_TURN, MOVE_PLOW)
"""Banners whose worth is a guess at something drawn or done later."""


def states(seed: int, seats: int = 2, astray: float = 0.1) -> Iterator[State]:
    """Yield the decisions of a game between players who follow their first guesses, except for some random moves."""
    rng = random.Random(seed)
    state = MY_VILLAGE.setup(MY_VILLAGE.read_options({}, seats), seats, rng.randbytes(32))
    while acting := MY_VILLAGE.to_act(state):
        yield state.clone_state()
        moves = MY_VILLAGE.legal_moves(state, acting[0])
        priors = MY_VILLAGE.priors(state, acting[0], moves)
        best = moves[priors.index(max(priors))]
        MY_VILLAGE.advance(state, acting[0], rng.choice(moves) if rng.random() < astray else best)


# --- the data --------------------------------------------------------------------------------


def test_every_feature_has_a_weight_for_each_time_left() -> None:
    data = json.loads(files("engine.my_village.heuristics").joinpath("weights.json").read_text(encoding="utf-8"))
    assert [set(knot) for knot in data["worth"]] == [set(NAMES)] * len(KNOTS)
    assert set(data["rounds"]) == {"2", "3", "4"}
    for table in data["rounds"].values():
        assert table == sorted(table), "the more lives are left, the more rounds"
    made = data["provenance"]
    assert {"script", "player", "generations", "games", "seed", "samples", "date", "held_out"} <= set(made)
    assert all(0 < part["explained"] < 1 for part in made["held_out"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_village_has_as_many_features_as_there_are_names(seats: int) -> None:
    for state in states(1, seats):
        assert all(len(describe(state, who)) == len(NAMES) for who in range(seats))


# --- time ------------------------------------------------------------------------------------


@pytest.mark.rule("MVEND-1", "MVROUND-4")
def test_in_the_last_round_the_turns_left_are_certain() -> None:
    for turns, left in ((0, [2, 2]), (1, [2, 1]), (2, [1, 1]), (3, [1, 0])):
        start = position(f"""my_village phase=dice pool=(white=[{"1 " * (8 - 2 * turns)}]) graves=9 turns={turns}
            first_player={turns % 2} seats=[() ()]""")
        clock = Clock(MY_VILLAGE.read_position(start), WEIGHTS, running=False)
        found = [clock.left(who) for who in (0, 1)]
        assert found == [left[who] for who in (0, 1)], turns


@pytest.mark.rule("MVEND-1", "MVTIME-1")
def test_spent_time_brings_the_end_nearer() -> None:
    text = "my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) graves=4 seats=[(time={}) ()]"
    early, late = (MY_VILLAGE.read_position(position(text.format(time))) for time in (1, 9))
    assert Clock(early, WEIGHTS, running=True).left(0) > Clock(late, WEIGHTS, running=True).left(0)
    clock = Clock(early, WEIGHTS, running=True)
    assert clock.left(0) > clock.left(0, 0.5)
    assert clock.left(0, 0.0, 5) == 1, "five more deaths: the round is the last"


# --- forecasts -------------------------------------------------------------------------------


@pytest.mark.rule("MVEND-3")
def test_without_turns_to_come_the_points_are_counted() -> None:
    richer = position("""my_village phase=banners turns=3 first_player=1 turn=(value=7 begun=yes)
        pool=(white=[1 1 2 3 4 5 6 6]) graves=9 seats=[(saved=9) (saved=3)]""")
    forecast = MY_VILLAGE.forecast(MY_VILLAGE.read_position(richer))
    assert forecast.totals == [
        score["total"] for score in MY_VILLAGE.score_now(MY_VILLAGE.read_position(richer))["rows"]
    ]
    assert forecast.chances[0] > 0.95
    assert sum(forecast.chances) == pytest.approx(1)


def test_who_is_ahead_is_thought_to_win_and_surer_of_it_later() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) graves=3 seats=[
        (saved=8 crafts=[stables_1+1 office_1+1]) ()]""")
    early = MY_VILLAGE.forecast(MY_VILLAGE.read_position(start))
    start = position("""my_village phase=dice turns=2 pool=(white=[1 1 1 1]) graves=8 seats=[
        (saved=8 crafts=[stables_1+1 office_1+1]) ()]""")
    late = MY_VILLAGE.forecast(MY_VILLAGE.read_position(start))
    assert 0.5 < early.chances[0] < late.chances[0]


@pytest.mark.rule("MVINFO-1", "MVINFO-2")
def test_what_is_hidden_changes_neither_forecasts_nor_priors() -> None:
    rng = random.Random(5)
    seen = 0
    for state in states(5):
        who = MY_VILLAGE.to_act(state)[0]
        view = MY_VILLAGE.view(state, who)
        one, other = (MY_VILLAGE.sample(view, rng) for _ in range(2))
        seen += one.customers != other.customers
        moves = MY_VILLAGE.legal_moves(state, who)
        assert MY_VILLAGE.priors(one, who, moves) == MY_VILLAGE.priors(other, who, moves)
        assert MY_VILLAGE.forecast(one) == MY_VILLAGE.forecast(other)
    assert seen


def test_forecasts_and_priors_leave_the_state_as_it_is() -> None:
    for state in states(6, 3):
        before = MY_VILLAGE.write_position(state)
        MY_VILLAGE.forecast(state)
        MY_VILLAGE.priors(state, state.turn, MY_VILLAGE.legal_moves(state, state.turn))
        assert MY_VILLAGE.write_position(state) == before


# --- priors ----------------------------------------------------------------------------------


def lead(state: State, who: int) -> float:
    """Return how far a seat is ahead by the weights, once the current turn is over."""
    clock = Clock(state, WEIGHTS, running=True)
    seats = range(len(state.seats))
    totals = [points(state, seat) + worth(WEIGHTS.at(clock.left(seat)), describe(state, seat)) for seat in seats]
    return totals[who] - (sum(totals) - totals[who]) / (len(totals) - 1)


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long)])
def test_a_banner_is_guessed_to_add_what_it_adds_when_it_is_played(seats: int) -> None:
    """Compare the short cut with the long way: play the banner on a copy and evaluate all villages again."""
    missed = []
    for state in [*states(7, seats), *states(8, seats)]:
        who = state.turn
        if state.phase != BANNERS:
            continue
        priors = MoveValues(state, who, WEIGHTS)
        for move in MY_VILLAGE.legal_moves(state, who):
            played = state.clone_state()
            if move[0] in ELSEWHERE or (not banners.play(played, who, move, None) and move[0] == TAKE_CARD):
                continue
            if played.card != EMPTY:
                played.seats[who].monks.append(played.card)
            tile = move[0] == TAKE_CARD and move[4] != EMPTY
            guess = priors.banner((*move[:4], EMPTY) if tile else move)
            missed.append(abs(guess - (lead(played, who) - lead(state, who))))
    assert len(missed) > 300
    assert sum(missed) / len(missed) < 0.15
    assert sorted(missed)[len(missed) * 19 // 20] < 0.6
    assert max(missed) < 2


@pytest.mark.rule("MVEND-1", "MVHEADMAN-6")
def test_what_ends_the_game_is_worth_what_is_counted_then() -> None:
    """The step home saves nine points and kills the missing villager: the game is over with this turn."""
    start = position("""my_village phase=banners turns=3 first_player=1 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        graves=8 seats=[(headman=coin story=9 time=9) ()]""")
    state = MY_VILLAGE.read_position(start)
    priors = MoveValues(state, 0, WEIGHTS)
    home, further = (priors.banner(MY_VILLAGE.read_move(state, 0, headman(to))) for to in ("main_house", "story"))
    assert home - further == pytest.approx(9)
    assert at_first_sight(start) == [headman("main_house")]


def test_customers_are_chosen_by_the_goods_at_hand() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_14 customer_26 customer_30] graves=5 seats=[(crafts=[stables_1+3 brewery_1+2]) ()]""")
    (bought,) = at_first_sight(after(start, steward()))
    assert "customer_14" in bought["customers"]
    assert "customer_26" not in bought["customers"]
    game = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_14 customer_15] seats=[(crafts=[stables_1+3 brewery_1+2]) ()]""")
    assert at_first_sight(game) == [steward()]


def test_a_position_without_choice_is_no_trouble() -> None:
    forced = position("my_village phase=laborer turn=(value=7) pool=(white=[1 1 1 1 1 1]) seats=[(villagers=[]) ()]")
    state = MY_VILLAGE.read_position(forced)
    assert len(MY_VILLAGE.priors(state, 0, MY_VILLAGE.legal_moves(state, 0))) == 5
