"""CHAIN-1 to 10, 48 and 49: what stands on what."""

from __future__ import annotations

import random

import pytest

from engine.ruleset import Doc
from tests.positions import legal, new_game, of_type, play, position, positions_of_a_random_game, refused, score, view
from tests.villagers.chains import builder, put, targets
from tests.villagers.game import BY_TINNER, END, place, villager

STARTS = {"founders", "lumberjack", "hayer", "miner", "graper", "shepherd", "tanner"}


# --- the frame -------------------------------------------------------------------------------


@pytest.mark.rule("CHAIN-1")
def test_chain_1_a_card_goes_on_exactly_what_its_chain_names() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.lumberjack 4.wheeler@3] hand=[cartwright] builds_left=5 tinner=yes) ()
        () ()]""")
    assert targets(game, "cartwright") == {4}
    for wrong in (None, 1, 2, 3):
        assert refused(game, 0, place("cartwright", wrong)) == "CHAIN-1"
    after, _ = play(game, put("cartwright", 4))
    assert villager(after, 0, 5) == {"id": 5, "card": "cartwright", "on": 4, "gold": 0, "as": None, "side": None}


@pytest.mark.rule("CHAIN-1")
def test_chain_1_a_villager_that_is_not_there_carries_nothing() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders] hand=[wheeler]) (village=[1.founders 2.lumberjack]) () ()]"
    )
    assert targets(game, "wheeler") == set()
    assert refused(game, 0, place("wheeler", 2)).startswith("CHAIN-")
    assert refused(game, 0, place("wheeler", 77)).startswith("CHAIN-")


@pytest.mark.rule("CHAIN-1")
def test_chain_1_the_right_suit_is_not_enough() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.mason@2 4.seeker@2] hand=[jeweler seeker] builds_left=5 tinner=yes) () () ()]""")
    assert targets(game, "jeweler") == set()
    assert targets(game, "seeker") == set()


@pytest.mark.rule("CHAIN-2")
def test_chain_2_only_start_cards_and_solitaries_need_nothing_beneath() -> None:
    cards = [card for card in legal_cards() if card not in STARTS]
    free = {card for card in cards if None in targets(builder("founders", hand=(card,)), card)}
    assert free == {
        *("agent", "beekeeper", "chandler", "fisher", "freemason", "grocer", "harvester", "hunter", "priest", "wattler")
    }
    for start in ("graper", "shepherd", "tanner"):
        game = position(
            f"villagers phase=build seats=[(village=[1.founders] hand=[{start}] builds_left=5 tinner=yes) () () ()]"
        )
        assert targets(game, start) == {None}


def legal_cards() -> set[str]:
    """Return every draftable card: two seeds' decks of a game of four hold them all."""
    game = new_game("villagers", 4)
    piles = [*game["stacks"], game["reserve"], *(one["hand"] for one in game["seats"])]
    return {card for pile in piles for card in pile} | {slot["card"] for slot in game["road"]}


@pytest.mark.rule("CHAIN-2")
def test_chain_2_a_start_card_goes_on_nothing() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders 2.graper] hand=[graper] builds_left=5 tinner=yes) () () ()]"
    )
    assert targets(game, "graper") == {None}
    assert refused(game, 0, place("graper", 2)) in {"CHAIN-1", "CHAIN-2"}


@pytest.mark.rule("CHAIN-3")
@pytest.mark.parametrize(
    ("start", "branches", "third"),
    [
        ("lumberjack", ("carpenter", "carpenter"), "wheeler"),
        ("lumberjack", ("carpenter", "wheeler"), "shipwright"),
        ("hayer", ("thatcher", "grazier"), "thatcher"),
        ("miner", ("mason", "seeker"), "blacksmith"),
        ("graper", ("vintner", "vintner"), None),
        ("shepherd", ("spinner", "spinner"), None),
        ("tanner", ("saddler", "cobbler"), "saddler"),
    ],
)
def test_chain_3_a_start_card_carries_two_branches(start: str, branches: tuple[str, str], third: str | None) -> None:
    first, second = branches
    hand = (first, second) + ((third,) if third else ())
    game, _ = play(builder("founders", start, hand=hand), put(first, 2), put(second, 2))
    assert [one["on"] for one in game["seats"][0]["village"]] == [None, None, 2, 2]
    if third:
        assert targets(game, third) == set()
        assert refused(game, 0, place(third, 2)) == "CHAIN-3"


@pytest.mark.rule("CHAIN-3")
def test_chain_3_founders_carry_two_branches_too() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.swineherd@1 3.brewer@1] hand=[poulterer] builds_left=5 tinner=yes) () () ()]""")
    assert refused(game, 0, place("poulterer", 1, unlock=BY_TINNER)) == "CHAIN-3"


@pytest.mark.rule("CHAIN-4")
def test_chain_4_every_other_villager_carries_one() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2] hand=[spelunker spelunker seeker] builds_left=5 tinner=yes) () ()
        ()]""")
    after, _ = play(game, put("spelunker", 3))
    assert targets(after, "spelunker") == set()
    assert refused(after, 0, place("spelunker", 3, unlock=BY_TINNER)) == "CHAIN-4"
    after, _ = play(after, put("seeker", 2))
    assert targets(after, "spelunker") == {5}


@pytest.mark.rule("CHAIN-5")
def test_chain_5_nothing_goes_on_the_end_of_a_chain() -> None:
    ends = ("jeweler", "cartwright", "fromager", "truffler", "wine_trader", "tailor", "mason", "saddler", "poulterer")
    village = ["founders", "swineherd@1", "truffler@2", "poulterer@1", "miner", "seeker@5", "spelunker@6", "jeweler@7"]
    village += ["mason@5", "lumberjack", "wheeler@10", "cartwright@11", "hayer", "grazier@13", "milk_maid@14"]
    village += ["fromager@15", "graper", "vintner@17", "wine_trader@18", "shepherd", "spinner@20", "weaver@21"]
    village += ["tailor@22", "tanner", "saddler@24"]
    tops = {number for number, word in enumerate(village, 1) if word.split("@")[0] in ends}
    hand: tuple[str, ...] = ("seeker", "wheeler", "swineherd", "grazier", "vintner", "spinner", "cobbler", "agent")
    hand += ("thatcher", "spelunker", "jeweler", "cartwright", "milk_maid", "weaver", "tailor", "wine_trader", "mason")
    game = builder(*village, hand=hand)
    assert not {move["on"] for move in of_type(legal(game, 0), "place")} & tops
    assert refused(game, 0, place("jeweler", 8, unlock=BY_TINNER)).startswith("CHAIN-")
    assert refused(game, 0, place("seeker", 9)).startswith("CHAIN-")


@pytest.mark.rule("CHAIN-6")
def test_chain_6_a_chain_grows_over_several_turns_but_only_upwards() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.lumberjack 3.wheeler@2 4.cartwright@3] hand=[wheeler cartwright] builds_left=5
        tinner=yes) () () ()]""")
    assert targets(game, "wheeler") == {2}
    assert targets(game, "cartwright") == set()
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.wheeler@2] hand=[cartwright]) () () ()]"
    )
    after, _ = play(start, (0, place("cartwright", 3)))
    assert villager(after, 0, 4)["on"] == 3


@pytest.mark.rule("CHAIN-7")
def test_chain_7_several_cards_of_a_chain_in_one_turn() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack] hand=[wheeler cartwright]) () () ()]"
    )
    after, _ = play(game, (0, place("wheeler", 2)), (0, place("cartwright", 3)))
    assert after["seats"][0]["builds_left"] == 0


@pytest.mark.rule("CHAIN-8")
def test_chain_8_solitaries_stand_alone() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.chandler 3.miner] hand=[chandler hunter seeker] builds_left=5 tinner=yes) () () ()]""")
    assert targets(game, "chandler") == targets(game, "hunter") == {None}
    assert targets(game, "seeker") == {3}
    assert refused(game, 0, place("hunter", 2)) in {"CHAIN-1", "CHAIN-8"}
    assert refused(game, 0, place("hunter", 1)) in {"CHAIN-1", "CHAIN-8"}
    assert refused(game, 0, place("seeker", 2)) in {"CHAIN-1", "CHAIN-8"}


@pytest.mark.rule("CHAIN-9", "CHAIN-10")
def test_chain_9_10_branches_share_their_start_and_each_branch_has_its_own_top() -> None:
    """Both branches hang on one start card, and only their tops show gold."""
    forest = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.lumberjack 3.carpenter@2 4.wheeler@2 5.cartwright@4 6.chandler]) () () ()]""")
    gold = {line["villager"] for line in score(forest)["first_market"][0]["lines"]}
    assert gold == {5, 6}
    assert view(forest, 0)["seats"][0]["build_limit"] == 3
    smiths = position(
        "villagers phase=build seats=[(village=[1.founders:food 2.miner 3.blacksmith@2 4.blacksmith@2]) () () ()]"
    )
    assert [line["villager"] for line in score(smiths)["first_market"][0]["lines"]] == [3, 4]


# --- what follows from the cards -------------------------------------------------------------


def keen_builder(rng: random.Random, moves: list[Doc]) -> int:
    """Place or trade if possible, otherwise anything."""
    keen = [n for n, move in enumerate(moves) if move["type"] in ("place", "trade")]
    return rng.choice(keen or range(len(moves)))


@pytest.mark.rule("CHAIN-48", "CHAIN-49")
@pytest.mark.parametrize("seats", [2, 4])
def test_chain_48_49_what_is_never_covered(seats: int) -> None:
    """Over whole games: gold lies on tops only, and no builder or silver card is ever covered."""
    coverable_food = {"founders", "swineherd", "grazier", "milk_maid", "graper", "shepherd"}
    food = coverable_food | {"poulterer", "truffler", "brewer", "fromager", "harvester", "fisher", "hunter"}
    builders_or_silver = {"brewer", "thatcher", "mason", "carpenter", "shipwright", "wattler", "horse_trader"}
    builders_or_silver |= {"ore_muler", "peddler", "locksmith", "log_rafter", "wood_carver", "grocer", "freemason"}
    builders_or_silver |= {"priest", "agent"}
    covered: set[str] = set()
    for game in positions_of_a_random_game("villagers", seats, seed=seats, choose=keen_builder):
        for one in game["seats"]:
            under = {card["on"] for card in one["village"]}
            assert not [card for card in one["village"] if card["gold"] and card["id"] in under]
            covered |= {card["card"] for card in one["village"] if card["id"] in under}
    assert len(covered) > 3
    assert not covered & builders_or_silver
    assert covered & food <= coverable_food


@pytest.mark.rule("CHAIN-1")
def test_chain_1_cards_stand_in_the_own_village_only() -> None:
    game = position(
        "villagers phase=build seats=[(village=[1.founders] hand=[mason]) (village=[1.founders 2.miner]) () ()]"
    )
    assert of_type(legal(game, 0), "place") == []


@pytest.mark.rule("CHAIN-2")
def test_chain_2_specials_are_not_placed_by_themselves() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner] hand=[monk tinner smuggler apprentice] builds_left=5 tinner=yes) () () ()]""")
    for card in ("monk", "tinner", "smuggler", "apprentice"):
        assert targets(game, card) == set()
        assert refused(game, 0, place(card))
        assert refused(game, 0, place(card, 2))


@pytest.mark.rule("CHAIN-4")
def test_chain_4_two_chains_of_the_same_kind_grow_apart() -> None:
    game = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.seeker@2 5.spelunker@3] hand=[spelunker jeweler] builds_left=5
        tinner=yes) () () ()]""")
    assert targets(game, "spelunker") == {4}
    assert targets(game, "jeweler") == {5}
    after, _ = play(game, put("spelunker", 4), put("jeweler", 6))
    assert villager(after, 0, 7)["on"] == 6


@pytest.mark.rule("CHAIN-7")
def test_chain_7_on_a_basic_taken_in_the_same_turn() -> None:
    game = position(
        "villagers phase=build stacks=[[fisher]] seats=[(village=[1.founders] hand=[agent mason]) () () ()]"
    )
    trade: Doc = {"type": "trade", "basic": "miner", "card": "agent"}
    back: Doc = {"type": "return_card", "pile": "stack", "stack": 0}
    after, _ = play(game, (0, trade), (0, back), (0, place("mason", 2)), (0, END))
    assert villager(after, 0, 3) == {"id": 3, "card": "mason", "on": 2, "gold": 0, "as": None, "side": None}
