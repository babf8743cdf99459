"""How gunicorn runs the API: `gunicorn --config python:service.gunicorn_conf service.wsgi:app`."""

from __future__ import annotations

from service.config import shutdown

# First of all: the imports take their time.
shutdown.at_once()

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

import gevent
from gunicorn.config import Config
from gunicorn.glogging import Logger

from service.config import logs
from service.config.settings import load_settings

_settings = load_settings()

_host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
# `service.http.metrics_port` tells the connections of the two ports apart.
bind = [f"{_host}:{port}" for port in (_settings.port, _settings.metrics_port) if port]
workers = _settings.web_processes
worker_class = "service.http.gunicorn_worker.PatientWorker"
worker_connections = 2000
# At `debug` gunicorn logs the path of every request, and a decision's id is all that one needs to read it.
loglevel = {"DEBUG": "info"}.get(_settings.log_level, _settings.log_level.lower())
# Longer than the idle time of the usual load balancers: the side that opened a connection should close it.
keepalive = 75
timeout = 60
# Requests take milliseconds, and what waits is released: after that there are only idle connections.
graceful_timeout = 2
control_socket_disable = True
# No path, query or set of headers of ours is nearly as long, and all of it is read before anybody is asked whether to.
limit_request_line = 2048
limit_request_fields = 64


class logger_class(Logger):
    """gunicorn's own messages, in the same form as all others."""

    def setup(self, cfg: Config) -> None:
        """Instead of handlers of its own, use those of the process."""
        super().setup(cfg)
        logs.configure(_settings.log_level, form=_settings.log_format)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


# The processes share their metrics through files here. Whoever names the folder also empties it.
_made_here = not os.environ.get("PROMETHEUS_MULTIPROC_DIR")
if _made_here:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="hamlet-metrics-")
_metrics = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
_metrics.mkdir(parents=True, exist_ok=True)


GARBAGE = 20_000
"""New objects after which the collector looks for cycles: Python's own 700 are fewer than one position has."""


def when_ready(server: Any) -> None:
    """Let the server itself end in time, whatever keeps it."""

    def stop_in_time(number: int, frame: FrameType | None) -> None:
        shutdown.in_time()
        server.signal(number, frame)

    for number in shutdown.SIGNALS:
        signal.signal(number, stop_in_time)


def post_fork(server: Any, worker: Any) -> None:
    """Let a process of the server that cannot answer yet end at once, see `PatientWorker.init_signals`."""
    shutdown.at_once()


def post_worker_init(worker: Any) -> None:
    """Let a process that is told to stop answer its long-polls at once, instead of waiting until they are over."""
    # What is there now stays: the collector need not look at it again. And a request makes thousands of objects that
    # live no longer than it does, without cycles: it need not look so often.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    # Not before: gevent replaces modules that it uses.
    from service.http.middleware import computed_calls

    # Behind proxies all connections are theirs.
    worker.max_connections = 0 if _settings.trusted_proxies else _settings.connections
    computed_calls.open_pool(worker.wsgi, _settings.compute_processes, _settings.compute_ms / 1000)
    games = worker.wsgi.extensions["games"]

    def stop_and_release(number: int, frame: FrameType | None) -> None:
        # In a greenlet of its own: closing takes a lock, for which a signal handler must not wait.
        gevent.spawn(games.close)
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, stop_and_release)
    signal.signal(signal.SIGINT, worker.handle_quit)


def worker_exit(server: Any, worker: Any) -> None:
    """A process that ends takes those with it that compute for it."""
    from service.http.middleware import computed_calls

    if getattr(worker, "wsgi", None) is not None:
        computed_calls.close_pool(worker.wsgi)


def on_exit(server: Any) -> None:
    """Leave nothing of ours behind."""
    if _made_here:
        shutil.rmtree(_metrics, ignore_errors=True)
    shutdown.leave()
