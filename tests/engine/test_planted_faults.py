"""The checks of rulesets find the faults of `tests.faults`, and the docs say by which check."""

from __future__ import annotations

import pytest

from tests.faults.finding import BEGIN, DOCS, END, find_apart, row
from tests.faults.planted import FAULTS, Planted

WANTED = 0.95
"""The share of the faults that the checks must find: 38 of 40."""
TABLE = DOCS.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines()


def test_the_docs_name_each_fault_and_nearly_all_are_found() -> None:
    """If not: `python -m tests.faults.finding`."""
    rows = [line for line in TABLE if line.startswith("| ") and not line.startswith("| kind")]
    assert len(FAULTS) >= 40
    assert [line.split(" | ")[:2] for line in rows] == [[f"| {one.kind}", one.what] for one in FAULTS]
    found = sum(not line.endswith("| nothing |") for line in rows)
    assert found == sum(bool(one.checks) for one in FAULTS)
    assert found >= WANTED * len(FAULTS)
    assert len({one.kind for one in FAULTS}) == 8


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_it_is_planted_in_one_place(fault: Planted) -> None:
    assert fault.source() != (DOCS.parents[1] / fault.file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "number",
    [
        # The first of each kind of ruleset is enough for `make test`.
        pytest.param(number, id=fault.what, marks=[pytest.mark.long] * (number % 10 != 0))
        for number, fault in enumerate(FAULTS)
        if fault.checks
    ],
)
def test_it_is_found_by_the_check_that_the_docs_name(number: int) -> None:
    check, sentence = find_apart(number)
    assert check, "nothing has found it"
    assert sentence
    assert row(FAULTS[number], check) in TABLE
