"""The worked examples of the rulebook, with their numbers."""

from __future__ import annotations

import pytest

from tests.my_village.game import (
    activate,
    bury,
    change,
    crafts,
    customers,
    dice,
    invite,
    journey,
    rolling,
    scores,
    serve,
    steward,
    take,
    teach,
)
from tests.positions import after, facts, legal, new_game, play, position, refused


@pytest.mark.rule("MVROUND-1", "MVROUND-2")
def test_the_preparation_of_three_players() -> None:
    game = new_game("my_village", 3, first_player="0")
    assert game["starting_hand"] == {"owner": 0, "palm": True, "story": 1}
    assert [len(game["pool"][color]) for color in ("white", "black")] == [6, 2]
    assert game["to_act"] == [0]


@pytest.mark.rule("MVDICE-2", "MVDICE-3", "MVDICE-5")
def test_a_banner_of_3() -> None:
    start = position("my_village phase=dice pool=(white=[1 1 4 6 6] black=[2]) seats=[(coins=3) () ()]")
    with_black = after(start, dice("w1", "b2"), change(3))
    assert (with_black["turn"]["value"], with_black["seats"][0]["time"], with_black["seats"][0]["coins"]) == (3, 2, 3)
    with_white = after(start, dice("w1", "w4"), change(3, coins=2))
    assert (with_white["turn"]["value"], with_white["seats"][0]["time"], with_white["seats"][0]["coins"]) == (3, 0, 1)


@pytest.mark.rule("MVCARD-1", "MVCOUNCIL-1")
def test_the_council_chamber_for_4_time() -> None:
    start = position("my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(coins=1) ()]")
    end = after(start, take("monetary_council"))["seats"][0]
    assert (end["council"], end["time"], end["coins"]) == ("monetary_council", 4, 3)
    game = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[abbot traveller craftsman merchant]) ()]""")
    assert refused(game, 0, take("monetary_council")) == "MVCARD-2"
    game = position(
        "my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(council=guild_council) ()]"
    )
    assert refused(game, 0, take("monetary_council")) == "MVCARD-4"


@pytest.mark.rule("MVSTEWARD-2", "MVSTEWARD-5")
def test_the_three_customers_of_the_steward() -> None:
    lying, stack = customers(1, 2, 3, 4, 5, 6), customers(20, 21, 22, 23)
    start = position(f"""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6])
        display=[{" ".join(lying)}] customers=[{" ".join(stack)}] seats=[(coins=2) ()]""")
    end = after(start, steward(), invite(1, 3, 6))
    assert end["seats"][0]["customers"] == customers(1, 3, 6)
    assert (end["seats"][0]["coins"], end["seats"][0]["time"]) == (1, 2)
    assert end["display"] == customers(2, 4, 5, 20, 21, 22)
    assert end["customers"] == customers(23)


@pytest.mark.rule("MVWHITE-1", "MVWHITE-4", "MVSCHOOL-2", "MVCUSTOMER-1", "MV-10")
def test_school_council_and_customer_with_a_3() -> None:
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (villagers=[abbot traveller craftsman merchant] school=(left=yes) council=monetary_council
        crafts=[office_1+2] customers=[customer_8 customer_17]) ()]""")
    assert refused(start, 0, activate("council")) == "MVWHITE-2"
    first = after(start, teach("place_left", "councilman"))
    assert (first["seats"][0]["time"], first["seats"][0]["school"]["left"]) == (1, False)
    second = after(first, activate("council"))
    assert (second["seats"][0]["time"], second["seats"][0]["coins"]) == (2, 2)
    third = after(second, serve(17, scroll=2))
    assert third["seats"][0]["served"] == customers(17)
    assert third["seats"][0]["crafts"] == crafts(office_1=0)
    # The customer with 3 and 11 waits for a wagon.
    assert refused(third, 0, serve(8, wagon=1)) == "MVPAY-1"
    assert [move["type"] for move in legal(third, 0)] == ["end_turn"]


@pytest.mark.rule("MVDEATH-3", "MVRAT-1", "MVRAT-2", "MVRAT-3", "MVRAT-4", "MV-19", "MV-24", "MV-25")
def test_the_rat_invasion_of_5_1_and_8_story_points() -> None:
    start = position("""my_village phase=banners turn=(value=3) pool=(white=[1 2 3 4]) rat=(space=12)
        chronicle=(merchant=1) seats=[(story=4 reaper=yes) (story=1) (story=8)]""")
    end, events = rolling(5, {**start, "phase": "death"}, bury("merchant"))
    assert end["chronicle"]["merchant"] == 2
    assert facts(events, "gained")[0] == {"seat": 0, "what": "story", "amount": 1, "space": None}
    assert [seat["story"] for seat in end["seats"]] == [3, 1, 4]
    assert end["rat"] == {"space": 3, "die": 5}
    assert end["to_act"] == [1]


@pytest.mark.rule("MVTRAVEL-4", "MVTRAVEL-6", "MV-28", "MV-29")
def test_the_journey_to_c_with_a_beer_of_the_card_before() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(c=[travel_c_1]) seats=[
        (travels=[travel_a_1 travel_b_3] crafts=[brewery_1+1 wainwright_1+1] coins=2) ()]""")
    paid = [move["payment"] for move in legal(start, 0) if move["type"] == "travel"]
    assert [(way["coins"], way["wagon"], way["beer"]) for way in paid] == [(2, 0, 1), (0, 1, 1)]
    end = after(start, journey(wagon=1, beer=1))["seats"][0]
    assert (end["travels"][-1], end["time"], end["coins"]) == ("travel_c_1", 2, 2)
    without_beer = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6])
        travels=(c=[travel_c_1]) seats=[(travels=[travel_a_1 travel_b_3] crafts=[wainwright_1+1] coins=2) ()]""")
    assert refused(without_beer, 0, journey(wagon=1)) == "MVTRAVEL-4"


@pytest.mark.rule("MVSCORE-1", "MVSCORE-2", "MVSCORE-4", "MVSCORE-5", "MVCOUNCIL-4", "MVCOUNCIL-5", "MV-57", "MV-60")
def test_the_final_scoring_of_58() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 1 1]) seats=[
        (church=cloister_church monks=[quill_monk_1 goblet_monk_1 rosary_monk_1] council=area_council
        marks=[travel_cards served_customers church_and_monks] meeting_place=yes fields=[()]
        travels=[travel_a_3 travel_b_3]
        served=[customer_1 customer_2 customer_4 customer_5 customer_14] saved=7) ()]""")
    assert scores(start) == {
        "total": 58,
        "church": 4,
        "church_windows": 10,
        "council_markers": 2 + 5 + 4,
        "meeting_place": 2,
        "fields": 1,
        "travels": 3 + 5,
        "served_customers": 2 + 2 + 3 + 3 + 4,
        "saved_story": 7,
        "starting_hand": 1,
    }


@pytest.mark.rule("MVMEETING-4")
def test_a_banner_with_the_tile_takes_2_3_and_12_for_its_usual_time() -> None:
    for value in (2, 3, 12):
        start = position(f"""my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
            (council=monetary_council meeting_place=yes tile=(kind=council)) ()]""")
        end, _ = play(start, activate("council"))
        assert (end["seats"][0]["time"], end["seats"][0]["coins"]) == (1, 2)
    start = position("""my_village phase=banners turn=(value=4) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=monetary_council meeting_place=yes tile=(kind=council)) ()]""")
    assert refused(start, 0, activate("council")) == "MVTURN-4"
