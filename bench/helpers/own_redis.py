"""A Redis for a single bench."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from service.tools.stack.redis_server import answers, lock_folder, redis_program


@contextmanager
def own_redis(*options: str) -> Iterator[str]:
    """Provide the URL of a Redis that runs until the block ends. It has the options of `make serve`, or the given
    ones.
    """
    with TemporaryDirectory(prefix="hamlet-redis-") as folder:
        data, url = Path(folder, "data"), f"unix://{folder}/redis.sock"
        lock = lock_folder(data)
        command = [*redis_program(data, Path(folder, "redis.sock"), lock).command, *options]
        server = subprocess.Popen(command, pass_fds=(lock,))
        os.close(lock)
        try:
            while not answers(url):
                time.sleep(0.05)
            yield url
        finally:
            server.kill()
            server.wait()
