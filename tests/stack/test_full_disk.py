"""The disk of the embedded Redis is full: `hamlet serve` waits for space, says so, and loses nothing.

The data folder is a small disk in a mount namespace that only the stack sees.
"""

from __future__ import annotations

import json
import os
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tools.testbed.processes import eventually
from tools.testbed.stack import Stack, Unreachable

MEGABYTES = 8
HUMANS = [{"type": "human", "name": "Ada"}, {"type": "human", "name": "Bo"}]
DISK = 'mount -t tmpfs -o size="$1"m,mode=0700 none "$2" && shift 2 && exec "$@"'
NAMESPACE = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--mount", "--user", "--map-root-user")


class OnSmallDisk(Stack):
    """A stack whose data folder is a disk of a few megabytes."""

    def command(self) -> list[str]:
        return [*on_disk(self.folder / "data"), *super().command()]

    @property
    def disk(self) -> Path:
        """The data folder as the stack sees it."""
        assert self._serving is not None
        return Path(f"/proc/{self._serving.pid}/root{self.folder / 'data'}")

    def missing(self) -> dict[str, list[str]]:
        """Return what `/readyz` reports as missing."""
        with suppress(OSError, HTTPException):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=10).close()
            except urllib.error.HTTPError as refusal:
                with refusal:
                    errors: dict[str, list[str]] = json.load(refusal)["errors"]
                    return errors
        return {}

    def ready(self) -> bool:
        try:
            return self.call("GET", "/readyz")[0] == 200
        except Unreachable:
            return False


def on_disk(folder: Path) -> list[str]:
    folder.mkdir(exist_ok=True)
    return [*NAMESPACE, "sh", "-c", DISK, "sh", str(MEGABYTES), str(folder)]


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[OnSmallDisk]:
    """Skips where there are no namespaces, unless the environment says that there are."""
    tried = subprocess.run([*on_disk(tmp_path / "data"), "true"], capture_output=True, text=True)
    if tried.returncode:
        if os.environ.get("HAMLET_EXPECT_NAMESPACES"):
            pytest.fail(f"HAMLET_EXPECT_NAMESPACES is set, but no small disk can be mounted: {tried.stderr}")
        pytest.skip("no small disk can be mounted here: that needs Linux, and the right to make namespaces")
    stack = OnSmallDisk(tmp_path)
    yield stack
    stack.close()


def fill(disk: Path) -> Path:
    """Leave no free byte."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("ab", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return ballast


def games_until_full(stack: Stack) -> dict[str, Any]:
    """Create games while there is space; returns those that were answered."""
    created: dict[str, Any] = {}
    with suppress(Unreachable):
        while True:
            status, game = stack.call("POST", "/v1/games", {"ruleset": "villagers", "seats": HUMANS})
            assert status == 201
            created[game["id"]] = game
    return created


def test_it_waits_for_room_and_says_so(stack: OnSmallDisk) -> None:
    stack.start()
    ballast = fill(stack.disk)
    created = games_until_full(stack)
    eventually(lambda: "No space left on device" in str(stack.missing().get("redis")), "the cause in /readyz")
    started = len(stack.pids("redis"))
    lines = [line for line in stack.log_lines() if line["event"].startswith("cannot start")]
    assert [line["program"] for line in lines] == ["redis"]
    assert f"{stack.folder / 'data'} cannot be written to: No space left on device" in lines[0]["event"]
    # Without space it is not restarted.
    assert all("No space left" in str(stack.missing()) for _ in range(20))
    assert len(stack.pids("redis")) == started

    ballast.unlink()
    eventually(stack.ready, "room")
    assert len(stack.pids("redis")) == started + 1
    for game_id, game in created.items():
        status, found = stack.call("GET", f"/v1/games/{game_id}")
        assert (status, found["version"]) == (200, game["version"])
    assert stack.call("POST", "/v1/games", {"ruleset": "villagers", "seats": HUMANS})[0] == 201


def test_without_room_it_does_not_start(stack: OnSmallDisk) -> None:
    full = ["sh", "-c", 'head -c 100m /dev/zero >"$1"/ballast; shift; exec "$@"', "sh", str(stack.folder / "data")]
    command = [*on_disk(stack.folder / "data"), *full, *Stack.command(stack)]
    done = subprocess.run(command, env=stack.environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"The data folder {stack.folder / 'data'} cannot be" in done.stderr
    assert "No space left on device" in done.stderr
