"""Whether a folder can be written to."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_BYTES = 1 << 20
"""Enough to go on for a while."""


def refusal(folder: Path) -> str | None:
    """Why the system refuses to write a little there, such as a full disk or a quota; `None` if it does not."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            rest = bytes(_BYTES)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror
    return None
