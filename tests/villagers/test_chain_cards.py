"""CHAIN-11 to 47: the cards of the chains and the solitaries, one by one."""

from __future__ import annotations

import re

import pytest

from tests.positions import legal, of_type, play, position, score, village
from tests.villagers.chains import builder, put, shown, silver, table, targets
from tests.villagers.game import VILLAGERS, by, place, villager

FOOD_SIDE = "founders:food"

CARDS = [
    # rule, village beneath (ids from 1), the card, food/builders/gold before, and after it was placed on the last one
    ("CHAIN-11", (FOOD_SIDE,), "poulterer", (1, 0, 0), (1, 0, 3)),
    ("CHAIN-12", ("founders",), "swineherd", (0, 0, 2), (1, 0, 2)),
    ("CHAIN-13", ("founders", "swineherd@1"), "truffler", (1, 0, 2), (1, 0, 8)),
    ("CHAIN-14", ("founders",), "brewer", (0, 0, 2), (1, 1, 0)),
    ("CHAIN-15", (FOOD_SIDE, "hayer"), "grazier", (1, 0, 0), (2, 0, 0)),
    ("CHAIN-16", ("founders", "hayer", "grazier@2"), "milk_maid", (1, 0, 2), (2, 0, 2)),
    ("CHAIN-17", ("founders", "hayer", "grazier@2", "milk_maid@3"), "fromager", (2, 0, 2), (1, 0, 17)),
    ("CHAIN-18", (FOOD_SIDE, "hayer"), "thatcher", (1, 0, 0), (1, 1, 2)),
    ("CHAIN-19", (FOOD_SIDE, "hayer"), "bed_builder", (1, 0, 0), (1, 0, 4)),
    ("CHAIN-20", (FOOD_SIDE, "miner"), "seeker", (1, 0, 0), (1, 0, 0)),
    ("CHAIN-21", (FOOD_SIDE, "miner", "seeker@2"), "spelunker", (1, 0, 0), (1, 0, 10)),
    ("CHAIN-22", (FOOD_SIDE, "miner", "seeker@2", "spelunker@3"), "jeweler", (1, 0, 10), (1, 0, 20)),
    ("CHAIN-23", (FOOD_SIDE, "miner"), "mason", (1, 0, 0), (1, 1, 2)),
    ("CHAIN-24", (FOOD_SIDE, "miner"), "glass_blower", (1, 0, 0), (1, 0, 4)),
    ("CHAIN-25", (FOOD_SIDE, "miner"), "blacksmith", (1, 0, 0), (1, 0, 2)),
    ("CHAIN-26", (FOOD_SIDE, "lumberjack"), "carpenter", (1, 0, 0), (1, 1, 0)),
    ("CHAIN-27", (FOOD_SIDE, "lumberjack"), "cooper", (1, 0, 0), (1, 0, 4)),
    ("CHAIN-28", (FOOD_SIDE, "lumberjack"), "wheeler", (1, 0, 0), (1, 0, 3)),
    ("CHAIN-29", (FOOD_SIDE, "lumberjack", "wheeler@2"), "cartwright", (1, 0, 3), (1, 0, 9)),
    ("CHAIN-30", (FOOD_SIDE, "lumberjack"), "shipwright", (1, 0, 0), (1, 1, 2)),
    ("CHAIN-31", ("founders",), "graper", (0, 0, 2), (1, 0, 2)),
    ("CHAIN-32", (FOOD_SIDE, "graper"), "vintner", (2, 0, 0), (1, 0, 5)),
    ("CHAIN-33", (FOOD_SIDE, "graper", "vintner@2"), "wine_trader", (1, 0, 5), (1, 0, 14)),
    ("CHAIN-34", ("founders",), "shepherd", (0, 0, 2), (1, 0, 2)),
    ("CHAIN-35", (FOOD_SIDE, "shepherd"), "spinner", (2, 0, 0), (1, 0, 4)),
    ("CHAIN-36", (FOOD_SIDE, "shepherd", "spinner@2"), "weaver", (1, 0, 4), (1, 0, 12)),
    ("CHAIN-37", (FOOD_SIDE, "shepherd", "spinner@2", "weaver@3"), "tailor", (1, 0, 12), (1, 0, 24)),
    ("CHAIN-38", (FOOD_SIDE,), "tanner", (1, 0, 0), (1, 0, 2)),
    ("CHAIN-39", (FOOD_SIDE, "tanner"), "saddler", (1, 0, 2), (1, 0, 5)),
    ("CHAIN-40", (FOOD_SIDE, "tanner"), "cobbler", (1, 0, 2), (1, 0, 6)),
    ("CHAIN-41", ("founders",), "harvester", (0, 0, 2), (1, 0, 2)),
    ("CHAIN-42", ("founders",), "fisher", (0, 0, 2), (1, 0, 5)),
    ("CHAIN-43", (FOOD_SIDE,), "chandler", (1, 0, 0), (1, 0, 3)),
    ("CHAIN-44", ("founders",), "hunter", (0, 0, 2), (1, 0, 2)),
    ("CHAIN-45", (FOOD_SIDE,), "wattler", (1, 0, 0), (1, 1, 0)),
    ("CHAIN-46", (FOOD_SIDE,), "beekeeper", (1, 0, 0), (1, 0, 4)),
]
ALONE = {"graper", "shepherd", "tanner", "harvester", "fisher", "chandler", "hunter", "wattler", "beekeeper"}
Symbols = tuple[int, int, int]


@pytest.mark.parametrize(
    ("beneath", "card", "before", "after"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=f"{row[0]}_{row[2]}") for row in CARDS],
)
def test_chain_11_to_46_what_a_card_shows_and_hides(
    beneath: tuple[str, ...], card: str, before: Symbols, after: Symbols
) -> None:
    on = None if card in ALONE else len(beneath)
    assert shown(*beneath) == before
    game = builder(*beneath, hand=(card,))
    assert targets(game, card) == {on}
    played, _ = play(game, put(card, on))
    words = (*beneath, card if on is None else f"{card}@{on}")
    assert shown(*words) == after
    assert score(played)["first_market"][0] == score(table(f"(village=[{village(words)}])"))["first_market"][0]


PADLOCKS = [
    ("CHAIN-11", "poulterer", "carpenter"),
    ("CHAIN-13", "truffler", "hunter"),
    ("CHAIN-14", "brewer", "cooper"),
    ("CHAIN-16", "milk_maid", "cooper"),
    ("CHAIN-19", "bed_builder", "carpenter"),
    ("CHAIN-21", "spelunker", "chandler"),
    ("CHAIN-22", "jeweler", "blacksmith"),
    ("CHAIN-24", "glass_blower", "blacksmith"),
    ("CHAIN-27", "cooper", "blacksmith"),
    ("CHAIN-32", "vintner", "cooper"),
    ("CHAIN-33", "wine_trader", "glass_blower"),
    ("CHAIN-36", "weaver", "carpenter"),
    ("CHAIN-40", "cobbler", "blacksmith"),
    ("CHAIN-42", "fisher", "shipwright"),
    ("CHAIN-46", "beekeeper", "carpenter"),
]
NEIGHBOR = """(village=[1.founders 2.miner 3.blacksmith@2 4.glass_blower@2 5.lumberjack 6.carpenter@5 7.cooper@5
    8.lumberjack 9.shipwright@8 10.chandler 11.hunter])"""


@pytest.mark.parametrize(
    ("card", "unlocker"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=f"{row[0]}_{row[1]}") for row in PADLOCKS],
)
def test_chain_11_to_46_who_unlocks_a_card(card: str, unlocker: str) -> None:
    """Every unlocker stands in the neighbor's village: only the named one may be paid."""
    beneath = next(row[1] for row in CARDS if row[2] == card)
    game = table(f"(village=[{village(beneath)}] hand=[{card}])", NEIGHBOR)
    ways = [move["unlock"] for move in of_type(legal(game, 0), "place")]
    number = re.search(rf"(\d+)\.{unlocker}\b", NEIGHBOR)
    assert number
    assert ways == [by(1, int(number[1]))]


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(row[2], marks=pytest.mark.rule(row[0]), id=f"{row[0]}_{row[2]}")
        for row in CARDS
        if row[2] not in {locked[1] for locked in PADLOCKS}
    ],
)
def test_chain_11_to_46_who_needs_no_unlocking(card: str) -> None:
    beneath = next(row[1] for row in CARDS if row[2] == card)
    game = table(f"(village=[{village(beneath)}] hand=[{card}] gold=0)", NEIGHBOR)
    assert [move["unlock"] for move in of_type(legal(game, 0), "place")] == [None]


@pytest.mark.rule("CHAIN-47")
def test_chain_47_the_four_cards_of_the_german_list() -> None:
    listed = {"poulterer": (1, 3, "carpenter"), "cobbler": (0, 6, "blacksmith")}
    listed |= {"fisher": (1, 3, "shipwright"), "beekeeper": (0, 4, "carpenter")}
    locks = {card: unlocker for _, card, unlocker in PADLOCKS}
    for card, (food, gold, unlocker) in listed.items():
        beneath = next(row[1] for row in CARDS if row[2] == card)
        alone = "founders" if card == "poulterer" else "founders:food"
        village = [alone, *beneath[1:], card if card in ALONE else f"{card}@{len(beneath)}"]
        hidden_food = 0 if card == "poulterer" else 1
        assert shown(*village) == (food + hidden_food, 0, gold)
        assert locks[card] == unlocker


@pytest.mark.rule("CHAIN-19")
def test_chain_19_a_bed_builder_counts_as_two_hay() -> None:
    # Hay: hayer, bed builder twice, hayer, horse trader = 5.
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.hayer 3.bed_builder@2 4.hayer 5.horse_trader@4]) () () ()]"
    )
    assert silver(start, "horse_trader") == 6
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.hayer 3.horse_trader@2 4.bed_builder@2]) () () ()]"
    )
    assert silver(start, "horse_trader") == 6


@pytest.mark.rule("CHAIN-24")
def test_chain_24_a_glass_blower_counts_as_two_ore() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.glass_blower@2 4.hayer 5.ore_muler@4]) () () ()]"
    )
    assert silver(start, "ore_muler") == 3
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.glass_blower@2 4.hayer 5.ore_muler@4 6.miner]) () () ()]""")
    assert silver(start, "ore_muler") == 6


@pytest.mark.rule("CHAIN-43")
def test_chain_43_a_chandler_counts_as_two_solitaries() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.chandler 3.priest]) () () ()]")
    assert silver(start, "priest") == 3
    start = position("villagers phase=build seats=[(village=[1.founders 2.chandler 3.hunter 4.priest]) () () ()]")
    assert silver(start, "priest") == 6


@pytest.mark.rule("CHAIN-20")
def test_chain_20_a_seeker_is_an_ore_villager() -> None:
    start = position("villagers phase=build seats=[(village=[1.founders 2.miner 3.hayer 4.ore_muler@3]) () () ()]")
    assert silver(start, "ore_muler") == 0
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.seeker@2 4.hayer 5.ore_muler@4]) () () ()]"
    )
    assert silver(start, "ore_muler") == 3


@pytest.mark.rule("CHAIN-31", "CHAIN-34")
def test_chain_31_34_grapers_and_shepherds_carry_two_branches() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.graper 3.shepherd] hand=[vintner vintner spinner spinner] builds_left=5 tinner=yes)
        () () ()]""")
    after, _ = play(game, put("vintner", 2), put("vintner", 2), put("spinner", 3), put("spinner", 3))
    assert [one["on"] for one in after["seats"][0]["village"]] == [None, None, None, 2, 2, 3, 3]


@pytest.mark.rule("CHAIN-25", "CHAIN-29")
def test_chain_25_29_how_much_gold_can_gather() -> None:
    """Three of the five types that name the Blacksmith pay him here, and both Peddlers the Cartwright."""
    cards = [("peddler", 7, 6), ("peddler", 7, 6), ("locksmith", 8, 3), ("glass_blower", 8, 3), ("cooper", 4, 3)]
    game = position(f"""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.blacksmith@2 4.lumberjack 5.wheeler@4 6.cartwright@5 7.hayer 8.miner]
        hand=[{" ".join([card for card, _, _ in cards])}] builds_left=5) () () ()]""")
    game, _ = play(game, *[(0, place(card, on, unlock=by(0, unlocker))) for card, on, unlocker in cards])
    assert (villager(game, 0, 3)["gold"], villager(game, 0, 6)["gold"]) == (6, 4)
    assert game["seats"][0]["gold"] == 8


@pytest.mark.rule("CHAIN-19", "CHAIN-24", "CHAIN-43")
def test_chain_19_24_43_only_four_cards_show_their_suit_twice() -> None:
    symbols = {card["key"]: card["symbols"] for card in VILLAGERS.cards("en") if card["suit"]}
    twice = {"bed_builder", "glass_blower", "chandler", "log_rafter"}
    assert symbols == {card: 2 if card in twice else 1 for card in symbols}
    assert twice <= set(symbols)
