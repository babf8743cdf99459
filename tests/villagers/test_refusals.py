"""Every move that is not listed as legal is refused, by a rule of the index, and changes nothing.

The moves are those of a lawyer: not only sensible ones, but all that can be written about the cards.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from engine.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn
from engine.ruleset import Doc
from tests.positions import play, position
from tests.villagers.game import (
    BY_BANK,
    BY_TINNER,
    END,
    VILLAGERS,
    by,
    draft,
    place,
    special,
    trade,
)

RULE_PAGES = Path(__file__).parents[2] / "docs" / "rules"
INDEX = "".join(page.read_text(encoding="utf-8") for page in RULE_PAGES.glob("villagers*.md"))
CARDS: dict[str, Doc] = {card["key"]: card for card in VILLAGERS.cards("en") if card["suit"]}
EVENTS = [card["key"] for card in VILLAGERS.cards("en") if card["kind"] == "event"]
EVERYTHING = ["saints", "scoundrels", "profiteers", "developments"]
BASICS = ("lumberjack", "hayer", "miner")
SPECIALS = ("monk", "apprentice", "tinner", "smuggler")
DISCARDED = [key for key, card in CARDS.items() if card["kind"] == "discard"]


def beneath(card: str) -> list[str]:
    """Return what a card stands on, the start card first."""
    below = CARDS[card]["on"]
    return [*beneath(below), below] if below else []


def unlocks(game: Doc) -> list[Doc | None]:
    """Ways of unlocking: none, the bank, a tinner, every unlocker and one other villager of each village."""
    villagers = [
        by(who, one["id"])
        for who, owner in enumerate(game["seats"])
        for number, one in enumerate(owner["village"])
        if CARDS[one["card"]]["keyring"] or number == 0
    ]
    return [None, BY_BANK, BY_TINNER, by(4, 1), by(0, 399), *villagers]


def simple_moves(game: Doc, hand: list[str]) -> list[Doc]:
    """Return all moves without a choice of villagers."""
    moves: list[Doc] = [END, {"type": "pass"}, {"type": "draft_reserve"}]
    moves += [{"type": kind, "slot": slot} for kind in ("draft_road", "coin") for slot in range(6)]
    moves += [{"type": "draft_stack", "stack": stack} for stack in range(6)]
    moves += [{"type": "return_card", "pile": "stack", "stack": stack} for stack in [*range(6), None]]
    moves += [{"type": "return_card", "pile": pile, "stack": n} for pile in ("reserve", "discard") for n in (None, 0)]
    return moves + [trade(card, basic) for card in hand for basic in BASICS]


def a_placement(rng: random.Random, game: Doc, who: int, hand: list[str]) -> Doc:
    """Return a random card on something, with or without monks, unlocked in some way."""
    card = rng.choice(hand)
    below = beneath(card)
    roles = rng.choice([[], below[-1:], below[-2:], below, ["miner"], ["monk", "monk"]])
    return place(card, rng.choice(spots(game, who)), roles, rng.choice(unlocks(game)))


def spots(game: Doc, who: int) -> list[int | None]:
    """Nothing, every villager of the seat, and one that does not exist."""
    return [None, 398, *(one["id"] for one in game["seats"][who]["village"])]


def a_special(rng: random.Random, game: Doc, who: int, hand: list[str]) -> Doc:
    """Return a random card played as a special, on something."""
    return special(rng.choice(hand), rng.choice(unlocks(game)), villager=rng.choice(spots(game, who)))


def an_apprentice(rng: random.Random, game: Doc, who: int, hand: list[str]) -> Doc:
    """Return an apprentice in a random villager's place, who goes on something, perhaps with monks or under another
    card.
    """
    owner = rng.choice([*range(len(game["seats"])), 4])
    villager = rng.choice([one["id"] for one in game["seats"][owner % len(game["seats"])]["village"]] + [398])
    card = rng.choice([None, None, rng.choice(hand)])
    return {
        "type": "apprentice",
        "seat": owner,
        "villager": villager,
        "on": rng.choice(spots(game, who)),
        "unlock": rng.choice(unlocks(game)),
        "side": rng.choice([None, None, "gold", "food"]),
        "card": card,
        "monks": rng.choice([[], beneath(card or "jeweler"), beneath(card or "cartwright")[-1:]]),
    }


def an_expansion_move(rng: random.Random, game: Doc, who: int, hand: list[str]) -> Doc:
    """Return a random move of expansions or solo play, on anything."""
    seats, card, event = range(5), rng.choice(hand), rng.choice(EVENTS)
    villager, stack = rng.choice([1, 2, 3, 398]), rng.choice([None, 0, 5])
    pile = rng.choice(["stack", "reserve"])
    target = rng.choice([{}, {"stack": 0}, {"slot": 3}, {"take": card}, {"villager": villager}])
    moves: list[Doc] = [
        {"type": "play", "card": rng.choice(DISCARDED), "seat": rng.choice([None, *seats]), **target},
        {"type": "benefactor", "card": card, "on": rng.choice(spots(game, who)), "unlock": rng.choice(unlocks(game))},
        {"type": "resolve", "event": event, **rng.choice([{}, {"villager": villager}, {"card": card}])},
        {"type": "resolve", "event": event, "pile": pile, "stack": stack},
        {"type": "settle", "event": event, "pay": rng.random() < 0.5},
        {"type": "reward_card", "pile": pile, "stack": stack},
        {"type": "reward_basic", "basic": rng.choice(BASICS)},
        {"type": "thieve", "villager": villager, "seat": rng.choice(seats)},
        {"type": "hire", "villager": villager, "seat": rng.choice(seats)},
        {"type": "countess_draft", "slot": rng.randrange(6)},
        {"type": "jester", "event": event},
        {"type": rng.choice(["keep", "recruit"])},
        {"type": rng.choice(["look_take", "arrange", "steal"]), "card": card},
    ]
    return rng.choice(moves)


def written_down(rng: random.Random, game: Doc, who: int, hand: list[str], number: int) -> list[Doc]:
    """Return all the simple moves, and this many of each other kind."""
    kinds = (a_placement, a_special, an_apprentice, an_expansion_move)
    return simple_moves(game, hand) + [kind(rng, game, who, hand) for kind in kinds for _ in range(number)]


def check(state: Any, who: int, docs: list[Doc]) -> set[str]:
    """Try every illegal move; returns the rules that refused them."""
    legal = set(VILLAGERS.legal_moves(state, who))
    before = VILLAGERS.write_position(state)
    rules = set()
    for doc in docs:
        move = VILLAGERS.read_move(state, who, doc)
        if move in legal:
            continue
        try:
            VILLAGERS.apply(state, who, move)
        except IllegalMove as refusal:
            rules.add(refusal.rule)
        else:
            pytest.fail(f"carried out, but not listed as legal: {doc}")
    assert VILLAGERS.write_position(state) == before
    return rules


def is_indexed(rule: str) -> bool:
    return re.search(rf"^- \*\*{re.escape(rule)}\*\* ", INDEX, re.MULTILINE) is not None


@pytest.mark.parametrize("expansions", [[], EVERYTHING])
@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_what_is_not_listed_is_refused_in_every_phase(seats: int, expansions: list[str]) -> None:
    """Along a random game, biased to building, with specials slipped into the hands."""
    rng = random.Random(seats)
    state = VILLAGERS.setup(VILLAGERS.read_options({"expansions": expansions}, seats), seats, b"lawyer")
    rules: set[str] = set()
    while acting := VILLAGERS.to_act(state):
        who = rng.choice(acting)
        game = VILLAGERS.write_position(state)
        hand = sorted({*game["seats"][who]["hand"], rng.choice(list(CARDS)), *SPECIALS})
        rules |= check(state, who, written_down(rng, game, who, hand, 8))
        moves = VILLAGERS.legal_moves(state, who)
        VILLAGERS.apply(state, who, moves[rng.randrange(max(1, len(moves) - (len(moves) > 1)))])
    assert {rule for rule in rules if not is_indexed(rule)} == set()
    assert len(rules) > 8


RICH_VILLAGE = """1.founders 2.swineherd@1 3.miner 4.seeker@3 5.spelunker@4 6.blacksmith@3 7.lumberjack 8.carpenter@7
    9.wheeler@7 10.monk=hayer 11.grazier@10 12.chandler 13.hunter 14.miner 15.mason@14"""
HAND = "apprentice cartwright cooper fromager hunter jeweler milk_maid monk smuggler tinner truffler"
RIVAL = "1.founders 2.hayer 3.grazier@2 4.milk_maid@3 5.miner 6.blacksmith@5+2 7.lumberjack 8.shipwright@7"


@pytest.mark.parametrize("builds", [0, 1, 5])
@pytest.mark.parametrize("gold", [0, 8])
def test_what_is_not_listed_is_refused_in_a_rich_build_turn(builds: int, gold: int) -> None:
    rng = random.Random(builds)
    for tinner in ("no", "yes"):
        game = position(f"""villagers phase=build stacks=[[agent]] seats=[
            (village=[{RICH_VILLAGE}] hand=[{HAND}] gold={gold} builds_left={builds} tinner={tinner})
            (village=[{RIVAL}] hand=[agent])]""")
        state = VILLAGERS.read_position(game)
        game = VILLAGERS.write_position(state)
        rules = check(state, 0, written_down(rng, game, 0, HAND.split(), 700))
        assert {rule for rule in rules if not is_indexed(rule)} == set()


@pytest.mark.parametrize(
    "move",
    [
        draft(6),
        draft(-1),
        {"type": "draft_road"},
        {"type": "draft_road", "slot": "0"},
        {"type": "draft_road", "slot": True},
        {"type": "draft_stack", "stack": 6},
        {"type": "draft_stack", "stack": 1.0},
        {"type": "draft_stack", "slot": 1},
        {"type": None},
        {"type": ["end"]},
        {"type": "coin", "slot": None},
        {"type": "draft_reserve", "stack": 0},
    ],
)
def test_what_is_no_move_is_malformed(move: Doc) -> None:
    game = position("villagers road=[agent+0] stacks=[[priest]] seats=[() ()]")
    with pytest.raises(MalformedMove):
        play(game, (0, move))


@pytest.mark.parametrize("move", ["end", None, 3, ["end"]])
def test_what_is_not_even_an_object_is_malformed(move: Any) -> None:
    game = position("villagers road=[agent+0] stacks=[[priest]] seats=[() ()]")
    with pytest.raises(MalformedMove):
        play(game, (0, move))


@pytest.mark.parametrize("move", [END, special("smuggler"), special("tinner"), place("hunter"), draft(0)])
@pytest.mark.parametrize("who", [1, 2, 4, 99, -1])
def test_only_the_seat_to_act_acts(who: int, move: Doc) -> None:
    game = position("villagers phase=build stacks=[[agent]] seats=[(hand=[smuggler tinner hunter]) (hand=[hunter])]")
    assert list(VILLAGERS.legal_moves(VILLAGERS.read_position(game), who)) == []
    with pytest.raises(NotYourTurn):
        play(game, (who, move))


@pytest.mark.parametrize("move", [END, draft(0), special("smuggler")])
def test_after_the_end_nobody_acts(move: Doc) -> None:
    over, _ = play(position("villagers phase=build to_act=[1] seats=[() ()]"), (1, END))
    assert over["phase"] == "over"
    for who in (0, 1):
        with pytest.raises(GameOver):
            play(over, (who, move))
