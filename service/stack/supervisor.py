"""Starts programs in order, restarts what crashes, stops everything in reverse order."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import FrameType

from service.stack.programs import CannotStart, Process, Program

log = logging.getLogger(__name__)

_TICK_SECONDS = 0.1
_START_SECONDS = 60.0
_GRACE_SECONDS = 4.0
"""For all stages together; programs of ours end in three. What is killed then loses nothing."""
_LEAST_SECONDS = 0.5
"""For a stage of which nothing is left of that."""
_STEADY_SECONDS = 10.0
_LONGEST_PAUSE_SECONDS = 10.0


@dataclass
class _Post:
    """A program's place in the stack, and the process that holds it now."""

    program: Program
    process: Process | None = None
    started: float = 0.0
    crashes: int = 0
    restart_at: float = 0.0

    def start(self) -> None:
        self.process = Process(self.program)
        self.started = time.monotonic()
        log.info("started", extra={"program": self.program.name, "pid": self.process.pid})

    def look_after(self) -> None:
        """Start again what has ended: at once the first time, after longer and longer pauses if it keeps crashing."""
        now = time.monotonic()
        if self.process is not None and (code := self.process.exit_code()) is not None:
            self.process.sweep()
            self.process = None
            self.crashes = 1 if now - self.started > _STEADY_SECONDS else self.crashes + 1
            pause = min(0.25 * 2 ** (self.crashes - 1), _LONGEST_PAUSE_SECONDS) if self.crashes > 1 else 0.0
            self.restart_at = now + pause
            facts = {"program": self.program.name, "exit_code": code, "restart_in_seconds": pause}
            log.error("ended unexpectedly", extra=facts)
        if self.process is None and now >= self.restart_at:
            self.start()


class Supervisor:
    """Runs stages of programs: a stage starts when the one before it is ready. Use it from the main thread only."""

    def __init__(self, stages: Sequence[Sequence[Program]]) -> None:
        self._stages = [[_Post(program) for program in stage] for stage in stages]
        self._stop_requests = 0

    def run(self, on_ready: str) -> None:
        """Start all, print `on_ready` when everything is, and watch until SIGINT or SIGTERM asks to stop.

        Nothing of it is left running on return. Raises `CannotStart` when a program ends before it was ready.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # ignored under nohup
                signal.signal(number, self._request_stop)
        try:
            for stage in self._stages:
                self._bring_up(stage)
            if not self._stop_requests:
                print(on_ready, flush=True)
            while not self._stop_requests:
                for post in self._posts():
                    post.look_after()
                time.sleep(_TICK_SECONDS)
        finally:
            self._stop()

    def _posts(self) -> list[_Post]:
        return [post for stage in self._stages for post in stage]

    def _request_stop(self, number: int, frame: FrameType | None) -> None:
        self._stop_requests += 1

    def _bring_up(self, stage: list[_Post]) -> None:
        """Start a stage's programs together and wait for them all. A crash here is a fault, not an accident."""
        if self._stop_requests:
            return
        for post in stage:
            post.start()
        deadline = time.monotonic() + _START_SECONDS
        while not self._stop_requests and not all(post.program.ready() for post in stage):
            for post in stage:
                if post.process is None or post.process.exit_code() is not None:
                    program = post.program
                    raise CannotStart(f"{program.name} ended before it was ready; see its messages {program.messages}.")
            if time.monotonic() > deadline:
                raise CannotStart(f"{stage[0].program.name} was not ready after {_START_SECONDS:.0f} s.")
            time.sleep(_TICK_SECONDS)

    def _stop(self) -> None:
        """Last stage first, each given time to finish its work; a second request to stop ends the waiting."""
        end = time.monotonic() + _GRACE_SECONDS
        for stage in reversed(self._stages):
            running = [post.process for post in stage if post.process is not None]
            for process in running:
                process.ask_to_stop()
            deadline = max(end, time.monotonic() + _LEAST_SECONDS)
            while any(process.exit_code() is None for process in running):
                if time.monotonic() > deadline or self._stop_requests > 1:
                    log.warning("killing what did not stop in time")
                    break
                time.sleep(_TICK_SECONDS)
            for process in running:
                process.sweep()
