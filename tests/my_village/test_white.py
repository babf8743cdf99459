"""MVWHITE, MVFIELD, MVCUSTOMER, MVSCHOOL, MVHEADMAN: the banners of one's own village."""

from __future__ import annotations

import pytest

from tests.my_village.game import (
    END,
    activate,
    crafts,
    customers,
    fields,
    headman,
    plow,
    serve,
    take,
    teach,
    types,
    valued,
)
from tests.positions import after, facts, legal, of_type, play, position, refused


@pytest.mark.rule("MVWHITE-1", "MVWHITE-7", "MV-14")
def test_white_1_each_banner_for_its_own_cost() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (board=4 crafts=[stables_1+0 brewery_1+0 office_3+2]) ()]""")
    end = after(start, activate("stables"), activate("brewery"))["seats"][0]
    assert (end["time"], end["crafts"]) == (1, crafts(stables_1=1, brewery_1=1, office_3=2))
    assert refused(start, 0, activate("office")) == "MVTURN-4"
    assert refused(start, 0, activate("smithy")) == "MVWHITE-1"
    assert refused(start, 0, activate("field", field=0)) == "MVWHITE-1"
    assert refused(start, 0, activate("school")) == "MVWHITE-1"


@pytest.mark.rule("MVWHITE-2", "MV-43")
def test_white_2_the_villager_of_the_area() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[brewery_1+0] council=population_council board=1 fields=[()] villagers=[abbot]) ()]""")
    assert refused(start, 0, activate("brewery")) == "MVWHITE-2"
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[brewery_1+0] council=population_council board=1 fields=[()] villagers=[abbot]) ()]""")
    assert refused(start, 0, activate("council", space="abbot")) == "MVWHITE-2"
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[brewery_1+0] council=population_council board=1 fields=[()] villagers=[abbot]) ()]""")
    assert after(start, activate("play"))["seats"][0]["story"] == 1
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[brewery_1+0] council=population_council board=1 fields=[()] villagers=[abbot]) ()]""")
    assert after(start, activate("field", field=0))["seats"][0]["coins"] == 1
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[brewery_1+0] council=population_council board=1 fields=[()] villagers=[abbot]) ()]""")
    assert after(start, teach("new_left"))["seats"][0]["school"]["left"]


@pytest.mark.rule("MVWHITE-3", "MV-11")
def test_white_3_each_banner_once() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() () (plow=yes)] crafts=[smithy_1+0]) ()]""")
    one = after(start, activate("field", field=0))
    assert refused(one, 0, activate("field", field=0)) == "MVWHITE-3"
    three = after(one, activate("field", field=1), activate("field", field=2))
    assert three["seats"][0]["coins"] == 1 + 1 + 2
    assert [move["type"] for move in legal(three, 0)] == ["end_turn"]
    game = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (board=1 crafts=[stables_1+0]) ()]""")
    played = after(game, activate("play"))
    assert refused(played, 0, activate("play")) == "MVWHITE-3"
    game = position("my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    taught = after(game, teach("new_left"))
    assert refused(taught, 0, teach("to_right")) == "MVWHITE-3"


@pytest.mark.rule("MVWHITE-3", "MVFIELD-2")
def test_white_3_in_the_next_turn_all_is_open_again() -> None:
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(fields=[()]) ()]")
    end = after(start, activate("field", field=0), END)
    assert end["seats"][0]["fields"] == fields("")
    assert end["turn"] == {"dice": [], "value": 0, "begun": False, "used": []}


@pytest.mark.rule("MVWHITE-4", "MV-10")
def test_white_4_what_one_brings_counts_for_the_next() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (board=3 crafts=[stables_1+0] customers=[customer_9]) ()]""")
    assert refused(start, 0, serve(9, horse=1)) == "MVPAY-1"
    end = after(start, activate("stables"), serve(9, horse=1))
    assert end["seats"][0]["served"] == customers(9)


@pytest.mark.rule("MVWHITE-5", "MV-12", "MV-44")
def test_white_5_without_room_the_marker_is_not_placed() -> None:
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (board=3 crafts=[stables_1+3]) ()]""")
    full = after(start, activate("stables"))["seats"][0]
    assert (full["crafts"], full["time"]) == (crafts(stables_1=3), 1)
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=guild_council wild=3) ()]""")
    guild = after(start, activate("council"))["seats"][0]
    assert (guild["wild"], guild["time"]) == (3, 1)
    start = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=population_council marks=[abbot councilman traveller craftsman merchant]) ()]""")
    assert after(start, activate("council"))["seats"][0]["time"] == 1


@pytest.mark.rule("MVWHITE-6")
def test_white_6_the_play_banner() -> None:
    for board, pair in enumerate(([5, 6], [5, 8], [6, 9], [8, 9]), 1):
        for value in (5, 6, 8, 9):
            start = position(f"""my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
                (board={board}) (board={board % 4 + 1})]""")
            if value in pair:
                seat = after(start, activate("play"))["seats"][0]
                assert (seat["story"], seat["time"]) == (1, 0)
            else:
                assert refused(start, 0, activate("play")) == "MVTURN-4"


# --- fields ----------------------------------------------------------------------------------


@pytest.mark.rule("MVFIELD-1")
def test_field_1_a_new_field_brings_a_coin() -> None:
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert after(start, take("field"))["seats"][0]["coins"] == 1


@pytest.mark.rule("MVFIELD-2")
def test_field_2_a_plow_brings_another_one_and_stays() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[(plow=yes)]) ()]""")
    end = after(start, activate("field", field=0))["seats"][0]
    assert (end["coins"], end["fields"]) == (2, fields("plow used"))


@pytest.mark.rule("MVFIELD-3", "MV-46", "MV-49")
def test_field_3_plows_move_between_activations() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+1] council=guild_council wild=1 fields=[() ()]) ()]""")
    assert of_type(legal(start, 0), "move_plow") == [plow("smithy", 0), plow("guild_council", 0)]
    end = after(start, plow("smithy", 0), activate("field", field=0), plow("guild_council", 1))
    assert end["seats"][0]["fields"] == fields("plow used", "plow")
    assert (end["seats"][0]["crafts"], end["seats"][0]["wild"]) == (crafts(smithy_1=0), 0)
    assert after(end, activate("field", field=1))["seats"][0]["coins"] == 4
    game = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(fields=[()]) ()]")
    assert refused(game, 0, plow("smithy", 0)) == "MVFIELD-3"
    game = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(fields=[()]) ()]")
    assert refused(game, 0, plow("guild_council", 0)) == "MVFIELD-3"
    other = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        ()
        (crafts=[smithy_1+1] council=guild_council wild=1 fields=[() ()])]""")
    assert legal(other, 1) == []


@pytest.mark.rule("MVFIELD-3", "MV-49")
def test_field_3_a_plow_just_made_can_move_at_once() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (board=2 crafts=[smithy_1+0] fields=[()]) ()]""")
    assert "move_plow" not in types(start)
    assert after(start, activate("smithy"), plow("smithy", 0))["seats"][0]["fields"] == fields("plow")


@pytest.mark.rule("MVFIELD-4", "MV-48")
def test_field_4_one_plow_each_and_no_way_back() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+1] fields=[(plow=yes) ()]) ()]""")
    assert refused(start, 0, plow("smithy", 0)) == "MVFIELD-4"
    assert refused(start, 0, plow("smithy", 5)) == "MVFIELD-4"
    moved = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[smithy_1+0] fields=[(plow=yes) ()]) ()]""")
    assert "move_plow" not in types(moved)


# --- customers -------------------------------------------------------------------------------


@pytest.mark.rule("MVCUSTOMER-1")
def test_customer_1_served_for_goods() -> None:
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (customers=[customer_31] crafts=[smithy_1+1 office_1+1 wainwright_1+1]) ()]""")
    end, events = play(start, serve(31))
    assert (end["seats"][0]["served"], end["seats"][0]["customers"]) == (customers(31), [])
    assert all(building["goods"] == 0 for building in end["seats"][0]["crafts"])
    assert facts(events, "customer_served")[0]["payment"]["wagon"] == 1
    assert refused(start, 0, serve(1, horse=1)) == "MVCUSTOMER-1"


@pytest.mark.rule("MVCUSTOMER-2", "MV-43")
def test_customer_2_needs_the_merchant() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (customers=[customer_9] crafts=[stables_1+1] villagers=[abbot councilman traveller craftsman]) ()]""")
    assert refused(start, 0, serve(9, horse=1)) == "MVCUSTOMER-2"


@pytest.mark.rule("MVCUSTOMER-3", "MV-55")
@pytest.mark.parametrize("value", range(2, 13))
def test_customer_3_any_value_but_only_among_white_banners(value: int) -> None:
    start = position(f"""my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (customers=[customer_9 customer_10] crafts=[stables_1+1 brewery_1+1]) ()]""")
    served = after(start, serve(9, horse=1))
    assert refused(served, 0, headman("coin")) == "MVTURN-3"
    assert after(served, serve(10, beer=1))["seats"][0]["served"] == customers(9, 10)
    assert after(start, headman("coin"))["to_act"] == [1]


# --- school ----------------------------------------------------------------------------------


NO_MERCHANT = "villagers=[abbot councilman traveller craftsman]"


def steps(fields: str) -> list[tuple[str, str | None]]:
    """Return the steps that a village with these fields can take in the school."""
    start = valued(3, f"({fields}) ()")
    return [(move["step"], move["villager"]) for move in of_type(legal(start, 0), "teach")]


@pytest.mark.rule("MVSCHOOL-1", "MV-56")
def test_school_1_empty() -> None:
    assert steps("villagers=[abbot]") == [("nothing", None), ("new_left", None)]
    start = position("my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    end = after(start, teach("new_left"))["seats"][0]
    assert (end["school"], end["time"]) == ({"left": True, "right": False}, 0)
    start = position("my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, teach("to_right")) == "MVSCHOOL-1"


@pytest.mark.rule("MVSCHOOL-2", "MV-56")
def test_school_2_left_only() -> None:
    assert steps(f"school=(left=yes) {NO_MERCHANT}") == [
        ("nothing", None),
        ("to_right", None),
        ("place_left", "merchant"),
    ]
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    moved = after(start, teach("to_right"))["seats"][0]
    assert (moved["school"], moved["time"]) == ({"left": False, "right": True}, 0)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    placed = after(start, teach("place_left", "merchant"))["seats"][0]
    assert (placed["time"], placed["story"], len(placed["villagers"])) == (1, 0, 5)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    assert refused(start, 0, teach("new_left")) == "MVSCHOOL-2"
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    assert refused(start, 0, teach("place_right", "merchant")) == "MVSCHOOL-2"


@pytest.mark.rule("MVSCHOOL-3", "MV-56")
def test_school_3_right_only() -> None:
    assert steps(f"school=(right=yes) {NO_MERCHANT}") == [
        ("nothing", None),
        ("new_left", None),
        ("place_right", "merchant"),
    ]
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    both = after(start, teach("new_left"))["seats"][0]
    assert (both["school"], both["time"]) == ({"left": True, "right": True}, 0)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    placed = after(start, teach("place_right", "merchant"))["seats"][0]
    assert (placed["time"], placed["story"], placed["school"]["right"]) == (1, 2, False)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    assert refused(start, 0, teach("to_right")) == "MVSCHOOL-3"


@pytest.mark.rule("MVSCHOOL-4", "MV-56")
def test_school_4_both() -> None:
    found = steps(f"school=(left=yes right=yes) {NO_MERCHANT}")
    assert found == [("nothing", None), ("place_left", "merchant"), ("place_right", "merchant")]
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    left = after(start, teach("place_left", "merchant"))["seats"][0]
    assert (left["school"], left["story"], left["time"]) == ({"left": False, "right": True}, 0, 1)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    right = after(start, teach("place_right", "merchant"))["seats"][0]
    assert (right["school"], right["story"], right["time"]) == ({"left": True, "right": False}, 2, 1)
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes right=yes) villagers=[abbot councilman traveller craftsman]) ()]""")
    assert refused(start, 0, teach("new_left")) == "MVSCHOOL-4"


@pytest.mark.rule("MVSCHOOL-5", "MV-56")
def test_school_5_any_empty_space() -> None:
    placed = [villager for step, villager in steps("school=(left=yes) villagers=[traveller]") if step == "place_left"]
    assert placed == ["abbot", "councilman", "craftsman", "merchant"]
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[traveller]) ()]""")
    assert refused(start, 0, teach("place_left", "traveller")) == "MVSCHOOL-5"
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes) villagers=[traveller]) ()]""")
    assert refused(start, 0, teach("to_right", "abbot")) == "MVSCHOOL-5"


@pytest.mark.rule("MVSCHOOL-6", "MV-12", "MV-13")
def test_school_6_full_and_nobody_missing_it_is_a_pass() -> None:
    assert steps("school=(left=yes right=yes) time=3") == [("nothing", None)]
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (school=(left=yes right=yes) time=3) ()]""")
    idle = after(start, teach("nothing"))
    assert (idle["seats"][0]["school"], idle["seats"][0]["time"]) == ({"left": True, "right": True}, 3)
    assert types(idle) == {"end_turn"}
    assert after(idle, END)["to_act"] == [1]
    for step in (teach("new_left"), teach("to_right"), teach("place_left", "merchant")):
        start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
            (school=(left=yes right=yes) time=3) ()]""")
        assert refused(start, 0, step) == "MVSCHOOL-6"


# --- headman ---------------------------------------------------------------------------------


@pytest.mark.rule("MVHEADMAN-1")
def test_headman_1_costs_1_time() -> None:
    for value in range(2, 13):
        start = position(
            f"my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=4) ()]"
        )
        assert after(start, headman("coin"))["seats"][0]["time"] == 5


@pytest.mark.rule("MVHEADMAN-2", "MVHEADMAN-3", "MVHEADMAN-4", "MV-64")
def test_headman_2_to_4_his_ways() -> None:
    ways = {"main_house": ["coin"], "coin": ["main_house", "story"], "story": ["coin"]}
    for place, targets in ways.items():
        found = [move["to"] for move in of_type(legal(valued(7, f"(headman={place}) ()"), 0), "move_headman")]
        assert found == [None, *targets]
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, headman("story")) == "MVHEADMAN-2"
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(headman=coin) ()]")
    assert refused(start, 0, headman("coin")) == "MVHEADMAN-3"
    start = position(
        "my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(headman=story) ()]"
    )
    assert refused(start, 0, headman("main_house")) == "MVHEADMAN-4"
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(headman=coin) ()]")
    assert after(start, headman("story"))["seats"][0]["story"] == 3


@pytest.mark.rule("MVHEADMAN-5", "MV-64")
@pytest.mark.parametrize("place", ["main_house", "story"])
def test_headman_5_a_coin_at_every_arrival(place: str) -> None:
    start = position(
        f"my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(headman={place} coins=2) ()]"
    )
    end = after(start, headman("coin"))["seats"][0]
    assert (end["coins"], end["headman"]) == (3, "coin")


@pytest.mark.rule("MVHEADMAN-6", "MV-63")
def test_headman_6_home_with_the_whole_tree() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (headman=coin story=7 saved=5) (story=4)]""")
    end, events = play(start, headman("main_house"))
    assert [(seat["story"], seat["saved"]) for seat in end["seats"]] == [(0, 12), (4, 0)]
    assert facts(events, "headman_moved")[0]["saved"] == 7
