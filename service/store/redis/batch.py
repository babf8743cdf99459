"""Many calls in one round trip (in a cluster, one per node)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.cluster import ClusterNode
from redis.exceptions import AskError, NoScriptError, RedisError, TimeoutError, TryAgainError
from redis.exceptions import ConnectionError as ConnectionLost

from service.store.redis.client import Client
from service.store.redis.cluster import Cluster

Call = tuple[str, Callable[[Any], Any]]
"""A key, and a call on a client or pipeline that touches only the key's slot."""


def answers(redis: Client, calls: Sequence[Call]) -> list[Any]:
    """Return the replies in order. Raises the first failure."""
    replies = attempts(redis, calls)
    for answer in replies:
        if isinstance(answer, RedisError):
            raise answer
    return replies


def reachable(redis: Client, calls: Sequence[Call]) -> list[Any]:
    """Return the replies in order, `None` for failed calls. If all calls fail, raises the first failure."""
    replies = attempts(redis, calls)
    failures = [answer for answer in replies if isinstance(answer, RedisError)]
    if failures and len(failures) == len(replies):
        raise failures[0]
    return [None if isinstance(answer, RedisError) else answer for answer in replies]


def attempts(redis: Client, calls: Sequence[Call]) -> list[Any]:
    """Return the replies in order, with the `RedisError` for failed calls.

    Calls to an unreachable node do not fail the others. Calls to the same node keep their order.
    """
    if not calls:
        return []
    if not isinstance(redis, Cluster):
        return _again(redis, calls, _sent(redis, calls))
    try:
        replies = _spread(redis, calls)
    except ConnectionLost as failure:
        return [failure] * len(calls)
    if any(isinstance(answer, ConnectionLost | TimeoutError) for answer in replies):
        _refresh(redis)
    return _again(redis, calls, replies)


def _spread(cluster: Cluster, calls: Sequence[Call]) -> list[Any]:
    """Send each call to its key's node in the known layout. Raises `ConnectionLost` if a key has none."""
    places: dict[ClusterNode, list[int]] = defaultdict(list)
    for at, (key, _) in enumerate(calls):
        places[cluster.node_of(key)].append(at)

    def ask(node: ClusterNode) -> list[Any]:
        return _sent(cluster.client_of(node), [calls[at] for at in places[node]])

    replies: list[Any] = [None] * len(calls)
    for node, some in zip(places, _each(ask, places), strict=True):
        for at, answer in zip(places[node], some, strict=True):
            replies[at] = answer
    return replies


def _each(ask: Callable[[ClusterNode], list[Any]], nodes: Iterable[ClusterNode]) -> Iterable[list[Any]]:
    """Call all nodes concurrently, so that a node that hangs does not delay the others."""
    several = list(nodes)
    if len(several) == 1:
        return [ask(several[0])]
    with ThreadPoolExecutor(len(several)) as pool:
        return list(pool.map(ask, several))


def _sent(redis: Redis, calls: Sequence[Call]) -> list[Any]:
    with redis.pipeline(transaction=False) as pipe:
        for _, call in calls:
            call(pipe)
        try:
            return pipe.execute(raise_on_error=False)
        except RedisError as failure:
            return [failure] * len(calls)


def _again(redis: Client, calls: Sequence[Call], replies: list[Any]) -> list[Any]:
    """Repeat, one by one, calls that were refused because a server lacks the script or the slot is being moved."""
    for at, (_, call) in enumerate(calls):
        answer = replies[at]
        moved = isinstance(redis, Cluster) and isinstance(answer, AskError | TryAgainError)
        if moved or isinstance(answer, NoScriptError):
            try:
                replies[at] = call(redis)
            except RedisError as failure:
                replies[at] = failure
    return replies


def _refresh(cluster: Cluster) -> None:
    with suppress(ConnectionLost):
        cluster.refresh()
