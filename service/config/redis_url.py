"""Parses the URLs of a single Redis, of a Redis behind Sentinels, and of a cluster.

This module does not use redis-py, which must not be imported before gevent has patched the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

_SCHEMES = {"redis+sentinel": False, "rediss+sentinel": True}
_OPTIONS = ("sentinel_username", "sentinel_password")
_PORT = 26379
_CLUSTER_SCHEMES = {"redis+cluster": False, "rediss+cluster": True}
_NODE_PORT = 6379
SINGLE_URLS = "redis://host:6379/0, rediss://..., unix:///path, or redis+sentinel://host1:26379,host2/name/0"
"""The forms of URL that `is_single` accepts, for messages."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The addresses of some nodes of a cluster, and the credentials for all nodes."""

    hosts: tuple[tuple[str, int], ...]
    username: str | None
    password: str | None
    tls: bool


@dataclass(frozen=True, slots=True)
class Sentinels(Nodes):
    """The addresses of Sentinels, and the credentials for the Sentinels and for the Redis that they monitor.

    `service`: the name by which the Sentinels know this Redis.
    """

    service: str
    database: int
    sentinel_username: str | None
    sentinel_password: str | None


def sentinels_of(url: str) -> Sentinels | None:
    """Parse a URL like `redis+sentinel://user:password@host1:26379,host2/name/0?sentinel_password=...`.

    `rediss` means TLS for all connections. Returns `None` for a URL of another kind. Raises `ValueError` for a
    malformed URL.
    """
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES:
        return None
    service, _, database = parts.path.removeprefix("/").partition("/")
    options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    if not service or not (database or "0").isdecimal() or not set(options) <= set(_OPTIONS):
        raise ValueError("not the URL of Sentinels")
    place = *_place(parts.netloc, _PORT), _SCHEMES[parts.scheme]
    return Sentinels(*place, unquote(service), int(database or 0), *(options.get(name) for name in _OPTIONS))


def nodes_of(url: str) -> Nodes | None:
    """Parse a URL like `redis+cluster://user:password@host1:6379,host2`. `rediss` means TLS for all connections.

    Returns `None` for a URL of another kind. Raises `ValueError` for a malformed URL, or if the URL has a database
    number other than 0: a cluster has only database 0.
    """
    parts = urlsplit(url)
    if parts.scheme not in _CLUSTER_SCHEMES:
        return None
    if parts.path not in ("", "/", "/0") or parts.query or parts.fragment:
        raise ValueError("not the URL of a cluster")
    return Nodes(*_place(parts.netloc, _NODE_PORT), _CLUSTER_SCHEMES[parts.scheme])


def _place(netloc: str, port: int) -> tuple[tuple[tuple[str, int], ...], str | None, str | None]:
    """Return the (host, port) pairs, the user name and the password. `port`: the default port."""
    credentials, _, hosts = netloc.rpartition("@")
    username, _, password = credentials.partition(":")
    places = tuple(_host(text, port) for text in hosts.split(","))
    return places, unquote(username) or None, unquote(password) or None


def is_single(url: str) -> bool:
    """Return whether the URL names a single Redis, directly or behind Sentinels."""
    # redis-py has a function for this, but it must not be imported yet.
    try:
        if sentinels_of(url) is not None:
            return True
        parts = urlsplit(url)
        place = parts.path if parts.scheme == "unix" else parts.hostname
        return parts.scheme in ("redis", "rediss", "unix") and bool(place) and parts.port != 0
    except ValueError:
        return False


def is_cluster(url: str) -> bool:
    try:
        return nodes_of(url) is not None
    except ValueError:
        return False


def shown(url: str) -> str:
    """Return a URL for the log, without credentials and without options, which may contain passwords."""
    scheme, _, place = url.partition("?")[0].partition("://")
    return f"{scheme}://{place.rpartition('@')[2]}"


def _host(text: str, port: int) -> tuple[str, int]:
    place = urlsplit(f"//{text}")
    if not place.hostname or place.port == 0:
        raise ValueError("no host")
    return place.hostname, place.port or port
