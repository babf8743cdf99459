"""Decides which addresses webhooks may reach: the defence against server-side request forgery (SSRF).

A URL is checked when it is registered and again before every delivery. The delivery connects to the checked address
itself. So an attacker gains nothing by changing the name's address between the check and the delivery.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal
from urllib.parse import urlsplit

Address = IPv4Address | IPv6Address
Mode = Literal["public", "local", "listed", "off"]
Lookup = Callable[[str, int], list[str]]

MAX_URL = 1000
_MAX_LOOKUPS = 200
"""The highest number of look-ups at the same time in a process.

A look-up at a slow name server can outlast its time limit. So that other look-ups still find a free thread,
there are more than twice as many threads as hosts that are called at the same time.
"""
_PORTS = {"https": 443, "http": 80}
_NAME = r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NUMBER = "[0-9]+|0x[0-9a-f]*"
"""A host whose last label has this form is an IPv4 address, in any notation."""
_TARGET = r"/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*"

_NAT64 = IPv6Network("64:ff9b::/96")
_UNICAST = IPv6Network("2000::/3")
_ODD = tuple(
    ip_network(text)
    for text in (
        # The registries call these addresses public, but cloud services, anycast relays and protocols use them.
        "168.63.129.16/32",
        "192.0.0.0/24",
        "192.88.99.0/24",
        # Teredo, ORCHID and others; documentation; 6to4, which can embed any IPv4 address.
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
    )
)

_WRONG_HOST = "must lead to a host that this server may call, such as one with public addresses only"


class RefusedUrl(Exception):
    """No webhook may use this URL. The message is for people and does not reveal what a name resolves to."""


class NoSuchHost(RefusedUrl):
    """The host did not resolve in time.

    The message is the same as for a forbidden address, so that it reveals nothing.
    """


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL. `host`: a lower-case name or an address. `path`: includes the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value of the `Host` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses that a name resolves to now. Raises `OSError`."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


@dataclass(frozen=True, slots=True)
class Guard:
    """The operator's rules.

    - `mode`: `public` allows every public address; `local` also allows this computer (`localhost` and its addresses,
      by http and at any port); `listed` allows only what is in `allowed`; `off` allows nothing.
    - `allowed`: names (`*.hooks.example`) and networks (`10.1.0.0/16`) that every mode except `off` allows, even if
      they are not public.
    - `seconds`: limit for a look-up.
    """

    mode: Mode = "public"
    allowed: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ("https",)
    ports: tuple[int, ...] = (443,)
    seconds: float = 5.0
    lookup: Lookup = look_up

    def parse_url(self, url: str) -> Target:
        """Parse a URL and check everything that needs no look-up. Raises `RefusedUrl`."""
        if self.mode == "off":
            raise RefusedUrl("webhooks are not in use on this server")
        if len(url) > MAX_URL or not re.fullmatch(r"[!-~]+", url) or "\\" in url:
            raise RefusedUrl(f"must be a URL of at most {MAX_URL} printable ASCII characters")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise RefusedUrl("must be a URL") from None
        here = self.mode == "local" and is_loopback(host)
        if parts.scheme not in (_PORTS if here else self.schemes):
            raise RefusedUrl(f"must begin with {' or '.join(f'{scheme}://' for scheme in self.schemes)}")
        if "@" in parts.netloc or parts.fragment or url.endswith("#"):
            raise RefusedUrl("must have no user, password or fragment")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        target = Target(parts.scheme, host, _PORTS[parts.scheme] if port is None else port, path)
        if target.port not in self.ports and not here:
            raise RefusedUrl(f"must have one of the ports: {', '.join(map(str, self.ports))}")
        if not re.fullmatch(_TARGET, path) or not _is_host(host, parts.netloc):
            raise RefusedUrl("must be a URL with the name of a host, or an address in its usual form")
        return target

    def addresses(self, target: Target) -> list[str]:
        """Return all addresses of the host. Raises `RefusedUrl` if any of them is forbidden."""
        try:
            addresses = [ip_address(text) for text in self._look_up(target)]
        except (OSError, ValueError) as failure:
            raise NoSuchHost(_WRONG_HOST) from failure
        named = any(fnmatchcase(target.host, pattern) for pattern in self.allowed)
        # Only names that always mean this computer are allowed. Any other name could belong to somebody else.
        here = self.mode == "local" and is_loopback(target.host)
        if not addresses or not all(
            named or self._may(address) or (here and address.is_loopback) for address in addresses
        ):
            raise RefusedUrl(_WRONG_HOST)
        return [str(address) for address in addresses]

    def check_url(self, url: str) -> Target:
        """Parse a URL and check that a webhook may use it now. Raises `RefusedUrl`."""
        target = self.parse_url(url)
        self.addresses(target)
        return target

    def _look_up(self, target: Target) -> list[str]:
        if is_network(target.host):
            return [target.host]
        # A look-up has no timeout and cannot be cancelled. After our time limit its thread continues alone.
        return _lookups().submit(self.lookup, target.host, target.port).result(self.seconds)

    def _may(self, address: Address) -> bool:
        networks = [ip_network(text) for text in self.allowed if is_network(text)]
        return any(address in network for network in networks) or (
            self.mode in ("public", "local") and is_public(address)
        )


@cache
def _lookups() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MAX_LOOKUPS, thread_name_prefix="lookup")


def is_public(address: Address) -> bool:
    """Return whether the address is public, that is, denotes the same host everywhere on the internet."""
    if isinstance(address, IPv6Address):
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        # Excludes mapped and other embedded addresses, local NAT64, and local, multicast and unassigned addresses.
        if address not in _UNICAST:
            return False
    elif address.is_multicast or address.is_reserved:
        return False
    return address.is_global and not any(address in network for network in _ODD)


def is_loopback(host: str) -> bool:
    """Return whether the host of a URL is this computer, by its usual name or an address."""
    return host == "localhost" or (is_network(host) and "/" not in host and ip_address(host).is_loopback)


def is_network(text: str) -> bool:
    """Return whether the text is an address or a network, as in `Guard.allowed`."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def _is_host(host: str, netloc: str) -> bool:
    if netloc.startswith("["):
        return is_network(host) and "%" not in host
    if re.fullmatch(_NUMBER, host.rpartition(".")[2]):
        # Parsers disagree on decimal, octal and hexadecimal notations, so only the usual form is accepted.
        return is_network(host)
    return bool(re.fullmatch(_NAME, host))
