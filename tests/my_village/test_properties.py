"""My Village: what holds in every game, however it is played."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.my_village import MY_VILLAGE as RULES
from engine.my_village.catalogue.cards import COPIES, KEYS, THE_FIELD, THE_MEETING_PLACE
from engine.my_village.state import EMPTY, OVER, State
from engine.my_village.village.values import ways_to
from tests.engine.playing_rows import ALL_TABLES
from tests.positions import perft, position

games = st.tuples(st.integers(2, 4), st.integers(0, 1 << 32), st.lists(st.integers(0, 1 << 16), max_size=300))


def played(game: tuple[int, int, list[int]]) -> Iterator[State]:
    """Yield the states of a game whose first moves hypothesis chooses; the rest is random."""
    count, seed, choices = game
    rng, pending = random.Random(seed), list(reversed(choices))
    state = RULES.setup(RULES.read_options({}, count), count, seed.to_bytes(5, "big"))
    yield state
    while seats := RULES.to_act(state):
        moves = RULES.legal_moves(state, seats[0])
        RULES.apply(state, seats[0], moves[(pending.pop() if pending else rng.randrange(1 << 16)) % len(moves)])
        yield state


def all_cards(state: State) -> Counter[int]:
    found = Counter(card for card in range(len(KEYS)) if state.open_cards >> card & 1)
    for pile in (*state.monks, *state.travels, state.customers, state.display):
        found.update(pile)
    if state.card != EMPTY:
        found[state.card] += 1
    found[THE_FIELD] += state.fields
    found[THE_MEETING_PLACE] += state.meetings
    for seat in state.seats:
        found.update(card for card in (*seat.crafts, seat.church, seat.council) if card != EMPTY)
        found.update([*seat.monks, *seat.travels, *seat.customers, *seat.served])
        found[THE_FIELD] += len(seat.fields)
        found[THE_MEETING_PLACE] += seat.meeting
    return found


@settings(max_examples=25, deadline=None)
@given(games)
def test_every_card_is_always_there_exactly_once(game: tuple[int, int, list[int]]) -> None:
    box = Counter(dict(enumerate(COPIES)))
    assert box.total() == 104
    for state in played(game):
        assert all_cards(state) == box


@settings(max_examples=25 if os.environ.get(ALL_TABLES) else 10, deadline=None)
@given(games)
def test_nothing_is_ever_owed_and_every_marker_has_a_space(game: tuple[int, int, list[int]]) -> None:
    for state in played(game):
        assert min(state.pool) >= 0
        assert state.chronicle == [min(filled, 2) for filled in state.chronicle]
        for seat in state.seats:
            assert min(seat.coins, seat.story, seat.saved, seat.wild, seat.tokens, *seat.goods) >= 0
            assert all(goods <= 3 for goods in seat.goods)
            assert seat.wild <= 3
            assert seat.tokens <= 2
            assert 0 <= seat.time < 10
            assert len(seat.monks) <= 6
        document = RULES.write_position(state)
        assert RULES.write_position(RULES.read_position(document)) == document


@settings(max_examples=15, deadline=None)
@given(games)
def test_deaths_and_present_villagers_add_up(game: tuple[int, int, list[int]]) -> None:
    """In the end all seats have had the same number of turns, and coffins hold all who ever left (MVEND-1, MVEND-2)."""
    dead = 0
    for state in played(game):
        now = sum(state.chronicle) + state.graves
        assert now in (dead, dead + 1)
        dead = now
    assert state.phase == OVER
    assert dead >= {2: 9, 3: 14, 4: 18}[len(state.seats)]
    assert state.turns == (3 if len(state.seats) == 3 else 4)


@pytest.mark.rule("MVDICE-1", "MVPAY-5", "MVWHITE-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_results_are_one_move(seats: int) -> None:
    """No two legal moves of a position lead to the same one."""
    rng = random.Random(seats)
    for number in range(6):
        state = RULES.setup(RULES.read_options({}, seats), seats, bytes([number]))
        while acting := RULES.to_act(state):
            moves = RULES.legal_moves(state, acting[0])
            if rng.random() < 0.3:
                reached = set()
                for move in moves:
                    after = RULES.clone(state)
                    RULES.advance(after, acting[0], move)
                    reached.add(json.dumps(RULES.write_position(after)))
                assert len(reached) == len(moves)
            RULES.advance(state, acting[0], rng.choice(moves))


@pytest.mark.rule("MVDICE-5", "MVDICE-6", "MVDICE-7", "MV-4")
@pytest.mark.parametrize(("one", "other"), list(product(range(1, 7), repeat=2)))
def test_all_changes_of_two_dice_by_brute_force(one: int, other: int) -> None:
    """Every way to turn the dice, coin by coin and marker by marker, without ways that pay more than another one."""
    costs: dict[int, set[tuple[int, int]]] = {}
    for faces in product(range(1, 7), range(1, 7)):
        for marked in product((False, True), repeat=2):
            ends = zip(faces, (one, other), marked, strict=True)
            coins = sum(abs(face - was) for face, was, free in ends if not free)
            costs.setdefault(sum(faces), set()).add((coins, sum(marked)))
    wanted = {
        (value, coins, tokens)
        for value, ways in costs.items()
        for coins, tokens in ways
        if not any(way != (coins, tokens) and way[0] <= coins and way[1] <= tokens for way in ways)
    }
    assert set(ways_to([one - 1, other - 1], 99, 2)) == wanted
    assert {way for way in wanted if way[1] <= 3 and way[2] <= 1} == set(ways_to([one - 1, other - 1], 3, 1))


def test_counted_turns() -> None:
    """By hand: two fields and a 7. The headman (or him staying), a third field, or one of two alike fields."""
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() ()]) ()]""")
    state = RULES.read_position(start)
    assert perft(RULES, state, 1) == 4
    # The first three end the turn: then two dice of six that are 1, 1, 1, 1, 1, 2 are two choices each. After a field
    # comes the other field, or the end.
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 1 1 1 2]) seats=[
        (fields=[() ()]) ()]""")
    state = RULES.read_position(start)
    assert perft(RULES, state, 2) == 3 * 2 + 2


def test_counted_dice() -> None:
    """Eight dice 1 to 6 and 1, 2: of six faces any two, and two doubles."""
    state = RULES.read_position(position("my_village pool=(white=[1 1 2 2 3 4 5 6]) seats=[() ()]"))
    assert perft(RULES, state, 1) == 15 + 2


@settings(max_examples=10, deadline=None)
@given(games)
def test_a_stage_is_a_turn(game: tuple[int, int, list[int]]) -> None:
    turns: dict[tuple[int, int], set[int]] = {}
    for state in played(game):
        if state.phase != OVER:
            turns.setdefault((state.round, state.turns), set()).add(RULES.stage(state) or 0)
    stages = [stage for _, [stage] in sorted(turns.items())]
    assert stages == list(range(stages[0], stages[0] + len(turns)))
