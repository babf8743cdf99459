"""Runs jobs in several fresh processes that share nothing with this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class ProcessDied(Exception):
    """A process ended without an answer.

    `jobs`: those on which it may have been working.
    """

    def __init__(self, jobs: list[Any]) -> None:
        super().__init__(f"a process died over one of: {', '.join(map(str, jobs))}")
        self.jobs = jobs


def cores() -> int:
    """Return how many processes can run here at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def outcomes(work: Callable[[J], R], jobs: Iterable[J], processes: int) -> Iterator[R]:
    """Yield the result of `work` for each job, in any order. With one process, the jobs run in this process.

    `work`, jobs and results must be picklable. Raises `ProcessDied`. Closing the iterator ends the processes.
    """
    if processes == 1:
        yield from map(work, jobs)
        return
    others = set(active_children())
    todo = iter(jobs)
    running: dict[Future[R], J] = {}
    pool = ProcessPoolExecutor(processes, get_context("spawn"))

    def begin(count: int) -> None:
        with _deaf():
            for job in islice(todo, count):
                running[pool.submit(work, job)] = job

    try:
        begin(processes)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                del running[future]
                begin(1)
    except BrokenProcessPool as error:
        raise ProcessDied(list(running.values())) from error
    finally:
        for process in set(active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Make processes that are started inside the block ignore Ctrl-C, because their parent ends them."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
