"""PROFITEERS: bronze symbols, the Freelancers for hire, the Wholesaler."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.errors import InvalidOptions, InvalidPosition
from engine.ruleset import Doc
from tests.positions import facts, legal, new_game, of_type, play, position, refused, score, village
from tests.villagers.game import END, VILLAGERS, by, place

PROFITEERS = {"alchemist": 1, "arkwright": 1, "captain": 1, "carter": 1, "freelancer": 2, "wholesaler": 2}


def turn(seats: str, **fields: Any) -> Doc:
    """Return a build turn of seat 0 with the expansion; one stack is left, so that no market comes."""
    return position(
        f"""villagers phase=build options=(expansions=[profiteers]) stacks=[[mason]]
        seats=[{seats}]""",
        **fields,
    )


def bronze(*words: str, fields: str = "") -> int:
    """Return what the village's bronze pays at the end of its build turn."""
    after, events = play(turn(f"(village=[{village(words)}] gold=0 {fields}) ()"), (0, END))
    told = [event["gold"] for event in facts(events, "gold_gained") if event["reason"] == "bronze"]
    assert after["seats"][0]["gold"] == sum(told)
    return sum(told)


def hire(who: int, number: int) -> Doc:
    return {"type": "hire", "seat": who, "villager": number}


def everywhere(doc: Doc) -> Counter[str]:
    cards = [card for pile in (*doc["stacks"], doc["reserve"], *(one["hand"] for one in doc["seats"])) for card in pile]
    return Counter(cards)


@pytest.mark.rule("PROFITEERS-1")
def test_profiteers_1_eight_cards_are_in_the_box() -> None:
    found = everywhere(new_game("villagers", 5, expansions=["profiteers"]))
    assert {card: found[card] for card in PROFITEERS} == PROFITEERS
    assert sum(PROFITEERS.values()) == 8


@pytest.mark.rule("PROFITEERS-2")
@pytest.mark.parametrize(("seats", "reserve"), [(2, 54), (3, 37), (4, 34), (5, 17)])
def test_profiteers_2_all_are_in_the_deck_at_every_count(seats: int, reserve: int) -> None:
    start = new_game("villagers", seats, expansions=["profiteers"])
    assert len(start["reserve"]) == reserve
    assert sum(everywhere(start)[card] for card in PROFITEERS) == 8
    assert start["options"]["expansions"] == ["profiteers"]


@pytest.mark.rule("PROFITEERS-2")
def test_profiteers_2_without_the_expansion_there_are_none() -> None:
    assert not any(everywhere(new_game("villagers", 5))[card] for card in PROFITEERS)
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(position("villagers phase=build seats=[(hand=[captain]) ()]"))
    with pytest.raises(InvalidOptions):
        VILLAGERS.read_options({"expansions": ["profiteers", "profiteers"]}, 3)


@pytest.mark.rule("PROFITEERS-3")
def test_profiteers_3_bronze_pays_in_the_turn_of_placing_and_in_every_later_one() -> None:
    start = position(
        "villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[(hand=[captain] gold=0) ()]"
    )
    after, events = play(start, (0, place("captain")), (0, END))
    # Founders are the only gold symbol; they turn only after all have built.
    assert after["seats"][0]["gold"] == 1
    assert facts(events, "gold_gained") == [{"seat": 0, "gold": 1, "reason": "bronze"}]
    assert bronze("founders", "captain") == 1


@pytest.mark.rule("PROFITEERS-3")
def test_profiteers_3_it_pays_in_the_own_turn_only() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (gold=0) (village=[1.founders 2.captain] gold=0)]""")
    between, _ = play(start, (0, END))
    assert [one["gold"] for one in between["seats"]] == [0, 0]
    after, _ = play(between, (1, END))
    assert [one["gold"] for one in after["seats"]] == [0, 1]


@pytest.mark.rule("PROFITEERS-4")
def test_profiteers_4_only_the_best_symbol_pays() -> None:
    # Captain: founders, mason, blacksmith = 3 gold symbols; Arkwright: two villagers with coins = 4.
    words = ("founders", "miner", "mason@2", "blacksmith@2+2", "lumberjack", "arkwright@5", "captain", "hunter+2")
    assert bronze(*words) == 4
    assert bronze(*words[:5], "captain") == 3


@pytest.mark.rule("PROFITEERS-5")
def test_profiteers_5_bronze_is_no_market_income() -> None:
    doc = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.captain 3.lumberjack 4.arkwright@3]) ()]""")
    for market in ("first_market", "second_market"):
        assert [line["card"] for line in score(doc)[market][0]["lines"]] == ["founders"]


@pytest.mark.rule("PROFITEERS-6")
def test_profiteers_6_alchemist_half_of_one_silver_value_rounded_down() -> None:
    # Locksmith: 2 gold for each padlock, of which there are five: locksmith, glass blower, two beekeepers, cooper.
    locks = ("miner", "locksmith@2", "glass_blower@2", "beekeeper", "beekeeper", "lumberjack", "cooper@7")
    assert bronze("founders", *locks, "miner", "alchemist@9") == 5
    # Agent: the coins on the blacksmith; 6 halved is 3, and 3 is more than nothing.
    assert bronze("founders", "miner", "blacksmith@2+6", "alchemist@2", "agent") == 3
    # Half of 3 (one builder for the freemason) is 1.
    assert bronze("founders", "miner", "alchemist@2", "wattler", "freemason") == 1
    assert bronze("founders", "miner", "alchemist@2") == 0


@pytest.mark.rule("PROFITEERS-7")
def test_profiteers_7_arkwright_two_for_each_villager_with_coins() -> None:
    assert bronze("founders", "lumberjack", "arkwright@2", "cooper@2+2", "miner", "blacksmith@5+4") == 4
    assert bronze("founders", "lumberjack", "arkwright@2") == 0


@pytest.mark.rule("PROFITEERS-8")
def test_profiteers_8_captain_one_for_each_visible_gold_symbol() -> None:
    assert bronze("founders", "captain", "beekeeper", "beekeeper", "chandler") == 4
    # The wheeler under the cartwright does not show; silver is no gold.
    assert bronze("founders:food", "captain", "lumberjack", "wheeler@3", "cartwright@4", "agent") == 1


@pytest.mark.rule("PROFITEERS-9")
def test_profiteers_9_carter_one_for_each_chain_of_three() -> None:
    chains = ("miner", "blacksmith@2", "blacksmith@2", "lumberjack", "wheeler@5", "cartwright@6")
    assert bronze("founders", *chains, "hayer", "carter@8") == 2
    assert bronze("founders", *chains, "hayer", "carter@8", "grazier@8") == 3
    # A chain on a monk counts as well; solitary villagers are no chain.
    assert bronze("founders", "monk=miner", "mason@2", "blacksmith@2", "hayer", "carter@5", "hunter", "wattler") == 1


@pytest.mark.rule("PROFITEERS-10")
def test_profiteers_10_anybody_may_pay_a_gold_for_one_more_build_action() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (gold=5) (village=[1.founders 2.freelancer])]""")
    assert of_type(legal(start, 0), "hire") == [hire(1, 2)]
    after, events = play(start, (0, hire(1, 2)))
    assert after["seats"][0]["gold"] == 4
    assert after["seats"][0]["builds_left"] == 3
    assert after["seats"][1]["village"][1]["gold"] == 1
    assert facts(events, "hired") == [{"seat": 0, "from_seat": 1, "villager": 2}]
    assert score(after)["first_market"][1]["total"] == 3, "the coin counts for his owner"
    game = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (gold=0) (village=[1.founders 2.freelancer])]""")
    assert refused(game, 0, hire(1, 2)) == "PROFITEERS-10"
    assert refused(start, 0, hire(1, 1)) == "PROFITEERS-10"
    assert refused(start, 0, hire(4, 1)) == "PROFITEERS-10"


@pytest.mark.rule("PROFITEERS-10")
def test_profiteers_10_a_freelancer_takes_a_build_action_and_counts_as_special() -> None:
    start = position(
        "villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[(hand=[freelancer hunter]) ()]"
    )
    after, _ = play(start, (0, place("freelancer")))
    assert after["seats"][0]["builds_left"] == 1


@pytest.mark.rule("PROFITEERS-11")
def test_profiteers_11_each_freelancer_once_a_turn_the_own_one_included() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.freelancer] gold=8) (village=[1.founders 2.freelancer])]""")
    assert of_type(legal(start, 0), "hire") == [hire(0, 2), hire(1, 2)]
    between, _ = play(start, (0, hire(0, 2)))
    assert of_type(legal(between, 0), "hire") == [hire(1, 2)]
    assert refused(between, 0, hire(0, 2)) == "PROFITEERS-11"
    after, _ = play(between, (0, hire(1, 2)))
    assert (after["seats"][0]["gold"], after["seats"][0]["builds_left"]) == (6, 4)
    theirs, _ = play(after, (0, END))
    assert theirs["seats"][0]["hired"] == []
    assert of_type(legal(theirs, 1), "hire") == [hire(0, 2), hire(1, 2)], "every player may hire both"


@pytest.mark.rule("PROFITEERS-12")
def test_profiteers_12_the_limit_of_five_holds() -> None:
    full = ("founders", "freelancer", "wattler", "wattler", "miner", "mason@5")
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.freelancer 3.wattler 4.wattler 5.miner 6.mason@5]) ()]""")
    assert of_type(legal(start, 0), "hire") == []
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.freelancer 3.wattler 4.wattler 5.miner 6.mason@5]) ()]""")
    assert refused(start, 0, hire(0, 2)) == "PROFITEERS-12"
    four = turn(f"(village=[{village(full[:4])}] gold=8) (village=[1.founders 2.freelancer])")
    after, _ = play(four, (0, hire(0, 2)))
    assert after["seats"][0]["builds_left"] == 5
    assert refused(after, 0, hire(1, 2)) == "PROFITEERS-12"


@pytest.mark.rule("PROFITEERS-13")
def test_profiteers_13_one_placed_in_the_turn_is_not_for_hire_in_it() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (hand=[freelancer]) (village=[1.founders 2.freelancer])]""")
    after, _ = play(start, (0, place("freelancer")))
    assert of_type(legal(after, 0), "hire") == []
    assert refused(after, 0, hire(0, 2)) == "PROFITEERS-13"
    assert refused(after, 0, hire(1, 2)) == "PROFITEERS-13", "the turn has begun"


@pytest.mark.rule("PROFITEERS-13")
def test_profiteers_13_no_other_action_comes_before() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (hand=[tinner hunter]) (village=[1.founders 2.freelancer])]""")
    after, _ = play(start, (0, {"type": "play", "card": "tinner"}))
    assert refused(after, 0, hire(1, 2)) == "PROFITEERS-13"


@pytest.mark.rule("PROFITEERS-14")
def test_profiteers_14_wholesaler_three_for_each_trio() -> None:
    # Ore 3 (miner, glass blower 2), hay 2 (hayer, grazier), wood 5 (log rafter has 2): two trios.
    doc = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.miner 3.glass_blower@2 4.hayer 5.grazier@4 6.lumberjack 7.log_rafter@6 8.lumberjack
        9.wheeler@8 10.wholesaler])
        ()]""")
    lines = {line["card"]: line["gold"] for line in score(doc)["second_market"][0]["lines"]}
    assert lines["wholesaler"] == 6
    assert "wholesaler" not in {line["card"] for line in score(doc)["first_market"][0]["lines"]}


@pytest.mark.rule("PROFITEERS-10")
def test_a_freelancer_unlocks_nothing_and_nothing_stands_on_him() -> None:
    start = position("""villagers options=(expansions=[profiteers]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders 2.freelancer] hand=[beekeeper mason]) ()]""")
    assert refused(start, 0, place("beekeeper", unlock=by(0, 2))) == "PADLOCK-1"
    assert refused(start, 0, place("mason", on=2)) in {"CHAIN-1", "CHAIN-8"}
