"""MVEND and MVSCORE: the end of the game and what villages are worth."""

from __future__ import annotations

import pytest

from tests.my_village.game import bury, headman, scores, valued
from tests.positions import after, facts, play, position, result


def winners(*seats: str) -> list[int]:
    """Return the winners of a game that ended with these villages."""
    graves, turns, hand = {2: (9, 4, 0), 3: (14, 3, 2), 4: (18, 4, 0)}[len(seats)]
    found = result(
        position(f"""my_village phase=over turns={turns} graves={graves} starting_hand=(owner={hand} palm=no)
        seats=[{" ".join(f"({fields})" for fields in seats)}]""")
    )
    assert found is not None
    return list(found["winners"])


@pytest.mark.rule("MVEND-1", "MVEND-2", "MV-59")
@pytest.mark.parametrize(("seats", "deaths"), [(2, 9), (3, 14), (4, 18)])
def test_end_1_after_a_whole_round(seats: int, deaths: int) -> None:
    turns = 2 if seats == 3 else 3
    villages = "(time=9)" + " ()" * (seats - 1)
    chronicle = {"abbot": 2, "merchant": 2}
    last = {"turns": turns, "first_player": -turns % seats, "chronicle": chronicle}
    one_short, _ = play(valued(7, villages, graves=deaths - 5, **last), headman("coin"), bury("abbot"))
    assert one_short["phase"] == "over"
    two_short, _ = play(valued(7, villages, graves=deaths - 6, **last), headman("coin"), bury("abbot"))
    assert (two_short["phase"], two_short["round"]) == ("dice", 2)
    early, _ = play(valued(7, villages, graves=deaths, chronicle=chronicle), headman("coin"), bury("abbot"))
    assert (early["phase"], early["to_act"]) == ("dice", [1])


@pytest.mark.rule("MVEND-3")
def test_end_3_most_points_win() -> None:
    start = position("""my_village phase=banners turns=2 turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) graves=9
        seats=[
        (saved=5) (saved=9)]""")
    assert result(start) is None
    third = after(start, headman("coin"))
    end, events = play({**valued(7, turns=3, graves=9, first_player=1), "seats": third["seats"][::-1]}, headman("coin"))
    assert (result(end) or {})["winners"] == [0]
    assert facts(events, "village_scored") == [{"winners": [0]}]
    assert winners("saved=5", "saved=9") == [1]


@pytest.mark.rule("MVEND-4", "MV-62")
def test_end_4_coins_goods_and_the_tree_break_ties() -> None:
    coins, goods, tree = "coins=3 saved=1", "crafts=[stables_1+2 office_1+1] saved=1", "story=3"
    assert winners(coins, goods, tree) == [0, 1, 2]
    assert winners(f"{coins} story=1", goods, tree) == [0]
    wild = "council=guild_council wild=2 fields=[(plow=yes)] saved=1"
    assert winners("saved=4 coins=2", wild, "") == [1], "two wild goods and a plow"
    others = "meeting_place=yes tokens=2 tile=(kind=play) school=(left=yes right=yes)"
    marked = "council=area_council marks=[fields] church=sanatory_church wards=2"
    assert winners(others, "saved=2 coins=1", "") == [1]
    assert winners(marked, "saved=3 coins=1", "") == [1]


@pytest.mark.rule("MVEND-5", "MV-62")
def test_end_5_shared_victory() -> None:
    assert winners("saved=2 coins=2", "saved=2 story=2", "") == [0, 1]


@pytest.mark.rule("MVSCORE-1")
def test_score_1_churches_and_windows() -> None:
    monks = [f"rosary_monk_{number}" for number in range(1, 6)] + ["quill_monk_1"]
    for number, worth in enumerate((0, 2, 4, 7, 10, 14, 20)):
        start = position(f"""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
            (church=trading_church monks=[{" ".join(monks[:number])}]) ()]""")
        found = scores(start)
        assert (found["church"], found.get("church_windows", 0)) == (3, worth)
    start = position(f"""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (church=cloister_church monks=[{" ".join(monks[:5])}]) ()]""")
    cloister = scores(start)
    assert (cloister["church"], cloister["church_windows"]) == (4, 20)


@pytest.mark.rule("MVSCORE-2", "MV-60")
def test_score_2_the_council_area() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=guild_council meeting_place=yes) ()]""")
    found = scores(start)
    assert (found["council_chamber"], found["meeting_place"]) == (2, 2)
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=population_council marks=[abbot merchant]) ()]""")
    assert scores(start)["council_markers"] == 8


@pytest.mark.rule("MVSCORE-3", "MVSCORE-4")
def test_score_3_and_4_fields_and_travels() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[() (plow=yes) ()]
        travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_1 travel_e_1]) ()]""")
    found = scores(start)
    assert (found["fields"], found["travels"]) == (3, 2 + 3 + 4 + 5 + 6)
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (travels=[travel_a_1 travel_b_1 travel_c_1 travel_d_4]) ()]""")
    assert scores(start)["travels"] == 2 + 3 + 4 + 8


@pytest.mark.rule("MVSCORE-5", "MVSCORE-6", "MV-60")
def test_score_5_and_6_only_served_customers_and_saved_points() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) starting_hand=(story=8)
        seats=[
        (served=[customer_1 customer_29] customers=[customer_30 customer_31] saved=4 story=9) ()]""")
    found = scores(start)
    assert found == {"total": 13, "served_customers": 8, "saved_story": 4, "starting_hand": 1}


@pytest.mark.rule("MVSCORE-7", "MV-23")
def test_score_7_day_laborers() -> None:
    start = position("my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(laborers=2) ()]")
    assert scores(start)["day_laborers"] == -10


@pytest.mark.rule("MVSCORE-8", "MV-60")
@pytest.mark.parametrize("palm", [True, False])
def test_score_8_the_hand_whichever_side(palm: bool) -> None:
    end = position(f"""my_village phase=over turns=4 graves=9
        starting_hand=(owner=0 palm={"yes" if palm else "no"} story=7) seats=[() ()]""")
    assert scores(end) == {"total": 1, "starting_hand": 1}
    assert scores(end, who=1) == {"total": 0}


@pytest.mark.rule("MVSCORE-9", "MV-60")
def test_score_9_what_brings_nothing() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (crafts=[stables_1+3 office_1+3] coins=9 story=9 school=(left=yes)) ()]""")
    assert scores(start, who=0)["total"] == 1


@pytest.mark.rule("MVSCORE-10", "MV-61")
def test_score_10_inactive_areas_score() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (church=cloister_church monks=[quill_monk_1] council=area_council marks=[travel_cards] travels=[travel_a_1]
        served=[customer_1]) ()]""")
    full = scores(start)
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (church=cloister_church monks=[quill_monk_1] council=area_council marks=[travel_cards] travels=[travel_a_1]
        served=[customer_1] villagers=[craftsman]) ()]""")
    assert full == scores(start)
    assert (full["church_windows"], full["council_markers"]) == (4, 1)
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=population_council marks=[abbot] villagers=[councilman traveller craftsman merchant]) ()]""")
    assert "council_markers" not in scores(start)
