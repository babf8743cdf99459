"""Keeps one program of the stack running, and replaces it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

from service.tools.stack.programs import Process, Program

log = logging.getLogger(__name__)

_GRACE_SECONDS = 20.0
"""Seconds for a program to stop after a request. Our programs need less."""
_START_SECONDS = 60.0
_STEADY_SECONDS = 10.0
_MAX_PAUSE_SECONDS = 10.0
_LOOK_SECONDS = 0.5
_OBSTACLE_SECONDS = 1.0
_SETTLING_SECONDS = 1.0


class CannotReplace(Exception):
    """The new program does not become ready. The old one still runs."""


class Post:
    """A program that is kept running.

    `processes`: all processes that were started for the program and have not been cleaned up yet.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.processes: list[Process] = []
        self._process: Process | None = None
        self._changing = False
        self._started = 0.0
        self._crashes = 0
        self._restart_at = 0.0
        self._obstacle: str | None = None

    def start(self) -> None:
        self._process = self._begin(self.program)

    def _begin(self, program: Program) -> Process:
        process = Process(program)
        self.processes.append(process)
        self._started = time.monotonic()
        log.info("started", extra={"program": program.name, "pid": process.pid})
        return process

    def _end(self, process: Process) -> None:
        process.sweep()
        self.processes.remove(process)

    def has_ended(self) -> bool:
        return self._process is None or self._process.exit_code() is not None

    def look_after(self) -> None:
        """Restart the program if it has ended: immediately the first time, with growing pauses if it keeps crashing.

        While there is an obstacle, the program is not started.
        """
        if self._changing:
            return
        now = time.monotonic()
        if self._process is not None and (code := self._process.exit_code()) is not None:
            self._end(self._process)
            self._process = None
            self._crashes = 1 if now - self._started > _STEADY_SECONDS else self._crashes + 1
            pause = min(0.25 * 2 ** (self._crashes - 1), _MAX_PAUSE_SECONDS) if self._crashes > 1 else 0.0
            self._restart_at = now + pause
            facts = {"program": self.program.name, "exit_code": code, "restart_in_seconds": pause}
            log.error("ended unexpectedly", extra=facts)
        if self._process is None and now >= self._restart_at:
            obstacle = self.program.obstacle()
            if obstacle is None:
                self.start()
            elif obstacle != self._obstacle:
                log.error("cannot start: %s", obstacle, extra={"program": self.program.name})
            self._obstacle = obstacle
            self._restart_at = now + _OBSTACLE_SECONDS

    def replace(self, program: Program) -> Iterator[None]:
        """Replace the program step by step. No step blocks.

        Raises `CannotReplace` if the new program overlaps the old one and does not become ready.
        """
        if program.overlaps:
            new = self._begin(program)
            yield from self._await(new)
            old, self._process = self._process, new
            self.program = program
            yield from self._dismiss(old)
        else:
            self._changing = True
            yield from self._dismiss(self._process)
            self.program, self._changing = program, False
            self.start()
            yield from _pause(_SETTLING_SECONDS)

    def _await(self, new: Process) -> Iterator[None]:
        deadline = time.monotonic() + _START_SECONDS
        while not new.program.ready():
            if new.exit_code() is not None or time.monotonic() > deadline:
                self._end(new)
                raise CannotReplace
            yield from _pause(_LOOK_SECONDS)

    def _dismiss(self, old: Process | None) -> Iterator[None]:
        """Let the process finish its work, then kill what is left of it."""
        if old is None or old not in self.processes:
            return
        old.ask_to_stop()
        deadline = time.monotonic() + _GRACE_SECONDS
        while old.exit_code() is None and time.monotonic() < deadline:
            yield
        self._end(old)


def _pause(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
