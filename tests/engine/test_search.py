"""Players that search, and players that follow priors: in games with known best moves, and in the real ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.bots import LEVELS, Session
from engine.bots.casual import Casual
from engine.bots.playing_on import Playouts
from engine.bots.search import Budget, Search
from engine.registry import RULESETS
from engine.ruleset import Forecast
from tests.engine.tables import PLAIN, Table, every_table, some_decisions, walk
from tests.service.horn import BLOW, Horn
from tests.service.toy import TAKE, Nim, State


class BlindNim(Nim):
    """A Nim whose forecast knows nothing before the end, so only a search can find the right move."""

    def forecast(self, state: State) -> Forecast:
        result = self.result(state)
        seats = len(state.bids)
        if result is None:
            return Forecast([0.5] * seats, [1 / seats] * seats, [0.5] * seats)
        won = [float(seat in result["winners"]) for seat in range(seats)]
        return Forecast(won, won, won)

    def priors(self, state: State, seat: int, moves: Any) -> list[float]:
        return [0.0] * len(moves)


class BlindHorn(Horn, BlindNim):
    """The same with hidden reactions."""


def taking(stones: int, bids: tuple[int, ...] = (0, 0), turn: int = 0) -> State:
    return State(b"s", stones, list(bids), turn)


THOROUGH = Search(Budget(800, exploration=1.0))


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_search_finds_the_only_winning_move(stones: int) -> None:
    rules = BlindNim()
    decision = THOROUGH.decide(rules, rules.view(taking(stones), 0), random.Random(1))
    assert decision.move == (TAKE, stones % 4)
    best, *others = decision.candidates
    assert best.move == decision.move
    assert best.visits > max(other.visits for other in others)
    assert best.chance > 0.8 > max(other.chance for other in others)


def test_every_seat_plays_for_itself_in_the_tree() -> None:
    """With three seats and four stones, whoever takes one leaves three, and the next seat takes them all."""
    rules = BlindNim()
    decision = THOROUGH.decide(rules, rules.view(taking(4, (0, 0, 0)), 0), random.Random(2))
    values = {candidate.move[1]: candidate.chance for candidate in decision.candidates}
    assert max(values.values()) < 0.2


def test_a_reaction_is_made_only_where_it_helps() -> None:
    rules = BlindHorn()
    for stones, expected in ((5, (BLOW,)), (4, None)):
        view = rules.view(taking(stones, (0, 3)), 1)
        assert THOROUGH.react(rules, view, random.Random(3)) == expected
    assert THOROUGH.react(rules, rules.view(taking(5, (0, 0)), 1), random.Random(3)) is None


def test_the_session_stops_the_thinking() -> None:
    rules, asked = BlindNim(), []
    session = Session(stop=lambda: asked.append(1) is None and len(asked) > 20)
    decision = THOROUGH.decide(rules, rules.view(taking(7), 0), random.Random(1), session)
    assert sum(candidate.visits for candidate in decision.candidates) == 21


def test_a_search_by_time_goes_on_until_the_session_stops_it() -> None:
    rules, asked = BlindNim(), []
    session = Session(stop=lambda: asked.append(1) is None and len(asked) > 500)
    few = Search(Budget(10))
    decision = few.timed().decide(rules, rules.view(taking(7), 0), random.Random(1), session)
    assert decision.iterations == sum(candidate.visits for candidate in decision.candidates) == 501
    assert few.decide(rules, rules.view(taking(7), 0), random.Random(1)).iterations == 10
    greedy = LEVELS["greedy"]
    assert greedy.timed() is greedy, "it never thinks for long"


def states(table: Table, step: int) -> list[tuple[Any, int]]:
    rules = table.ruleset
    return [(rules.clone(state), seat) for state, seat, moves in some_decisions(table, 21, step) if len(moves) > 1]


@every_table(PLAIN)
def test_equal_seed_and_iterations_equal_decision(table: Table) -> None:
    rules, bot = table.ruleset, Search(Budget(40))
    for state, seat in states(table, 40):
        view = rules.view(state, seat)
        one, two = (bot.decide(rules, view, random.Random(5)) for _ in range(2))
        assert one == two
        visits = [candidate.visits for candidate in one.candidates]
        assert sum(visits) == 40
        assert visits[0] == max(visits)
        assert sorted(candidate.move for candidate in one.candidates) == list(rules.legal_moves(state, seat))
        assert all(0 <= candidate.chance <= 1 for candidate in one.candidates)


@every_table(PLAIN)
def test_a_brief_decision_has_the_same_move_after_fewer_iterations(table: Table) -> None:
    rules, bot, made = table.ruleset, Search(Budget(100)), []
    for state, seat in states(table, 20):
        view = rules.view(state, seat)
        whole, brief = (bot.decide(rules, view, random.Random(5), Session(brief=how)) for how in (False, True))
        assert whole.move == brief.move
        assert whole.iterations == 100
        assert {one.move for one in whole.candidates} == {one.move for one in brief.candidates}
        made.append(brief.iterations)
    assert 50 <= min(made) < 100


def test_a_seat_that_plays_alone_may_think_for_longer() -> None:
    rules, bot = BlindNim(), Search(Budget(40, alone=60))
    for bids, iterations in (((0,), 60), ((0, 0), 40), ((0, 0, 0), 40)):
        view = rules.view(taking(9, bids), 0)
        assert bot.decide(rules, view, random.Random(3)).iterations == iterations
        stopped = Session(lambda: True)
        assert bot.timed().decide(rules, view, random.Random(3), stopped).iterations == 1


@every_table(PLAIN)
def test_a_move_is_chosen_as_soon_as_it_is_settled(table: Table) -> None:
    """The choice equals that of the whole budget, which `decide` always uses up."""
    rules, bot, asked = table.ruleset, Search(Budget(64)), [0, 0]

    def counting(who: int) -> Session:
        def stop() -> bool:
            asked[who] += 1
            return False

        return Session(stop)

    for number, (state, seat, moves) in enumerate(some_decisions(table, seed=8, step=24)):
        view = rules.view(state, seat)
        decide = bot.choose if seat == rules.to_act(state)[0] else bot.react
        chosen = decide(rules, view, random.Random(number), counting(0))
        assert chosen == bot.decide(rules, view, random.Random(number), counting(1)).move
        assert len(moves) == 1 or asked[1] % 63 == 0
    assert asked[0] < 0.95 * asked[1]


@every_table(PLAIN)
def test_the_tree_is_used_again_in_the_same_turn_only(table: Table) -> None:
    """What a session remembers saves iterations if the next decision follows; otherwise it changes nothing."""
    rules, bot, reused = table.ruleset, Search(Budget(60)), 0
    for state, seat in states(table, 25):
        session, rng = Session(), random.Random(6)
        decision = bot.decide(rules, rules.view(state, seat), rng, session)
        rules.advance(state, seat, decision.move)
        if rules.to_act(state)[:1] != (seat,) or len(rules.legal_moves(state, seat)) == 1:
            continue
        known = session.memory.visits if session.memory is not None and session.memory.seat == seat else 0
        again = bot.decide(rules, rules.view(state, seat), rng, session)
        assert again.move in rules.legal_moves(state, seat)
        reused += known > 0
    other = RULESETS["my_village" if rules.key == "villagers" else "villagers"]
    elsewhere = other.setup(other.read_options({}, 2), 2, b"x")
    view, seat = other.view(elsewhere, other.to_act(elsewhere)[0]), other.to_act(elsewhere)[0]
    assert bot.decide(other, view, random.Random(1), session).move in other.legal_moves(elsewhere, seat)
    assert reused > 0


@every_table(PLAIN)
def test_forecasts_are_chances_and_exact_at_the_end(table: Table) -> None:
    rules = table.ruleset
    for state, _, _ in some_decisions(table, 22, 3):
        forecast = rules.forecast(state)
        assert len(forecast.totals) == len(forecast.chances) == len(forecast.leads) == table.seats
        assert all(0 <= chance <= 1 for chance in forecast.chances + forecast.leads)
        assert table.seats == 1 or sum(forecast.chances) == pytest.approx(1)
    *_, (state, _, _) = walk(table, 22)
    result, forecast = rules.result(state), rules.forecast(state)
    assert result is not None
    assert forecast.totals == [score["total"] for score in result["scores"]]
    assert [seat for seat, chance in enumerate(forecast.chances) if chance] == result["winners"]


@every_table(PLAIN)
def test_no_two_moves_mean_the_same(table: Table) -> None:
    rules = table.ruleset
    for state, seat, moves in walk(table, 23):
        assert len({rules.meaning(state, move) for move in moves}) == len(moves)
        priors = rules.priors(state, seat, moves)
        assert len(priors) == len(moves)


def test_who_overlooks_nothing_and_never_errs_plays_the_best_first_guess() -> None:
    rules = Nim()
    sharp = Casual(overlooks=0.0, error=0.0)
    assert sharp.choose(rules, rules.view(taking(7), 0), random.Random(1)) == (TAKE, 3)
    blurred = Casual(overlooks=0.5, error=5.0)
    view, rng = rules.view(taking(7), 0), random.Random(1)
    found = {blurred.choose(rules, view, rng, Session(persona=str(game))) for game in range(40)}
    assert found == {(TAKE, 1), (TAKE, 2), (TAKE, 3)}


def test_levels_are_told_weakest_first() -> None:
    assert list(LEVELS) == ["random", "beginner", "easy", "greedy", "medium", "hard", "expert"]
    iterations = [bot.budget.iterations for bot in LEVELS.values() if isinstance(bot, Search)]
    assert iterations == sorted(iterations)


@every_table(PLAIN)
def test_rollouts_of_one_comparison_end_at_the_same_stage(table: Table) -> None:
    """Moves that end the stage are followed by no more of the game than the others."""
    rules, compared = table.ruleset, 0
    for state, seat, moves in some_decisions(table, 24, 3):
        after = [rules.clone(state) for _ in moves]
        for future, move in zip(after, moves, strict=True):
            rules.advance(future, seat, move)
        compared += len({rules.horizon(future) for future in after if rules.to_act(future)}) > 1
        Playouts(rules).play_on(after, rules.horizon(state))
        assert len({rules.stage(future) for future in after if rules.to_act(future)}) <= 1
    assert compared
