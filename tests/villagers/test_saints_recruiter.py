"""SAINTS-13 to 15: the Recruiter, two drafts in a turn for a gold."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, seen_by, to_act
from tests.villagers.game import BY_BANK, blind, draft, road

PILES = [["seeker"], ["poulterer"], ["swineherd"], ["vintner"], ["graper"], ["spelunker"]]
RECRUIT: Doc = {"type": "recruit"}


def drafting(seats: str, **fields: Any) -> Doc:
    """Return a draft turn of seat 0 with the Saints; by default with a full road and stacks."""
    full = {"road": road("mason", "cooper", "agent", "priest", "jeweler", "wheeler"), "stacks": PILES}
    return position(f"villagers options=(expansions=[saints]) seats=[{seats}]", **{**full, **fields})


@pytest.mark.rule("SAINTS-13")
def test_saints_13_a_gold_for_two_villagers_in_one_turn() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker brewer grazier hunter thatcher] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) ()]""")
    paid, events = play(start, (0, RECRUIT))
    assert (paid["seats"][0]["gold"], paid["recruited_picks"], to_act(paid)) == (7, 2, (0,))
    assert seen_by(events, None) == [{"type": "recruited", "seat": 0}]
    one, _ = play(paid, (0, draft(0)))
    assert (one["recruited_picks"], to_act(one)) == (1, (0,))
    two, _ = play(one, (0, draft(1)))
    assert (two["recruited_picks"], to_act(two)) == (0, (1,))
    back, _ = play(two, (1, draft(2)))
    after, _ = play(back, (0, RECRUIT), (0, draft(3)), (0, draft(4)))
    assert (after["seats"][0]["gold"], len(after["seats"][0]["hand"]), to_act(after)) == (6, 4, (1,))


@pytest.mark.rule("SAINTS-13")
def test_saints_13_before_the_first_pick_once_a_turn_and_of_free_will() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) ()]""")
    one, _ = play(start, (0, RECRUIT), (0, draft(0)))
    paid, _ = play(start, (0, RECRUIT))
    for doc in (paid, one):
        assert refused(doc, 0, RECRUIT) == "SAINTS-13"
        assert of_type(legal(doc, 0), "recruit") == []
    free, _ = play(start, (0, draft(0)))
    assert (to_act(free), free["seats"][0]["gold"]) == ((1,), 8)


@pytest.mark.rule("SAINTS-13")
def test_saints_13_the_own_recruiter_and_a_gold_are_needed() -> None:
    rows = [
        "(village=[1.founders:food 2.hunter]) (village=[1.founders:food 2.recruiter 3.hunter])",
        "(village=[1.founders:food 2.hunter] hand=[recruiter]) ()",
        "(village=[1.founders:food 2.recruiter 3.hunter] gold=0) ()",
    ]
    for seats in rows:
        assert refused(drafting(seats), 0, RECRUIT) == "SAINTS-13"
        assert of_type(legal(drafting(seats), 0), "recruit") == []
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter] gold=1) ()]""")
    last, _ = play(start, (0, RECRUIT))
    assert last["seats"][0]["gold"] == 0
    built = position("""villagers options=(expansions=[saints]) phase=build
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) ()]""")
    assert refused(built, 0, RECRUIT) in ("SAINTS-13", "BUILD-1")


@pytest.mark.rule("SAINTS-14")
def test_saints_14_the_first_gap_is_filled_before_the_second_pick() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] stacks=[[seeker spelunker] [graper]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) ()]""")
    after, events = play(start, (0, RECRUIT), (0, draft(0)), (0, draft(0)))
    assert after["seats"][0]["square"] == ["mason", "seeker"]
    assert after["road"][0] == {"card": "spelunker", "gold": 0}
    kinds = [event.type for event in events if event.type in ("drafted", "road_filled")]
    assert kinds == ["drafted", "road_filled"] * 2


@pytest.mark.rule("SAINTS-13", "SAINTS-14")
def test_saints_13_picks_may_be_mixed_and_gold_on_the_road_is_taken() -> None:
    start = position("""villagers options=(expansions=[saints]) road=[mason+1 agent+1]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter] gold=1) ()]""")
    after, _ = play(start, (0, RECRUIT), (0, blind(3)), (0, draft(1)))
    assert (after["seats"][0]["square"], after["seats"][0]["gold"]) == (["vintner", "agent"], 1)


@pytest.mark.rule("SAINTS-15")
def test_saints_15_the_limit_holds() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter] square=[seeker graper brewer]) (square=[thatcher])]""")
    assert refused(start, 0, RECRUIT) == "SAINTS-15"
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter] square=[seeker graper brewer]) (square=[thatcher])]""")
    assert of_type(legal(start, 0), "recruit") == []
    two = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter] square=[seeker graper]) (square=[thatcher])]""")
    after, events = play(two, (0, RECRUIT), (0, draft(0)), (0, draft(1)))
    assert (after["seats"][0]["drafting_done"], len(facts(events, "drafted"))) == (True, 2)
    assert to_act(after) == (1,)


@pytest.mark.rule("SAINTS-15", "DRAFT-20")
def test_saints_15_a_limit_that_falls_between_takes_the_second_pick() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.graper 3.recruiter] hand=[benefactor vintner] square=[seeker]) (square=[thatcher])]""")
    after, _ = play(
        start, (0, RECRUIT), (0, {"type": "benefactor", "card": "vintner", "on": 2, "unlock": BY_BANK}), (0, draft(0))
    )
    assert (after["seats"][0]["drafting_done"], after["recruited_picks"], to_act(after)) == (True, 0, (1,))
    assert after["seats"][0]["gold"] == 5


@pytest.mark.rule("SAINTS-13")
def test_saints_13_nothing_left_for_the_second_pick_is_not_paid_back() -> None:
    start = position("""villagers options=(expansions=[saints]) road=[agent+0] stacks=[] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) (drafting_done=yes)]""")
    after, _ = play(start, (0, RECRUIT), (0, draft(0)))
    assert (after["seats"][0]["gold"], after["seats"][0]["hand"], after["phase"]) == (7, ["agent"], "build")


@pytest.mark.rule("SAINTS-13", "SCOUNDRELS-9")
def test_saints_13_a_courier_takes_the_last_card_of_a_paid_turn() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels]) road=[agent+0] stacks=[] seats=[
        (village=[1.founders:food 2.recruiter 3.hunter]) (hand=[courier] drafting_done=yes)]""")
    after, _ = play(start, (0, RECRUIT), (1, {"type": "play", "card": "courier", "slot": 0}))
    assert (after["phase"], after["recruited_picks"], after["seats"][1]["hand"]) == ("build", 0, ["agent"])
