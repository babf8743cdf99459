"""The two servers of `bench/load.py`, each with its own Redis, folder and free port."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from service.tools.stack.redis_server import answers, lock_folder, redis_program
from tools.testbed.redis_cluster import free_port

ROOT = Path(__file__).parents[2]
GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf")
_START_SECONDS = 60.0


class Server:
    """Processes that serve on `port` until `close`. Their output goes into the file `log` of the folder."""

    def __init__(self, environ: dict[str, str]) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="hamlet-load-")
        self.folder = Path(self._temporary.name)
        self.port = free_port()
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
        own = {"PORT": str(self.port), "PYTHONPATH": str(ROOT), "HAMLET_DATA_DIR": str(self.folder / "data")}
        self._environ = {**inherited, **own, "HAMLET_METRICS_PORT": "0", **environ}
        self._processes: list[subprocess.Popen[bytes]] = []

    def run(self, *command: str, inherits: tuple[int, ...] = (), **environ: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                command, env={**self._environ, **environ}, stdout=log, stderr=log, pass_fds=inherits, cwd=self.folder
            )
        self._processes.append(process)
        return process

    def await_url(self, path: str) -> None:
        """Wait until the port answers. Raises `SystemExit` with the end of the log if it does not."""
        deadline = time.monotonic() + _START_SECONDS
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        while time.monotonic() < deadline and self._processes[-1].poll() is None:
            try:
                with opener.open(f"http://127.0.0.1:{self.port}{path}", timeout=2):
                    return
            except urllib.error.HTTPError as answer:
                with answer:
                    if answer.code == 404:
                        return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"a server did not start:\n{(self.folder / 'log').read_text()[-2000:]}")

    def new_key(self, name: str) -> str:
        """Create an API key and return it."""
        command = (sys.executable, "-m", "service.tools.cli", "keys", "new", name)
        done = subprocess.run(command, env=self._environ, cwd=self.folder, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[-1]

    def processes(self) -> dict[int, int]:
        """Return its processes and those that they started, each with its parent."""
        parents: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        own = {process.pid for process in self._processes}
        while more := {pid for pid, parent in parents.items() if parent in own} - own:
            own |= more
        return {pid: parents[pid] for pid in own if pid in parents}

    def cpu_seconds(self) -> float:
        """Return the processor seconds of its processes and their children."""
        ticks = 0
        for pid in self.processes():
            with suppress(OSError):
                ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Stop its processes, the last one first, and delete its data."""
        for process in reversed(self._processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._temporary.cleanup()


def hamlet(environ: dict[str, str]) -> Server:
    """Provide the whole of Hamlet, as `make serve` runs it."""
    server = Server(environ)
    server.run(sys.executable, "-m", "service.tools.cli", "serve")
    server.await_url("/readyz")
    return server


def bare(environ: dict[str, str]) -> Server:
    """Provide `bench/helpers/bare_app.py`, with the same gunicorn and configuration, and a Redis with the same
    settings.
    """
    server = Server(environ)
    place, lock = server.folder / "redis.sock", lock_folder(server.folder / "data")
    program = redis_program(server.folder / "data", place, lock)
    server.run(*program.command, inherits=(lock,))
    os.close(lock)
    while not answers(f"unix://{place}"):
        time.sleep(0.05)
    metrics = str(server.folder / "metrics")
    server.run(
        *GUNICORN, "bench.helpers.bare_app:app", HAMLET_REDIS_URL=f"unix://{place}", PROMETHEUS_MULTIPROC_DIR=metrics
    )
    server.await_url("/")
    return server
