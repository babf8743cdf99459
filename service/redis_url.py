"""The URL of a Redis behind Sentinels. Read without redis-py, which must not be imported before gevent is in place."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

_SCHEMES = {"redis+sentinel": False, "rediss+sentinel": True}
_OPTIONS = ("sentinel_username", "sentinel_password")
_PORT = 26379


@dataclass(frozen=True, slots=True)
class Sentinels:
    """Who knows where the Redis called `service` is, and how one is let in there and by them."""

    hosts: tuple[tuple[str, int], ...]
    service: str
    database: int
    username: str | None
    password: str | None
    tls: bool
    sentinel_username: str | None
    sentinel_password: str | None


def sentinels_of(url: str) -> Sentinels | None:
    """What a URL says like `redis+sentinel://user:password@host1:26379,host2/name/0?sentinel_password=...`.

    With `rediss` all connections are by TLS. `None` for a URL of another kind; raises `ValueError` for a wrong one.
    """
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES:
        return None
    credentials, _, hosts = parts.netloc.rpartition("@")
    username, _, password = credentials.partition(":")
    service, _, database = parts.path.removeprefix("/").partition("/")
    options = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    if not service or not (database or "0").isdecimal() or not set(options) <= set(_OPTIONS):
        raise ValueError("not the URL of Sentinels")
    return Sentinels(
        tuple(_host(text) for text in hosts.split(",")),
        unquote(service),
        int(database or 0),
        unquote(username) or None,
        unquote(password) or None,
        _SCHEMES[parts.scheme],
        *(options.get(name) for name in _OPTIONS),
    )


def _host(text: str) -> tuple[str, int]:
    place = urlsplit(f"//{text}")
    if not place.hostname or place.port == 0:
        raise ValueError("no host")
    return place.hostname, place.port or _PORT
