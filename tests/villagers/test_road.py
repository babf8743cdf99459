"""ROAD: the update between drafting and building."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import NotYourTurn
from engine.ruleset import Doc
from tests.positions import facts, legal, new_game, play, position, refused, to_act
from tests.villagers.game import END, draft, road

PASS: Doc = {"type": "pass"}
SIX = ("agent", "priest", "fisher", "grocer", "monk", "tinner")


def coin(slot: int) -> Doc:
    return {"type": "coin", "slot": slot}


def last_draft(*road_words: str | None, **fields: Any) -> Doc:
    """Three players; only seat 2 still has to draft one card, and takes one that nothing replaces on the road.

    It drafts from slot 5, so the words say what lies on the other five slots.
    """
    done = "(drafting_done=yes)"
    start = position(
        f"villagers to_act=[2] seats=[{done} {done} (square=[hunter])]", road=road(*road_words, "seeker"), **fields
    )
    return play(start, (2, draft(5)))[0]


def update(*words: str | None, **fields: Any) -> tuple[Doc, list[Any]]:
    """Three players, all stacks still there: the road before the update, then the position after it."""
    done = "(drafting_done=yes)"
    fields.setdefault("stacks", [["hunter"], ["wheeler", "wattler"], ["graper"], ["seeker"], [], []])
    start = position(f"villagers to_act=[2] seats=[{done} {done} (square=[harvester])]", road=road(*words), **fields)
    last = next(number for number in (5, 4, 3, 2) if fields["stacks"][number])
    return play(start, (2, {"type": "draft_stack", "stack": last}))


def coins(game: Doc) -> list[int | None]:
    return [slot and slot["gold"] for slot in game["road"]]


def cards(game: Doc) -> list[str | None]:
    return [slot and slot["card"] for slot in game["road"]]


# --- three players and more ------------------------------------------------------------------


@pytest.mark.rule("ROAD-1")
def test_road_1_villagers_with_a_coin_are_discarded() -> None:
    reserve = ["brewer", "mason", "cooper", "chandler"]
    after, events = update("agent+1", "priest", "fisher+1", "grocer", "monk", "tinner+1", reserve=reserve)
    assert after["discard"] == ["agent", "fisher", "tinner"]
    assert facts(events, "road_discarded") == [{"slots": [0, 2, 5], "cards": ["agent", "fisher", "tinner"]}]
    assert [one["gold"] for one in after["seats"]] == [8, 8, 8]


@pytest.mark.rule("ROAD-1")
def test_road_1_they_lie_on_top_of_what_was_discarded_before() -> None:
    after, _ = update("agent+1", "priest", reserve=["brewer"], discard=["bed_builder"])
    assert after["discard"] == ["bed_builder", "agent"]


@pytest.mark.rule("ROAD-2")
def test_road_2_the_gaps_are_filled_from_the_reserve() -> None:
    reserve = ["brewer", "mason", "cooper", "chandler"]
    after, events = update("agent+1", "priest", "fisher+1", "grocer", "monk", "tinner+1", reserve=reserve)
    assert cards(after) == ["brewer", "priest", "mason", "grocer", "monk", "cooper"]
    assert after["reserve"] == ["chandler"]
    assert after["stacks"][:2] == [["hunter"], ["wheeler", "wattler"]]
    assert facts(events, "road_filled") == [
        {"slot": 0, "card": "brewer", "source": "reserve", "index": 0},
        {"slot": 2, "card": "mason", "source": "reserve", "index": 0},
        {"slot": 5, "card": "cooper", "source": "reserve", "index": 0},
    ]


@pytest.mark.rule("ROAD-3")
def test_road_3_a_short_reserve_is_made_up_from_the_leftmost_stack() -> None:
    after, events = update("agent+1", "priest+1", "fisher+1", "grocer", "monk", "tinner", reserve=["brewer"])
    assert cards(after) == ["brewer", "hunter", "wheeler", "grocer", "monk", "tinner"]
    assert after["reserve"] == []
    assert after["stacks"][:2] == [[], ["wattler"]]
    assert [(fill["source"], fill["index"]) for fill in facts(events, "road_filled")] == [
        ("reserve", 0),
        ("stack", 0),
        ("stack", 1),
    ]


@pytest.mark.rule("ROAD-4")
def test_road_4_with_nothing_left_the_gaps_stay() -> None:
    after = last_draft("agent+1", "priest+1", "fisher", "grocer", "monk")
    assert cards(after) == [None, None, "fisher", "grocer", "monk", None]
    assert coins(after) == [None, None, 1, 1, 1, None]
    assert after["discard"] == ["agent", "priest"]


@pytest.mark.rule("ROAD-5")
def test_road_5_then_every_villager_gets_a_coin_the_new_ones_too() -> None:
    after, events = update("agent+1", "priest", "fisher", "grocer", "monk", "tinner", reserve=["brewer"])
    assert after["road"] == road("brewer+1", "priest+1", "fisher+1", "grocer+1", "monk+1", "tinner+1")
    assert facts(events, "road_paid") == [{"slots": [0, 1, 2, 3, 4, 5]}]


@pytest.mark.rule("ROAD-6")
def test_road_6_coins_never_pile_up() -> None:
    game = new_game("villagers", 3)
    seen = set()
    while game["round"] < 4:
        (who,) = to_act(game)
        game, _ = play(game, (who, draft(0) if game["phase"] == "draft" else END))
        seen |= {slot["gold"] for slot in game["road"] if slot}
    assert seen == {0, 1}


@pytest.mark.rule("ROAD-7")
def test_road_7_nothing_is_discarded_in_the_first_round() -> None:
    after, events = update(*SIX, reserve=["brewer"])
    assert after["discard"] == []
    assert after["reserve"] == ["brewer"]
    assert coins(after) == [1] * 6
    assert facts(events, "road_discarded") == []


@pytest.mark.rule("ROAD-8")
def test_road_8_the_update_can_empty_a_stack_and_bring_the_market_of_this_round() -> None:
    after, _ = update("agent+1", "priest", stacks=[[], ["wheeler"], ["graper"], ["seeker"], [], []])
    assert after["stacks"] == [[], [], ["graper"], [], [], []]
    after, events = play(after, (0, END), (1, END), (2, END))
    assert after["markets_held"] == [1]
    assert [market["market"] for market in facts(events, "market")] == [1]
    assert after["round"] == 2


# --- two players -----------------------------------------------------------------------------


@pytest.mark.rule("ROAD-9")
@pytest.mark.parametrize(("first", "order"), [(0, [1, 0]), (1, [0, 1])])
def test_road_9_in_reverse_order_each_may_put_a_coin_on_the_road(first: int, order: list[int]) -> None:
    game = position(f"""villagers phase=road first_player={first} road=[agent+0 priest+0 fisher+1]
        reserve=[brewer brewer] seats=[() ()]""")
    assert to_act(game) == (order[0],)
    assert sorted(legal(game, order[0]), key=str) == sorted([coin(0), coin(1), coin(2), PASS], key=str)
    after, events = play(game, (order[0], coin(1)))
    assert to_act(after) == (order[1],)
    assert coins(after)[:3] == [0, 1, 1]
    assert [one["gold"] for one in after["seats"]] == [8, 8]
    assert facts(events, "coin_placed") == [{"seat": order[0], "slot": 1}]
    after, _ = play(after, (order[1], PASS))
    assert (after["phase"], to_act(after)) == ("build", (first,))


@pytest.mark.rule("ROAD-9")
def test_road_9_the_first_player_does_not_begin() -> None:
    game = position("villagers phase=road road=[agent+0 priest+0] seats=[() ()]")
    with pytest.raises(NotYourTurn):
        play(game, (0, coin(0)))


@pytest.mark.rule("ROAD-9")
def test_road_9_a_coin_needs_a_villager() -> None:
    game = position("villagers phase=road road=[agent+0 - priest+0] seats=[() ()]")
    assert refused(game, 1, coin(1)) == "ROAD-9"
    assert refused(game, 1, coin(5)) == "ROAD-9"


@pytest.mark.rule("ROAD-10")
def test_road_10_a_declined_coin_is_not_kept() -> None:
    start = position(
        "villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] reserve=[brewer] seats=[() ()]"
    )
    after, events = play(start, (1, PASS))
    assert [one["gold"] for one in after["seats"]] == [8, 8]
    assert facts(events, "coin_passed") == [{"seat": 1}]
    assert coins(after) == [0] * 6


@pytest.mark.rule("ROAD-10")
def test_road_10_one_coin_each_not_two() -> None:
    start = position("villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] seats=[() ()]")
    after, _ = play(start, (1, coin(0)))
    with pytest.raises(NotYourTurn):
        play(after, (1, coin(1)))
    after, _ = play(after, (0, coin(1)))
    assert after["phase"] == "build"


@pytest.mark.rule("ROAD-11")
def test_road_11_both_may_choose_the_same_villager() -> None:
    start = position("villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] seats=[() ()]")
    after, _ = play(start, (1, coin(3)), (0, coin(3)))
    assert after["road"][3] == {"card": "grocer", "gold": 2}


@pytest.mark.rule("ROAD-12")
def test_road_12_villagers_without_a_coin_are_discarded() -> None:
    start = position("villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] seats=[() ()]")
    after, events = play(start, (1, coin(0)), (0, coin(0)))
    assert after["discard"] == list(SIX[1:])
    assert facts(events, "road_discarded") == [{"slots": [1, 2, 3, 4, 5], "cards": list(SIX[1:])}]
    assert after["road"] == road("agent+2", None, None, None, None, None)


@pytest.mark.rule("ROAD-12")
def test_road_12_nothing_is_discarded_before_both_have_chosen() -> None:
    start = position(
        "villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] reserve=[brewer] seats=[() ()]"
    )
    after, _ = play(start, (1, PASS))
    assert cards(after) == list(SIX)
    after, _ = play(after, (0, PASS))
    assert after["discard"] == list(SIX)


@pytest.mark.rule("ROAD-13")
def test_road_13_the_gaps_are_filled_from_the_reserve() -> None:
    start = position("""villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0]
        reserve=[brewer mason cooper chandler wattler hunter] stacks=[[seeker]] seats=[() ()]""")
    after, _ = play(start, (1, coin(2)), (0, coin(2)))
    assert cards(after) == ["brewer", "mason", "fisher", "cooper", "chandler", "wattler"]
    assert after["reserve"] == ["hunter"]
    assert after["stacks"][0] == ["seeker"]


@pytest.mark.rule("ROAD-14")
def test_road_14_then_from_the_leftmost_stack() -> None:
    start = position("""villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0]
        reserve=[brewer mason] stacks=[[] [seeker seeker] [wheeler hunter] [] [] []] seats=[() ()]""")
    after, events = play(start, (1, coin(0)), (0, coin(0)))
    assert cards(after) == ["agent", "brewer", "mason", "seeker", "seeker", "wheeler"]
    assert after["stacks"] == [[], [], ["hunter"], [], [], []]
    assert [fill["source"] for fill in facts(events, "road_filled")] == ["reserve"] * 2 + ["stack"] * 3


@pytest.mark.rule("ROAD-15")
def test_road_15_with_nothing_left_the_gaps_stay() -> None:
    start = position(
        "villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0] reserve=[brewer] seats=[() ()]"
    )
    after, _ = play(start, (1, coin(0)), (0, coin(4)))
    assert cards(after) == ["agent", "brewer", None, None, "monk", None]


@pytest.mark.rule("ROAD-16")
def test_road_16_coined_villagers_stay_and_collect_more() -> None:
    kept = position(
        "villagers phase=road road=[agent+1 priest+0] reserve=[brewer] stacks=[[mason cooper hunter]] seats=[() ()]"
    )
    after, _ = play(kept, (1, coin(0)), (0, coin(0)), (0, END), (1, END))
    assert after["round"] == 2
    assert after["road"][0] == {"card": "agent", "gold": 3}
    after, _ = play(after, (1, draft(0)))
    assert after["seats"][1]["gold"] == 11


@pytest.mark.rule("ROAD-16")
def test_road_16_also_without_a_new_coin() -> None:
    start = position("villagers phase=road road=[agent+1 priest+0] reserve=[brewer] seats=[() ()]")
    after, _ = play(start, (1, PASS), (0, PASS))
    assert after["road"][:2] == road("agent+1", "brewer")


@pytest.mark.rule("ROAD-17")
def test_road_17_nobody_else_puts_gold_on_the_road() -> None:
    start = position("""villagers phase=road road=[agent+0 priest+0 fisher+0 grocer+0 monk+0 tinner+0]
        reserve=[brewer mason cooper chandler wattler hunter] seats=[() ()]""")
    after, events = play(start, (1, coin(2)), (0, PASS))
    assert coins(after) == [0, 0, 1, 0, 0, 0]
    assert facts(events, "road_paid") == []


@pytest.mark.rule("ROAD-18")
def test_road_18_the_update_is_made_in_the_last_round_too() -> None:
    after, _ = update("agent+1", "priest", stacks=[[], [], ["graper"], [], [], []], reserve=["brewer"])
    assert after["stacks"] == [[]] * 6
    assert cards(after)[:2] == ["brewer", "priest"]
    assert coins(after)[:2] == [1, 1]
    assert after["phase"] == "build"
    pair = position("villagers to_act=[1] road=[agent+0 priest+0] seats=[(drafting_done=yes) (square=[monk])]")
    after, _ = play(pair, (1, draft(0)))
    assert (after["phase"], to_act(after)) == ("road", (1,))
    after, _ = play(after, (1, coin(1)), (0, PASS))
    assert after["road"][1] == {"card": "priest", "gold": 1}


@pytest.mark.rule("ROAD-12", "ROAD-15")
def test_road_12_15_an_empty_road_gets_no_coins() -> None:
    """Nothing is face up after the last draft, so nobody chooses a place for a coin (A-15)."""
    pair = position("villagers to_act=[1] road=[agent+0] seats=[(drafting_done=yes) (square=[monk])]")
    after, _ = play(pair, (1, draft(0)))
    assert (after["phase"], to_act(after)) == ("build", (0,))


@pytest.mark.rule("ROAD-15")
def test_road_15_a_gap_is_not_filled_up_later() -> None:
    """Only drafted and discarded villagers are replaced: a gap left by a shortage stays open (A-104)."""
    short = position("villagers phase=road road=[agent+0 - priest+0] reserve=[brewer mason] seats=[() ()]")
    after, _ = play(short, (1, coin(0)), (0, PASS))
    assert cards(after) == ["agent", None, "brewer", None, None, None]


@pytest.mark.rule("ROAD-2")
def test_road_2_with_three_players_too_a_gap_is_not_filled_up_later() -> None:
    after, _ = update("agent+1", None, "priest", reserve=["brewer", "mason"])
    assert cards(after) == ["brewer", None, "priest", None, None, None]
    assert after["reserve"] == ["mason"]


@pytest.mark.rule("ROAD-9")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_road_9_only_two_players_are_asked(seats: int) -> None:
    done = "(drafting_done=yes)"
    game = position(
        f"villagers road=[agent+0 priest+0] seats=[{' '.join([done] * (seats - 1))} (square=[monk])]",
        to_act=[seats - 1],
    )
    after, _ = play(game, (seats - 1, draft(0)))
    assert after["phase"] == "build"
