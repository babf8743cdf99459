"""The rule index, the rule tests, the rulings and the engine's refusals name the same rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "docs" / "rules" / "my-village.md"
OTHERS = [path for path in INDEX.parent.glob("*.md") if path != INDEX]
RULE_TESTS = ROOT / "tests" / "my_village"
ENGINE = ROOT / "engine" / "my_village"

LINE = re.compile(r"- \*\*(?P<id>[A-Z]+-\d+)\*\* (?P<text>.+)")
RULING = re.compile(r"- (?P<id>MV-\d+): (?P<text>.+)")
RULE_ID = re.compile(r"[A-Z]+-\d+")
RULINGS = {f"MV-{number}" for number in range(1, 67)}


def lines(path: Path, form: re.Pattern[str]) -> list[tuple[str, str]]:
    """The entries of an index file in this form: id and text."""
    found = [form.match(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [(match["id"], match["text"]) for match in found if match]


def index() -> dict[str, str]:
    """The rules of the index: id and text."""
    return dict(lines(INDEX, LINE))


def trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """The syntax trees of a folder's modules."""
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def strings(node: ast.AST) -> Iterator[str]:
    """Every literal string inside a node."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def marked() -> set[str]:
    """The rules and rulings that tests carry."""
    found: set[str] = set()
    for _, tree in trees(RULE_TESTS):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
                found |= set(strings(node))
    return found


def test_no_rule_stands_in_the_index_twice() -> None:
    for form in (LINE, RULING):
        ids = [rule for rule, _ in lines(INDEX, form)]
        assert sorted(ids) == sorted(set(ids))


def test_no_group_is_shared_with_another_game() -> None:
    here = {rule.split("-")[0] for rule in index()}
    assert here
    assert all(not here & {rule.split("-")[0] for rule, _ in lines(path, LINE)} for path in OTHERS)


def test_every_rule_and_every_ruling_has_a_test() -> None:
    assert sorted((set(index()) | RULINGS) - marked()) == []


def test_every_mark_names_a_rule_or_a_ruling() -> None:
    assert sorted(marked() - set(index()) - RULINGS) == []


def test_every_ruling_is_decided_and_leads_to_rules_that_cite_it() -> None:
    decided = dict(lines(INDEX, RULING))
    assert set(decided) == RULINGS
    cited = {ruling for text in index().values() for ruling in re.findall(r"MV-\d+", text)}
    assert sorted(RULINGS - cited) == []
    for ruling, text in decided.items():
        named = set(RULE_ID.findall(text))
        assert named, ruling
        assert sorted(named - set(index())) == [], ruling


def test_every_rule_the_engine_names_is_in_the_index() -> None:
    named = {(path.name, text) for path, tree in trees(ENGINE) for text in strings(tree) if RULE_ID.fullmatch(text)}
    assert named, "the engine refuses nothing by a rule's id"
    assert sorted(pair for pair in named if pair[1] not in index()) == []
