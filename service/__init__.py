"""The HTTP service: games kept in Redis, played through a stateless API."""
