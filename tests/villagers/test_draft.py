"""DRAFT: taking villagers from the road."""

from __future__ import annotations

import pytest

from engine.errors import NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, to_act, view, village
from tests.villagers.game import END, blind, draft, place, road, trade

SIX = ("carpenter", "grazier", "harvester", "hunter", "mason", "thatcher")
RESERVE: Doc = {"type": "draft_reserve"}


@pytest.mark.rule("DRAFT-1")
def test_draft_1_one_at_a_time_clockwise_until_all_have_enough() -> None:
    game = position("""villagers phase=draft road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        stacks=[[agent fisher] [wattler priest] [seeker] [swineherd] [monk] [graper]] reserve=[brewer] seats=[
        (village=[1.founders]) (village=[1.founders 2.hunter]) (village=[1.founders])]""")
    order = []
    while game["phase"] == "draft":
        (who,) = to_act(game)
        order.append(who)
        game, _ = play(game, (who, draft(0)))
    assert order == [0, 1, 2, 0, 1, 2, 1]


@pytest.mark.rule("DRAFT-1")
def test_draft_1_nobody_drafts_out_of_turn() -> None:
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        stacks=[[agent] [] [] [] [] []] seats=[() ()]""")
    with pytest.raises(NotYourTurn):
        play(game, (1, draft(0)))
    with pytest.raises(NotYourTurn):
        play(game, (0, draft(0)), (0, draft(1)))


@pytest.mark.rule("DRAFT-2")
@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (("founders",), 2),
        (("founders:food",), 3),
        (("founders", "hunter"), 3),
        (("founders", "hayer", "grazier@2", "milk_maid@3", "hunter"), 5),
        (("founders:food", "fisher"), 4),
    ],
)
def test_draft_2_two_and_one_more_for_each_food(words: tuple[str, ...], limit: int) -> None:
    start = position(f"""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        seats=[(village=[{village(words)}]) ()]""")
    assert view(start, None)["seats"][0]["draft_limit"] == limit


@pytest.mark.rule("DRAFT-3")
def test_draft_3_never_more_than_five() -> None:
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0] seats=[
        (village=[1.founders 2.hunter 3.graper 4.harvester 5.hayer 6.grazier@5 7.milk_maid@6 8.fisher]) ()]""")
    assert view(game, 1)["seats"][0]["draft_limit"] == 5
    game = position("""villagers to_act=[0] road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        seats=[
        (village=[1.founders 2.hunter 3.graper 4.harvester 5.hayer 6.grazier@5 7.milk_maid@6 8.fisher]
        square=[agent agent priest priest]) (drafting_done=yes)]""")
    after, _ = play(game, (0, draft(0)))
    assert after["phase"] == "road"
    assert len(after["seats"][0]["hand"]) == 5


@pytest.mark.rule("DRAFT-4")
def test_draft_4_no_pass_below_the_limit() -> None:
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0] seats=[
        (village=[1.founders:food] square=[agent priest]) (drafting_done=yes)]""")
    assert {move["type"] for move in legal(game, 0)} == {"draft_road"}
    assert refused(game, 0, {"type": "pass"})
    assert refused(game, 0, END)


@pytest.mark.rule("DRAFT-5")
def test_draft_5_any_villager_of_the_road() -> None:
    game = position("villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0] seats=[() ()]")
    assert [move["slot"] for move in of_type(legal(game, 0), "draft_road")] == [0, 1, 2, 3, 4, 5]
    after, events = play(game, (0, draft(4)))
    assert after["seats"][0]["square"] == ["mason"]
    assert facts(events, "drafted") == [{"seat": 0, "source": "road", "index": 4, "card": "mason", "gold": 0}]


@pytest.mark.rule("DRAFT-5")
def test_draft_5_a_gap_cannot_be_drafted() -> None:
    game = position("villagers road=[agent+0 - priest+0] seats=[() ()]")
    assert [move["slot"] for move in legal(game, 0)] == [0, 2]
    assert refused(game, 0, draft(1)) == "DRAFT-5"


@pytest.mark.rule("DRAFT-6")
def test_draft_6_or_the_top_of_any_stack() -> None:
    game = position("villagers stacks=[[] [agent priest fisher] [] [hunter] [monk monk] [tinner tinner]] seats=[() ()]")
    assert [move["stack"] for move in of_type(legal(game, 0), "draft_stack")] == [1, 3, 4, 5]
    after, events = play(game, (0, blind(1)))
    assert after["seats"][0]["square"] == ["agent"]
    assert after["stacks"][1] == ["priest", "fisher"]
    assert facts(events, "drafted") == [{"seat": 0, "source": "stack", "index": 1, "card": "agent", "gold": 0}]


@pytest.mark.rule("DRAFT-7")
def test_draft_7_gold_on_the_villager_goes_to_the_supply_at_once() -> None:
    game = position("villagers road=[agent+2 priest+1] seats=[() ()]")
    after, events = play(game, (0, draft(0)))
    assert after["seats"][0]["gold"] == 10
    assert facts(events, "drafted")[0]["gold"] == 2
    assert after["road"][1] == {"card": "priest", "gold": 1}


@pytest.mark.rule("DRAFT-8")
def test_draft_8_the_gap_is_filled_from_the_leftmost_stack() -> None:
    game = position(
        "villagers road=[agent+0 priest+2 fisher+0] stacks=[[hunter hunter] [monk monk] [] [] [] []] seats=[() ()]"
    )
    after, events = play(game, (0, draft(1)))
    assert after["road"][:3] == road("agent", "hunter", "fisher")
    assert after["stacks"][:2] == [["hunter"], ["monk", "monk"]]
    assert facts(events, "road_filled") == [{"slot": 1, "card": "hunter", "source": "stack", "index": 0}]


@pytest.mark.rule("DRAFT-8")
def test_draft_8_leftmost_is_the_leftmost_that_has_cards() -> None:
    game = position(
        "villagers road=[agent+0 priest+0] stacks=[[] [] [hunter] [monk] [] []] reserve=[tinner] seats=[() ()]"
    )
    after, _ = play(game, (0, draft(0)), (1, draft(1)))
    assert after["road"][:2] == road("hunter", "monk")
    assert after["stacks"] == [[]] * 6
    assert after["reserve"] == ["tinner"]


@pytest.mark.rule("DRAFT-8")
def test_draft_8_the_newcomer_may_be_drafted_by_the_next_player() -> None:
    game = position("villagers road=[agent+0] stacks=[[hunter monk]] seats=[() ()]")
    after, _ = play(game, (0, draft(0)), (1, draft(0)))
    assert after["seats"][1]["square"] == ["hunter"]
    assert after["road"][0] == {"card": "monk", "gold": 0}


@pytest.mark.rule("DRAFT-9")
def test_draft_9_a_blind_draft_is_shown_to_everyone() -> None:
    game = position("villagers road=[agent+0] stacks=[[] [] [] [hunter monk]] seats=[() ()]")
    after, events = play(game, (0, blind(3)))
    for viewer in (None, 0, 1):
        assert view(after, viewer)["seats"][0]["square"] == ["hunter"]
        assert [event.seen_by(viewer)["card"] for event in events if event.type == "drafted"] == ["hunter"]


@pytest.mark.rule("DRAFT-9")
def test_draft_9_also_as_the_last_card() -> None:
    game = position("villagers road=[priest+0] stacks=[[hunter monk]] seats=[(square=[agent]) ()]")
    after, events = play(game, (0, blind(0)))
    assert after["seats"][0]["square"] == []
    for viewer in (None, 1):
        assert [event.seen_by(viewer)["card"] for event in events if event.type == "drafted"] == ["hunter"]
        assert {card["card"] for card in view(after, viewer)["seats"][0]["hand"]} == {"agent", "hunter"}


@pytest.mark.rule("DRAFT-10")
def test_draft_10_a_blind_draft_is_not_replaced() -> None:
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        stacks=[[agent priest] [hunter] [] [monk tinner] [] []] reserve=[fisher] seats=[() ()]""")
    after, events = play(game, (0, blind(3)))
    assert after["road"] == road(*SIX)
    assert after["stacks"] == [["agent", "priest"], ["hunter"], [], ["tinner"], [], []]
    assert after["reserve"] == ["fisher"]
    assert facts(events, "road_filled") == []


@pytest.mark.rule("DRAFT-11")
def test_draft_11_cards_on_the_square_are_not_in_the_hand() -> None:
    game = position("villagers road=[wattler+0 agent+0 monk+0] seats=[(hand=[fisher]) ()]")
    after, _ = play(game, (0, draft(0)), (1, draft(1)))
    assert after["seats"][0]["hand"] == ["fisher"]
    assert after["seats"][0]["square"] == ["wattler"]
    for move in (place("wattler"), place("fisher"), trade("wattler", "miner")):
        assert refused(after, 0, move)


@pytest.mark.rule("DRAFT-12")
def test_draft_12_at_the_limit_the_square_goes_to_the_hand_at_once() -> None:
    hand = ["fisher", "priest", "grocer", "monk", "tinner"]
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        stacks=[[seeker] [] [] [] [] []] seats=[(hand=[fisher priest grocer monk tinner] square=[agent]) ()]""")
    after, events = play(game, (0, draft(0)))
    first = after["seats"][0]
    assert sorted(first["hand"]) == sorted([*hand, "agent", "carpenter"])
    assert (first["square"], first["drafting_done"]) == ([], True)
    assert facts(events, "picked_up") == [{"seat": 0, "cards": ["agent", "carpenter"]}]
    assert to_act(after) == (1,)


@pytest.mark.rule("DRAFT-13")
def test_draft_13_the_hungrier_village_goes_on_alone() -> None:
    game = position("""villagers phase=draft road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        stacks=[[agent agent] [priest priest] [seeker seeker] [monk monk] [] []] seats=[
        (village=[1.founders])
        (village=[1.founders 2.hunter 3.graper 4.harvester])]""")
    order = []
    while game["phase"] == "draft":
        (who,) = to_act(game)
        order.append(who)
        game, _ = play(game, (who, draft(0)))
    assert order == [0, 1, 0, 1, 1, 1, 1]
    assert [len(one["hand"]) for one in game["seats"]] == [2, 5]


@pytest.mark.rule("DRAFT-14")
def test_draft_14_a_market_card_is_no_draft() -> None:
    game = position("villagers road=[agent+0] stacks=[[hunter] [] [monk] [] [] []] seats=[() ()]")
    assert [move["stack"] for move in of_type(legal(game, 0), "draft_stack")] == [0, 2]
    assert refused(game, 0, blind(1)) in {"DRAFT-6", "DRAFT-14", "DRAFT-15"}
    assert refused(game, 0, blind(5)) in {"DRAFT-6", "DRAFT-14", "DRAFT-15"}


@pytest.mark.rule("DRAFT-15")
def test_draft_15_an_emptied_stack_is_out_of_the_game() -> None:
    game = position("villagers road=[agent+0 priest+0] stacks=[[hunter] [monk tinner]] seats=[() ()]")
    after, _ = play(game, (0, blind(0)))
    assert refused(after, 1, blind(0)) in {"DRAFT-6", "DRAFT-15"}
    after, events = play(after, (1, draft(0)))
    assert facts(events, "road_filled") == [{"slot": 0, "card": "monk", "source": "stack", "index": 1}]


@pytest.mark.rule("DRAFT-16")
def test_draft_16_without_stacks_the_reserve_fills_the_gap() -> None:
    reserve = ["fisher", "grocer", "monk", "tinner", "seeker", "wheeler", "brewer"]
    game = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        reserve=[fisher grocer monk tinner seeker wheeler brewer] seats=[() ()]""")
    after, events = play(game, (0, draft(2)))
    assert after["road"][2] == {"card": "fisher", "gold": 0}
    assert after["reserve"] == reserve[1:]
    assert facts(events, "road_filled") == [{"slot": 2, "card": "fisher", "source": "reserve", "index": 0}]


@pytest.mark.rule("DRAFT-17")
def test_draft_17_the_reserve_is_drafted_only_without_stacks() -> None:
    one_left = position("villagers road=[agent+0] stacks=[[] [] [] [] [] [hunter]] reserve=[monk] seats=[() ()]")
    assert not of_type(legal(one_left, 0), "draft_reserve")
    assert refused(one_left, 0, RESERVE) == "DRAFT-17"
    none_left = position("villagers road=[agent+0] reserve=[monk tinner] seats=[() ()]")
    assert of_type(legal(none_left, 0), "draft_reserve") == [RESERVE]
    after, events = play(none_left, (0, RESERVE))
    assert after["seats"][0]["square"] == ["monk"]
    assert after["reserve"] == ["tinner"]
    assert facts(events, "drafted") == [{"seat": 0, "source": "reserve", "index": 0, "card": "monk", "gold": 0}]
    assert view(after, 1)["seats"][0]["square"] == ["monk"]


@pytest.mark.rule("DRAFT-17")
def test_draft_17_the_reserve_opens_in_mid_phase_with_the_last_stack_card() -> None:
    game = position("villagers road=[agent+0] stacks=[[hunter]] reserve=[monk] seats=[() ()]")
    after, _ = play(game, (0, draft(0)))
    assert RESERVE in legal(after, 1)


@pytest.mark.rule("DRAFT-17")
def test_draft_17_an_empty_reserve_cannot_be_drafted() -> None:
    game = position("villagers road=[agent+0] seats=[() ()]")
    assert legal(game, 0) == [draft(0)]
    assert refused(game, 0, RESERVE).startswith("DRAFT-")


@pytest.mark.rule("DRAFT-18")
def test_draft_18_with_nothing_left_to_deal_the_gap_stays() -> None:
    game = position("villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0] seats=[() ()]")
    after, events = play(game, (0, draft(3)))
    assert after["road"] == road("carpenter", "grazier", "harvester", None, "mason", "thatcher")
    assert facts(events, "road_filled") == []


@pytest.mark.rule("DRAFT-19")
def test_draft_19_when_nothing_is_left_the_phase_ends_below_the_limit() -> None:
    five = ["(village=[1.founders 2.hunter])", "(village=[1.founders 2.hunter])", "(village=[1.founders 2.graper])"]
    five += ["(village=[1.founders 2.graper])", "(village=[1.founders 2.fisher])"]
    game = position(f"""villagers road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] reserve=[seeker wheeler
        brewer mason cooper wattler chandler] phase=draft seats=[{" ".join(five)}]""")
    drafted = 0
    while game["phase"] == "draft":
        (who,) = to_act(game)
        game, events = play(game, (who, legal(game, who)[0]))
        drafted += len(facts(events, "drafted"))
    assert drafted == 13
    assert [len(one["hand"]) for one in game["seats"]] == [3, 3, 3, 2, 2]
    assert [one["square"] for one in game["seats"]] == [[]] * 5


@pytest.mark.rule("DRAFT-19")
def test_draft_19_cards_on_the_square_are_picked_up_all_the_same() -> None:
    game = position("""villagers road=[agent+0] seats=[
        (village=[1.founders 2.hunter 3.graper 4.harvester]) (village=[1.founders]) (village=[1.founders])]""")
    after, events = play(game, (0, draft(0)))
    assert after["phase"] == "build"
    assert after["seats"][0]["hand"] == ["agent"]
    assert {"seat": 0, "cards": ["agent"]} in facts(events, "picked_up")


@pytest.mark.rule("DRAFT-19")
def test_draft_19_a_round_with_nothing_to_draft_goes_straight_on_to_building() -> None:
    """A returned card keeps a stack alive, everything else is drafted: the second seat has nothing left."""
    game = position(
        "villagers stacks=[[agent]] seats=[(village=[1.founders]) (village=[1.founders]) (village=[1.founders])]"
    )
    after, _ = play(game, (0, blind(0)))
    assert (after["phase"], to_act(after)) == ("build", (0,))
    assert [one["hand"] for one in after["seats"]] == [["agent"], [], []]


@pytest.mark.rule("DRAFT-20")
def test_draft_20_the_limit_follows_the_village_as_it_stands() -> None:
    """No base card changes food in the draft; the limit follows the present village, not an earlier one."""
    game = position("""villagers road=[monk+0] seats=[
        (village=[1.founders:food] hand=[agent] square=[priest fisher]) (drafting_done=yes)]""")
    after, _ = play(game, (0, draft(0)))
    assert after["seats"][0]["drafting_done"]
    hungry = position("""villagers road=[monk+0 agent+0] seats=[
        (village=[1.founders:food 2.hunter] hand=[agent] square=[priest fisher]) (drafting_done=yes)]""")
    after, _ = play(hungry, (0, draft(0)))
    assert not after["seats"][0]["drafting_done"]
    assert to_act(after) == (0,)


@pytest.mark.rule("DRAFT-21")
def test_draft_21_covered_food_does_not_count() -> None:
    start = position("""villagers road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0] seats=[
        (village=[1.founders:food 2.swineherd@1])
        (village=[1.founders:food 2.graper 3.vintner@2])]""")
    seats = view(start, None)["seats"]
    assert [one["draft_limit"] for one in seats] == [3, 3]


@pytest.mark.rule("DRAFT-22")
def test_draft_22_after_the_last_draft_the_road_is_updated() -> None:
    two = position("""villagers to_act=[1] road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        seats=[
        (drafting_done=yes) (square=[agent])]""")
    after, _ = play(two, (1, draft(0)))
    assert after["phase"] == "road"
    three = position("""villagers to_act=[2] road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        reserve=[fisher] seats=[(drafting_done=yes) (drafting_done=yes) (square=[agent])]""")
    after, events = play(three, (2, draft(0)))
    assert after["phase"] == "build"
    assert facts(events, "road_paid")


@pytest.mark.rule("DRAFT-1", "DRAFT-13")
def test_draft_1_13_a_finished_first_player_is_skipped() -> None:
    game = position("""villagers to_act=[2] road=[carpenter+0 grazier+0 harvester+0 hunter+0 mason+0 thatcher+0]
        reserve=[fisher tinner] seats=[
        (village=[1.founders] drafting_done=yes)
        (village=[1.founders 2.hunter 3.graper 4.harvester] square=[agent])
        (village=[1.founders:food] square=[priest monk])]""")
    after, _ = play(game, (2, draft(0)))
    assert to_act(after) == (1,)


@pytest.mark.rule("DRAFT-4")
@pytest.mark.parametrize("move", [{"type": "coin", "slot": 0}, {"type": "play", "card": "tinner"}, place("wattler")])
def test_draft_4_moves_of_other_phases_are_refused(move: Doc) -> None:
    game = position("villagers road=[agent+0] seats=[(hand=[tinner wattler]) ()]")
    assert refused(game, 0, move)
