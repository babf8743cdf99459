"""Every sentence with a gender, a number and a name, on a page for a reader; obvious slips fail here.

The page is `.pytest_cache/words.html`: run this test, open the page in a browser and read it in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from engine.wording import LANGUAGES, Noun, Words, capital
from tests.engine.tables import PLAIN, TABLES, walk

PAGE = Path(__file__).parents[2] / ".pytest_cache" / "words.html"
NAMES = ["Anna", None, "Lars", "Bo"]
CARDS = ["milk_maid", "apprentice", "founders", "peddler", "graper", "monk"]
"""Feminine, weak, an English plural, with an adjective, masculine."""
VALUES: dict[str, dict[str, list[Any]]] = {
    "villagers": {
        **dict.fromkeys(("card", "basic", "role", "unlocker", "wanted"), CARDS),
        **dict.fromkeys(("seat", "from_seat", "first_player"), (0, 1)),
        **{key: [0, 2] for key in ("slot", "stack")},
        **{key: [1, 2] for key in ("count", "cost", "monks")},
        "cards": [["monk"], ["cooper", "cooper", "nun"], [{"card": None, "suit": "ore"}] * 2],
        "event": ["rats", "betrayer"],
        "reason": ["rats", "smuggler", "phase"],
        "slots": [[0], [0, 2]],
        "villagers": [[{"card": "monk", "as": "wheeler"}, {"card": "nun", "as": None}]],
        "phase": ["draft", "build"],
        "to": ["bank", "countess"],
    },
    "my_village": {
        **dict.fromkeys(("seat", "first_player"), (0, 1)),
        **{key: ["area_council", "field", "stables_2", "quill_monk_1"] for key in ("card", "returned", "revealed")},
        "customer": ["customer_1"],
        "customers": [["customer_1"], ["customer_1", "customer_2"]],
        "villager": ["abbot", "councilman", "traveller", "merchant"],
        "space": ["fields", "craftsman"],
        **{key: [1, 2] for key in ("story", "saved", "coins", "tokens", "guests")},
        "phase": ["dice"],
        "source": ["smithy", "guild_council"],
        "stands": ["coin", "main_house"],
        "price": [[{"coins": 1, "plow": 2}, {"any": 1}]],
        **{key: [[1, 4]] for key in ("white", "black")},
        **{key: [{"kind": "stables"}, {"kind": "school"}, {"kind": "field", "field": 0}] for key in ("banner", "tile")},
        "dice": [[{"color": "white", "face": 3}, {"color": "black", "face": 5}], [{"color": "white", "face": 3}] * 2],
        "letter": ["c"],
        "field": [0],
        **{key: [8, 11] for key in ("value", "roll")},
    },
}
"""Values for blanks, as documents have them. The ruleset turns them into words for people."""
STEPS = 250
"""Positions per table: enough for most kinds of move and event."""

WRONG = {
    "a blank left open": r"[{}]|\bNone\b|_",
    "a doubled or stray space": r"  | [.,;:!?)]|\( |^ | $",
    "doubled punctuation": r"\.\.|,,|;;|, ,",
    "a doubled word": r"\b(the|a|an|das|den|dem|von|auf) \1\b",
}
WRONG_IN: dict[str, dict[str, str]] = {
    "en": {
        "one of several": r"\b1 (coins|points|cards|horses|goods|customers|markers|Monks|actions|plows|scrolls)\b",
        "several of one": (
            r"(?<!no\. )\b(?:[02-9]|1\d) (coin|story point|card|horse|customer|marker|Monk|build action)\b(?! \d)"
        ),
        "a before a vowel": r"\b[Aa] [aeioAEIO]\w|\ba (8|11|18)\b",
        "an before a consonant": r"\b[Aa]n [bcdfgjklmnpqrstvwxyzBCDFGJKLMNPQRSTVWXYZ]",
        "an article before a name": r"\b(the|a) (Anna|Seat \d|Lars)\b",
        "of a person": r"\bof (Anna|Lars|Seat \d|the Countess)\b(?!')",
    },
    "de": {
        "one of several": (
            r"\b1 (Münzen|Pferde|Waren|Karten|Schriftrollen|Pflüge|Mönche|Geschichten-Punkte|Bauaktionen)\b"
        ),
        "several of one": (r"(?<!Nr\. )\b(?:[02-9]|1\d) (Münze|Pferd|Ware|Karte|Schriftrolle|Pflug|Mönch|Bauaktion)\b"),
        "a weak noun": r"\b(den|dem|einen) (Gehilfe|Prophet|Alchemist|Intrigant|Ratsherr|Hirte)\b",
        "an article before a name": r"\b(der|die|den|dem) (Anna|Platz \d|Lars)\b",
        "von before a title": r"\bvon (die|der|dem) Gräfin\b",
    },
}


def filling(ruleset: str, words: Words, blank: str) -> list[Any]:
    """Yield the values for a blank, one after the other. If a sentence builds this part itself, yield the blank's
    name.
    """
    raw = VALUES[ruleset].get(blank)
    if raw is not None:
        return [words.fact("banner" if blank == "tile" else blank, value, NAMES) for value in raw]
    if blank in ("villager", "take", "taken"):
        return [words.fact("card", card, NAMES) for card in CARDS]
    if blank in ("pile", "space"):
        return [words._nouns["reserve"]]  # type: ignore[attr-defined]
    if blank in ("gold", "limit", "left", "most", "price", "round", "number", "on", "owner", "there", "face"):
        return [2]
    return [Noun(f"[{blank}]")]


def patterns(ruleset: str, words: Words) -> Iterator[tuple[str, str]]:
    """Yield every pattern of moves, prompts, events, reasons and refusals, with each value of each blank."""
    kinds = (
        *(("move", words.moves), ("prompt", words.prompts), ("event", words.events)),
        *(("reason", words.reasons), ("refusal", words.texts or {})),
    )
    for kind, table in kinds:
        for key, pattern in table.items():
            if pattern != pattern.strip():
                continue  # A word inside others, not a sentence.
            blanks = {name: filling(ruleset, words, name) for _, name, _, _ in Formatter().parse(pattern) if name}
            for number in range(max(map(len, blanks.values()), default=1)):
                filled = {name: values[number % len(values)] for name, values in blanks.items()}
                yield (kind if kind == "refusal" else f"{kind} {key}"), capital(pattern.format(**filled))


def played(ruleset: Ruleset, words: Words) -> Iterator[tuple[str, str]]:
    """Labels and sentences of random games, with and without expansions, solo and with others."""
    tables = [table for table in TABLES if table.ruleset is ruleset]
    for table in (tables[0], tables[-1], *(table for table in PLAIN if table.ruleset is ruleset)):
        names = NAMES[: table.seats]
        for state, seat, moves in islice(walk(table, seed=table.seats), STEPS):
            docs = [ruleset.write_move(move) for move in moves]
            view = ruleset.write_view(ruleset.view(state, seat))
            yield f"asked {view['phase']}", words.prompt(docs, view, names)
            for doc, label in zip(docs, words.labels(docs, view, names), strict=True):
                yield f"played {doc['type']}", label
            after = ruleset.clone(state)
            for event in ruleset.apply(after, seat, moves[0]):
                doc = event.seen_by(seat)
                yield f"happened {doc['type']}", words.sentence(doc, names)


def vocabulary(words: Words) -> Iterator[tuple[str, str]]:
    """Yield the names of values."""
    for kind, names in words.vocabulary.items():
        yield from ((f"names {kind}", name) for name in names.values())


def faults(language: str, text: str) -> list[str]:
    return [what for what, wrong in {**WRONG, **WRONG_IN[language]}.items() if re.search(wrong, text)]


def test_every_pattern_reads_well_and_is_put_on_a_page() -> None:
    page = ["<!doctype html><meta charset=utf-8><title>Words of Hamlet</title>"]
    found = []
    for language in LANGUAGES:
        for ruleset in RULESETS.values():
            words = ruleset.words(language)
            page.append(f"<h1 lang={language}>{ruleset.key} ({language})</h1>")
            rows: dict[str, dict[str, None]] = {}
            for kind, text in (*patterns(ruleset.key, words), *played(ruleset, words), *vocabulary(words)):
                rows.setdefault(kind, {})[text] = None
                found += [f"{language}, {kind}, {fault}: {text}" for fault in faults(language, text)]
            for kind, texts in rows.items():
                few = "".join(f"<li>{escape(text)}" for text in islice(texts, None if kind == "refusal" else 40))
                page.append(f"<h2>{escape(kind)}</h2><ul lang={language}>{few}</ul>")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text("\n".join(page), encoding="utf-8")
    assert found == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You take a abbot."),
        ("en", "You have 1 coins."),
        ("en", "The village of Anna"),
        ("en", "Take  the card"),
        ("de", "2 Pferd"),
        ("de", "Nimm den Gehilfe."),
        ("de", "{card} fehlt"),
    ],
)
def test_slips_are_caught(language: str, text: str) -> None:
    assert faults(language, text) != []
