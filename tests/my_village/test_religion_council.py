"""MVMONK, MVMEETING and MVCOUNCIL: monks, the meeting place and its tile, council chambers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.my_village.game import (
    FORFEIT,
    activate,
    banner,
    change,
    crafts,
    customers,
    dice,
    fields,
    gift,
    headman,
    invite,
    plow,
    rolled,
    scores,
    serve,
    steward,
    take,
    takeable,
    teach,
    types,
    valued,
    without,
)
from tests.positions import after, legal, of_type, play, refused

CHURCH = {"church": "travel_church"}
TILE = {"meeting_place": True, "tile": banner("play")}


def monk(card: str, value: int, seat: Doc | None = None, **more: Any) -> Doc:
    """A turn in which this monk is the top card of its stack and matches the value."""
    symbol = card.split("_")[0]
    return valued(value, {**CHURCH, **(seat or {})}, monks={symbol: [card]}, **more)


@pytest.mark.rule("MVMONK-1", "MV-32")
def test_monk_1_abbot_and_church() -> None:
    stacks = {"quill": ["quill_monk_1"]}
    assert refused(valued(10, {}, monks=stacks), 0, take("quill_monk_1")) == "MVMONK-1"
    assert refused(monk("quill_monk_1", 10, {"villagers": without("abbot")}), 0, take("quill_monk_1")) == "MVMONK-1"
    assert after(monk("quill_monk_1", 10), take("quill_monk_1"))["seats"][0]["monks"] == ["quill_monk_1"]


@pytest.mark.rule("MVMONK-2", "MV-32")
def test_monk_2_six_windows() -> None:
    others = ["goblet_monk_1", "goblet_monk_2", "goblet_monk_3", "goblet_monk_4", "rosary_monk_1", "rosary_monk_2"]
    assert refused(monk("quill_monk_1", 10, {"monks": others}), 0, take("quill_monk_1")) == "MVMONK-2"
    assert "quill_monk_1" in takeable(monk("quill_monk_1", 10, {"monks": others[:5]}))
    cloister = {"church": "cloister_church"}
    assert refused(monk("quill_monk_1", 10, {**cloister, "monks": others[:5]}), 0, take("quill_monk_1")) == "MVMONK-2"
    assert "quill_monk_1" in takeable(monk("quill_monk_1", 10, {**cloister, "monks": others[:4]}))


@pytest.mark.rule("MVMONK-3", "MV-32")
def test_monk_3_the_action_comes_before_the_card() -> None:
    asked = after(monk("goblet_monk_4", 11), take("goblet_monk_4"))
    assert (asked["seats"][0]["monks"], asked["pending"]["card"], asked["phase"]) == ([], "goblet_monk_4", "headman")
    end = after(asked, headman("coin"))
    assert (end["seats"][0]["monks"], end["pending"]["card"]) == (["goblet_monk_4"], None)


@pytest.mark.rule("MVMONK-4")
@pytest.mark.parametrize(("card", "value", "story"), [("quill_monk_1", 10, 2), ("quill_monk_3", 9, 3)])
def test_monk_4_story(card: str, value: int, story: int) -> None:
    end = after(monk(card, value), take(card))
    assert (end["seats"][0]["story"], end["to_act"]) == (story, [1])


@pytest.mark.rule("MVMONK-5", "MVTURN-3", "MV-9", "MV-33")
def test_monk_5_the_question_mark_for_one_more_time_or_not() -> None:
    asked = after(monk("goblet_monk_4", 11, {"headman": "coin", "story": 2}), take("goblet_monk_4"))
    assert asked["seats"][0]["time"] == 2
    moved = after(asked, headman("main_house"))["seats"][0]
    assert (moved["time"], moved["saved"], moved["story"]) == (3, 2, 0)
    stayed = after(asked, FORFEIT)["seats"][0]
    assert (stayed["time"], stayed["headman"], stayed["monks"]) == (2, "coin", ["goblet_monk_4"])
    assert refused(asked, 0, headman(None)) == "MVMONK-5"
    assert refused(asked, 0, headman("coin")) == "MVHEADMAN-3"


@pytest.mark.rule("MVMONK-6", "MV-34", "MV-11")
def test_monk_6_one_lesson_or_two() -> None:
    once = after(monk("rosary_monk_2", 5), take("rosary_monk_2"), teach("new_left"))
    assert (once["seats"][0]["school"]["left"], once["to_act"]) == (True, [1])
    seat = {"villagers": without("merchant", "abbot"), "school": {"left": True}}
    start = monk("rosary_monk_4", 8, {**seat, "villagers": without("merchant")})
    lesson = after(start, take("rosary_monk_4"))
    assert (lesson["phase"], lesson["pending"]["steps"]) == ("school", 2)
    first = after(lesson, teach("to_right"))
    assert [move["step"] for move in legal(first, 0)] == ["nothing", "new_left", "place_right"]
    second = after(first, teach("place_right", "merchant"))["seats"][0]
    assert (second["time"], second["story"], second["monks"]) == (3 + 1, 2, ["rosary_monk_4"])
    assert refused(first, 0, activate("play")) == "MVTURN-7", "no other white banner follows"


@pytest.mark.rule("MVMONK-6", "MV-34")
def test_monk_6_lessons_may_be_forfeited_and_end_when_nothing_can_be_done() -> None:
    lesson = after(monk("rosary_monk_5", 11), take("rosary_monk_5"))
    end = after(lesson, teach("nothing"), teach("nothing"))["seats"][0]
    assert (end["school"], end["monks"]) == ({"left": False, "right": False}, ["rosary_monk_5"])
    full = {"school": {"left": True, "right": True}}
    assert after(monk("rosary_monk_5", 11, full), take("rosary_monk_5"))["to_act"] == [1]
    fills = after(monk("rosary_monk_5", 11, {"school": {"right": True}}), take("rosary_monk_5"), teach("new_left"))
    assert fills["to_act"] == [1], "the second lesson could do nothing"


@pytest.mark.rule("MVMONK-7", "MV-35")
def test_monk_7_one_or_two_customers_at_the_usual_price() -> None:
    start = monk("goblet_monk_2", 6, {"coins": 5}, display=customers(1, 2, 3), customers=customers(7))
    asked = after(start, take("goblet_monk_2"))
    assert {len(move["customers"]) for move in of_type(legal(asked, 0), "invite")} == {1, 2}
    assert refused(asked, 0, invite(1, 2, 3)) == "MVMONK-7"
    end = after(asked, invite(1, 3))
    assert (end["seats"][0]["time"], end["seats"][0]["customers"]) == (3 + 2, customers(1, 3))
    assert end["display"] == customers(2, 7)
    none = after(asked, FORFEIT)["seats"][0]
    assert (none["time"], none["customers"], none["monks"]) == (3, [], ["goblet_monk_2"])
    assert after(monk("goblet_monk_2", 6), take("goblet_monk_2"))["to_act"] == [1], "nobody lies in the display"


@pytest.mark.rule("MVMONK-8", "MV-35", "MV-37")
def test_monk_8_the_trading_church_helps() -> None:
    trader = {"church": "trading_church"}
    start = monk("goblet_monk_2", 6, trader, display=customers(1, 2, 3), customers=customers(7, 8, 9))
    asked = after(start, take("goblet_monk_2"))
    assert [move["type"] for move in legal(asked, 0)] == ["call_steward", "call_steward", "forfeit"]
    given = after(asked, steward(benefit=True), gift(7))
    assert refused(given, 0, FORFEIT) == "MVSTEWARD-8"
    end = after(given, invite(1, 2))["seats"][0]
    assert (end["customers"], end["time"]) == (customers(1, 2, 7), 3 + 2)
    plain = after(asked, steward(benefit=False))
    assert "forfeit" in types(plain)
    assert after(asked, FORFEIT)["seats"][0]["monks"] == ["goblet_monk_2"]
    declined = after(asked, steward(benefit=True), FORFEIT)
    assert refused(declined, 0, FORFEIT) == "MVSTEWARD-8", "a customer has been revealed: one is paid for"
    assert len(after(declined, invite(1))["display"]) == 5


# --- meeting place ---------------------------------------------------------------------------


@pytest.mark.rule("MVMEETING-1")
def test_meeting_1_tile_point_card_and_marker() -> None:
    end, events = play(valued(12, {"fields": fields("")}), take("meeting_place", tile=banner("field", field=0)))
    seat = end["seats"][0]
    assert seat["tile"] == {"kind": "field", "field": 0, "customer": None}
    assert (seat["story"], seat["meeting_place"], seat["tokens"], seat["time"]) == (1, True, 1, 2)
    kinds = [event.type if event.type != "gained" else event.public["what"] for event in events]
    assert kinds == ["card_bought", "tile_placed", "story", "token", "turn_ended"]
    assert refused(valued(12, {}), 0, take("meeting_place", tile=banner("meeting_place"))) == "MVMEETING-6"


@pytest.mark.rule("MVMEETING-2", "MV-44")
def test_meeting_2_its_white_banner() -> None:
    start = valued(2, {**TILE, "tokens": 1, "council": "area_council"})
    end = after(start, activate("meeting_place", tile=banner("council")))["seats"][0]
    assert (end["tile"]["kind"], end["story"], end["tokens"], end["time"]) == ("council", 1, 2, 0)
    stays = after(start, activate("meeting_place"))["seats"][0]
    assert (stays["tile"]["kind"], stays["tokens"]) == ("play", 2)
    full = after(valued(12, {**TILE, "tokens": 2}), activate("meeting_place", tile=banner("school")))["seats"][0]
    assert (full["tokens"], full["story"], full["tile"]["kind"]) == (2, 1, "school")


@pytest.mark.rule("MVMEETING-3", "MV-50")
def test_meeting_3_the_last_banner() -> None:
    start = valued(2, {**TILE, "customers": customers(9), "crafts": crafts(stables_1=1)})
    end = after(start, activate("meeting_place", tile=banner("school")))
    assert types(end) == {"end_turn"}
    for move in (serve(9, horse=1), activate("play"), teach("new_left")):
        assert refused(end, 0, move) == "MVMEETING-3"
    first = after(start, serve(9, horse=1), activate("play"), activate("meeting_place"))
    assert first["seats"][0]["story"] == 2


@pytest.mark.rule("MVMEETING-3", "MVFIELD-3")
def test_meeting_3_plows_may_still_move() -> None:
    start = valued(2, {**TILE, "crafts": crafts(smithy_1=1), "fields": fields("")})
    assert types(after(start, activate("meeting_place"))) == {"end_turn", "move_plow"}
    assert after(start, activate("meeting_place"), plow("smithy", 0))["seats"][0]["fields"] == fields("plow")


@pytest.mark.rule("MVMEETING-4", "MV-14")
def test_meeting_4_no_black_banner_has_the_tile() -> None:
    seat = {**TILE, "tile": banner("council"), "council": "monetary_council"}
    assert refused(valued(2, seat), 0, steward()) == "MVSTEWARD-1"
    assert takeable(valued(12, {**TILE})) == set()


@pytest.mark.rule("MVMEETING-5", "MV-51")
@pytest.mark.parametrize("value", [2, 12])
def test_meeting_5_everything_with_2_or_12_once(value: int) -> None:
    seat = {
        **TILE,
        "tile": banner("smithy"),
        "crafts": crafts(smithy_1=0, office_1=1, brewery_1=1),
        "customers": customers(7, 10, 19),
    }
    start = valued(value, seat)
    found = [
        move.get("customer") or move["banner"]["kind"]
        for move in legal(start, 0)
        if "payment" in move or "tile" in move
    ]
    assert set(found) == {"smithy", "meeting_place", "customer_7", "customer_10"}
    end = after(start, activate("smithy"), serve(10, beer=1), serve(7, scroll=1), activate("meeting_place"))
    assert end["seats"][0]["served"] == customers(10, 7)
    assert refused(after(start, activate("smithy")), 0, activate("smithy")) == "MVWHITE-3"


@pytest.mark.rule("MVMEETING-6", "MV-52")
def test_meeting_6_where_the_tile_may_lie() -> None:
    seat = {
        **TILE,
        "tile": banner("meeting_place"),
        "villagers": ["councilman"],
        "council": "area_council",
        "church": "travel_church",
        "crafts": crafts(stables_1=0, office_1=0),
        "fields": fields("", "", "plow"),
        "customers": customers(7, 9),
        "served": customers(1),
        "travels": ["travel_a_1"],
    }
    start = valued(2, seat)
    places = [move["tile"] for move in of_type(legal(start, 0), "activate") if move["tile"]]
    found = {(place["kind"], place["field"], place["customer"]) for place in places}
    plain = {(kind, None, None) for kind in ("play", "school", "council", "stables", "office")}
    assert found == plain | {("field", 0, None), ("field", 2, None)} | {
        ("customer", None, "customer_7"),
        ("customer", None, "customer_9"),
    }
    assert refused(start, 0, activate("meeting_place", tile=banner("brewery"))) == "MVMEETING-6"
    served = banner("customer", customer="customer_1")
    assert refused(start, 0, activate("meeting_place", tile=served)) == "MVMEETING-6"


@pytest.mark.rule("MVMEETING-7", "MV-53")
def test_meeting_7_the_tile_of_a_served_customer() -> None:
    seat = {**TILE, "tile": banner("customer", customer="customer_4"), "customers": customers(4)}
    start = valued(12, {**seat, "crafts": crafts(stables_1=1)})
    end = after(start, serve(4, horse=1))["seats"][0]
    assert (end["served"], end["tile"]["kind"]) == (customers(4), "meeting_place")
    moved = after(valued(2, end), activate("meeting_place", tile=banner("school")))["seats"][0]
    assert moved["tile"]["kind"] == "school"


@pytest.mark.rule("MVMEETING-8", "MV-54")
def test_meeting_8_the_tile_without_a_councilman() -> None:
    start = valued(2, {**TILE, "villagers": ["abbot"]})
    assert after(start, activate("play"))["seats"][0]["story"] == 1
    assert refused(start, 0, activate("meeting_place", tile=banner("school"))) == "MVWHITE-2"
    assert refused(start, 0, activate("play", tile=banner("school"))) == "MVMEETING-8"


@pytest.mark.rule("MVMEETING-1", "MVTURN-6", "MV-13")
def test_meeting_a_forfeited_tile_is_gone() -> None:
    start = valued(2, {"meeting_place": True})
    assert len(of_type(legal(start, 0), "activate")) == 1
    assert refused(start, 0, activate("meeting_place", tile=banner("play"))) == "MVTURN-6"


# --- council chambers ------------------------------------------------------------------------


@pytest.mark.rule("MVCOUNCIL-1")
def test_council_1_two_coins_each_time() -> None:
    end = after(valued(3, {"council": "monetary_council"}), activate("council"))["seats"][0]
    assert (end["coins"], end["time"]) == (2, 1)


@pytest.mark.rule("MVCOUNCIL-2", "MVCOUNCIL-3", "MV-46")
def test_council_2_a_marker_each_time() -> None:
    guild = after(valued(11, {}), take("guild_council"))["seats"][0]
    assert (guild["wild"], guild["time"]) == (1, 3)
    assert after(valued(11, guild), activate("council"))["seats"][0]["wild"] == 2
    area = after(valued(9, {}), take("area_council", space="fields"))["seats"][0]
    assert area["marks"] == ["fields"]
    assert refused(valued(9, {}), 0, take("area_council")) == "MVCOUNCIL-2"
    assert refused(valued(9, {}), 0, take("area_council", space="abbot")) == "MVCOUNCIL-2"
    assert refused(valued(11, {}), 0, take("guild_council", space="abbot")) == "MVCOUNCIL-2"
    more = valued(9, area)
    assert refused(more, 0, activate("council", space="fields")) == "MVCOUNCIL-2"
    assert refused(more, 0, activate("council")) == "MVCOUNCIL-2"
    both = after(more, activate("council", space="travel_cards"))["seats"][0]
    assert both["marks"] == ["travel_cards", "fields"]


@pytest.mark.rule("MVCOUNCIL-4", "MV-57")
def test_council_4_the_area_council_counts_what_is_there_at_the_end() -> None:
    seat = {
        "council": "area_council",
        "fields": fields("", "", ""),
        "crafts": crafts(stables_1=0, office_1=0),
        "served": customers(1),
        "customers": customers(2, 3),
    }
    start = valued(7, {**seat, "marks": ["craft_buildings", "served_customers"]})
    assert scores(start)["council_markers"] == 2 + 1
    grown = after(valued(7, {**seat, "marks": ["fields"]}), take("field"))
    assert scores(grown)["council_markers"] == 4


@pytest.mark.rule("MVCOUNCIL-5", "MV-57")
def test_council_5_cards_and_no_windows() -> None:
    seat = {"council": "area_council", "marks": ["church_and_monks"], "church": "cloister_church"}
    assert scores(valued(7, seat))["council_markers"] == 1
    assert scores(valued(7, {**seat, "monks": ["quill_monk_1", "quill_monk_2"]}))["council_markers"] == 3


@pytest.mark.rule("MVCOUNCIL-6", "MV-58")
def test_council_6_the_population_council_looks_at_the_end() -> None:
    absent = valued(5, {"council": "population_council", "villagers": without("merchant")})
    covered = after(absent, activate("council", space="merchant"))
    assert covered["seats"][0]["marks"] == ["merchant"]
    assert "council_markers" not in scores(covered)
    back = valued(3, {**covered["seats"][0], "school": {"left": True}})
    assert scores(after(back, teach("place_left", "merchant")))["council_markers"] == 4


@pytest.mark.rule("MVDICE-6", "MVMEETING-2")
def test_tokens_of_the_meeting_place_are_spent_on_dice() -> None:
    chosen = after(rolled({**TILE, "tokens": 1}, {}, white=[6, 6]), dice("w6", "w6"))
    assert after(chosen, change(8, tokens=1))["seats"][0]["tokens"] == 0
