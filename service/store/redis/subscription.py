"""The subscription to a channel of the store: one per process, in the background.

In a cluster each slot has its own channel, on the node that has the slot. So there is one thread per node, and when a
slot moves, the subscription follows it.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from redis import Redis
from redis.client import PubSub
from redis.cluster import ClusterNode
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import MovedError, RedisError, TimeoutError

from service.store.redis import outages
from service.store.redis.client import Client
from service.store.redis.cluster import Cluster

_PAUSE_SECONDS = 0.25
"""The pause between attempts to reconnect, in seconds."""
_PATIENCE_SECONDS = 0.25
"""The longest time, in seconds, until a listener notices that it is closed."""
_LAYOUT_SECONDS = 1.0
"""The pause between checks of the known layout, in seconds."""

Places = dict[ClusterNode, frozenset[str]]


@dataclass
class Listener:
    """Calls `heard` with each message of the channel, and `renewed` when messages may have been lost.

    `tags`: the hash tags of the slots to follow, in a cluster. Uses only the standard library's threading, so that it
    runs on threads and on gevent.
    """

    redis: Client
    channel: str
    tags: Sequence[str]
    heard: Callable[[str], None]
    renewed: Callable[[], None]
    closed: threading.Event = field(default_factory=threading.Event, init=False)
    _places: Places = field(default_factory=dict, init=False)
    _threads: dict[ClusterNode, threading.Thread] = field(default_factory=dict, init=False)

    def listen_until_closed(self) -> None:
        if not isinstance(self.redis, Cluster):
            channels = frozenset({self.channel})
            self._keep(self.redis, "Redis", lambda: channels)
            return
        while not self.closed.is_set():
            self._arrange(self.redis)
            for node in list(self._places):
                if node not in self._threads or not self._threads[node].is_alive():
                    client, wanted = self.redis.line_to(node), partial(self._channels_of, node)
                    self._threads[node] = threading.Thread(
                        target=self._keep, args=(client, node.name, wanted), name=self.channel, daemon=True
                    )
                    self._threads[node].start()
            self.closed.wait(_LAYOUT_SECONDS)
        for thread in self._threads.values():
            thread.join()

    def _arrange(self, cluster: Cluster) -> None:
        """Assign the channels to nodes in the known layout."""
        places: defaultdict[ClusterNode, set[str]] = defaultdict(set)
        try:
            for tag in self.tags:
                places[cluster.node_of(tag)].add(f"{tag}:{self.channel}")
        except RedisError:
            return
        self._places = {node: frozenset(channels) for node, channels in places.items()}

    def _channels_of(self, node: ClusterNode) -> frozenset[str]:
        return self._places.get(node, frozenset())

    def _keep(self, redis: Redis, name: str, wanted: Callable[[], frozenset[str]]) -> None:
        """Listen to one server, as long as `wanted` returns channels."""
        while wanted() and not self.closed.is_set():
            try:
                with redis.pubsub() as pubsub:
                    self._follow(pubsub, name, wanted)
            except MovedError:
                self._look_again()
                self.closed.wait(_PAUSE_SECONDS)
            except Exception as failure:
                # Survive any error: without this thread no waiter would be woken.
                if not isinstance(failure, ConnectionLost | TimeoutError):
                    outages.begin_outage(_channel_of(name), repr(failure))
                self.closed.wait(_PAUSE_SECONDS)
                self._look_again()

    def _follow(self, pubsub: PubSub, name: str, wanted: Callable[[], frozenset[str]]) -> None:
        subscribe = pubsub.ssubscribe if isinstance(self.redis, Cluster) else pubsub.subscribe
        known: frozenset[str] = frozenset()
        unanswered = 0
        while (channels := wanted()) and not self.closed.is_set():
            if channels != known:
                for channel in channels - known:
                    subscribe(channel)
                    unanswered += 1
                known = channels
            message = pubsub.get_message(timeout=_PATIENCE_SECONDS)
            if message is None:
                continue
            if message["type"] in ("message", "smessage"):
                self.heard(message["data"].decode())
            elif message["type"] == "sunsubscribe":
                # The slot has moved. Reload the layout to locate it, unless it has come back here.
                known -= {message["channel"].decode()}
                self._look_again()
            else:
                # (Re)subscribed: messages may have been lost before this.
                unanswered -= 1
                if unanswered <= 0:
                    outages.end_outage(_channel_of(name))
                    self.renewed()

    def _look_again(self) -> None:
        if isinstance(self.redis, Cluster):
            with suppress(RedisError):
                self.redis.refresh()
            self._arrange(self.redis)


def _channel_of(name: str) -> str:
    return f"the channel of {name}"
