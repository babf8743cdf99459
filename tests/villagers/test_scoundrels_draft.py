"""SCOUNDRELS while drafting: the Barbarian and the Flaker, and when such villagers can be played."""

from __future__ import annotations

import pytest

from engine.errors import NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, seen_by, to_act, view
from tests.villagers.game import END, VILLAGERS, blind, draft, special

SIX = ["mason", "cooper", "agent", "priest", "jeweler", "wheeler"]
NEW = ["brewer", "grazier", "thatcher", "fisher", "hunter", "grocer", "wattler"]
BARBARIAN = special("barbarian")


def flaker(who: int | None, card: str | None) -> Doc:
    """Take a card from the square of a seat."""
    return special("flaker", seat=who, take=card)


def names(doc: Doc) -> list[str | None]:
    """Return the cards of the road, slot by slot."""
    return [one and one["card"] for one in doc["road"]]


# --- the Barbarian ---------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-6")
def test_scoundrels_6_the_road_is_replaced_from_the_reserve() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+1 cooper+1 agent+1 priest+1 jeweler+1 wheeler+1]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(hand=[barbarian shipwright]) () ()]""")
    after, events = play(start, (0, BARBARIAN))
    assert (after["seats"][0]["gold"], [one["gold"] for one in after["seats"][1:]]) == (14, [8, 8])
    assert names(after) == NEW[:6]
    assert [one["gold"] for one in after["road"]] == [0] * 6
    assert after["reserve"] == ["wattler"]
    assert [len(stack) for stack in after["stacks"]] == [1] * 6
    assert sorted(after["discard"]) == sorted(["barbarian", *SIX])
    assert (after["seats"][0]["hand"], after["seats"][0]["square"], to_act(after)) == (["shipwright"], [], (0,))
    assert facts(events, "gold_gained") == [{"seat": 0, "gold": 6, "reason": "barbarian"}]
    assert facts(events, "road_discarded") == [{"slots": [0, 1, 2, 3, 4, 5], "cards": SIX}]
    assert [event["card"] for event in facts(events, "road_filled")] == NEW[:6]
    assert seen_by(events, 1) == seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("SCOUNDRELS-6")
def test_scoundrels_6_the_draft_of_the_turn_is_still_to_come() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(hand=[barbarian]) ()]""")
    after, events = play(start, (0, BARBARIAN), (0, draft(1)))
    assert (after["seats"][0]["square"], to_act(after)) == (["grazier"], (1,))
    assert facts(events, "gold_gained") == []


@pytest.mark.rule("SCOUNDRELS-6")
def test_scoundrels_6_several_coins_of_a_game_of_two_and_open_gaps() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[- mason+4 - agent+0 - cooper+1]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(hand=[barbarian] gold=0) ()]""")
    after, _ = play(start, (0, BARBARIAN))
    assert after["seats"][0]["gold"] == 5
    assert names(after) == [None, "brewer", None, "grazier", None, "thatcher"], "only who is discarded is replaced"
    assert len(after["reserve"]) == 4


@pytest.mark.rule("SCOUNDRELS-7")
def test_scoundrels_7_what_the_reserve_lacks_comes_from_the_leftmost_stack() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[] [poulterer] [swineherd vintner graper spelunker] [seeker]] reserve=[brewer grazier] seats=[
        (hand=[barbarian]) ()]""")
    after, events = play(start, (0, BARBARIAN))
    assert names(after) == ["brewer", "grazier", "poulterer", "swineherd", "vintner", "graper"]
    assert [len(stack) for stack in after["stacks"]] == [0, 0, 1, 1, 0, 0]
    sources = [(event["source"], event["index"]) for event in facts(events, "road_filled")]
    assert sources == [("reserve", 0)] * 2 + [("stack", 1)] + [("stack", 2)] * 3


@pytest.mark.rule("SCOUNDRELS-7")
def test_scoundrels_7_with_nothing_left_the_road_is_short() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] stacks=[[seeker]] reserve=[brewer] seats=[
        (hand=[barbarian]) ()]""")
    after, _ = play(start, (0, BARBARIAN))
    assert names(after) == ["brewer", "seeker", None, None, None, None]
    assert {move["slot"] for move in legal(after, 0)} == {0, 1}


@pytest.mark.rule("SCOUNDRELS-7", "DRAFT-19")
def test_scoundrels_7_a_road_that_stays_empty_ends_the_drafting() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+2] stacks=[] reserve=[] seats=[
        (hand=[barbarian] square=[seeker]) ()]""")
    after, _ = play(start, (0, BARBARIAN))
    assert (after["phase"], after["seats"][0]["hand"], after["seats"][0]["gold"]) == ("build", ["seeker"], 10)
    assert after["seats"][1]["hand"] == []


@pytest.mark.rule("SCOUNDRELS-7", "MARKET-13")
def test_scoundrels_7_stacks_emptied_that_way_make_a_market_due() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[mason+0 cooper+0 jeweler+0]
        stacks=[[poulterer] [swineherd] [vintner graper spelunker]] reserve=[] seats=[
        (hand=[barbarian] square=[agent]) (drafting_done=yes) (drafting_done=yes)]""")
    after, events = play(start, (0, BARBARIAN), (0, draft(0)), (0, END), (1, END), (2, END))
    assert [event["market"] for event in facts(events, "market")] == [1]
    assert after["round"] == 2


# --- the Flaker ------------------------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-11")
def test_scoundrels_11_a_villager_of_a_square_comes_to_the_hand() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) first_player=1
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (hand=[flaker])
        (square=[fisher hunter] drafting_done=no)]""")
    start["seats"][1]["village"] = [{"id": 1, "card": "founders", "side": "food"}]
    fed = {**start, "to_act": [0]}
    after, events = play(fed, (0, flaker(1, "hunter")))
    assert (after["seats"][0]["hand"], after["seats"][0]["square"]) == (["hunter"], [])
    assert after["seats"][1]["square"] == ["fisher"]
    assert (after["discard"], to_act(after)) == (["flaker"], (0,))
    assert facts(events, "square_taken") == [{"seat": 0, "from_seat": 1, "card": "hunter"}]
    assert seen_by(events, None) == seen_by(events, 1) == seen_by(events, 0)
    for viewer in (1, None):
        assert view(after, viewer)["seats"][0]["hand"][0]["card"] == "hunter", "all have seen it"


@pytest.mark.rule("SCOUNDRELS-11")
def test_scoundrels_11_the_victim_drafts_once_more() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] reserve=[] seats=[
        (hand=[flaker] square=[fisher]) (square=[hunter])]""")
    moves = [(0, flaker(1, "hunter")), (0, draft(0)), (1, draft(1))]
    after, _ = play(start, *moves)
    assert sorted(after["seats"][0]["hand"]) == ["fisher", "hunter", "mason"]
    assert (to_act(after), after["seats"][1]["square"]) == ((1,), ["cooper"])
    after, _ = play(after, (1, draft(2)))
    assert (after["phase"], sorted(after["seats"][1]["hand"])) == ("road", ["agent", "cooper"])


@pytest.mark.rule("SCOUNDRELS-11")
def test_scoundrels_11_gold_taken_with_the_villager_stays() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) first_player=1 road=[mason+3]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(hand=[flaker]) ()]""")
    after, _ = play({**start, "to_act": [1]}, (1, draft(0)), (0, flaker(1, "mason")))
    assert [one["gold"] for one in after["seats"]] == [8, 11]


@pytest.mark.rule("SCOUNDRELS-11")
def test_scoundrels_11_it_does_not_count_to_the_limit_and_any_card_will_do() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) road=[]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (hand=[flaker] square=[fisher]) (square=[monk]) (square=[mason])]""")
    after, _ = play(start, (0, flaker(1, "monk")))
    assert (after["seats"][0]["drafting_done"], after["seats"][0]["hand"]) == (False, ["monk"])
    after, _ = play(after, (0, blind(0)))
    assert sorted(after["seats"][0]["hand"]) == ["fisher", "monk", "seeker"]


@pytest.mark.rule("SCOUNDRELS-11")
def test_scoundrels_11_what_can_be_named() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] reserve=[] seats=[
        (hand=[flaker] square=[fisher])
        (village=[1.founders:food] square=[brewer brewer]) ()]""")
    found = {(move["seat"], move["take"]) for move in of_type(legal(start, 0), "play")}
    assert found == {(0, "fisher"), (1, "brewer")}
    assert len(of_type(legal(start, 0), "play")) == 2, "equal cards are one choice"
    for move in (
        flaker(1, "fisher"),
        flaker(2, "fisher"),
        flaker(None, "fisher"),
        flaker(1, None),
        flaker(4, "fisher"),
    ):
        assert refused(start, 0, move) == "SCOUNDRELS-11"
    game = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[() (square=[fisher])]""")
    assert refused(game, 0, flaker(1, "fisher")) == "SCOUNDRELS-11"


@pytest.mark.rule("SCOUNDRELS-12")
def test_scoundrels_12_on_the_own_square_it_frees_a_draft() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (village=[1.founders:food] hand=[flaker] square=[fisher hunter]) (drafting_done=yes)]""")
    after, _ = play(start, (0, flaker(0, "fisher")), (0, draft(0)))
    assert (to_act(after), after["seats"][0]["hand"], after["seats"][0]["square"]) == (
        (0,),
        ["fisher"],
        ["hunter", "mason"],
    )
    after, _ = play(after, (0, draft(1)))
    assert sorted(after["seats"][0]["hand"]) == ["cooper", "fisher", "hunter", "mason"]
    assert after["phase"] == "road"


@pytest.mark.rule("SCOUNDRELS-13")
def test_scoundrels_13_who_has_picked_up_cannot_be_hit() -> None:
    start = position("""villagers options=(expansions=[scoundrels]) first_player=1
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (village=[1.founders:food] hand=[flaker] square=[fisher]) (square=[hunter])]""")
    after, _ = play({**start, "to_act": [1]}, (1, draft(0)))
    assert after["seats"][1]["square"] == []
    for card in ("mason", "hunter"):
        assert refused(after, 0, flaker(1, card)) == "SCOUNDRELS-11"
    assert [move["seat"] for move in of_type(legal(after, 0), "play")] == [0]


@pytest.mark.rule("SCOUNDRELS-13")
def test_scoundrels_13_without_a_square_there_is_no_target() -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (hand=[flaker fisher]) (hand=[hunter])]""")
    assert of_type(legal(start, 0), "play") == []
    assert refused(start, 0, flaker(0, "fisher")) == "SCOUNDRELS-11"


# --- when they are played (A-49) -------------------------------------------------------------


@pytest.mark.rule("SCOUNDRELS-6", "SCOUNDRELS-11")
def test_scoundrels_6_11_several_in_one_turn_before_its_card() -> None:
    start = position("""villagers options=(expansions=[saints scoundrels]) road=[shipwright+1]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[mason cooper agent priest jeweler wheeler] seats=[
        (hand=[barbarian flaker benefactor hunter]) (square=[fisher])]""")
    start = {**start, "reserve": ["brewer", "grazier"]}
    moves = [(0, flaker(1, "fisher")), (0, BARBARIAN), (0, {"type": "benefactor", "card": "hunter"}), (0, draft(0))]
    after, _ = play(start, *moves)
    assert (after["seats"][0]["hand"], after["seats"][0]["square"]) == (["fisher"], ["brewer"])
    assert after["discard"] == ["flaker", "barbarian", "shipwright", "benefactor"]
    assert (after["seats"][0]["gold"], to_act(after)) == (9, (1,))


@pytest.mark.rule("SCOUNDRELS-6", "SCOUNDRELS-11")
@pytest.mark.parametrize("move", [BARBARIAN, flaker(1, "fisher"), special("prophet", stack=0)])
def test_scoundrels_6_11_not_in_the_turn_of_another_nor_after_the_own_draft(move: Doc) -> None:
    start = position(f"""villagers options=(expansions=[saints scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[
        (hand=[{move["card"]}]) (square=[fisher]) ()]""")
    after, _ = play(start, (0, draft(0)))
    state = VILLAGERS.read_position(after)
    with pytest.raises(NotYourTurn):
        VILLAGERS.apply(state, 0, VILLAGERS.read_move(state, 0, move))
    assert legal(after, 0) == []


@pytest.mark.rule("SCOUNDRELS-6", "SCOUNDRELS-11")
@pytest.mark.parametrize(("move", "rule"), [(BARBARIAN, "SCOUNDRELS-6"), (flaker(1, "fisher"), "SCOUNDRELS-11")])
def test_scoundrels_6_11_not_in_the_build_phase(move: Doc, rule: str) -> None:
    start = position(f"""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] road=[mason+1] seats=[
        (hand=[{move["card"]}]) ()]""")
    assert refused(start, 0, move) == rule
    assert of_type(legal(start, 0), "play") == []


@pytest.mark.rule("SCOUNDRELS-6")
def test_scoundrels_6_not_from_the_square() -> None:
    """A Scoundrel given up to a stack and drafted again waits on the square."""
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(square=[barbarian]) ()]""")
    assert refused(start, 0, BARBARIAN) == "SCOUNDRELS-6"
    assert of_type(legal(start, 0), "play") == []


@pytest.mark.rule("SCOUNDRELS-6")
@pytest.mark.parametrize("card", ["barbarian", "flaker", "noble", "schemer", "sheriff", "courier"])
def test_scoundrels_6_those_that_are_discarded_are_not_placed_and_name_no_unlocker(card: str) -> None:
    start = position(f"""villagers options=(expansions=[scoundrels]) phase=build
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]] seats=[(hand=[{card}]) () () ()]""")
    assert refused(start, 0, {"type": "place", "card": card})
    assert of_type(legal(start, 0), "place") == []
    assert refused(start, 0, special(card, unlock={"by": "bank"}))


@pytest.mark.rule("SCOUNDRELS-6")
@pytest.mark.parametrize("fields", [{"seat": 1}, {"slot": 2}, {"stack": 1}, {"villager": 1}, {"take": "agent"}])
def test_scoundrels_6_the_barbarian_names_nothing(fields: Doc) -> None:
    start = position("""villagers options=(expansions=[scoundrels])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[seeker] [poulterer] [swineherd] [vintner] [graper] [spelunker]]
        reserve=[brewer grazier thatcher fisher hunter grocer wattler] seats=[(hand=[barbarian]) ()]""")
    assert refused(start, 0, special("barbarian", **fields)) == "SCOUNDRELS-6"
