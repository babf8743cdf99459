"""Timestamps in the API's format."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LAST_MS: Final = 253_402_300_799_999
"""The end of the year 9999, the latest time in RFC 3339."""


def milliseconds_of(time: datetime) -> int:
    """Convert a client's time to milliseconds since 1970. A time without an offset is in UTC."""
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)


@lru_cache(1024)
def moment(ms: int) -> str:
    """Format a time as RFC 3339 in UTC, with milliseconds. `ms`: milliseconds since 1970, 0 to `LAST_MS`."""
    return (EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
