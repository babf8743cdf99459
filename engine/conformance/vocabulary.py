"""Checks of words for people, and of the rules that refusals name."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.abc import InspectLoader
from pathlib import Path
from string import Formatter
from typing import Any, get_args, is_typeddict

from engine.conformance.holding import hold
from engine.conformance.tables import Table
from engine.errors import Refusal
from engine.ruleset import Ruleset
from engine.shapes import OneOf, fields_of, unwrap
from engine.wording import LANGUAGES, Words

Rules = Ruleset[Any, Any]
FIRST, *OTHERS = LANGUAGES


def words_are_complete(table: Table) -> str:
    """Check that each type, option, value, refusal and rule has words in every language if it has words in one.

    Returns a remark about languages whose words are only copies of the first language's.
    """
    rules = table.ruleset
    if not table.plain:
        return ""
    first, untranslated = rules.words(FIRST), []
    own = _own(first)
    for language in LANGUAGES:
        words = rules.words(language)
        _hold_same_keys(first, words)
        _hold_typed(rules, words, own)
        _hold_named(rules, words)
        ids = [rule["id"] for rule in rules.rules(language) if rule["text"]]
        hold(ids == [rule["id"] for rule in rules.rules(FIRST)], f"a rule has no text in {language}")
    for language in OTHERS:
        words = rules.words(language)
        copied = sorted(key for key, pattern in _own(words).items() if pattern == own[key] and _has_letters(pattern))
        if own and len(copied) == len(own):
            untranslated.append(f"no move and no event has words in {language}: they are in {FIRST}")
            continue
        copied += _copied_texts(rules, first, words)
        hold(not copied, f"the words of {', '.join(copied)} in {language} are in {FIRST}")
        for option in rules.options if _own_texts(words) else ():
            hold(
                option.summary in words.texts,
                f"TEXTS in {language} lacks {option.summary!r}, the summary of the option {option.name}",
            )
    return "; ".join(untranslated)


def _copied_texts(rules: Rules, first: Words, words: Words) -> list[str]:
    """Return what reads the same as in the first language: sentences, rules, and kinds of values.

    A kind of values is included only if the names of all its values are the same.
    """
    texts = sorted(text for text in _own_texts(words) if words.texts[text] == text and text.count(" ") > 1)
    english = {rule["id"]: rule["text"] for rule in rules.rules(FIRST)}
    index = [rule for rule in rules.rules(words.language) if rule["lang"] == words.language]
    kinds = [kind for kind, names in words.vocabulary.items() if len(names) > 2 and names == first.vocabulary[kind]]
    return [
        *(f"the sentence {text!r}" for text in texts),
        *(f"the rule {rule['id']}" for rule in index if rule["text"] == english[rule["id"]]),
        *(f"the values of {kind}" for kind in kinds),
    ]


def _own(words: Words) -> dict[str, str]:
    """Return the ruleset's own patterns for moves, events and prompts."""
    shared = Words(words.language)
    own = {f"the event {key}": pattern for key, pattern in words.events.items() if shared.events.get(key) != pattern}
    own |= {f"the move {key}": pattern for key, pattern in words.moves.items()}
    return own | {f"the prompt {key}": pattern for key, pattern in words.prompts.items()}


def _own_texts(words: Words) -> set[str]:
    return words.texts.keys() - Words(words.language).texts.keys()


def _has_letters(pattern: str) -> bool:
    return any(character.isalpha() for text, *_ in Formatter().parse(pattern) for character in text)


def _hold_same_keys(first: Words, words: Words) -> None:
    tables = [("patterns", _own(first), _own(words)), ("kinds of values", first.vocabulary, words.vocabulary)]
    tables += [(kind, names, words.vocabulary.get(kind, {})) for kind, names in first.vocabulary.items()]
    for what, one, other in tables:
        missing = sorted(one.keys() ^ other.keys())
        hold(not missing, f"{what}: {FIRST} and {words.language} do not both have {', '.join(missing)}")
        empty = [key for key, name in other.items() if not name]
        hold(not empty, f"{what}: nothing is said in {words.language} for {', '.join(empty)}")


def _hold_typed(rules: Rules, words: Words, own: Mapping[str, str]) -> None:
    """Raise `Broken` if some moves or events have words but others have none."""
    for what, types in (("move", rules.shapes.moves), ("event", rules.shapes.events)):
        known = [key.removeprefix(f"the {what} ") for key in own if key.startswith(f"the {what} ")]
        # A type with several sentences has longer names, which begin with the type.
        wordless = [key for key in types if not any(re.match(rf"{key}([ _]|$)", name) for name in known)]
        hold(not known or not wordless, f"no words in {words.language} for {what}s of type {', '.join(wordless)}")


def _hold_named(rules: Rules, words: Words) -> None:
    """Raise `Broken` if the ruleset names some values and options but not others."""
    if words.vocabulary == Words(words.language).vocabulary:
        return
    cards = {card["key"] for card in rules.cards(words.language)}
    for name, (values, field) in values_of(rules).items():
        kinds = ({}, *words.vocabulary.values())
        lacking = min(([one for one in values if one not in {*kind, *cards}] for kind in kinds), key=len)
        hold(
            not lacking or name in words.NAMELESS,
            f"some values of {name} (of the field {field}) are neither in `cards` nor in one kind of VOCABULARY in "
            f"{words.language}: {', '.join(lacking[:12])}",
        )
    nameless = [option.name for option in rules.options if option.name not in words.vocabulary.get("options", {})]
    hold(not nameless, f"options have no name in VOCABULARY['options'] in {words.language}: {', '.join(nameless)}")


def values_of(rules: Rules) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the closed lists of values in a ruleset's documents, by their names in the contract.

    Each entry has the list itself, and the name of a field that takes its values from this list.
    """
    shapes = rules.shapes
    found: list[Any] = [shapes.options, shapes.position, shapes.view, shapes.score, shapes.card]
    left = [(shape, "") for shape in (*found, *shapes.moves.values(), *shapes.events.values())]
    seen: set[Any] = set()
    values: dict[str, tuple[tuple[str, ...], str]] = {}
    while left:
        shape, field = left.pop()
        bare, marks = unwrap(shape)
        values |= {mark.name: (mark.values, field) for mark in marks if isinstance(mark, OneOf)}
        if is_typeddict(bare):
            fields = {} if bare in seen else fields_of(bare)
            left += [(one, f"{bare.__name__}.{name}") for name, one in fields.items()]
            seen.add(bare)
        else:
            left += [(one, field) for one in get_args(bare) if not isinstance(one, str)]
    return values


def refusals_are_declared(table: Table) -> str:
    """Check that every `Refusal` in the ruleset's sources names a rule of the index, has the facts that its sentence
    needs, and is translated.

    Returns a remark if there are no sources.
    """
    rules = table.ruleset
    if not table.plain:
        return ""
    index = {rule["id"] for rule in rules.rules(FIRST)}
    sources = list(_sources(type(rules).__module__))
    for name, tree in sources:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == Refusal.__name__:
                _hold_declared(rules, node, index, f"{name}, line {node.lineno}")
    return "" if sources else "the sources are not here, so refusals that no game met are unchecked"


def _hold_declared(rules: Rules, node: ast.Call, index: set[str], where: str) -> None:
    rule, reason, *_ = [one.value if isinstance(one, ast.Constant) else None for one in (*node.args, None, None)]
    hold(rule is None or rule in index, f"{where}: a refusal names {rule!r}, which is no rule of the index")
    if not isinstance(reason, str):
        return
    facts = {fact.arg for fact in node.keywords}
    for language in LANGUAGES:
        words = rules.words(language)
        translated = language == FIRST or reason in words.texts or not _own_texts(words)
        hold(translated, f"{where}: this refusal has no words in {language}")
        blanks = {name for _, name, *_ in Formatter().parse(words.texts.get(reason, reason)) if name}
        hold(blanks == facts or None in facts, f"{where}: the facts of this refusal are not its blanks in {language}")


def _sources(module: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the names and syntax trees of a module, and of the modules that it imports from its own package."""
    package, seen, left = module.rpartition(".")[0], set[str](), [module]
    while left:
        name = left.pop()
        text = None if name in seen else _source(name)
        seen.add(name)
        if text is None:
            continue
        tree = ast.parse(text)
        yield name, tree
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and package and f"{node.module}.".startswith(f"{package}."):
                left += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]


def _source(module: str) -> str | None:
    """Return the source of an imported module. For a compiled module, read the Python file beside it."""
    loaded = sys.modules.get(module)
    if loaded is None or loaded.__spec__ is None:
        return None
    loader, origin = loaded.__spec__.loader, Path(loaded.__spec__.origin or "")
    source = loader.get_source(module) if isinstance(loader, InspectLoader) else None
    beside = origin.with_name(f"{origin.name.partition('.')[0]}.py")
    return beside.read_text("utf-8") if source is None and beside.is_file() else source
