"""Who is one client, as far as limits by address go."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv6Address


def client_of(address: str) -> str:
    """The address; of IPv6 its network, for whoever has one address of it has all."""
    try:
        network = IPv6Address(address)
    except AddressValueError:
        return address
    if network.ipv4_mapped is not None:
        return str(network.ipv4_mapped)
    return network.packed[:8].hex()
