"""Checks an installed Hamlet. Run it with `python -I` of that environment, so that it sees only installed packages.

Every module must be importable, the engine compiled, and the web table's files present. Otherwise it prints the faults
and ends with exit code 1.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterator

PACKAGES = ("engine", "service", "workers")


def modules() -> Iterator[str]:
    """Yield the names of all modules and packages."""
    for package in PACKAGES:
        yield package
        path = importlib.import_module(package).__path__
        yield from (found.name for found in pkgutil.walk_packages(path, f"{package}."))


def faults() -> Iterator[str]:
    for name in modules():
        try:
            importlib.import_module(name)
        except ImportError as missing:
            yield f"{name} cannot be imported: {missing}"
    from engine.build import COMPILED
    from service.games.lobby.player_names import skeleton

    try:
        skeleton("Ada")
    except ImportError as missing:
        yield f"names cannot be compared: {missing}"
    if not COMPILED:
        yield f"the engine is not compiled: {importlib.import_module('engine.build').__file__}"
    from service.http.web_ui.built_pages import STATIC, is_built

    if not is_built():
        yield f"the table in the browser is not built: {STATIC}"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        # Settings that the web server's modules need when they are imported. They do not connect.
        os.environ |= {"HAMLET_REDIS_URL": "redis://nowhere.invalid", "PROMETHEUS_MULTIPROC_DIR": folder}
        found = list(faults())
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
