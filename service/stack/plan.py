"""What the one-command stack consists of."""

from __future__ import annotations

import signal
import socket
import sys
import tempfile
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from service import stopping
from service.settings import Settings
from service.stack.programs import CannotStart, Program, patiently
from service.stack.redis_server import answers, lock_folder, redis_program
from service.stack.supervisor import Supervisor

_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


def serve(settings: Settings) -> None:
    """Run everything until SIGINT or SIGTERM. Raises `CannotStart` when it cannot be run here."""
    # Until the supervisor heeds them: what was made so far is cleaned up on the way out.
    for number in stopping.SIGNALS:
        signal.signal(number, lambda number, frame: sys.exit(0))
    patiently(lambda: _listen(settings).close(), lambda error: _no_port(settings, error))
    # Not in the data folder: a socket's path may have about 100 characters only.
    with tempfile.TemporaryDirectory(prefix="hamlet-") as folder:
        redis_url, stages = _redis(settings, Path(folder, "redis.sock"))
        metrics = Path(folder, "metrics")
        metrics.mkdir()
        stages.append(_our_programs(settings, redis_url, metrics))
        Supervisor(stages).run(f"Hamlet is ready: {_url(settings)}/docs (Ctrl-C stops it)")


def _redis(settings: Settings, redis_socket: Path) -> tuple[str, list[list[Program]]]:
    """Where Redis is, and what has to be started for it: nothing when the settings name one."""
    if settings.queue_redis_url is not None and not answers(settings.queue_redis_url):
        raise CannotStart("HAMLET_QUEUE_REDIS_URL is set, but no Redis answers there.")
    if settings.redis_url is None:
        lock = lock_folder(settings.data_dir)
        return f"unix://{redis_socket}", [[redis_program(settings.data_dir, redis_socket, lock)]]
    if not answers(settings.redis_url):
        raise CannotStart("HAMLET_REDIS_URL is set, but no Redis answers there.")
    return settings.redis_url, []


def _our_programs(settings: Settings, redis_url: str, metrics: Path) -> list[Program]:
    # They share a folder for their figures, so that the web server shows those of all.
    environ = {"HAMLET_REDIS_URL": redis_url, "PROMETHEUS_MULTIPROC_DIR": str(metrics), "HAMLET_METRICS_PORT": "0"}
    python = (sys.executable, "-m")
    web = (*python, "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app")
    ready_url = f"{_url(settings)}/readyz"
    return [
        Program("web", web, ready=lambda: _is_ready(ready_url), environ=environ),
        Program("dispatcher", (*python, "workers.dispatcher"), environ=environ),
        *(
            Program(f"worker {number}", (*python, "workers.worker"), environ=environ)
            for number in range(1, settings.workers + 1)
        ),
        *(
            Program(f"decision worker {number}", (*python, "workers.worker", "--queue", "decisions"), environ=environ)
            for number in range(1, settings.decision_workers + 1)
        ),
        *(
            Program(f"webhook worker {number}", (*python, "workers.worker", "--queue", "webhooks"), environ=environ)
            for number in range(1, settings.webhook_workers + 1)
        ),
    ]


def _url(settings: Settings) -> str:
    host = _ANYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _is_ready(url: str) -> bool:
    # Straight to this machine, whatever proxy the environment names.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with suppress(OSError, HTTPException), opener.open(url, timeout=1) as answer:
        return bool(answer.status == 200)
    return False


def _listen(settings: Settings) -> socket.socket:
    """A socket on our port. Raises `OSError` when somebody else listens there, or we may not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family)


def _no_port(settings: Settings, error: OSError) -> str:
    return f"Cannot listen on {settings.host}, port {settings.port}: {error.strerror}. PORT names another."
