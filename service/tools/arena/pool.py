"""Jobs over several processes, each of which is new and shares nothing with this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class ProcessDied(Exception):
    """A process ended without an answer: killed, or by an error that it has printed. `job`: what it was to do."""

    def __init__(self, job: Any) -> None:
        super().__init__(f"a process died over {job}")
        self.job = job


def cores() -> int:
    """How many processes can run here at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def outcomes(work: Callable[[J], R], jobs: Iterable[J], processes: int) -> Iterator[R]:
    """What `work` makes of each job, in no fixed order; with one process in this one.

    `work`, jobs and outcomes must be picklable. Raises `ProcessDied`. Whoever stops to iterate ends the processes.
    """
    if processes == 1:
        yield from map(work, jobs)
        return
    todo = iter(jobs)
    pool = _Pool(work, processes)
    try:
        for _ in range(processes):
            pool.hire(todo)
        while pool.busy:
            for channel in wait(list(pool.busy)):
                yield pool.collect(channel, todo)
    finally:
        pool.end()


class _Pool:
    """`busy`: the job of each process that has one, by the channel to it."""

    def __init__(self, work: Callable[[Any], Any], processes: int) -> None:
        self.busy: dict[Any, Any] = {}
        self._work = work
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        self._staff: list[SpawnProcess] = []

    def hire(self, todo: Iterator[Any]) -> None:
        """Start a process with the next job, if there is one."""
        for job in todo:
            channel, theirs = self._context.Pipe()
            process = self._context.Process(target=_serve, args=(self._work, theirs), daemon=True)
            _start_deaf(process)
            self._staff.append(process)
            # Only the process may hold its end: so its death is heard here.
            theirs.close()
            self._give(channel, job)
            return

    def collect(self, channel: Any, todo: Iterator[Any]) -> Any:
        """The outcome of a process that has one; it gets the next job. Raises `ProcessDied`."""
        job = self.busy.pop(channel)
        try:
            outcome = channel.recv()
        except (EOFError, OSError) as error:
            raise ProcessDied(job) from error
        for following in todo:
            self._give(channel, following)
            break
        else:
            channel.close()
        return outcome

    def _give(self, channel: Any, job: Any) -> None:
        self.busy[channel] = job
        try:
            channel.send(job)
        except OSError as error:
            raise ProcessDied(job) from error

    def end(self) -> None:
        """End all processes, whatever they do."""
        for process in self._staff:
            process.terminate()
        for process in self._staff:
            process.join()


def _start_deaf(process: SpawnProcess) -> None:
    """Start a process that ignores Ctrl-C from its first moment: it is ended by the one that started it."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, heard)


def _serve(work: Callable[[Any], Any], channel: Connection) -> None:
    """Do jobs until there are none any more, or nobody is left to give them."""
    while True:
        try:
            channel.send(work(channel.recv()))
        except (EOFError, BrokenPipeError):
            return
