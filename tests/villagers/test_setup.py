"""SETUP: the box, the deal, the first player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.errors import InvalidOptions, NotYourTurn
from engine.ruleset import Doc
from tests.positions import legal, new_game, play, position, refused, to_act, view
from tests.villagers.game import END, VILLAGERS, blind, draft, place

CARDS: dict[str, Doc] = {card["key"]: card for card in VILLAGERS.cards("en")}
BASICS = {"lumberjack", "hayer", "miner"}
FOUR_PLUS = {"shepherd", "spinner", "weaver", "tailor", "tanner", "saddler", "cobbler"}


def draftable() -> dict[str, Doc]:
    base = {key: card for key, card in CARDS.items() if card["box"] in ("base", "four_plus")}
    return {key: card for key, card in base.items() if key != "founders" and key not in BASICS}


def on_road(game: Doc) -> list[str]:
    return [slot["card"] for slot in game["road"]]


def dealt(game: Doc) -> list[str]:
    """Return all cards of the deck of 94 (or 80), wherever they were dealt to."""
    piles = [*game["stacks"], game["reserve"], *(one["hand"] for one in game["seats"])]
    return [card for pile in piles for card in pile]


@pytest.mark.rule("SETUP-1")
def test_setup_1_the_box_holds_5_founders_30_basics_and_100_others() -> None:
    assert CARDS["founders"]["copies"] == 5
    assert {key: CARDS[key]["copies"] for key in BASICS} == {"lumberjack": 10, "hayer": 10, "miner": 10}
    assert sum(card["copies"] for card in draftable().values()) == 94 + 6


@pytest.mark.rule("SETUP-2")
def test_setup_2_fifty_types_twice_six_of_them_once_in_the_deck() -> None:
    assert len(draftable()) == 50
    assert {card["copies"] for card in draftable().values()} == {2}
    game = new_game("villagers", 4)
    copies = Counter(dealt(game))
    assert sum(copies.values()) == 94
    assert Counter(copies.values()) == {2: 44, 1: 6}
    assert {card for card, count in copies.items() if count == 1} == set(on_road(game))


@pytest.mark.rule("SETUP-3")
def test_setup_3_the_same_six_villagers_open_every_game() -> None:
    games = [new_game("villagers", seats, seed=seed) for seats in (2, 3, 4, 5) for seed in (b"one", b"two")]
    assert len({tuple(sorted(on_road(game))) for game in games}) == 1
    assert len(set(on_road(games[0]))) == 6
    starting = {key for key, card in CARDS.items() if card["starting_road"]}
    assert starting == set(on_road(games[0]))
    assert not starting & FOUR_PLUS
    assert all(CARDS[key]["suit"] != "special" for key in starting)


@pytest.mark.rule("SETUP-3")
def test_setup_3_owners_of_the_cards_name_the_six_themselves() -> None:
    named = ["wattler", "seeker", "wheeler", "graper", "swineherd", "agent"]
    game = new_game("villagers", 3, starting_road=named)
    assert sorted(on_road(game)) == sorted(named)
    assert len(dealt(game)) == 80
    assert all(Counter(dealt(game))[card] == 1 for card in named)


@pytest.mark.rule("SETUP-3")
@pytest.mark.parametrize(
    "named",
    [
        ["wattler", "wattler", "wheeler", "graper", "swineherd", "agent"],
        ["miner", "seeker", "wheeler", "graper", "swineherd", "agent"],
        ["founders", "seeker", "wheeler", "graper", "swineherd", "agent"],
        ["shepherd", "seeker", "wheeler", "graper", "swineherd", "agent"],
    ],
    ids=["one_twice", "a_basic", "founders", "wool_with_three"],
)
def test_setup_3_six_that_cannot_lie_there_are_refused(named: list[str]) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        VILLAGERS.read_options({"starting_road": named}, 3)
    assert refusal.value.faults


@pytest.mark.rule("SETUP-4")
def test_setup_4_ten_of_each_basic() -> None:
    assert new_game("villagers", 5)["basics"] == {"lumberjack": 10, "hayer": 10, "miner": 10}


@pytest.mark.rule("SETUP-5")
def test_setup_5_founders_with_the_gold_side_up() -> None:
    game = new_game("villagers", 4)
    for number, one in enumerate(game["seats"]):
        (founders,) = one["village"]
        assert (founders["card"], founders["side"], founders["on"]) == ("founders", "gold", None)
        assert view(game, None)["seats"][number]["draft_limit"] == 2
    rows = VILLAGERS.score_now(VILLAGERS.read_position(game))["first_market"]
    assert [row["total"] for row in rows] == [2, 2, 2, 2]


@pytest.mark.rule("SETUP-6")
def test_setup_6_eight_gold_each() -> None:
    assert [one["gold"] for one in new_game("villagers", 5)["seats"]] == [8, 8, 8, 8, 8]


@pytest.mark.rule("SETUP-7")
def test_setup_7_the_first_player_is_named() -> None:
    game = new_game("villagers", 4, first_player="2")
    assert game["first_player"] == 2
    order = []
    for _ in range(4):
        (who,) = to_act(game)
        order.append(who)
        game, _events = play(game, (who, draft(0)))
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("SETUP-7")
def test_setup_7_or_drawn_from_the_seed() -> None:
    drawn = {new_game("villagers", 3, seed=bytes([n]))["first_player"] for n in range(40)}
    assert drawn == {0, 1, 2}
    assert new_game("villagers", 3, seed=b"same") == new_game("villagers", 3, seed=b"same")


@pytest.mark.rule("SETUP-7")
@pytest.mark.parametrize("options", [{"first_player": "2"}, {"first_player": "-1"}, {"first_player": 0}])
def test_setup_7_a_first_player_who_does_not_sit_there_is_refused(options: Doc) -> None:
    with pytest.raises(InvalidOptions):
        VILLAGERS.read_options(options, 2)


@pytest.mark.rule("SETUP-8")
@pytest.mark.parametrize(("seats", "deck"), [(2, 80), (3, 80), (4, 94), (5, 94)])
def test_setup_8_wool_and_leather_need_four_players(seats: int, deck: int) -> None:
    game = new_game("villagers", seats)
    assert len(dealt(game)) == deck
    found = set(dealt(game)) & FOUR_PLUS
    assert found == (FOUR_PLUS if seats >= 4 else set())


@pytest.mark.rule("SETUP-9")
@pytest.mark.parametrize(("seats", "size"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_setup_9_six_stacks_of_two_cards_a_player(seats: int, size: int) -> None:
    assert [len(stack) for stack in new_game("villagers", seats)["stacks"]] == [size] * 6


@pytest.mark.rule("SETUP-10")
def test_setup_10_the_first_market_lies_under_the_second_stack_the_second_under_the_sixth() -> None:
    """The markets hang on the stacks left of their cards: 1 and 2 for the first, all six for the second."""
    start = position("""villagers phase=build to_act=[1] stacks=[[] [] [agent] [] [] []] seats=[
        (village=[1.founders:food] gold=0) (village=[1.founders:food] gold=0)]""")
    after_two, _ = play(start, (1, END))
    assert after_two["markets_held"] == [1]
    start = position("""villagers phase=build to_act=[1] stacks=[[agent] [] [] [] [] []] seats=[
        (village=[1.founders:food] gold=0) (village=[1.founders:food] gold=0)]""")
    after_others, _ = play(start, (1, END))
    assert after_others["markets_held"] == []
    start = position("""villagers phase=build to_act=[1] stacks=[] seats=[
        (village=[1.founders:food] gold=0) (village=[1.founders:food] gold=0)]""")
    after_all, _ = play(start, (1, END))
    assert after_all["markets_held"] == [1, 2]


@pytest.mark.rule("SETUP-11")
def test_setup_11_five_cards_in_every_hand() -> None:
    assert [len(one["hand"]) for one in new_game("villagers", 5)["seats"]] == [5] * 5


@pytest.mark.rule("SETUP-12")
@pytest.mark.parametrize(("seats", "reserve"), [(2, 46), (3, 29), (4, 26), (5, 9)])
def test_setup_12_what_is_left_is_the_reserve(seats: int, reserve: int) -> None:
    assert len(new_game("villagers", seats)["reserve"]) == reserve


@pytest.mark.rule("SETUP-13")
@pytest.mark.parametrize(
    ("seats", "sum_of"), [(2, (24, 10, 46)), (3, (36, 15, 29)), (4, (48, 20, 26)), (5, (60, 25, 9))]
)
def test_setup_13_every_card_is_dealt_once(seats: int, sum_of: tuple[int, int, int]) -> None:
    game = new_game("villagers", seats)
    stacks = sum(len(stack) for stack in game["stacks"])
    hands = sum(len(one["hand"]) for one in game["seats"])
    assert (stacks, hands, len(game["reserve"])) == sum_of
    in_play = Counter(dealt(game) + on_road(game))
    assert in_play == {key: 2 for key in draftable() if seats >= 4 or key not in FOUR_PLUS}


@pytest.mark.rule("SETUP-14")
def test_setup_14_no_gold_on_the_road_at_the_start() -> None:
    assert [slot["gold"] for slot in new_game("villagers", 3)["road"]] == [0] * 6


@pytest.mark.rule("SETUP-15")
def test_setup_15_hands_have_no_limit() -> None:
    game = new_game("villagers", 2, first_player="0")
    while game["round"] < 3:
        (who,) = to_act(game)
        move: dict[str, Any] = {"draft": draft(0), "road": {"type": "pass"}, "build": END}[game["phase"]]
        game, _ = play(game, (who, move))
    # Nobody had food in round 1, so both drafted 2 there; the flipped Founders gave a third card in round 2.
    assert [len(one["hand"]) for one in game["seats"]] == [5 + 2 + 3] * 2


@pytest.mark.rule("SETUP-15")
def test_setup_15_a_hand_of_thirty_builds_like_any_other() -> None:
    others = [key for key in draftable() if key not in FOUR_PLUS and key != "wattler"]
    start = position(f"villagers phase=build seats=[(hand=[{' '.join(others[:29])} wattler]) ()]")
    after, _ = play(start, (0, place("wattler")))
    assert len(after["seats"][0]["hand"]) == 29


@pytest.mark.rule("SETUP-16")
def test_setup_16_the_keyring_is_the_number_of_cards_that_name_it() -> None:
    printed = {key: card["keyring"] for key, card in CARDS.items() if card["keyring"]}
    assert printed == {
        "blacksmith": 10,
        "carpenter": 8,
        "cooper": 6,
        "chandler": 4,
        "shipwright": 4,
        "brewer": 2,
        "cartwright": 2,
        "glass_blower": 2,
        "harvester": 2,
        "hunter": 2,
    }
    named: Counter[str] = Counter()
    for card in CARDS.values():
        if card["padlock"] and card["box"] in ("base", "four_plus"):
            named[card["padlock"]] += card["copies"]
    assert named == printed
    assert sum(printed.values()) == 42


@pytest.mark.rule("SETUP-17")
def test_setup_17_with_three_players_fewer_cards_name_it() -> None:
    names: Counter[str] = Counter()
    for card in dealt(new_game("villagers", 3)) + on_road(new_game("villagers", 3)):
        if CARDS[card]["padlock"]:
            names[CARDS[card]["padlock"]] += 1
    assert (names["carpenter"], names["blacksmith"], names["shipwright"]) == (6, 8, 4)
    assert sum(names.values()) == 38


@pytest.mark.rule("SETUP-18")
def test_setup_18_nine_suits() -> None:
    assert Counter(card["suit"] for card in draftable().values()) == {
        "grains": 4,
        "hay": 8,
        "ore": 7,
        "wood": 7,
        "grapes": 3,
        "wool": 4,
        "leather": 3,
        "solitary": 10,
        "special": 4,
    }


@pytest.mark.rule("SETUP-9", "SETUP-11")
def test_setup_9_11_the_deck_is_shuffled_by_the_seed() -> None:
    one, other = new_game("villagers", 2, seed=b"one"), new_game("villagers", 2, seed=b"two")
    assert one["stacks"] != other["stacks"]
    catalogue = list(CARDS)
    assert sorted(dealt(one), key=catalogue.index) != dealt(one)


@pytest.mark.rule("SETUP-7")
def test_setup_7_only_the_first_player_acts_at_first() -> None:
    game = new_game("villagers", 3, first_player="1")
    assert legal(game, 0) == legal(game, 2) == []
    with pytest.raises(NotYourTurn):
        play(game, (0, draft(0)))
    assert refused(game, 1, END)


@pytest.mark.rule("SETUP-10")
def test_setup_10_market_cards_are_no_villagers() -> None:
    assert not [key for key, card in CARDS.items() if "market" in key and card["suit"]]
    start = position("villagers road=[agent+0] stacks=[[agent] [] [wattler] [] [] []] seats=[() ()]")
    assert refused(start, 0, blind(1)).startswith("DRAFT-")
