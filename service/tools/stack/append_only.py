"""Finds and cuts off damage in the embedded Redis's last append-only file.

The server binary does this if it is started under the name `redis-check-aof`. It then gets the path of the file, not
the path of the manifest, because it cannot read a manifest whose base files were written by Valkey 9.
"""

from __future__ import annotations

import subprocess  # nosec B404
from pathlib import Path

FOLDER = "appendonlydir"
_TOOL = "redis-check-aof"


def damaged(data: Path, server: Path) -> Path | None:
    """Return the last file if it is damaged; `None` if not. Damage in earlier files cannot be cut off."""
    file = _last(data)
    return None if file is None or _succeeds(server, file, quiet=True) else file


def cut(file: Path, server: Path) -> bool:
    """Cut off the damaged end if the user agrees in the terminal. Returns whether it was cut off."""
    return _succeeds(server, "--fix", file)


def _last(data: Path) -> Path | None:
    """Return the file being written: the last one in the manifest or, before Redis 7, the only one."""
    manifest = data / FOLDER / "appendonly.aof.manifest"
    if manifest.exists():
        rows = [row.split() for row in manifest.read_text(encoding="utf-8").splitlines()]
        files = [data / FOLDER / row[1] for row in rows if row[-1:] == ["i"]]
    else:
        files = [data / "appendonly.aof"]
    return next((file for file in reversed(files) if file.exists()), None)


def _succeeds(server: Path, *words: str | Path, quiet: bool = False) -> bool:
    # The command consists of fixed words and uses no shell.
    done = subprocess.run(  # nosec B603
        [_TOOL, *map(str, words)], executable=server, capture_output=quiet, stdin=subprocess.DEVNULL if quiet else None
    )
    return done.returncode == 0
