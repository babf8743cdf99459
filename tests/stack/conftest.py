"""The service's Redis fixtures, shared."""

from tests.service.conftest import own_redis_server, redis_server

__all__ = ["own_redis_server", "redis_server"]
