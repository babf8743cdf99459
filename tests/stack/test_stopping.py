"""Each process as the first one of a container is told to stop; `bench/stopping.py` measures how long it takes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.conftest import free_port
from tools.testbed.first_process import PROCESSES, FirstProcess, allowed, command_of

Run = Callable[[str], FirstProcess]


@pytest.fixture(scope="module", autouse=True)
def namespaces() -> None:
    """Skips where there are none, unless the environment says that there are."""
    if not allowed():
        if os.environ.get("HAMLET_EXPECT_NAMESPACES"):
            pytest.fail("HAMLET_EXPECT_NAMESPACES is set, but no namespace can be made")
        pytest.skip("no namespaces here: they need Linux, a right, and GNU coreutils 8.31 or newer")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Starts a process without a Redis; kills it after the test if it still runs."""
    running: list[FirstProcess] = []
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
    own = {"HAMLET_REDIS_URL": f"unix://{tmp_path}/none", "PORT": str(free_port()), "TMPDIR": str(tmp_path)}
    own["HAMLET_METRICS_PORT"] = "0"

    def start(name: str) -> FirstProcess:
        with (tmp_path / "log").open("ab") as log:
            running.append(FirstProcess(command_of(name), {**inherited, **own}, log))
        return running[-1]

    yield start
    for process in running:
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_heeds_a_signal_from_its_first_moment(run: Run, name: str, number: signal.Signals) -> None:
    code, _ = run(name).stop(number)
    assert code == 0
