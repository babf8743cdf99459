"""Positions against the Countess that no game could be in are refused with every fault, and right ones are read."""

from __future__ import annotations

import pytest

from engine.ruleset import Doc
from tests.positions import complete, legal, paths, position, to_act, village
from tests.villagers.game import road
from tests.villagers.test_position_faults_expansions import alone, drafting, marks, wrong


def hers(*words: str, level: str = "normal") -> Doc:
    """A position against a Countess with exactly this village."""
    return {**alone(level=level), **position(f"villagers countess=(village=[{village(words)}])")}


# --- solo play: the Countess and her events --------------------------------------------------


def test_position_faults_solo_is_for_one_seat_and_one_seat_is_solo() -> None:
    assert "options.solo" in paths(drafting("() ()", options={"solo": "hard"}))
    wrong(drafting("()"), "options.solo")
    wrong(drafting("() ()", countess={}), "countess")
    wrong(drafting("() ()", events={}), "events")
    wrong(alone(to_act=[1]), "to_act")
    wrong(alone(first_player=1), "first_player", "to_act")
    assert set(paths(alone(level="easy"))) >= {"options.solo"}


@pytest.mark.parametrize(
    ("doc", "where"),
    [
        ({**alone(), "countess": {"village": []}}, "countess.village"),
        (hers("countess", "countess"), "countess.village"),
        (hers("countess:food"), "countess.village.0.side"),
        (hers("countess:gold+2"), "countess.village.0.gold"),
        (hers("countess:gold", level="beginner"), "countess.village.0.side"),
        (hers("countess:blank"), "countess.village.0.side"),
        (hers("countess:blank", level="hard"), "countess.village.0.side"),
        (alone("()", "founders"), "countess.village.1"),
        (alone("()", "grazier", "milk_maid@2"), "countess.village.2.on"),
        (alone("()", "monk=miner"), "countess.village.1"),
        (alone("()", "shepherd"), "countess.village.1.card"),
        (alone("()", "captain"), "countess.village.1.card"),
        (alone("()", "miner", basics={"miner": 9}), "countess.village.1.card"),
        (alone("()", "mason+2"), "countess.village.1.gold"),
        (alone("(village=[1.founders 2.countess])"), "seats.0.village.1.card"),
        (alone("(hand=[countess])"), "seats.0.hand"),
        (alone(reserve=["countess"]), "reserve"),
        ({**alone(), "countess": {"gold": 5001}}, "countess.gold"),
        (
            {**alone(), "countess": {"final": dict.fromkeys(("supply", "gold", "silver", "coins", "nun"), 1)}},
            "countess.final",
        ),
    ],
)
def test_position_faults_of_the_countess(doc: Doc, where: str) -> None:
    found = paths(doc)
    assert any(path.startswith(where) for path in found), found
    # What is there once too often is told of the whole as well.
    assert all(path == "" or path.startswith(where) for path in found), found


@pytest.mark.parametrize(
    ("level", "events", "where"),
    [
        ("normal", {"summer": ["customs", "customs"]}, "events.summer"),
        ("normal", {"summer": ["customs"], "face_up": ["customs"]}, "events."),
        ("normal", {"summer_discard": ["customs"], "face_up": ["customs"]}, "events."),
        ("normal", {"winter": ["rats"], "winter_discard": ["rats"]}, "events."),
        ("normal", {"summer": ["rats"]}, "events.summer"),
        ("normal", {"winter": ["customs"]}, "events.winter"),
        ("normal", {"summer_discard": ["rats"]}, "events.summer_discard"),
        ("normal", {"winter_discard": ["customs"]}, "events.winter_discard"),
        ("normal", {"face_up": ["dark_mood"]}, "events.face_up"),
        ("beginner", {"winter": ["it_was_you"]}, "events.winter"),
        ("beginner", {"face_up": ["it_was_you"]}, "events.face_up"),
        ("hard", {"winter_discard": ["it_was_you"]}, "events.winter_discard"),
        ("hard", {"face_up": ["it_was_you"]}, "events.face_up"),
        ("hard", {"jester": True}, "events.jester"),
        ("normal", {"jester": False, "jester_due": True}, "events.jester_due"),
        ("beginner", {"jester_due": True}, "events.jester_due"),
        ("normal", {"face_up": ["customs"], "begun": ["rats"]}, "events.begun"),
        ("normal", {"face_up": ["rats"], "begun": ["rats", "rats"]}, "events.begun"),
        ("normal", {"face_up": ["rats", "spy_network"], "begun": ["rats", "rats"]}, "events.begun"),
        ("normal", {"face_up": ["land_claim"], "begun": ["land_claim"]}, "events.begun"),
        ("normal", {"summer": ["taxes"]}, "events.summer.0"),
        ("normal", {"jester": 1}, "events.jester"),
    ],
)
def test_position_faults_of_the_events(level: str, events: Doc, where: str) -> None:
    wrong(alone(level=level, events=events), where)


@pytest.mark.parametrize("event", ["rats", "arson", "serfdom", "the_countess_bank"])
@pytest.mark.parametrize("jester", [True, False])
def test_position_faults_what_is_in_force_elsewhere_is_gone_in_the_event_phase(event: str, jester: bool) -> None:
    """It is discarded before the first choice (EVENTS-25)."""
    wrong(alone(phase="event", events={"face_up": [event], "jester": jester}), "events.face_up", "phase")
    wrong(alone(phase="event", events={"face_up": [event, "customs"], "jester": jester}), "events.face_up", "phase")


def test_position_faults_the_event_phase_needs_events() -> None:
    wrong(alone(phase="event"), "phase")
    start = position("""villagers phase=event
        stacks=[[wine_trader] [peddler] [cartwright] [carpenter] [freemason] [truffler]]
        road=[mason+0 cooper+0 agent+0 priest+0 jeweler+0 wheeler+0] seats=[() ()]""")
    wrong(start, "phase")


@pytest.mark.parametrize(
    "doc",
    [
        drafting("(limit_cut=1) ()"),
        alone("(limit_cut=1)"),
        alone("(limit_cut=1)", events={"face_up": ["rats"]}),
        alone("(limit_cut=1)", phase="road", events={"face_up": ["rats"], "begun": ["rats"]}),
        alone("(limit_cut=1)", phase="build", events={"face_up": ["rats"], "begun": ["rats"]}),
        alone("(limit_cut=1)", events={"face_up": ["arson"], "begun": ["arson"]}),
        alone("(limit_cut=2)", events={"face_up": ["rats"], "begun": ["rats"]}),
        alone("(limit_cut=1)", phase="event", events={"face_up": ["customs"]}),
    ],
)
def test_position_faults_a_limit_is_cut_by_the_event_of_the_phase_only(doc: Doc) -> None:
    wrong(doc, "seats.0.limit_cut")


# --- decisions begun -------------------------------------------------------------------------

SETTLE_RATS = {"type": "settle", "event": "rats"}
SETTLE_ARSON = {"type": "settle", "event": "arson"}
FOR_HER = {"type": "countess_draft", "slot": None}


@pytest.mark.parametrize(
    "doc",
    [
        *(drafting("() ()", pending=pending) for pending in (SETTLE_RATS, FOR_HER, {"type": "jester"})),
        alone(pending=SETTLE_RATS),
        alone(pending=SETTLE_RATS, events={"winter_discard": ["rats"]}),
        alone(pending=SETTLE_RATS, events={"face_up": ["rats"], "begun": ["rats"]}),
        alone("(village=[1.founders:food] square=[hunter])", pending=SETTLE_RATS, events={"face_up": ["rats"]}),
        alone(phase="build", pending=SETTLE_RATS, events={"face_up": ["rats"]}),
        alone(pending=SETTLE_ARSON, events={"face_up": ["arson"]}),
        alone("(builds_left=0)", phase="build", pending=SETTLE_ARSON, events={"face_up": ["arson"]}),
        alone(phase="build", pending={"type": "settle", "event": "serfdom"}, events={"face_up": ["serfdom"]}),
        alone(pending={"type": "settle", "event": "customs"}, events={"face_up": ["customs"]}),
        alone(phase="road", pending=SETTLE_RATS, events={"face_up": ["rats"]}),
    ],
)
def test_position_faults_of_a_price(doc: Doc) -> None:
    """Rats and Arson ask for it at the start of their phase, and once."""
    wrong(doc, "pending", "seats.0.builds_left", "seats.0.square", "events.begun")


@pytest.mark.parametrize(
    "doc",
    [
        alone(pending=FOR_HER),
        alone("(square=[hunter])", pending={"type": "countess_draft", "slot": 0}),
        alone("(square=[hunter])", pending=FOR_HER, road=[]),
        alone("(square=[hunter])", pending={"type": "countess_draft", "slot": 6}),
        alone(phase="build", pending=FOR_HER),
    ],
)
def test_position_faults_of_the_countesss_pick(doc: Doc) -> None:
    """A villager has just been drafted, its slot is a gap, and there is something to choose."""
    wrong(doc, "pending", "phase", "seats.0.square")


@pytest.mark.parametrize(
    "doc",
    [
        alone(phase="event", events={"face_up": ["customs"]}, pending={"type": "jester"}),
        alone(phase="event", events={"jester_due": True}, pending={"type": "jester"}),
        alone(phase="event", level="hard", events={"face_up": ["customs"]}, pending={"type": "jester"}),
        alone(events={"face_up": ["customs"], "jester_due": True}, pending={"type": "jester"}),
        alone(phase="event", events={"face_up": ["tribute"]}, pending={"type": "resolve", "event": "tribute"}),
        alone(phase="event", events={"face_up": ["customs"]}, pending={"type": "resolve", "event": "land_claim"}),
        alone(events={"face_up": ["customs"]}, pending={"type": "resolve", "event": "customs"}),
        alone(phase="event", events={"face_up": ["it_was_you"]}, pending={"type": "resolve", "event": "it_was_you"}),
    ],
)
def test_position_faults_of_decisions_about_events(doc: Doc) -> None:
    """The Jester must act only when he is due; what replaced Mood Swing is of the summer and lies face up."""
    wrong(doc, "pending", "phase", "events.jester_due")


# --- positions that are right ----------------------------------------------------------------

RIGHT = [
    alone(level="beginner"),
    alone(level="hard", gold=10, events={"face_up": ["customs", "bribes"]}),
    {**alone(), "countess": None, "events": None},
    hers("countess", "hunter+2"),
    alone("()", "fisher", "chandler+2", "jeweler", events={"winter": ["it_was_you", "rats", "dark_mood"]}),
    alone("(village=[1.founders:food] limit_cut=1)", events={"face_up": ["rats"], "begun": ["rats"]}),
    alone("(limit_cut=1)", phase="build", events={"face_up": ["arson"], "begun": ["arson"]}),
    alone(phase="build", events={"face_up": ["serfdom", "the_countess_bank"], "begun": ["serfdom"]}),
    alone(pending=SETTLE_RATS, events={"face_up": ["rats"]}),
    alone(phase="build", pending=SETTLE_ARSON, events={"face_up": ["arson"]}),
    alone("(square=[hunter])", pending=FOR_HER),
    alone("(square=[hunter fisher])", pending={"type": "countess_draft", "slot": 0}, road=road(None, "mason")),
    alone(phase="event", events={"face_up": ["customs", "bribes"]}, pending={"type": "resolve", "event": "bribes"}),
    alone(phase="event", events={"face_up": ["customs", "rats"], "jester_due": True}, pending={"type": "jester"}),
    alone(phase="event", events={"face_up": ["it_was_you", "customs"]}),
    alone(reserve=["mason"], known=marks("reserve", 0, 1, origin="recycled")),
]


@pytest.mark.parametrize("doc", RIGHT)
def test_position_right_ones_against_the_countess_are_read_and_can_be_played(doc: Doc) -> None:
    whole = complete(doc)
    assert complete(whole) == whole
    assert legal(doc, to_act(doc)[0])
