"""What `greedy` thinks: positions in which a sensible player knows what to do."""

from __future__ import annotations

import random

import pytest

from engine.bots import LEVELS
from engine.my_village import MY_VILLAGE
from engine.ruleset import Doc
from tests.my_village.notation import (
    EXCHANGE,
    FORFEIT,
    LATE,
    WARD_OFF,
    after,
    bury,
    crafts,
    customers,
    dice,
    fields,
    gift,
    headman,
    hire,
    journey,
    plow,
    rolled,
    steward,
    take,
    teach,
    valued,
    without,
)


def choices(doc: Doc, who: int = 0) -> list[Doc]:
    """What `greedy` may choose in a position, the payments left out."""
    view = MY_VILLAGE.view(MY_VILLAGE.read_position(doc), who)
    moves = [LEVELS["greedy"].choose(MY_VILLAGE, view, random.Random(seed)) for seed in range(4)]
    found = [MY_VILLAGE.write_move(move) for move in sorted(set(moves))]
    return [{name: part for name, part in move.items() if name != "payment"} for move in found]


def test_at_the_end_points_are_saved() -> None:
    assert choices(valued(7, {"headman": "coin", "story": 9}, {}, **LATE)) == [headman("main_house")]


def test_at_the_end_the_better_customer_is_served_with_the_last_goods() -> None:
    seat = {"customers": customers(9, 14), "crafts": crafts(stables_1=2)}
    assert choices(valued(7, seat, {}, **LATE)) == [{"type": "serve", "customer": "customer_14"}]


def test_the_dice_of_the_best_turn_are_chosen_white_ones_before_black_ones() -> None:
    seat = {
        "villagers": ["merchant"],
        "customers": customers(33),
        "crafts": crafts(wainwright_1=1, stables_1=1, brewery_1=1),
    }
    start = rolled(seat, {}, white=[1, 1, 1, 1, 1, 3, 4], black=[3, 4], **{**LATE, "turns": 2, "first_player": 0})
    assert choices(start) == [dice("w3", "w4")]


def test_coins_buy_a_value_that_is_worth_it() -> None:
    seat = {"villagers": ["merchant"], "customers": customers(33), "coins": 2}
    goods = {"crafts": crafts(wainwright_1=1, stables_1=1, brewery_1=1)}
    chosen = after(rolled({**seat, **goods}, {}, white=[2, 4], **LATE), dice("w2", "w4"))
    assert choices(chosen) == [{"type": "set_value", "value": 7, "coins": 1, "tokens": 0}]


def test_a_plow_goes_to_a_field_that_is_about_to_be_used() -> None:
    start = valued(7, {"villagers": ["merchant"], "crafts": crafts(smithy_1=2), "fields": fields("")}, {}, fields=0)
    assert choices(start) == [plow("smithy", 0)]
    (following,) = choices(after(start, plow("smithy", 0)))
    assert following["banner"]["kind"] == "field"


def test_who_is_least_missed_passes_away() -> None:
    seat = {
        "reaper": True,
        "travels": ["travel_a_1", "travel_b_1", "travel_c_1", "travel_d_4"],
        "crafts": crafts(stables_1=1, office_1=1, brewery_1=0),
        "customers": customers(1, 2, 9),
    }
    assert choices({**valued(7, seat, {}), "phase": "death"}) == [bury("traveller")]
    marked = {"reaper": True, "council": "population_council", "marks": without("abbot")}
    assert choices({**valued(7, marked, {}, **LATE), "phase": "death"}) == [bury("abbot")]


def test_a_day_laborer_takes_up_the_most_useful_work() -> None:
    seat = {"villagers": [], "crafts": crafts(stables_1=1, office_1=1, brewery_1=0, smithy_1=0)}
    assert choices({**valued(7, seat, {}), "phase": "laborer"}) == [hire("craftsman")]


@pytest.mark.parametrize(("story", "wanted"), [(12, WARD_OFF), (2, FORFEIT)])
def test_the_rats_are_kept_away_when_much_is_at_stake(story: int, wanted: Doc) -> None:
    start = valued(7, {}, {"church": "sanatory_church", "story": story}, rat={"space": 16}, to_act=[1])
    assert choices({**start, "phase": "rats"}, who=1) == [wanted]


@pytest.mark.parametrize(("card", "wanted"), [("travel_d_1", EXCHANGE), ("travel_d_4", FORFEIT)])
def test_the_travel_church_is_used_for_a_better_card(card: str, wanted: Doc) -> None:
    others = [key for key in ("travel_d_1", "travel_d_2", "travel_d_4") if key != card]
    seat = {"church": "travel_church", "travels": ["travel_a_1", "travel_b_1", "travel_c_1"], "coins": 2}
    start = valued(9, seat, {"travels": ["travel_a_2"]}, **LATE, travels={"d": [card, *others]})
    assert choices(after(start, journey(coins=2))) == [wanted]


def test_customers_are_chosen_by_the_goods_at_hand() -> None:
    seat = {"crafts": crafts(stables_1=3, brewery_1=2), "church": "trading_church"}
    start = valued(4, seat, {}, display=customers(8, 14, 15, 26), customers=customers(27))
    called = after(start, steward(benefit=True))
    assert choices(called) == [gift(14), gift(15)], "both can be served at once"
    (bought,) = choices(after(start, steward()))
    assert "customer_14" in bought["customers"]
    assert "customer_26" not in bought["customers"]


def test_a_monk_brings_what_is_useful() -> None:
    seat = {"church": "travel_church", "villagers": without("craftsman"), "school": {"right": True}}
    start = valued(5, {**seat, "crafts": crafts(office_1=1, brewery_1=0)}, {}, monks={"rosary": ["rosary_monk_2"]})
    asked = after(start, take("rosary_monk_2"))
    assert choices(asked) == [teach("place_right", "craftsman")]
    late = valued(
        11, {"church": "travel_church", "headman": "coin", "story": 6}, {}, monks={"goblet": ["goblet_monk_4"]}, **LATE
    )
    assert choices(late) == [{"type": "take_card", "card": "goblet_monk_4", "space": None, "tile": None}]
    assert choices(after(late, take("goblet_monk_4"))) == [headman("main_house")]
    seat = {"church": "trading_church", "crafts": crafts(stables_1=2)}
    guests = valued(6, seat, {}, monks={"goblet": ["goblet_monk_2"]}, display=customers(9, 14), customers=customers(20))
    assert choices(after(guests, take("goblet_monk_2"))) == [steward(benefit=True)]
