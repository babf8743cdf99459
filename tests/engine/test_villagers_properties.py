"""Villagers: what holds in every game, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.villagers.catalogue import (
    BASICS,
    BUILDERS,
    CAPACITY,
    CARDS,
    CODES,
    COUNTESS,
    COUNTESS_BLANK,
    DEALT,
    DRAFTABLE,
    EVENTS,
    EXPANSIONS,
    FOUNDERS,
    FOUNDERS_FED,
)
from engine.villagers.setup import dealt_apart, deck, event_deck
from engine.villagers.solo.decks import SUMMER, WINTER
from engine.villagers.state import BUILD, EMPTY, OVER, Seat, State
from engine.villagers.table.village import lift
from tests.positions import perft

LEVELS_OF_SOLO = ("beginner", "normal", "hard")
MONK, APPRENTICE = CODES["monk"], CODES["apprentice"]
OTHER_SIDE = {FOUNDERS_FED: FOUNDERS, COUNTESS_BLANK: COUNTESS}
RULES = RULESETS["villagers"]
Game = tuple[int, int, list[int]]

games = st.tuples(st.integers(1, 5), st.integers(0, 1 << 32), st.lists(st.integers(0, 1 << 16), max_size=400))
"""Seats, seed, choices. The seed also determines the expansions and the difficulty against the Countess."""


def options_of(count: int, seed: int) -> Doc:
    options: Doc = {"expansions": [name for bit, name in enumerate(EXPANSIONS) if seed >> bit & 1]}
    return options if count > 1 else {**options, "solo": LEVELS_OF_SOLO[seed // (1 << len(EXPANSIONS)) % 3]}


def played(game: Game) -> Iterator[State]:
    """Yield the states of a game whose first moves hypothesis chooses, of any seat that may act; the rest is random."""
    count, seed, choices = game
    rng, pending = random.Random(seed), list(reversed(choices))
    state = RULES.setup(RULES.read_options(options_of(count, seed), count), count, seed.to_bytes(5, "big"))
    yield state
    while seats := RULES.to_act(state):
        moves = [(seat, move) for seat in seats for move in RULES.legal_moves(state, seat)]
        seat, move = moves[(pending.pop() if pending else rng.randrange(1 << 16)) % len(moves)]
        RULES.apply(state, seat, move)
        yield state


def all_cards(state: State) -> Counter[int]:
    hidden = [card for pile in (*state.stacks, state.reserve, *(seat.hand for seat in state.seats)) for card in pile]
    if state.traded_card != EMPTY:
        hidden.append(state.traded_card)
    found = Counter(card >> 8 for card in hidden)
    found.update([card for card in state.road if card != EMPTY] + state.discard)
    for seat in state.seats:
        found.update(seat.square)
        found.update(OTHER_SIDE.get(card, card) for card in seat.card if card != EMPTY)
    for card, left in zip(BASICS, state.basics, strict=True):
        found[card] += left
    return found


def filled(seat: Seat) -> list[int]:
    return [card for card in seat.card if card != EMPTY]


def visible(seat: Seat) -> list[int]:
    return [card for card, kids in zip(seat.card, seat.kids, strict=True) if card != EMPTY and not kids]


@settings(max_examples=60, deadline=None)
@given(games)
def test_every_card_is_always_there_exactly_once(game: Game) -> None:
    """SAINTS-2, SCOUNDRELS-4: each seat gets one of the cards that are dealt apart; the others are nowhere."""
    count, seed, _ = game
    boxes = seed % (1 << len(EXPANSIONS))
    box = Counter(deck(count, boxes))
    box.update(dict.fromkeys(BASICS, 10))
    box[FOUNDERS] = count
    if count == 1:
        box[COUNTESS] = 1
    dealt: Counter[int] | None = None
    for state in played(game):
        cards = +all_cards(state)
        apart = +Counter({card: number for card, number in cards.items() if DEALT[card]})
        dealt = apart if dealt is None else dealt
        assert cards - apart == box
        assert apart == dealt
    assert dealt is not None
    assert set(dealt.values()) <= {1}
    groups = [group for _, group in dealt_apart(count, boxes)]
    assert [sum(dealt[card] for card in group) for group in groups] == [count] * len(groups)
    assert sum(dealt.values()) == count * len(groups)


@settings(max_examples=40, deadline=None)
@given(games)
def test_every_event_is_always_there_exactly_once(game: Game) -> None:
    """SOLO-5, SOLO-36, SOLO-37: in one of the places of its own deck. Without the Countess there are none."""
    for state in played((1, *game[1:])):
        assert state.solo is not None
        for season in (SUMMER, WINTER):
            face_up = [event for event in state.solo.face_up if EVENTS[event].season == season]
            there = state.solo.decks[season] + state.solo.gone[season] + face_up
            assert sorted(there) == event_deck(state.solo.level, season)


@settings(max_examples=60, deadline=None)
@given(games)
def test_villages_stand_by_the_rules(game: Game) -> None:
    """CHAIN-3 to 8, CHAIN-48, CHAIN-49, FOUNDERS-9, SPECIAL-10, and the counts kept with the village."""
    for state in played(game):
        for number, seat in enumerate(state.seats):
            assert seat.food == sum(CARDS[card].food for card in visible(seat))
            assert seat.builders == sum(BUILDERS[card] for card in visible(seat))
            assert all(not coins or not kids for coins, kids in zip(seat.coins, seat.kids, strict=True))
            if number < state.players:
                check_chains(seat)
            else:
                check_single_villagers(seat)


def check_chains(seat: Seat) -> None:
    """Check the village of a player. A villager that has left must have left nothing behind."""
    for at in range(1, len(seat.card)):
        card, role = seat.card[at], seat.role[at]
        if card == EMPTY:
            assert (role, seat.on[at], seat.kids[at], seat.coins[at]) == (EMPTY, 0, 0, 0)
            assert at not in seat.open
            assert at not in seat.on
            continue
        assert seat.kids[at] == seat.on.count(at) <= CAPACITY[role]
        assert (at in seat.open) == (seat.kids[at] < CAPACITY[role])
        assert seat.role[seat.on[at]] == CARDS[role].on
        if seat.kids[at]:
            assert not BUILDERS[card]
            assert CARDS[card].silver is None
            assert CARDS[card].bronze is None
            assert seat.food > 0 or card not in (FOUNDERS, FOUNDERS_FED)
        else:
            assert card not in (MONK, APPRENTICE)
            assert role == OTHER_SIDE.get(card, card)


@settings(max_examples=40, deadline=None)
@given(games)
def test_a_village_stands_when_a_top_villager_leaves(game: Game) -> None:
    """SPECIAL-10, SCOUNDRELS-15: any of them, at the end of any game; only stand-ins follow, and no gold is lost."""
    *_, last = played((max(2, game[0]), *game[1:]))
    for seat in last.seats:
        for at in range(1, len(seat.card)):
            if seat.card[at] in (EMPTY, FOUNDERS, FOUNDERS_FED) or seat.kids[at]:
                continue
            twin = seat.clone_seat()
            gone = lift(twin, at)
            check_chains(twin)
            assert gone[0] == seat.card[at]
            assert set(gone[1:]) <= {MONK, APPRENTICE}
            assert sorted(filled(twin) + gone) == sorted(filled(seat))
            assert twin.food == sum(CARDS[card].food for card in visible(twin))
            assert twin.builders == sum(BUILDERS[card] for card in visible(twin))
            assert twin.gold + sum(twin.coins) == seat.gold + sum(seat.coins)


def check_single_villagers(countess: Seat) -> None:
    """Check SOLO-11: first comes the Countess's own card, then draftable villagers, each by itself. Only a Schemer
    takes one away.
    """
    first, *others = countess.card[1:]
    assert first in (COUNTESS, COUNTESS_BLANK)
    assert all(card == EMPTY or DRAFTABLE[card] for card in others)
    assert countess.role[1:] == [COUNTESS, *others]
    assert not any(countess.on)
    assert not any(countess.kids)


@settings(max_examples=60, deadline=None)
@given(games)
def test_gold_comes_and_goes_by_the_rules(game: Game) -> None:
    """Nobody ever owes gold. While building, the total falls only by payments to the bank:
    2 at a time, or 3 for The Countess Bank and Arson (EVENTS-11, EVENTS-15).
    """

    def gold(state: State) -> int:
        return sum(state.road_gold) + sum(seat.gold + sum(seat.coins) for seat in state.seats)

    before: tuple[int, int] | None = None
    most = 3 if game[0] == 1 else 2
    for state in played(game):
        assert all(gold >= 0 for seat in state.seats for gold in (seat.gold, *seat.coins))
        assert all(state.boxes or coins % 2 == 0 for seat in state.seats for coins in seat.coins)
        if before and before[1] == state.phase == BUILD:
            assert gold(state) >= before[0] - most
        before = gold(state), state.phase


@settings(max_examples=40, deadline=None)
@given(games)
def test_games_end_in_time(game: Game) -> None:
    """END-5: every round takes at least two cards for each player out of the stacks.

    Only as many return as there are basic villagers (30), and those that Abduction puts back on their piles.
    """
    count, left, back = game[0], 30, 0
    for last in played(game):
        back += max(0, sum(last.basics) - left)
        left = sum(last.basics)
    height = 2 * count if count > 1 else 5
    assert last.phase == OVER
    assert last.markets == 2
    assert not any(last.stacks)
    assert last.round <= (6 * height + 30 + back) / (2 * count) + 1


def test_the_first_four_drafts_are_twelve_each() -> None:
    """Six villagers are face up and six stacks full until somebody has emptied a stack."""
    state = RULES.setup(RULES.read_options({}, 4), 4, b"perft")
    assert perft(RULES, state, 4) == 12**4


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
    assert perft(RULES, state, 1) == 3
    # After a placement only the end is left; after the end the second seat, with an empty hand, can only end.
    assert perft(RULES, state, 2) == 3
