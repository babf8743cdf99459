"""MVEND and MVSCORE: the end of the game and what villages are worth."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.my_village.game import banner, bury, crafts, customers, fields, headman, position, scores, valued, without
from tests.positions import after, facts, play, result

WAY = ["travel_a_1", "travel_b_1", "travel_c_1", "travel_d_1", "travel_e_1"]


def over(*seats: Doc, **more: object) -> Doc:
    """A finished game."""
    turns = 3 if len(seats) == 3 else 4
    graves = {2: 9, 3: 14, 4: 18}[len(seats)]
    return position(*seats, phase="over", turns=turns, graves=graves, **more)


def winners(*seats: Doc, **more: object) -> list[int]:
    found = result(over(*seats, **more))
    assert found is not None
    return found["winners"]


@pytest.mark.rule("MVEND-1", "MVEND-2", "MV-59")
@pytest.mark.parametrize(("seats", "deaths"), [(2, 9), (3, 14), (4, 18)])
def test_end_1_after_a_whole_round(seats: int, deaths: int) -> None:
    turns = 2 if seats == 3 else 3
    villages = [{"time": 9}, *[{}] * (seats - 1)]
    chronicle = {"abbot": 2, "merchant": 2}
    last = {"turns": turns, "first_player": -turns % seats, "chronicle": chronicle}
    one_short, _ = play(valued(7, *villages, graves=deaths - 5, **last), headman("coin"), bury("abbot"))
    assert one_short["phase"] == "over"
    two_short, _ = play(valued(7, *villages, graves=deaths - 6, **last), headman("coin"), bury("abbot"))
    assert (two_short["phase"], two_short["round"]) == ("dice", 2)
    early, _ = play(valued(7, *villages, graves=deaths, chronicle=chronicle), headman("coin"), bury("abbot"))
    assert (early["phase"], early["to_act"]) == ("dice", [1])


@pytest.mark.rule("MVEND-3")
def test_end_3_most_points_win() -> None:
    start = valued(7, {"saved": 5}, {"saved": 9}, turns=2, graves=9)
    assert result(start) is None
    third = after(start, headman("coin"))
    end, events = play({**valued(7, *third["seats"][::-1], turns=3, graves=9, first_player=1)}, headman("coin"))
    assert result(end)["winners"] == [0]
    assert facts(events, "village_scored") == [{"winners": [0]}]
    assert winners({"saved": 5}, {"saved": 9}) == [1]


@pytest.mark.rule("MVEND-4", "MV-62")
def test_end_4_coins_goods_and_the_tree_break_ties() -> None:
    hand = {"starting_hand": {"owner": 2, "palm": False}}
    coins, goods, tree = {"coins": 3}, {"crafts": crafts(stables_1=2, office_1=1)}, {"story": 3}
    assert winners({**coins, "saved": 1}, {**goods, "saved": 1}, tree, **hand) == [0, 1, 2]
    assert winners({**coins, "saved": 1, "story": 1}, {**goods, "saved": 1}, tree, **hand) == [0]
    wild = {"council": "guild_council", "wild": 2, "fields": fields("plow")}
    assert winners({"saved": 4, "coins": 2}, {**wild, "saved": 1}, {}, **hand) == [1], "two wild goods and a plow"
    others = {"meeting_place": True, "tokens": 2, "tile": banner("play"), "school": {"left": True, "right": True}}
    marked = {"council": "area_council", "marks": ["fields"], "church": "sanatory_church", "wards": 2}
    assert winners({**others}, {"saved": 2, "coins": 1}, {}, **hand) == [1]
    assert winners({**marked}, {"saved": 3, "coins": 1}, {}, **hand) == [1]


@pytest.mark.rule("MVEND-5", "MV-62")
def test_end_5_shared_victory() -> None:
    hand = {"starting_hand": {"owner": 2, "palm": False}}
    assert winners({"saved": 2, "coins": 2}, {"saved": 2, "story": 2}, {}, **hand) == [0, 1]


@pytest.mark.rule("MVSCORE-1")
def test_score_1_churches_and_windows() -> None:
    monks = [f"rosary_monk_{number}" for number in range(1, 6)] + ["quill_monk_1"]
    for number, worth in enumerate((0, 2, 4, 7, 10, 14, 20)):
        found = scores(valued(7, {"church": "trading_church", "monks": monks[:number]}))
        assert (found["church"], found.get("church_windows", 0)) == (3, worth)
    cloister = scores(valued(7, {"church": "cloister_church", "monks": monks[:5]}))
    assert (cloister["church"], cloister["church_windows"]) == (4, 20)


@pytest.mark.rule("MVSCORE-2", "MV-60")
def test_score_2_the_council_area() -> None:
    found = scores(valued(7, {"council": "guild_council", "meeting_place": True}))
    assert (found["council_chamber"], found["meeting_place"]) == (2, 2)
    population = {"council": "population_council", "marks": ["abbot", "merchant"]}
    assert scores(valued(7, population))["council_markers"] == 8


@pytest.mark.rule("MVSCORE-3", "MVSCORE-4")
def test_score_3_and_4_fields_and_travels() -> None:
    found = scores(valued(7, {"fields": fields("", "plow", ""), "travels": WAY}))
    assert (found["fields"], found["travels"]) == (3, 2 + 3 + 4 + 5 + 6)
    assert scores(valued(7, {"travels": [*WAY[:3], "travel_d_4"]}))["travels"] == 2 + 3 + 4 + 8


@pytest.mark.rule("MVSCORE-5", "MVSCORE-6", "MV-60")
def test_score_5_and_6_only_served_customers_and_saved_points() -> None:
    seat = {"served": customers(1, 29), "customers": customers(30, 31), "saved": 4, "story": 9}
    found = scores(valued(7, seat, {}, starting_hand={"story": 8}))
    assert found == {"total": 13, "served_customers": 8, "saved_story": 4, "starting_hand": 1}


@pytest.mark.rule("MVSCORE-7", "MV-23")
def test_score_7_day_laborers() -> None:
    assert scores(valued(7, {"laborers": 2}))["day_laborers"] == -10


@pytest.mark.rule("MVSCORE-8", "MV-60")
@pytest.mark.parametrize("palm", [True, False])
def test_score_8_the_hand_whichever_side(palm: bool) -> None:
    end = over({}, {}, starting_hand={"owner": 0, "palm": palm, "story": 7})
    assert scores(end) == {"total": 1, "starting_hand": 1}
    assert scores(end, who=1) == {"total": 0}


@pytest.mark.rule("MVSCORE-9", "MV-60")
def test_score_9_what_brings_nothing() -> None:
    seat = {"crafts": crafts(stables_1=3, office_1=3), "coins": 9, "story": 9, "school": {"left": True}}
    assert scores(valued(7, seat, {}), who=0)["total"] == 1


@pytest.mark.rule("MVSCORE-10", "MV-61")
def test_score_10_inactive_areas_score() -> None:
    seat = {
        "church": "cloister_church",
        "monks": ["quill_monk_1"],
        "council": "area_council",
        "marks": ["travel_cards"],
        "travels": ["travel_a_1"],
        "served": customers(1),
    }
    full = scores(valued(7, seat))
    assert full == scores(valued(7, {**seat, "villagers": ["craftsman"]}))
    assert (full["church_windows"], full["council_markers"]) == (4, 1)
    living = {"council": "population_council", "marks": ["abbot"]}
    assert "council_markers" not in scores(valued(7, {**living, "villagers": without("abbot")}))
