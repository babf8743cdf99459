"""Which build of the engine is tested, which tests share a process, and which ones get a second chance."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from engine.build import COMPILED

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell. What is started here would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start processes side by side: who wants the metrics of one names its port.
os.environ["HAMLET_METRICS_PORT"] = "0"

TOGETHER = ("tests/stack/", "tests/clients/", "tests/sdk/", "tests/web/")
"""Folders whose tests run in one process, one after the other: they start stacks, which they share, and which would
only wait for each other on few processors."""
SECOND_CHANCE = ("tests/clients/", "tests/newest/", "tests/web/")
"""What meets browsers and generators of others: HAMLET_RERUNS says how often it is tried again if it fails. No other
test is, since a race or a leak may show in one run of many."""


class Scheduling(LoadScopeScheduling):
    """Every test wherever there is time for it, but for those that belong together.

    It is like xdist's groups, which its version 3.8 writes where pytest 9.2 does not look for them.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Asked by xdist."""
    return Scheduling(config, log)


def pytest_configure() -> None:
    """Whoever says that the compiled engine is to be tested must not test Python by accident."""
    if os.environ.get("HAMLET_EXPECT_COMPILED") == "1" and not COMPILED:
        pytest.exit("HAMLET_EXPECT_COMPILED is set, but the engine is not compiled: see HAMLET_ENGINE", returncode=1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read stays: nobody has to look through it for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what gets a second chance."""
    reruns = int(os.environ.get("HAMLET_RERUNS", "0"))
    for item in items:
        if reruns and item.nodeid.startswith(SECOND_CHANCE):
            item.add_marker(pytest.mark.flaky(reruns=reruns))


def pytest_report_header() -> str:
    return f"engine: {'compiled' if COMPILED else 'Python'}"
