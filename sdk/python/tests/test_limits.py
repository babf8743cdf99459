"""The limits of a real server are waited for, so that none of its answers is a refusal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hamlet_client import Hamlet
from sdk.python.tests.proxy import Proxy
from tools.testbed.stack import Stack

RATE = 20


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A proxy of a stack with a limit of a few requests a minute for each token."""
    stack = Stack(tmp_path_factory.mktemp("strict"), HAMLET_TOKEN_RATE=str(RATE))
    stack.start()
    proxy = Proxy(stack.port)
    yield proxy
    proxy.close()
    stack.close()


@pytest.mark.long
def test_a_limit_is_waited_for(strict: Proxy) -> None:
    with Hamlet(strict.url) as client:
        game = client.games.create("villagers", seats=[{"type": "human"}])
        for _ in range(RATE + 2):
            game.moves()
    statuses = [status for method, path, status in strict.seen if path.endswith("/moves")]
    assert statuses == [200] * (RATE + 2)


@pytest.mark.long
def test_a_refusal_for_too_many_requests_is_waited_for(strict: Proxy) -> None:
    with Hamlet(strict.url) as client, Hamlet(strict.url) as other:
        game = client.games.create("villagers", seats=[{"type": "human"}])
        for _ in range(RATE):
            game.moves()
        # This client has not been told.
        assert other.games.open(game.id, game.token).moves()
    assert 429 in [status for _, _, status in strict.seen]
