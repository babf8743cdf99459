"""SOLO: the value of the Countess's new villager, the number of events it brings, and the two decks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ruleset import Doc
from tests.positions import facts, legal, paths, play, position
from tests.villagers.countess import GO_ON, court_of, event_phase, resolve, revealed, solo

DECK = ["land_claim", "serfdom", "bribes", "betrayer"]


def end_card(card: str, *court: str, level: str = "normal", **fields: Any) -> list[str]:
    """Return the events dealt when the Countess gets this card at the end of the Event Phase."""
    fields |= {"events": {"summer": DECK}, "reserve": [card, "wattler"], "level": level}
    doc = event_phase("()", *court, face_up=["customs"], **fields)
    after, told = play(doc, (0, resolve("customs")))
    assert court_of(after)[-1] == card
    assert after["reserve"] == ["wattler"]
    assert after["events"]["face_up"] == revealed(told)
    return revealed(told)


# --- how many events -------------------------------------------------------------------------


@pytest.mark.rule("SOLO-21")
@pytest.mark.parametrize("card", ["jeweler", "spelunker", "fromager"])
def test_solo_21_ten_or_more_one_event(card: str) -> None:
    assert end_card(card) == ["land_claim"]


@pytest.mark.rule("SOLO-22")
@pytest.mark.parametrize("card", ["truffler", "cartwright", "mason", "chandler"])
def test_solo_22_one_to_nine_two_events(card: str) -> None:
    assert end_card(card) == ["land_claim", "serfdom"]


@pytest.mark.rule("SOLO-23")
@pytest.mark.parametrize(
    "card", ["brewer", "grazier", "milk_maid", "seeker", "carpenter", "graper", "harvester", "hunter"]
)
def test_solo_23_nothing_three_events(card: str) -> None:
    assert end_card(card) == ["land_claim", "serfdom", "bribes"]


ORE = ("glass_blower", "glass_blower", "mason", "seeker")
SILVER = [
    ("ore_muler", ORE, 2),
    ("ore_muler", ("seeker",), 3),
    ("log_rafter", (), 2),
    ("locksmith", (), 2),
    ("horse_trader", (), 3),
    ("horse_trader", ("grazier",), 2),
    ("grocer", ("milk_maid", "hunter"), 2),
    ("grocer", ("milk_maid", "milk_maid"), 1),
    ("freemason", (), 3),
    ("wood_carver", ("spelunker",), 3),
    ("wood_carver", ("cartwright", "wheeler"), 1),
    ("peddler", (), 3),
    ("peddler", ("mason",), 2),
    ("priest", (), 3),
    ("priest", ("beekeeper",), 2),
    ("agent", (), 3),
    ("agent", ("cooper+9",), 2),
    ("agent", ("cooper+10",), 1),
]


@pytest.mark.rule("SOLO-24")
@pytest.mark.parametrize(("card", "court", "number"), SILVER)
def test_solo_24_silver_is_worth_what_it_is_in_her_village_now(card: str, court: tuple[str, ...], number: int) -> None:
    assert len(end_card(card, *court)) == number


@pytest.mark.rule("SOLO-24")
def test_solo_24_the_players_village_does_not_matter() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim serfdom bribes betrayer]) stacks=[[wine_trader]]
        reserve=[grocer] seats=[(village=[1.founders:food 2.graper 3.hunter 4.harvester])]""")
    _, events = play(doc, (0, resolve("customs")))
    assert len(revealed(events)) == 3


@pytest.mark.rule("SOLO-23")
def test_solo_23_bronze_is_no_value() -> None:
    assert len(end_card("captain", "mason", options={"expansions": ["profiteers"]})) == 3


@pytest.mark.rule("SOLO-36")
@pytest.mark.parametrize("card", ["jeweler", "truffler", "hunter", "grocer"])
def test_solo_36_the_beginner_gets_one_event(card: str) -> None:
    assert end_card(card, level="beginner") == ["land_claim"]


@pytest.mark.rule("SOLO-37")
def test_solo_37_the_hard_game_deals_like_the_normal_one() -> None:
    assert [len(end_card(card, level="hard")) for card in ("jeweler", "truffler", "hunter")] == [1, 2, 3]


# --- the two decks ---------------------------------------------------------------------------

DECKS: Doc = {"summer": ["land_claim", "bribes"], "winter": ["tribute", "arrest"]}


@pytest.mark.rule("SOLO-25")
def test_solo_25_summer_until_the_first_market_has_been_held() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim bribes] winter=[tribute arrest]) stacks=[[hunter]]
        reserve=[mason] seats=[()]""")
    before, _ = play(
        start,
        (0, resolve("customs")),
    )
    assert before["events"]["face_up"] == ["land_claim", "bribes"]
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim bribes] winter=[tribute arrest]) stacks=[[] [] [hunter]]
        reserve=[mason] seats=[()]""")
    market, events = play(
        start,
        (0, resolve("customs")),
    )
    assert [event.type for event in events][-2:] == ["market", "round_started"]
    assert market["events"]["face_up"] == ["land_claim", "bribes"], "the market follows the Event Phase"
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[land_claim bribes] winter=[tribute arrest]) stacks=[[] [] [hunter]]
        reserve=[mason] markets_held=[1] seats=[()]""")
    later, _ = play(
        start,
        (0, resolve("customs")),
    )
    assert later["events"]["face_up"] == ["tribute", "arrest"]
    assert later["events"]["summer"] == DECKS["summer"]


@pytest.mark.rule("SOLO-26")
def test_solo_26_an_exhausted_deck_is_made_anew_from_its_own_discards() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes] summer_discard=[betrayer serfdom land_claim]
        winter_discard=[rats]) stacks=[[wine_trader]] reserve=[hunter] seats=[()]""")
    after, happened = play(start, (0, resolve("customs")))
    assert facts(happened, "reshuffled") == [{"pile": "summer", "count": 4}], "the Customs just resolved are in it"
    assert revealed(happened)[0] == "bribes"
    pool = sorted(["betrayer", "customs", "land_claim", "serfdom"])
    assert sorted(revealed(happened)[1:] + after["events"]["summer"]) == pool
    assert (len(after["events"]["face_up"]), after["events"]["summer_discard"]) == (3, [])
    assert after["events"]["winter_discard"] == ["rats"]
    assert after["draws"] == 2


@pytest.mark.rule("SOLO-26")
def test_solo_26_only_when_an_event_is_needed() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs] summer=[bribes]) stacks=[[wine_trader]] reserve=[jeweler] seats=[()]""")
    after, happened = play(
        start,
        (0, resolve("customs")),
    )
    assert (after["events"]["summer"], after["events"]["summer_discard"]) == ([], ["customs"])
    assert facts(happened, "reshuffled") == []


@pytest.mark.rule("SOLO-26")
def test_solo_26_with_all_in_play_fewer_are_dealt() -> None:
    start = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[customs]) stacks=[[wine_trader]] reserve=[hunter] seats=[()]""")
    after, happened = play(start, (0, resolve("customs")))
    assert revealed(happened) == after["events"]["face_up"] == ["customs"]
    assert after["phase"] == "draft"


@pytest.mark.rule("SOLO-26")
def test_solo_26_the_winter_deck_too_and_shuffled() -> None:
    orders = set()
    for number in range(12):
        after, happened = play(
            event_phase(
                "()",
                face_up=["tribute"],
                reserve=["jeweler"],
                stacks=[[], [], ["wattler"]],
                markets_held=[1],
                seed=f"{number:02x}",
                events={"winter_discard": ["arrest", "rats", "blackmail"], "summer": ["bribes"]},
            ),
            (0, resolve("tribute")),
        )
        assert facts(happened, "reshuffled") == [{"pile": "winter", "count": 4}]
        orders.add((*revealed(happened), *after["events"]["winter"]))
    assert len(orders) > 4


@pytest.mark.rule("SOLO-5")
@pytest.mark.parametrize(
    "events",
    [
        {"summer": ["rats"]},
        {"winter": ["serfdom"]},
        {"winter_discard": ["customs"]},
        {"summer": ["bribes", "bribes"]},
        {"face_up": ["bribes"], "summer_discard": ["bribes"]},
        {"face_up": ["dark_mood"]},
        {"begun": ["rats"]},
    ],
)
def test_solo_5_each_event_is_in_one_place_of_its_own_season(events: Doc) -> None:
    assert any(path.startswith("events") for path in paths(solo("()", phase="build", stacks=GO_ON, events=events)))


@pytest.mark.rule("SOLO-5")
def test_solo_5_all_24_events_may_be_in_play() -> None:
    doc = position("""villagers options=(solo=normal) phase=event countess=(gold=1 village=[1.countess:gold])
        events=(face_up=[betrayer black_market bribes customs guild_conspiracy land_claim mood_swing
        sinister_banquet temporary_employment]
        winter_discard=[abduction arrest arson blackmail conscription dark_mood it_was_you protection_money rats
        spy_network trade_network tribute]
        summer=[the_countess_bank value_added_tax] summer_discard=[serfdom]) stacks=[[wine_trader]] seats=[()]""")
    assert len(legal(doc, 0)) == 9 * 2
