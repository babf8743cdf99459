"""Silver formulas, as counted in the Second Market (rules SILVER)."""

import pytest

from tests.positions import position, score, village
from tests.villagers.game import VILLAGERS


def silver(*words: str, others: str = "() () ()") -> dict[str, list[int]]:
    """Return what the silver symbols of a village pay, by card, the cards in alphabetical order."""
    start = position(f"villagers phase=build seats=[(village=[{village(words)}]) {others}]")
    lines = score(start)["second_market"][0]["lines"]
    found: dict[str, list[int]] = {}
    for line in sorted(lines, key=lambda line: (line["card"], line["villager"])):
        if line["item"] == "silver":
            found.setdefault(line["card"], []).append(line["gold"])
    return found


def worth(card: str, *words: str) -> int:
    """Return the income from the only copy of a silver card in a village."""
    return sum(silver(*words).get(card, []))


@pytest.mark.rule("SILVER-1")
def test_silver_1_only_the_own_village_counts() -> None:
    others = "(village=[1.founders:food 2.hunter 3.harvester]) (village=[1.founders 2.chandler+6 3.wattler]) ()"
    found = silver("founders", "grocer", "agent", "freemason", others=others)
    assert found == {} or {gold for values in found.values() for gold in values} == {0}


@pytest.mark.rule("SILVER-2")
def test_silver_2_covered_food_does_not_count() -> None:
    assert worth("grocer", "founders:food", "graper", "grocer") == 6
    assert worth("grocer", "founders:food", "graper", "vintner@2", "grocer") == 3
    assert worth("grocer", "founders:food", "brewer@1", "grocer") == 3


@pytest.mark.rule("SILVER-2")
def test_silver_2_covered_gold_does_not_count() -> None:
    lumber = ("founders", "lumberjack", "wheeler@2")
    assert worth("wood_carver", *lumber, "wood_carver@2") == 3
    assert worth("wood_carver", *lumber, "wood_carver@2", "cartwright@3") == 9
    hay = ("founders:food", "hayer", "peddler@2", "miner", "seeker@4", "spelunker@5")
    assert worth("peddler", *hay, "jeweler@6") == 0
    assert worth("peddler", *hay, "jeweler@6", "beekeeper") == 3


@pytest.mark.rule("SILVER-2")
def test_silver_2_covered_suits_and_padlocks_count() -> None:
    ore = ("founders", "hayer", "ore_muler@2", "miner", "seeker@4", "spelunker@5", "jeweler@6")
    assert worth("ore_muler", *ore) == 6
    hay = ("founders", "hayer", "grazier@2", "milk_maid@3", "fromager@4")
    assert worth("locksmith", *hay, "miner", "locksmith@6") == 4


@pytest.mark.rule("SILVER-3")
def test_silver_3_printed_gold_is_without_coins() -> None:
    assert worth("wood_carver", "founders", "lumberjack", "wheeler@2", "wood_carver@2", "cartwright@3+4") == 9


@pytest.mark.rule("SILVER-3")
def test_silver_3_coins_are_no_gold_symbols() -> None:
    assert worth("peddler", "founders:food", "hayer", "peddler@2", "lumberjack", "carpenter@4+8") == 0


@pytest.mark.rule("SILVER-4")
def test_silver_4_the_value_is_the_whole_formula() -> None:
    ore = ("miner", "seeker@2", "spelunker@3", "jeweler@4", "glass_blower@2")
    assert worth("ore_muler", "founders", *ore, "hayer", "ore_muler@7") == 9


@pytest.mark.rule("SILVER-5")
def test_silver_5_a_card_counts_itself() -> None:
    assert worth("log_rafter", "founders", "lumberjack", "log_rafter@2") == 3
    assert worth("locksmith", "founders", "miner", "locksmith@2") == 2
    assert worth("horse_trader", "founders", "hayer", "horse_trader@2") == 3


@pytest.mark.rule("SILVER-6")
@pytest.mark.parametrize(
    ("card", "words", "gold"),
    [
        ("priest", ("founders", "priest", "chandler", "hunter"), 6),
        ("ore_muler", ("founders", "hayer", "ore_muler@2", "miner", "glass_blower@4", "mason@4"), 6),
        ("horse_trader", ("founders", "hayer", "horse_trader@2", "bed_builder@2"), 6),
    ],
)
def test_silver_6_two_suit_symbols_count_twice(card: str, words: tuple[str, ...], gold: int) -> None:
    assert worth(card, *words) == gold


@pytest.mark.rule("SILVER-7")
@pytest.mark.parametrize(
    ("more", "gold"),
    [
        ((), 3),
        (("hayer",), 3),
        (("hayer", "hayer"), 6),
        (("bed_builder@2",), 6),
        (("hayer", "grazier@4", "milk_maid@5", "fromager@6"), 9),
    ],
)
def test_silver_7_horse_trader_3_gold_for_2_hay(more: tuple[str, ...], gold: int) -> None:
    assert worth("horse_trader", "founders", "hayer", "horse_trader@2", *more) == gold


@pytest.mark.rule("SILVER-8")
@pytest.mark.parametrize(("miners", "gold"), [(0, 0), (1, 0), (2, 3), (3, 3), (6, 9), (7, 9)])
def test_silver_8_ore_muler_3_gold_for_2_ore(miners: int, gold: int) -> None:
    assert worth("ore_muler", "founders", "hayer", "ore_muler@2", *["miner"] * miners) == gold


@pytest.mark.rule("SILVER-9")
@pytest.mark.parametrize(
    ("more", "gold"),
    [
        ((), 0),
        (("beekeeper",), 0),
        (("beekeeper", "chandler"), 3),
        (("beekeeper", "chandler", "fisher"), 3),
        (("miner", "seeker@4", "spelunker@5", "jeweler@6", "miner", "seeker@8", "spelunker@9", "jeweler@10"), 3),
    ],
)
def test_silver_9_peddler_3_gold_for_2_gold_symbols_whatever_their_value(more: tuple[str, ...], gold: int) -> None:
    assert worth("peddler", "founders:food", "hayer", "peddler@2", *more) == gold


@pytest.mark.rule("SILVER-9")
def test_silver_9_the_gold_side_of_founders_is_a_gold_symbol() -> None:
    assert worth("peddler", "founders", "hayer", "peddler@2", "beekeeper") == 3


@pytest.mark.rule("SILVER-10")
def test_silver_10_locksmith_2_gold_for_each_padlock_covered_ones_and_its_own_included() -> None:
    words = ("founders", "miner", "seeker@2", "spelunker@3", "jeweler@4", "locksmith@2")
    assert worth("locksmith", *words) == 6
    assert worth("locksmith", *words, "beekeeper", "hunter") == 8


@pytest.mark.rule("SILVER-11")
def test_silver_11_log_rafter_1_gold_for_each_wood() -> None:
    assert worth("log_rafter", "founders", "lumberjack", "log_rafter@2", "cooper@2") == 4
    assert worth("log_rafter", "founders", "lumberjack", "log_rafter@2", "wheeler@2", "cartwright@4", "lumberjack") == 6


@pytest.mark.rule("SILVER-12")
def test_silver_12_wood_carver_sums_the_visible_gold_of_the_wood() -> None:
    wood = ("founders", "lumberjack", "wheeler@2", "cartwright@3", "cooper@2", "lumberjack", "wood_carver@6")
    assert worth("wood_carver", *wood) == 13
    assert worth("wood_carver", *wood, "shipwright@6") == 15
    more = ("lumberjack", "log_rafter@8", "fisher", "miner", "mason@11")
    assert worth("wood_carver", *wood, *more) == 13


@pytest.mark.rule("SILVER-13")
@pytest.mark.parametrize(("coins", "gold"), [((0, 0), 0), ((6, 4), 6), ((4, 6), 6), ((2, 0), 2)])
def test_silver_13_agent_scores_the_villager_with_the_most_coins(coins: tuple[int, int], gold: int) -> None:
    words = ("founders", "agent", "miner", f"blacksmith@3+{coins[0]}", "lumberjack", f"carpenter@5+{coins[1]}")
    assert worth("agent", *words) == gold


@pytest.mark.rule("SILVER-14")
def test_silver_14_freemason_3_gold_for_each_builder() -> None:
    words = ("founders", "freemason", "lumberjack", "carpenter@3", "miner", "mason@5")
    assert worth("freemason", *words) == 6
    assert worth("freemason", *words, "wattler", "brewer@1", "shipwright@3") == 15


@pytest.mark.rule("SILVER-15")
@pytest.mark.parametrize(
    ("more", "gold"),
    [((), 0), (("hunter",), 3), (("chandler", "hunter"), 6), (("chandler", "hunter", "wattler"), 6), (("priest",), 6)],
)
def test_silver_15_priest_3_gold_for_2_solitary_symbols(more: tuple[str, ...], gold: int) -> None:
    assert worth("priest", "founders", "priest", *more) == gold


@pytest.mark.rule("SILVER-16", "SILVER-17")
def test_silver_16_grocer_3_gold_for_each_food_and_two_grocers_both_score() -> None:
    assert silver("founders:food", "hunter", "graper", "grocer", "grocer") == {"grocer": [9, 9]}


@pytest.mark.rule("SILVER-16")
def test_silver_16_a_milk_maid_is_two_food_and_food_is_not_capped() -> None:
    words = ("founders:food", "hunter", "harvester", "fisher", "graper", "hayer", "grazier@6", "milk_maid@7", "grocer")
    assert worth("grocer", *words) == 21


@pytest.mark.rule("SILVER-17")
@pytest.mark.parametrize(
    ("words", "card", "each"),
    [
        (("founders", "lumberjack", "log_rafter@2", "log_rafter@2"), "log_rafter", 5),
        (("founders", "miner", "locksmith@2", "locksmith@2"), "locksmith", 4),
        (("founders", "agent", "agent", "chandler+6"), "agent", 6),
        (("founders", "hayer", "horse_trader@2", "horse_trader@2"), "horse_trader", 3),
    ],
)
def test_silver_17_two_copies_both_score(words: tuple[str, ...], card: str, each: int) -> None:
    assert silver(*words)[card] == [each, each]


@pytest.mark.rule("SILVER-18")
def test_silver_18_silver_cards_show_no_gold_symbol() -> None:
    wood = ("lumberjack", "log_rafter@2", "wood_carver@2")
    words = ("founders:food", *wood, "agent", "grocer", "priest", "freemason", "miner", "locksmith@9")
    hay = ("hayer", "peddler@11", "horse_trader@11", "hayer", "ore_muler@14")
    assert worth("peddler", *words, *hay) == 0
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.lumberjack 3.log_rafter@2 4.wood_carver@2 5.agent 6.grocer 7.priest 8.freemason
        9.miner 10.locksmith@9 11.hayer 12.peddler@11 13.horse_trader@11 14.hayer 15.ore_muler@14])
        ()]""")
    assert score(start)["first_market"][0]["total"] == 0


@pytest.mark.rule("SILVER-7", "SILVER-8", "SILVER-9", "SILVER-10", "SILVER-11", "SILVER-12")
def test_silver_7_to_12_what_a_silver_card_stands_on_and_its_padlock() -> None:
    printed = {
        row["key"]: (row["suit"], row["on"], row["padlock"], row["symbols"], row["food"], row["builders"], row["gold"])
        for row in VILLAGERS.cards("en")
        if row["silver"] and row["box"] == "base"
    }
    assert printed == {
        "horse_trader": ("hay", "hayer", None, 1, 0, 0, 0),
        "ore_muler": ("hay", "hayer", None, 1, 0, 0, 0),
        "peddler": ("hay", "hayer", "cartwright", 1, 0, 0, 0),
        "locksmith": ("ore", "miner", "blacksmith", 1, 0, 0, 0),
        "log_rafter": ("wood", "lumberjack", None, 2, 0, 0, 0),
        "wood_carver": ("wood", "lumberjack", None, 1, 0, 0, 0),
        "agent": ("solitary", None, None, 1, 0, 0, 0),
        "freemason": ("solitary", None, "brewer", 1, 0, 0, 0),
        "priest": ("solitary", None, "chandler", 1, 0, 0, 0),
        "grocer": ("solitary", None, "harvester", 1, 0, 0, 0),
    }
