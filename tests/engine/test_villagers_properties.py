"""Villagers: what stays true in every game, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import LEVELS
from engine.registry import RULESETS
from engine.villagers.catalogue import BASICS, BUILDERS, CAPACITY, CARDS, DRAFTABLE, FOUNDERS, FOUNDERS_FED, KEYS
from engine.villagers.setup import deck
from engine.villagers.state import EMPTY, OVER, Seat, State

RULES = RULESETS["villagers"]

games = st.tuples(st.integers(2, 5), st.integers(0, 1 << 32), st.lists(st.integers(0, 1 << 16), max_size=400))


def played(game: tuple[int, int, list[int]]) -> Iterator[State]:
    """The states of a game whose first moves hypothesis chooses; the rest is random."""
    count, seed, choices = game
    rng, pending = random.Random(seed), list(reversed(choices))
    options = {"expansions": ["profiteers"] if seed % 2 else []}
    state = RULES.setup(RULES.read_options(options, count), count, seed.to_bytes(5, "big"))
    yield state
    while seats := RULES.to_act(state):
        moves = RULES.legal_moves(state, seats[0])
        RULES.apply(state, seats[0], moves[(pending.pop() if pending else rng.randrange(1 << 16)) % len(moves)])
        yield state


def all_cards(state: State) -> Counter[int]:
    hidden = [card for pile in (*state.stacks, state.reserve, *(seat.hand for seat in state.seats)) for card in pile]
    if state.pending != EMPTY:
        hidden.append(state.pending)
    found = Counter(card >> 8 for card in hidden)
    found.update([card for card in state.road if card != EMPTY] + state.discard)
    for seat in state.seats:
        found.update(seat.square)
        found.update(FOUNDERS if card == FOUNDERS_FED else card for card in seat.card if card != EMPTY)
    for card, left in zip(BASICS, state.basics, strict=True):
        found[card] += left
    return found


def visible(seat: Seat) -> list[int]:
    return [card for card, kids in zip(seat.card, seat.kids, strict=True) if card != EMPTY and not kids]


@settings(max_examples=25, deadline=None)
@given(games)
def test_every_card_is_always_there_exactly_once(game: tuple[int, int, list[int]]) -> None:
    count, seed, _ = game
    box = Counter(deck(count, seed % 2))
    box.update(dict.fromkeys(BASICS, 10))
    box[FOUNDERS] = count
    for state in played(game):
        assert +all_cards(state) == box


@settings(max_examples=25, deadline=None)
@given(games)
def test_villages_stand_by_the_rules(game: tuple[int, int, list[int]]) -> None:
    """CHAIN-3 to 8, CHAIN-48, CHAIN-49, FOUNDERS-9, and the counts kept with the village."""
    for state in played(game):
        for seat in state.seats:
            assert seat.food == sum(CARDS[card].food for card in visible(seat))
            assert seat.builders == sum(BUILDERS[card] for card in visible(seat))
            assert all(not coins or not kids for coins, kids in zip(seat.coins, seat.kids, strict=True))
            for at in range(1, len(seat.card)):
                card, role = seat.card[at], seat.role[at]
                assert seat.kids[at] == seat.on.count(at) <= CAPACITY[role]
                assert (at in seat.open) == (seat.kids[at] < CAPACITY[role])
                assert seat.role[seat.on[at]] == CARDS[role].on
                if seat.kids[at]:
                    assert not BUILDERS[card]
                    assert CARDS[card].silver is None
                    assert seat.food > 0 or card not in (FOUNDERS, FOUNDERS_FED)
                else:
                    assert KEYS[role] not in ("monk", "apprentice")
                    assert role == card or card == FOUNDERS_FED


@settings(max_examples=25, deadline=None)
@given(games)
def test_gold_comes_and_goes_by_the_rules(game: tuple[int, int, list[int]]) -> None:
    """Nobody ever owes gold; while building, all gold together falls only by 2 at a time: payments to the bank."""

    def gold(state: State) -> int:
        return sum(state.road_gold) + sum(seat.gold + sum(seat.coins) for seat in state.seats)

    before: tuple[int, str] | None = None
    for state in played(game):
        assert all(seat.gold >= 0 for seat in state.seats)
        assert all(state.boxes or coins % 2 == 0 for seat in state.seats for coins in seat.coins)
        phase = "build" if state.phase == 2 else "other"
        if before and before[1] == phase == "build":
            assert gold(state) >= before[0] - 2
        before = gold(state), phase


@settings(max_examples=15, deadline=None)
@given(games)
def test_games_end_in_time(game: tuple[int, int, list[int]]) -> None:
    """END-5: every round takes at least two cards for each player out of the stacks, and only 30 can come back."""
    count = game[0]
    *_, last = played(game)
    assert last.phase == OVER
    assert not any(last.stacks)
    assert last.round <= (12 * count + 30) / (2 * count) + 1


def perft(state: State, depth: int) -> int:
    """The number of different sequences of so many moves."""
    if not depth:
        return 1
    total = 0
    for seat in RULES.to_act(state):
        for move in RULES.legal_moves(state, seat):
            after = RULES.clone(state)
            RULES.advance(after, seat, move)
            total += perft(after, depth - 1)
    return total


def test_the_first_four_drafts_are_twelve_each() -> None:
    """Six villagers lie open and six stacks are full as long as nobody has emptied a stack."""
    state = RULES.setup(RULES.read_options({}, 4), 4, b"perft")
    assert perft(state, 4) == 12**4


def test_counted_build_turn() -> None:
    """By hand: a miner stands, mason and hunter are at hand, one build, no trade: place one of two, or end."""
    position: dict[str, Any] = {
        "ruleset": "villagers",
        "phase": "build",
        "stacks": [["seeker"]],
        "seats": [
            {
                "hand": ["mason", "hunter"],
                "village": [{"id": 1, "card": "founders"}, {"id": 2, "card": "miner"}],
                "builds_left": 1,
                "trades_left": 0,
            },
            {"hand": []},
        ],
    }
    state = RULES.read_position(position)
    assert perft(state, 1) == 3
    # After a placement only the end is left; after the end the second seat, with an empty hand, can only end.
    assert perft(state, 2) == 3


def test_greedy_plays_sensibly() -> None:
    """Against random it wins at least 38 of 40 games over both seats; its villages earn what good players earn."""
    won, gold = 0.0, 0
    for number in range(40):
        state = RULES.setup(RULES.read_options({}, 2), 2, number.to_bytes(2, "big"))
        rng, greedy = random.Random(number), number % 2
        while seats := RULES.to_act(state):
            level = LEVELS["greedy" if seats[0] == greedy else "random"]
            RULES.advance(state, seats[0], level.choose(RULES, RULES.view(state, seats[0]), rng))
        result = RULES.result(state)
        assert result is not None
        won += (greedy in result["winners"]) / len(result["winners"])
        gold += state.seats[greedy].gold
    assert won >= 38
    assert gold / 40 > 60


def test_every_draftable_card_gets_into_play() -> None:
    """Games of random and greedy seats reach every card and every kind of move: no rule is dead."""
    placed, kinds = set(), set()
    for number in range(30):
        count = 2 if number > 25 else 4 + number % 2
        options = {"expansions": ["profiteers"]}
        state = RULES.setup(RULES.read_options(options, count), count, number.to_bytes(2, "big"))
        rng = random.Random(number)
        while seats := RULES.to_act(state):
            level = LEVELS["greedy" if seats[0] < 2 < count else "random"]
            move = level.choose(RULES, RULES.view(state, seats[0]), rng)
            kinds.add(RULES.write_move(move)["type"])
            RULES.advance(state, seats[0], move)
        placed.update(card for seat in state.seats for card in seat.card)
    played_away = {card for card in range(len(KEYS)) if CARDS[card].kind == "discard"}
    assert kinds == set(RULES.shapes.moves)
    assert {card for card in range(len(KEYS)) if DRAFTABLE[card]} - placed == played_away
