"""The words of My Village: labels, sentences and refusals in every language, of whole random games."""

from __future__ import annotations

import ast
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


def refusals() -> set[str]:
    """All refusals that the sources can make, with something in their blanks."""
    found = set()
    for path in [*(ENGINE / "phases").glob("*.py"), ENGINE / "rules.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple | ast.Assign | ast.Return | ast.IfExp | ast.Call | ast.Dict):
                for part in ast.walk(node):
                    if isinstance(part, ast.JoinedStr):
                        found.add("".join(_text(one) for one in part.values))
                    elif isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in inner:
                        found.add(part.value)
    return {text for text in found if text.endswith(".") and " " in text}


def _text(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "7"


def test_every_refusal_has_german_words() -> None:
    words = MY_VILLAGE.words("de")
    known = refusals()
    assert len(known) > 60
    assert sorted(text for text in known if words.find(text) is None) == []


def test_refusals_of_random_moves_are_german_throughout() -> None:
    """Prices, cards and amounts too: no English word is left."""
    words, rng = MY_VILLAGE.words("de"), random.Random(1)
    pool = [move for _, _, moves in walk(TABLES[0], seed=5) for move in moves]
    english = re.compile(r"\b(the|coins?|markers?|customers?|and|or|is|are|plow|wagon|horse|of|any|type|field)\b")
    reasons = set()
    for state, seat, moves in walk(TABLES[0], seed=6):
        for move in set(rng.sample(pool, 6)).difference(moves):
            with pytest.raises(IllegalMove) as refused:
                MY_VILLAGE.apply(MY_VILLAGE.clone(state), seat, move)
            reasons.add(refused.value.reason)
    assert len(reasons) > 30
    for reason in reasons:
        told = words.text(reason)
        assert told != reason
        assert not english.search(told), (told, reason)


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
    words = MY_VILLAGE.words("de")
    assert words.text("The Sanatory church costs 2 coins and 1 plow, which the village does not have.") == (
        "Das kostet 2 Münzen und 1 Pflug, und das hat das Dorf nicht: Sanatoriumskirche."
    )
    assert words.text("7 needs 2 coins, 1 is there.") == "Für den Wert 7 braucht es 2 Münzen; vorhanden: 1."
