"""SOLO: the draft with the Countess, what she does not pay, and the update of the road."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import Event
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, paths, play, position, refused, score, seen_by, to_act, view
from tests.villagers.countess import PASS, choices, coins_of, court_of, gold_of, hers, settle, solo
from tests.villagers.game import blind, draft, road

SIX = road("cooper", "hunter", "mason", "thatcher", "carpenter", "grazier")
RESERVE: Doc = {"type": "draft_reserve"}


def drafting(player: str | None = None, *court: str, **fields: Any) -> Doc:
    """Return a draft with six villagers face up and one full stack; the reserve has two cards."""
    usual = {"road": SIX, "stacks": [["fisher", "beekeeper", "agent", "wattler"]], "reserve": ["vintner", "graper"]}
    return solo(player or "()", *court, **{**usual, **fields})


def names(doc: Doc) -> list[str | None]:
    """Return the villagers of the road, slot by slot."""
    return [card and card["card"] for card in doc["road"]]


def filled(events: list[Event]) -> list[tuple[int, str, str, int]]:
    return [(one["slot"], one["card"], one["source"], one["index"]) for one in facts(events, "road_filled")]


# --- a villager for her ----------------------------------------------------------------------


@pytest.mark.rule("SOLO-7")
def test_solo_7_each_draft_gives_her_a_villager_too() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[()]""")
    between, _ = play(start, (0, draft(1)))
    assert between["pending"] == {"type": "countess_draft", "slot": 1}
    assert (between["seats"][0]["square"], court_of(between), to_act(between)) == (["hunter"], [], (0,))
    after, events = play(between, (0, hers(4)))
    assert court_of(after) == ["carpenter"]
    assert after["pending"] is None
    gain = {"card": "carpenter", "villager": 2, "source": "road", "index": 4, "gold": 0}
    assert facts(events, "countess_gained") == [gain]
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("SOLO-7")
def test_solo_7_she_gets_as_many_as_the_player_drafts() -> None:
    three = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[(village=[1.founders:food])]""")
    moves = [(0, draft(0)), (0, hers(1)), (0, draft(2)), (0, hers(3)), (0, draft(4)), (0, hers(5))]
    between, _ = play(three, *moves[:5])
    assert between["phase"] == "draft", "hers is not chosen yet"
    assert between["seats"][0]["square"] == ["cooper", "mason", "carpenter"]
    after, events = play(between, moves[5])
    assert court_of(after) == ["hunter", "thatcher", "grazier"]
    assert [one["id"] for one in after["countess"]["village"]] == [1, 2, 3, 4]
    assert sorted(after["seats"][0]["hand"]) == ["carpenter", "cooper", "mason"]
    assert facts(events, "picked_up") == [{"seat": 0, "cards": ["cooper", "mason", "carpenter"]}]
    assert after["phase"] == "road"


@pytest.mark.rule("SOLO-7")
def test_solo_7_nothing_else_can_be_done_before() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold]) events=(jester=no)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[()]""")
    between, _ = play(start, (0, draft(1)))
    assert choices(between, "countess_draft", "slot") == [0, 2, 3, 4, 5]
    assert len(legal(between, 0)) == 5
    assert refused(between, 0, draft(0)) == "SOLO-7"
    assert refused(between, 0, blind(0)) == "SOLO-7"
    assert refused(between, 0, hers(1)) == "SOLO-7", "that slot is a gap"


@pytest.mark.rule("SOLO-7")
def test_solo_7_and_only_then() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[()]""")
    assert refused(start, 0, hers(1)) == "DRAFT-4"


@pytest.mark.rule("SOLO-8")
def test_solo_8_she_chooses_from_what_lay_there_before_the_dealing() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[()]""")
    between, events = play(start, (0, draft(0)))
    assert filled(events) == []
    assert names(between) == [None, "hunter", "mason", "thatcher", "carpenter", "grazier"]
    after, events = play(between, (0, hers(1)))
    assert filled(events) == [(0, "fisher", "stack", 0), (1, "beekeeper", "stack", 0)]
    assert names(after) == ["fisher", "beekeeper", "mason", "thatcher", "carpenter", "grazier"]
    assert after["stacks"][0] == ["agent", "wattler"]


@pytest.mark.rule("SOLO-9")
def test_solo_9_the_leftmost_stack_may_change_in_between() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        stacks=[[] [fisher] [agent wattler] [beekeeper]] reserve=[vintner graper] seats=[()]""")
    _, events = play(doc, (0, draft(5)), (0, hers(0)))
    assert filled(events) == [(5, "fisher", "stack", 1), (0, "agent", "stack", 2)]


@pytest.mark.rule("SOLO-9")
def test_solo_9_the_newcomers_carry_no_coin() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+2 hunter+1 mason+0] stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[
        ()]""")
    after, _ = play(doc, (0, draft(0)), (0, hers(1)))
    assert after["road"][:2] == [{"card": "fisher", "gold": 0}, {"card": "beekeeper", "gold": 0}]


@pytest.mark.rule("SOLO-9")
def test_solo_9_after_the_stacks_the_reserve_fills_the_gaps() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher]] reserve=[vintner graper]
        seats=[
        ()]""")
    after, events = play(doc, (0, draft(5)), (0, hers(0)))
    assert filled(events) == [(5, "fisher", "stack", 0), (0, "vintner", "reserve", 0)]
    assert after["reserve"] == ["graper"]


@pytest.mark.rule("SOLO-9")
def test_solo_9_after_the_reserve_the_discard_pile_is_shuffled_into_a_new_one() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[] reserve=[graper]
        discard=[agent wattler fisher] seats=[()]""")
    after, events = play(doc, (0, draft(0)), (0, hers(3)))
    (first, second) = filled(events)
    assert first == (0, "graper", "reserve", 0)
    assert facts(events, "reshuffled") == [{"pile": "reserve", "count": 3}]
    assert (second[0], second[2]) == (3, "reserve")
    assert second[1] in {"agent", "wattler", "fisher"}
    assert sorted([second[1], *after["reserve"]]) == ["agent", "fisher", "wattler"]
    assert (after["discard"], names(after)[3]) == ([], second[1])


@pytest.mark.rule("SOLO-9")
def test_solo_9_while_a_card_is_left_nothing_is_shuffled() -> None:
    for rest in ({"stacks": [["fisher", "beekeeper"]], "reserve": []}, {"stacks": [], "reserve": ["fisher", "graper"]}):
        after, events = play(drafting(**rest, discard=["agent"]), (0, draft(0)), (0, hers(3)))
        assert facts(events, "reshuffled") == []
        assert (len(filled(events)), after["discard"]) == (2, ["agent"])


@pytest.mark.rule("SOLO-9")
def test_solo_9_without_discards_the_gaps_stay() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[] reserve=[graper] seats=[()]""")
    after, events = play(start, (0, draft(0)), (0, hers(3)))
    assert (filled(events), names(after)[3]) == ([(0, "graper", "reserve", 0)], None)


@pytest.mark.rule("SOLO-9")
def test_solo_9_an_empty_reserve_is_not_drafted_from_whatever_was_discarded() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[] reserve=[]
        discard=[agent wattler] seats=[()]""")
    assert RESERVE not in legal(doc, 0)
    assert refused(doc, 0, RESERVE) == "DRAFT-17"


@pytest.mark.rule("DRAFT-18")
def test_draft_18_with_other_seats_the_discard_pile_is_never_dealt_from() -> None:
    doc = position("""villagers road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        discard=[agent wattler] seats=[() ()]""")
    after, events = play(doc, (0, draft(0)))
    assert (filled(events), sorted(after["discard"])) == ([], ["agent", "wattler"])


@pytest.mark.rule("SOLO-10")
def test_solo_10_a_blind_draft_gives_her_a_face_up_villager_as_well() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[()]""")
    between, events = play(start, (0, blind(0)))
    assert facts(events, "drafted")[0]["card"] == "fisher", "shown before her villager is chosen"
    assert between["pending"] == {"type": "countess_draft", "slot": None}
    assert choices(between, "countess_draft", "slot") == [0, 1, 2, 3, 4, 5]
    after, events = play(between, (0, hers(2)))
    assert court_of(after) == ["mason"]
    assert filled(events) == [(2, "beekeeper", "stack", 0)]
    assert after["stacks"][0] == ["agent", "wattler"]


@pytest.mark.rule("SOLO-10")
def test_solo_10_so_does_a_draft_from_the_reserve() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[] reserve=[vintner graper] seats=[
        ()]""")
    between, _ = play(doc, (0, RESERVE))
    assert between["pending"] == {"type": "countess_draft", "slot": None}
    after, events = play(between, (0, hers(0)))
    assert (after["seats"][0]["square"], court_of(after)) == (["vintner"], ["cooper"])
    assert filled(events) == [(0, "graper", "reserve", 0)]


@pytest.mark.rule("SOLO-10")
def test_solo_10_with_nothing_face_up_she_gets_nothing() -> None:
    """The player takes first; what is left for her decides (A-79)."""
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold]) road=[cooper+0]
        stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[()]""")
    after, events = play(start, (0, draft(0)))
    assert (after["pending"], court_of(after)) == (None, [])
    assert filled(events) == [(0, "fisher", "stack", 0)]
    assert (after["phase"], after["seats"][0]["square"]) == ("draft", ["cooper"])
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold]) road=[]
        stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[()]""")
    bare, events = play(start, (0, blind(0)))
    assert (bare["pending"], court_of(bare), filled(events)) == (None, [], [])
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[- cooper+0 - mason+0] stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[()]""")
    last, _ = play(start, (0, draft(1)))
    assert choices(last, "countess_draft", "slot") == [3]


@pytest.mark.rule("SOLO-10")
def test_solo_10_when_nothing_is_left_at_all_the_draft_ends_early() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 mason+0] stacks=[] reserve=[] seats=[(village=[1.founders:food])]""")
    after, _ = play(doc, (0, draft(0)), (0, hers(1)))
    assert (after["phase"], after["seats"][0]["hand"]) == ("build", ["cooper"])
    assert court_of(after) == ["mason"]


# --- her village -----------------------------------------------------------------------------


@pytest.mark.rule("SOLO-11")
def test_solo_11_her_villagers_stand_by_themselves_and_show_everything() -> None:
    doc = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.seeker 3.spelunker 4.jeweler 5.fromager 6.milk_maid])
        stacks=[[wine_trader]] seats=[()]""")
    assert score(doc)["first_market"][1]["total"] == 4 + 10 + 20 + 15
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[hunter+0 jeweler+0] stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[()]""")
    after, _ = play(start, (0, draft(0)), (0, hers(1)))
    assert court_of(after) == ["jeweler"]
    assert score(after)["first_market"][1]["total"] == 24


@pytest.mark.rule("SOLO-11")
def test_solo_11_two_alike_are_fine_and_none_lies_on_another() -> None:
    twice = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.jeweler 3.jeweler]) stacks=[[wine_trader]] seats=[()]""")
    assert score(twice)["first_market"][1]["total"] == 44
    start = position("""villagers options=(solo=normal) phase=build
        countess=(gold=1 village=[1.countess:gold 2.spelunker 3.jeweler@2]) stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)
    assert paths({**twice, "countess": {"village": [{"id": 1, "card": "founders"}]}})


@pytest.mark.rule("SOLO-12")
def test_solo_12_she_pays_for_no_padlock() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold 2.blacksmith])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[fisher beekeeper agent wattler]]
        reserve=[vintner graper] seats=[(village=[1.founders 2.miner 3.blacksmith@2])]""")
    after, _ = play(doc, (0, draft(1)), (0, hers(0)))
    assert court_of(after) == ["blacksmith", "cooper"]
    assert gold_of(after) == (8, 1)
    assert coins_of(after) == {}
    assert after["seats"][0]["village"][2]["gold"] == 0


@pytest.mark.rule("SOLO-14")
def test_solo_14_the_coins_of_her_villager_join_her_supply() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+1 hunter+3 mason+0] stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] seats=[
        ()]""")
    after, events = play(doc, (0, draft(0)), (0, hers(1)))
    assert gold_of(after) == (9, 4)
    assert facts(events, "countess_gained")[0]["gold"] == 3
    assert coins_of(after) == {}, "not on the villager"


# --- the road --------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-15")
def test_solo_15_only_the_player_may_put_a_gold_on_the_road() -> None:
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        events=(jester=no) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]]
        reserve=[vintner graper fisher beekeeper agent] seats=[()]""")
    assert choices(doc, "coin", "slot") == [0, 1, 2, 3, 4, 5]
    assert PASS in legal(doc, 0)
    after, events = play(doc, (0, {"type": "coin", "slot": 2}))
    assert after["phase"] == "build", "the Countess puts none there"
    assert after["road"][2] == {"card": "mason", "gold": 1}
    assert names(after) == ["vintner", "graper", "mason", "fisher", "beekeeper", "agent"]
    assert gold_of(after) == (8, 1), "the bank's gold"
    assert after["discard"] == ["cooper", "hunter", "thatcher", "carpenter", "grazier"]
    assert after["reserve"] == []
    assert [card["gold"] for card in after["road"]] == [0, 0, 1, 0, 0, 0]
    assert len(facts(events, "coin_placed")) == 1


@pytest.mark.rule("SOLO-15")
def test_solo_15_he_may_put_none() -> None:
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wattler wine_trader]]
        reserve=[vintner graper fisher beekeeper agent] seats=[()]""")
    after, events = play(doc, (0, PASS))
    assert len(after["discard"]) == 6
    assert names(after) == ["vintner", "graper", "fisher", "beekeeper", "agent", "wattler"]
    assert facts(events, "coin_passed") == [{"seat": 0}]


@pytest.mark.rule("SOLO-15")
def test_solo_15_coined_villagers_stay_and_may_get_more() -> None:
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        road=[cooper+1 hunter+0 mason+2] stacks=[[wine_trader]] reserve=[vintner graper fisher beekeeper agent]
        seats=[
        ()]""")
    after, _ = play(doc, (0, {"type": "coin", "slot": 0}))
    assert after["road"][0] == {"card": "cooper", "gold": 2}
    assert after["road"][2] == {"card": "mason", "gold": 2}
    assert after["discard"] == ["hunter"]
    assert refused(doc, 0, {"type": "coin", "slot": 3}) == "ROAD-9"


@pytest.mark.rule("SOLO-15")
def test_solo_15_with_nothing_face_up_the_step_is_skipped() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold]) road=[]
        stacks=[[fisher]] reserve=[graper] seats=[(square=[agent])]""")
    after, _ = play(doc, (0, blind(0)))
    assert (after["phase"], names(after)) == ("build", [None] * 6)


@pytest.mark.rule("SOLO-16")
def test_solo_16_a_short_reserve_is_followed_by_the_leftmost_stack() -> None:
    """Not by the discard pile, as long as a stack has cards (A-91)."""
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[] [agent wattler jeweler]]
        reserve=[vintner graper fisher] seats=[()]""")
    after, events = play(doc, (0, {"type": "coin", "slot": 0}))
    sources = [(one[2], one[3]) for one in filled(events)]
    assert sources == [("reserve", 0)] * 3 + [("stack", 1)] * 2
    assert after["stacks"][1] == ["jeweler"]
    assert len(after["discard"]) == 5


@pytest.mark.rule("SOLO-16")
def test_solo_16_the_stack_may_run_empty_and_bring_the_first_market() -> None:
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 mason+0] stacks=[[] [agent wattler] [jeweler]] reserve=[] seats=[()]""")
    after, events = play(doc, (0, PASS), (0, {"type": "end"}))
    assert [one[2] for one in filled(events)] == ["stack", "stack"]
    assert [one["market"] for one in facts(events, "market")] == [1]
    assert after["markets_held"] == [1]


@pytest.mark.rule("SOLO-16", "SOLO-20")
def test_solo_16_stacks_and_reserve_empty_the_discard_pile_is_shuffled() -> None:
    """The villagers just discarded are in it (A-91)."""
    doc = position("""villagers options=(solo=normal) phase=road countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[] reserve=[vintner]
        discard=[agent wattler] seats=[()]""")
    after, events = play(doc, (0, {"type": "coin", "slot": 0}))
    assert facts(events, "reshuffled") == [{"pile": "reserve", "count": 7}]
    assert names(after)[:2] == ["cooper", "vintner"]
    assert (len(after["reserve"]), after["discard"]) == (3, [])
    pool = ["agent", "carpenter", "grazier", "hunter", "mason", "thatcher", "wattler"]
    assert sorted([card for card in names(after)[2:] if card] + after["reserve"]) == pool
    assert after["draws"] == doc.get("draws", 1) + 1
    assert sorted(view(after, None)["recycled"]) == sorted(after["reserve"])


@pytest.mark.rule("SOLO-16")
def test_solo_16_the_road_is_updated_in_the_last_round_too() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[jeweler]]
        reserve=[vintner vintner graper graper] discard=[] seats=[(square=[agent])]""")
    after, _ = play(doc, (0, blind(0)), (0, hers(0)), (0, PASS))
    assert after["phase"] == "build"
    assert sum(name is not None for name in names(after)) == 6


@pytest.mark.rule("SOLO-15")
def test_solo_15_a_round_from_the_draft_to_the_build_turn() -> None:
    """All moves of the first phases, with Rats: one less for both."""
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        stacks=[[fisher beekeeper agent wattler]] reserve=[vintner graper] pending=(type=settle event=rats) seats=[
        (village=[1.founders:food])]""")
    after, _ = play(
        doc,
        (0, settle("rats", False)),
        (0, draft(0)),
        (0, hers(1)),
        (0, draft(0)),
        (0, hers(1)),
        (0, PASS),
    )
    assert (after["phase"], after["seats"][0]["hand"]) == ("build", ["cooper", "fisher"])
    assert court_of(after) == ["hunter", "beekeeper"]
    assert of_type(legal(after, 0), "end") == [{"type": "end"}]
