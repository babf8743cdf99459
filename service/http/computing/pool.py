"""A web process's pool of computing processes, with a limited queue that is fair to callers."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from service.http.computing.child import Budget, Child, Work


class Busy(Exception):
    """Too many jobs wait, or this job has waited too long. It was not started."""


class ShareTaken(Exception):
    """The caller has too many jobs in progress. This job was not started."""


class _Ticket:
    """A place in the queue. `child`: the process that runs the job, set when the job's turn comes."""

    def __init__(self) -> None:
        self.turn = threading.Event()
        self.child: Child | None = None


class Pool:
    """Runs at most `processes` jobs at a time.

    At most `waiting` further jobs may wait, and each caller may have `share` jobs running or waiting. Callers take
    turns, however many jobs each has. A job that waits longer than `budget.patience` gives up.
    """

    def __init__(self, work: Work, budget: Budget, processes: int, waiting: int, share: int) -> None:
        self._work = work
        self._budget = budget
        self._waiting = waiting
        self._share = share
        self._lock = threading.Lock()
        self._queues: OrderedDict[str, deque[_Ticket]] = OrderedDict()
        self._jobs: dict[str, int] = {}
        """The number of jobs waiting or running, by caller."""
        self.queued = 0
        self._children = {Child(work, budget) for _ in range(processes)}
        self._idle = list(self._children)

    def run_job(self, caller: str, name: str, document: bytes) -> bytes:
        """Run a job and return its answer.

        Raises `Busy` or `ShareTaken` if the job was not started, `TooCostly` if it exceeded its budget, and `Lost` if
        the process ended for another reason.
        """
        with self._place(caller):
            child = self._turn(caller)
            try:
                return child.run(name, document)
            except BaseException:
                # Do this even if the caller is cancelled: the child may still send the answer to this job, which must
                # not reach the next job.
                child = self._replace(child)
                raise
            finally:
                self._hand_on(child)

    @property
    def children(self) -> Collection[Child]:
        return tuple(self._children)

    @property
    def busy(self) -> int:
        return len(self._children) - len(self._idle)

    @contextmanager
    def _place(self, caller: str) -> Iterator[None]:
        with self._lock:
            jobs = self._jobs.get(caller, 0)
            if jobs >= self._share:
                raise ShareTaken(f"{jobs} jobs of this caller are under way")
            if self.queued >= self._waiting and not self._idle:
                raise Busy(f"{self.queued} jobs are waiting")
            self._jobs[caller] = jobs + 1
        try:
            yield
        finally:
            with self._lock:
                self._jobs[caller] -= 1
                if not self._jobs[caller]:
                    del self._jobs[caller]

    def _turn(self, caller: str) -> Child:
        """Wait for the caller's turn. Returns the child to use."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
            ticket = _Ticket()
            self._queues.setdefault(caller, deque()).append(ticket)
            self.queued += 1
        try:
            ticket.turn.wait(self._budget.patience)
        except BaseException:
            if (child := self._leave(caller, ticket)) is not None:
                self._hand_on(child)
            raise
        if (child := self._leave(caller, ticket)) is None:
            raise Busy("no process was free in time")
        return child

    def _leave(self, caller: str, ticket: _Ticket) -> Child | None:
        """Leave the queue. Returns the child if the ticket already had one."""
        with self._lock:
            if ticket.child is None:
                queue = self._queues[caller]
                queue.remove(ticket)
                self.queued -= 1
                if not queue:
                    del self._queues[caller]
            return ticket.child

    def _hand_on(self, child: Child) -> None:
        """Give the child to the first job of the next caller, and move that caller to the end of the line."""
        with self._lock:
            if not self._queues:
                self._idle.append(child)
                return
            caller, queue = self._queues.popitem(last=False)
            ticket = queue.popleft()
            self.queued -= 1
            if queue:
                self._queues[caller] = queue
            ticket.child = child
        ticket.turn.set()

    def _replace(self, child: Child) -> Child:
        child.close()
        try:
            fresh = Child(self._work, self._budget)
        except OSError:
            # The system cannot start another process. The next job gets the dead child, fails, and replaces it.
            return child
        with self._lock:
            self._children.discard(child)
            self._children.add(fresh)
        return fresh

    def stop_children(self) -> None:
        for child in self.children:
            child.close()
