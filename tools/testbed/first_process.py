"""Processes that are the first one of a namespace, as in a container: what they do not heed the kernel drops."""

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
"""What Python is to run for each of them."""
NAMESPACE = ("unshare", "--pid", "--fork", "--kill-child")
if os.geteuid() != 0:
    NAMESPACE = (*NAMESPACE, "--user", "--map-root-user")
_START_SECONDS = 60.0


def allowed() -> bool:
    """Return whether this machine lets us make namespaces, and its `env` holds signals back as that of the image
    does.
    """
    try:
        subprocess.run([*NAMESPACE, *entry_point(), "true"], check=True, capture_output=True, timeout=_START_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def entry_point() -> list[str]:
    """Return what the image puts before every command."""
    found = re.search(r"^ENTRYPOINT (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert found is not None
    words: list[str] = json.loads(found[1])
    return words


def command_of(name: str) -> list[str]:
    """Return how one of `PROCESSES` is started in the image, but with this Python and these sources."""
    return [*entry_point(), sys.executable, *PROCESSES[name]]


class FirstProcess:
    """What the command becomes at last, a Python; what it says goes to `log`."""

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], log: IO[bytes]) -> None:
        self._outside = subprocess.Popen([*NAMESPACE, *command], env=environ, stdout=log, stderr=log, cwd=ROOT)
        self.pid = self._begun()

    def _begun(self) -> int:
        """Return the process's id outside, as soon as Python runs there."""
        children = Path(f"/proc/{self._outside.pid}/task/{self._outside.pid}/children")
        deadline = time.monotonic() + _START_SECONDS
        while self._outside.poll() is None and time.monotonic() < deadline:
            for child in children.read_text().split():
                if Path(f"/proc/{child}/exe").readlink().name.startswith("python"):
                    return int(child)
            time.sleep(0.001)
        raise RuntimeError("a process did not start")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to stop: its exit code, and the seconds until then. Raises `TimeoutExpired` after a minute."""
        began = time.monotonic()
        os.kill(self.pid, number)
        return self._outside.wait(60), time.monotonic() - began

    def kill(self) -> None:
        """End it, whatever it does."""
        self._outside.kill()
        self._outside.wait()
