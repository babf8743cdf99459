"""Compiles the engine into a folder of its own. With HAMLET_ENGINE=<folder>, Python uses it instead of the sources.

Prints the folder. If the folder already has a build of these sources with these tools, it compiles nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
SETTINGS = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
"""Files besides the engine's sources that the build reads."""
TOOLS = "requirements/compile.txt"
"""The lock file of the packages that the build needs."""
STAMP = "stamp"
LOG = "log"


class CannotCompile(Exception):
    """The engine cannot be compiled. The message says why, for people."""


def copy_sources(folder: Path) -> None:
    """Copy the build's input into the folder, so that edits during the build do no harm."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*SETTINGS, TOOLS):
        shutil.copy(ROOT / name, folder / Path(name).name)


def digest(folder: Path) -> str:
    """Return a hash of everything that the result depends on."""
    found = hashlib.sha256(f"{sys.version} {platform.platform()}".encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "README.md"):
        found.update(f"\n{path.relative_to(folder)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def check_tools() -> None:
    """Raise `CannotCompile` if a tool is missing."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(f"there is no C compiler ({compiler})")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotCompile("Python's header files are missing (python3-dev)")


def install_tools() -> None:
    """Install the locked packages that the build needs. Raises `CannotCompile`."""
    pins = re.findall(r"^([\w-]+)==([\w.]+)", (ROOT / TOOLS).read_text(encoding="ascii"), re.MULTILINE)
    here = {found.name.lower().replace("_", "-"): found.version for found in metadata.distributions()}
    if dict(pins).items() <= here.items():
        return
    say("Installing what compiles the engine.")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(ROOT / TOOLS)]
    if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
        raise CannotCompile("what compiles it could not be installed")


def build(sources: Path, out: Path) -> None:
    """Compile `sources` and put the engine into `out`, without the Python sources of compiled modules."""
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


def make(out: Path, only_look: bool = False) -> bool:
    """Compile the engine into `out` unless it is there already; with `only_look`, change nothing. Returns whether it is
    there.

    Raises `CannotCompile`; then `out` has no engine.
    """
    # A signal to end this process also ends the compiler, a moment later.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        sources = Path(temporary)
        copy_sources(sources)
        wanted, stamp = digest(sources), out / STAMP
        if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
            return True
        if only_look:
            return False
        if out.exists() and not (stamp.exists() or Path(out, LOG).exists()):
            raise CannotCompile(f"{out} is something else than a build")
        shutil.rmtree(out, ignore_errors=True)
        check_tools()
        install_tools()
        say("Compiling the engine. This takes a minute or two, and longer beside running games.")
        build(sources, out)
        stamp.write_text(wanted, encoding="ascii")
        return True


def say(text: str) -> None:
    """Print progress to standard error; standard output is for programs."""
    print(text, file=sys.stderr, flush=True)


def step_back() -> None:
    """Use one job, at the lowest priority."""
    os.nice(19)
    os.environ["HAMLET_COMPILE_JOBS"] = "1"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / ".compiled", help="the folder (default: .compiled)")
    parser.add_argument("--ready", action="store_true", help="compile nothing: print the folder if it is up to date")
    parser.add_argument(
        "--beside", action="store_true", help="compile at the lowest priority; where that cannot be done, print nothing"
    )
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    if (arguments.ready or arguments.beside) and os.environ.get("HAMLET_COMPILE") == "0":
        return 0
    if arguments.beside:
        step_back()
    try:
        ready = make(out, only_look=arguments.ready)
    except CannotCompile as reason:
        say(f"The engine is not compiled: {reason}. It runs as Python.")
        return 0 if arguments.beside else 1
    if ready:
        print(out)
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    sys.exit(main())
