"""The words of My Village: labels, sentences and refusals in every language, of whole random games."""

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
    """Of random games: the legal moves, the view, and what happened by one of them."""
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
            assert text[0].isupper() or text[0].isdigit()
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
    """Prices, cards and amounts too: no English word is left."""
    words, rng = MY_VILLAGE.words("de"), random.Random(1)
    pool = [move for _, _, moves in walk(TABLES[0], seed=5) for move in moves]
    english = re.compile(r"\b(the|coins?|markers?|customers?|and|or|is|are|plow|wagon|horse|of|any|type|field)\b")
    sentences = set()
    for state, seat, moves in walk(TABLES[0], seed=6):
        for move in set(rng.sample(pool, 6)).difference(moves):
            with pytest.raises(IllegalMove) as refused:
                MY_VILLAGE.apply(MY_VILLAGE.clone(state), seat, move)
            sentences.add(words.text(refused.value.reason, refused.value.facts))
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
            "Value 7 for 1 coin",
            "Wert 7 für 1 Münze",
        ),
        (
            {
                "type": "take_card",
                "card": "area_council",
                "payment": {"coins": 2, "plow": 1, "fields": [1]},
                "space": "fields",
                "tile": None,
            },
            "Add the area council, paying 2 coins, 1 plow and the plow of field 2, a marker on fields",
            "Den Bereichsrat nehmen, für 2 Münzen, 1 Pflug und den Pflug von Feld 2, Marker auf: Felder",
        ),
        ({"type": "bury", "villager": "traveller"}, "The traveller passes away", "Der Reisende stirbt"),
        ({"type": "move_headman", "to": None}, "Leave the headman where he is", "Den Schulzen stehen lassen"),
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
            "The councilman of Ada passes away and enters the chronicle.",
            "Der Ratsherr von Ada stirbt und kommt in die Chronik.",
        ),
        (
            {"type": "gained", "seat": 1, "what": "story", "amount": 3, "space": None},
            "Seat 2 gets 3 story points.",
            "Platz 2 erhält 3 Geschichtspunkte.",
        ),
        (
            {"type": "village_scored", "winners": [0, 2]},
            "The game is over: Ada and Bo share the victory.",
            "Das Spiel ist zu Ende: Ada und Bo teilen sich den Sieg.",
        ),
        (
            {"type": "customers_invited", "seat": 2, "customers": ["customer_1"], "time": 3, "coins": 1},
            "Bo invites Customer 1 for 3 time and 1 coin.",
            "Bo lädt Kundschaft 1 für 3 Zeit und 1 Münze ein.",
        ),
    ],
)
def test_sentences(event: Doc, english: str, german: str) -> None:
    assert [MY_VILLAGE.words(language).sentence(event, NAMES) for language in ("en", "de")] == [english, german]


def test_a_refusal() -> None:
    words, price = MY_VILLAGE.words("de"), [{"coins": 2, "plow": 1}, {"any": 3}]
    assert words.text("This costs {price}, which the village does not have.", {"price": price}) == (
        "Das kostet 2 Münzen und 1 Pflug oder 3 beliebige Waren, und das hat das Dorf nicht."
    )
    assert words.text("{value} needs {coins}, {there}.", {"value": 7, "coins": 2, "there": 1}) == (
        "Für den Wert 7 braucht es 2 Münzen; 1 vorhanden."
    )
