"""SOLO and EVENTS: the Jester at every decision, and It Was You!, which makes him act."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, of_type, paths, play, position, refused, seen_by
from tests.villagers.countess import (
    GO_ON,
    PASS,
    choices,
    court_of,
    gold_of,
    hers,
    jest,
    resolve,
    revealed,
    settle,
)
from tests.villagers.game import BY_BANK, END, blind, draft, give, place, trade


def offered(doc: Doc) -> list[str]:
    """Return the events the Jester can discard now."""
    return sorted(choices(doc, "jester", "event"))


# --- when ------------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-27")
def test_solo_27_he_discards_an_event_once() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs land_claim]) stacks=[[wine_trader]] seats=[()]""")
    assert offered(doc) == ["customs", "land_claim"]
    after, events = play(doc, (0, jest("customs")))
    assert (after["events"]["face_up"], after["events"]["jester"]) == (["land_claim"], False)
    assert after["events"]["summer_discard"] == ["customs"]
    assert facts(events, "event_discarded") == [{"event": "customs", "reason": "jester"}]
    assert facts(events, "event_resolved") == []
    assert seen_by(events, None) == seen_by(events, 0)
    assert gold_of(after) == (8, 1)
    assert offered(after) == []
    assert refused(after, 0, jest("land_claim")) == "SOLO-27"


@pytest.mark.rule("SOLO-27")
def test_solo_27_for_good() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes]) stacks=[[wine_trader]] reserve=[hunter] seats=[()]""")
    after, _ = play(doc, (0, jest("customs")))
    assert after["round"] == 2
    assert (after["events"]["face_up"][0], after["events"]["jester"]) == ("bribes", False)
    assert offered(after) == []


@pytest.mark.rule("SOLO-27")
def test_solo_27_only_an_event_that_lies_face_up() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes] winter_discard=[rats]) stacks=[[wine_trader]] seats=[()]""")
    for event in ("bribes", "rats", "tribute", "dark_mood"):
        assert refused(doc, 0, jest(event)) == "SOLO-27"
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs land_claim]) stacks=[[wine_trader]] seats=[()]""")
    gone, _ = play(start, (0, resolve("customs")))
    assert offered(gone) == ["land_claim"]
    assert refused(gone, 0, jest("customs")) == "SOLO-27", "resolved already"


@pytest.mark.rule("SOLO-27")
def test_solo_27_at_every_decision_of_a_round() -> None:
    """After dealing, in the draft, for her villager, on the road, while building, after a trade."""
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs serfdom bribes]) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        stacks=[[fisher agent priest] [hunter]] reserve=[vintner vintner] seats=[()]""")
    moves = [draft(0), hers(1), draft(2), hers(3), PASS, END]
    for number in range(len(moves)):
        between, _ = play(doc, *[(0, move) for move in moves[:number]])
        assert offered(between) == ["bribes", "customs", "serfdom"], moves[:number]
        after, _ = play(between, (0, jest("customs")))
        assert after["phase"] == between["phase"]
        assert after["pending"] == between["pending"], "the decision is still to be made"
        kinds = {move["type"] for move in legal(between, 0)} - {"jester"}
        assert {move["type"] for move in legal(after, 0)} == kinds


@pytest.mark.rule("SOLO-27")
def test_solo_27_in_the_middle_of_a_trade() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[(hand=[hunter mason])]""")
    after, _ = play(doc, (0, trade("mason", "miner")), (0, jest("customs")), (0, give(0)))
    assert after["stacks"][0] == ["mason", *GO_ON[0]]
    assert (after["events"]["jester"], after["seats"][0]["trades_left"]) == (False, 2)


@pytest.mark.rule("SOLO-27")
def test_solo_27_the_last_event_discarded_ends_the_event_phase() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes]) stacks=[[wine_trader]] reserve=[jeweler] seats=[()]""")
    after, events = play(doc, (0, jest("customs")))
    assert (after["phase"], court_of(after), revealed(events)) == ("draft", ["jeweler"], ["bribes"])


@pytest.mark.rule("SOLO-27", "SOLO-37")
def test_solo_27_not_without_him() -> None:
    doc = position("""villagers options=(solo=hard) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[()]""")
    assert offered(doc) == []
    assert refused(doc, 0, jest("customs")) == "SOLO-27"


@pytest.mark.rule("SOLO-28")
def test_solo_28_he_is_in_no_hand() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] seats=[(hand=[mason])]""")
    assert {move["card"] for move in of_type(legal(doc, 0), "trade")} == {"mason"}
    after, _ = play(doc, (0, jest("customs")))
    assert after["seats"][0]["hand"] == ["mason"]
    assert after["discard"] == []
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[tribute]) stacks=[[wine_trader]] seats=[()]""")
    tribute, _ = play(start, (0, resolve("tribute")))
    assert gold_of(tribute) == (8, 1)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] seats=[(hand=[jester])]""")
    assert paths(start)


# --- what has begun to act -------------------------------------------------------------------


@pytest.mark.rule("SOLO-27", "EVENTS-21", "EVENTS-15")
@pytest.mark.parametrize(("event", "phase"), [("rats", "draft"), ("arson", "build")])
def test_solo_27_before_rats_and_arson_are_settled_or_not_at_all(event: str, phase: str) -> None:
    doc = position(f"""villagers options=(solo=normal) phase={phase} countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[{event} customs]) pending=(type=settle event={event})
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[
        (hand=[hunter])]""")
    assert offered(doc) == sorted([event, "customs"])
    free, _ = play(doc, (0, jest(event)))
    assert (free["pending"], free["seats"][0]["limit_cut"], gold_of(free)) == (None, 0, (8, 1))
    assert free["events"]["winter_discard"] == [event]
    if phase == "build":
        assert free["seats"][0]["builds_left"] == 2
    for pay in (True, False):
        settled, _ = play(doc, (0, settle(event, pay)))
        assert offered(settled) == ["customs"]
        assert refused(settled, 0, jest(event)) == "SOLO-27"
    other, _ = play(doc, (0, jest("customs")))
    assert other["pending"] == {"type": "settle", "event": event}


@pytest.mark.rule("SOLO-27", "EVENTS-21")
def test_solo_27_without_rats_the_whole_limit_is_drafted() -> None:
    start = position("""villagers options=(solo=normal) phase=draft countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats customs]) pending=(type=settle event=rats)
        road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0] stacks=[[wine_trader]] seats=[
        (hand=[hunter])]""")
    after, _ = play(start, (0, jest("rats")), (0, draft(0)), (0, hers(1)))
    assert after["phase"] == "draft"


@pytest.mark.rule("SOLO-27", "EVENTS-15")
def test_solo_27_arson_can_be_hit_in_the_draft_before_it() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson]) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        stacks=[[wine_trader]] reserve=[jeweler] seats=[(square=[agent])]""")
    after, _ = play(doc, (0, jest("arson")), (0, draft(0)), (0, hers(1)), (0, {"type": "coin", "slot": 2}))
    assert (after["phase"], after["pending"]) == ("build", None)


@pytest.mark.rule("SOLO-27", "EVENTS-8")
def test_solo_27_serfdom_until_it_has_applied() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom]) stacks=[[wine_trader]] seats=[(hand=[mason cooper])]""")
    used, _ = play(doc, (0, trade("mason", "miner")))
    assert used["events"]["begun"] == ["serfdom"]
    assert offered(used) == []
    assert refused(used, 0, jest("serfdom")) == "SOLO-27"
    hit, _ = play(doc, (0, jest("serfdom")), (0, trade("mason", "miner")), (0, give(0)))
    assert (court_of(hit), hit["stacks"][0]) == ([], ["mason", *GO_ON[0]])


@pytest.mark.rule("SOLO-27", "EVENTS-11")
def test_solo_27_the_countess_bank_until_it_has_applied() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[the_countess_bank]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.blacksmith@2] hand=[beekeeper cooper hunter] gold=6)]""")
    other, _ = play(doc, (0, place("hunter")))
    assert offered(other) == ["the_countess_bank"]
    hit, _ = play(other, (0, jest("the_countess_bank")), (0, place("beekeeper", unlock=BY_BANK)))
    assert gold_of(hit) == (4, 1)
    used, _ = play(doc, (0, place("beekeeper", unlock=BY_BANK)))
    assert (gold_of(used), offered(used)) == ((3, 1), [])


@pytest.mark.rule("SOLO-27")
def test_solo_27_hitting_a_used_event_is_offered_again_when_it_comes_back() -> None:
    """Discarded after its round, Serfdom lies in the deck again and can be hit afresh."""
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[serfdom] begun=[serfdom]) stacks=[[wine_trader]] reserve=[jeweler] seats=[()]""")
    after, events = play(doc, (0, END))
    assert facts(events, "reshuffled") == [{"pile": "summer", "count": 1}]
    assert (after["events"]["face_up"], after["events"]["begun"], offered(after)) == (["serfdom"], [], ["serfdom"])


# --- It Was You! -----------------------------------------------------------------------------


@pytest.mark.rule("EVENTS-19")
def test_events_19_in_the_round_it_is_dealt_nothing_happens_yet() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[tribute] winter=[it_was_you]) stacks=[[] [] [wattler]] reserve=[jeweler] markets_held=[1]
        seats=[
        ()]""")
    after, _ = play(doc, (0, resolve("tribute")))
    assert (after["phase"], after["events"]["face_up"]) == ("draft", ["it_was_you"])
    assert (after["events"]["jester"], after["events"]["jester_due"]) == (True, False)


@pytest.mark.rule("EVENTS-19")
def test_events_19_resolved_with_a_fresh_jester_he_is_due() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you tribute] winter=[]) stacks=[[] [] [wattler]] markets_held=[1] reserve=[jeweler]
        seats=[
        ()]""")
    after, events = play(start, (0, resolve("it_was_you")))
    assert (after["events"]["jester"], after["events"]["jester_due"]) == (True, True)
    assert after["phase"] == "event"
    assert offered(after) == ["tribute"]
    assert facts(events, "event_resolved") == [{"event": "it_was_you"}]


@pytest.mark.rule("EVENTS-19")
def test_events_19_he_may_hit_this_card_itself() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you] winter=[rats]) stacks=[[] [] [wattler]] markets_held=[1] reserve=[jeweler]
        seats=[
        ()]""")
    after, events = play(start, (0, jest("it_was_you")))
    assert (after["phase"], after["events"]["face_up"]) == ("draft", ["rats"])
    assert (after["events"]["jester"], after["events"]["jester_due"]) == (False, False)
    assert facts(events, "event_resolved") == []


@pytest.mark.rule("EVENTS-19")
@pytest.mark.parametrize("first", [True, False])
def test_events_19_or_another_event_before_or_after(first: bool) -> None:
    moves = [jest("tribute"), resolve("it_was_you")]
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you tribute] winter=[rats]) stacks=[[] [] [wattler]] markets_held=[1]
        reserve=[jeweler] seats=[()]""")
    after, _ = play(start, *[(0, move) for move in (moves if first else moves[::-1])])
    assert (after["phase"], after["events"]["face_up"]) == ("draft", ["rats"])
    assert (after["events"]["jester"], after["events"]["jester_due"]) == (False, False)


@pytest.mark.rule("EVENTS-19")
def test_events_19_at_the_latest_one_of_the_new_events() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you tribute] winter=[rats arrest blackmail arson]) stacks=[[] [] [wattler]]
        markets_held=[1] reserve=[hunter] seats=[()]""")
    last, _ = play(doc, (0, resolve("it_was_you")), (0, resolve("tribute")))
    assert (last["phase"], last["pending"]) == ("event", {"type": "jester"})
    assert court_of(last) == ["hunter"]
    assert legal(last, 0) == [jest(event) for event in choices(last, "jester", "event")]
    assert offered(last) == ["arrest", "blackmail", "rats"]
    for move in (draft(0), blind(2), resolve("arrest")):
        assert refused(last, 0, move) == "EVENTS-19"
    assert refused(last, 0, jest("arson")) == "SOLO-27"
    after, events = play(last, (0, jest("rats")))
    assert (after["round"], after["phase"], after["pending"]) == (2, "draft", None)
    assert after["events"]["face_up"] == ["arrest", "blackmail"]
    assert (after["events"]["jester"], after["events"]["jester_due"]) == (False, False)
    assert facts(events, "event_discarded") == [{"event": "rats", "reason": "jester"}]


@pytest.mark.rule("EVENTS-19")
def test_events_19_the_new_event_may_be_it_was_you_again() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you] winter=[]) stacks=[[] [] [wattler]] markets_held=[1] reserve=[jeweler] seats=[
        ()]""")
    last, events = play(start, (0, resolve("it_was_you")))
    assert facts(events, "reshuffled") == [{"pile": "winter", "count": 1}]
    assert last["pending"] == {"type": "jester"}
    after, _ = play(last, (0, jest("it_was_you")))
    assert (after["phase"], after["events"]["face_up"]) == ("draft", [])


@pytest.mark.rule("EVENTS-19")
def test_events_19_with_no_target_he_leaves() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you] winter=[]) stacks=[[] [] [wattler]] markets_held=[1] reserve=[] seats=[()]""")
    after, events = play(start, (0, resolve("it_was_you")))
    assert (after["phase"], after["events"]["jester"], after["events"]["jester_due"]) == ("draft", False, False)
    assert [event.type for event in events].count("jester_left") == 1
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("EVENTS-19", "SOLO-30")
def test_events_19_in_the_last_round_he_leaves_with_nothing_dealt() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you] winter=[rats]) stacks=[] markets_held=[1] reserve=[jeweler] seats=[()]""")
    after, events = play(start, (0, resolve("it_was_you")))
    assert (after["phase"], after["events"]["jester"]) == ("over", False)
    assert [event.type for event in events].count("jester_left") == 1


@pytest.mark.rule("EVENTS-19")
def test_events_19_used_before_it_has_no_effect() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you tribute] winter=[rats] jester=no) stacks=[[] [] [wattler]] markets_held=[1]
        reserve=[jeweler] seats=[()]""")
    between, events = play(doc, (0, resolve("it_was_you")))
    assert between["events"]["jester_due"] is False
    after, more = play(between, (0, resolve("tribute")))
    assert (after["phase"], after["events"]["face_up"]) == ("draft", ["rats"])
    assert [event for event in events + more if event.type == "jester_left"] == []


@pytest.mark.rule("EVENTS-19")
def test_events_19_he_may_be_used_in_any_phase_of_the_round() -> None:
    doc = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[it_was_you tribute]) road=[cooper+0 hunter+0 mason+0 thatcher+0 carpenter+0 grazier+0]
        markets_held=[1] stacks=[[] [] [wattler]] reserve=[jeweler jeweler] seats=[()]""")
    after, _ = play(doc, (0, jest("tribute")), (0, draft(0)), (0, hers(1)))
    assert offered(after) == []
    assert after["events"]["face_up"] == ["it_was_you"]


@pytest.mark.rule("EVENTS-19")
def test_events_19_a_due_jester_has_a_target() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(jester_due=yes) pending=(type=jester) stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)
