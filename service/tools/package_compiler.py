"""`hamlet compile`: compiles the modules of a package to machine code (mypyc), and puts them beside their sources."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess  # nosec B404: it starts this same Python
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

import click

import engine
from engine import entry_points

_ENDING: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))


class CannotCompile(click.ClickException):
    """The package cannot be compiled. The message says why, for people."""


def compile_package(name: str) -> list[Path]:
    """Compile the modules of the package that provides the ruleset or AI level `name`. Returns the new files.

    Raises `CannotCompile`; then the package is as it was before.
    """
    base, modules = _modules(name)
    if unmarked := [line for module in modules for line in _unmarked(module, base)]:
        raise CannotCompile("\n".join(unmarked))
    environ, home = dict(os.environ), Path(str(engine.__file__)).parents[1]
    if home.name != "site-packages":
        # mypyc finds an installed engine without this variable.
        environ["MYPYPATH"] = str(home)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for module in modules:
            copy = folder / module.relative_to(base)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(module, copy)
        names = [str(module.relative_to(base)) for module in modules]
        command = [sys.executable, "-m", "mypyc", "--follow-imports=silent", *names]
        run = subprocess.run(  # nosec B603
            command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if run.returncode:
            needed = "" if ": error: " in run.stdout else "Needed: mypy (pip install mypy setuptools) and a C compiler."
            raise CannotCompile(f"{run.stdout[-4000:]}\n{needed}".strip())
        remove_compiled(name)
        built = [path for path in folder.rglob(f"*{_ENDING}") if "build" not in path.relative_to(folder).parts]
        return [Path(shutil.copy(path, base / path.relative_to(folder))) for path in built]


def remove_compiled(name: str) -> list[Path]:
    """Remove what was compiled, so that the package is plain Python again. Returns the removed files."""
    base, modules = _modules(name)
    places = [module.with_suffix(_ENDING) for module in modules]
    places += [base / f"{module.relative_to(base).parts[0].removesuffix('.py')}__mypyc{_ENDING}" for module in modules]
    removed = sorted({place for place in places if place.exists()})
    for place in removed:
        place.unlink()
    return removed


def _unmarked(module: Path, base: Path) -> list[str]:
    """Return a sentence for each class that would crash when compiled.

    Such a class derives from a class of the engine, but lacks the decorator that mypyc needs.
    """
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"), str(module))))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("engine.")]
    engines = {alias.asname or alias.name for node in froms for alias in node.names}
    return [
        f"{module.relative_to(base)}, line {node.lineno}: the class {node.name} needs @mypyc_attr(native_class=False), "
        "from engine.native, as it has a base class of the engine."
        for node in nodes
        if isinstance(node, ast.ClassDef)
        and not any("native_class=False" in ast.unparse(one) for one in node.decorator_list)
        if any(ast.unparse(one).partition("[")[0] in engines for one in node.bases)
    ]


def _modules(name: str) -> tuple[Path, list[Path]]:
    """Return the folder from which the package is imported, and its modules except tests."""
    groups = (entry_points.RULESETS, entry_points.BOTS)
    entry = next((entry for group in groups for entry in entry_points.entries_of(group) if entry.name == name), None)
    if entry is None:
        raise CannotCompile(f"No installed package provides {name!r}.")
    top = entry.module.partition(".")[0]
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        raise CannotCompile(f"The module {top!r} cannot be found.")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return origin.parent, [origin.with_name(f"{top}.py")]
    found = (path for path in origin.parent.rglob("*.py") if not path.name.startswith("test_"))
    return origin.parents[1], sorted(found)
