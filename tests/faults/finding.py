"""Plants faults, and runs the checks that could find them.

`python -m tests.faults.finding` does so with all, and writes the table in `docs/adding-a-ruleset.md`; with a NUMBER it
does so with one, in this process.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from typing import Any

from tests.faults.planted import FAULTS, ROOT, Planted

DOCS = ROOT / "docs" / "adding-a-ruleset.md"
BEGIN = "<!-- faults: `python -m tests.faults.finding` writes this table -->"
END = "<!-- /faults -->"


class _Planting(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the faulty module from its changed source."""

    def __init__(self, fault: Planted) -> None:
        self.fault = fault

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self.fault.module:
            return None
        package = [str(ROOT / self.fault.file.rpartition("/")[0])] if self.fault.file.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            fullname, ROOT / self.fault.file, loader=self, submodule_search_locations=package
        )

    def get_source(self, fullname: str) -> str:
        return self.fault.source()


def find(fault: Planted) -> tuple[str, str]:
    """The check that finds the fault and its sentence; both are empty if none does. Only once in a process."""
    sys.meta_path.insert(0, _Planting(fault))
    from engine.conformance import RULESET_CHECKS, tables_of
    from service.tools.conformance import try_check

    module, _, name = fault.ruleset.partition(":")
    ruleset = getattr(importlib.import_module(module), name)()
    table = next(table for table in tables_of(ruleset) if table.plain and table.seats == fault.seats)
    for check in fault.checks or RULESET_CHECKS:
        result = try_check(table, check, RULESET_CHECKS[check])
        if result.fault:
            return check, result.fault
    return "", ""


def find_apart(number: int) -> tuple[str, str]:
    """`find` in a process of its own, on the engine in Python."""
    command = [sys.executable, "-m", "tests.faults.finding", str(number)]
    environ = {**os.environ, "HAMLET_ENGINE": ""}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    check, sentence = json.loads(done.stdout.splitlines()[-1])
    return check, sentence


def row(fault: Planted, check: str) -> str:
    """The fault's row in the table of the docs."""
    return f"| {fault.kind} | {fault.what} | {check.replace('_', ' ') or 'nothing'} |"


def write_table() -> None:
    """Run the checks on every fault, and write the table into the docs."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checks = [check for check, _ in pool.map(find_apart, range(len(FAULTS)))]
    rows = "\n".join(row(*pair) for pair in zip(FAULTS, checks, strict=True))
    heading = f"{len(checks) - checks.count('')} of these {len(checks)} faults are found:\n\n"
    text = DOCS.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    columns = "| kind | fault | found by |\n|---|---|---|\n"
    DOCS.write_text(f"{before}{BEGIN}\n{heading}{columns}{rows}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(find(FAULTS[int(sys.argv[1])])))
    else:
        write_table()
