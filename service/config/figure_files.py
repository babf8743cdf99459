"""The files in which prometheus_client keeps what processes have counted that share a folder."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FIGURES = re.compile(r"(counter|histogram|summary|gauge_\w+)_(\d+)\.db")
_PAST = 0
"""In place of a process's id: what processes that are gone have counted. Nobody has this id."""


def forget(folder: Path) -> None:
    """Remove what processes that are gone have counted. The folder may be the operator's: everything else stays."""
    for path, _, pid in _files(folder):
        if pid == _PAST or not _lives(pid):
            path.unlink(missing_ok=True)


def add_up(folder: Path) -> None:
    """Put together what processes that are gone have counted: one file each, and they would be more and more."""
    # Not imported by who only forgets: it looks for the folder's name at once.
    from prometheus_client.mmap_dict import MmapedDict

    for path, kind, pid in _files(folder):
        if pid == _PAST or _lives(pid):
            continue
        if kind in ("counter", "histogram"):
            past = MmapedDict(str(folder / f"{kind}_{_PAST}.db"))
            for key, value, timestamp, _ in MmapedDict.read_all_values_from_file(str(path)):
                past.write_value(key, past.read_value(key)[0] + value, timestamp)
            past.close()
        path.unlink()


def _files(folder: Path) -> list[tuple[Path, str, int]]:
    """The files of prometheus_client with the kind of what they hold and the process that wrote them."""
    matches = ((path, _FIGURES.fullmatch(path.name)) for path in folder.iterdir())
    return [(path, match[1], int(match[2])) for path, match in matches if match]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """One process at a time: nothing is added up while another one reads, which would count it twice or not at all."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
