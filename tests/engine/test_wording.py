"""The machinery of words (`engine.wording`): grammar, sentences in another language, labels that differ."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.ruleset import Doc
from engine.wording import LANGUAGES, English, German, Names, Noun, Plural, Words


@pytest.mark.parametrize(
    ("noun", "pattern", "text"),
    [
        (English("Carpenter"), "{0} {0:the} {0:a}", "Carpenter the Carpenter a Carpenter"),
        (English("Apprentice"), "{0:a}", "an Apprentice"),
        (English("abbot"), "{0:a} {0:s}", "an abbot the abbot's"),
        (Plural("Founders"), "{0:the}, {0:a}", "the Founders, Founders"),
        (German("Tischler", "m"), "{0:nom} {0:acc} {0:dat}", "der Tischler den Tischler dem Tischler"),
        (German("Nonne", "f"), "{0:a_nom} {0:a_acc} {0:dat}", "eine Nonne eine Nonne der Nonne"),
        (
            German("Gehilfe", "m", "Gehilfen"),
            "{0} {0:nom} {0:acc} {0:a_acc}",
            "Gehilfe der Gehilfe den Gehilfen einen Gehilfen",
        ),
        (
            German("fahrender Händler", "m", "fahrenden Händler", "fahrende Händler"),
            "{0} {0:nom} {0:acc} {0:a_nom}",
            "fahrender Händler der fahrende Händler den fahrenden Händler ein fahrender Händler",
        ),
        (German("Gründer", "p"), "{0:nom} {0:acc} {0:dat} {0:a_acc}", "die Gründer die Gründer den Gründer Gründer"),
        (German("Nonne", "f"), "{0:gen}", "der Nonne"),
        (German("Tischler", "m"), "{0:gen}", "des Tischlers"),
        (German("Gehilfe", "m", "Gehilfen"), "{0:gen}", "des Gehilfen"),
        (Noun("Ada {seat}"), "{0:acc} {0:the}", "Ada {seat} Ada {seat}"),
        (Noun("Ada"), "{0:s} {0:gen}", "Ada's von Ada"),
    ],
)
def test_a_noun_takes_the_article_that_a_pattern_asks_for(noun: Noun, pattern: str, text: str) -> None:
    assert pattern.format(noun) == text


class Few(Words):
    """A language with two sentences."""

    TEXTS: ClassVar = {"It is over.": "Es ist aus.", "{card} is not at {seat}.": "Bei {seat} nicht: {card}."}


def test_a_sentence_is_found_by_its_english_and_its_blanks_are_filled() -> None:
    words = Few("de")
    assert words.ruleset_text("It is over.") == "Es ist aus."
    assert words.ruleset_text("{card} is not at {seat}.", {"seat": 1, "card": "{hay}"}) == "Bei Platz 2 nicht: {hay}."
    assert words.ruleset_text("{card} is here.", {"card": "hay"}) == "Hay is here.", "in English where it has no words"
    assert words.ruleset_text("{card}") == "{card}"


class Bare(Words):
    """Labels that read alike unless they have to be exact."""

    def label(self, move: Doc, view: Doc, names: Names, exact: bool) -> str:
        return f"Take {move['what']}" + (f" ({move['at']})" if exact else "")


def test_only_labels_that_read_alike_tell_more() -> None:
    moves = [{"what": "hay", "at": 1}, {"what": "ore", "at": 2}, {"what": "hay", "at": 3}]
    assert Bare("en").labels(moves, {}, []) == ["Take hay (1)", "Take ore", "Take hay (3)"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_ruleset_has_words_for_is_told_plainly(language: str) -> None:
    words = Words(language)
    assert words.sentence({"type": "it_rains", "seat": 1, "cards": ["a_b", None], "x": {"y": 2}}, ["Ada", "Bo"]) == (
        "It rains: Bo, cards a b and none, x y 2"
    )
    seat = {"en": "Seat", "de": "Platz"}[language]
    told = words.sentence({"type": "seat_returned", "seat": 1}, ["Ada", None])
    assert told.startswith(f"{seat} 2 ")
    assert words.sentence({"type": "seat_returned", "seat": 0}, ["{seat}", None]).startswith("{seat} ")
    assert words.join(["a", "b", "c"]) == {"en": "a, b and c", "de": "a, b und c"}[language]


def test_languages_have_the_same_words() -> None:
    first, *others = (Words(language) for language in LANGUAGES)
    for other in others:
        assert first.events.keys() == other.events.keys()
        assert {kind: set(names) for kind, names in first.vocabulary.items()} == {
            kind: set(names) for kind, names in other.vocabulary.items()
        }
