"""DEVELOPMENTS: what the winners get, how long the tokens help, and where they do not count."""

from __future__ import annotations

from typing import Any

import pytest

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
from tests.villagers.game import END, draft, place, road, trade
from tests.villagers.test_developments import ALL, FED, ended, held, holders, round_end

PASS: Doc = {"type": "pass"}
NONE = {"lumberjack": 0, "hayer": 0, "miner": 0}
REWARDS = {
    "church": (3, 0, 0),
    "inn": (5, 0, 0),
    "tavern": (3, 0, 0),
    "town_hall": (5, 0, 0),
    "bank": (5, 0, 0),
    "guildhall": (5, 0, 0),
    "lighthouse": (5, 0, 0),
    "marketplace": (5, 0, 0),
    "gold_mine": (5, 0, 0),
    "ox_crane": (2, 0, 1),
    "sawmill": (2, 0, 1),
    "windmill": (2, 1, 0),
}


def card_of(stack: int | None) -> Doc:
    """Return the Church's card of a stack, or of the reserve."""
    return {"type": "reward_card", "pile": "reserve" if stack is None else "stack", "stack": stack}


def basic(card: str) -> Doc:
    """Return the Tavern's basic villager."""
    return {"type": "reward_basic", "basic": card}


def church(hand: str = "", others: str = "(village=[1.founders:food])", **fields: Any) -> Doc:
    """Return the Church's winner, seat 0, chooses."""
    seats = f"(village=[1.founders:food 2.miner] hand=[{hand}]) {others}"
    return ended(round_end(seats, developments=held(church=None), **fields))[0]


def tavern(**fields: Any) -> Doc:
    """Return the Tavern's winner, seat 0, chooses."""
    return ended(
        round_end(
            "(village=[1.founders:food 2.hunter]) (village=[1.founders:food])",
            developments=held(tavern=None),
            **fields,
        )
    )[0]


def limits(doc: Doc, who: int) -> tuple[int, int]:
    """Return a seat's present draft and build limit."""
    seen = view(doc, None)["seats"][who]
    return seen["draft_limit"], seen["build_limit"]


@pytest.mark.rule("DEVELOPMENTS-10", "DEVELOPMENTS-11", "DEVELOPMENTS-12", "DEVELOPMENTS-13")
@pytest.mark.rule("DEVELOPMENTS-14", "DEVELOPMENTS-15", "DEVELOPMENTS-16", "DEVELOPMENTS-17")
@pytest.mark.rule("DEVELOPMENTS-18", "DEVELOPMENTS-19", "DEVELOPMENTS-20", "DEVELOPMENTS-21")
@pytest.mark.parametrize("development", REWARDS)
def test_developments_10_to_21_the_gold_and_the_symbols_of_each(development: str) -> None:
    """A village that has more of everything than the other one."""
    words = ("founders", "hunter+2", "harvester", "beekeeper", "agent", "hayer", "lumberjack", "miner", "mason@8")
    start = round_end(
        f"(village=[1.founders:food]) (village=[{village(words)}] hand=[tinner])",
        developments=held(**{development: None}),
    )
    after, _ = ended(start)
    gold, food, builders = REWARDS[development]
    assert (holders(after), after["seats"][0]["gold"], after["seats"][1]["gold"]) == ([1], 8, 8 + gold)
    assert limits(start, 1) == (4, 3)
    assert limits(after, 1) == (4 + food, 3 + builders)
    assert limits(after, 0) == limits(start, 0) == (3, 2)


# --- the Church ------------------------------------------------------------------------------


@pytest.mark.rule("DEVELOPMENTS-10", "DEVELOPMENTS-22")
def test_developments_10_church_a_card_of_any_pile() -> None:
    asked = church(stacks=[[], ["mason", "agent"], [], ["cooper"], [], []], reserve=["fisher", "priest"])
    assert (asked["seats"][0]["gold"], asked["phase"], asked["pending"]) == (11, "development", None)
    assert legal(asked, 0) == [card_of(1), card_of(3), card_of(None)]
    for stack in (0, 2, 4, 5):
        assert refused(asked, 0, card_of(stack)) == "DEVELOPMENTS-22"
    assert refused(asked, 0, basic("miner")) == "DEVELOPMENTS-10"
    after, _ = play(asked, (0, card_of(1)))
    assert (after["seats"][0]["hand"], after["stacks"][1]) == (["mason"], ["agent"])
    after, _ = play(asked, (0, card_of(None)))
    assert (after["seats"][0]["hand"], after["reserve"]) == (["fisher"], ["priest"])
    assert (after["phase"], after["round"], after["seats"][0]["gold"]) == ("draft", 2, 11)


@pytest.mark.rule("DEVELOPMENTS-10")
def test_developments_10_church_the_card_comes_to_the_hand_and_is_no_draft() -> None:
    asked = church(hand="agent", stacks=[["mason", "priest"], ["cooper"]], road=road("seeker", "grocer", "brewer"))
    after, _ = play(asked, (0, card_of(0)))
    one = after["seats"][0]
    assert (sorted(one["hand"]), one["square"], one["drafting_done"]) == (["agent", "mason"], [], False)
    assert limits(after, 0) == (3, 2)
    assert (to_act(after), after["road"]) == ((1,), asked["road"]), "no gap, so nothing is dealt"


@pytest.mark.rule("DEVELOPMENTS-10", "INFO-12")
def test_developments_10_church_only_its_winner_sees_the_card() -> None:
    asked = church(others="(village=[1.founders:food]) (village=[1.founders:food])", stacks=[["mason"], ["cooper"]])
    after, events = play(asked, (0, card_of(0)))
    (taken,) = facts(events, "card_taken")
    assert (taken["seat"], taken["pile"], taken["stack"]) == (0, "stack", 0)
    for viewer, card in ((0, "mason"), (1, None), (2, None), (None, None)):
        (seen,) = [event for event in seen_by(events, viewer) if event["type"] == "card_taken"]
        assert (seen["card"]["suit"], seen["card"]["card"]) == ("ore", card)
        (held_card,) = view(after, viewer)["seats"][0]["hand"]
        assert (held_card["suit"], held_card["card"]) == ("ore", card)
        assert view(asked, viewer)["stacks"][0]["top"]["card"] is None


@pytest.mark.rule("DEVELOPMENTS-10", "INFO-12")
def test_developments_10_church_who_knew_the_top_card_still_knows_it() -> None:
    known = [{"pile": "reserve", "index": 0, "place": 0, "seats": [1]}]
    asked = church(
        others="(village=[1.founders:food]) (village=[1.founders:food])", reserve=["mason", "agent"], known=known
    )
    after, events = play(asked, (0, card_of(None)))
    for viewer, card in ((0, "mason"), (1, "mason"), (2, None), (None, None)):
        assert view(after, viewer)["seats"][0]["hand"][0]["card"] == card
        (seen,) = [event for event in seen_by(events, viewer) if event["type"] == "card_taken"]
        assert seen["card"]["card"] == card
    for viewer in (0, 1, 2):
        assert view(after, viewer)["reserve"]["top"]["card"] is None


@pytest.mark.rule("DEVELOPMENTS-22")
@pytest.mark.parametrize("winner", [0, 1])
def test_developments_22_with_nothing_left_only_the_gold(winner: int) -> None:
    seats = ["(village=[1.founders:food] gold=0)"] * 2
    seats[winner] = "(village=[1.founders:food 2.miner] gold=0)"
    after, events = ended(round_end(" ".join(seats), developments=held(church=None), stacks=[]))
    assert after["phase"] == "over"
    assert after["seats"][winner]["gold"] == 3
    assert facts(events, "card_taken") == []


@pytest.mark.rule("DEVELOPMENTS-22")
def test_developments_22_only_the_reserve_is_left_in_the_last_round() -> None:
    asked = church(stacks=[], reserve=["agent"])
    assert (asked["phase"], legal(asked, 0)) == ("development", [card_of(None)])
    after, _ = play(asked, (0, card_of(None)))
    assert (after["phase"], after["seats"][0]["hand"], after["reserve"]) == ("over", ["agent"], [])


@pytest.mark.rule("DEVELOPMENTS-23")
@pytest.mark.parametrize(
    ("stacks", "choice", "markets"),
    [
        ([[], ["mason"], ["agent"]], 1, [1]),
        ([["mason"], [], ["agent"]], 0, [1]),
        ([["mason", "cooper"], [], ["agent"]], 0, []),
        ([["mason"], [], ["agent"]], 2, []),
        ([[], [], [], [], [], ["mason"]], 5, [1, 2]),
        ([["mason"]], 0, [1, 2]),
    ],
)
def test_developments_23_the_last_card_of_a_stack_makes_markets_due(
    stacks: list[list[str]], choice: int, markets: list[int]
) -> None:
    asked = church(stacks=stacks, markets_held=[1] if not any(stacks[:2]) else [])
    after, events = play(asked, (0, card_of(choice)))
    assert after["markets_held"] == markets
    held_now = [event["market"] for event in facts(events, "market")]
    assert held_now == [market for market in markets if market not in asked["markets_held"]]
    assert (after["phase"] == "over") == (markets == [1, 2])


@pytest.mark.rule("DEVELOPMENTS-23")
def test_developments_23_the_reserve_may_be_taken_to_put_the_markets_off() -> None:
    asked = church(stacks=[["mason"]], reserve=["agent"])
    after, _ = play(asked, (0, card_of(None)))
    assert (after["phase"], after["markets_held"]) == ("draft", [])


# --- the Tavern ------------------------------------------------------------------------------


@pytest.mark.rule("DEVELOPMENTS-12")
def test_developments_12_tavern_a_basic_villager_of_choice_at_once() -> None:
    asked = tavern()
    assert legal(asked, 0) == [basic("lumberjack"), basic("hayer"), basic("miner")]
    assert refused(asked, 0, card_of(0)) == "DEVELOPMENTS-12"
    after, events = play(asked, (0, basic("hayer")))
    assert [one["card"] for one in after["seats"][0]["village"]] == ["founders", "hunter", "hayer"]
    assert after["basics"] == {"lumberjack": 10, "hayer": 9, "miner": 10}
    assert (after["seats"][0]["gold"], after["seats"][0]["hand"], after["phase"]) == (11, [], "draft")
    for viewer in (0, 1, None):
        (seen,) = [event for event in seen_by(events, viewer) if event["type"] == "basic_taken"]
        assert seen == {"type": "basic_taken", "seat": 0, "basic": "hayer", "villager": 3}


@pytest.mark.rule("DEVELOPMENTS-12")
def test_developments_12_tavern_is_no_trade() -> None:
    after, _ = play(tavern(), (0, basic("miner")))
    built = {**round_end("", developments=after["developments"], basics=after["basics"]), "seats": after["seats"]}
    built["seats"][0] = {**after["seats"][0], "hand": ["agent"]}
    for field in ("builds_left", "trades_left"):
        built["seats"][0].pop(field)
    assert len(of_type(legal(built, 0), "trade")) == 3
    more, _ = play(built, (0, trade("agent", "miner")))
    assert (more["seats"][0]["trades_left"], more["basics"]["miner"]) == (2, 8)


@pytest.mark.rule("DEVELOPMENTS-12")
def test_developments_12_tavern_counts_in_the_markets_of_the_round() -> None:
    """An ore muler sees the miner; of equal gold the smaller village wins."""
    seats = "(village=[1.founders:food 2.hunter 3.hayer 4.ore_muler@3 5.miner] gold=0) (village=[1.founders:food])"
    asked, _ = ended(round_end(seats, developments=held(tavern=None), stacks=[]))
    over, _ = play(asked, (0, basic("miner")))
    assert (over["phase"], over["seats"][0]["gold"]) == ("over", 3 + 3)
    tied = round_end(
        "(village=[1.founders:food 2.hunter] gold=5) (village=[1.founders:food 2.miner])",
        developments=held(tavern=None),
        stacks=[],
    )
    over, _ = play(ended(tied)[0], (0, basic("miner")))
    assert [one["gold"] for one in over["seats"]] == [8, 8]
    assert (result(over) or {})["winners"] == [1]


@pytest.mark.rule("DEVELOPMENTS-24")
def test_developments_24_used_up_basic_villagers_are_no_choice() -> None:
    asked = tavern(basics={"lumberjack": 0, "hayer": 4, "miner": 0})
    assert legal(asked, 0) == [basic("hayer")]
    assert refused(asked, 0, basic("miner")) == "DEVELOPMENTS-24"
    assert refused(asked, 0, basic("lumberjack")) == "DEVELOPMENTS-24"


@pytest.mark.rule("DEVELOPMENTS-24")
def test_developments_24_with_none_left_only_the_gold() -> None:
    after = tavern(basics=NONE)
    assert (after["phase"], after["round"], after["seats"][0]["gold"]) == ("draft", 2, 11)
    assert len(after["seats"][0]["village"]) == 2
    assert holders(after) == [0]


# --- the tokens of food and builders ---------------------------------------------------------

ROAD = road("mason", "cooper", "agent", "priest", "jeweler", "wheeler")
DEEP = [["hunter", "grazier", "seeker", "locksmith"], ["thatcher", "vintner", "graper", "brewer"], ["fisher"]]


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_a_builder_counts_in_the_build_turn_of_the_next_round() -> None:
    """From one Development Phase to the next, in full."""
    start = round_end(
        "(village=[1.founders:food 2.lumberjack]) (village=[1.founders:food])",
        developments=held(sawmill=None),
        stacks=DEEP,
        road=ROAD,
    )
    doc, events = ended(start)
    assert [event["limit"] for event in facts(events, "build_turn")] == [2]
    for step in range(6):
        doc, _ = play(doc, ((step + 1) % 2, draft(0)))
    doc, events = play(doc, (0, PASS), (1, PASS), (1, END))
    assert [(event["seat"], event["limit"]) for event in facts(events, "build_turn")] == [(1, 2), (0, 3)]
    assert (to_act(doc), doc["seats"][0]["builds_left"], limits(doc, 0)[1]) == ((0,), 3, 3)


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_it_is_kept_when_somebody_else_has_more_meanwhile() -> None:
    """The token moves in the Development Phase only."""
    seats = """(village=[1.founders:food] hand=[hunter agent beekeeper])
        (village=[1.founders:food 2.lumberjack 3.lumberjack])"""
    start = round_end(seats, developments=held(sawmill=0))
    after, _ = play(start, (0, place("hunter")), (0, place("agent")))
    assert after["seats"][0]["builds_left"] == 1
    later, _ = ended(start)
    assert holders(later) == [1]
    assert (limits(later, 0)[1], limits(later, 1)[1]) == (2, 3)


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_food_counts_in_the_draft_of_the_next_round() -> None:
    piles = {"stacks": DEEP, "road": ROAD}
    start = round_end(
        "(village=[1.founders:food 2.miner 3.mason@2]) (village=[1.founders:food])",
        developments=held(windmill=None),
        **piles,
    )
    doc, _ = ended(start)
    assert [limits(doc, who)[0] for who in (0, 1)] == [4, 3]
    for who in (1, 0, 1, 0, 1, 0):
        doc, _ = play(doc, (who, draft(0)))
    assert (doc["seats"][0]["drafting_done"], doc["seats"][1]["drafting_done"], to_act(doc)) == (False, True, (0,))
    doc, _ = play(doc, (0, draft(0)))
    assert (doc["phase"], len(doc["seats"][0]["hand"])) == ("road", 4)


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_a_lost_token_does_not_help_any_more() -> None:
    seats = "(village=[1.founders:food 2.miner 3.blacksmith@2]) (village=[1.founders:food 2.miner 3.seeker@2])"
    start = round_end(seats, developments=held(windmill=0))
    assert limits(start, 0)[0] == 4
    after, _ = ended(start)
    assert [limits(after, who)[0] for who in (0, 1)] == [3, 3]
    drafting = position("""villagers options=(expansions=[developments])
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0]
        stacks=[[hunter grazier seeker locksmith] [thatcher vintner graper brewer] [fisher]]
        developments=[(development=windmill holder=1)] seats=[
        (village=[1.founders:food 2.miner 3.blacksmith@2])
        (village=[1.founders:food 2.miner 3.seeker@2])]""")
    assert [limits(drafting, who)[0] for who in (0, 1)] == [3, 4]


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_not_over_five() -> None:
    builders = [FED, "wattler", "wattler", "miner", "mason@4"]
    for words, limit in ((builders[:3], 5), (builders, 5), (builders[:2], 4)):
        start = round_end(f"(village=[{village(words)}]) (village=[1.founders:food])", developments=held(ox_crane=0))
        assert limits(start, 0)[1] == limit
    food = [FED, "hunter", "harvester", "graper"]
    for words, limit in ((food[:3], 5), (food, 5), (food[:2], 5), (food[:1], 4)):
        start = round_end(
            f"(village=[{village(words)}]) (village=[1.founders:food 2.hunter])", developments=held(windmill=0)
        )
        assert limits(start, 0)[0] == limit


@pytest.mark.rule("DEVELOPMENTS-8")
def test_developments_8_a_freelancer_does_not_lift_it_over_five_either() -> None:
    words = (FED, "wattler", "wattler", "freelancer")
    start = round_end(
        f"(village=[{village(words)}]) (village=[1.founders:food])", developments=held(sawmill=0), options=ALL
    )
    assert of_type(legal(start, 0), "hire") == []
    assert refused(start, 0, {"type": "hire", "seat": 0, "villager": 4}) == "PROFITEERS-12"
    without = round_end(
        f"(village=[{village(words)}]) (village=[1.founders:food])", developments=held(sawmill=1), options=ALL
    )
    assert len(of_type(legal(without, 0), "hire")) == 1


@pytest.mark.rule("DEVELOPMENTS-9")
def test_developments_9_founders_turn_all_the_same() -> None:
    """The token does not count as food of the village (A-73)."""
    start = round_end("(village=[1.founders] gold=0) (village=[1.founders] gold=0)", developments=held(windmill=0))
    assert limits(start, 0)[0] == 3
    after, events = ended(start)
    assert [event["seat"] for event in facts(events, "founders_flipped")] == [0, 1]
    assert [one["village"][0]["side"] for one in after["seats"]] == ["food", "food"]


@pytest.mark.rule("DEVELOPMENTS-9", "MARKET-16")
@pytest.mark.parametrize("development", ["windmill", "ox_crane", "sawmill", "town_hall", "gold_mine"])
def test_developments_9_nothing_for_silver_and_markets(development: str) -> None:
    words = ("founders", "hunter", "grocer", "freemason", "wattler", "hayer", "peddler@6")
    seats = f"(village=[{village(words)}]) (village=[1.founders:food])"
    with_token = score(round_end(seats, developments=held(**{development: 0})))
    without = score(round_end(seats, developments=held(**{development: None})))
    assert with_token == without
    lines = {(line["card"], line["item"]): line["gold"] for line in with_token["second_market"][0]["lines"]}
    assert (lines["grocer", "silver"], lines["freemason", "silver"], lines["peddler", "silver"]) == (3, 3, 0)
    assert (with_token["first_market"][0]["total"], with_token["second_market"][0]["total"]) == (2, 2 + 3 + 3)


@pytest.mark.rule("DEVELOPMENTS-9")
def test_developments_9_nothing_for_bronze_and_the_other_developments() -> None:
    """An alchemist halves 3 for one builder; the marketplace counts one food."""
    words = ("founders", "hunter", "freemason", "wattler", "miner", "alchemist@5")
    for token in ("windmill", "ox_crane"):
        start = round_end(
            f"(village=[{village(words)}] gold=0) (village=[1.founders:food])",
            developments=held(marketplace=None, **{token: 0}),
            options=ALL,
        )
        after, events = ended(start)
        assert [event["gold"] for event in facts(events, "gold_gained")] == [1]
        assert facts(events, "developments")[0]["developments"][0]["counts"] == [1, 1]
        assert after["developments"][0]["holder"] is None
