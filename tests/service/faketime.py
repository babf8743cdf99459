"""A Redis whose clock a test sets, by libfaketime from Debian's package or FAKETIME_LIBRARY.

The machine may lack it; `.ci/run` has it. Only Redis gets it, because Python cannot sleep under it. Everything in the
outbox is timed by Redis' clock.
"""

from __future__ import annotations

import os
import time
from glob import glob
from pathlib import Path

import pytest
from redis import Redis

from tests.service.conftest import RedisServer
from tools.testbed.processes import eventually

LIBRARY = os.environ.get("FAKETIME_LIBRARY") or next(iter(glob("/usr/lib/*/faketime/libfaketime.so.1")), None)
_TOLERANCE_SECONDS = 300

needs_faketime = pytest.mark.skipif(
    LIBRARY is None and not os.environ.get("HAMLET_EXPECT_FAKETIME"), reason="no libfaketime here"
)


class SetClock(RedisServer):
    """A Redis whose clock can be set."""

    def start(self, *extra: str) -> None:
        assert LIBRARY is not None
        self._file.write_text("+0")
        with pytest.MonkeyPatch.context() as patch:
            for name, value in {
                "LD_PRELOAD": LIBRARY,
                "FAKETIME_TIMESTAMP_FILE": str(self._file),
                "FAKETIME_NO_CACHE": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }.items():
                patch.setenv(name, value)
            super().start(*extra)

    @property
    def _file(self) -> Path:
        return self.folder / "clock"

    def set(self, seconds: int) -> None:
        """Set its clock this many seconds ahead of the others."""
        self._file.write_text(f"{seconds:+d}")
        with Redis(port=self.port) as client:
            eventually(lambda: abs(client.time()[0] - time.time() - seconds) < _TOLERANCE_SECONDS, "the clock")
