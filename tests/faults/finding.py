"""Plants a fault in this process, and runs the checks that could find it: `python -m tests.faults.finding NUMBER`."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import json
import sys
from importlib.machinery import ModuleSpec
from typing import Any

from tests.faults.planted import FAULTS, ROOT, Planted


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


if __name__ == "__main__":
    print(json.dumps(find(FAULTS[int(sys.argv[1])])))
