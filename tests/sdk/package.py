"""The TypeScript SDK's package: how it is installed, and the examples in its README."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

SDK = Path(__file__).parents[2] / "sdk" / "typescript"
BLOCK = re.compile(r"^<!-- run: (\w+) -->\n```js\n(.*?)^```", re.MULTILINE | re.DOTALL)
LOCAL = "http://127.0.0.1:8000"
"""The server in the examples."""


def blocks(kind: str) -> list[str]:
    """Return the examples of the README that are marked so."""
    return [code for name, code in BLOCK.findall((SDK / "README.md").read_text()) if name == kind]


def run(*command: object, folder: Path, **environ: str) -> str:
    """Return the output of a program of Node's, which has to succeed."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "PATH": path, **environ},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-6000:]}{done.stderr[-6000:]}"
    return done.stdout


def install(package: Path, folder: Path) -> None:
    """Installs a packed SDK there, as its README says."""
    run("npm", "install", "--silent", "--no-audit", "--no-fund", package, folder=folder)
