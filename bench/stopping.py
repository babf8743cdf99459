"""How long each process of Hamlet takes to stop, as the first process of a container, in seconds after SIGTERM.

Starts the five, each in a pid namespace with the entry point of the image, and stops them so many seconds after their
start: with a Redis of their own, and with none there. Needs Linux, and the right to make namespaces. Prints a table;
ends with exit code 1 if one took more than 3 s, or ended with another code than 0.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

# As a script this file hides the packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.first_process import PROCESSES, FirstProcess, allowed
from bench.load_stacks import free_port
from service.stack.redis_server import answers, lock_folder, redis_program

MOST_SECONDS = 3.0

Stop = tuple[int, float]
"""Exit code, and seconds it took."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--after", default="0.3,3,30", help="seconds after the start (default: %(default)s)")
    moments = [float(text) for text in parser.parse_args().after.split(",")]
    if not allowed():
        print("This machine does not let us make namespaces.", file=sys.stderr)
        return 1
    with TemporaryDirectory(prefix="hamlet-stopping-") as folder:
        with redis(Path(folder)) as url:
            columns = {f"{seconds:g} s": stops(Path(folder), url, seconds) for seconds in moments}
        away = f"unix://{folder}/none"
        columns |= {f"{seconds:g} s, no Redis": stops(Path(folder), away, seconds) for seconds in moments}
    print("| stopped after | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name in PROCESSES:
        print(f"| {name} | " + " | ".join(told(column[name]) for column in columns.values()) + " |")
    return int(any(code or took > MOST_SECONDS for column in columns.values() for code, took in column.values()))


def told(stop: Stop) -> str:
    code, took = stop
    return f"{took:.1f}" if code == 0 else f"{took:.1f} (exit code {code})"


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The URL of a Redis."""
    socket, lock = folder / "redis.sock", lock_folder(folder / "data")
    server = subprocess.Popen(redis_program(folder / "data", socket, lock).command, pass_fds=(lock,))
    try:
        while not answers(f"unix://{socket}"):
            time.sleep(0.05)
        yield f"unix://{socket}"
    finally:
        server.terminate()
        server.wait()
        os.close(lock)


def stops(folder: Path, redis_url: str, seconds: float) -> dict[str, Stop]:
    """How each of the processes ends, which are all started together, and stopped one after the other."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
    environ = {**inherited, "HAMLET_REDIS_URL": redis_url, "PORT": str(free_port()), "TMPDIR": str(folder)}
    outcome = {}
    with (folder / "log").open("ab") as log:
        running = {}
        try:
            for name in PROCESSES:
                running[name] = FirstProcess(name, environ, log), time.monotonic()
            for name, (process, began) in running.items():
                time.sleep(max(0.0, began + seconds - time.monotonic()))
                outcome[name] = process.stop()
        finally:
            for process, _ in running.values():
                process.kill()
    return outcome


if __name__ == "__main__":
    sys.exit(main())
