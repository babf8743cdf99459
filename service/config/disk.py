"""Checks whether a folder can be written to."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_BYTES = 1 << 20
"""The size of the test write, in bytes. Normal use takes a while to fill this much space."""


def refusal(folder: Path) -> str | None:
    """Try a small write to the folder. Returns why it fails, such as a full disk or a quota; `None` if it succeeds."""
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            rest = bytes(_BYTES)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror
    return None
