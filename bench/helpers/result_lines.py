"""A compressed file of results: one line of JSON for each game."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any


def read(path: Path) -> list[dict[str, Any]]:
    """Return all lines; none if there is no such file."""
    return [json.loads(line) for line in _written(path).splitlines()]


def append(path: Path, line: dict[str, Any]) -> None:
    """Append one line. It is compressed by itself, so an interrupted run loses no game."""
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as out:
        out.write(lzma.compress(f"{json.dumps(line)}\n".encode()))


def pack(path: Path) -> None:
    """Compress all lines together, because those of the last run were appended one by one."""
    if lines := _written(path):
        packed = path.with_suffix(".new")
        packed.write_bytes(lzma.compress(lines))
        packed.replace(path)


def _written(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes()) if path.exists() else b""
