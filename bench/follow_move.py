"""Counts the calls that one posted move makes in the web process.

It counts calls of our own functions, changes of file, and `to_act`. It plays Villagers with two seats, one of them an
AI's. It uses the Flask app in this process and a real Redis, with the engine in Python. It plays several equal games
and prints the figures for the person's first move, a draft, in the last one. `--calls` prints every call, indented.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from flask.testing import FlaskClient

from bench.helpers.own_redis import own_redis
from service.config.settings import load_settings
from service.http.app import create_app

ROOT = Path(__file__).parents[1]
OURS = tuple(str(ROOT / room) + os.sep for room in ("engine", "service", "workers"))
IN_PLACE = {"<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<lambda>"}
"""The names of code inside a function, such as comprehensions, which are not calls for a reader."""
SEED = "0"
"""A seed with which the person moves first."""
SETTINGS = {"HAMLET_LOG_LEVEL": "ERROR", "HAMLET_RATE_LIMIT": "0", "HAMLET_TOKEN_RATE": "0"}


class Followed:
    """The calls of our own functions, in order: (depth, file, function)."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, str, str]] = []
        self.changes = 0
        self._stack: list[str] = []

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(OURS) or code.co_name in IN_PLACE:
            return
        file = code.co_filename.removeprefix(str(ROOT) + os.sep)
        if event == "call":
            if self._stack and self._stack[-1] != file:
                self.changes += 1
            self.calls.append((len(self._stack), file, code.co_qualname))
            self._stack.append(file)
        elif event == "return" and self._stack:
            self._stack.pop()

    def named(self, name: str) -> int:
        """Return the number of calls of functions with this name."""
        return sum(function.rpartition(".")[2] == name for _, _, function in self.calls)


@contextmanager
def server() -> Iterator[FlaskClient]:
    """Provide a client of the app, on a Redis of its own."""
    with own_redis() as url:
        app = create_app(load_settings({"HAMLET_REDIS_URL": url, **SETTINGS}))
        yield app.test_client()
        app.extensions["games"].queries.changes.release_waiters(timeout=10)


def follow(client: FlaskClient) -> Followed:
    """Play several equal games, and follow the person's first move, a draft, in the last one."""
    followed = Followed()
    new = {"ruleset": "villagers", "seats": [{"type": "human"}, {"type": "ai", "level": "greedy"}], "seed": SEED}
    for last in (False, False, True):
        game: Any = client.post("/v1/games", json=new).json
        path, headers = f"/v1/games/{game['id']}/moves", {"Authorization": f"Bearer {game['tokens']['0']}"}
        moves: Any = client.get(path, headers=headers).json
        body = {"move": moves["moves"][0]["move"]}
        if last:
            sys.setprofile(followed)
        answer = client.post(path, json=body, headers=headers)
        sys.setprofile(None)
        assert answer.status_code == 200, answer.json
    return followed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", action="store_true", help="print every call")
    given = parser.parse_args()
    with server() as client:
        followed = follow(client)
    if given.calls:
        for depth, file, function in followed.calls:
            print(f"{'  ' * depth}{file} {function}")
    rooms = Counter(file.split(os.sep)[0] for _, file, _ in followed.calls)
    files = len({file for _, file, _ in followed.calls})
    print(f"{len(followed.calls)} calls in {files} files, {followed.changes} changes of file; {dict(rooms)}")
    for name in ("to_act", "view", "legal_moves", "write_view", "write_position", "faults", "turn"):
        print(f"{name}: {followed.named(name)}")


if __name__ == "__main__":
    main()
