"""The plan of the one-command stack: the programs to run, and their settings."""

from __future__ import annotations

import json
import signal
import socket
import sys
import tempfile
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path

from redis import Redis

from engine.build import COMPILED
from service.config import shutdown
from service.config.settings import Settings
from service.store.outbox.rq_client import DECISIONS, TURNS, WEBHOOKS, Messages
from service.store.redis.client import connect_single
from service.store.redis.store_errors import StoreUnavailable
from service.tools.stack.changeover import replace_all
from service.tools.stack.programs import CannotStart, Program, patiently
from service.tools.stack.redis_server import SOCKET_LINK, answers, lock_folder, redis_program
from service.tools.stack.supervisor import Supervisor

_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


def serve(settings: Settings, compiler: Sequence[str] = ()) -> None:
    """Run everything until SIGINT or SIGTERM. Raises `CannotStart`.

    `compiler`: a command that compiles the engine and prints its folder. It runs only if the engine is not compiled.
    """
    # Until the supervisor handles signals, a signal exits through the clean-up below.
    for number in shutdown.SIGNALS:
        signal.signal(number, lambda number, frame: sys.exit(0))
    # Metrics are for this machine only, wherever the API listens.
    places = [(settings.host, settings.port, "PORT"), ("127.0.0.1", settings.metrics_port, "HAMLET_METRICS_PORT")]
    # Not in the data folder: a socket's path is limited to about 100 characters.
    with ExitStack() as open_now, tempfile.TemporaryDirectory(prefix="hamlet-") as folder:
        listeners = tuple(open_now.enter_context(_listen(*place)).fileno() for place in places if place[1])
        redis_url, stages = _redis(settings, Path(folder, "redis.sock"))
        metrics = Path(folder, "metrics")
        metrics.mkdir()
        programs = partial(_our_programs, settings, listeners, redis_url, metrics)
        stages.append(programs())
        ready = f"Hamlet is ready: {_url(settings)}/docs (Ctrl-C stops it)"
        if COMPILED or not compiler:
            Supervisor(stages).run(ready)
        else:
            program = Program("compiler", tuple(compiler))
            beside = partial(replace_all, compiler=program, programs=programs)
            Supervisor(stages).run(f"{ready}\nThe engine runs as Python until it is compiled.", beside)


def _redis(settings: Settings, redis_socket: Path) -> tuple[str, list[list[Program]]]:
    """Return the URL of Redis, and the stages of programs that start it.

    If the settings have a URL, a Redis runs there already, and there are no such stages.
    """
    if settings.redis_url is None:
        lock = lock_folder(settings.data_dir)
        # The command line finds the server by this link.
        link = settings.data_dir / SOCKET_LINK
        link.unlink(missing_ok=True)
        link.symlink_to(redis_socket)
        return f"unix://{redis_socket}", [[redis_program(settings.data_dir, redis_socket, lock)]]
    if not answers(settings.redis_url):
        raise CannotStart("HAMLET_REDIS_URL is set, but no Redis answers there.")
    return settings.redis_url, []


def _our_programs(
    settings: Settings, listeners: tuple[int, ...], redis_url: str, metrics: Path, engine: Path | None = None
) -> list[Program]:
    """Return all programs except Redis. `engine`: the folder of a compiled engine to use."""
    # The shared folder lets the web server show the metrics of all processes.
    environ = {"HAMLET_REDIS_URL": redis_url, "PROMETHEUS_MULTIPROC_DIR": str(metrics)}
    if engine is not None:
        environ["HAMLET_ENGINE"] = str(engine)
    python = (sys.executable, "-m")
    silent = environ | {"HAMLET_METRICS_PORT": "0"}
    # The sockets outlive web servers: during a replacement or after a crash no connection is refused.
    binds = (word for listener in listeners for word in ("--bind", f"fd://{listener}"))
    web = (*python, "gunicorn", "--config", "python:service.gunicorn_conf", *binds)
    ready_url, build = f"{_url(settings)}/readyz", None if engine is None else "compiled"
    queues = connect_single(settings.queue_redis_url or redis_url, connections=1)
    return [
        Program(
            "web",
            (*web, "service.wsgi:app"),
            ready=lambda: _is_ready(ready_url, build),
            environ=environ,
            inherits=listeners,
            overlaps=True,
        ),
        Program("dispatcher", (*python, "workers.dispatcher"), environ=silent),
        *(
            Program(f"{name} {number}", (*python, "workers.worker", "--queue", queue), ready=ready, environ=silent)
            for name, queue, count, ready in (
                ("worker", TURNS, settings.workers, lambda: _can_play(queues)),
                ("decision worker", DECISIONS, settings.decision_workers, lambda: True),
                ("webhook worker", WEBHOOKS, settings.webhook_workers, lambda: True),
            )
            for number in range(1, count + 1)
        ),
    ]


def _url(settings: Settings) -> str:
    host = _ANYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _is_ready(url: str, build: str | None) -> bool:
    """Return whether the web server is ready. With a `build`, it must use that build of the engine."""
    # Bypass any proxy set in the environment.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with suppress(OSError, HTTPException, ValueError), opener.open(url, timeout=1) as answer:
        return answer.status == 200 and build in (None, json.load(answer)["engine"])
    return False


def _can_play(queues: Redis) -> bool:
    """Return whether at least one worker has proven that it can play."""
    with suppress(StoreUnavailable):
        return any(Messages.workers(queues, TURNS))
    return False


def _listen(host: str, port: int, variable: str) -> socket.socket:
    """Open a socket on the port that `variable` sets. Raises `CannotStart` if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    return patiently(
        lambda: socket.create_server((host, port), family=family, dualstack_ipv6=both),
        lambda error: f"Cannot listen on {host}, port {port}: {error.strerror}. {variable} names another.",
    )
