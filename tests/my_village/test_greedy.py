"""The choices of `greedy` in positions where a sensible player knows what to do."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.my_village.choosing import choices
from tests.my_village.game import (
    EXCHANGE,
    FORFEIT,
    bury,
    dice,
    gift,
    headman,
    hire,
    journey,
    plow,
    steward,
    take,
    teach,
)
from tests.positions import after, position


def test_coins_buy_a_value_that_is_worth_it() -> None:
    start = position("""my_village phase=dice turns=3 first_player=1 pool=(white=[2 4]) graves=9 seats=[
        (villagers=[merchant] customers=[customer_33] coins=2 crafts=[wainwright_1+1 stables_1+1 brewery_1+1]) ()]""")
    chosen = after(start, dice("w2", "w4"))
    assert choices(chosen) == [{"type": "set_value", "value": 7, "coins": 1, "tokens": 0}]


def test_a_plow_goes_to_a_field_that_is_about_to_be_used() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) fields=0 seats=[
        (villagers=[merchant] crafts=[smithy_1+2] fields=[()]) ()]""")
    assert choices(start) == [plow("smithy", 0)]
    (following,) = choices(after(start, plow("smithy", 0)))
    assert following["banner"]["kind"] == "field"


def test_of_all_villagers_the_least_useful_passes_away() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (reaper=yes travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_4]
        crafts=[stables_1+1 office_1+1 brewery_1+0] customers=[customer_1 customer_2 customer_9]) ()]""")
    assert choices({**start, "phase": "death"}) == [bury("traveller")]


def test_a_day_laborer_takes_up_the_most_useful_work() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[] crafts=[stables_1+1 office_1+1 brewery_1+0 smithy_1+0]) ()]""")
    assert choices({**start, "phase": "laborer"}) == [hire("craftsman")]


@pytest.mark.parametrize(("card", "wanted"), [("travel_d_1", EXCHANGE), ("travel_d_4", FORFEIT)])
def test_the_travel_church_is_used_for_a_better_card(card: str, wanted: Doc) -> None:
    others = [key for key in ("travel_d_1", "travel_d_2", "travel_d_4") if key != card]
    start = position(f"""my_village phase=banners turns=3 first_player=1 turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6])
        graves=9 travels=(d=[{card} {" ".join(others)}]) seats=[
        (church=travel_church travels=[travel_a_1 travel_b_1 travel_c_1] coins=2) (travels=[travel_a_2])]""")
    assert choices(after(start, journey(coins=2))) == [wanted]


def test_customers_are_chosen_by_the_goods_at_hand() -> None:
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[customer_8 customer_14 customer_15 customer_26] customers=[customer_27] seats=[
        (crafts=[stables_1+3 brewery_1+2] church=trading_church) ()]""")
    called = after(start, steward(benefit=True))
    assert choices(called) == [gift(14), gift(15)], "both can be served at once"
    (bought,) = choices(after(start, steward()))
    assert "customer_14" in bought["customers"]
    assert "customer_26" not in bought["customers"]


def test_a_monk_brings_what_is_useful() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_2]) seats=[(church=travel_church villagers=[abbot councilman traveller merchant]
        school=(right=yes) crafts=[office_1+1 brewery_1+0]) ()]""")
    asked = after(start, take("rosary_monk_2"))
    assert choices(asked) == [teach("place_right", "craftsman")]
    late = position("""my_village phase=banners turns=3 first_player=1 turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_4]) graves=9 seats=[(church=travel_church headman=coin story=6) ()]""")
    assert choices(late) == [{"type": "take_card", "card": "goblet_monk_4", "space": None, "tile": None}]
    assert choices(after(late, take("goblet_monk_4"))) == [headman("main_house")]
    guests = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_2]) display=[customer_9 customer_14] customers=[customer_20]
        seats=[(church=trading_church crafts=[stables_1+2]) ()]""")
    assert choices(after(guests, take("goblet_monk_2"))) == [steward(benefit=True)]
