"""Connections to Redis: they find it without a name service, notice when it has gone, and tell the log."""

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
    """A connection whose `socket_connect_timeout` includes the search for the host's address.

    redis-py 8.1 waits for that as long as the system does, and has no other place for it: `test_redis_away`,
    `test_a_name_server_that_hangs` and `test_without_a_name_service_the_last_known_address_is_used`.
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
            # It is the name that the other side's certificate has to be for.
            self.host = name
        raise lost


class NamedTls(SSLConnection, Named):
    """The same by TLS."""


class _Watched(AbstractConnection):
    """A connection that tells when Redis cannot be reached any more, and when it can again."""

    kind: ClassVar[str] = "Redis"

    def connect(self) -> None:
        """As ever; behind Sentinels it may be that nobody knows where to."""
        try:
            super().connect()  # type: ignore[no-untyped-call]
        except RedisError as failure:
            outages.begin(self._what(), failure)
            raise

    def connect_check_health(self, *args: Any, **options: Any) -> None:
        """As ever; also called in the midst of a command, when the connection is lost."""
        try:
            super().connect_check_health(*args, **options)
        except RedisError as failure:
            outages.begin(self._what(), failure)
            raise

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """As ever, and then see whether Redis serves: while it reads its data it greets, but refuses all else."""
        super().on_connect_check_health(check_health)
        self.send_command("PING", check_health=False)  # type: ignore[no-untyped-call]
        # Whatever else it refuses with, it is there.
        with suppress(ResponseError):
            self.read_response()
        outages.end(self._what())

    def read_response(self, *args: Any, **options: Any) -> Any:
        """As ever. Where another Redis has taken over it may be the only sign that the connection is broken."""
        try:
            return super().read_response(*args, **options)
        except RedisError as failure:
            if _is_broken(failure):
                outages.begin(self._what(), failure)
            raise

    def _what(self) -> str:
        """What the log calls the Redis."""
        places = {name: str(value) for name, value in self.repr_pieces()}  # type: ignore[no-untyped-call]
        return f"{self.kind} {places.get('path') or ':'.join((places['host'], places['port']))}"


def _is_broken(failure: RedisError) -> bool:
    """Whether the connection is, by the system's word. Otherwise Redis is slow, or refuses something."""
    if isinstance(failure, TimeoutError):
        return isinstance(failure.__context__, OSError) and failure.__context__.errno == errno.ETIMEDOUT
    # What are more special kinds are answers.
    return type(failure) is ConnectionLost


class Local(_Watched, UnixDomainSocketConnection):
    """A connection to a Redis on this machine."""


class Single(_Watched, Named):
    """A connection to a Redis by TCP."""


class SingleTls(_Watched, NamedTls):
    """The same by TLS."""


class Node(Single):
    """A connection to a node of a cluster."""

    kind = NODE


class NodeTls(SingleTls):
    """The same by TLS."""

    kind = NODE


class _Master(_Watched, SentinelManagedConnection):
    """A connection to whichever Redis is the master when it is opened, also anew in the midst of a command.

    redis-py 8.1 does not ask again there: as long as it tries, it tries the host that has vanished. And it keeps a
    connection on which an answer is still to come, which the next command would take for its own. See
    `test_access_sentinel`: `test_a_worker_looks_for_the_master_also_in_the_midst_of_a_command`,
    `test_an_answer_that_comes_too_late_is_nobody_elses`.
    """

    def connect_check_health(self, check_health: bool = True, retry_socket_connect: bool = True) -> None:
        """As ever, but with one try for each answer of the Sentinels: who has a command to send tries again."""
        if not self.is_connected:
            self.host, self.port = self.connection_pool.get_master_address()
        super().connect_check_health(check_health, retry_socket_connect=False)

    def read_response(self, *args: Any, disconnect_on_error: bool | None = True, **options: Any) -> Any:
        """As with every other connection: one that gives no answer in time is closed."""
        return super().read_response(*args, disconnect_on_error=disconnect_on_error, **options)

    def _what(self) -> str:
        return f"Redis {self.connection_pool.service_name}"


class Master(_Master, Named):
    """A connection to the master without TLS."""


class MasterTls(_Master, SentinelManagedSSLConnection, Named):
    """The same by TLS."""
