"""The service's Redis fixture, shared."""

from tests.service.conftest import redis_server

__all__ = ["redis_server"]
