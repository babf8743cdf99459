"""Checks whether a folder can be written to."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_BYTES = 1 << 20
"""Free space that lasts for a while under normal use."""


def refusal(folder: Path) -> str | None:
    """Return the reason why a small write to the folder fails, such as a full disk or a quota; `None` if it works."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            rest = bytes(_BYTES)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror
    return None
