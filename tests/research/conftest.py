"""The libraries that `make research` installs; without them nothing here runs."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

NEEDED = ("gymnasium", "numpy", "pettingzoo", "pyspiel")
MISSING = [name for name in NEEDED if find_spec(name) is None]


@pytest.fixture(scope="session")
def research() -> None:
    """Skips where the libraries are missing, unless HAMLET_EXPECT_RESEARCH says that they must be there."""
    if MISSING:
        if os.environ.get("HAMLET_EXPECT_RESEARCH"):
            pytest.fail(f"not here, though they should be: {', '.join(MISSING)}")
        pytest.skip(f"the adapters stay untested, for want of {', '.join(MISSING)}: `make research`")
