"""The damage that `bench/chaos.py` does to a cluster: it kills masters, changes roles, moves slots, empties the queues'
Redis.
"""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from redis.crc import key_slot

from bench.helpers.chaos_games import prober_of
from hamlet_client import Hamlet, HamletError
from service.store.redis import keys
from tools.testbed.redis_cluster import ClusterServers, Node, free_port

VICTIMS = ("master killed", "failover", "reshard", "queues")
BUCKETS = 256
_MOVED_SLOTS = 12
"""The number of slots with games that are moved. The same number of empty slots are moved, too."""
_LOOK_PAUSE_SECONDS = 0.02
_FAILOVER_SECONDS = 6.0

Looks = tuple[Callable[[], bool], Callable[[], bool]]
"""Two functions. One returns whether the part has been replaced, the other whether a request that needs the part is
answered.
"""


class Neighbours:
    """Reads games on other nodes during an outage. Counts the reads and the failed ones, and records the longest in
    seconds.
    """

    def __init__(self) -> None:
        self.looks = 0
        self.unanswered = 0
        self.longest = 0.0

    def look(self, client: Hamlet, game_id: str) -> None:
        began = time.monotonic()
        self.looks += 1
        try:
            client.api.get_game(game_id)
        except HamletError:
            self.unanswered += 1
        self.longest = max(self.longest, round(time.monotonic() - began, 2))


class ClusterChaos:
    """A cluster of three masters with a replica each, and a Redis for the queues."""

    def __init__(self, folder: Path) -> None:
        self.servers = ClusterServers(folder)
        self.queues = Node(folder / "queues", free_port(), {"save": ""})
        self.neighbours = Neighbours()
        self.environ = {"HAMLET_REDIS_URL": self.servers.url, "HAMLET_QUEUE_REDIS_URL": self.queues.url}
        self._games: Callable[[], Sequence[str]] = list
        self._port = 0

    def start(self) -> None:
        self.servers.start()
        self.queues.start()

    def close(self) -> None:
        self.queues.kill()
        self.servers.close()

    def watch(self, port: int, games: Callable[[], Sequence[str]]) -> None:
        """Set the API's port, and the function that returns ids of games."""
        self._port, self._games = port, games

    @contextmanager
    def harm(self, victim: str, rng: random.Random) -> Iterator[Looks | None]:
        """Do the damage before the block, and make the cluster healthy again after it.

        Yields two functions that show the recovery, or `None` if an AI turn shows it.
        """
        masters = self.servers.masters()
        master = rng.choice(sorted(masters, key=lambda node: node.port))
        if victim == "queues":
            self.queues.kill()
            shutil.rmtree(self.queues.folder)
            yield None
            return
        if victim == "master killed":
            master.kill()
            with self._neighbours(masters[master]):
                yield lambda: self._replaced(master), self._probe(masters[master])
            master.start()
        elif victim == "failover":
            yield self._failing_over(master), self._probe(masters[master])
        else:
            target = rng.choice([node for node in masters if node is not master])
            used = {key_slot(keys.bucket(number).encode()) for number in range(BUCKETS)} & masters[master]
            slots = rng.sample(sorted(used), min(_MOVED_SLOTS, len(used)))
            slots += rng.sample(sorted(masters[master] - used), _MOVED_SLOTS)
            yield lambda: self._moved(slots, target), self._probe(set(slots) & used)
        self.servers.await_health()

    def queues_back(self) -> bool:
        """Restart the queues' Redis with no data."""
        self.queues.start()
        return True

    def _replaced(self, master: Node) -> bool:
        now = self.servers.masters()
        return master not in now and sum(map(len, now.values())) == 16384

    def _failing_over(self, master: Node) -> Callable[[], bool]:
        """Start a failover. Repeat it if the nodes give it up, as they do after five seconds."""
        asked = [-_FAILOVER_SECONDS]

        def look() -> bool:
            if self._replaced(master):
                return True
            if time.monotonic() - asked[0] > _FAILOVER_SECONDS:
                asked[0] = time.monotonic()
                self.servers.fail_over(master)
            return False

        return look

    def _moved(self, slots: Sequence[int], target: Node) -> bool:
        self.servers.move(slots, target)
        return True

    def _probe(self, slots: set[int]) -> Callable[[], bool]:
        """Return whether the API answers for a game in one of the slots. If there is no such game, return whether it
        creates one.
        """
        client = prober_of(self._port)
        own = next((game_id for game_id in self._games() if _slot(game_id) in slots), None)
        if own is None:
            return lambda: bool(client.api.get_readiness())
        return lambda: bool(client.api.get_game(own))

    @contextmanager
    def _neighbours(self, slots: set[int]) -> Iterator[None]:
        others = [game_id for game_id in self._games() if _slot(game_id) not in slots]
        over, client = threading.Event(), prober_of(self._port)

        def look() -> None:
            while others and not over.wait(_LOOK_PAUSE_SECONDS):
                self.neighbours.look(client, random.choice(others))

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _slot(game_id: str) -> int:
    return key_slot(keys.bucket(keys.bucket_of(game_id)).encode())
