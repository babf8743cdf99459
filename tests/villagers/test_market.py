"""The two markets: when they are held and what they pay (rules MARKET)."""

from typing import Any

import pytest

from engine.errors import GameOver
from engine.events import Event
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, result, score, to_act, village
from tests.villagers.game import END, VILLAGERS, blind, draft, place, road, trade, villager

FED = "(village=[1.founders:food])"
"""A village that earns nothing in the First Market and has no Founders left to flip."""
RICH = "village=[1.founders:food 2.fisher 3.chandler+2 4.lumberjack 5.wheeler@4 6.cartwright@5+6]"
"""Visible gold 3 + 3 + 9 = 15 (the Wheeler's 3 are covered), coins 8; no silver."""


def end_round(*seats: str, **fields: Any) -> tuple[Doc, list[Event]]:
    """End the build turn of the last seat of a round that seat 0 began."""
    last = len(seats) - 1
    return play(position(f"villagers phase=build to_act=[{last}] seats=[{' '.join(seats)}]", **fields), (last, END))


def markets(events: list[Event]) -> list[int]:
    """Return the numbers of the markets that were held."""
    return [one["market"] for one in facts(events, "market")]


@pytest.mark.rule("MARKET-1")
@pytest.mark.parametrize(
    ("stacks", "held"),
    [
        ([["mason"], [], ["hunter"]], []),
        ([[], ["mason"], ["hunter"]], []),
        ([["mason"], ["hunter"], [], [], [], []], []),
        ([[], [], ["mason"]], [1]),
        ([[], [], [], [], [], ["mason"]], [1]),
    ],
)
def test_market_1_the_first_is_held_when_the_two_leftmost_stacks_are_empty(
    stacks: list[list[str]], held: list[int]
) -> None:
    after, events = end_round(FED, FED, stacks=stacks)
    assert markets(events) == held
    assert after["markets_held"] == held
    assert after["phase"] == "draft"


@pytest.mark.rule("MARKET-2", "MARKET-13")
def test_market_2_a_market_triggered_in_the_draft_is_held_after_that_rounds_build_phase() -> None:
    start = position(
        "villagers round=3 stacks=[[mason] [fisher] [hunter hunter]] road=[agent+0] seats=[(gold=0) (gold=0)]"
    )
    drafted, events = play(start, (0, blind(0)), (1, blind(1)), (0, blind(2)), (1, draft(0)))
    assert drafted["stacks"] == [[], [], [], [], [], []]
    road_done, more = play(drafted, (1, {"type": "pass"}), (0, {"type": "pass"}))
    assert markets(events + more) == []
    built, events = play(road_done, (0, END), (1, END))
    assert [event.type for event in events if event.type in ("build_ended", "market")] == [
        "build_ended",
        "build_ended",
        "market",
        "market",
    ]
    assert built["round"] == 3


@pytest.mark.rule("MARKET-3")
def test_market_3_the_first_pays_visible_gold_and_coins() -> None:
    after, events = end_round(f"({RICH} gold=5)", FED, stacks=[[], [], ["mason"]])
    assert after["seats"][0]["gold"] == 5 + 15 + 8
    row = next(row for row in facts(events, "market")[0]["rows"] if row["seat"] == 0)
    assert row["total"] == 23
    assert sum(line["gold"] for line in row["lines"] if line["item"] == "gold") == 15
    assert sum(line["gold"] for line in row["lines"] if line["item"] == "coins") == 8
    assert {line["item"] for line in row["lines"]} == {"gold", "coins"}


@pytest.mark.rule("MARKET-3")
def test_market_3_the_line_of_a_villager_names_him() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.lumberjack 3.cooper@2+4]) (village=[1.founders:food])]"
    )
    lines = score(start)["first_market"][0]["lines"]
    paid = [line for line in lines if line["gold"]]
    assert sorted((line["villager"], line["card"], line["item"], line["gold"]) for line in paid) == [
        (1, "founders", "gold", 2),
        (3, "cooper", "coins", 4),
        (3, "cooper", "gold", 4),
    ]


@pytest.mark.rule("MARKET-4")
def test_market_4_coins_stay_on_the_villagers_in_the_first() -> None:
    after, _ = end_round(f"({RICH})", FED, stacks=[[], [], ["mason"]])
    assert (villager(after, 0, 3)["gold"], villager(after, 0, 6)["gold"]) == (2, 6)


@pytest.mark.rule("MARKET-5")
def test_market_5_silver_pays_nothing_in_the_first() -> None:
    words = ("founders:food", "freemason", "lumberjack", "carpenter@3", "miner", "mason@5", "wattler")
    after, _ = end_round(f"(village=[{village(words)}])", FED, stacks=[[], [], ["mason"]])
    assert after["seats"][0]["gold"] == 8 + 2
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.freemason 3.lumberjack 4.carpenter@3 5.miner 6.mason@5 7.wattler])
        (village=[1.founders:food])]""")
    assert score(start)["first_market"][0]["total"] == 2


@pytest.mark.rule("MARKET-6")
def test_market_6_only_top_villagers_gold_counts() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.lumberjack 3.wheeler@2 4.cartwright@3]) (village=[1.founders:food])]""")
    assert score(start)["first_market"][0]["total"] == 9
    assert score(start)["second_market"][0]["total"] == 9


@pytest.mark.rule("MARKET-6")
def test_market_6_both_branches_of_a_start_card_count() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders:food 2.tanner 3.saddler@2 4.cobbler@2 5.tanner]) (village=[1.founders:food])
        (village=[1.founders:food]) (village=[1.founders:food])]""")
    assert score(start)["first_market"][0]["total"] == 5 + 6 + 2


@pytest.mark.rule("MARKET-7")
@pytest.mark.parametrize(("first", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_market_7_players_are_paid_in_the_order_of_the_new_first_player(first: int, order: list[int]) -> None:
    last = (first + 2) % 3
    start = position(f"""villagers phase=build first_player={first} to_act=[{(first + 2) % 3}] stacks=[[] [] [mason]]
        seats=[
        (village=[1.founders:food]) (village=[1.founders:food]) (village=[1.founders:food])]""")
    after, events = play(start, (last, END))
    assert [row["seat"] for row in facts(events, "market")[0]["rows"]] == order
    assert after["first_player"] == order[0]
    assert after["to_act"] == [order[0]]


@pytest.mark.rule("MARKET-8")
def test_market_8_the_first_happens_once() -> None:
    after, events = end_round(f"({RICH})", FED, stacks=[[], [], ["mason"]], markets_held=[1])
    assert markets(events) == []
    assert after["seats"][0]["gold"] == 8
    assert after["markets_held"] == [1]


@pytest.mark.rule("MARKET-9")
@pytest.mark.parametrize("full", range(6))
def test_market_9_one_card_on_any_stack_keeps_the_second_away(full: int) -> None:
    stacks = [["mason"] if stack == full else [] for stack in range(6)]
    after, events = end_round(FED, FED, stacks=stacks, markets_held=[1] if full > 1 else [])
    assert markets(events) == []
    assert after["phase"] == "draft"


@pytest.mark.rule("MARKET-9")
def test_market_9_neither_the_road_nor_the_reserve_delays_the_second() -> None:
    piles = {"road": road(*["hunter+1"] * 2), "reserve": ["mason", "agent"], "markets_held": [1]}
    after, events = end_round(FED, FED, FED, **piles)
    assert markets(events) == [2]
    assert after["phase"] == "over"


@pytest.mark.rule("MARKET-9")
def test_market_9_an_empty_road_does_not_bring_the_second() -> None:
    _, events = end_round(FED, FED, stacks=[[], [], ["mason"]], road=[None] * 6, markets_held=[1])
    assert markets(events) == []


@pytest.mark.rule("MARKET-10")
def test_market_10_the_second_ends_the_game() -> None:
    after, events = end_round(FED, FED, markets_held=[1])
    assert (after["phase"], after["to_act"], after["markets_held"]) == ("over", [], [1, 2])
    assert to_act(after) == ()
    assert legal(after, 0) == legal(after, 1) == []
    assert result(after) is not None
    assert events[-1].type == "game_ended"
    assert facts(events, "round_started") == []
    state = VILLAGERS.read_position(after)
    for move in (END, draft(0), {"type": "pass"}):
        with pytest.raises(GameOver):
            VILLAGERS.apply(state, 0, VILLAGERS.read_move(state, 0, move))


@pytest.mark.rule("MARKET-10")
def test_market_10_there_is_no_result_before_the_second() -> None:
    after, _ = end_round(FED, FED, stacks=[[], [], ["mason"]])
    assert result(after) is None
    start = position("villagers phase=build seats=[(village=[1.founders:food]) (village=[1.founders:food])]")
    assert result(start) is None


@pytest.mark.rule("MARKET-10", "MARKET-2")
def test_market_10_all_players_build_in_the_last_round() -> None:
    start = position("""villagers phase=build markets_held=[1] seats=[
        (village=[1.founders:food] hand=[fisher])
        (village=[1.founders:food] hand=[hunter])]""")
    after, events = play(start, (0, END), (1, place("hunter")))
    assert markets(events) == []
    after, _ = play(after, (1, END))
    assert after["phase"] == "over"


@pytest.mark.rule("MARKET-11")
def test_market_11_the_second_pays_gold_and_silver_and_moves_the_coins() -> None:
    words = ("founders:food", "hunter", "graper", "grocer", "grocer", "beekeeper", "lumberjack", "carpenter@7+4")
    after, events = end_round(f"(village=[{village(words)}] gold=10)", FED, markets_held=[1])
    assert after["seats"][0]["gold"] == 10 + 4 + 18 + 4
    assert villager(after, 0, 8)["gold"] == 0
    (market,) = facts(events, "market")
    row = next(row for row in market["rows"] if row["seat"] == 0)
    assert row["total"] == 26
    sums = {item: sum(line["gold"] for line in row["lines"] if line["item"] == item) for item in ("gold", "silver")}
    assert sums == {"gold": 4, "silver": 18}
    assert after["seats"][0]["final"] == {"supply": 10, "gold": 4, "silver": 18, "coins": 4, "nun": 0}


@pytest.mark.rule("MARKET-12")
def test_market_12_silver_is_counted_before_the_coins_are_moved() -> None:
    words = ("founders:food", "agent", "miner", "blacksmith@3+6")
    after, _ = end_round(f"(village=[{village(words)}])", FED, markets_held=[1])
    assert after["seats"][0]["gold"] == 8 + 2 + 6 + 6
    assert villager(after, 0, 4)["gold"] == 0


@pytest.mark.rule("MARKET-12")
def test_market_12_two_agents_both_count_the_coins() -> None:
    after, _ = end_round("(village=[1.founders:food 2.agent 3.agent 4.chandler+4])", FED, markets_held=[1])
    assert after["seats"][0]["gold"] == 8 + 3 + 4 + 4 + 4


@pytest.mark.rule("MARKET-13")
def test_market_13_dealing_from_a_stack_in_the_update_triggers_in_this_round() -> None:
    start = position("""villagers to_act=[2] stacks=[[] [mason] [fisher fisher]] road=[wattler+1] seats=[
        (village=[1.founders:food] drafting_done=yes)
        (village=[1.founders:food] drafting_done=yes)
        (village=[1.founders:food] square=[hunter hunter])]""")
    drafted, events = play(start, (2, blind(2)))
    assert facts(events, "road_filled") == [{"slot": 0, "card": "mason", "source": "stack", "index": 1}]
    _, events = play(drafted, (0, END), (1, END), (2, END))
    assert markets(events) == [1]


@pytest.mark.rule("MARKET-14")
def test_market_14_both_in_one_round_are_held_one_after_the_other() -> None:
    own = "(village=[1.founders:food 2.hunter 3.graper 4.grocer 5.lumberjack 6.shipwright@5+4 7.beekeeper])"
    after, events = end_round(own, FED)
    assert markets(events) == [1, 2]
    assert after["markets_held"] == [1, 2]
    assert after["seats"][0]["gold"] == 8 + 10 + 19
    assert after["seats"][0]["final"] == {"supply": 18, "gold": 6, "silver": 9, "coins": 4, "nun": 0}
    rows = [row for one in facts(events, "market") for row in one["rows"]]
    assert [row["total"] for row in rows if row["seat"] == 0] == [10, 19]


@pytest.mark.rule("MARKET-15")
def test_market_15_an_emptied_stack_takes_no_card_back() -> None:
    start = position("villagers phase=build stacks=[[] [] [mason]] seats=[(hand=[hunter]) (village=[1.founders:food])]")
    traded, _ = play(start, (0, trade("hunter", "miner")))
    assert [move["stack"] for move in of_type(legal(traded, 0), "return_card")] == [2]
    for stack in (0, 1, 3):
        assert refused(traded, 0, {"type": "return_card", "pile": "stack", "stack": stack}) == "BASIC-11"
    returned, _ = play(traded, (0, {"type": "return_card", "pile": "stack", "stack": 2}), (0, END))
    _, events = play(returned, (1, END))
    assert markets(events) == [1]


@pytest.mark.rule("MARKET-15")
def test_market_15_with_all_stacks_empty_a_return_does_not_stop_the_end() -> None:
    start = position(
        "villagers phase=build markets_held=[1] reserve=[mason] seats=[(hand=[hunter]) (village=[1.founders:food])]"
    )
    after, events = play(
        start, (0, trade("hunter", "miner")), (0, {"type": "return_card", "pile": "reserve"}), (0, END), (1, END)
    )
    assert after["reserve"] == ["hunter", "mason"]
    assert markets(events) == [2]


@pytest.mark.rule("MARKET-3", "MARKET-11")
def test_market_3_the_score_of_the_moment_is_what_the_markets_then_pay() -> None:
    start = position("""villagers phase=build to_act=[1] seats=[
        (village=[1.founders:food 2.fisher 3.chandler+2 4.lumberjack 5.wheeler@4 6.cartwright@5+6 7.agent 8.hayer
        9.peddler@8 10.horse_trader@8])
        (village=[1.founders:food])]""")
    rows = score(start)
    after, events = play(start, (1, END))
    paid = [next(row["total"] for row in one["rows"] if row["seat"] == 0) for one in facts(events, "market")]
    assert [rows[key][0]["total"] for key in ("first_market", "second_market")] == paid
    assert after["seats"][0]["gold"] == 8 + sum(paid)
