"""EVENTS that others replace: Mood Swing in the Event Phase, Dark Mood as soon as it shows."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import facts, play, position, refused, seen_by
from tests.villagers.countess import SUMMER, WINTER, choices, event_phase, gold_of, jest, resolve, revealed
from tests.villagers.game import VILLAGERS

AFTER_FIRST: Doc = {"markets_held": [1], "stacks": [[], [], ["wattler"]]}


# --- Mood Swing ------------------------------------------------------------------------------


def swinging(*deck: str, face_up: tuple[str, ...] = (), **fields: Any) -> Doc:
    events = {"summer": list(deck), **fields.pop("events", {})}
    return event_phase(
        "(village=[1.founders 2.miner 3.mason@2])", face_up=["mood_swing", *face_up], events=events, **fields
    )


@pytest.mark.rule("EVENTS-7")
def test_events_7_mood_swing_is_replaced_and_the_new_event_comes_next() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[mood_swing customs] summer=[land_claim bribes]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    between, events = play(doc, (0, resolve("mood_swing")))
    assert between["pending"] == {"type": "resolve", "event": "land_claim"}
    assert revealed(events) == ["land_claim"]
    assert choices(between, "resolve", "event") == ["land_claim"]
    assert refused(between, 0, resolve("customs")) == "EVENTS-7"
    after, _ = play(between, (0, resolve("land_claim")))
    assert gold_of(after) == (6, 3)
    assert (after["pending"], after["events"]["face_up"]) == (None, ["customs"])
    assert after["events"]["summer_discard"] == ["mood_swing", "land_claim"]
    assert after["events"]["summer"] == ["bribes"]


@pytest.mark.rule("EVENTS-7")
@pytest.mark.parametrize("event", ["serfdom", "the_countess_bank"])
def test_events_7_a_replacement_of_another_phase_has_no_effect(event: str) -> None:
    start = position(f"""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[mood_swing] summer=[{event}]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    after, events = play(start, (0, resolve("mood_swing")))
    assert revealed(events) == [event]
    assert facts(events, "event_discarded") == [{"event": event, "reason": "phase"}]
    assert (after["events"]["face_up"], after["phase"]) == ([], "draft")
    assert gold_of(after) == (8, 1)


@pytest.mark.rule("EVENTS-7")
def test_events_7_it_is_always_a_summer_event() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[mood_swing] summer=[customs] winter=[tribute]) stacks=[[] [] [wattler]] markets_held=[1]
        seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    between, _ = play(doc, (0, resolve("mood_swing")))
    assert between["pending"]["event"] == "customs"
    assert between["events"]["winter"] == ["tribute"]


@pytest.mark.rule("EVENTS-7")
def test_events_7_from_an_empty_deck_it_may_swing_again() -> None:
    """Its own discard is shuffled in: in some game it returns, is resolved again, and then another event comes."""
    swung = 0
    for number in range(16):
        doc = swinging(events={"summer_discard": ["land_claim"]}, seed=f"{number:02x}")
        after, events = play(doc, (0, resolve("mood_swing")))
        assert facts(events, "reshuffled") == [{"pile": "summer", "count": 2}]
        if after["pending"]["event"] == "mood_swing":
            swung += 1
            after, _ = play(after, (0, resolve("mood_swing")))
        assert after["pending"] == {"type": "resolve", "event": "land_claim"}
    assert 0 < swung < 16


@pytest.mark.rule("EVENTS-7")
def test_events_7_with_no_other_summer_event_nothing_replaces_it() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[mood_swing] summer=[]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    after, events = play(start, (0, resolve("mood_swing")))
    assert (revealed(events), after["events"]["face_up"], after["phase"]) == ([], [], "draft")
    assert after["events"]["summer_discard"] == ["mood_swing"]


@pytest.mark.rule("EVENTS-7", "SOLO-27")
def test_events_7_the_jester_can_hit_the_replacement_or_another_event() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[mood_swing customs] summer=[land_claim]) stacks=[[wine_trader]] seats=[
        (village=[1.founders 2.miner 3.mason@2])]""")
    between, _ = play(start, (0, resolve("mood_swing")))
    assert choices(between, "jester", "event") == ["customs", "land_claim"]
    other, _ = play(between, (0, jest("customs")))
    assert other["pending"] == {"type": "resolve", "event": "land_claim"}
    hit, _ = play(between, (0, jest("land_claim")))
    assert (hit["pending"], hit["events"]["face_up"], gold_of(hit)) == (None, ["customs"], (8, 1))


# --- Dark Mood -------------------------------------------------------------------------------


def mood(*deck: str, card: str = "jeweler", level: str = "normal", **events: Any) -> tuple[Doc, list[Any]]:
    """Return a winter round that ends with this deck; a jeweler brings one event, a hunter three."""
    decks = {"winter": list(deck), **events}
    doc = event_phase("()", face_up=["tribute"], reserve=[card], level=level, events=decks, **AFTER_FIRST)
    return play(doc, (0, resolve("tribute")))


@pytest.mark.rule("EVENTS-18")
def test_events_18_dark_mood_gives_way_to_two_more() -> None:
    after, events = mood("dark_mood", "rats", "arrest", "arson")
    assert revealed(events) == ["dark_mood", "rats", "arrest"]
    assert facts(events, "event_discarded") == [{"event": "dark_mood", "reason": "replaced"}]
    assert after["events"]["face_up"] == ["rats", "arrest"]
    assert after["events"]["winter_discard"] == ["tribute", "dark_mood"]
    assert seen_by(events, None) == seen_by(events, 0)


@pytest.mark.rule("EVENTS-18")
def test_events_18_of_three_events_it_makes_four() -> None:
    after, _ = mood("rats", "dark_mood", "arrest", "arson", "blackmail", "abduction", card="hunter")
    assert after["events"]["face_up"] == ["rats", "arrest", "arson", "blackmail"]


@pytest.mark.rule("EVENTS-18", "SOLO-36")
def test_events_18_the_beginners_one_event_becomes_two_as_well() -> None:
    after, _ = mood("dark_mood", "rats", "arrest", "arson", card="hunter", level="beginner")
    assert after["events"]["face_up"] == ["rats", "arrest"]


@pytest.mark.rule("EVENTS-18", "SOLO-26")
def test_events_18_from_an_empty_deck_it_may_come_back() -> None:
    """Shuffled with the other discards; again two more replace it, as many as there are."""
    came_back = set()
    for number in range(16):
        doc = event_phase(
            "()",
            face_up=["tribute"],
            reserve=["jeweler"],
            seed=f"{number:02x}",
            **AFTER_FIRST,
            events={"winter": ["dark_mood"], "winter_discard": ["rats", "arrest", "arson"]},
        )
        after, events = play(doc, (0, resolve("tribute")))
        assert facts(events, "reshuffled")[0] == {"pile": "winter", "count": 5}
        again = revealed(events).count("dark_mood") - 1
        came_back.add(again)
        assert len(after["events"]["face_up"]) == (2 if not again else 3)
    assert came_back == {0, 1}


@pytest.mark.rule("EVENTS-18")
def test_events_18_alone_it_is_replaced_by_nothing() -> None:
    """The other eleven are face up or out of the game: there is no endless shuffling."""
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] winter=[dark_mood]) stacks=[[] [] [wattler]] reserve=[jeweler] markets_held=[1]
        seats=[
        ()]""")
    after, events = play(doc, (0, resolve("customs")))
    assert (revealed(events), after["events"]["face_up"]) == (["dark_mood"], [])
    assert after["events"]["winter_discard"] == ["dark_mood"]
    assert after["phase"] == "draft"


@pytest.mark.rule("EVENTS-18")
def test_events_18_it_never_lies_face_up() -> None:
    for number in range(8):
        doc = event_phase(
            "()",
            face_up=["customs"],
            reserve=["hunter"],
            seed=f"{number:02x}",
            **AFTER_FIRST,
            events={"winter_discard": list(WINTER)},
        )
        after, _ = play(doc, (0, resolve("customs")))
        assert "dark_mood" not in after["events"]["face_up"]
        assert len(after["events"]["face_up"]) >= 3


@pytest.mark.rule("EVENTS-18")
def test_events_18_the_jester_cannot_hit_it() -> None:
    after, _ = mood("dark_mood", "blackmail", "arrest")
    assert choices(after, "jester", "event") == ["arrest", "blackmail"]
    assert refused(after, 0, jest("dark_mood")) == "SOLO-27"


@pytest.mark.rule("SOLO-5")
def test_solo_5_the_catalogue_knows_both_decks() -> None:
    cards = [card for card in VILLAGERS.cards("en") if card["kind"] == "event"]
    decks = {season: sorted(card["key"] for card in cards if card["deck"] == season) for season in ("summer", "winter")}
    assert decks == {"summer": sorted(SUMMER), "winter": sorted(WINTER)}
    assert all(card["copies"] == 1 for card in cards)
