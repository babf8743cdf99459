"""Measures how long Hamlet takes to stop: each process as the first one of a container after SIGTERM, and `make serve`.

Starts the five processes, each in a pid namespace with the entry point of the image, and stops them some seconds later:
once with a Redis, and once without. Then it stops `make serve`, by SIGTERM and by Ctrl-C. Needs Linux and the right to
make namespaces.

Prints tables of seconds. The exit code is 1 if a process took more than 3 s or ended with an exit code other than 0, or
if `make serve` took more than 5 s or left a process running.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from bench.helpers.own_redis import own_redis
from tools.testbed.first_process import PROCESSES, ROOT, FirstProcess, allowed, command_of
from tools.testbed.redis_cluster import free_port

MAX_SECONDS = 3.0
MAX_SECONDS_OF_ALL = 5.0

Stop = tuple[int, float]
"""The exit code, and the duration in seconds."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--after", default="0.3,3,30", help="seconds after the start (default: %(default)s)")
    moments = [float(text) for text in parser.parse_args().after.split(",")]
    # If a shell starts this script in the background, it ignores SIGINT, and so do all processes that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not allowed():
        print("This machine does not let us make namespaces.", file=sys.stderr)
        return 1
    with TemporaryDirectory(prefix="hamlet-stopping-") as folder:
        with own_redis() as url:
            columns = {f"{seconds:g} s": stops(Path(folder), url, seconds) for seconds in moments}
        away = f"unix://{folder}/none"
        columns |= {f"{seconds:g} s, no Redis": stops(Path(folder), away, seconds) for seconds in moments}
    rows = {
        number: [serve_and_stop(number, seconds) for seconds in moments] for number in (signal.SIGTERM, signal.SIGINT)
    }
    print("| stopped after | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name in PROCESSES:
        print(f"| {name} | " + " | ".join(cell(column[name]) for column in columns.values()) + " |")
    print("\n| `make serve` stopped after | " + " | ".join(f"{seconds:g} s" for seconds in moments) + " |")
    print("|---|" + "--:|" * len(moments))
    for number, row in rows.items():
        print(f"| {number.name} | " + " | ".join(f"{took:.1f}" for took in row) + " |")
    slow = any(took > MAX_SECONDS_OF_ALL for row in rows.values() for took in row)
    stopped = [stop for column in columns.values() for stop in column.values()]
    return int(slow or any(code or took > MAX_SECONDS for code, took in stopped))


def cell(stop: Stop) -> str:
    code, took = stop
    return f"{took:.1f}" if code == 0 else f"{took:.1f} (exit code {code})"


def stops(folder: Path, redis_url: str, seconds: float) -> dict[str, Stop]:
    """Start all processes together, and stop them one after the other. Returns their exits."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
    environ = {**inherited, "HAMLET_REDIS_URL": redis_url, "PORT": str(free_port()), "TMPDIR": str(folder)}
    environ["HAMLET_METRICS_PORT"] = "0"
    outcome = {}
    with (folder / "log").open("ab") as log:
        running = {}
        try:
            for name in PROCESSES:
                running[name] = FirstProcess(command_of(name), environ, log), time.monotonic()
            for name, (process, began) in running.items():
                time.sleep(max(0.0, began + seconds - time.monotonic()))
                outcome[name] = process.stop()
        finally:
            for process, _ in running.values():
                process.kill()
    return outcome


def serve_and_stop(number: signal.Signals, seconds: float) -> float:
    """Start `make serve`, and stop it after this many seconds. Returns how long it and all its processes take to end.
    Ctrl-C reaches all of them.

    Raises `SystemExit` if a process is left.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HAMLET_")}
    with TemporaryDirectory(prefix="hamlet-stopping-") as folder, Path(folder, "log").open("ab") as log:
        environ = {**inherited, "HAMLET_DATA_DIR": f"{folder}/data", "PORT": str(free_port()), "TMPDIR": folder}
        environ["HAMLET_METRICS_PORT"] = "0"
        serving = subprocess.Popen(
            ["make", "serve"], env=environ, stdout=log, stderr=log, cwd=ROOT, start_new_session=True
        )
        time.sleep(seconds)
        began = time.monotonic()
        if number == signal.SIGINT:
            os.killpg(serving.pid, number)
        else:
            serving.send_signal(number)
        serving.wait(60)
        while left := [path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if folder in environ_of(path)]:
            if time.monotonic() > began + 60:
                raise SystemExit(f"processes are left: {left}")
            time.sleep(0.05)
        return time.monotonic() - began


def environ_of(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(errors="replace")
    return ""


if __name__ == "__main__":
    sys.exit(main())
