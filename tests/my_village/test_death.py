"""MVTIME, MVDEATH and MVRAT: the life time track, deaths, day laborers, rats."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.my_village.game import (
    END,
    FORFEIT,
    WARD_OFF,
    activate,
    bury,
    dice,
    headman,
    hire,
    journey,
    rolling,
    take,
    teach,
    valued,
)
from tests.positions import after, facts, legal, of_type, play, position, refused

ALL = ("abbot", "councilman", "traveller", "craftsman", "merchant")


def dying(seats: str, **more: Any) -> Doc:
    """Return the first of these seats has passed the bridge and chooses who dies."""
    doc = valued(7, seats, phase="death", **more)
    doc["seats"][0]["reaper"] = True
    return doc


@pytest.mark.rule("MVTIME-1", "MVTIME-2", "MV-15")
def test_time_1_and_2_the_ring_of_ten_clouds() -> None:
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=8) ()]")
    standing = after(start, headman("coin"))
    assert (standing["seats"][0]["time"], standing["seats"][0]["reaper"]) == (9, False)
    assert standing["to_act"] == [1], "standing on the last cloud is not passing the bridge"
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=9) ()]")
    passing = after(start, headman("coin"))
    assert (passing["seats"][0]["time"], passing["seats"][0]["reaper"], passing["phase"]) == (0, True, "death")
    start = position("my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=8) ()]")
    further = after(start, take("sanatory_church"))
    assert (further["seats"][0]["time"], further["phase"]) == (2, "death")


@pytest.mark.rule("MVTIME-3", "MV-16")
def test_time_3_all_payments_move_one_marker() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 3] black=[2]) seats=[
        (time=7 crafts=[stables_2+0 wainwright_2+0] board=1) ()]""")
    chosen = after(start, dice("w3", "b2"))
    assert (chosen["seats"][0]["time"], chosen["seats"][0]["reaper"]) == (9, False)
    one = after(chosen, activate("stables"))
    assert (one["seats"][0]["time"], one["seats"][0]["reaper"], one["phase"]) == (0, True, "banners")
    end = after(one, activate("wainwright"), END)
    assert (end["seats"][0]["time"], end["phase"]) == (1, "death")


@pytest.mark.rule("MVTIME-4", "MVDEATH-1", "MVRAT-1", "MV-17", "MV-18")
def test_time_4_passing_twice_is_one_death_and_one_roll() -> None:
    # The most expensive turn: two black dice, an E card, a gray banner of 3 time, started on the last cloud before the
    # bridge.
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1] black=[4 6]) travels=(e=[travel_e_1]) seats=[
        (time=9 travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_3] coins=3) ()]""")
    end = after(start, dice("b4", "b6"), {"type": "set_value", "value": 10}, journey(coins=3))
    assert (end["seats"][0]["time"], end["phase"]) == (9, "death")
    # No turn is long enough to pass twice; a marker that already has the reaper passes again.
    game = position(
        "my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(time=9 reaper=yes) ()]"
    )
    again = after(game, headman("coin"))
    done, events = play(again, bury("abbot"))
    assert len(facts(events, "villager_died")) == len(facts(events, "rat_moved")) == 1
    assert len(done["seats"][0]["villagers"]) == 4
    assert done["to_act"] == [1]


# --- deaths ----------------------------------------------------------------------------------


@pytest.mark.rule("MVDEATH-1", "MV-19")
def test_death_1_at_the_end_of_the_turn() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (time=9 crafts=[smithy_1+0] fields=[() ()] reaper=yes) ()]""")
    busy = after(start, activate("field", field=0), activate("field", field=1))
    assert busy["phase"] == "banners"
    end = after(busy, END)
    assert (end["phase"], end["seats"][0]["reaper"]) == ("death", True)
    buried = after(end, bury("craftsman"))
    assert (buried["seats"][0]["reaper"], buried["seats"][0]["time"]) == (False, 9)
    game = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(fields=[()]) ()]")
    assert after(game, activate("field", field=0), END)["to_act"] == [1]


@pytest.mark.rule("MVDEATH-2", "MV-20")
def test_death_2_any_present_villager_a_new_one_too_but_no_descendant() -> None:
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (time=9 villagers=[abbot] school=(left=yes right=yes)) ()]""")
    end = after(start, teach("place_left", "merchant"), END)
    assert [move["villager"] for move in legal(end, 0)] == ["abbot", "merchant"]
    assert refused(end, 0, bury("craftsman")) == "MVDEATH-2"
    assert after(end, bury("merchant"))["seats"][0]["school"] == {"left": False, "right": True}


@pytest.mark.rule("MVDEATH-3", "MV-21")
@pytest.mark.parametrize(("filled", "story"), [(0, 2), (1, 1)])
def test_death_3_the_chronicle_first_space_first(filled: int, story: int) -> None:
    start = position(f"""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        chronicle=(abbot={filled}) seats=[(story=1 reaper=yes) ()]""")
    end, events = play(start, bury("abbot"))
    assert (end["chronicle"]["abbot"], end["graves"]) == (filled + 1, 0)
    assert end["seats"][0]["story"] == 1 + story
    assert facts(events, "villager_died") == [{"seat": 0, "villager": "abbot", "place": "chronicle"}]


@pytest.mark.rule("MVDEATH-4", "MV-22")
def test_death_4_graves_never_run_out() -> None:
    for graves in (0, 11, 40):
        start = position(f"""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
            chronicle=(abbot=2 merchant=1) graves={graves} seats=[(reaper=yes) ()]""")
        end, events = play(start, bury("abbot"))
        assert (end["graves"], end["seats"][0]["story"]) == (graves + 1, 0)
        assert facts(events, "villager_died")[0]["place"] == "graves"


@pytest.mark.rule("MVDEATH-5", "MVDEATH-6", "MV-19", "MV-23")
def test_death_5_the_last_one_is_followed_by_a_day_laborer() -> None:
    start = position("""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[abbot] school=(left=yes right=yes) laborers=1 reaper=yes) ()]""")
    empty, events = play(start, bury("abbot"))
    assert (empty["phase"], empty["to_act"]) == ("laborer", [0])
    assert facts(events, "rat_moved") == [], "first the laborer, then the rat"
    assert of_type(legal(empty, 0), "hire_laborer") == [hire(villager) for villager in ALL]
    end, events = play(empty, hire("merchant"))
    assert (end["seats"][0]["villagers"], end["seats"][0]["laborers"]) == (["merchant"], 2)
    assert end["seats"][0]["school"] == {"left": True, "right": True}
    assert len(facts(events, "rat_moved")) == 1
    end["seats"][0]["reaper"] = True
    again = after({**start, "seats": end["seats"]}, bury("merchant"))
    assert again["phase"] == "laborer", "an ordinary villager from then on"


# --- rats ------------------------------------------------------------------------------------


@pytest.mark.rule("MVRAT-1", "MV-18")
def test_rat_1_after_every_death_the_rat_moves_as_rolled() -> None:
    for roll in range(1, 7):
        start = position(
            "my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=2) seats=[(reaper=yes) ()]"
        )
        end, _ = rolling(roll, start, bury("abbot"))
        assert end["rat"] == {"space": 2 + roll, "die": roll}
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    quiet, events = play(start, headman("coin"))
    assert facts(events, "rat_moved") == []
    assert quiet["rat"]["space"] == 6


@pytest.mark.rule("MVRAT-2", "MVRAT-4", "MV-24")
@pytest.mark.parametrize(("seats", "home"), [(2, 6), (3, 3), (4, 0)])
def test_rat_2_and_4_it_stops_at_the_invasion_and_goes_home(seats: int, home: int) -> None:
    for space in range(10, 16):
        villages = "(story=4) " * seats
        end, events = rolling(16 - space, dying(villages, rat={"space": space}), bury("abbot"))
        assert end["rat"]["space"] == home
        assert facts(events, "rat_moved")[0]["space"] == 16
        far, events = rolling(6, dying(villages, rat={"space": space}), bury("abbot"))
        assert (far["rat"]["space"], facts(events, "rat_moved")[0]["space"]) == (home, 16)
    start = position(
        "my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=9) seats=[(reaper=yes) ()]"
    )
    safe, _ = rolling(6, start, bury("abbot"))
    assert safe["rat"]["space"] == 15


@pytest.mark.rule("MVRAT-3", "MV-25")
def test_rat_3_half_of_every_tree_and_nothing_else() -> None:
    villages = "(story=0 saved=9) (story=1 saved=9) (story=2 saved=9) (story=7 saved=9)"
    start = dying(villages, rat={"space": 15}, chronicle={"abbot": 2}, starting_hand={"story": 5})
    end, events = play(start, bury("abbot"))
    assert [seat["story"] for seat in end["seats"]] == [0, 1, 1, 4]
    assert [seat["saved"] for seat in end["seats"]] == [9] * 4
    assert end["starting_hand"]["story"] == 5
    assert facts(events, "story_lost") == [{"seat": 2, "amount": 1}, {"seat": 3, "amount": 3}]


@pytest.mark.rule("MVRAT-3")
def test_rat_3_the_losses_are_told_from_the_active_seat_clockwise() -> None:
    start = position("""my_village phase=banners turns=1 to_act=[1] turn=(value=7) pool=(white=[1 2 3 4])
        rat=(space=15) chronicle=(abbot=2) seats=[(story=4) (story=4 reaper=yes) (story=4)]""")
    _, events = play({**start, "phase": "death"}, bury("abbot"))
    assert [loss["seat"] for loss in facts(events, "story_lost")] == [1, 2, 0]


@pytest.mark.rule("MVRAT-5", "MV-26")
def test_rat_5_the_sanatory_church_twice_in_the_game() -> None:
    start = position("""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=15)
        chronicle=(abbot=2) seats=[(story=6 reaper=yes) (church=sanatory_church story=5)]""")
    asked = after(start, bury("abbot"))
    assert (asked["phase"], asked["to_act"], asked["rat"]["space"]) == ("rats", [1], 16)
    assert asked["seats"][0]["story"] == 3
    assert [move["type"] for move in legal(asked, 1)] == ["ward_off_rats", "forfeit"]
    warded = after(asked, WARD_OFF)
    assert (warded["seats"][1]["story"], warded["seats"][1]["wards"], warded["rat"]["space"]) == (5, 1, 6)
    assert warded["to_act"] == [1]
    struck = after(asked, FORFEIT)
    assert (struck["seats"][1]["story"], struck["seats"][1]["wards"]) == (3, 0)
    worn = position("""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=15) seats=[
        (reaper=yes) (church=sanatory_church story=5 wards=2)]""")
    assert after(worn, bury("abbot"))["seats"][1]["story"] == 3


@pytest.mark.rule("MVRAT-6", "MV-26")
def test_rat_6_the_abbot_must_be_there_when_the_rat_comes() -> None:
    start = position("""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=15)
        chronicle=(abbot=2 merchant=2) seats=[(church=sanatory_church story=5 reaper=yes) ()]""")
    assert after(start, bury("abbot"))["seats"][0]["story"] == 3
    asked = after(start, bury("merchant"))
    assert (asked["phase"], asked["to_act"]) == ("rats", [0])
    absent = position("""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=15) seats=[
        (reaper=yes)
        (church=sanatory_church story=5 villagers=[councilman traveller craftsman merchant])]""")
    assert after(absent, bury("abbot"))["seats"][1]["story"] == 3


@pytest.mark.rule("MVRAT-7", "MV-26")
@pytest.mark.parametrize("story", [0, 1])
def test_rat_7_nobody_is_asked_for_nothing(story: int) -> None:
    start = position(f"""my_village phase=death turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) rat=(space=15) seats=[
        (reaper=yes) (church=sanatory_church story={story})]""")
    end = after(start, bury("abbot"))
    assert (end["phase"], end["seats"][1]["story"], end["seats"][1]["wards"]) == ("dice", story, 0)
