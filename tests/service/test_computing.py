"""Processes that compute: their answers, what ends them, and the order of callers."""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.http.computing import Budget, Busy, Lost, Pool, ShareTaken, TooCostly
from service.http.middleware import computed_calls
from service.http.middleware.computed_calls import close_pool, open_pool
from service.http.openapi.document import inlined
from tests.service.api import PROBLEM, refused
from tests.service.conftest import Opener
from tools.testbed.processes import alive, eventually

MEGABYTE = 1024 * 1024
BUDGET = Budget(0.1, 30.0, 200 * MEGABYTE)
Opening = Callable[..., Pool]


def work(name: str, document: bytes) -> bytes:
    """Return the jobs that the processes of these tests can do."""
    if name == "spin":
        while True:
            pass
    if name == "grow":
        return b"".join([bytes(MEGABYTE)] * 1000)
    if name == "exit":
        os._exit(7)
    if name == "hold":
        with open(document, "rb") as gate:
            return gate.read()
    if name == "note":
        place, _, text = document.partition(b" ")
        with open(place, "ab") as notes:
            notes.write(text)
    return document[::-1]


@pytest.fixture
def pool() -> Iterator[Opening]:
    """Opens pools."""
    opened: list[Pool] = []

    def opening(processes: int = 1, waiting: int = 9, share: int = 9, budget: Budget = BUDGET) -> Pool:
        opened.append(Pool(work, budget, processes, waiting, share))
        return opened[-1]

    yield opening
    for one in opened:
        one.stop_children()


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """A job `hold` waits until something is written into it."""
    os.mkfifo(tmp_path / "gate")
    return tmp_path / "gate"


def pids(pool: Pool) -> list[int]:
    return [child.pid for child in pool.children]


def queued(pool: Pool, count: int) -> None:
    """Wait until this many jobs are queued."""
    eventually(lambda: pool.queued == count, f"{count} jobs that wait")


def test_documents_of_any_size(pool: Opening) -> None:
    one = pool()
    for document in (b"", b"a", bytes(range(256)) * 20_000):
        assert one.run_job("somebody", "turn", document) == document[::-1]


@pytest.mark.parametrize(("name", "failure"), [("spin", TooCostly), ("grow", TooCostly), ("exit", Lost)])
def test_what_is_ended_is_replaced(pool: Opening, name: str, failure: type[Exception]) -> None:
    one = pool()
    [first] = pids(one)
    with pytest.raises(failure):
        one.run_job("somebody", name, b"")
    assert not alive(first)
    assert one.run_job("somebody", "turn", b"ab") == b"ba"
    assert pids(one) != [first]


def test_what_cannot_be_replaced_at_once_is_replaced_later(pool: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no process left: the job's own failure is reported, and the next job is lost."""
    one = pool()

    def fail() -> int:
        raise BlockingIOError(errno.EAGAIN, "no process")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fork", fail)
        for name, failure in (("spin", TooCostly), ("turn", Lost)):
            with pytest.raises(failure):
                one.run_job("somebody", name, b"ab")
    with pytest.raises(Lost):
        one.run_job("somebody", "turn", b"ab")
    assert one.run_job("somebody", "turn", b"ab") == b"ba"
    assert len(one.children) == 1


def test_one_that_does_not_get_on_is_given_up(pool: Opening, gate: Path) -> None:
    """A job that sleeps uses no processor time at all."""
    one = pool(budget=Budget(10.0, 0.1))
    with pytest.raises(Lost):
        one.run_job("somebody", "hold", os.fsencode(gate))
    assert one.run_job("somebody", "turn", b"ab") == b"ba"


def test_nothing_of_the_parent_is_kept(pool: Opening) -> None:
    """Otherwise a client whose connection we close would wait as long as the process lives."""
    ours, theirs = socket.socketpair()
    one = pool()
    ours.close()
    theirs.settimeout(30)
    assert theirs.recv(1) == b""
    theirs.close()
    assert one.run_job("somebody", "turn", b"ab") == b"ba"


def test_close_ends_what_runs(pool: Opening, gate: Path) -> None:
    one = pool()
    [first] = pids(one)
    with ThreadPoolExecutor() as threads:
        held = threads.submit(one.run_job, "somebody", "hold", os.fsencode(gate))
        eventually(lambda: one.busy == 1, "the job")
        one.stop_children()
        with pytest.raises(Lost):
            held.result(30)
    assert not alive(first)


def test_callers_take_turns(pool: Opening, gate: Path, tmp_path: Path) -> None:
    """However many jobs one of them has."""
    one, notes = pool(), tmp_path / "notes"

    def note(caller: str, text: str) -> None:
        one.run_job(caller, "note", os.fsencode(notes) + b" " + text.encode())

    with ThreadPoolExecutor() as threads:
        jobs = [threads.submit(one.run_job, "greedy", "hold", os.fsencode(gate))]
        eventually(lambda: one.busy == 1, "the job")
        for number, (caller, text) in enumerate(
            [("greedy", "1"), ("greedy", "2"), ("greedy", "3"), ("modest", "a"), ("modest", "b")]
        ):
            jobs.append(threads.submit(note, caller, text))
            queued(one, number + 1)
        gate.write_bytes(b"go")
        for job in jobs:
            job.result(30)
    assert notes.read_text() == "1a2b3"
    assert one.queued == one.busy == 0


def test_one_caller_has_a_share_and_the_queue_an_end(pool: Opening, gate: Path) -> None:
    one = pool(waiting=2, share=2)
    with ThreadPoolExecutor() as threads:
        jobs = [threads.submit(one.run_job, "greedy", "hold", os.fsencode(gate))]
        eventually(lambda: one.busy == 1, "the job")
        jobs.append(threads.submit(one.run_job, "greedy", "turn", b"ab"))
        queued(one, 1)
        with pytest.raises(ShareTaken):
            one.run_job("greedy", "turn", b"ab")
        jobs.append(threads.submit(one.run_job, "modest", "turn", b"ab"))
        queued(one, 2)
        with pytest.raises(Busy):
            one.run_job("late", "turn", b"ab")
        gate.write_bytes(b"go")
        assert [job.result(30) for job in jobs] == [b"go", b"ba", b"ba"]
    for caller in ("greedy", "late"):
        assert one.run_job(caller, "turn", b"ab") == b"ba"


def test_a_wait_has_an_end(pool: Opening, gate: Path) -> None:
    one = pool(budget=Budget(10.0, 0.2))
    with ThreadPoolExecutor() as threads:
        held = threads.submit(one.run_job, "somebody", "hold", os.fsencode(gate))
        eventually(lambda: one.busy == 1, "the job")
        late = threads.submit(one.run_job, "somebody", "turn", b"ab")
        # Either may give up first, and then the other may have had its turn.
        with pytest.raises(Lost):
            held.result(30)
        with suppress(Busy):
            assert late.result(30) == b"ba"
    assert one.queued == one.busy == 0

    def turned() -> bool:
        # On a busy machine the budget of a job may be over before it has started.
        with suppress(Busy, Lost):
            return one.run_job("somebody", "turn", b"ab") == b"ba"
        return False

    eventually(turned, "the next job")


# --- by HTTP -------------------------------------------------------------------------------------

BODIES = [
    b'{"position": {"ruleset": "villagers"}}',
    b'{"position": {"ruleset": "chess"}, "seat": 0, "moves": []}',
    b'{"position": 1, "seat": 0, "moves": [{}]}',
    b'{"position": {}, "seat": 99, "moves": []}',
    b'{"position": NaN}',
    b'{"position": {}, "position": {}}',
    b"[",
    b"[" * 300,
    b"\xff",
    b"",
    b"[]",
]
SCORE = {"position": {"ruleset": "villagers", "seats": [{}, {}], "phase": "build"}}
CALLS = ["positions/moves", "positions/apply", "positions/score", "positions/view", "decisions"]


@pytest.fixture
def computing_client(opened: Opener) -> Iterator[FlaskClient]:
    """A client of an app with one computing process."""
    client = opened()
    app: Flask = client.application
    open_pool(app, 1, 5.0)
    yield client
    close_pool(app)


@pytest.mark.parametrize("call", CALLS)
def test_answers_are_the_same_wherever_they_are_made(
    client: FlaskClient, computing_client: FlaskClient, call: str
) -> None:
    for body in BODIES:
        here, there = (
            one.post(f"/v1/{call}", data=body, headers={"Content-Type": "application/json"})
            for one in (client, computing_client)
        )
        assert (here.status_code, here.data) == (there.status_code, there.data)
        assert here.status_code in (400, 404, 422)
        assert set(here.headers.keys()) == set(there.headers.keys())
    plain = computing_client.post(f"/v1/{call}", data=b"{}", headers={"Content-Type": "text/plain"})
    refused(plain, 415, "unsupported-media-type")


def replaced(monkeypatch: pytest.MonkeyPatch, job: computed_calls.Job) -> None:
    """Replace what the call for a score does."""
    schema, _ = computed_calls._JOBS["score_position"]
    monkeypatch.setitem(computed_calls._JOBS, "score_position", (schema, job))


def spin(body: object) -> object:
    while True:
        pass


def test_a_call_that_takes_too_much_is_refused(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, spin)
    client = opened()
    open_pool(client.application, 1, 0.05)
    try:
        for _ in range(2):
            refused(client.post("/v1/positions/score", json={"position": {}}), 422, "too-costly")
        refused(client.post("/v1/positions/view", json={"position": {}, "seat": 0}), 422, "invalid-position")
    finally:
        close_pool(client.application)


def test_a_fault_of_ours_there(opened: Opener, monkeypatch: pytest.MonkeyPatch, logged: object) -> None:
    def fail(body: object) -> object:
        raise RuntimeError("the seed is 42")

    replaced(monkeypatch, fail)
    client = opened(HAMLET_LOG_LEVEL="ERROR")
    open_pool(client.application, 1, 5.0)
    try:
        problem = refused(client.post("/v1/positions/score", json={"position": {}}), 500, "internal-error")
    finally:
        close_pool(client.application)
    assert "42" not in str(problem)


def test_too_many_at_a_time(opened: Opener, monkeypatch: pytest.MonkeyPatch, gate: Path) -> None:
    """If they are one caller's, it has to wait; if they are everybody's, the server is busy."""

    _, score_of = computed_calls._JOBS["score_position"]
    replaced(monkeypatch, lambda body: gate.read_text() and score_of(body))
    monkeypatch.setattr(computed_calls, "MAX_WAITING", 1)
    monkeypatch.setattr(computed_calls, "MAX_SHARE", 2)
    client = opened()
    app: Flask = client.application
    open_pool(app, 1, 5.0)
    pool: Pool = app.extensions["computing"]

    def score(address: str) -> tuple[int, str | None]:
        answer = app.test_client().post("/v1/positions/score", json=SCORE, environ_base={"REMOTE_ADDR": address})
        return answer.status_code, answer.headers.get("Retry-After")

    try:
        with ThreadPoolExecutor() as threads:
            held = threads.submit(score, "192.0.2.1")
            eventually(lambda: pool.busy == 1, "the first")
            waiting = threads.submit(score, "192.0.2.1")
            queued(pool, 1)
            assert score("192.0.2.1") == (429, "1")
            assert score("192.0.2.2") == (503, "1")
            for job in (held, waiting):
                gate.write_text("go")
                assert job.result(30) == (200, None)
    finally:
        close_pool(app)


def test_threads_do_not_disturb(pool: Opening) -> None:
    """A process can be replaced while other threads hold locks."""
    one = pool(processes=2)
    stop = threading.Event()
    with ThreadPoolExecutor() as threads:
        others = [
            threads.submit(lambda: [one.run_job("b", "turn", b"ab") for _ in iter(stop.is_set, True)]) for _ in range(2)
        ]
        for _ in range(3):
            with pytest.raises(Lost):
                one.run_job("a", "exit", b"")
        stop.set()
        assert all(answer == b"ba" for other in others for answer in other.result(30))


def test_the_kinds_are_in_the_contract(computing_client: FlaskClient) -> None:
    paths = inlined(computing_client.get("/openapi.json").get_json())["paths"]
    for call in CALLS:
        responses = paths[f"/v1/{call}"]["post"]["responses"]
        for status, slug in (("422", "too-costly"), ("503", "overloaded")):
            examples = responses[status]["content"]["application/problem+json"]["examples"]
            assert examples[slug]["value"]["type"] == PROBLEM + slug
