"""A full node: one processor whose cgroups share it as a kubelet's do, and pods with their probes, on the loopback."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Doc = dict[str, Any]

_V1, _V2 = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
_MIN_SHARES, _MAX_SHARES = 2, 262144


class NoNode(Exception):
    """This machine does not let us share a processor so."""


def milli_of(quantity: str | int) -> int:
    """Thousandths of a processor, of a quantity as Kubernetes writes it."""
    text = str(quantity)
    return int(text[:-1]) if text.endswith("m") else round(1000 * float(text))


class Group:
    """A cgroup that gets processor time in proportion to its request (thousandths of a processor), until `close`."""

    def __init__(self, path: Path, milli: int) -> None:
        self.path = path
        shares = min(_MAX_SHARES, max(_MIN_SHARES, milli * 1024 // 1000))
        try:
            path.mkdir()
            if (path / "cpu.shares").exists():
                (path / "cpu.shares").write_text(str(shares))
            else:
                weight = 1 + (shares - _MIN_SHARES) * 9999 // (_MAX_SHARES - _MIN_SHARES)
                (path / "cpu.weight").write_text(str(weight))
        except OSError as refusal:
            raise NoNode(f"the cgroup {path} cannot be made: {refusal}") from refusal

    @classmethod
    def of_node(cls, milli: int) -> Group:
        """The one that holds all pods."""
        if (_V1 / "cgroup.procs").exists():
            return cls(_V1 / f"hamlet-{os.getpid()}", milli)
        control = _V2 / "cgroup.subtree_control"
        try:
            control.write_text("+cpu")
            group = cls(_V2 / f"hamlet-{os.getpid()}", milli)
            (group.path / "cgroup.subtree_control").write_text("+cpu")
        except OSError as refusal:
            raise NoNode(f"the cpu controller cannot be had: {refusal}") from refusal
        return group

    def entry(self, processor: int) -> str:
        """How a shell enters it, to stay on one processor."""
        return f"echo $$ > {self.path}/cgroup.procs && taskset -cp {processor} $$ > /dev/null"

    def kill(self) -> None:
        """End all that is in it. Raises `RuntimeError` if that cannot be done."""
        deadline = time.monotonic() + 10
        while pids := (self.path / "cgroup.procs").read_text().split():
            if time.monotonic() > deadline:
                raise RuntimeError(f"processes do not end: {pids}")
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            time.sleep(0.02)

    def close(self) -> None:
        """Remove it; nothing may be in it."""
        self.path.rmdir()


@dataclass(frozen=True)
class Probe:
    """What a container is asked, how often, and how many failures in a row count."""

    path: str
    period: float
    timeout: float
    failures: int

    @classmethod
    def of(cls, document: Doc) -> Probe:
        """The probe that a container's specification says; without a path it only connects."""
        path = document.get("httpGet", {}).get("path", "")
        period, timeout = document.get("periodSeconds", 10), document.get("timeoutSeconds", 1)
        return cls(path, period, timeout, document.get("failureThreshold", 3))

    def succeeds(self, port: int) -> bool:
        """Whether it is answered as it should be, in time."""
        try:
            if not self.path:
                with socket.create_connection(("127.0.0.1", port), self.timeout) as connection:
                    connection.sendall(b"PING\r\n")
                    return connection.recv(5) == b"+PONG"
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=self.timeout)
            try:
                client.request("GET", self.path)
                return 200 <= client.getresponse().status < 400
            finally:
                client.close()
        except (OSError, http.client.HTTPException):
            return False


@dataclass(frozen=True)
class Plan:
    """What a pod is made of; `processor`: the only one it may use."""

    component: str
    command: Sequence[str]
    environ: Mapping[str, str]
    spec: Doc
    processor: int

    @property
    def container(self) -> Doc:
        """The only one."""
        container: Doc = self.spec["containers"][0]
        return container

    @property
    def milli(self) -> int:
        """The processor time it requests."""
        return milli_of(self.container["resources"]["requests"]["cpu"])


class Pod:
    """The processes of one pod, started and stopped as a kubelet does it; what they say goes to a file in `folder`."""

    def __init__(self, plan: Plan, port: int, group: Group, folder: Path) -> None:
        self.plan, self.port, self.folder = plan, port, folder
        self.ready = False
        self.ready_since = 0.0
        self.leaving = False
        self.gone = threading.Event()
        self.restarts = self.lapses = 0
        self._group = group
        self._over = threading.Event()
        self._process = self._start()
        threading.Thread(target=self._watch, daemon=True).start()

    def _start(self) -> subprocess.Popen[bytes]:
        enter = self._group.entry(self.plan.processor) + ' && exec "$@"'
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                ["sh", "-c", enter, "sh", *self.plan.command],
                env=dict(self.plan.environ),
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )

    def _watch(self) -> None:
        """Start the container again whenever a probe of its life fails, or it ends."""
        container = self.plan.container
        while not self._over.is_set():
            started = threading.Event()
            ended = threading.Event()
            threading.Thread(target=self._ask_ready, args=(started, ended), daemon=True).start()
            if self._ask(Probe.of(container["startupProbe"]), until_success=True):
                started.set()
                self._ask(Probe.of(container["livenessProbe"]), until_success=False)
            ended.set()
            started.set()
            self.ready = False
            if not self._over.is_set():
                self.restarts += 1
                self._end(self.plan.spec["terminationGracePeriodSeconds"])
                self._process = self._start()

    def _ask(self, probe: Probe, until_success: bool) -> bool:
        """Ask until so many failures, or a success if that is enough, or until the pod is told to end."""
        failures = 0
        while not self._over.wait(probe.period if failures or not until_success else 0.0):
            if self._process.poll() is not None:
                return False
            good = probe.succeeds(self.port)
            if good and until_success:
                return True
            failures = 0 if good else failures + 1
            if failures >= probe.failures:
                return False
        return False

    def _ask_ready(self, started: threading.Event, ended: threading.Event) -> None:
        """Ask on, also while the pod ends: then nobody minds."""
        started.wait()
        probe, failures = Probe.of(self.plan.container["readinessProbe"]), 0
        while not (ended.is_set() or self._over.is_set()):
            if probe.succeeds(self.port):
                failures = 0
                if not self.ready:
                    self.ready_since = time.monotonic()
                self.ready = True
            else:
                failures += 1
                if failures >= probe.failures and self.ready:
                    self.lapses += 1
                    self.ready = False
            ended.wait(probe.period)

    def leave(self, unlisted: Callable[[], None]) -> None:
        """End in the background: out of the Service, the pause before the end, SIGTERM, and SIGKILL after the grace."""
        self.leaving = True
        threading.Thread(target=self._leave, args=(unlisted,), daemon=True).start()

    def _leave(self, unlisted: Callable[[], None]) -> None:
        lifecycle = self.plan.container.get("lifecycle", {})
        pause = lifecycle.get("preStop", {}).get("sleep", {}).get("seconds", 0)
        threading.Thread(target=unlisted, daemon=True).start()
        time.sleep(pause)
        self._over.set()
        self._end(self.plan.spec["terminationGracePeriodSeconds"] - pause)
        self.gone.set()

    def _end(self, grace: float) -> None:
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._group.kill()
        self._process.wait()

    def kill(self) -> None:
        """End it, whatever it does, and leave nothing of it."""
        self._over.set()
        self._group.kill()
        self._process.wait()
        self.gone.set()
        self._group.close()
