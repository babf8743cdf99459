"""Connections to Redis that survive an outage of the name service, detect lost servers, and log outages."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from typing import Any, ClassVar

from redis import Connection, SSLConnection, UnixDomainSocketConnection
from redis.connection import AbstractConnection
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError, ResponseError, TimeoutError
from redis.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection

from service.store.redis import outages
from service.store.redis.dns_cache import addresses_of

NODE = "Redis node"
"""What the log calls a node of a cluster."""


class Named(Connection):
    """A connection whose `socket_connect_timeout` includes name resolution.

    In redis-py 8.1, name resolution may take as long as the system allows. Only `_connect` can change that. See
    `test_redis_away`, `test_a_name_server_that_hangs` and `test_without_a_name_service_the_last_known_address_is_used`.
    """

    def _connect(self) -> socket.socket:
        name, lost = self.host, OSError("no address")
        try:
            for address in addresses_of(name, self.socket_connect_timeout):
                self.host = address
                try:
                    connected: socket.socket = super()._connect()  # type: ignore[no-untyped-call]
                    return connected
                except OSError as failure:
                    lost = failure
        finally:
            # The certificate is issued for the name.
            self.host = name
        raise lost


class NamedTls(SSLConnection, Named):
    """A connection like `Named`, with TLS."""


class _WatchedConnection(AbstractConnection):
    """A connection that reports outages of Redis and their ends."""

    kind: ClassVar[str] = "Redis"

    def connect(self) -> None:
        """Connect. Reports an outage if that fails, for example because the Sentinels know no master."""
        try:
            super().connect()  # type: ignore[no-untyped-call]
        except RedisError as failure:
            outages.begin_outage(self._what(), failure)
            raise

    def connect_check_health(self, *args: Any, **options: Any) -> None:
        """Connect and check the connection. redis-py also calls this in the middle of a command, when the connection is
        lost.
        """
        try:
            super().connect_check_health(*args, **options)
        except RedisError as failure:
            outages.begin_outage(self._what(), failure)
            raise

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """Also check that Redis serves commands.

        While Redis loads its data, it accepts connections but refuses commands.
        """
        super().on_connect_check_health(check_health)
        self.send_command("PING", check_health=False)  # type: ignore[no-untyped-call]
        # Any other refusal shows that Redis is running.
        with suppress(ResponseError):
            self.read_response()
        outages.end_outage(self._what())

    def read_response(self, *args: Any, **options: Any) -> Any:
        """Read a reply. After a failover, a failure here may be the only sign that the connection is broken."""
        try:
            return super().read_response(*args, **options)
        except RedisError as failure:
            if _is_broken(failure):
                outages.begin_outage(self._what(), failure)
            raise

    def _what(self) -> str:
        """Return the name by which log lines call this Redis."""
        places = {name: str(value) for name, value in self.repr_pieces()}  # type: ignore[no-untyped-call]
        return f"{self.kind} {places.get('path') or ':'.join((places['host'], places['port']))}"


def _is_broken(failure: RedisError) -> bool:
    """Return whether the failure is a broken connection. Otherwise Redis is slow, or has refused something."""
    if isinstance(failure, TimeoutError):
        return isinstance(failure.__context__, OSError) and failure.__context__.errno == errno.ETIMEDOUT
    # Subclasses are error replies from Redis.
    return type(failure) is ConnectionLost


class Local(_WatchedConnection, UnixDomainSocketConnection):
    """A connection to a Redis on this machine."""


class Single(_WatchedConnection, Named):
    """A connection to a Redis by TCP."""


class SingleTls(_WatchedConnection, NamedTls):
    """A connection to a Redis by TCP, with TLS."""


class Node(Single):
    """A connection to a node of a cluster."""

    kind = NODE


class NodeTls(SingleTls):
    """A connection to a node of a cluster, with TLS."""

    kind = NODE


class _Master(_WatchedConnection, SentinelManagedConnection):
    """A connection to the current master. If it reconnects in the middle of a command, it looks the master up again.

    redis-py 8.1 instead keeps trying the vanished host. It also keeps a connection with an outstanding reply, which the
    next command would take for its own. See `test_access_sentinel`:
    `test_a_worker_looks_for_the_master_also_in_the_midst_of_a_command`,
    `test_an_answer_that_comes_too_late_is_nobody_elses`.
    """

    def connect_check_health(self, check_health: bool = True, retry_socket_connect: bool = True) -> None:
        """Ask the Sentinels for the master, and try to connect to it once.

        Whoever sends the command makes further attempts.
        """
        if not self.is_connected:
            self.host, self.port = self.connection_pool.get_master_address()
        super().connect_check_health(check_health, retry_socket_connect=False)

    def read_response(self, *args: Any, disconnect_on_error: bool | None = True, **options: Any) -> Any:
        """Read a reply. If none comes in time, close the connection, as other connections do."""
        return super().read_response(*args, disconnect_on_error=disconnect_on_error, **options)

    def _what(self) -> str:
        return f"Redis {self.connection_pool.service_name}"


class Master(_Master, Named):
    """A connection to the master, without TLS."""


class MasterTls(_Master, SentinelManagedSSLConnection, Named):
    """A connection to the master, with TLS."""
