"""The choice of a new game's bucket. In a cluster, the bucket must be on a node that accepts writes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from redis.cluster import ClusterNode
from redis.exceptions import ConnectionError as ConnectionLost

from service.store.redis import keys
from service.store.redis.client import Client, available
from service.store.redis.cluster import Cluster
from service.store.redis.store_errors import StoreUnavailable

_MAX_NODES = 4
"""The number of nodes to try. An attempt at an unreachable node takes half a second."""


def draw(redis: Client, buckets: int) -> int:
    """Return a random bucket. In a cluster, choose one on a node that accepts writes.

    Raises `StoreUnavailable` if there is no such node.
    """
    left: Sequence[int] = range(buckets)
    bucket = secrets.choice(left)
    if not isinstance(redis, Cluster):
        return bucket
    for tries_left in reversed(range(_MAX_NODES)):
        node = _node_of(redis, bucket)
        try:
            probe(redis, bucket)
            break
        except StoreUnavailable:
            left = [other for other in left if _node_of(redis, other) != node]
            if not tries_left or not left:
                raise
            bucket = secrets.choice(left)
    return bucket


def probe(redis: Client, bucket: int) -> None:
    """Raise `StoreUnavailable` if the bucket is in a cluster and its node accepts no writes."""
    if isinstance(redis, Cluster):
        with available():
            redis.set(f"{keys.bucket(bucket)}:ready", b"", px=1000)


def _node_of(cluster: Cluster, bucket: int) -> ClusterNode | None:
    """Return the node of a bucket in the known layout; `None` if no node has it."""
    try:
        return cluster.node_of(keys.bucket(bucket))
    except ConnectionLost:
        return None
