"""A Redis whose host vanishes: its packets are dropped, no connection is closed. Turns continue at the next one.

There are three network namespaces: one for the workers and the dispatcher, and one for each of two Redis hosts, each
with a cable to the first. The test itself uses sockets in the file system, which need no network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis, RedisError

from service.backend import open_games
from service.config.settings import load_settings
from service.games import Games, Seat
from service.tools.stack.redis_server import server_binary
from tools.testbed.processes import eventually

SEATS = [Seat("ai", "Bertha", "greedy"), Seat("ai", "Carla", "greedy")]
PORT = 6379
WANTED_SECONDS = 15
SENTINEL = """
port 26379
dir {folder}
sentinel monitor games 10.203.1.2 6379 1
sentinel down-after-milliseconds games 2000
sentinel failover-timeout games 4000
"""


def run(*command: str) -> None:
    """Run a program, which must succeed."""
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=10)


class Net:
    """Namespaces `<name>-workers`, `<name>-1` and `<name>-2`; the host n is 10.203.n.2, the workers are 10.203.n.1."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = f"hamlet{os.getpid()}"
        self.workers = f"{self.name}-workers"
        # The workers' namespace has its own names: `ip netns exec` mounts this file over /etc/hosts.
        self.hosts = Path("/etc/netns") / self.workers / "hosts"
        self.running: list[subprocess.Popen[bytes]] = []

    def build(self) -> None:
        """Create everything. Raises `CalledProcessError` where that is not permitted, `FileNotFoundError`
        without `ip`.
        """
        for space in (self.workers, f"{self.name}-1", f"{self.name}-2"):
            run("ip", "netns", "add", space)
            run("ip", "-n", space, "link", "set", "lo", "up")
        for number in (1, 2):
            host, cable = f"{self.name}-{number}", f"to{number}"
            far = ("peer", "name", "eth0", "netns", host)
            run("ip", "-n", self.workers, "link", "add", cable, "type", "veth", *far)
            for space, link, end in ((self.workers, cable, 1), (host, "eth0", 2)):
                run("ip", "-n", space, "address", "add", f"10.203.{number}.{end}/24", "dev", link)
                run("ip", "-n", space, "link", "set", link, "up")
            run("ip", "-n", host, "route", "add", "default", "via", f"10.203.{number}.1")
        run("ip", "netns", "exec", self.workers, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1")
        self.hosts.parent.mkdir(parents=True)
        self.point_to(1)

    def point_to(self, number: int) -> None:
        """Give the name `games` the address of a host."""
        self.hosts.write_text(f"127.0.0.1 localhost\n10.203.{number}.2 games\n")

    def start(self, space: str, *command: str, **environ: str) -> None:
        """Start a program in a namespace."""
        args = ["ip", "netns", "exec", space, *command]
        self.running.append(subprocess.Popen(args, env={**os.environ, **environ}))

    def start_redis(self, number: int, *options: str) -> Redis:
        """Start the Redis of a host; returns a client for it that needs no network."""
        socket = self.folder / f"{number}.sock"
        (self.folder / str(number)).mkdir()
        settings = ("--port", str(PORT), "--unixsocket", str(socket), "--dir", str(self.folder / str(number)))
        self.start(
            f"{self.name}-{number}", server_binary(), *settings, "--protected-mode", "no", "--save", "", *options
        )
        eventually(socket.exists, "a Redis")
        return Redis(unix_socket_path=str(socket))

    def vanish(self, number: int) -> None:
        """From now on nothing comes from this host, not even a refusal."""
        run("ip", "-n", f"{self.name}-{number}", "route", "flush", "all")
        run("ip", "-n", f"{self.name}-{number}", "route", "add", "blackhole", "default")

    def close(self) -> None:
        """End and remove everything."""
        for process in self.running:
            process.kill()
            process.wait()
        for space in (self.workers, f"{self.name}-1", f"{self.name}-2"):
            subprocess.run(["ip", "netns", "delete", space], capture_output=True)
        shutil.rmtree(self.hosts.parent, ignore_errors=True)


@pytest.fixture
def net(tmp_path: Path) -> Iterator[Net]:
    if not os.environ.get("HAMLET_EXPECT_NETWORKS"):
        pytest.skip("a vanished host stays untried: it takes a minute, and root. `.ci/run` tries it.")
    net = Net(tmp_path)
    try:
        net.build()
        yield net
    finally:
        net.close()


def games_of(socket: str, monkeypatch: pytest.MonkeyPatch) -> Games:
    monkeypatch.setenv("HAMLET_REDIS_URL", f"unix://{socket}")
    return open_games(load_settings())


def is_master(redis: Redis) -> bool:
    try:
        return bool(redis.info("replication")["role"] == "master")
    except RedisError:
        return False


def played(games: Games, game_id: str) -> Callable[[], bool]:
    return lambda: games.queries.load_game(game_id).status == "finished"


@pytest.mark.parametrize("found_by", ["Sentinels", "name"])
def test_turns_go_on(net: Net, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found_by: str) -> None:
    first = net.start_redis(1)
    second = net.start_redis(2, "--replicaof", "10.203.1.2", str(PORT))
    eventually(lambda: first.info("replication").get("connected_slaves") == 1, "the replica")
    url = f"redis://games:{PORT}/0"
    if found_by == "Sentinels":
        (tmp_path / "sentinel.conf").write_text(SENTINEL.format(folder=tmp_path))
        net.start(net.workers, server_binary(), str(tmp_path / "sentinel.conf"), "--sentinel")
        url = "redis+sentinel://127.0.0.1/games/0"
    for module in ("workers.dispatcher", "workers.worker"):
        net.start(net.workers, sys.executable, "-m", module, HAMLET_REDIS_URL=url)
    before = games_of(str(tmp_path / "1.sock"), monkeypatch)
    eventually(played(before, before.create_game("villagers", SEATS).game_id), "a game before")
    time.sleep(1)  # the replica has what was written, and everybody waits for work

    vanished = time.monotonic()
    net.vanish(1)
    if found_by == "name":
        second.replicaof("NO", "ONE")
        net.point_to(2)
    eventually(lambda: is_master(second), "the failover")
    followed = time.monotonic()
    after = games_of(str(tmp_path / "2.sock"), monkeypatch)
    game_id = after.create_game("villagers", SEATS).game_id
    eventually(
        lambda: after.queries.load_game(game_id).version > 0, "the first turn after it", seconds=3 * WANTED_SECONDS
    )
    seconds = [round(moment - vanished, 1) for moment in (followed, time.monotonic())]
    print(f"{found_by}: failover after {seconds[0]} s, the first turn after {seconds[1]} s (wanted: {WANTED_SECONDS})")
    eventually(played(after, game_id), "a game after")
