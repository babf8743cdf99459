"""Runs the recipes of docs/clients.md, and programs that play with the generated clients. Keeps no files."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.service.conforming import CONTRACT

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
INSTALLED = ROOT / ".tools" / "clients"
JARS = INSTALLED / "jars"
OASDIFF = ROOT / ".tools" / "bin" / "oasdiff"
PROGRAMS = ("openapi-python-client", "openapi-generator-cli", "node", "npx", "javac", "java", "go")


def recipe(heading: str) -> str:
    """Return the commands under a heading of docs/clients.md."""
    text = (ROOT / "docs" / "clients.md").read_text()
    chapter = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search("```sh\n(.*?)```", chapter, re.DOTALL)
    assert found, heading
    return found[1]


@dataclass(frozen=True)
class Server:
    """A server, and an API key for it."""

    url: str
    api_key: str


@dataclass(frozen=True)
class Tools:
    """The PATH on which all programs are found."""

    path: str

    def missing(self) -> list[str]:
        """Return the names of the programs that are not installed."""
        programs = [name for name in PROGRAMS if shutil.which(name, path=self.path) is None]
        return programs + [place.name for place in (INSTALLED / "node_modules", JARS, OASDIFF) if not place.exists()]

    def run(self, *command: object, folder: Path) -> str:
        """Run a program, which must succeed. Returns its output."""
        # Compilers and generators run too briefly for optimized code to pay off.
        quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            env={
                **os.environ,
                "PATH": self.path,
                "JARS": str(JARS),
                "JDK_JAVA_OPTIONS": quick,
                "JAVA_TOOL_OPTIONS": quick,
            },
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    def prepare(self, folder: Path, *files: str) -> None:
        """Fill a folder with the contract, some of our files, and the packages for Node."""
        for file in (*files, CONTRACT):
            shutil.copy(HERE / file, folder)
        (folder / "node_modules").symlink_to(INSTALLED / "node_modules")

    def made(self, heading: str, folder: Path, *programs: str) -> None:
        """Run a recipe in a folder with the contract and some of our files."""
        self.prepare(folder, *programs)
        self.run("bash", "-euc", recipe(heading), folder=folder)

    def played(self, *command: object, folder: Path, server: Server, ruleset: str) -> Any:
        """Run a program that plays a whole game. Returns its output."""
        return json.loads(self.run(*command, server.url, ruleset, server.api_key, folder=folder))
