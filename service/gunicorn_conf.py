"""How gunicorn runs the API: `gunicorn --config python:service.gunicorn_conf service.wsgi:app`."""

from __future__ import annotations

from service.config import packages, shutdown

# Called before the slow imports, so that a signal during them ends the process.
shutdown.exit_immediately_on_signal()
packages.admit_packages()

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
# `service.http.metrics_port` distinguishes the connections of the two ports.
bind = [f"{_host}:{port}" for port in (_settings.port, _settings.metrics_port) if port]
workers = _settings.web_processes
worker_class = "service.http.gunicorn_worker.PatientWorker"
worker_connections = 2000
# At `debug`, gunicorn logs the path of every request. A path may contain a decision's id, with which anyone can read
# the decision.
loglevel = {"DEBUG": "info"}.get(_settings.log_level, _settings.log_level.lower())
# Longer than the idle timeout of common load balancers: the side that opened a connection should close it.
keepalive = 75
timeout = 60
# Requests take milliseconds, and long polls end at the signal. After 2 s only idle connections are left.
graceful_timeout = 2
control_socket_disable = True
# gunicorn reads the whole head before the app can refuse it. These limits are far above what the API ever needs.
limit_request_line = 2048
limit_request_fields = 64


class logger_class(Logger):
    """gunicorn's own messages, in the format of the other logs."""

    def __init__(self, cfg: Config) -> None:
        super().__init__(cfg)
        logs.configure(_settings.log_level, form=_settings.log_format)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


# The processes share their metrics through files in this folder. If the variable is set, whoever sets it must also
# empty the folder.
_made_here = not os.environ.get("PROMETHEUS_MULTIPROC_DIR")
if _made_here:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="hamlet-metrics-")
_metrics = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
_metrics.mkdir(parents=True, exist_ok=True)


GARBAGE = 20_000
"""The number of allocations between garbage collections. Python's default is 700; a single position needs more."""


def when_ready(server: Any) -> None:
    """Limit the master's time to shut down."""

    def stop_in_time(number: int, frame: FrameType | None) -> None:
        shutdown.exit_within_grace()
        server.signal(number, frame)

    for number in shutdown.SIGNALS:
        signal.signal(number, stop_in_time)


def post_fork(server: Any, worker: Any) -> None:
    """Let a signal end the new process immediately, because it is not serving yet; see `PatientWorker.init_signals`."""
    shutdown.exit_immediately_on_signal()


def post_worker_init(worker: Any) -> None:
    """On a signal, answer all long polls immediately instead of waiting for them to end."""
    # Objects that exist now live as long as the process, so the collector skips them. A request allocates thousands of
    # short-lived objects without cycles, so the collector can run less often.
    gc.freeze()
    gc.set_threshold(GARBAGE)
    # Imported late: gevent must patch the standard library first.
    from service.http.middleware import computed_calls

    # Behind a proxy all connections come from the proxy's address, so no limit by address applies.
    worker.max_connections = 0 if _settings.trusted_proxies else _settings.connections
    computed_calls.open_pool(worker.wsgi, _settings.compute_processes, _settings.compute_ms / 1000)
    games = worker.wsgi.extensions["games"]

    def stop_and_release(number: int, frame: FrameType | None) -> None:
        # In a greenlet: closing takes a lock, and a signal handler must not wait for one.
        gevent.spawn(games.queries.changes.release_waiters)
        worker.handle_exit(number, frame)

    signal.signal(signal.SIGTERM, stop_and_release)
    signal.signal(signal.SIGINT, worker.handle_quit)


def worker_exit(server: Any, worker: Any) -> None:
    """End the computing processes of a web process that exits."""
    from service.http.middleware import computed_calls

    if getattr(worker, "wsgi", None) is not None:
        computed_calls.close_pool(worker.wsgi)


def on_exit(server: Any) -> None:
    """Remove the metrics folder if this process created it."""
    if _made_here:
        shutil.rmtree(_metrics, ignore_errors=True)
    shutdown.exit_if_stopping()
