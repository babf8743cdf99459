"""Which build of the engine is tested, which tests share a process, and which ones are run again if they fail."""

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
    # A shell has started this in the background. Processes started here would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start processes in parallel. A test that wants the metrics of one sets its port.
os.environ["HAMLET_METRICS_PORT"] = "0"
# Packages that are installed here are not tested.
os.environ["HAMLET_PACKAGES"] = "none"

TOGETHER = ("tests/stack/", "tests/clients/", "tests/dist/", "tests/sdk/", "tests/web/", "sdk/python/tests/")
"""Folders whose tests run in one process, one after the other. They share stacks, and on few processors they would only
wait for each other.
"""
SECOND_CHANCE = ("tests/clients/", "tests/newest/", "tests/web/")
"""Tests with browsers and foreign generators: HAMLET_RERUNS says how often they are tried again. No other test is,
since a race or a leak may show in only one of many runs.
"""


class Scheduling(LoadScopeScheduling):
    """Gives each test to any process that has time for it. Tests that belong together go to the same process.

    xdist has groups for this, but xdist 3.8 marks them where pytest 9.2 does not look.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in TOGETHER if nodeid.startswith(folder)), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Return a hook of xdist."""
    return Scheduling(config, log)


def pytest_configure() -> None:
    """Fail if the run expects the compiled engine but would test the Python one."""
    if os.environ.get("HAMLET_EXPECT_COMPILED") == "1" and not COMPILED:
        pytest.exit("HAMLET_EXPECT_COMPILED is set, but the engine is not compiled: see HAMLET_ENGINE", returncode=1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the loaded modules, so that the garbage collector need not search them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that are run again if they fail."""
    reruns = int(os.environ.get("HAMLET_RERUNS", "0"))
    for item in items:
        if reruns and item.nodeid.startswith(SECOND_CHANCE):
            item.add_marker(pytest.mark.flaky(reruns=reruns))


def pytest_report_header() -> str:
    return f"engine: {'compiled' if COMPILED else 'Python'}"
