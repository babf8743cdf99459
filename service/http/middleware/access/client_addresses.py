"""Groups client addresses for the limits."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address


def client_of(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address, because a client usually has a whole network."""
    try:
        network = IPv6Address(address)
    except AddressValueError:
        return address
    if network.ipv4_mapped is not None:
        return str(network.ipv4_mapped)
    return network.packed[:8].hex()
