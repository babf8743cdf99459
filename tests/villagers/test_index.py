"""The rule index, the rule tests and the engine's refusals name the same rules."""

from __future__ import annotations

import ast
import re

from tests.rule_index import ROOT, RULE_ID, RULES, entries, marks, named_in, strings, trees

PAGES = [RULES / name for name in ("villagers.md", "villagers-expansions.md")]

IMPLEMENTED = {
    *("SETUP", "DRAFT", "ROAD", "BUILD", "CHAIN", "BASIC", "PADLOCK", "SPECIAL"),
    *("FOUNDERS", "MARKET", "SILVER", "END", "INFO"),
    *("SOLO", "EVENTS", "SAINTS", "SCOUNDRELS", "PROFITEERS", "DEVELOPMENTS"),
}
DECISION = re.compile(r"- (?P<ids>[AC]-\d+(, [AC]-\d+)*): ")
DECISION_ID = re.compile(r"\b[AC]-\d+\b")


def lines() -> list[str]:
    """Return the lines of both pages of the index."""
    return [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()]


def index() -> dict[str, str]:
    """Return the rules of the index: id and text."""
    return dict(entry for page in PAGES for entry in entries(page))


def decisions() -> list[str]:
    """Return the decisions that the pages list, by their ids."""
    found = [DECISION.match(line) for line in lines()]
    return [decision for match in found if match for decision in match["ids"].split(", ")]


def marked() -> dict[str, set[str]]:
    """Return the rules that tests carry, and the files they carry them in.

    A mark made in a table of parameters, `pytest.mark.rule(row[0])`, carries the ids of its module's tables.
    """
    found: dict[str, set[str]] = {}
    for path, tree in trees(ROOT / "tests/villagers"):
        for mark in marks(tree):
            for rule in set(strings(mark)) or table_ids(tree):
                found.setdefault(rule, set()).add(path.name)
    return found


def table_ids(tree: ast.Module) -> set[str]:
    """Return the ids that begin a row of a table: a tuple or list directly inside a list."""
    rows = [row for node in ast.walk(tree) if isinstance(node, ast.List) for row in node.elts]
    firsts = [row.elts[0] for row in rows if isinstance(row, ast.Tuple | ast.List) and row.elts]
    values = [first.value for first in firsts if isinstance(first, ast.Constant)]
    return {value for value in values if isinstance(value, str) and RULE_ID.fullmatch(value)}


def test_the_index_has_every_implemented_group() -> None:
    assert {rule.split("-")[0] for rule in index()} == IMPLEMENTED


def test_no_rule_stands_in_the_index_twice() -> None:
    ids = [rule for page in PAGES for rule, _ in entries(page)]
    assert sorted(ids) == sorted(set(ids))


def test_every_rule_of_the_index_has_a_test() -> None:
    assert sorted(set(index()) - set(marked())) == []


def test_every_decision_that_is_pointed_to_is_listed_once() -> None:
    listed = decisions()
    assert sorted(listed) == sorted(set(listed))
    assert sorted(set(DECISION_ID.findall("\n".join(lines()))) - set(listed)) == []


def test_every_mark_names_a_rule_of_the_index() -> None:
    strangers = {rule: sorted(files) for rule, files in marked().items() if rule not in index()}
    assert strangers == {}


def test_every_rule_the_engine_names_is_in_the_index() -> None:
    assert sorted(pair for pair in named_in(ROOT / "engine/villagers") if pair[1] not in index()) == []
