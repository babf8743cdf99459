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
    """The commands of redis-py on whichever node has the key. Looks for the nodes when first used.

    `hosts`: some of the nodes, which tell of all others; `limits`: of the pool of each node, and of its connections.
    A call that meets a broken connection, or a part of the cluster that nobody serves, is tried again for `patience`
    seconds; one that gets no answer in time is not, as with a single Redis. Safe to share between threads.
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
        """Send a command where its key is. Raises `ConnectionLost` if any try may have been carried out, unanswered."""
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
        """Delete keys, wherever each is: how many there were."""
        return sum(self.execute_command("DEL", name) for name in names)

    @property
    def nodes(self) -> _Client:
        """redis-py's client, which knows the nodes. Raises `ConnectionLost` when none of them can be asked."""
        if self._client is None:
            # Whoever looks for them tries one after the other; all others should rather be told that they are away.
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
        """The node that has the key, as far as is known. Raises `ConnectionLost`."""
        try:
            return self.nodes.nodes_manager.get_node_from_slot(_slot_of(key.encode()))
        except RedisClusterException as failure:
            raise self._loss(failure) from failure

    def client_of(self, node: ClusterNode) -> Redis:
        """A client of this node alone."""
        return self.nodes.get_redis_connection(node)

    def line_to(self, node: ClusterNode) -> Redis:
        """A client of this node alone, with one connection of its own, which stays when all others are made anew."""
        pool = self.client_of(node).connection_pool
        own = {**pool.connection_kwargs, "connection_class": pool.connection_class, "max_connections": 1}
        return Redis.from_pool(BlockingConnectionPool(**own))

    def refresh(self) -> None:
        """Ask which node has what. Raises `ConnectionLost` when nobody can tell."""
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
            # No known node is there: from now on they are looked for anew, perhaps behind the same names.
            self._client = None
        return ConnectionLost(str(failure))


class _Client(RedisCluster):
    """redis-py's client, which leaves it to `Cluster` to try again."""

    def __init__(self, hosts: Iterable[tuple[str, int]], patience: float, limits: Mapping[str, Any]) -> None:
        places = [ClusterNode(*place) for place in hosts]
        super().__init__(
            startup_nodes=places,
            # As long as other nodes are there, their games go on.
            require_full_coverage=False,
            # At first one node is asked for its commands; if that is away, another one.
            retry=Retry(NoBackoff(), _NODES_ASKED - 1),
            # redis-py heeds the class of the pools only with an URL.
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
        """Ask which node has what, unless another thread has done so meanwhile, or takes too long for it.

        redis-py 8.1 lets all threads ask one after the other when nobody answers: with 20 of them the last one got its
        error after 74 seconds. `test_cluster.py::test_while_no_node_answers_one_caller_asks_for_the_layout` tells when
        this may go.
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
        """A known node, or one that another node has just named, which redis-py 8.1 does not follow (`ASK`).

        See `test_cluster.test_a_slot_on_its_way_is_neither_written_nor_mistaken_for_empty`.
        """
        known: ClusterNode | None = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if known is None and node_name is not None:
            new_host, _, new_port = node_name.rpartition(":")
            return ClusterNode(new_host, int(new_port), PRIMARY)
        return known
