"""The generators of clients, and a stack for the clients to play on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.tools import Server, Tools
from tools.testbed.stack import Stack


@pytest.fixture(scope="session")
def tools() -> Tools:
    """The programs that `make clients` installs, and the compilers that it expects."""
    places = (Path(sys.executable).parent, os.environ.get("PATH", ""))
    found = Tools(os.pathsep.join(str(place) for place in places))
    if missing := found.missing():
        if os.environ.get("HAMLET_EXPECT_CLIENTS"):
            pytest.fail(f"not here, though they should be: {', '.join(missing)}")
        pytest.skip(f"generated clients stay untested, for want of {', '.join(missing)}: see `.ci/run`")
    return found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running stack that demands API keys, and one key."""
    folder = tmp_path_factory.mktemp("stack")
    settings = {
        "API_KEYS": "required",
        "REACTION_SECONDS": "0",
        "WEB_PROCESSES": "1",
        "WORKERS": "1",
    }
    unlimited = dict.fromkeys(("RATE_LIMIT", "TOKEN_RATE", "DECISION_RATE"), "0")
    stack = Stack(folder, **{f"HAMLET_{name}": value for name, value in (settings | unlimited).items()})
    stack.start()
    yield Server(f"http://127.0.0.1:{stack.port}", stack.new_key("client"))
    stack.close()
