"""Compares decisions per second of `POST /v1/decisions` with those of games played by the same level.

The body of the request has one decision per line. Both sides use one process for thinking, and the same decisions:
those of `medium` in games of two seats. The service runs as `make serve` runs it, with one worker for decisions. The
games are played in a process with the worker's priority. Run it with the compiled engine, alone on the machine:

    HAMLET_ENGINE=.compiled .venv/bin/python -m bench.bulk
"""

from __future__ import annotations

import argparse
import gc
import http.client
import os
import random
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import orjson

from engine.bots import Session
from engine.build import COMPILED
from engine.registry import LEVELS, RULESETS
from tools.testbed.stack import Stack
from workers.worker import NICENESS

LEVEL = "medium"


def _become_worker() -> None:
    os.nice(NICENESS)
    gc.freeze()


def played(ruleset: str, number: int) -> tuple[float, list[bytes]]:
    """Play games until there are `number` decisions. Returns the seconds that this took, and each decision as a
    line.
    """
    rules, bot, seconds, lines = RULESETS[ruleset], LEVELS[LEVEL], 0.0, list[bytes]()
    while len(lines) < number:
        state = rules.setup(rules.read_options({}, 2), 2, str(len(lines)).encode())
        while len(lines) < number and (seats := rules.to_act(state)):
            view = rules.view(state, seats[0])
            request = {"ruleset": ruleset, "view": rules.write_view(view), "seat": seats[0], "level": LEVEL}
            lines.append(orjson.dumps(request))
            began = time.perf_counter()
            view = rules.view(state, seats[0])
            move = bot.choose(rules, view, random.Random(len(lines)), Session())
            rules.apply(state, seats[0], move)
            seconds += time.perf_counter() - began
    return seconds, lines


def decided(port: int, lines: list[bytes]) -> float:
    """Return the seconds from sending the lines to the last answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    began = time.perf_counter()
    connection.request("POST", "/v1/decisions", b"\n".join(lines), {"Content-Type": "application/x-ndjson"})
    answers: list[dict[str, Any]] = [orjson.loads(line) for line in connection.getresponse()]
    seconds = time.perf_counter() - began
    assert [answer.get("status") for answer in answers] == ["done"] * len(lines), answers[-1]
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=1000, help="decisions in one call (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="calls for each ruleset (default: %(default)s)")
    options = parser.parse_args()
    print(f"engine {'compiled' if COMPILED else 'in Python'}, {options.lines} decisions of {LEVEL}")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, initializer=_become_worker) as worker:
        stack = Stack(Path(folder), HAMLET_DECISION_RATE="1000000", HAMLET_RATE_LIMIT="1000000")
        try:
            stack.start()
            for ruleset in RULESETS:
                # Games and calls alternate, because the machine is faster at some times than at others.
                rounds = list[tuple[float, float]]()
                for _ in range(options.rounds):
                    seconds, lines = worker.submit(played, ruleset, options.lines).result()
                    rounds.append((seconds, decided(stack.port, lines)))
                alone, served = (sum(seconds) for seconds in zip(*rounds, strict=True))
                number = options.lines * options.rounds
                each = ", ".join(f"{alone / served:.2f}" for alone, served in rounds)
                print(
                    f"{ruleset}: {number / alone:.0f}/s in games, {number / served:.0f}/s by HTTP, "
                    f"ratio {alone / served:.2f} ({each})"
                )
        finally:
            stack.close()


if __name__ == "__main__":
    main()
