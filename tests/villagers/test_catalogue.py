"""The catalogue: villagers of all boxes, 24 events, the Jester, 12 developments, in English and in German."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.ruleset import Doc
from tests.villagers.game import VILLAGERS

EN: dict[str, Doc] = {card["key"]: card for card in VILLAGERS.cards("en")}
DE: dict[str, Doc] = {card["key"]: card for card in VILLAGERS.cards("de")}

NOTHING: Doc = {"suit": None, "symbols": 0, "on": None, "padlock": None, "keyring": 0, "silver": None, "bronze": None}

# key, English, German, suit, kind, box, copies, stands on, fewest seats, dealt to each seat
EXPANSIONS: list[tuple[Any, ...]] = [
    ("alchemist", "Alchemist", "Alchemist", "ore", "village", "profiteers", 1, "miner", 1, False),
    ("arkwright", "Arkwright", "Truhenbauerin", "wood", "village", "profiteers", 1, "lumberjack", 1, False),
    ("captain", "Captain", "Kapitän", "solitary", "village", "profiteers", 1, None, 1, False),
    ("carter", "Carter", "Kutscherin", "hay", "village", "profiteers", 1, "hayer", 1, False),
    ("freelancer", "Freelancer", "Freiberuflerin", "special", "village", "profiteers", 2, None, 1, False),
    ("wholesaler", "Wholesaler", "Großhändlerin", "solitary", "village", "profiteers", 2, None, 1, False),
    ("benefactor", "Benefactor", "Gönner", "special", "discard", "saints", 1, None, 1, True),
    ("nun", "Nun", "Nonne", "special", "village", "saints", 1, None, 1, True),
    ("pigeoneer", "Pigeoneer", "Taubenzüchterin", "special", "discard", "saints", 1, None, 1, True),
    ("prophet", "Prophet", "Prophet", "special", "discard", "saints", 1, None, 1, True),
    ("recruiter", "Recruiter", "Rekrutiererin", "special", "village", "saints", 1, None, 2, True),
    ("barbarian", "Barbarian", "Barbarin", "special", "discard", "scoundrels", 1, None, 1, True),
    ("courier", "Courier", "Kurier", "special", "discard", "scoundrels", 1, None, 2, True),
    ("flaker", "Flaker", "Hallodri", "special", "discard", "scoundrels", 1, None, 1, True),
    ("noble", "Noble", "Adlige", "special", "discard", "scoundrels", 1, None, 2, True),
    ("schemer", "Schemer", "Intrigant", "special", "discard", "scoundrels", 1, None, 1, True),
    ("sheriff", "Sheriff", "Sheriff", "special", "discard", "scoundrels", 2, None, 4, False),
    ("thief", "Thief", "Dieb", "special", "village", "scoundrels", 2, None, 4, False),
]
EVENTS = {
    "summer": {
        "betrayer": ("Betrayer", "Verräter"),
        "black_market": ("Black Market", "Schwarzmarkt"),
        "bribes": ("Bribes", "Bestechung"),
        "customs": ("Customs", "Zoll"),
        "guild_conspiracy": ("Guild Conspiracy", "Gildenverschwörung"),
        "land_claim": ("Land Claim", "Landanspruch"),
        "mood_swing": ("Mood Swing", "Stimmungsumschwung"),
        "serfdom": ("Serfdom", "Leibeigenschaft"),
        "sinister_banquet": ("Sinister Banquet", "Finsteres Bankett"),
        "temporary_employment": ("Temporary Employment", "Vorübergehende Beschäftigung"),
        "the_countess_bank": ("The Countess Bank", "Die Bank der Gräfin"),
        "value_added_tax": ("Value Added Tax", "Mehrwertsteuer"),
    },
    "winter": {
        "abduction": ("Abduction", "Entführung"),
        "arrest": ("Arrest", "Arrest"),
        "arson": ("Arson", "Brandstiftung"),
        "blackmail": ("Blackmail", "Erpressung"),
        "conscription": ("Conscription", "Wehrpflicht"),
        "dark_mood": ("Dark Mood", "Dunkle Stimmung"),
        "it_was_you": ("It Was You!", "Du warst es!"),
        "protection_money": ("Protection Money", "Schutzgeld"),
        "rats": ("Rats", "Ratten"),
        "spy_network": ("Spy Network", "Spionagenetzwerk"),
        "trade_network": ("Trade Network", "Handelsnetzwerk"),
        "tribute": ("Tribute", "Tribut"),
    },
}
# key: English, German, suit, gold, food, builders, fewest seats
DEVELOPMENTS: dict[str, tuple[Any, ...]] = {
    "church": ("Church", "Kirche", "community", 3, 0, 0, 2),
    "inn": ("Inn", "Gasthaus", "community", 5, 0, 0, 2),
    "tavern": ("Tavern", "Schänke", "community", 3, 0, 0, 1),
    "town_hall": ("Town Hall", "Rathaus", "community", 5, 0, 0, 1),
    "bank": ("Bank", "Bank", "mercantile", 5, 0, 0, 1),
    "guildhall": ("Guildhall", "Gildenhaus", "mercantile", 5, 0, 0, 1),
    "lighthouse": ("Lighthouse", "Leuchtturm", "mercantile", 5, 0, 0, 1),
    "marketplace": ("Marketplace", "Marktplatz", "mercantile", 5, 0, 0, 1),
    "gold_mine": ("Gold Mine", "Goldmine", "technology", 5, 0, 0, 1),
    "ox_crane": ("Ox Crane", "Ochsenkran", "technology", 2, 0, 1, 1),
    "sawmill": ("Sawmill", "Sägemühle", "technology", 2, 0, 1, 1),
    "windmill": ("Windmill", "Windmühle", "technology", 2, 1, 0, 2),
}


def shows(card: Doc, expected: Doc) -> None:
    """The card has these facts."""
    assert {fact: card[fact] for fact in expected} == expected


def of_kind(kind: str) -> set[str]:
    return {key for key, card in EN.items() if card["kind"] == kind}


def test_catalogue_every_card_once_and_the_same_in_both_languages() -> None:
    assert len(VILLAGERS.cards("en")) == len(EN)
    assert list(EN) == list(DE)
    for key, card in EN.items():
        words = {"name", "text"}
        assert {fact: value for fact, value in card.items() if fact not in words} == {
            fact: value for fact, value in DE[key].items() if fact not in words
        }


@pytest.mark.rule("SETUP-1", "SAINTS-1", "SCOUNDRELS-1", "PROFITEERS-1", "DEVELOPMENTS-1")
def test_catalogue_how_many_cards_each_box_holds() -> None:
    cards: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for card in EN.values():
        cards[card["box"]] += card["copies"]
        kinds[card["kind"]] += card["copies"]
    # 5 Founders, 30 basic, 100 others, 14 of them wool and leather.
    assert (cards["base"], cards["four_plus"], cards["solo"]) == (5 + 30 + 86, 14, 1 + 1 + 24)
    assert [cards[box] for box in ("saints", "scoundrels", "profiteers", "developments")] == [5, 9, 8, 12]
    assert len(cards) == 7
    assert (kinds["event"], kinds["jester"], kinds["development"], kinds["basic"]) == (24, 1, 12, 30)


@pytest.mark.rule("SAINTS-1", "SCOUNDRELS-1", "SCOUNDRELS-2", "SCOUNDRELS-4", "PROFITEERS-1")
@pytest.mark.parametrize("row", EXPANSIONS, ids=[row[0] for row in EXPANSIONS])
def test_catalogue_villagers_of_the_expansions(row: tuple[Any, ...]) -> None:
    key, english, german, suit, kind, box, copies, on, min_seats, dealt = row
    assert (EN[key]["name"], DE[key]["name"]) == (english, german)
    shows(EN[key], {"suit": suit, "symbols": 1, "kind": kind, "box": box, "copies": copies, "on": on, "deck": None})
    shows(EN[key], {"min_seats": min_seats, "dealt": dealt, "padlock": None, "keyring": 0, "starting_road": False})
    shows(EN[key], {"food": 0, "builders": 0, "gold": 0})


def test_catalogue_the_expansions_hold_no_other_villagers() -> None:
    boxes = ("saints", "scoundrels", "profiteers")
    assert {key for key, card in EN.items() if card["box"] in boxes} == {row[0] for row in EXPANSIONS}


@pytest.mark.rule("PROFITEERS-6", "PROFITEERS-7", "PROFITEERS-8", "PROFITEERS-9", "PROFITEERS-14")
def test_catalogue_bronze_and_the_wholesalers_silver() -> None:
    bronze = {key: card["bronze"] for key, card in EN.items() if card["bronze"]}
    assert {key: (formula["per"], formula["gold"]) for key, formula in bronze.items()} == {
        "alchemist": (2, 1),
        "arkwright": (1, 2),
        "captain": (1, 1),
        "carter": (1, 1),
    }
    assert (EN["wholesaler"]["silver"]["per"], EN["wholesaler"]["silver"]["gold"]) == (1, 3)
    assert EN["nun"]["silver"] is None, "she is no silver villager (A-53)"


@pytest.mark.rule("SOLO-1")
def test_catalogue_what_is_not_in_the_game_with_one_seat() -> None:
    with_more = {key for key, card in EN.items() if card["min_seats"] > 1}
    assert with_more == {
        *("monk", "apprentice", "tinner", "smuggler", "recruiter", "noble", "courier", "thief", "sheriff"),
        *("church", "inn", "windmill"),
        *("shepherd", "spinner", "weaver", "tailor", "tanner", "saddler", "cobbler"),
    }
    assert {EN[key]["min_seats"] for key in with_more} == {2, 4}


@pytest.mark.rule("SOLO-4", "SOLO-5")
def test_catalogue_the_countess_and_the_jester() -> None:
    assert [(cards["countess"]["name"], cards["jester"]["name"]) for cards in (EN, DE)] == [
        ("Countess", "Jester"),
        ("Gräfin", "Hofnarr"),
    ]
    shows(EN["countess"], {**NOTHING, "box": "solo", "copies": 1, "gold": 4, "food": 0, "builders": 0, "deck": None})
    shows(EN["jester"], {**NOTHING, "kind": "jester", "box": "solo", "copies": 1, "gold": 0, "deck": None})


@pytest.mark.rule("SOLO-5")
@pytest.mark.parametrize("season", ["summer", "winter"])
def test_catalogue_the_events_of_a_season(season: str) -> None:
    found = {key for key in of_kind("event") if EN[key]["deck"] == season}
    assert found == set(EVENTS[season])
    for key, names in EVENTS[season].items():
        assert (EN[key]["name"].lstrip("-"), DE[key]["name"].lstrip("-")) == names
        shows(EN[key], {**NOTHING, "box": "solo", "copies": 1, "gold": 0, "food": 0, "builders": 0, "dealt": False})


@pytest.mark.rule("DEVELOPMENTS-1", "DEVELOPMENTS-10", "DEVELOPMENTS-19", "DEVELOPMENTS-21")
@pytest.mark.parametrize("key", DEVELOPMENTS)
def test_catalogue_the_developments(key: str) -> None:
    english, german, suit, gold, food, builders, min_seats = DEVELOPMENTS[key]
    assert (EN[key]["name"], DE[key]["name"]) == (english, german)
    shows(EN[key], {**NOTHING, "kind": "development", "box": "developments", "deck": suit, "copies": 1})
    shows(EN[key], {"gold": gold, "food": food, "builders": builders, "min_seats": min_seats})


@pytest.mark.rule("DEVELOPMENTS-1")
def test_catalogue_four_developments_of_each_suit() -> None:
    assert of_kind("development") == set(DEVELOPMENTS)
    suits = Counter(EN[key]["deck"] for key in DEVELOPMENTS)
    assert suits == {"community": 4, "mercantile": 4, "technology": 4}


def test_catalogue_what_symbols_do_not_tell_is_told_in_both_languages() -> None:
    told = {*of_kind("event"), *of_kind("development"), "jester"}
    told |= {key for key, card in EN.items() if card["suit"] == "special"}
    for key in sorted(told):
        english, german = EN[key]["text"], DE[key]["text"]
        assert english != german, key
        assert all(text and text.endswith((".", "!")) for text in (english, german)), key
    for key, card in EN.items():
        assert card["name"]
        assert DE[key]["name"]
        assert (card["text"] is None) == (DE[key]["text"] is None)


def test_catalogue_the_facts_of_every_card_have_a_source() -> None:
    for key, card in EN.items():
        sources = {one["fact"]: one["source"] for one in card["provenance"]}
        assert set(sources.values()) <= {"rulebook", "public", "reconstructed"}
        assert {"copies", "gold"} <= set(sources), key
        assert set(sources) <= set(card), key


def test_catalogue_is_handed_out_as_a_copy() -> None:
    VILLAGERS.cards("en")[0]["name"] = "Nobody"
    assert VILLAGERS.cards("en")[0]["name"] == "Founders"


def test_every_card_with_a_text_names_its_rules_and_they_exist() -> None:
    known = {rule["id"] for rule in VILLAGERS.rules("en")}
    for key, card in EN.items():
        assert set(card["rules"]) <= known, key
        assert len(set(card["rules"])) == len(card["rules"]), key
        assert card["rules"] or not (card["text"] or card["silver"] or card["bronze"]), key
