"""The rule index, the rule tests, the rulings and the engine's refusals name the same rules."""

from __future__ import annotations

import re

from tests.rule_index import LINE, ROOT, RULE_ID, RULES, entries, marks, named_in, strings, trees

INDEX = RULES / "my-village.md"
OTHERS = [path for path in RULES.glob("*.md") if path != INDEX]

RULING = re.compile(r"- (?P<id>MV-\d+): (?P<text>.+)")
RULINGS = {f"MV-{number}" for number in range(1, 67)}


def index() -> dict[str, str]:
    """Return the rules of the index: id and text."""
    return dict(entries(INDEX))


def marked() -> set[str]:
    """Return the rules and rulings that tests carry."""
    return {rule for _, tree in trees(ROOT / "tests/my_village") for mark in marks(tree) for rule in strings(mark)}


def test_no_rule_stands_in_the_index_twice() -> None:
    for form in (LINE, RULING):
        ids = [rule for rule, _ in entries(INDEX, form)]
        assert sorted(ids) == sorted(set(ids))


def test_no_group_is_shared_with_another_game() -> None:
    here = {rule.split("-")[0] for rule in index()}
    assert here
    assert all(not here & {rule.split("-")[0] for rule, _ in entries(path)} for path in OTHERS)


def test_every_rule_and_every_ruling_has_a_test() -> None:
    assert sorted((set(index()) | RULINGS) - marked()) == []


def test_every_mark_names_a_rule_or_a_ruling() -> None:
    assert sorted(marked() - set(index()) - RULINGS) == []


def test_every_ruling_is_decided_and_leads_to_rules_that_cite_it() -> None:
    decided = dict(entries(INDEX, RULING))
    assert set(decided) == RULINGS
    cited = {ruling for text in index().values() for ruling in re.findall(r"MV-\d+", text)}
    assert sorted(RULINGS - cited) == []
    for ruling, text in decided.items():
        named = set(RULE_ID.findall(text))
        assert named, ruling
        assert sorted(named - set(index())) == [], ruling


def test_every_rule_the_engine_names_is_in_the_index() -> None:
    assert sorted(pair for pair in named_in(ROOT / "engine/my_village") if pair[1] not in index()) == []
