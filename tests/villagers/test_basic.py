"""BASIC: trading hand cards for basic villagers."""

from __future__ import annotations

import pytest

from engine.errors import InvalidPosition, MalformedMove
from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, play, position, refused, score, view, village
from tests.villagers.game import END, VILLAGERS, by, give, place, special, trade, villager

TO_RESERVE: Doc = {"type": "return_card", "pile": "reserve", "stack": None}
TO_DISCARD: Doc = {"type": "return_card", "pile": "discard", "stack": None}


def returns(game: Doc, card: str = "agent") -> list[Doc]:
    """Return where seat 0 may put a card that it trades for a miner."""
    after, _ = play(game, (0, trade(card, "miner")))
    return legal(after, 0)


@pytest.mark.rule("BASIC-1")
def test_basic_1_a_hand_card_for_a_basic() -> None:
    hand = ["agent", "priest", "fisher", "grocer", "monk", "tinner", "hunter"]
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest fisher grocer monk tinner hunter]) ()]""")
    half, events = play(game, (0, trade("agent", "lumberjack")))
    assert half["pending"] == {"type": "return_card", "card": "agent"}
    assert facts(events, "traded")[0]["basic"] == "lumberjack"
    after, events = play(half, (0, give(3)))
    assert after["pending"] is None
    assert sorted(after["seats"][0]["hand"]) == sorted(hand[1:])
    assert after["stacks"][3] == ["agent", "swineherd"]
    assert after["basics"] == {"lumberjack": 9, "hayer": 10, "miner": 10}
    assert after["seats"][0]["village"][1] == {
        "id": 2,
        "card": "lumberjack",
        "on": None,
        "gold": 0,
        "as": None,
        "side": None,
    }
    assert [(back["pile"], back["stack"]) for back in facts(events, "returned")] == [("stack", 3)]


@pytest.mark.rule("BASIC-1")
def test_basic_1_any_card_for_any_basic() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent agent monk]) ()]""")
    offered = {(move["card"], move["basic"]) for move in of_type(legal(game, 0), "trade")}
    assert offered == {(card, basic) for card in ("agent", "monk") for basic in ("lumberjack", "hayer", "miner")}
    assert len(of_type(legal(game, 0), "trade")) == 6


@pytest.mark.rule("BASIC-1")
def test_basic_1_only_the_own_hand_only_the_own_turn() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) (hand=[priest])]""")
    assert refused(game, 0, trade("priest", "miner")).startswith("BASIC-")
    assert legal(game, 1) == []


@pytest.mark.rule("BASIC-2")
def test_basic_2_three_times_a_turn() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent agent priest priest]) ()]""")
    for left, card in ((2, "agent"), (1, "agent"), (0, "priest")):
        game, _ = play(game, (0, trade(card, "miner")), (0, give(0)))
        assert game["seats"][0]["trades_left"] == left
    assert of_type(legal(game, 0), "trade") == []
    assert refused(game, 0, trade("priest", "miner")) == "BASIC-2"


@pytest.mark.rule("BASIC-3")
def test_basic_3_five_builds_and_three_trades_in_a_turn() -> None:
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (village=[1.founders 2.wattler 3.lumberjack 4.carpenter@3 5.shipwright@3]
        hand=[mason mason thatcher chandler hunter agent priest fisher]) ()]""")
    after, _ = play(
        start,
        *[(0, move) for card in ("agent", "priest") for move in (trade(card, "miner"), give(0))],
        (0, trade("fisher", "hayer")),
        (0, give(1)),
        (0, place("mason", 6)),
        (0, place("mason", 7)),
        (0, place("thatcher", 8)),
        (0, place("chandler")),
        (0, place("hunter")),
    )
    assert len(after["seats"][0]["village"]) == 5 + 3 + 5
    assert after["seats"][0]["hand"] == []
    assert legal(after, 0) == [END]


@pytest.mark.rule("BASIC-3")
def test_basic_3_also_when_no_build_is_left() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent] builds_left=0) ()]""")
    after, _ = play(game, (0, trade("agent", "miner")), (0, give(0)))
    assert after["seats"][0]["builds_left"] == 0


@pytest.mark.rule("BASIC-4")
@pytest.mark.parametrize("card", ["monk", "apprentice", "tinner", "smuggler"])
def test_basic_4_specials_may_be_returned(card: str) -> None:
    game = position(f"""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[{card}]) ()]""")
    after, _ = play(game, (0, trade(card, "hayer")), (0, give(2)))
    assert after["stacks"][2] == [card, "poulterer"]


@pytest.mark.rule("BASIC-5")
def test_basic_5_on_top_of_any_stack_that_has_cards() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest fisher]) ()]""")
    assert returns(game) == [{**give(stack)} for stack in range(6)]
    moves = [
        (trade("agent", "miner"), give(1)),
        (trade("priest", "hayer"), give(3)),
        (trade("fisher", "miner"), give(5)),
    ]
    after, _ = play(game, *[(0, move) for pair in moves for move in pair])
    assert [stack[0] for stack in after["stacks"]] == ["spelunker", "agent", "poulterer", "priest", "vintner", "fisher"]
    assert [len(stack) for stack in after["stacks"]] == [1, 2, 1, 2, 1, 2]


@pytest.mark.rule("BASIC-5")
def test_basic_5_the_last_returned_is_the_first_drawn() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest]) ()]""")
    moves = [trade("agent", "miner"), give(0), trade("priest", "miner"), give(0)]
    after, _ = play(game, *[(0, move) for move in moves], (0, END), (1, END))
    assert after["stacks"][0] == ["priest", "agent", "spelunker"]
    after, _ = play(after, (1, {"type": "draft_stack", "stack": 0}))
    assert after["seats"][1]["square"] == ["priest"]


@pytest.mark.rule("BASIC-6")
def test_basic_6_nobody_sees_the_front() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) () ()]""")
    after, events = play(game, (0, trade("agent", "miner")), (0, give(3)))
    for viewer in (1, 2, None):
        top = view(after, viewer)["stacks"][3]["top"]
        assert (top["suit"], top["card"]) == ("solitary", None)
        told = [event.seen_by(viewer) for event in events if event.type in ("traded", "returned")]
        assert [(one["card"]["suit"], one["card"]["card"]) for one in told] == [("solitary", None)] * 2
    own = [event.seen_by(0) for event in events if event.type in ("traded", "returned")]
    assert [one["card"]["card"] for one in own] == ["agent", "agent"]


@pytest.mark.rule("BASIC-6")
def test_basic_6_not_even_between_the_trade_and_the_return() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) ()]""")
    half, _ = play(game, (0, trade("agent", "miner")))
    for viewer in (1, None):
        pending = view(half, viewer)["pending"]
        assert (pending["card"]["suit"], pending["card"]["card"]) == ("solitary", None)
    assert view(half, 0)["pending"]["card"]["card"] == "agent"


@pytest.mark.rule("BASIC-7")
def test_basic_7_returns_delay_the_markets() -> None:
    game = position("""villagers phase=build first_player=1 to_act=[0] stacks=[[] [seeker] [poulterer] [] [] []]
        seats=[
        (hand=[agent]) ()]""")
    after, _ = play(game, (0, trade("agent", "miner")), (0, give(1)), (0, END))
    assert after["markets_held"] == []
    assert after["stacks"][1] == ["agent", "seeker"]
    drafted, _ = play(after, (0, {"type": "draft_stack", "stack": 1}))
    assert drafted["stacks"][1] == ["seeker"]


@pytest.mark.rule("BASIC-7")
def test_basic_7_a_stack_may_grow_beyond_what_was_dealt() -> None:
    pile = ["seeker", "seeker", "mason", "mason", "cooper", "cooper", "wheeler", "wheeler", "monk", "monk", "grocer"]
    game = position("""villagers phase=build
        stacks=[[graper] [] [] [] [] [seeker seeker mason mason cooper cooper wheeler wheeler monk monk grocer]]
        seats=[
        (hand=[agent]) () () () ()]""")
    after, _ = play(game, (0, trade("agent", "miner")), (0, give(5)))
    assert after["stacks"][5] == ["agent", *pile]


@pytest.mark.rule("BASIC-8")
def test_basic_8_without_stacks_on_top_of_the_reserve() -> None:
    reserve = ["seeker", "mason", "cooper", "wheeler"]
    game = position("villagers phase=build reserve=[seeker mason cooper wheeler] seats=[(hand=[agent]) ()]")
    assert returns(game) == [TO_RESERVE]
    after, events = play(game, (0, trade("agent", "miner")), (0, TO_RESERVE))
    assert after["reserve"] == ["agent", *reserve]
    assert [(back["pile"], back["stack"]) for back in facts(events, "returned")] == [("reserve", None)]
    assert view(after, 1)["reserve"]["top"]["card"] is None
    assert view(after, 0)["reserve"]["top"]["card"] == "agent"


@pytest.mark.rule("BASIC-9")
def test_basic_9_without_stacks_and_reserve_it_is_discarded() -> None:
    game = position("villagers phase=build discard=[priest] seats=[(hand=[agent]) ()]")
    assert returns(game) == [TO_DISCARD]
    after, _ = play(game, (0, trade("agent", "miner")), (0, TO_DISCARD))
    assert after["discard"] == ["priest", "agent"]
    assert villager(after, 0, 2)["card"] == "miner"
    assert view(after, 1)["discard"] == ["priest", "agent"]


@pytest.mark.rule("BASIC-9")
def test_basic_9_several_in_one_turn_all_go_there() -> None:
    """A discarded return does not start a new reserve for the next one."""
    game = position("villagers phase=build seats=[(hand=[agent priest]) ()]")
    moves = [trade("agent", "miner"), TO_DISCARD, trade("priest", "miner"), TO_DISCARD]
    after, _ = play(game, *[(0, move) for move in moves])
    assert (after["discard"], after["reserve"]) == (["agent", "priest"], [])


@pytest.mark.rule("BASIC-9")
def test_basic_9_with_a_reserve_nothing_is_discarded() -> None:
    start = position("villagers phase=build reserve=[seeker] seats=[(hand=[agent]) ()]")
    half, _ = play(start, (0, trade("agent", "miner")))
    assert refused(half, 0, TO_DISCARD) in {"BASIC-8", "BASIC-9"}


@pytest.mark.rule("BASIC-10")
def test_basic_10_not_to_the_reserve_while_a_stack_has_cards() -> None:
    game = position("villagers phase=build stacks=[[] [] [] [] [vintner]] reserve=[seeker] seats=[(hand=[agent]) ()]")
    assert returns(game) == [give(4)]
    half, _ = play(game, (0, trade("agent", "miner")))
    assert refused(half, 0, TO_RESERVE) == "BASIC-10"
    assert refused(half, 0, TO_DISCARD) in {"BASIC-5", "BASIC-9", "BASIC-10"}


@pytest.mark.rule("BASIC-11")
def test_basic_11_not_to_an_emptied_stack() -> None:
    game = position("villagers phase=build stacks=[[] [seeker] [] [swineherd] [] []] seats=[(hand=[agent]) ()]")
    assert returns(game) == [give(1), give(3)]
    half, _ = play(game, (0, trade("agent", "miner")))
    assert refused(half, 0, give(0)) == "BASIC-11"
    assert refused(half, 0, give(5)) == "BASIC-11"
    start = position("villagers phase=build reserve=[seeker] seats=[(hand=[agent]) ()]")
    without_any, _ = play(start, (0, trade("agent", "miner")))
    assert refused(without_any, 0, give(0)) in {"BASIC-5", "BASIC-8", "BASIC-11"}


@pytest.mark.rule("BASIC-5")
def test_basic_5_nothing_is_returned_without_a_trade() -> None:
    assert refused(position("villagers phase=build seats=[(hand=[agent]) ()]"), 0, give(0)) == "BUILD-1"


@pytest.mark.rule("BASIC-12")
def test_basic_12_the_basic_stands_in_the_village_at_once() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (village=[1.founders 2.miner] hand=[agent priest]) ()]""")
    half, _ = play(game, (0, trade("agent", "miner")))
    assert [one["card"] for one in half["seats"][0]["village"]] == ["founders", "miner", "miner"]
    assert [one["on"] for one in half["seats"][0]["village"]] == [None, None, None]
    assert half["seats"][0]["hand"] == ["priest"]


@pytest.mark.rule("BASIC-12")
def test_basic_12_no_card_comes_back_in_exchange() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent priest]) ()]""")
    after, _ = play(game, (0, trade("agent", "miner")), (0, give(0)))
    assert after["seats"][0]["hand"] == ["priest"]


@pytest.mark.rule("BASIC-13")
def test_basic_13_a_used_up_basic_is_not_available() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        basics=(lumberjack=3 hayer=1 miner=0) seats=[(hand=[agent priest]) ()]""")
    assert {move["basic"] for move in of_type(legal(game, 0), "trade")} == {"lumberjack", "hayer"}
    assert refused(game, 0, trade("agent", "miner")) == "BASIC-13"
    after, _ = play(game, (0, trade("agent", "hayer")), (0, give(0)))
    assert {move["basic"] for move in of_type(legal(after, 0), "trade")} == {"lumberjack"}


@pytest.mark.rule("BASIC-13")
def test_basic_13_without_basics_there_is_nothing_to_trade_for() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        basics=(lumberjack=0 hayer=0 miner=0) seats=[(hand=[agent]) ()]""")
    assert of_type(legal(game, 0), "trade") == []


@pytest.mark.rule("BASIC-13")
def test_basic_13_ten_of_each_less_those_in_the_villages() -> None:
    start = position(
        "villagers phase=build seats=[(village=[1.founders 2.miner 3.miner]) (village=[1.founders 2.hayer])]"
    )
    assert view(start, None)["basics"] == {"lumberjack": 10, "hayer": 9, "miner": 8}


@pytest.mark.rule("BASIC-14")
def test_basic_14_without_hand_cards_no_trade() -> None:
    game = position(
        "villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]] seats=[() ()]"
    )
    assert legal(game, 0) == [END]
    assert refused(game, 0, trade("agent", "miner")).startswith("BASIC-")


BARE = [("BASIC-15", "lumberjack"), ("BASIC-16", "hayer"), ("BASIC-17", "miner")]


@pytest.mark.parametrize("basic", [pytest.param(card, marks=pytest.mark.rule(rule), id=rule) for rule, card in BARE])
def test_basic_15_to_17_a_basic_shows_nothing_but_its_suit(basic: str) -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) ()]""")
    after, _ = play(game, (0, trade("agent", basic)), (0, give(0)))
    limits = view(after, 0)["seats"][0]
    assert (limits["draft_limit"], limits["build_limit"]) == (2, 2)
    assert [line["card"] for line in score(after)["second_market"][0]["lines"]] == ["founders"]


SUITS = [
    ("BASIC-15", "lumberjack", ("lumberjack", "log_rafter@2"), 3, 4),
    ("BASIC-16", "hayer", ("hayer", "horse_trader@2", "bed_builder@2", "hayer"), 6, 9),
    ("BASIC-17", "miner", ("hayer", "ore_muler@2", "miner"), 0, 3),
]


@pytest.mark.parametrize(
    ("basic", "words", "before", "after"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=row[0]) for row in SUITS],
)
def test_basic_15_to_17_and_counts_for_its_suit(basic: str, words: tuple[str, ...], before: int, after: int) -> None:
    def silver(*words: str) -> int:
        start = position(f"villagers phase=build seats=[(village=[{village(words)}]) ()]")
        rows = score(start)["second_market"][0]["lines"]
        return sum(line["gold"] for line in rows if line["item"] == "silver")

    assert silver("founders", *words) == before
    assert silver("founders", *words, basic) == after


@pytest.mark.rule("BASIC-2")
def test_basic_2_every_turn_has_its_own_three() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent] trades_left=0) (hand=[priest])]""")
    after, _ = play(game, (0, END))
    assert after["seats"][1]["trades_left"] == 3
    assert of_type(legal(after, 1), "trade")


@pytest.mark.rule("BASIC-1")
@pytest.mark.parametrize("move", [give(0), TO_RESERVE, TO_DISCARD])
def test_basic_1_nothing_is_returned_without_a_trade(move: Doc) -> None:
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) ()]""")
    assert refused(start, 0, move)


@pytest.mark.rule("BASIC-5")
@pytest.mark.parametrize("move", [{"type": "return_card"}, {"type": "return_card", "pile": "road"}, give(6), give(-1)])
def test_basic_5_returns_to_nowhere_are_malformed(move: Doc) -> None:
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) ()]""")
    half, _ = play(start, (0, trade("agent", "miner")))
    with pytest.raises(MalformedMove):
        play(half, (0, move))


@pytest.mark.rule("BASIC-5")
def test_basic_5_a_return_needs_the_stack_named() -> None:
    start = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[agent]) ()]""")
    half, _ = play(start, (0, trade("agent", "miner")))
    assert refused(half, 0, {"type": "return_card", "pile": "stack"}) == "BASIC-5"


@pytest.mark.rule("BASIC-12")
def test_basic_12_a_basic_unlocks_nothing_and_a_traded_unlocker_is_gone() -> None:
    """Trading away the Blacksmith still in the hand does not make him available."""
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (village=[1.founders 2.lumberjack] hand=[blacksmith cooper]) ()]""")
    after, _ = play(game, (0, trade("blacksmith", "miner")), (0, give(0)))
    ways = [move["unlock"] for move in of_type(legal(after, 0), "place") if move["card"] == "cooper"]
    assert ways == [{"by": "bank"}]
    assert refused(after, 0, place("cooper", 2, unlock=by(0, 3))).startswith("PADLOCK-")


@pytest.mark.rule("BASIC-4")
def test_basic_4_a_played_tinner_cannot_be_traded_as_well() -> None:
    game = position("""villagers phase=build stacks=[[spelunker] [seeker] [poulterer] [swineherd] [vintner] [graper]]
        seats=[
        (hand=[tinner agent]) ()]""")
    after, _ = play(game, (0, special("tinner")))
    assert refused(after, 0, trade("tinner", "miner")).startswith("BASIC-")


@pytest.mark.rule("BASIC-13")
def test_basic_13_there_are_no_more_than_ten() -> None:
    start = position("""villagers phase=build seats=[
        (village=[1.founders 2.miner 3.miner 4.miner 5.miner 6.miner 7.miner 8.miner 9.miner 10.miner 11.miner
        12.miner])
        ()]""")
    with pytest.raises(InvalidPosition):
        VILLAGERS.read_position(start)
