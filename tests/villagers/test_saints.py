"""SAINTS: the Benefactor, the Nun, those that stay, and limits that change while drafting."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidPosition
from engine.ruleset import Doc
from tests.positions import (
    facts,
    legal,
    of_type,
    play,
    position,
    refused,
    result,
    score,
    seen_by,
    to_act,
    view,
    village,
)
from tests.villagers.game import (
    BY_BANK,
    BY_TINNER,
    END,
    VILLAGERS,
    by,
    draft,
    give,
    place,
    road,
    special,
    trade,
    villager,
)

ALL = {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}
PILES = [["seeker"], ["poulterer"], ["swineherd"], ["vintner"], ["graper"], ["spelunker"]]


def drafting(seats: str, **fields: Any) -> Doc:
    """Return a draft turn of seat 0 with the Saints; by default with a full road and stacks."""
    full = {"road": road("mason", "cooper", "agent", "priest", "jeweler", "wheeler"), "stacks": PILES}
    return position(f"villagers options=(expansions=[saints]) seats=[{seats}]", **{**full, **fields})


def bless(card: str, on: int | None = None, unlock: Doc | None = None) -> Doc:
    """Play the Benefactor for a card of the hand."""
    return {"type": "benefactor", "card": card, "on": on, "unlock": unlock}


def limits(doc: Doc, who: int) -> int:
    """Return a seat's draft limit as it stands."""
    limit: int = view(doc, who)["seats"][who]["draft_limit"]
    return limit


# --- the Benefactor --------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-3", "SAINTS-5")
def test_saints_3_5_a_hand_card_is_placed_while_drafting() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor hunter fisher]) ()]""")
    after, events = play(start, (0, bless("hunter")))
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "hunter"]
    assert (after["seats"][0]["hand"], after["discard"]) == (["fisher"], ["benefactor"])
    assert (after["phase"], to_act(after), after["seats"][0]["gold"]) == ("draft", (0,), 8)
    assert limits(start, 0) == 2
    assert limits(after, 0) == 3
    assert [event["card"] for event in facts(events, "played")] == ["benefactor"]
    (placed,) = facts(events, "placed")
    assert placed["villagers"] == [{"id": 2, "card": "hunter", "on": None, "as": None}]
    assert (placed["seat"], placed["unlock"]) == (0, None)
    assert [seen_by(events, viewer) for viewer in (1, None)] == [seen_by(events, 0)] * 2


@pytest.mark.rule("SAINTS-5")
def test_saints_5_it_is_no_draft_and_costs_no_build_action() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker brewer grazier hunter thatcher] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        seats=[
        (hand=[benefactor hunter]) ()]""")
    after, _ = play(start, (0, bless("hunter")), *[(who, draft(0)) for who in (0, 1, 0, 1, 0)])
    assert after["phase"] == "road"
    assert len(after["seats"][0]["hand"]) == 3
    built, _ = play(after, (1, {"type": "pass"}), (0, {"type": "pass"}))
    assert (built["seats"][0]["builds_left"], built["seats"][0]["trades_left"]) == (2, 3)


@pytest.mark.rule("SAINTS-3")
@pytest.mark.parametrize(
    "card", ["monk", "apprentice", "nun", "recruiter", "thief", "freelancer", "tinner", "smuggler"]
)
def test_saints_3_special_villagers_are_not_placed(card: str) -> None:
    game = position(f"""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.hunter] hand=[benefactor {card} hunter]) () () ()]""")
    start = {**game, "options": ALL}
    assert refused(start, 0, bless(card)) == "SAINTS-3"
    assert [move["card"] for move in of_type(legal(start, 0), "benefactor")] == ["hunter"]


@pytest.mark.rule("SAINTS-3")
def test_saints_3_the_card_must_be_in_the_hand_and_not_on_the_square() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor fisher] square=[hunter]) ()]""")
    assert refused(start, 0, bless("hunter")) == "SAINTS-3"
    assert refused(start, 0, bless("benefactor")) == "SAINTS-3"
    without = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[hunter]) (hand=[benefactor])]""")
    assert refused(without, 0, bless("hunter")) == "SAINTS-3"
    assert of_type(legal(without, 0), "benefactor") == []


@pytest.mark.rule("SAINTS-3")
def test_saints_3_only_in_the_draft_phase_and_by_its_own_move() -> None:
    built = position("""villagers options=(expansions=[saints]) phase=build
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor hunter]) ()]""")
    assert refused(built, 0, bless("hunter")) in ("SAINTS-3", "BUILD-1")
    assert of_type(legal(built, 0), "benefactor") == []
    assert refused(built, 0, special("benefactor"))
    assert refused(built, 0, place("benefactor"))
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor hunter]) ()]""")
    assert refused(start, 0, special("benefactor"))
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor hunter]) ()]""")
    assert refused(start, 0, place("hunter"))


@pytest.mark.rule("SAINTS-4")
def test_saints_4_padlocks_are_paid() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor fisher]) ()]""")
    after, _ = play(start, (0, bless("fisher", unlock=BY_BANK)))
    assert after["seats"][0]["gold"] == 6
    assert refused(start, 0, bless("fisher")) == "PADLOCK-1"
    assert refused(start, 0, bless("fisher", unlock=BY_TINNER)) in ("SPECIAL-20", "SPECIAL-24")
    poor = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor fisher hunter] gold=1) ()]""")
    assert refused(poor, 0, bless("fisher", unlock=BY_BANK)) == "PADLOCK-7"
    assert [move["card"] for move in of_type(legal(poor, 0), "benefactor")] == ["hunter"]


@pytest.mark.rule("SAINTS-4")
def test_saints_4_unlockers_of_others_and_the_own_one() -> None:
    theirs = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor fisher])
        (village=[1.founders 2.lumberjack 3.shipwright@2] gold=3)]""")
    after, _ = play(theirs, (0, bless("fisher", unlock=by(1, 3))))
    assert (after["seats"][0]["gold"], after["seats"][1]["gold"], villager(after, 1, 3)["gold"]) == (6, 3, 2)
    assert refused(theirs, 0, bless("fisher", unlock=BY_BANK)) == "PADLOCK-6"
    own = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.lumberjack 3.shipwright@2] hand=[benefactor fisher] gold=0) ()]""")
    after, _ = play(own, (0, bless("fisher", unlock=by(0, 3))))
    assert (after["seats"][0]["gold"], villager(after, 0, 3)["gold"]) == (0, 2)


@pytest.mark.rule("SAINTS-4")
def test_saints_4_a_tinner_in_the_hand_does_not_help() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor tinner fisher]) ()]""")
    assert of_type(legal(start, 0), "play") == []
    assert refused(start, 0, special("tinner"))
    assert [move["unlock"] for move in of_type(legal(start, 0), "benefactor")] == [BY_BANK]


@pytest.mark.rule("SAINTS-4")
def test_saints_4_chains_hold() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.hayer 3.thatcher@2] hand=[benefactor milk_maid grazier mason graper]) ()]""")
    found = [(move["card"], move["on"]) for move in of_type(legal(start, 0), "benefactor")]
    assert sorted(found, key=str) == [("graper", None), ("grazier", 2)]
    assert refused(start, 0, bless("grazier")) == "CHAIN-1"
    assert refused(start, 0, bless("grazier", on=3)) in ("CHAIN-1", "CHAIN-5")
    assert refused(start, 0, bless("milk_maid", on=2, unlock=BY_BANK)) == "CHAIN-1"
    full = drafting("(village=[1.founders 2.hayer 3.thatcher@2 4.thatcher@2] hand=[benefactor grazier]) ()")
    assert refused(full, 0, bless("grazier", on=2)) == "CHAIN-3"


@pytest.mark.rule("SAINTS-4")
def test_saints_4_no_trade_for_a_basic_villager() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor mason]) ()]""")
    assert of_type(legal(start, 0), "benefactor") == []
    assert refused(start, 0, trade("mason", "miner")) in ("BASIC-1", "DRAFT-4")
    assert refused(start, 0, bless("miner")) == "SAINTS-3"


# --- limits while drafting -------------------------------------------------------------------


@pytest.mark.rule("DRAFT-20")
def test_draft_20_food_gained_late_counts_at_once() -> None:
    start = position("""villagers options=(expansions=[saints]) first_player=0
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (hand=[benefactor hunter] square=[mason]) (square=[cooper])]""")
    after, _ = play(start, (0, bless("hunter")), (0, draft(2)))
    assert (after["seats"][0]["square"], after["seats"][0]["drafting_done"]) == (["mason", "agent"], False)
    after, _ = play(after, (1, draft(3)), (0, draft(5)))
    assert after["phase"] == "road"


@pytest.mark.rule("DRAFT-20")
def test_draft_20_not_over_five() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders:food 2.hunter 3.harvester] hand=[benefactor graper]) ()]""")
    assert limits(start, 0) == 5
    after, _ = play(start, (0, bless("graper")))
    assert limits(after, 0) == 5


@pytest.mark.rule("DRAFT-20")
def test_draft_20_covered_food_ends_the_drafting_of_who_has_enough() -> None:
    start = position("""villagers options=(expansions=[saints]) road=[priest+0 jeweler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.graper] hand=[benefactor vintner] square=[mason cooper]) (square=[agent])]""")
    after, events = play(start, (0, bless("vintner", on=2, unlock=BY_BANK)))
    assert sorted(after["seats"][0]["hand"]) == ["cooper", "mason"]
    assert (after["seats"][0]["drafting_done"], to_act(after)) == (True, (1,))
    assert facts(events, "picked_up") == [{"seat": 0, "cards": ["mason", "cooper"]}]
    assert facts(events, "drafted") == []


@pytest.mark.rule("DRAFT-20")
def test_draft_20_covered_food_with_drafts_left_only_lowers_the_limit() -> None:
    start = position("""villagers options=(expansions=[saints])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[
        (village=[1.founders 2.graper] hand=[benefactor vintner] square=[mason]) (square=[agent])]""")
    after, _ = play(start, (0, bless("vintner", on=2, unlock=BY_BANK)))
    assert (to_act(after), limits(after, 0)) == ((0,), 2)
    after, _ = play(after, (0, draft(0)))
    assert after["seats"][0]["drafting_done"]


# --- the Nun ---------------------------------------------------------------------------------

PRIEST = ("founders:food", "nun", "priest", "chandler", "hunter")


def nun(*words: str) -> int:
    """Return what the Nun would earn a village."""
    doc = position(f"villagers phase=build stacks=[[mason]] seats=[(village=[{village(words)}]) ()]", options=ALL)
    market = score(doc)["second_market"][0]
    assert market["total"] == sum(line["gold"] for line in market["lines"])
    return sum(line["gold"] for line in market["lines"] if line["item"] == "nun")


@pytest.mark.rule("SAINTS-6")
def test_saints_6_two_copies_exclude_each_other() -> None:
    # Food: founders, hunter and graper 3: a grocer is worth 9. Solitary: priest, hunter, two grocers: 6.
    assert nun("founders:food", "nun", "priest", "hunter", "graper", "grocer", "grocer") == 6
    assert nun("founders:food", "nun", "hunter", "graper", "grocer", "grocer") == 0
    assert nun("founders:food", "nun", "hunter", "graper", "grocer") == 9


@pytest.mark.rule("SAINTS-6")
def test_saints_6_only_in_the_second_market_and_on_top_of_the_silver_itself() -> None:
    doc = position("""villagers options=(expansions=[saints]) phase=build stacks=[[mason]] seats=[
        (village=[1.founders:food 2.nun 3.priest 4.chandler 5.hunter]) (village=[1.founders 2.hunter])]""")
    first, second = score(doc)["first_market"][0], score(doc)["second_market"][0]
    # Solitary symbols: priest 1, chandler 2, hunter 1: 6; the chandler's printed gold: 3.
    assert first["total"] == 3
    assert second["total"] == 3 + 6 + 6
    assert [line["item"] for line in second["lines"] if line["card"] == "nun"] == ["nun"]


@pytest.mark.rule("SAINTS-6")
def test_saints_6_at_the_end_of_the_game() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build seats=[
        (village=[1.founders:food 2.nun 3.priest 4.chandler 5.hunter]) (village=[1.founders 2.hunter])]""")
    over, _ = play(start, (0, END), (1, END))
    assert (over["phase"], over["seats"][0]["gold"]) == ("over", 8 + 3 + 3 + 6 + 6)
    assert over["seats"][0]["final"] == {"supply": 11, "gold": 3, "silver": 6, "coins": 0, "nun": 6}
    lines = (result(over) or {})["scores"][0]["lines"]
    assert {line["item"]: line["points"] for line in lines}["nun"] == 6


@pytest.mark.rule("SAINTS-6")
def test_saints_6_she_stays_takes_an_action_and_looks_at_the_own_village() -> None:
    start = position("""villagers options=(expansions=[saints]) phase=build seats=[
        (hand=[nun hunter agent])
        (village=[1.founders 2.agent 3.hunter+6])]""")
    after, _ = play({**start, "stacks": [["mason"]]}, (0, place("nun")))
    assert (after["seats"][0]["builds_left"], after["discard"]) == (1, [])
    assert score(after)["second_market"][0]["total"] == 2
    assert refused(start, 0, special("nun"))
    assert refused({**start, "seats": [{**start["seats"][0], "builds_left": 0}, {}]}, 0, place("nun")) == "BUILD-2"


@pytest.mark.rule("SAINTS-7")
def test_saints_7_the_best_single_one() -> None:
    # Padlocks: locksmith, glass blower, beekeeper twice, cooper: 10; agent: 4 coins.
    locks = ("miner", "locksmith@3", "glass_blower@3", "beekeeper", "beekeeper", "lumberjack", "cooper@8+4")
    assert nun("founders", "nun", *locks, "agent") == 10
    assert nun("founders", "nun", "hunter+14", "agent", "miner", "locksmith@5") == 14


@pytest.mark.rule("SAINTS-7")
def test_saints_7_none_is_nothing_and_bronze_is_no_silver() -> None:
    assert nun("founders", "nun") == 0
    assert nun("founders", "nun", "hunter+4", "lumberjack", "arkwright@4", "captain") == 0
    assert nun("founders", "nun", "miner", "hayer", "lumberjack", "wholesaler") == 3


@pytest.mark.rule("SAINTS-6")
def test_saints_6_she_is_no_silver_villager_herself() -> None:
    """An Alchemist halves 6, the priest's value, and finds nothing in a Nun alone."""
    words = (*PRIEST, "miner", "alchemist@6")
    for cards, bronze in ((words, 3), (("founders:food", "nun", "miner", "alchemist@3"), 0)):
        doc = position(
            f"villagers phase=build stacks=[[mason]] seats=[(village=[{village(cards)}] gold=0) ()]", options=ALL
        )
        after, _ = play(doc, (0, END))
        assert after["seats"][0]["gold"] == bronze


# --- those that stay -------------------------------------------------------------------------


@pytest.mark.rule("SAINTS-16")
@pytest.mark.parametrize("card", ["nun", "recruiter"])
def test_saints_16_those_that_stay_are_special_villagers_of_the_village(card: str) -> None:
    start = position(f"""villagers options=(expansions=[saints]) phase=build stacks=[[mason]] seats=[
        (hand=[{card} mason] builds_left=1) ()]""")
    assert refused(start, 0, place(card, on=1))
    after, _ = play(start, (0, place(card)))
    assert after["seats"][0]["builds_left"] == 0
    assert score(after)["standing"][1] == {"seat": 0, "gold": 8, "villagers": 2, "place": 2}
    assert refused({**start, "seats": after["seats"]}, 0, place("mason", on=2))
    counted = {**after, "options": ALL, "developments": [{"development": "church"}, {"development": "bank"}]}
    assert view(counted, None)["developments"][0]["counts"] == [2, 1]


@pytest.mark.rule("SAINTS-16")
def test_saints_16_in_the_hand_they_count_for_the_inn_and_may_be_traded() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels profiteers developments]) phase=build
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] developments=[(development=inn)]
        seats=[
        (hand=[nun recruiter]) (hand=[monk])]""")
    assert view(start, None)["developments"][0]["counts"] == [2, 1]
    after, _ = play(start, (0, trade("nun", "miner")), (0, give(2)))
    assert after["stacks"][2][0] == "nun"


@pytest.mark.rule("SAINTS-1")
def test_saints_1_there_is_one_of_each() -> None:
    for card in ("benefactor", "nun", "pigeoneer", "prophet", "recruiter"):
        start = position(f"villagers options=(expansions=[saints]) phase=build seats=[(hand=[{card}]) ()]")
        VILLAGERS.read_position(start)
        for twice in (
            position(f"villagers phase=build options=(expansions=[saints]) seats=[(hand=[{card} {card}]) ()]"),
            position(f"villagers phase=build seats=[(hand=[{card}]) ()]"),
        ):
            with pytest.raises(InvalidPosition):
                VILLAGERS.read_position(twice)
