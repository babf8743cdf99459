"""Compiles the engine into a folder of its own. HAMLET_ENGINE=<folder> makes Python use it instead of the sources.

Prints the folder. Does nothing else if the folder already holds what these sources make, with these tools.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
"""What the build reads beside the engine."""
STAMP = "stamp"
LOG = "log"


class CannotCompile(Exception):
    """The text says why, for people."""


def copy_sources(folder: Path) -> None:
    """Put what a build needs into the folder: who goes on editing does not disturb it."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name in SETTINGS:
        shutil.copy(ROOT / name, folder / name)


def digest(folder: Path) -> str:
    """A hash of everything that the result depends on."""
    tools = f"{sys.version} {platform.platform()} mypy {metadata.version('mypy')}"
    found = hashlib.sha256(tools.encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "README.md"):
        found.update(f"\n{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def check_tools() -> None:
    """Raises `CannotCompile` if there is nothing to compile with."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(f"there is no C compiler ({compiler})")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotCompile("Python's header files are missing (python3-dev)")


def build(sources: Path, out: Path) -> None:
    """Compile `sources`, then put the engine into `out`, without the modules in Python that are compiled."""
    made = sources / "made"
    command = [sys.executable, "setup.py", "--quiet", "build", "--build-lib", str(made)]
    run = subprocess.run(
        command,
        cwd=sources,
        env={**os.environ, "HAMLET_COMPILE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    out.mkdir(parents=True)
    Path(out, LOG).write_bytes(run.stdout)
    if run.returncode:
        raise CannotCompile(f"see {out / LOG}")
    for module in made.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        module.with_name(f"{module.name.partition('.')[0]}.py").unlink(missing_ok=True)
    for path in made.iterdir():
        shutil.move(path, out / path.name)


def make(out: Path) -> None:
    """See that `out` holds the compiled engine. Raises `CannotCompile`, and then it holds none."""
    with tempfile.TemporaryDirectory() as temporary:
        sources = Path(temporary)
        copy_sources(sources)
        wanted, stamp = digest(sources), out / STAMP
        if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
            return
        if out.exists() and not (stamp.exists() or Path(out, LOG).exists()):
            raise CannotCompile(f"{out} is something else than a build")
        shutil.rmtree(out, ignore_errors=True)
        check_tools()
        print("The engine is being compiled, which takes a minute or two.", file=sys.stderr)
        build(sources, out)
        stamp.write_text(wanted, encoding="ascii")


def main() -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / ".compiled", help="the folder (default: .compiled)")
    parser.add_argument(
        "--optional", action="store_true", help="succeed, and print nothing, where it cannot be compiled"
    )
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    if arguments.optional and os.environ.get("HAMLET_COMPILE") == "0":
        return 0
    try:
        make(out)
    except CannotCompile as reason:
        print(f"The engine is not compiled: {reason}. It runs as Python.", file=sys.stderr)
        return 0 if arguments.optional else 1
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
