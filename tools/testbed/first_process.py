"""Starts processes as the first process of a namespace, as in a container. The kernel drops signals that they do not
handle.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
PROCESSES = {
    "web": ("-m", "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"),
    "turns": ("-m", "workers.worker", "--queue", "turns"),
    "decisions": ("-m", "workers.worker", "--queue", "decisions"),
    "webhooks": ("-m", "workers.worker", "--queue", "webhooks"),
    "dispatcher": (
        "-m",
        "workers.dispatcher",
    ),
}
"""The Python code for each kind of process."""
NAMESPACE = ("unshare", "--pid", "--fork", "--kill-child")
if os.geteuid() != 0:
    NAMESPACE = (*NAMESPACE, "--user", "--map-root-user")
_START_SECONDS = 60.0


def allowed() -> bool:
    """Return whether this machine lets us make namespaces, and whether its `env` can block signals as the image's
    can.
    """
    try:
        subprocess.run([*NAMESPACE, *entry_point(), "true"], check=True, capture_output=True, timeout=_START_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def entry_point() -> list[str]:
    """Return the command that the image puts before every other command."""
    found = re.search(r"^ENTRYPOINT (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert found is not None
    words: list[str] = json.loads(found[1])
    return words


def command_of(name: str) -> list[str]:
    """Return the command that starts one of `PROCESSES` as the image does, but with this Python and these sources."""
    return [*entry_point(), sys.executable, *PROCESSES[name]]


class FirstProcess:
    """A process that is the first one of its namespace. `log`: the file with its output."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], log: IO[bytes]) -> None:
        self._outside = subprocess.Popen([*NAMESPACE, *command], env=environ, stdout=log, stderr=log, cwd=ROOT)
        self.pid = self._begun()

    def _begun(self) -> int:
        """Return the process's id outside of the namespace, as soon as Python runs in it."""
        children = Path(f"/proc/{self._outside.pid}/task/{self._outside.pid}/children")
        deadline = time.monotonic() + _START_SECONDS
        while self._outside.poll() is None and time.monotonic() < deadline:
            for child in children.read_text().split():
                if Path(f"/proc/{child}/exe").readlink().name.startswith("python"):
                    return int(child)
            time.sleep(0.001)
        raise RuntimeError("a process did not start")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send it this signal. Returns its exit code, and the seconds until then. Raises `TimeoutExpired` after a
        minute.
        """
        began = time.monotonic()
        os.kill(self.pid, number)
        return self._outside.wait(60), time.monotonic() - began

    def kill(self) -> None:
        """Kill it, whatever it is doing."""
        self._outside.kill()
        self._outside.wait()
