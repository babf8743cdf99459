"""The generators and what checks and runs what they make; nothing of it is kept."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.service.conforming import CONTRACT

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COMPILER = ROOT / ".tools" / "clients" / "node_modules" / "typescript" / "bin" / "tsc"
UNTYPED_TEMPLATE = "[mypy]\nstrict = True\n[mypy-hamlet_client.client]\nignore_errors = True\n"
"""One file of each Python client comes from the generator as it is, and is not typed strictly. The rest is."""


@dataclass(frozen=True)
class Server:
    """Where to play, and with which key."""

    url: str
    api_key: str


@dataclass(frozen=True)
class Tools:
    """The programs, and the PATH on which they find each other."""

    python_generator: str
    typescript_generator: str
    node: str
    path: str

    def run(self, *command: object, folder: Path, **environ: str) -> str:
        """The output of a program, which has to succeed."""
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            env={**os.environ, "PATH": self.path, **environ},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"{command}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    def python_client(self, folder: Path) -> Path:
        """Make the Python client and type-check it with the program that uses it: that program."""
        self.run(
            *(self.python_generator, "generate", "--meta", "none", "--fail-on-warning"),
            *("--path", CONTRACT, "--output-path", "hamlet_client"),
            folder=folder,
        )
        (folder / "mypy.ini").write_text(UNTYPED_TEMPLATE)
        program = shutil.copy(HERE / "play.py", folder)
        self.run(sys.executable, "-m", "mypy", "play.py", "hamlet_client", folder=folder)
        return Path(program)

    def typescript_client(self, folder: Path) -> Path:
        """Make the TypeScript client and compile it with the program that uses it: that program."""
        self.run(
            *(self.typescript_generator, "generate", "-g", "typescript-fetch"),
            *("-i", CONTRACT, "-o", "client"),
            folder=folder,
        )
        for name in ("play.ts", "tsconfig.json"):
            shutil.copy(HERE / name, folder)
        self.run(self.node, COMPILER, "--project", ".", folder=folder)
        return folder / "out" / "play.js"

    def played(self, *command: object, server: Server, ruleset: str) -> Any:
        """What a program tells of the whole game that it has played."""
        program = Path(str(command[-1]))
        return json.loads(self.run(*command, server.url, ruleset, server.api_key, folder=program.parent))
