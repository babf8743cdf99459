"""EVENTS of the winter: what each one does, on whom, and who sees it. It Was You! is in test_jester."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, play, position, refused, seen_by, view, village
from tests.villagers.countess import GO_ON, choices, court_of, gold_of, hers, jest, resolve, resolved, settle, solo
from tests.villagers.game import END, draft, place, road

ROAD = road("cooper", "hunter", "mason", "thatcher", "carpenter", "grazier")


def cards(doc: Doc) -> list[str]:
    """Return the villagers of the player."""
    return [villager["card"] for villager in doc["seats"][0]["village"]]


# --- Abduction, Arrest -----------------------------------------------------------------------


@pytest.mark.rule("EVENTS-13", "EVENTS-26")
def test_events_13_abduction_discards_a_hand_card_of_choice() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[abduction]) stacks=[[wine_trader]] reserve=[jeweler] seats=[
        (hand=[cooper hunter mason mason])]""")
    assert sorted(choices(doc, "resolve", "card")) == ["cooper", "hunter", "mason"]
    after, events = play(doc, (0, resolve("abduction", card="mason")))
    assert (sorted(after["seats"][0]["hand"]), after["discard"]) == (["cooper", "hunter", "mason"], ["mason"])
    assert facts(events, "card_lost") == [{"seat": 0, "card": "mason", "villager": None}]
    assert seen_by(events, None) == seen_by(events, 0), "face up on the discard pile"
    assert refused(doc, 0, resolve("abduction", card="fisher")) == "EVENTS-26"
    assert refused(doc, 0, resolve("abduction")) == "EVENTS-26"
    assert court_of(after) == ["jeweler"], "only her end card"


@pytest.mark.rule("EVENTS-13")
def test_events_13_an_empty_hand_loses_nothing() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[abduction]) stacks=[[wine_trader]] seats=[(village=[1.founders 2.hunter])]""")
    assert choices(doc, "resolve", "card") == [None]
    after, events = play(doc, (0, resolve("abduction")))
    assert (after["discard"], facts(events, "card_lost"), cards(after)) == ([], [], ["founders", "hunter"])


@pytest.mark.rule("EVENTS-14", "EVENTS-26")
def test_events_14_arrest_discards_a_top_villager_of_choice() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arrest]) stacks=[[wine_trader]] reserve=[jeweler] seats=[
        (village=[1.founders 2.miner 3.seeker@2 4.spelunker@3 5.lumberjack 6.shipwright@5+4 7.hayer 8.fisher])]""")
    assert choices(doc, "resolve", "villager") == [4, 6, 8]
    after, events = play(doc, (0, resolve("arrest", villager=6)))
    assert (after["discard"], gold_of(after), court_of(after)) == (["shipwright"], (12, 1), ["jeweler"])
    assert facts(events, "card_lost") == [{"seat": 0, "card": "shipwright", "villager": 6}]
    assert seen_by(events, None) == seen_by(events, 0)
    for number in (1, 2, 3, 5, 7, 9):
        assert refused(doc, 0, resolve("arrest", villager=number)) == "EVENTS-26"


@pytest.mark.rule("EVENTS-14")
def test_events_14_the_place_is_free_again() -> None:
    player = "(village=[1.founders 2.lumberjack 3.carpenter@2 4.wheeler@2])"
    after, _ = resolved(player, event="arrest", on={"villager": 3}, reserve=["jeweler"])
    assert cards(after) == ["founders", "lumberjack", "wheeler"]
    left = {"village": after["seats"][0]["village"], "hand": ["carpenter"]}
    build, _ = play(solo("()", phase="build", stacks=GO_ON, seats=[left]), (0, place("carpenter", on=2)))
    assert cards(build) == ["founders", "lumberjack", "wheeler", "carpenter"]


# --- Rats, Arson -----------------------------------------------------------------------------


def rats(player: str, **fields: Any) -> Doc:
    """Return the draft begins with Rats in force."""
    events = {"face_up": ["rats"], "jester": False, **fields.pop("events", {})}
    return solo(
        player,
        **{"pending": {"type": "settle", "event": "rats"}, "road": ROAD, "stacks": GO_ON, **fields},
        events=events,
    )


@pytest.mark.rule("EVENTS-21")
def test_events_21_rats_one_card_less_for_both() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] jester=no) pending=(type=settle event=rats)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[
        (village=[1.founders:food])]""")
    between, events = play(doc, (0, settle("rats", False)))
    assert facts(events, "limit_cut") == [{"seat": 0, "reason": "rats"}]
    assert between["seats"][0]["limit_cut"] == 1
    first, _ = play(between, (0, draft(0)), (0, hers(1)))
    assert first["phase"] == "draft"
    after, _ = play(first, (0, draft(2)), (0, hers(3)))
    assert (after["phase"], len(after["seats"][0]["hand"]), len(court_of(after))) == ("road", 2, 2)
    assert gold_of(after) == (8, 1)
    assert after["seats"][0]["limit_cut"] == 0, "it was for the draft only"
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("EVENTS-21")
def test_events_21_or_three_gold_to_the_bank() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] jester=no) pending=(type=settle event=rats)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[()]""")
    after, events = play(start, (0, settle("rats", True)), (0, draft(0)), (0, hers(1)))
    assert (after["phase"], gold_of(after)) == ("draft", (5, 1))
    assert facts(events, "gold_paid") == [{"seat": 0, "to": "bank", "gold": 3, "reason": "rats"}]


@pytest.mark.rule("EVENTS-21", "EVENTS-15", "SOLO-34")
@pytest.mark.parametrize("gold", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("event", ["rats", "arson"])
def test_the_poor_pay_what_they_have(event: str, gold: int) -> None:
    start = rats if event == "rats" else arson
    after, _ = play(start(f"(gold={gold})"), (0, settle(event, True)))
    assert gold_of(after) == (max(0, gold - 3), 1)
    assert after["seats"][0]["limit_cut"] == 0
    assert after["pending"] is None


@pytest.mark.rule("EVENTS-21")
def test_events_21_the_cut_comes_after_the_limit_of_five() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] jester=no begun=[rats]) pending=- road=[cooper+0 mason+0] stacks=[[wine_trader]]
        seats=[
        (village=[1.founders:food 2.hunter 3.harvester 4.fisher 5.graper] square=[agent agent priest])]""")
    cut = {**doc, "seats": [{**doc["seats"][0], "limit_cut": 1}]}
    after, _ = play(cut, (0, draft(0)), (0, hers(1)))
    assert (after["phase"], len(after["seats"][0]["hand"])) == ("road", 4)
    whole, _ = play(doc, (0, draft(0)), (0, hers(1)))
    assert whole["phase"] == "draft"


@pytest.mark.rule("EVENTS-21")
def test_events_21_from_two_only_one_is_left() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] jester=no) pending=(type=settle event=rats)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[()]""")
    after, _ = play(start, (0, settle("rats", False)), (0, draft(0)), (0, hers(1)))
    assert (after["phase"], after["seats"][0]["hand"]) == ("road", ["cooper"])


@pytest.mark.rule("EVENTS-21", "EVENTS-26")
def test_events_21_first_the_choice_then_the_draft() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] jester=no) pending=(type=settle event=rats)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[()]""")
    assert legal(doc, 0) == [settle("rats", False), settle("rats", True)]
    assert refused(doc, 0, draft(0)) == "EVENTS-21"
    settled, _ = play(doc, (0, settle("rats", True)))
    assert settle("rats", True) not in legal(settled, 0), "once"
    assert view(doc, None)["pending"] == {"type": "settle", "event": "rats"}


def arson(player: str, **fields: Any) -> Doc:
    """Return the build turn begins with Arson in force."""
    pending = {"type": "settle", "event": "arson"}
    events = {"face_up": ["arson"], "jester": False}
    return solo(player, **{"phase": "build", "pending": pending, "stacks": GO_ON, **fields}, events=events)


@pytest.mark.rule("EVENTS-15", "EVENTS-26")
def test_events_15_arson_one_build_action_less() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] jester=no) pending=(type=settle event=arson) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.wattler] hand=[hunter fisher agent mason])]""")
    assert legal(doc, 0) == [settle("arson", False), settle("arson", True)]
    for move in (END, place("hunter")):
        assert refused(doc, 0, move) == "EVENTS-15"
    after, events = play(doc, (0, settle("arson", False)), (0, place("hunter")), (0, place("agent")))
    assert after["seats"][0]["builds_left"] == 0
    assert facts(events, "limit_cut") == [{"seat": 0, "reason": "arson"}]
    assert gold_of(after) == (8, 1)
    done, events = play(after, (0, END))
    assert facts(events, "event_discarded") == [{"event": "arson", "reason": "phase"}]
    assert done["seats"][0]["limit_cut"] == 0


@pytest.mark.rule("EVENTS-15")
def test_events_15_or_three_gold_to_the_bank() -> None:
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] jester=no) pending=(type=settle event=arson) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.wattler])]""")
    after, events = play(start, (0, settle("arson", True)))
    assert (gold_of(after), after["seats"][0]["builds_left"]) == ((5, 1), 3)
    assert facts(events, "gold_paid") == [{"seat": 0, "to": "bank", "gold": 3, "reason": "arson"}]
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("EVENTS-15")
def test_events_15_trades_are_no_build_actions_and_five_is_cut_to_four() -> None:
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] jester=no) pending=(type=settle event=arson) stacks=[[wine_trader]] basics=(miner=9)
        seats=[
        (village=[1.founders 2.wattler 3.wattler 4.miner 5.mason@4 6.hayer 7.thatcher@6])]""")
    after, _ = play(start, (0, settle("arson", False)))
    assert (after["seats"][0]["builds_left"], after["seats"][0]["trades_left"]) == (4, 3)


@pytest.mark.rule("EVENTS-15", "EVENTS-21", "EVENTS-25")
def test_each_is_asked_for_at_the_start_of_its_phase() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson]) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        stacks=[[wine_trader]] reserve=[jeweler jeweler] seats=[(square=[agent])]""")
    build, _ = play(start, (0, draft(0)), (0, hers(1)), (0, {"type": "coin", "slot": 2}))
    assert (build["phase"], build["pending"]) == ("build", {"type": "settle", "event": "arson"})
    both = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[tribute] winter=[rats arson arrest]) stacks=[[] [] [wattler]] reserve=[hunter]
        markets_held=[1] seats=[()]""")
    after, _ = play(both, (0, resolve("tribute")))
    assert after["events"]["face_up"] == ["rats", "arson", "arrest"]
    assert after["pending"] == {"type": "settle", "event": "rats"}


# --- gold for the Countess -------------------------------------------------------------------


@pytest.mark.rule("EVENTS-16", "EVENTS-27")
@pytest.mark.parametrize(
    ("words", "gold"),
    [
        (("founders",), 2),
        (("founders:food",), 0),
        (("founders", "miner", "seeker@2", "spelunker@3", "jeweler@4"), 20),
        (("founders", "lumberjack", "wheeler@2", "cooper@2+14", "wattler"), 4),
        (("founders:food", "lumberjack", "wheeler@2", "cartwright@3", "log_rafter@2"), 9),
        (("founders", "swineherd@1", "truffler@2"), 8),
        (("founders", "brewer@1"), 0),
    ],
)
def test_events_16_blackmail_scores_the_highest_printed_gold_in_sight(words: tuple[str, ...], gold: int) -> None:
    after, events = resolved(f"(village=[{village(words)}])", "jeweler", event="blackmail")
    assert gold_of(after) == (8, 1 + gold)
    assert [one["gold"] for one in facts(events, "gold_gained")] == ([gold] if gold else [])


@pytest.mark.rule("EVENTS-20", "EVENTS-26")
def test_events_20_protection_money_for_the_coins_on_one_villager() -> None:
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.cooper+4]) events=(face_up=[protection_money])
        stacks=[[wine_trader]] seats=[(village=[1.founders 2.lumberjack 3.cooper@2+6 4.hunter+2 5.wattler])]""")
    assert choices(doc, "resolve", "villager") == [3, 4], "only where there are coins"
    after, events = play(doc, (0, resolve("protection_money", villager=4)))
    assert gold_of(after) == (6, 3)
    assert [villager["gold"] for villager in after["seats"][0]["village"]] == [0, 0, 6, 2, 0], "they stay"
    assert facts(events, "gold_paid") == [{"seat": 0, "to": "countess", "gold": 2, "reason": "protection_money"}]
    for number in (1, 5):
        assert refused(doc, 0, resolve("protection_money", villager=number)) == "EVENTS-26"
    assert refused(doc, 0, resolve("protection_money")) == "EVENTS-26"


@pytest.mark.rule("EVENTS-20", "SOLO-34")
def test_events_20_at_most_the_supply_and_without_coins_nothing() -> None:
    poor = "(village=[1.founders 2.lumberjack 3.cooper@2+6] gold=4)"
    after, _ = resolved(poor, event="protection_money", on={"villager": 3})
    assert gold_of(after) == (0, 5)
    none, events = resolved("(village=[1.founders 2.hunter])", "cooper+4", event="protection_money")
    assert (gold_of(none), facts(events, "gold_paid")) == ((8, 1), [])


@pytest.mark.rule("EVENTS-22", "EVENTS-26", "EVENTS-27")
def test_events_22_spy_network_pays_her_one_silver_symbol_of_the_player() -> None:
    """Log rafter: lumberjack and its own two make 3; grocers: a food of 3 makes 9 each."""
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold 2.priest])
        events=(face_up=[spy_network]) stacks=[[wine_trader]] seats=[
        (village=[1.founders:food 2.lumberjack 3.log_rafter@2 4.grocer 5.hunter 6.fisher 7.grocer 8.wattler])]""")
    assert choices(doc, "resolve", "villager") == [3, 4, 7]
    after, events = play(doc, (0, resolve("spy_network", villager=3)))
    assert gold_of(after) == (8, 4)
    assert facts(events, "gold_gained") == [{"seat": 1, "gold": 3, "reason": "spy_network"}]
    dear, _ = play(doc, (0, resolve("spy_network", villager=7)))
    assert gold_of(dear) == (8, 10)
    assert refused(doc, 0, resolve("spy_network", villager=8)) == "EVENTS-26"
    assert refused(doc, 0, resolve("spy_network")) == "EVENTS-26"


@pytest.mark.rule("EVENTS-22")
def test_events_22_without_silver_nothing() -> None:
    assert gold_of(resolved("(village=[1.founders 2.hunter])", "grocer", event="spy_network")[0]) == (8, 1)
    agent = "(village=[1.founders 2.lumberjack 3.cooper@2+6 4.shipwright@2+2 5.agent])"
    assert gold_of(resolved(agent, event="spy_network", on={"villager": 5})[0]) == (8, 7)


@pytest.mark.rule("EVENTS-23", "EVENTS-26", "EVENTS-27")
def test_events_23_trade_network_scores_one_silver_symbol_of_hers() -> None:
    """Log rafter alone: 2; grocer with a food of 2: 6."""
    player = "(village=[1.founders:food 2.grocer 3.hunter])"
    doc = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.log_rafter 3.grocer 4.milk_maid])
        events=(face_up=[trade_network]) stacks=[[wine_trader]] seats=[
        (village=[1.founders:food 2.grocer 3.hunter])]""")
    assert choices(doc, "resolve", "villager") == [2, 3]
    after, events = play(doc, (0, resolve("trade_network", villager=2)))
    assert gold_of(after) == (8, 3)
    assert facts(events, "gold_gained") == [{"seat": 1, "gold": 2, "reason": "trade_network"}]
    assert gold_of(play(doc, (0, resolve("trade_network", villager=3)))[0]) == (8, 7)
    for number in (1, 4):
        assert refused(doc, 0, resolve("trade_network", villager=number)) == "EVENTS-26"
    assert gold_of(resolved(player, "milk_maid", event="trade_network")[0]) == (8, 1)


@pytest.mark.rule("EVENTS-24")
@pytest.mark.parametrize(("supply", "hand", "paid"), [(8, 6, 6), (4, 6, 4), (8, 0, 0), (0, 3, 0)])
def test_events_24_tribute_one_for_each_hand_card(supply: int, hand: int, paid: int) -> None:
    held = ["cooper", "cooper", "hunter", "mason", "fisher", "agent"][:hand]
    after, events = resolved(f"(village=[1.founders 2.wattler] hand=[{' '.join(held)}] gold={supply})", event="tribute")
    assert gold_of(after) == (supply - paid, 1 + paid)
    assert len(after["seats"][0]["hand"]) == hand
    assert [(one["to"], one["gold"]) for one in facts(events, "gold_paid")] == ([("countess", paid)] if paid else [])


# --- Conscription ----------------------------------------------------------------------------


@pytest.mark.rule("EVENTS-17", "EVENTS-26")
def test_events_17_conscription_takes_the_top_of_a_pile_of_choice() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[conscription tribute]) stacks=[[] [mason] [] [] [] [hunter fisher agent cooper]]
        reserve=[jeweler priest] seats=[()]""")
    piles = [(move["pile"], move["stack"]) for move in legal(doc, 0) if move["type"] == "resolve"]
    assert piles[:3] == [("stack", 1), ("stack", 5), ("reserve", None)]
    after, events = play(doc, (0, resolve("conscription", pile="stack", stack=5)))
    assert (court_of(after), after["stacks"][5]) == (["hunter"], ["fisher", "agent", "cooper"])
    gain = {"card": "hunter", "villager": 2, "source": "stack", "index": 5, "gold": 0}
    assert facts(events, "countess_gained") == [gain]
    assert seen_by(events, None) == seen_by(events, 0)
    reserve, events = play(doc, (0, resolve("conscription", pile="reserve")))
    assert (court_of(reserve), reserve["reserve"]) == (["jeweler"], ["priest"])
    assert facts(events, "countess_gained")[0]["source"] == "reserve"
    for pile in ({"pile": "stack", "stack": 0}, {"pile": "stack", "stack": 2}, {}):
        assert refused(doc, 0, resolve("conscription", **pile)) == "EVENTS-26"


@pytest.mark.rule("EVENTS-17")
def test_events_17_her_end_card_is_one_more() -> None:
    after, _ = resolved(
        "()", event="conscription", on={"pile": "reserve"}, reserve=["jeweler", "cooper"], events={"winter": ["rats"]}
    )
    assert court_of(after) == ["jeweler", "cooper"]


@pytest.mark.rule("EVENTS-17", "SOLO-20")
def test_events_17_in_the_last_round_from_the_reserve_or_the_shuffled_discards() -> None:
    last: Doc = {"event": "conscription", "stacks": [], "markets_held": [1]}
    after, _ = resolved("()", **last, on={"pile": "reserve"}, reserve=["jeweler"], discard=["hunter"])
    assert (after["phase"], court_of(after), after["discard"]) == ("over", ["jeweler"], ["hunter"])
    pile = ["hunter", "cooper", "mason"]
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[conscription]) stacks=[] markets_held=[1] discard=[hunter cooper mason] seats=[()]""")
    assert [(move["pile"], move["stack"]) for move in legal(doc, 0) if move["type"] == "resolve"] == [("reserve", None)]
    shuffled, events = resolved("()", **last, on={"pile": "reserve"}, discard=pile)
    assert facts(events, "reshuffled") == [{"pile": "reserve", "count": 3}]
    assert (len(shuffled["reserve"]), shuffled["discard"]) == (2, [])
    assert sorted(shuffled["reserve"] + court_of(shuffled)) == sorted(pile)
    nothing, events = resolved("()", **last)
    assert (court_of(nothing), facts(events, "reshuffled")) == ([], [])


@pytest.mark.rule("EVENTS-17", "SOLO-27")
def test_events_17_the_jester_comes_before_the_look_or_not_at_all() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[conscription]) stacks=[[mason fisher]] reserve=[jeweler] seats=[()]""")
    assert choices(doc, "jester", "event") == ["conscription"]
    after, _ = play(doc, (0, resolve("conscription", pile="stack", stack=0)))
    assert "conscription" in after["events"]["winter_discard"]
    hit, _ = play(doc, (0, jest("conscription")))
    assert court_of(hit) == ["jeweler"], "only her end card"
