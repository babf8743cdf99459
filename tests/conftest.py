"""Which build of the engine is tested."""

import os

import pytest

from engine.build import COMPILED


def pytest_configure() -> None:
    """Whoever says that the compiled engine is to be tested must not test Python by accident."""
    if os.environ.get("HAMLET_EXPECT_COMPILED") == "1" and not COMPILED:
        pytest.exit("HAMLET_EXPECT_COMPILED is set, but the engine is not compiled: see HAMLET_ENGINE", returncode=1)


def pytest_report_header() -> str:
    return f"engine: {'compiled' if COMPILED else 'Python'}"
