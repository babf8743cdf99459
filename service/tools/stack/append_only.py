"""The last append-only file of the embedded Redis: whether it is damaged, and how it is cut there.

The server itself is the tool for it, under another name. It cuts a single file; of a manifest it reads no base file
that Valkey 9 has written.
"""

from __future__ import annotations

import subprocess  # nosec B404
from pathlib import Path

FOLDER = "appendonlydir"
_TOOL = "redis-check-aof"


def damaged(data: Path, server: Path) -> Path | None:
    """The last file, if it cannot be read to its end. What is wrong with others cannot be cut off."""
    file = _last(data)
    return None if file is None or _succeeds(server, file, quiet=True) else file


def cut(file: Path, server: Path) -> bool:
    """Cut off what cannot be read, once the terminal's user agrees: whether it was done."""
    return _succeeds(server, "--fix", file)


def _last(data: Path) -> Path | None:
    """The file that grows: the last one of the manifest or, before Redis 7, the only one."""
    manifest = data / FOLDER / "appendonly.aof.manifest"
    if manifest.exists():
        rows = [row.split() for row in manifest.read_text(encoding="utf-8").splitlines()]
        files = [data / FOLDER / row[1] for row in rows if row[-1:] == ["i"]]
    else:
        files = [data / "appendonly.aof"]
    return next((file for file in reversed(files) if file.exists()), None)


def _succeeds(server: Path, *words: str | Path, quiet: bool = False) -> bool:
    # Words of ours, no shell.
    done = subprocess.run(  # nosec B603
        [_TOOL, *map(str, words)], executable=server, capture_output=quiet, stdin=subprocess.DEVNULL if quiet else None
    )
    return done.returncode == 0
