"""The choice of a new game's bucket: in a cluster, on a node that takes writes."""

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
"""Nodes to try; an unreachable one takes half a second."""


def draw(redis: Client, buckets: int) -> int:
    """A random bucket; in a cluster, on a node that takes writes. Raises `StoreUnavailable` if there is none."""
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
    """Raises `StoreUnavailable` if the bucket lies in a cluster and takes no writes."""
    if isinstance(redis, Cluster):
        with available():
            redis.set(f"{keys.bucket(bucket)}:ready", b"", px=1000)


def _node_of(cluster: Cluster, bucket: int) -> ClusterNode | None:
    """The node of a bucket by the known layout; `None` if it has none."""
    try:
        return cluster.node_of(keys.bucket(bucket))
    except ConnectionLost:
        return None
