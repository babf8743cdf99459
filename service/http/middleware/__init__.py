"""Processing common to all requests: access, limits, bodies, negotiation, caching and compression."""
