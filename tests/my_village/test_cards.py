"""MVCARD and MVPAY: adding cards, and paying."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.my_village.game import (
    activate,
    crafts,
    customers,
    fields,
    journey,
    plow,
    serve,
    take,
    takeable,
    valued,
)
from tests.positions import after, legal, of_type, position, refused


@pytest.mark.rule("MVCARD-1", "MV-27")
def test_card_1_income_does_not_pay() -> None:
    game = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=3) ()]")
    end = after(game, take("field"))["seats"][0]
    assert (end["time"], end["coins"], len(end["fields"])) == (5, 1, 1)
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(b=[travel_b_1]) seats=[(travels=[travel_a_1]) ()]""")
    assert refused(start, 0, journey(coins=1)) == "MVPAY-1"


@pytest.mark.rule("MVCARD-2", "MV-43")
@pytest.mark.parametrize(
    ("villager", "value", "card"),
    [("abbot", 9, "sanatory_church"), ("councilman", 5, "population_council"), ("craftsman", 5, "brewery_1")],
)
def test_card_2_the_villager_of_the_area(villager: str, value: int, card: str) -> None:
    game = position(f"my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert card in takeable(game)
    present = " ".join(one for one in ("abbot", "councilman", "craftsman") if one != villager)
    start = valued(value, f"(villagers=[{present}]) ()")
    assert card not in takeable(start)
    assert refused(start, 0, take(card)) == "MVCARD-2"


@pytest.mark.rule("MVCARD-2")
def test_card_2_fields_and_meeting_places() -> None:
    start = position(
        "my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(villagers=[merchant]) ()]"
    )
    assert takeable(start) == {"field"}
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[abbot traveller craftsman merchant]) ()]""")
    assert refused(start, 0, take("meeting_place")) == "MVCARD-2"


@pytest.mark.rule("MVCARD-3", "MV-42")
def test_card_3_one_church() -> None:
    start = position(
        "my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(church=travel_church) ()]"
    )
    assert refused(start, 0, take("cloister_church")) == "MVCARD-3"


@pytest.mark.rule("MVCARD-4", "MV-42")
def test_card_4_one_chamber_and_one_meeting_place_in_any_order() -> None:
    start = position(
        "my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(council=area_council) ()]"
    )
    assert refused(start, 0, take("guild_council")) == "MVCARD-4"
    start = position(
        "my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(council=area_council) ()]"
    )
    both = after(start, take("meeting_place"))["seats"][0]
    assert (both["council"], both["meeting_place"]) == ("area_council", True)
    start = position(
        "my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(meeting_place=yes) ()]"
    )
    other = after(start, take("guild_council"))["seats"][0]
    assert (other["council"], other["meeting_place"]) == ("guild_council", True)
    start = position(
        "my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(meeting_place=yes) ()]"
    )
    assert refused(start, 0, take("meeting_place")) == "MVCARD-4"


@pytest.mark.rule("MVCARD-5", "MV-42")
def test_card_5_one_building_of_a_type() -> None:
    start = position(
        "my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(crafts=[stables_3+0]) ()]"
    )
    assert refused(start, 0, take("stables_1")) == "MVCARD-5"
    assert {"brewery_1", "brewery_2", "office_1"} <= takeable(start)
    game = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[stables_3+0 brewery_1+0 smithy_1+0 office_1+0]) ()]""")
    assert after(game, take("wainwright_2"))["seats"][0]["crafts"][-1] == crafts(wainwright_2=1)[0]


@pytest.mark.rule("MVCARD-6", "MV-42")
def test_card_6_fields_without_limit() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() () () () () () ()])
        ()]""")
    end = after(start, take("field"))
    assert (len(end["seats"][0]["fields"]), end["fields"]) == (8, 0)


@pytest.mark.rule("MVCARD-7", "MV-41")
def test_card_7_sold_out() -> None:
    start = position(
        "my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() (church=sanatory_church)]"
    )
    assert refused(start, 0, take("sanatory_church")) == "MVCARD-7"
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) fields=0 seats=[() ()]")
    assert refused(start, 0, take("field")) == "MVCARD-7"
    start = position(
        "my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) meeting_places=0 seats=[() ()]"
    )
    assert refused(start, 0, take("meeting_place")) == "MVCARD-7"
    start = position(
        "my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() (crafts=[office_1+0])]"
    )
    assert refused(start, 0, take("office_1")) == "MVCARD-7"


@pytest.mark.rule("MVCARD-8", "MVINFO-1", "MV-41")
def test_card_8_any_card_of_a_column_but_only_the_top_of_a_stack() -> None:
    game = position("my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert {"office_1", "office_2"} <= takeable(game)
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1 quill_monk_2] goblet=[goblet_monk_2] rosary=[rosary_monk_3]) seats=[
        (church=travel_church) ()]""")
    assert takeable(start) == {"field"}
    assert refused(start, 0, take("quill_monk_2")) == "MVCARD-8"
    assert refused(start, 0, take("rosary_monk_1")) == "MVCARD-8"
    assert refused(start, 0, take("customer_1")) == "MVCARD-8"
    assert refused(start, 0, take("travel_a_1")) == "MVCARD-8"
    game = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1 quill_monk_2] goblet=[goblet_monk_2] rosary=[rosary_monk_3]) seats=[
        (church=travel_church) ()]""")
    end = after(game, take("quill_monk_1"))
    assert end["monks"]["quill"] == ["quill_monk_2"]


@pytest.mark.rule("MVCARD-9")
def test_card_9_a_new_building_has_a_good() -> None:
    start = position("my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    end = after(start, take("wainwright_4"))
    assert end["seats"][0]["crafts"] == crafts(wainwright_4=1)
    assert end["seats"][0]["time"] == 3
    assert "wainwright_4" not in end["cards"]


# --- paying ----------------------------------------------------------------------------------


def payments(start: Doc, kind: str = "serve") -> list[Doc]:
    """Return the payments on offer, without fields that are 0."""
    return [{name: part for name, part in move["payment"].items() if part} for move in of_type(legal(start, 0), kind)]


@pytest.mark.rule("MVPAY-1", "MVTRAVEL-6", "MV-28")
def test_pay_1_one_alternative_completely() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(c=[travel_c_1]) seats=[
        (travels=[travel_a_1 travel_b_1] coins=2 crafts=[wainwright_1+1] wild=1 council=guild_council) ()]""")
    assert payments(start, "travel") == [{"coins": 2}, {"wagon": 1}, {"wild": 1}]
    assert refused(start, 0, journey(coins=1, wagon=1)) == "MVPAY-1"
    poor = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) travels=(c=[travel_c_1])
        seats=[
        (travels=[travel_a_1 travel_b_1] coins=1) ()]""")
    assert refused(poor, 0, journey(coins=1)) == "MVPAY-1"


@pytest.mark.rule("MVPAY-2", "MV-3")
def test_pay_2_time_is_never_lacking() -> None:
    start = position("""my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (time=9 reaper=yes travels=[travel_a_1 travel_b_4 travel_c_1] coins=9) ()]""")
    end = after({**start, "travels": {"d": ["travel_d_1"]}}, journey(coins=2))
    assert (end["seats"][0]["time"], end["phase"]) == (2, "death")


@pytest.mark.rule("MVPAY-3", "MV-45")
def test_pay_3_goods_without_their_villager() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[merchant] crafts=[stables_1+1] customers=[customer_9 customer_13] wild=1 council=guild_council)
        ()]""")
    end = after(start, serve(9, horse=1), serve(13, wild=1))
    assert end["seats"][0]["served"] == customers(9, 13)


@pytest.mark.rule("MVPAY-4", "MVCOUNCIL-3", "MV-46")
def test_pay_4_wild_goods_pay_goods_but_no_coins() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=guild_council wild=2 crafts=[stables_1+1] customers=[customer_19]) ()]""")
    assert payments(start) == [{"horse": 1, "wild": 1}, {"wild": 2}]
    game = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) travels=(b=[travel_b_1])
        seats=[
        (council=guild_council wild=3 travels=[travel_a_3]) ()]""")
    assert refused(game, 0, journey(wild=2)) == "MVTRAVEL-4"
    game = position("my_village phase=dice pool=(white=[1 1 1 1 1 1 1 2]) seats=[(council=guild_council wild=3) ()]")
    chosen = after(
        game,
        {
            "type": "choose_dice",
            "dice": [{"color": "white", "face": 1}, {"color": "white", "face": 2}],
        },
    )
    assert chosen["phase"] == "banners", "wild goods change no die"


@pytest.mark.rule("MVPAY-5", "MVFIELD-4", "MV-48")
def test_pay_5_the_plow_of_a_field() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() (plow=yes)] customers=[customer_6]) ()]""")
    assert payments(start) == [{"fields": [1]}]
    end = after(start, serve(6, fields=[1]))["seats"][0]
    assert (end["fields"], end["served"]) == (fields("", ""), customers(6))


@pytest.mark.rule("MVPAY-5")
def test_pay_5_alike_fields_are_one_choice() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[(plow=yes) (plow=yes) ()] customers=[customer_6]) ()]""")
    assert payments(start) == [{"fields": [0]}]
    assert after(start, serve(6, fields=[1])) == after(start, serve(6, fields=[0]))
    two = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[(plow=yes) (plow=yes)] customers=[customer_16] crafts=[smithy_1+1]) ()]""")
    assert payments(two) == [{"plow": 1, "fields": [0]}, {"fields": [0, 1]}]
    used = after(two, activate("field", field=0))
    assert payments(used) == [{"plow": 1, "fields": [0]}, {"plow": 1, "fields": [1]}, {"fields": [0, 1]}]


@pytest.mark.rule("MVPAY-6", "MV-47")
def test_pay_6_any_good() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[stables_1+1 office_1+1 smithy_1+0] fields=[(plow=yes)] wild=1 council=guild_council
        customers=[customer_1]) ()]""")
    assert payments(start) == [{"horse": 1}, {"scroll": 1}, {"wild": 1}, {"fields": [0]}]


@pytest.mark.rule("MVPAY-1", "MVPAY-4")
def test_pay_a_payment_left_out_spares_wild_goods_and_coins() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=guild_council wild=2 crafts=[stables_1+1 brewery_1+1] customers=[customer_19]) ()]""")
    end = after(start, serve(19))["seats"][0]
    assert (end["wild"], end["crafts"]) == (2, crafts(stables_1=0, brewery_1=0))
    start = position(
        "my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(customers=[customer_19]) ()]"
    )
    assert refused(start, 0, serve(19)) == "MVPAY-1"


@pytest.mark.rule("MVPAY-5", "MVFIELD-3")
def test_pay_a_plow_moved_to_a_field_can_still_be_paid() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+1] fields=[()] customers=[customer_6]) ()]""")
    end = after(start, plow("smithy", 0), serve(6, fields=[0]))["seats"][0]
    assert (end["fields"], end["crafts"]) == (fields(""), crafts(smithy_1=0))
