"""The metrics port of the web server, and metrics read from Redis: games, due turns, queues, parked games.

Redis is read on each scrape. If that fails, all metrics from Redis except `hamlet_redis_up` are missing, because a
missing value is better than an outdated one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from werkzeug.exceptions import NotFound
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.config import metrics
from service.store import DueTurns, Store
from service.store.lists.key_registry import KeyStore
from service.store.outbox.rq_client import JOBS, Messages
from service.store.redis.store_errors import StoreUnavailable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def beside(app: WSGIApplication, port: int, stored: Collector) -> WSGIApplication:
    """Return an app that serves `/metrics`, and nothing else, to connections on `port`. It passes all other connections
    to `app`.

    The metrics are those of `stored` and of all our processes. The port is read from the socket, because a client can
    write any port into its headers.
    """
    figures = DispatcherMiddleware(NotFound(), {"/metrics": metrics.application(stored)})

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # A unix socket has a path instead of an address.
        address = environ["gunicorn.socket"].getsockname() if "gunicorn.socket" in environ else ()
        ours = isinstance(address, tuple) and address[1:2] == (port,)
        return (figures if ours else app)(environ, start_response)

    return answer


class Stored(Collector):
    """Metrics of a store and of the queues' Redis."""

    def __init__(self, store: Store, queues: Redis) -> None:
        self._store = store
        self._queues = queues
        self._due = DueTurns(store)
        self._keys = KeyStore(store.redis)

    def describe(self) -> Iterable[Metric]:
        """Describe all metrics, without samples and without reading Redis."""
        return [*(_gauge(*about) for about in _ABOUT.values()), *_usage({})]

    def collect(self) -> Iterable[Metric]:
        up = _gauge(*_ABOUT["up"])
        try:
            figures = self._figures()
        except StoreUnavailable:
            up.add_metric([], 0)
            return [up]
        up.add_metric([], 1)
        return [up, *figures]

    def _figures(self) -> list[Metric]:
        games, due, queues, parked = (_gauge(*_ABOUT[name]) for name in ("games", "due", "queues", "parked"))
        for status, count in self._store.counts().items():
            games.add_metric([status], count)
        waiting, parked_count = self._due.counts()
        due.add_metric([], waiting)
        parked.add_metric([], parked_count)
        for queue in JOBS:
            queues.add_metric([queue], Messages.length(self._queues, queue))
        used = self._keys.usage([key.name for key in self._keys.all_keys()], days=1)
        return [games, due, queues, parked, *_usage({name: days[0].used for name, days in used.items() if days})]


_ABOUT: dict[str, tuple[str, str, list[str]]] = {
    "up": ("hamlet_redis_up", "Whether Redis could be read for these figures.", []),
    "games": ("hamlet_games", "Stored games.", ["status"]),
    "due": ("hamlet_due_turns", "AI turns that are due and not being played.", []),
    "queues": ("hamlet_queue_depth", "Messages that no worker has taken.", ["queue"]),
    "parked": ("hamlet_parked_jobs", "Games whose due turn is not tried any more, because every try fails.", []),
}


def _usage(used: Mapping[str, Mapping[str, int]]) -> list[Metric]:
    """Return metrics of today's usage of each API key, by the key's name."""
    calls = CounterMetricFamily("hamlet_key_usage", "What an API key has used today (UTC).", labels=["key", "what"])
    about = "Processor time of the AI that an API key has used today (UTC)."
    seconds = CounterMetricFamily("hamlet_key_processor_seconds", about, labels=["key"])
    for name, numbers in used.items():
        for what, number in numbers.items():
            if what != "microseconds":
                calls.add_metric([name, what], number)
        seconds.add_metric([name], numbers["microseconds"] / 1_000_000)
    return [calls, seconds]


def _gauge(name: str, about: str, labels: list[str]) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, labels=labels)
