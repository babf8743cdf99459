"""The words of My Village: labels, sentences and refusals in every language, from whole random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import IllegalMove
from engine.my_village import MY_VILLAGE
from engine.my_village.words import de, en
from engine.ruleset import Doc
from engine.wording import LANGUAGES, plain
from tests.engine.tables import PLAIN, walk

NAMES = ["Ada", None, "Bo", "Cleo"]
TABLES = [table for table in PLAIN if table.ruleset is MY_VILLAGE]
ENGINE = Path(__file__).parents[2] / "engine" / "my_village"


def games() -> Iterator[tuple[list[Doc], Doc, list[Doc]]]:
    """From random games: the legal moves, the view, and the events of one of them."""
    for table in TABLES:
        rng = random.Random(table.seats)
        for state, seat, moves in walk(table, seed=table.seats):
            after = MY_VILLAGE.clone(state)
            events = MY_VILLAGE.apply(after, seat, rng.choice(moves))
            view = MY_VILLAGE.write_view(MY_VILLAGE.view(state, seat))
            yield [MY_VILLAGE.write_move(move) for move in moves], view, [event.seen_by(None) for event in events]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_and_every_event_of_a_game_is_told(language: str) -> None:
    words = MY_VILLAGE.words(language)
    told = set()
    for moves, view, events in games():
        labels = words.labels(moves, view, NAMES)
        assert len(set(labels)) == len(labels), "no two moves of a list read alike"
        for text in labels:
            assert text[0].isupper() or text[0] in "123456789„"
            assert not re.search(r"[_{}\[\]]|None|  ", text), text
        for event in events:
            sentence = words.sentence(event, NAMES)
            assert sentence != plain(event), event
            assert sentence.endswith("."), sentence
            assert not re.search(r"[_{}\[\]]|None|  ", sentence), sentence
            told.add(event["type"])
    assert len(told) > 20


def test_languages_have_the_same_words_with_the_same_blanks() -> None:
    for kind in ("MOVES", "EVENTS", "NOUNS", "CARDS"):
        english, german = getattr(en, kind), getattr(de, kind)
        assert english.keys() == german.keys()
        for key in english if kind in ("MOVES", "EVENTS") else ():
            blanks = [set(re.findall(r"{(\w+)", table[key])) for table in (english, german)]
            assert blanks[0] == blanks[1], key
    assert {kind: set(names) for kind, names in en.VOCABULARY.items()} == {
        kind: set(names) for kind, names in de.VOCABULARY.items()
    }


def test_refusals_of_random_moves_are_german_throughout() -> None:
    """With prices, cards and amounts: no English word is left."""
    words, rng = MY_VILLAGE.words("de"), random.Random(1)
    pool = [move for _, _, moves in walk(TABLES[0], seed=5) for move in moves]
    english = re.compile(r"\b(the|coins?|markers?|customers?|and|or|is|are|plow|wagon|horse|of|any|type|field)\b")
    sentences = set()
    for state, seat, moves in walk(TABLES[0], seed=6):
        for move in set(rng.sample(pool, 6)).difference(moves):
            with pytest.raises(IllegalMove) as refused:
                MY_VILLAGE.apply(MY_VILLAGE.clone(state), seat, move)
            sentences.add(words.ruleset_text(refused.value.reason, refused.value.facts))
    assert len(sentences) > 30
    assert [told for told in sentences if english.search(told)] == []


@pytest.mark.parametrize(
    ("move", "english", "german"),
    [
        (
            {"type": "choose_dice", "dice": [{"color": "white", "face": 3}, {"color": "black", "face": 5}]},
            "Choose the white 3 and the black 5",
            "Die weiße 3 und die schwarze 5 wählen",
        ),
        (
            {"type": "set_value", "value": 7, "coins": 1, "tokens": 0},
            "Banner value 7, paying 1 coin",
            "Bannerwert 7 für 1 Münze",
        ),
        (
            {
                "type": "take_card",
                "card": "area_council",
                "payment": {"coins": 2, "plow": 1, "fields": [1]},
                "space": "fields",
                "tile": None,
            },
            "Add the area council, paying 2 coins, 1 plow and the plow on field 2, with a marker on fields",
            "Den Bereichsrat nehmen (2 Münzen, 1 Pflug und 1 Pflug auf Kornfeld 2), Marker auf: Kornfelder",
        ),
        (
            {"type": "choose_dice", "dice": [{"color": "white", "face": 3}, {"color": "white", "face": 3}]},
            "Choose two white 3s",
            "Zweimal die weiße 3 wählen",
        ),
        ({"type": "take_card", "card": "quill_monk_1"}, "Add Quill monk 1", "„Mönch mit Feder 1“ nehmen"),
        ({"type": "take_card", "card": "field"}, "Add a field", "Ein Kornfeld nehmen"),
        ({"type": "bury", "villager": "traveller"}, "The traveller passes away", "Der Reisende stirbt"),
        ({"type": "move_headman", "to": None}, "Leave the headman where he is", "Das Oberhaupt stehen lassen"),
    ],
)
def test_labels(move: Doc, english: str, german: str) -> None:
    told = [MY_VILLAGE.words(language).label(move, {}, NAMES, exact=False) for language in ("en", "de")]
    assert told == [english, german]


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            {"type": "villager_died", "seat": 0, "villager": "councilman", "place": "chronicle"},
            "Ada's councilman passes away and enters the chronicle.",
            "Der Ratsherr von Ada stirbt und kommt in die Chronik.",
        ),
        (
            {"type": "gained", "seat": 1, "what": "story", "amount": 3, "space": None},
            "Seat 2 gets 3 story points.",
            "Platz 2 erhält 3 Geschichten-Punkte.",
        ),
        (
            {"type": "village_scored", "winners": [0, 2]},
            "The game is over: Ada and Bo share the victory.",
            "Das Spiel ist zu Ende: Ada und Bo teilen sich den Sieg.",
        ),
        (
            {"type": "card_added", "seat": 0, "card": "stables_2"},
            "Stables 2 joins Ada's village.",
            "„Stall 2“ kommt ins Dorf von Ada.",
        ),
        (
            {"type": "hand_taken", "seat": 1, "story": 2},
            "Seat 2 takes the starting player hand with 2 story points.",
            "Platz 2 nimmt die Startspielerhand und erhält 2 Geschichten-Punkte.",
        ),
        (
            {"type": "customers_invited", "seat": 2, "customers": ["customer_1"], "time": 3, "coins": 1},
            "Bo invites Customer 1, paying 3 time and 1 coin.",
            "Bo lädt „Kunde 1“ ein (3 Zeit und 1 Münze).",
        ),
    ],
)
def test_sentences(event: Doc, english: str, german: str) -> None:
    assert [MY_VILLAGE.words(language).sentence(event, NAMES) for language in ("en", "de")] == [english, german]


@pytest.mark.parametrize(
    ("reason", "facts", "english", "german"),
    [
        (
            "This costs {price}; you do not have that.",
            {"price": [{"coins": 2, "plow": 1}, {"any": 3}]},
            "This costs 2 coins and 1 plow or 3 goods of any type; you do not have that.",
            "Das kostet 2 Münzen und 1 Pflug oder 3 Waren beliebiger Art; das hast du nicht.",
        ),
        (
            "This costs {price}; that payment does not fit.",
            {"price": [{"scroll": 2}, {"horse": 2}, {"any": 1}]},
            "This costs 2 scrolls or 2 horses or 1 good of any type; that payment does not fit.",
            "Das kostet 2 Schriftrollen oder 2 Pferde oder 1 Ware beliebiger Art; diese Zahlung passt nicht dazu.",
        ),
        (
            "You need {coins} to reach {value}; you have {there}.",
            {"value": 7, "coins": 2, "there": 1},
            "You need 2 coins to reach 7; you have 1.",
            "Für den Bannerwert 7 brauchst du 2 Münzen; du hast 1.",
        ),
        (
            "You need {coins} to invite {guests}; you have {there}.",
            {"guests": 3, "coins": 1, "there": 0},
            "You need 1 coin to invite 3 customers; you have 0.",
            "Für 3 Kunden brauchst du 1 Münze; du hast 0.",
        ),
        (
            "You already have {villager:a}.",
            {"villager": "abbot"},
            "You already have an abbot.",
            "Einen Abt hast du schon.",
        ),
        (
            "{card:the} does not show banner value {value}.",
            {"card": "stables_2", "value": 8},
            "Stables 2 does not show banner value 8.",
            "„Stall 2“ zeigt nicht den Bannerwert 8.",
        ),
        (
            "{card:the} does not show banner value {value}.",
            {"card": "area_council", "value": 11},
            "The area council does not show banner value 11.",
            "Der Bereichsrat zeigt nicht den Bannerwert 11.",
        ),
    ],
)
def test_refusals(reason: str, facts: Doc, english: str, german: str) -> None:
    assert [MY_VILLAGE.words(language).ruleset_text(reason, facts) for language in ("en", "de")] == [english, german]
