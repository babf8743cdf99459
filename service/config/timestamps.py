"""Timestamps as the API writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LAST_MS: Final = 253_402_300_799_999
"""The end of the year 9999: RFC 3339 knows none later."""


@lru_cache(1024)
def moment(ms: int) -> str:
    """RFC 3339, UTC, to the millisecond; of 0 to `LAST_MS`."""
    return (EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
