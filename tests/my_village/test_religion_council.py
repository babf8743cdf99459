"""MVMONK, MVMEETING and MVCOUNCIL: monks, the meeting place and its tile, council chambers."""

from __future__ import annotations

import pytest

from tests.my_village.game import (
    FORFEIT,
    activate,
    banner,
    change,
    customers,
    dice,
    fields,
    gift,
    headman,
    invite,
    plow,
    scores,
    serve,
    steward,
    take,
    takeable,
    teach,
    types,
    valued,
)
from tests.positions import after, legal, of_type, play, position, refused


@pytest.mark.rule("MVMONK-1", "MV-32")
def test_monk_1_abbot_and_church() -> None:
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[() ()]""")
    assert refused(start, 0, take("quill_monk_1")) == "MVMONK-1"
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[
        (church=travel_church villagers=[councilman traveller craftsman merchant]) ()]""")
    assert refused(start, 0, take("quill_monk_1")) == "MVMONK-1"
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[(church=travel_church) ()]""")
    assert after(start, take("quill_monk_1"))["seats"][0]["monks"] == ["quill_monk_1"]


@pytest.mark.rule("MVMONK-2", "MV-32")
def test_monk_2_six_windows() -> None:
    others = ["goblet_monk_1", "goblet_monk_2", "goblet_monk_3", "goblet_monk_4", "rosary_monk_1", "rosary_monk_2"]
    start = position("""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[
        (church=travel_church
        monks=[goblet_monk_1 goblet_monk_2 goblet_monk_3 goblet_monk_4 rosary_monk_1 rosary_monk_2]) ()]""")
    assert refused(start, 0, take("quill_monk_1")) == "MVMONK-2"
    start = position(f"""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[(church=travel_church monks=[{" ".join(others[:5])}]) ()]""")
    assert "quill_monk_1" in takeable(start)
    start = position(f"""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[(church=cloister_church monks=[{" ".join(others[:5])}]) ()]""")
    assert refused(start, 0, take("quill_monk_1")) == "MVMONK-2"
    start = position(f"""my_village phase=banners turn=(value=10) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(quill=[quill_monk_1]) seats=[(church=cloister_church monks=[{" ".join(others[:4])}]) ()]""")
    assert "quill_monk_1" in takeable(start)


@pytest.mark.rule("MVMONK-3", "MV-32")
def test_monk_3_the_action_comes_before_the_card() -> None:
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_4]) seats=[(church=travel_church) ()]""")
    asked = after(start, take("goblet_monk_4"))
    assert (asked["seats"][0]["monks"], asked["pending"]["card"], asked["phase"]) == ([], "goblet_monk_4", "headman")
    end = after(asked, headman("coin"))
    assert (end["seats"][0]["monks"], end["pending"]["card"]) == (["goblet_monk_4"], None)


@pytest.mark.rule("MVMONK-4")
@pytest.mark.parametrize(("card", "value", "story"), [("quill_monk_1", 10, 2), ("quill_monk_3", 9, 3)])
def test_monk_4_story(card: str, value: int, story: int) -> None:
    start = valued(value, "(church=travel_church) ()", monks={card.split("_")[0]: [card]})
    end = after(start, take(card))
    assert (end["seats"][0]["story"], end["to_act"]) == (story, [1])


@pytest.mark.rule("MVMONK-5", "MVTURN-3", "MV-9", "MV-33")
def test_monk_5_the_question_mark_for_one_more_time_or_not() -> None:
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_4]) seats=[(church=travel_church headman=coin story=2) ()]""")
    asked = after(start, take("goblet_monk_4"))
    assert asked["seats"][0]["time"] == 2
    moved = after(asked, headman("main_house"))["seats"][0]
    assert (moved["time"], moved["saved"], moved["story"]) == (3, 2, 0)
    stayed = after(asked, FORFEIT)["seats"][0]
    assert (stayed["time"], stayed["headman"], stayed["monks"]) == (2, "coin", ["goblet_monk_4"])
    assert refused(asked, 0, headman(None)) == "MVMONK-5"
    assert refused(asked, 0, headman("coin")) == "MVHEADMAN-3"


@pytest.mark.rule("MVMONK-6", "MV-34", "MV-11")
def test_monk_6_one_lesson_or_two() -> None:
    game = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_2]) seats=[(church=travel_church) ()]""")
    once = after(game, take("rosary_monk_2"), teach("new_left"))
    assert (once["seats"][0]["school"]["left"], once["to_act"]) == (True, [1])
    start = position("""my_village phase=banners turn=(value=8) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_4]) seats=[
        (church=travel_church villagers=[abbot councilman traveller craftsman] school=(left=yes)) ()]""")
    lesson = after(start, take("rosary_monk_4"))
    assert (lesson["phase"], lesson["pending"]["steps"]) == ("school", 2)
    first = after(lesson, teach("to_right"))
    assert [move["step"] for move in legal(first, 0)] == ["nothing", "new_left", "place_right"]
    second = after(first, teach("place_right", "merchant"))["seats"][0]
    assert (second["time"], second["story"], second["monks"]) == (3 + 1, 2, ["rosary_monk_4"])
    assert refused(first, 0, activate("play")) == "MVTURN-7", "no other white banner follows"


@pytest.mark.rule("MVMONK-6", "MV-34")
def test_monk_6_lessons_may_be_forfeited_and_end_when_nothing_can_be_done() -> None:
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_5]) seats=[(church=travel_church) ()]""")
    lesson = after(start, take("rosary_monk_5"))
    end = after(lesson, teach("nothing"), teach("nothing"))["seats"][0]
    assert (end["school"], end["monks"]) == ({"left": False, "right": False}, ["rosary_monk_5"])
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_5]) seats=[(church=travel_church school=(left=yes right=yes)) ()]""")
    assert after(start, take("rosary_monk_5"))["to_act"] == [1]
    start = position("""my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(rosary=[rosary_monk_5]) seats=[(church=travel_church school=(right=yes)) ()]""")
    fills = after(start, take("rosary_monk_5"), teach("new_left"))
    assert fills["to_act"] == [1], "the second lesson could do nothing"


@pytest.mark.rule("MVMONK-7", "MV-35")
def test_monk_7_one_or_two_customers_at_the_usual_price() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_2]) display=[customer_1 customer_2 customer_3] customers=[customer_7] seats=[
        (church=travel_church coins=5) ()]""")
    asked = after(start, take("goblet_monk_2"))
    assert {len(move["customers"]) for move in of_type(legal(asked, 0), "invite")} == {1, 2}
    assert refused(asked, 0, invite(1, 2, 3)) == "MVMONK-7"
    end = after(asked, invite(1, 3))
    assert (end["seats"][0]["time"], end["seats"][0]["customers"]) == (3 + 2, customers(1, 3))
    assert end["display"] == customers(2, 7)
    none = after(asked, FORFEIT)["seats"][0]
    assert (none["time"], none["customers"], none["monks"]) == (3, [], ["goblet_monk_2"])
    game = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_2]) seats=[(church=travel_church) ()]""")
    assert after(game, take("goblet_monk_2"))["to_act"] == [1], "nobody lies in the display"


@pytest.mark.rule("MVMONK-8", "MV-35", "MV-37")
def test_monk_8_the_trading_church_helps() -> None:
    start = position("""my_village phase=banners turn=(value=6) pool=(white=[1 1 2 3 4 5 6 6])
        monks=(goblet=[goblet_monk_2]) display=[customer_1 customer_2 customer_3]
        customers=[customer_7 customer_8 customer_9] seats=[(church=trading_church) ()]""")
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
    start = position("""my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (fields=[()]) ()]""")
    end, events = play(start, take("meeting_place", tile=banner("field", field=0)))
    seat = end["seats"][0]
    assert seat["tile"] == {"kind": "field", "field": 0, "customer": None}
    assert (seat["story"], seat["meeting_place"], seat["tokens"], seat["time"]) == (1, True, 1, 2)
    kinds = [event.type if event.type != "gained" else event.public["what"] for event in events]
    assert kinds == ["card_bought", "tile_placed", "story", "token", "turn_ended"]
    start = position("my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, take("meeting_place", tile=banner("meeting_place"))) == "MVMEETING-6"


@pytest.mark.rule("MVMEETING-2", "MV-44")
def test_meeting_2_its_white_banner() -> None:
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) tokens=1 council=area_council) ()]""")
    end = after(start, activate("meeting_place", tile=banner("council")))["seats"][0]
    assert (end["tile"]["kind"], end["story"], end["tokens"], end["time"]) == ("council", 1, 2, 0)
    stays = after(start, activate("meeting_place"))["seats"][0]
    assert (stays["tile"]["kind"], stays["tokens"]) == ("play", 2)
    game = position("""my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) tokens=2) ()]""")
    full = after(game, activate("meeting_place", tile=banner("school")))["seats"][0]
    assert (full["tokens"], full["story"], full["tile"]["kind"]) == (2, 1, "school")


@pytest.mark.rule("MVMEETING-3", "MV-50")
def test_meeting_3_the_last_banner() -> None:
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) customers=[customer_9] crafts=[stables_1+1]) ()]""")
    end = after(start, activate("meeting_place", tile=banner("school")))
    assert types(end) == {"end_turn"}
    for move in (serve(9, horse=1), activate("play"), teach("new_left")):
        assert refused(end, 0, move) == "MVMEETING-3"
    first = after(start, serve(9, horse=1), activate("play"), activate("meeting_place"))
    assert first["seats"][0]["story"] == 2


@pytest.mark.rule("MVMEETING-3", "MVFIELD-3")
def test_meeting_3_plows_may_still_move() -> None:
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) crafts=[smithy_1+1] fields=[()]) ()]""")
    assert types(after(start, activate("meeting_place"))) == {"end_turn", "move_plow"}
    assert after(start, activate("meeting_place"), plow("smithy", 0))["seats"][0]["fields"] == fields("plow")


@pytest.mark.rule("MVMEETING-4", "MV-14")
def test_meeting_4_no_black_banner_has_the_tile() -> None:
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=council) council=monetary_council) ()]""")
    assert refused(start, 0, steward()) == "MVSTEWARD-1"
    start = position("""my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play)) ()]""")
    assert takeable(start) == set()


@pytest.mark.rule("MVMEETING-5", "MV-51")
@pytest.mark.parametrize("value", [2, 12])
def test_meeting_5_everything_with_2_or_12_once(value: int) -> None:
    start = position(f"""my_village phase=banners turn=(value={value}) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=smithy) crafts=[smithy_1+0 office_1+1 brewery_1+1]
        customers=[customer_7 customer_10 customer_19]) ()]""")
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
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=meeting_place) villagers=[councilman] council=area_council
        church=travel_church crafts=[stables_1+0 office_1+0]
        fields=[() () (plow=yes)] customers=[customer_7 customer_9]
        served=[customer_1] travels=[travel_a_1]) ()]""")
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
    start = position("""my_village phase=banners turn=(value=12) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=customer customer=customer_4) customers=[customer_4] crafts=[stables_1+1]) ()]""")
    end = after(start, serve(4, horse=1))["seats"][0]
    assert (end["served"], end["tile"]["kind"]) == (customers(4), "meeting_place")
    moved = after({**valued(2), "seats": [end, {}]}, activate("meeting_place", tile=banner("school")))["seats"][0]
    assert moved["tile"]["kind"] == "school"


@pytest.mark.rule("MVMEETING-8", "MV-54")
def test_meeting_8_the_tile_without_a_councilman() -> None:
    start = position("""my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) villagers=[abbot]) ()]""")
    assert after(start, activate("play"))["seats"][0]["story"] == 1
    assert refused(start, 0, activate("meeting_place", tile=banner("school"))) == "MVWHITE-2"
    assert refused(start, 0, activate("play", tile=banner("school"))) == "MVMEETING-8"


@pytest.mark.rule("MVMEETING-1", "MVTURN-6", "MV-13")
def test_meeting_a_forfeited_tile_is_gone() -> None:
    start = position(
        "my_village phase=banners turn=(value=2) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(meeting_place=yes) ()]"
    )
    assert len(of_type(legal(start, 0), "activate")) == 1
    assert refused(start, 0, activate("meeting_place", tile=banner("play"))) == "MVTURN-6"


# --- council chambers ------------------------------------------------------------------------


@pytest.mark.rule("MVCOUNCIL-1")
def test_council_1_two_coins_each_time() -> None:
    start = position(
        "my_village phase=banners turn=(value=3) pool=(white=[1 1 2 3 4 5 6 6]) seats=[(council=monetary_council) ()]"
    )
    end = after(start, activate("council"))["seats"][0]
    assert (end["coins"], end["time"]) == (2, 1)


@pytest.mark.rule("MVCOUNCIL-2", "MVCOUNCIL-3", "MV-46")
def test_council_2_a_marker_each_time() -> None:
    start = position("my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    guild = after(start, take("guild_council"))["seats"][0]
    assert (guild["wild"], guild["time"]) == (1, 3)
    assert after({**valued(11), "seats": [guild, {}]}, activate("council"))["seats"][0]["wild"] == 2
    start = position("my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    area = after(start, take("area_council", space="fields"))["seats"][0]
    assert area["marks"] == ["fields"]
    start = position("my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, take("area_council")) == "MVCOUNCIL-2"
    start = position("my_village phase=banners turn=(value=9) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, take("area_council", space="abbot")) == "MVCOUNCIL-2"
    start = position("my_village phase=banners turn=(value=11) pool=(white=[1 1 2 3 4 5 6 6]) seats=[() ()]")
    assert refused(start, 0, take("guild_council", space="abbot")) == "MVCOUNCIL-2"
    more = {**valued(9), "seats": [area, {}]}
    assert refused(more, 0, activate("council", space="fields")) == "MVCOUNCIL-2"
    assert refused(more, 0, activate("council")) == "MVCOUNCIL-2"
    both = after(more, activate("council", space="travel_cards"))["seats"][0]
    assert both["marks"] == ["travel_cards", "fields"]


@pytest.mark.rule("MVCOUNCIL-4", "MV-57")
def test_council_4_the_area_council_counts_what_is_there_at_the_end() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=area_council fields=[() () ()]
        crafts=[stables_1+0 office_1+0] served=[customer_1] customers=[customer_2 customer_3]
        marks=[craft_buildings served_customers]) ()]""")
    assert scores(start)["council_markers"] == 2 + 1
    game = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=area_council fields=[() () ()]
        crafts=[stables_1+0 office_1+0] served=[customer_1] customers=[customer_2 customer_3] marks=[fields]) ()]""")
    grown = after(game, take("field"))
    assert scores(grown)["council_markers"] == 4


@pytest.mark.rule("MVCOUNCIL-5", "MV-57")
def test_council_5_cards_and_no_windows() -> None:
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=area_council marks=[church_and_monks] church=cloister_church) ()]""")
    assert scores(start)["council_markers"] == 1
    start = position("""my_village phase=banners turn=(value=7) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=area_council marks=[church_and_monks] church=cloister_church monks=[quill_monk_1 quill_monk_2]) ()]""")
    assert scores(start)["council_markers"] == 3


@pytest.mark.rule("MVCOUNCIL-6", "MV-58")
def test_council_6_the_population_council_looks_at_the_end() -> None:
    absent = position("""my_village phase=banners turn=(value=5) pool=(white=[1 1 2 3 4 5 6 6]) seats=[
        (council=population_council villagers=[abbot councilman traveller craftsman]) ()]""")
    covered = after(absent, activate("council", space="merchant"))
    assert covered["seats"][0]["marks"] == ["merchant"]
    assert "council_markers" not in scores(covered)
    covered["seats"][0]["school"] = {"left": True}
    back = {**valued(3), "seats": covered["seats"]}
    assert scores(after(back, teach("place_left", "merchant")))["council_markers"] == 4


@pytest.mark.rule("MVDICE-6", "MVMEETING-2")
def test_tokens_of_the_meeting_place_are_spent_on_dice() -> None:
    start = position("""my_village phase=dice pool=(white=[1 1 1 1 1 1 6 6]) seats=[
        (meeting_place=yes tile=(kind=play) tokens=1) ()]""")
    chosen = after(start, dice("w6", "w6"))
    assert after(chosen, change(8, tokens=1))["seats"][0]["tokens"] == 0
