"""A Redis Cluster: one client for all its nodes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from redis import BlockingConnectionPool, Redis, RedisCluster
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import PRIMARY, ClusterNode
from redis.commands import RedisClusterCommands
from redis.crc import key_slot
from redis.exceptions import (
    ClusterDownError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TimeoutError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.retry import Retry

from service.store.redis import outages
from service.store.redis.connections import NODE

_NODES_ASKED = 3

_slot_of = lru_cache(32768)(key_slot)


class Cluster(RedisClusterCommands):
    """The commands of redis-py, sent to the node that has the key. Connects on first use.

    `hosts`: some of the nodes, from which the client learns the others. `limits`: the limits of each node's pool and
    connections. If the connection breaks, or no node serves the slot, a call is retried for `patience` seconds. If no
    reply comes in time, it is not retried. Threads can share a cluster.
    """

    _is_async_client: Literal[False] = False
    _event_dispatcher = None  # type: ignore[assignment] # that of redis-py's own client counts

    def __init__(self, hosts: Iterable[tuple[str, int]], patience: float, limits: Mapping[str, Any]) -> None:
        self._hosts = tuple(hosts)
        self._patience = patience
        self._limits = limits
        self._client: _Client | None = None
        self._opening = threading.Lock()

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command to its key's node.

        Raises `ConnectionLost` if an attempt may have been carried out although no reply came.
        """
        deadline = time.monotonic() + self._patience
        backoff = ExponentialWithJitterBackoff(base=0.02, cap=self._patience / 2)
        lost: ConnectionLost | None = None
        failures = 0
        while True:
            try:
                return self.nodes.execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except (TimeoutError, NoScriptError):
                raise
            except (ConnectionLost, RedisClusterException) as failure:
                lost = self._loss(failure)
                if time.monotonic() >= deadline:
                    raise lost from failure
            except RedisError as failure:
                if not isinstance(failure, ClusterDownError) or time.monotonic() >= deadline:
                    raise (lost or failure) from failure
            failures += 1
            time.sleep(backoff.compute(failures))

    def delete(self, *names: Any) -> Any:
        """Delete keys on any nodes. Returns the number of keys that existed."""
        return sum(self.execute_command("DEL", name) for name in names)

    @property
    def nodes(self) -> _Client:
        """Return redis-py's client. Raises `ConnectionLost` if no node can be reached."""
        if self._client is None:
            # One thread tries one node after the other. The other threads fail rather than wait for it.
            if not self._opening.acquire(timeout=self._patience):
                raise ConnectionLost("the nodes of the cluster are being looked for")
            try:
                self._client = self._client or _Client(self._hosts, self._patience, self._limits)
            except RedisClusterException as failure:
                raise ConnectionLost(str(failure)) from failure
            finally:
                self._opening.release()
        return self._client

    def node_of(self, key: str) -> ClusterNode:
        """Return the node that has the key in the known layout. Raises `ConnectionLost`."""
        try:
            return self.nodes.nodes_manager.get_node_from_slot(_slot_of(key.encode()))
        except RedisClusterException as failure:
            raise self._loss(failure) from failure

    def client_of(self, node: ClusterNode) -> Redis:
        """Return a client for this node only."""
        return self.nodes.get_redis_connection(node)

    def line_to(self, node: ClusterNode) -> Redis:
        """Return a client for this node only, with a connection of its own that survives a reset of the pools."""
        pool = self.client_of(node).connection_pool
        own = {**pool.connection_kwargs, "connection_class": pool.connection_class, "max_connections": 1}
        return Redis.from_pool(BlockingConnectionPool(**own))

    def refresh(self) -> None:
        """Reload the layout. Raises `ConnectionLost` if no node replies."""
        try:
            self.nodes.nodes_manager.initialize()
        except RedisClusterException as failure:
            raise self._loss(failure) from failure

    def close(self) -> None:
        if self._client is not None:
            self._client.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _loss(self, failure: ConnectionLost | RedisClusterException) -> ConnectionLost:
        if isinstance(failure, ConnectionLost):
            return failure
        if not isinstance(failure, SlotNotCoveredError):
            # No known node is left. Discover the nodes again, possibly behind the same names.
            self._client = None
        return ConnectionLost(str(failure))


class _Client(RedisCluster):
    """redis-py's client without its retries, which `Cluster` does itself."""

    def __init__(self, hosts: Iterable[tuple[str, int]], patience: float, limits: Mapping[str, Any]) -> None:
        places = [ClusterNode(*place) for place in hosts]
        super().__init__(
            startup_nodes=places,
            # Games on the other nodes must stay playable.
            require_full_coverage=False,
            # Ask a node for its commands; if it cannot be reached, ask the next one.
            retry=Retry(NoBackoff(), _NODES_ASKED - 1),
            # redis-py uses the class of the pools only with a URL.
            url=f"redis://{places[0].name}",
            connection_pool_class=BlockingConnectionPool,
            **limits,
        )
        self.retry = Retry(NoBackoff(), 0)
        self._patience = patience
        self._refreshing = threading.Lock()
        self._refreshed = 0
        self._ask_nodes = self.nodes_manager.initialize
        self.nodes_manager.initialize = self._refresh  # type: ignore[method-assign]

    def _refresh(self, *args: Any, **options: Any) -> None:
        """Reload the layout, unless another thread is doing so or has just done so.

        In redis-py 8.1, when no node replies, all threads reload one after the other (20 threads for 74 seconds).
        `test_cluster.py::test_while_no_node_answers_one_caller_asks_for_the_layout` shows when this workaround can be
        removed.
        """
        before = self._refreshed
        if not self._refreshing.acquire(timeout=self._patience):
            return
        try:
            if self._refreshed == before:
                self._ask_nodes(*args, **options)
                masters = self.nodes_manager.get_nodes_by_server_type("primary")
                outages.replace(NODE, [f"{NODE} {node.name}" for node in masters])
        finally:
            self._refreshed += 1
            self._refreshing.release()

    def get_node(
        self, host: str | None = None, port: int | None = None, node_name: str | None = None
    ) -> ClusterNode | None:
        """Return a known node, or the node that an `ASK` reply has just named, which redis-py 8.1 would not find.

        See `test_cluster.test_a_slot_on_its_way_is_neither_written_nor_mistaken_for_empty`.
        """
        known: ClusterNode | None = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if known is None and node_name is not None:
            new_host, _, new_port = node_name.rpartition(":")
            return ClusterNode(new_host, int(new_port), PRIMARY)
        return known
