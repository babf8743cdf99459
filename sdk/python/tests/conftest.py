"""A real stack, and proxies before it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hamlet_client import Hamlet
from sdk.python.tests.proxy import Proxy
from tools.testbed.redis_cluster import free_port
from tools.testbed.stack import Stack


@pytest.fixture(scope="session")
def receiver_port() -> int:
    """Where notices may be sent to."""
    return free_port()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory, receiver_port: int) -> Iterator[Stack]:
    """A stack without limits, whose notices go to this machine."""
    folder = tmp_path_factory.mktemp("stack")
    local = {
        "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
        "HAMLET_WEBHOOK_SCHEMES": "http",
        "HAMLET_WEBHOOK_PORTS": str(receiver_port),
    }
    limits = {"HAMLET_RATE_LIMIT": "0", "HAMLET_TOKEN_RATE": "0", "HAMLET_DECISION_RATE": "0"}
    stack = Stack(folder, **limits, HAMLET_REACTION_SECONDS="0", **local)
    stack.start()
    yield stack
    stack.close()


@pytest.fixture
def client(stack: Stack) -> Iterator[Hamlet]:
    with Hamlet(f"http://127.0.0.1:{stack.port}") as client:
        yield client


@pytest.fixture
def proxy(stack: Stack) -> Iterator[Proxy]:
    proxy = Proxy(stack.port)
    yield proxy
    proxy.close()


@pytest.fixture
def through(proxy: Proxy) -> Iterator[Hamlet]:
    """A client of the proxy."""
    with Hamlet(proxy.url) as client:
        yield client
