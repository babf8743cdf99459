"""Which build of the engine is tested, where its coverage is measured, and which tests share a process."""

from __future__ import annotations

import os
import signal

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from engine.build import COMPILED

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell. What is started here would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

TOGETHER = ("tests/stack/", "tests/clients/", "tests/web/")
"""Folders whose tests run in one process, one after the other: they start stacks, which they share, and which would
only wait for each other on few processors."""
TRACED = (
    "tests/rules/",
    "tests/villagers/",
    "tests/my_village/",
    "tests/engine/test_foundations.py",
    "tests/engine/test_search.py",
    "tests/engine/test_villagers_properties.py",
    "tests/engine/test_conformance.py::test_a_replay_",
    "tests/engine/test_conformance.py::test_documents_",
    "tests/engine/test_conformance.py::test_views_",
)
"""Where coverage is measured: it takes as long again as the tests, so only by those that are enough to show it."""
MANY_GAMES = (
    "test_deals.py",
    "test_founders.py",
    "test_index.py",
    "test_info.py",
    "test_properties.py",
    "test_refusals.py",
)
"""Of these, what shows nothing more, but plays for long."""


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure no coverage but where it is cheap (the marker is pytest-cov's)."""
    for item in items:
        if not item.nodeid.startswith(TRACED) or item.path.name in MANY_GAMES:
            item.add_marker("no_cover")


def pytest_report_header() -> str:
    return f"engine: {'compiled' if COMPILED else 'Python'}"
