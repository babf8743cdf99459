"""Starts programs in order, restarts crashed ones, and stops all in reverse order."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from types import FrameType

from service.tools.stack.programs import CannotStart, Program
from service.tools.stack.supervised_process import Post

log = logging.getLogger(__name__)

_TICK_SECONDS = 0.1
_START_SECONDS = 60.0
_GRACE_SECONDS = 4.0
"""Seconds for stopping all stages. Our programs need three; killing them after the limit loses nothing."""
_MIN_SECONDS = 0.5
"""Minimum time for stopping a stage, even if the time for all stages is used up."""

Steps = Generator[None, None, None]


def _nothing(posts: Sequence[Post]) -> Steps:
    yield


class Supervisor:
    """Runs stages of programs. Each stage starts when the previous stage is ready. For the main thread only."""

    def __init__(self, stages: Sequence[Sequence[Program]]) -> None:
        self._stages = [[Post(program) for program in stage] for stage in stages]
        self._stop_requests = 0

    def run(self, on_ready: str, beside: Callable[[Sequence[Post]], Steps] = _nothing) -> None:
        """Start all programs, print `on_ready` when all are ready, and watch them until SIGINT or SIGTERM.

        `beside`: work to be done in short steps while the programs are watched. When `run` returns, no process is left.
        Raises `CannotStart` if a program ends before it is ready.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # ignored under nohup
                signal.signal(number, self._request_stop)
        try:
            for stage in self._stages:
                self._bring_up(stage)
            if not self._stop_requests:
                print(on_ready, flush=True)
            posts = [post for stage in self._stages for post in stage]
            with closing(beside(posts)) as steps:
                self._watch(posts, steps)
        finally:
            self._stop()

    def _watch(self, posts: Sequence[Post], steps: Steps) -> None:
        while not self._stop_requests:
            for post in posts:
                post.look_after()
            next(steps, None)
            time.sleep(_TICK_SECONDS)

    def _request_stop(self, number: int, frame: FrameType | None) -> None:
        self._stop_requests += 1

    def _bring_up(self, stage: list[Post]) -> None:
        """Start a stage's programs together and wait until all are ready.

        A crash here is an error and is not retried.
        """
        if self._stop_requests:
            return
        for post in stage:
            if obstacle := post.program.obstacle():
                raise CannotStart(obstacle)
            post.start()
        deadline = time.monotonic() + _START_SECONDS
        while not self._stop_requests and not all(post.program.ready() for post in stage):
            for post in stage:
                if post.has_ended():
                    program = post.program
                    raise CannotStart(f"{program.name} ended before it was ready. {program.complaint()}")
            if time.monotonic() > deadline:
                raise CannotStart(f"{stage[0].program.name} was not ready after {_START_SECONDS:.0f} s.")
            time.sleep(_TICK_SECONDS)

    def _stop(self) -> None:
        """Stop all stages, the last one first, with time to finish their work. A second signal ends the waiting."""
        end = time.monotonic() + _GRACE_SECONDS
        for stage in reversed(self._stages):
            running = [process for post in stage for process in post.processes]
            for process in running:
                process.ask_to_stop()
            deadline = max(end, time.monotonic() + _MIN_SECONDS)
            while any(process.exit_code() is None for process in running):
                if time.monotonic() > deadline or self._stop_requests > 1:
                    log.warning("killing processes that did not stop in time")
                    break
                time.sleep(_TICK_SECONDS)
            for process in running:
                process.sweep()
