"""SOLO: the Event Phase, the villager the Countess takes in it, and the events dealt for the next round."""

from __future__ import annotations

import pytest

from tests.positions import facts, legal, paths, play, position, refused, seen_by, to_act, view
from tests.villagers.countess import (
    GO_ON,
    PASS,
    choices,
    court_of,
    event_phase,
    gold_of,
    hers,
    jest,
    resolve,
    revealed,
    settle,
    solo,
)
from tests.villagers.game import END, blind, draft

DECK = ["land_claim", "serfdom", "bribes", "betrayer"]


# --- the order of things ---------------------------------------------------------------------


@pytest.mark.rule("SOLO-17")
def test_solo_17_after_the_build_phase_and_before_the_market() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[] [] [mason]] seats=[()]""")
    between, events = play(doc, (0, END))
    assert (between["phase"], between["markets_held"], to_act(between)) == ("event", [], (0,))
    assert [event.type for event in events] == ["build_ended", "founders_flipped"]
    after, events = play(between, (0, resolve("customs")))
    assert [event.type for event in events] == ["event_resolved", "gold_paid", "market", "round_started"]
    assert (after["phase"], after["round"], after["markets_held"]) == ("draft", 2, [1])


@pytest.mark.rule("SOLO-17")
def test_solo_17_without_events_the_phase_passes_by_itself() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(summer=[customs]) stacks=[[wine_trader]] reserve=[jeweler] seats=[()]""")
    after, events = play(doc, (0, END))
    assert (after["phase"], after["round"]) == ("draft", 2)
    assert (court_of(after), revealed(events)) == (["jeweler"], ["customs"])


@pytest.mark.rule("SOLO-17")
def test_solo_17_more_seats_have_no_such_phase() -> None:
    after, _ = play(position("villagers phase=build stacks=[[wine_trader]] seats=[() ()]"), (0, END), (1, END))
    assert after["phase"] == "draft"
    assert (after["countess"], after["events"]) == (None, None)
    assert paths(position("villagers phase=build stacks=[[wine_trader]] events=(face_up=[customs]) seats=[() ()]"))


@pytest.mark.rule("SOLO-18")
def test_solo_18_events_are_resolved_in_the_players_order() -> None:
    """Black Market first earns the 3 that Customs then takes; the other way round Customs finds nothing."""
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs black_market]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.lumberjack 3.log_rafter@2] gold=0)]""")
    assert sorted(choices(doc, "resolve", "event")) == ["black_market", "customs"]
    rich, _ = play(doc, (0, resolve("black_market")), (0, resolve("customs")))
    assert gold_of(rich) == (1, 1 + 2)
    poor, _ = play(doc, (0, resolve("customs")), (0, resolve("black_market")))
    assert gold_of(poor) == (3, 1)
    assert rich["events"]["summer_discard"] == ["black_market", "customs"]
    assert poor["events"]["summer_discard"] == ["customs", "black_market"]


@pytest.mark.rule("SOLO-18")
def test_solo_18_one_after_the_other_and_each_once() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs land_claim]) stacks=[[wine_trader]] seats=[()]""")
    between, events = play(doc, (0, resolve("customs")))
    assert between["events"]["face_up"] == ["land_claim"]
    assert refused(between, 0, resolve("customs")) == "SOLO-18"
    assert refused(between, 0, END) == "SOLO-17"
    assert refused(doc, 0, resolve("tribute")) == "SOLO-18"
    assert facts(events, "event_resolved") == [{"event": "customs"}]
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("SOLO-18")
def test_solo_18_there_is_no_passing() -> None:
    assert {move["type"] for move in legal(event_phase("()", face_up=["customs"]), 0)} == {"resolve", "jester"}


@pytest.mark.rule("SOLO-18", "EVENTS-25")
@pytest.mark.parametrize(
    ("event", "season"),
    [("serfdom", "summer"), ("the_countess_bank", "summer"), ("rats", "winter"), ("arson", "winter")],
)
def test_solo_18_events_of_another_phase_are_just_discarded(event: str, season: str) -> None:
    begun = {"begun": [event]} if event in ("rats", "arson") else {}
    doc = solo("()", phase="build", stacks=GO_ON, events={"face_up": [event, "customs"], **begun})
    after, events = play(doc, (0, END))
    assert facts(events, "event_discarded") == [{"event": event, "reason": "phase"}]
    assert (after["phase"], choices(after, "resolve", "event")) == ("event", ["customs"])
    assert after["events"][f"{season}_discard"] == [event]
    assert after["events"]["begun"] == []
    assert gold_of(after) == (8, 1)


@pytest.mark.rule("EVENTS-25")
def test_events_25_an_event_dealt_now_is_in_force_in_the_next_round() -> None:
    """Rats of round 2: the draft of round 3, and discarded after its build turn."""
    doc = position("""villagers options=(solo=normal) phase=event round=2 countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[tribute] winter=[rats]) stacks=[[] [] [fisher wine_trader wattler beekeeper]]
        road=[cooper+0 hunter+0 mason+0 thatcher+0] markets_held=[1] reserve=[jeweler] seats=[
        (village=[1.founders:food])]""")
    draft_of_3, _ = play(doc, (0, resolve("tribute")))
    assert (draft_of_3["round"], draft_of_3["phase"]) == (3, "draft")
    assert draft_of_3["pending"] == {"type": "settle", "event": "rats"}
    begun, _ = play(draft_of_3, (0, settle("rats", False)))
    assert begun["events"]["begun"] == ["rats"]
    first, _ = play(begun, (0, draft(0)), (0, hers(1)))
    assert first["phase"] == "draft", "the Founders' food side: a limit of 3, cut to 2"
    after, events = play(first, (0, draft(0)), (0, hers(1)), (0, PASS), (0, END))
    assert facts(events, "event_discarded") == [{"event": "rats", "reason": "phase"}]
    assert "rats" not in after["events"]["face_up"]


# --- the villager of the reserve -------------------------------------------------------------


@pytest.mark.rule("SOLO-19")
def test_solo_19_the_top_of_the_reserve_joins_her() -> None:
    start = position("""villagers options=(solo=normal) phase=event
        countess=(gold=1 village=[1.countess:gold 2.hunter]) events=(face_up=[customs]) stacks=[[wine_trader]]
        reserve=[cooper mason] seats=[()]""")
    after, events = play(start, (0, resolve("customs")))
    assert (court_of(after), after["reserve"]) == (["hunter", "cooper"], ["mason"])
    gain = {"card": "cooper", "villager": 3, "source": "reserve", "index": 0, "gold": 0}
    assert facts(events, "countess_gained") == [gain]
    assert seen_by(events, None) == seen_by(events, 0)
    assert gold_of(after) == (7, 2), "no padlock is paid; Customs took 1"


@pytest.mark.rule("SOLO-19")
def test_solo_19_only_after_all_events() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs land_claim]) stacks=[[wine_trader]] reserve=[cooper] seats=[()]""")
    between, _ = play(doc, (0, resolve("customs")))
    assert court_of(between) == []
    after, _ = play(between, (0, resolve("land_claim")))
    assert court_of(after) == ["cooper"]


@pytest.mark.rule("SOLO-20")
def test_solo_20_an_empty_reserve_is_made_anew_from_the_discards() -> None:
    pile = ["hunter", "cooper", "mason", "thatcher", "carpenter", "grazier", "agent", "wattler", "fisher"]
    deck = {"summer": DECK}
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim serfdom bribes betrayer]) stacks=[[wine_trader]]
        discard=[hunter cooper mason thatcher carpenter grazier agent wattler fisher] seats=[()]""")
    after, events = play(start, (0, resolve("customs")))
    assert facts(events, "reshuffled") == [{"pile": "reserve", "count": 9}]
    assert (after["discard"], len(after["reserve"])) == ([], 8)
    assert sorted(after["reserve"] + court_of(after)) == sorted(pile)
    assert after["draws"] == 2
    assert sorted(view(after, 0)["recycled"]) == sorted(after["reserve"]), "known as a whole, not in order"
    assert view(after, 0)["reserve"]["top"]["card"] is None
    games = [
        play(
            event_phase("()", face_up=["customs"], discard=pile, events=deck, seed=f"{n:02x}"),
            (0, resolve("customs")),
        )[0]
        for n in range(8)
    ]
    others = {tuple(game["reserve"]) for game in games}
    assert len(others) == 8, "shuffled"


@pytest.mark.rule("SOLO-20")
def test_solo_20_not_before_it_is_needed() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes]) stacks=[[wine_trader]] reserve=[jeweler] discard=[mason] seats=[
        ()]""")
    after, events = play(
        start,
        (0, resolve("customs")),
    )
    assert (after["reserve"], after["discard"], facts(events, "reshuffled")) == ([], ["mason"], [])


@pytest.mark.rule("SOLO-20")
def test_solo_20_a_villager_discarded_by_an_event_is_in_it() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arrest] summer=[customs]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    after, _ = play(start, (0, resolve("arrest", villager=3)))
    assert (court_of(after), after["discard"]) == (["mason"], [])


@pytest.mark.rule("SOLO-20")
def test_solo_20_reserve_and_discards_empty_no_villager_and_no_events() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim serfdom bribes betrayer]) stacks=[[wine_trader]] seats=[()]""")
    after, events = play(start, (0, resolve("customs")))
    assert (court_of(after), revealed(events), after["events"]["face_up"]) == ([], [], [])
    assert (after["phase"], after["round"]) == ("draft", 2)
    assert after["events"]["summer"] == DECK


# --- the last round --------------------------------------------------------------------------


@pytest.mark.rule("SOLO-30")
def test_solo_30_no_villager_and_no_events_in_the_last_round() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[land_claim] summer=[bribes]) stacks=[] reserve=[jeweler] seats=[
        (village=[1.founders 2.miner])]""")
    after, events = play(
        start,
        (0, resolve("land_claim")),
    )
    assert (after["phase"], after["reserve"], court_of(after)) == ("over", ["jeweler"], [])
    assert (revealed(events), after["events"]["summer"]) == ([], ["bribes"])
    assert gold_of(after) == (8 - 2 + 2 + 2, 1 + 2 + 4 + 4), "the event was resolved before the markets"


@pytest.mark.rule("SOLO-30")
def test_solo_30_one_card_left_on_a_stack_is_not_the_last_round() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[] [] [] [] [] [mason]] reserve=[jeweler] seats=[()]""")
    after, _ = play(
        start,
        (0, resolve("customs")),
    )
    assert (after["phase"], court_of(after)) == ("draft", ["jeweler"])


@pytest.mark.rule("SOLO-30", "SOLO-31")
def test_solo_30_conscription_can_make_it_the_last_round() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[conscription] winter=[rats]) stacks=[[] [] [] [] [] [hunter]] reserve=[jeweler]
        markets_held=[1] seats=[()]""")
    after, events = play(
        start,
        (0, resolve("conscription", pile="stack", stack=5)),
    )
    assert (after["phase"], court_of(after), after["reserve"]) == ("over", ["hunter"], ["jeweler"])
    assert [one["market"] for one in facts(events, "market")] == [2]


@pytest.mark.rule("SOLO-31")
def test_solo_31_a_stack_emptied_by_an_event_brings_the_market_of_this_round() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[conscription]) stacks=[[] [hunter] [mason]] seats=[()]""")
    after, events = play(
        start,
        (0, resolve("conscription", pile="stack", stack=1)),
    )
    assert (court_of(after), after["markets_held"]) == (["hunter"], [1])
    assert [one["market"] for one in facts(events, "market")] == [1]
    assert gold_of(after) == (10, 5)


@pytest.mark.rule("SOLO-18")
def test_solo_18_the_jester_can_empty_the_table_too() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes]) stacks=[[wine_trader]] reserve=[jeweler] seats=[()]""")
    after, _ = play(doc, (0, jest("customs")))
    assert (after["phase"], court_of(after)) == ("draft", ["jeweler"])
    assert blind(0) in legal(after, 0)
