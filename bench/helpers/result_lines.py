"""Files with one line of JSON for each result. Their names end with `.xz` if they are compressed."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file."""
    with _open(path, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    """Append lines to a file. They stay readable if a later call is interrupted."""
    with _open(path, "at") as out:
        out.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in lines)


def pack(path: Path) -> None:
    """Compress a file again as a whole: each call of `write_lines` has compressed its own lines."""
    packed = path.with_suffix(".new")
    packed.write_bytes(lzma.compress(lzma.decompress(path.read_bytes())))
    packed.replace(path)


def _open(path: Path, mode: str) -> Any:
    return lzma.open(path, mode, encoding="utf-8") if path.suffix == ".xz" else path.open(mode, encoding="utf-8")
