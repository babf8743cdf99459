"""Groups client addresses for the limits."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address


def client_of(address: str) -> str:
    """Return an IPv4 address as it is. For an IPv6 address return its network: a client usually has all of it."""
    try:
        network = IPv6Address(address)
    except AddressValueError:
        return address
    if network.ipv4_mapped is not None:
        return str(network.ipv4_mapped)
    return network.packed[:8].hex()
