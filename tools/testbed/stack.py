"""Runs `hamlet serve` in a process of its own, with a client that uses HTTP only."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

from tools.testbed.processes import alive, descendants, eventually
from tools.testbed.redis_cluster import free_port

LEASE_SECONDS = 2
"""The lease is short, so that a test does not wait long for the turn of a killed worker."""
START_SECONDS = 150.0
"""The limit for the start. It takes seconds, or minutes on a busy machine. Less than a test's timeout."""


_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Ignores proxies that the environment names."""


class Unreachable(Exception):
    """The server is away, or says that its Redis is."""


class Client:
    """A client of the server on `port` of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, key: str | None = None
    ) -> tuple[int, Any]:
        """Make one request. Returns its status and document. Raises `Unreachable`."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if key is not None:
            request.add_header("Idempotency-Key", key)
        try:
            with _DIRECT.open(request, timeout=40) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            with refusal:
                if refusal.code == 503:
                    raise Unreachable from refusal
                return refusal.code, json.load(refusal)
        except (OSError, HTTPException) as failure:
            raise Unreachable from failure

    def patiently(
        self, method: str, path: str, body: Any = None, token: str | None = None, key: str | None = None
    ) -> tuple[int, Any]:
        """Do as `call` does, and repeat the request while the server is away."""
        answers: list[tuple[int, Any]] = []

        def answered() -> bool:
            try:
                answers.append(self.call(method, path, body, token, key))
            except Unreachable:
                return False
            return True

        eventually(answered, f"an answer to {method} {path}")
        return answers[0]


def _lasts(name: str) -> bool:
    """Return whether a variable also applies to stacks. A stack has settings of its own, except for the engine."""
    return name == "HAMLET_ENGINE" or not name.startswith("HAMLET_")


class Stack(Client):
    """A stack on a free port. Its data folder outlives `stop` and `kill`, so that it can be started again."""

    def __init__(self, folder: Path, python: str = sys.executable, **environ: str) -> None:
        self.folder = folder
        super().__init__(free_port())
        self.metrics_port = free_port()
        self.python = python
        self.log = folder / "log"
        self.environ = {
            **{name: value for name, value in os.environ.items() if _lasts(name)},
            "HAMLET_DATA_DIR": str(folder / "data"),
            "HAMLET_LEASE": str(LEASE_SECONDS),
            "HAMLET_BUCKETS": "8",
            "PORT": str(self.port),
            "HAMLET_METRICS_PORT": str(self.metrics_port),
            **environ,
        }
        self._seen_log = 0
        self._serving: subprocess.Popen[bytes] | None = None

    def new_key(self, *arguments: str) -> str:
        """Create an API key at the command line and return it."""
        command = [self.python, "-m", "service.tools.cli", "keys", "new", *arguments]
        told = subprocess.run(command, env=self.environ, capture_output=True, text=True, check=True).stdout
        return told.split()[-1]

    def owned(self, method: str, path: str, key: str, body: Any = None) -> Any:
        """Make a request with an API key. It must succeed. Returns its document."""
        headers = {"Hamlet-Api-Key": key, "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", sent, headers, method=method)
        with _DIRECT.open(request, timeout=40) as answer:
            return json.loads(answer.read() or b"null")

    def command(self) -> list[str]:
        return [self.python, "-m", "service.tools.cli", "serve"]

    def start(self) -> None:
        """Start the stack and wait until it says that it is ready."""
        self._seen_log = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._serving = subprocess.Popen(self.command(), env=self.environ, stdout=log, stderr=log)
        try:
            eventually(self._settled, "the start", START_SECONDS)
        except AssertionError:
            self.close()
            raise
        assert self._serving.poll() is None, self.log.read_text()

    def _settled(self) -> bool:
        assert self._serving is not None
        return "Hamlet is ready" in self._news() or self._serving.poll() is not None

    def run_in_vain(self) -> tuple[int, str]:
        """Start the stack where it cannot run. Returns its exit code and its messages."""
        done = subprocess.run(self.command(), env=self.environ, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stderr

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the stack to stop, and wait. Returns its exit code. No process may be left."""
        assert self._serving is not None
        children = self.processes()
        self._serving.send_signal(number)
        code = self._serving.wait(60)
        assert not [pid for pid in children if alive(pid)]
        return code

    def crash(self) -> None:
        """Send SIGKILL to the supervisor itself."""
        assert self._serving is not None
        self._serving.kill()
        self._serving.wait()

    def close(self) -> None:
        """Clean up at the end of a test, even a failed one."""
        if self._serving is None:
            return
        children = self.processes()
        self._serving.terminate()
        try:
            self._serving.wait(30)
        finally:
            for pid in [self._serving.pid, *children]:
                if alive(pid):
                    os.kill(pid, signal.SIGKILL)

    def metrics(self) -> str:
        """Return the metrics that Prometheus would read."""
        with _DIRECT.open(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    # --- inside ------------------------------------------------------------------------------

    def _news(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self._seen_log)
            return log.read().decode()

    def log_lines(self) -> list[dict[str, Any]]:
        """Return the lines that its programs have logged since it was started."""
        return [json.loads(line) for line in self._news().splitlines() if line.startswith("{")]

    def pids(self, program: str) -> list[int]:
        """Return the ids of the processes that have run this program since the start. The last one runs it now."""
        return [line["pid"] for line in self.log_lines() if line["event"] == "started" and line["program"] == program]

    def processes(self) -> list[int]:
        """Return all processes of the stack except the first."""
        assert self._serving is not None
        return descendants(self._serving.pid)

    def kill(self, program: str) -> None:
        """Send SIGKILL to a program, and wait until the supervisor has replaced it."""
        times = len(self.pids(program))
        os.kill(self.pids(program)[-1], signal.SIGKILL)
        eventually(lambda: len(self.pids(program)) > times, f"the restart of {program}")
