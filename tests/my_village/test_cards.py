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
    rolled,
    serve,
    take,
    takeable,
    valued,
    without,
)
from tests.positions import after, legal, of_type, refused


@pytest.mark.rule("MVCARD-1", "MV-27")
def test_card_1_income_does_not_pay() -> None:
    end = after(valued(7, {"time": 3}), take("field"))["seats"][0]
    assert (end["time"], end["coins"], len(end["fields"])) == (5, 1, 1)
    start = valued(6, {"travels": ["travel_a_1"]}, travels={"b": ["travel_b_1"]})
    assert refused(start, 0, journey(coins=1)) == "MVPAY-1"


@pytest.mark.rule("MVCARD-2", "MV-43")
@pytest.mark.parametrize(
    ("villager", "value", "card"),
    [("abbot", 9, "sanatory_church"), ("councilman", 5, "population_council"), ("craftsman", 5, "brewery_1")],
)
def test_card_2_the_villager_of_the_area(villager: str, value: int, card: str) -> None:
    assert card in takeable(valued(value, {}))
    start = valued(value, {"villagers": without(villager)})
    assert card not in takeable(start)
    assert refused(start, 0, take(card)) == "MVCARD-2"


@pytest.mark.rule("MVCARD-2")
def test_card_2_fields_and_meeting_places() -> None:
    assert takeable(valued(7, {"villagers": ["merchant"]})) == {"field"}
    assert refused(valued(2, {"villagers": without("councilman")}), 0, take("meeting_place")) == "MVCARD-2"


@pytest.mark.rule("MVCARD-3", "MV-42")
def test_card_3_one_church() -> None:
    start = valued(8, {"church": "travel_church"})
    assert refused(start, 0, take("cloister_church")) == "MVCARD-3"


@pytest.mark.rule("MVCARD-4", "MV-42")
def test_card_4_one_chamber_and_one_meeting_place_in_any_order() -> None:
    assert refused(valued(11, {"council": "area_council"}), 0, take("guild_council")) == "MVCARD-4"
    both = after(valued(2, {"council": "area_council"}), take("meeting_place"))["seats"][0]
    assert (both["council"], both["meeting_place"]) == ("area_council", True)
    other = after(valued(11, {"meeting_place": True}), take("guild_council"))["seats"][0]
    assert (other["council"], other["meeting_place"]) == ("guild_council", True)
    assert refused(valued(2, {"meeting_place": True}), 0, take("meeting_place")) == "MVCARD-4"


@pytest.mark.rule("MVCARD-5", "MV-42")
def test_card_5_one_building_of_a_type() -> None:
    start = valued(5, {"crafts": crafts(stables_3=0)})
    assert refused(start, 0, take("stables_1")) == "MVCARD-5"
    assert {"brewery_1", "brewery_2", "office_1"} <= takeable(start)
    five = {"crafts": crafts(stables_3=0, brewery_1=0, smithy_1=0, office_1=0)}
    assert after(valued(5, five), take("wainwright_2"))["seats"][0]["crafts"][-1] == crafts(wainwright_2=1)[0]


@pytest.mark.rule("MVCARD-6", "MV-42")
def test_card_6_fields_without_limit() -> None:
    end = after(valued(7, {"fields": fields("", "", "", "", "", "", "")}), take("field"))
    assert (len(end["seats"][0]["fields"]), end["fields"]) == (8, 0)


@pytest.mark.rule("MVCARD-7", "MV-41")
def test_card_7_sold_out() -> None:
    assert refused(valued(9, {}, {"church": "sanatory_church"}), 0, take("sanatory_church")) == "MVCARD-7"
    assert refused(valued(7, {}, fields=0), 0, take("field")) == "MVCARD-7"
    assert refused(valued(2, {}, meeting_places=0), 0, take("meeting_place")) == "MVCARD-7"
    assert refused(valued(5, {}, {"crafts": crafts(office_1=0)}), 0, take("office_1")) == "MVCARD-7"


@pytest.mark.rule("MVCARD-8", "MVINFO-1", "MV-41")
def test_card_8_any_card_of_a_column_but_only_the_top_of_a_stack() -> None:
    assert {"office_1", "office_2"} <= takeable(valued(5, {}))
    monks = {"quill": ["quill_monk_1", "quill_monk_2"], "goblet": ["goblet_monk_2"], "rosary": ["rosary_monk_3"]}
    start = valued(7, {"church": "travel_church"}, monks=monks)
    assert takeable(start) == {"field"}
    assert refused(start, 0, take("quill_monk_2")) == "MVCARD-8"
    assert refused(start, 0, take("rosary_monk_1")) == "MVCARD-8"
    assert refused(start, 0, take("customer_1")) == "MVCARD-8"
    assert refused(start, 0, take("travel_a_1")) == "MVCARD-8"
    end = after(valued(10, {"church": "travel_church"}, monks=monks), take("quill_monk_1"))
    assert end["monks"]["quill"] == ["quill_monk_2"]


@pytest.mark.rule("MVCARD-9")
def test_card_9_a_new_building_has_a_good() -> None:
    end = after(valued(9, {}), take("wainwright_4"))
    assert end["seats"][0]["crafts"] == crafts(wainwright_4=1)
    assert end["seats"][0]["time"] == 3
    assert "wainwright_4" not in end["cards"]


# --- paying ----------------------------------------------------------------------------------


def payments(start: Doc, kind: str = "serve") -> list[Doc]:
    """The payments on offer, without what is nothing."""
    return [{name: part for name, part in move["payment"].items() if part} for move in of_type(legal(start, 0), kind)]


@pytest.mark.rule("MVPAY-1", "MVTRAVEL-6", "MV-28")
def test_pay_1_one_alternative_completely() -> None:
    seat = {"travels": ["travel_a_1", "travel_b_1"], "coins": 2, "crafts": crafts(wainwright_1=1), "wild": 1}
    start = valued(7, {**seat, "council": "guild_council"}, travels={"c": ["travel_c_1"]})
    assert payments(start, "travel") == [{"coins": 2}, {"wagon": 1}, {"wild": 1}]
    assert refused(start, 0, journey(coins=1, wagon=1)) == "MVPAY-1"
    poor = valued(7, {"travels": ["travel_a_1", "travel_b_1"], "coins": 1}, travels={"c": ["travel_c_1"]})
    assert refused(poor, 0, journey(coins=1)) == "MVPAY-1"


@pytest.mark.rule("MVPAY-2", "MV-3")
def test_pay_2_time_is_never_lacking() -> None:
    start = valued(9, {"time": 9, "reaper": True, "travels": ["travel_a_1", "travel_b_4", "travel_c_1"], "coins": 9})
    end = after({**start, "travels": {"d": ["travel_d_1"]}}, journey(coins=2))
    assert (end["seats"][0]["time"], end["phase"]) == (2, "death")


@pytest.mark.rule("MVPAY-3", "MV-45")
def test_pay_3_goods_without_their_villager() -> None:
    seat = {"villagers": ["merchant"], "crafts": crafts(stables_1=1), "customers": customers(9, 13), "wild": 1}
    start = valued(7, {**seat, "council": "guild_council"})
    end = after(start, serve(9, horse=1), serve(13, wild=1))
    assert end["seats"][0]["served"] == customers(9, 13)


@pytest.mark.rule("MVPAY-4", "MVCOUNCIL-3", "MV-46")
def test_pay_4_wild_goods_pay_goods_but_no_coins() -> None:
    seat = {"council": "guild_council", "wild": 2, "crafts": crafts(stables_1=1), "customers": customers(19)}
    start = valued(6, seat)
    assert payments(start) == [{"horse": 1, "wild": 1}, {"wild": 2}]
    travelling = {"council": "guild_council", "wild": 3, "travels": ["travel_a_3"]}
    assert refused(valued(6, travelling, travels={"b": ["travel_b_1"]}), 0, journey(wild=2)) == "MVTRAVEL-4"
    chosen = after(
        rolled({"council": "guild_council", "wild": 3}, {}, white=[1, 2]),
        {
            "type": "choose_dice",
            "dice": [{"color": "white", "face": 1}, {"color": "white", "face": 2}],
        },
    )
    assert chosen["phase"] == "banners", "wild goods change no die"


@pytest.mark.rule("MVPAY-5", "MVFIELD-4", "MV-48")
def test_pay_5_the_plow_of_a_field() -> None:
    start = valued(6, {"fields": fields("", "plow"), "customers": customers(6)})
    assert payments(start) == [{"fields": [1]}]
    end = after(start, serve(6, fields=[1]))["seats"][0]
    assert (end["fields"], end["served"]) == (fields("", ""), customers(6))


@pytest.mark.rule("MVPAY-5")
def test_pay_5_alike_fields_are_one_choice() -> None:
    start = valued(6, {"fields": fields("plow", "plow", ""), "customers": customers(6)})
    assert payments(start) == [{"fields": [0]}]
    assert after(start, serve(6, fields=[1])) == after(start, serve(6, fields=[0]))
    two = valued(7, {"fields": fields("plow", "plow"), "customers": customers(16), "crafts": crafts(smithy_1=1)})
    assert payments(two) == [{"plow": 1, "fields": [0]}, {"fields": [0, 1]}]
    used = after(two, activate("field", field=0))
    assert payments(used) == [{"plow": 1, "fields": [0]}, {"plow": 1, "fields": [1]}, {"fields": [0, 1]}]


@pytest.mark.rule("MVPAY-6", "MV-47")
def test_pay_6_any_good() -> None:
    seat = {"crafts": crafts(stables_1=1, office_1=1, smithy_1=0), "fields": fields("plow"), "wild": 1}
    start = valued(7, {**seat, "council": "guild_council", "customers": customers(1)})
    assert payments(start) == [{"horse": 1}, {"scroll": 1}, {"wild": 1}, {"fields": [0]}]


@pytest.mark.rule("MVPAY-1", "MVPAY-4")
def test_pay_a_payment_left_out_spares_wild_goods_and_coins() -> None:
    seat = {
        "council": "guild_council",
        "wild": 2,
        "crafts": crafts(stables_1=1, brewery_1=1),
        "customers": customers(19),
    }
    end = after(valued(6, seat), serve(19))["seats"][0]
    assert (end["wild"], end["crafts"]) == (2, crafts(stables_1=0, brewery_1=0))
    assert refused(valued(6, {"customers": customers(19)}), 0, serve(19)) == "MVPAY-1"


@pytest.mark.rule("MVPAY-5", "MVFIELD-3")
def test_pay_a_plow_moved_to_a_field_can_still_be_paid() -> None:
    start = valued(6, {"crafts": crafts(smithy_1=1), "fields": fields(""), "customers": customers(6)})
    end = after(start, plow("smithy", 0), serve(6, fields=[0]))["seats"][0]
    assert (end["fields"], end["crafts"]) == (fields(""), crafts(smithy_1=0))
