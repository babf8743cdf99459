"""SOLO and EVENTS: positions against the Countess that no game could be in are refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import legal, paths, position
from tests.villagers.countess import GO_ON, solo
from tests.villagers.game import VILLAGERS, road

ROAD = road("cooper", "hunter")


def drafting(player: str | None = None, **fields: Any) -> Doc:
    return solo(player or "()", **{"road": ROAD, "stacks": GO_ON, **fields})


def building(player: str | None = None, **fields: Any) -> Doc:
    return solo(player or "()", phase="build", stacks=GO_ON, **fields)


def settling(event: str) -> Doc:
    return {"pending": {"type": "settle", "event": event}}


# --- her village -----------------------------------------------------------------------------


@pytest.mark.rule("SOLO-4", "SOLO-36")
@pytest.mark.parametrize(("level", "side"), [("normal", "blank"), ("hard", "blank"), ("beginner", "gold")])
def test_solo_36_the_side_of_her_card_belongs_to_the_level(level: str, side: str) -> None:
    doc = building(level=level)
    assert paths({**doc, "countess": {"village": [{"id": 1, "card": "countess", "side": side}]}})


@pytest.mark.rule("SOLO-4", "SOLO-11")
@pytest.mark.parametrize(
    "village",
    [
        [],
        [{"id": 1, "card": "founders"}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "countess"}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "founders"}],
        [{"id": 1, "card": "countess", "gold": 2}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "mason", "gold": 2}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "seeker"}, {"id": 3, "card": "spelunker", "on": 2}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "tailor"}],
        [{"id": 1, "card": "countess"}, {"id": 2, "card": "miner"}],
    ],
)
def test_solo_11_her_village_is_her_card_and_single_villagers(village: list[Doc]) -> None:
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] seats=[()]""")
    doc = {**start, "basics": {"miner": 9}}
    assert any(path.startswith("countess") for path in paths({**doc, "countess": {"village": village}}))


@pytest.mark.rule("SOLO-4")
def test_solo_4_what_is_left_out_is_what_she_begins_with() -> None:
    doc = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] seats=[()]""")
    written = VILLAGERS.write_position(VILLAGERS.read_position({**doc, "countess": {}}))
    assert written["countess"]["gold"] == 1
    assert [(one["card"], one["side"]) for one in written["countess"]["village"]] == [("countess", "gold")]
    start = position("""villagers options=(solo=beginner) phase=build countess=(gold=1 village=[1.countess:blank])
        stacks=[[wine_trader]] seats=[()]""")
    beginner = VILLAGERS.write_position(VILLAGERS.read_position({**start, "countess": {}}))
    assert beginner["countess"]["village"][0]["side"] == "blank"


@pytest.mark.rule("SOLO-1")
@pytest.mark.parametrize("fields", [{"first_player": 1}, {"to_act": [1]}, {"to_act": [0, 1]}])
def test_solo_1_she_never_acts(fields: Doc) -> None:
    assert paths(drafting(**fields))


# --- events ----------------------------------------------------------------------------------


@pytest.mark.rule("SOLO-18", "EVENTS-25")
@pytest.mark.parametrize("event", ["serfdom", "the_countess_bank", "rats", "arson"])
@pytest.mark.parametrize("others", [(), ("customs",)])
def test_events_25_no_event_of_another_phase_is_left_to_resolve(event: str, others: tuple[str, ...]) -> None:
    start = position(f"""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[{event} {" ".join(others)}]) stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)


@pytest.mark.rule("EVENTS-19", "EVENTS-25")
def test_events_25_but_it_may_lie_there_for_the_next_round() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats arson] jester_due=yes) stacks=[[wine_trader]] pending=(type=jester) seats=[()]""")
    assert [move["event"] for move in legal(doc, 0)] == ["arson", "rats"]


@pytest.mark.rule("EVENTS-21", "EVENTS-15")
def test_a_settling_is_the_first_decision_of_its_phase() -> None:
    arson: Doc = {"events": {"face_up": ["arson"]}, **settling("arson")}
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=settle event=rats)
        seats=[
        ()]""")
    assert len(legal(start, 0)) == len(legal(building(**arson), 0)) == 3
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=settle event=rats)
        seats=[
        (square=[agent])]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=settle event=rats)
        seats=[
        (limit_cut=1)]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] begun=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]]
        pending=(type=settle event=rats) seats=[()]""")
    assert paths(start)
    for spent in ("builds_left=0", "builds_left=1", "trades_left=2", "limit_cut=1"):
        assert paths(building(f"({spent})", **arson)), spent
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] begun=[arson]) stacks=[[wine_trader]] pending=(type=settle event=arson) seats=[()]""")
    assert paths(start)


@pytest.mark.rule("EVENTS-21", "EVENTS-15")
def test_a_settling_belongs_to_an_event_and_its_phase() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats arson customs]) road=[cooper+0 hunter+0] stacks=[[wine_trader]]
        pending=(type=settle event=arson) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats arson customs]) stacks=[[wine_trader]] pending=(type=settle event=rats) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats arson customs]) road=[cooper+0 hunter+0] stacks=[[wine_trader]]
        pending=(type=settle event=customs) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=settle event=rats)
        seats=[
        ()]""")
    assert paths(start)


@pytest.mark.rule("EVENTS-21", "EVENTS-15")
def test_rats_and_arson_in_their_phase_are_settled_or_to_be_settled() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] begun=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] seats=[()]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] begun=[arson]) stacks=[[wine_trader]] seats=[()]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson]) stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=countess_draft slot=3)
        seats=[
        (square=[agent])]""")
    assert paths(start)


@pytest.mark.rule("EVENTS-21", "EVENTS-15")
def test_a_limit_is_cut_by_an_event_only() -> None:
    cut = "(limit_cut=1)"
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[rats] begun=[rats]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] seats=[(limit_cut=1)]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[arson] begun=[arson]) stacks=[[wine_trader]] seats=[(limit_cut=1)]""")
    assert legal(start, 0)
    for events in ({}, {"face_up": ["rats"]}, {"face_up": ["arson"]}, {"face_up": ["customs"]}):
        assert paths(drafting(cut, events=events)), events
        assert paths(building(cut, events=events)), events


@pytest.mark.rule("EVENTS-7")
def test_events_7_only_a_summer_event_of_the_event_phase_replaces_mood_swing() -> None:
    def replaced(event: str) -> Doc:
        return position(f"""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
            events=(face_up=[{event}]) stacks=[[wine_trader]] pending=(type=resolve event={event}) seats=[()]""")

    assert legal(replaced("customs"), 0)
    for event in ("tribute", "serfdom"):
        assert paths(replaced(event)), event
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] pending=(type=resolve event=bribes) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] pending=(type=resolve event=customs) seats=[()]""")
    assert paths(start)


@pytest.mark.rule("SOLO-27")
@pytest.mark.parametrize("event", ["customs", "tribute", "it_was_you", "arson", "serfdom", "the_countess_bank"])
def test_solo_27_what_cannot_have_begun_in_the_draft(event: str) -> None:
    start = position(f"""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[{event}] begun=[{event}]) road=[cooper+0 hunter+0] stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)


@pytest.mark.rule("EVENTS-19")
def test_events_19_the_jester_is_due_in_the_event_phase_only() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] jester_due=yes) stacks=[[wine_trader]] seats=[()]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] jester_due=yes) stacks=[[wine_trader]] pending=(type=jester) seats=[()]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] pending=(type=jester) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] jester_due=yes) road=[cooper+0 hunter+0] stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] jester_due=yes) stacks=[[wine_trader]] seats=[()]""")
    assert paths(start)


@pytest.mark.rule("SOLO-7")
def test_solo_7_her_villager_is_chosen_after_a_draft() -> None:
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=countess_draft slot=3) seats=[
        (square=[agent])]""")
    assert legal(start, 0)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=countess_draft slot=3) seats=[()]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) countess=(gold=1 village=[1.countess:gold])
        road=[cooper+0 hunter+0] stacks=[[wine_trader]] pending=(type=countess_draft slot=0) seats=[
        (square=[agent])]""")
    assert paths(start)
    start = position("""villagers options=(solo=normal) phase=build countess=(gold=1 village=[1.countess:gold])
        stacks=[[wine_trader]] pending=(type=countess_draft slot=3) seats=[()]""")
    assert paths(start)
