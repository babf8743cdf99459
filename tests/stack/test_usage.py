"""What a key has used agrees with what the workers' processes have measured, and the kernel for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
import urllib3

from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

THINKS = {"level": "expert", "milliseconds": 1000}
HUMAN = {"type": "human"}
DECISIONS = 12
LINES = 60


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    stack = Stack(
        tmp_path, HAMLET_REACTION_SECONDS="0", HAMLET_WORKERS="1", HAMLET_LEASE="30", HAMLET_DECISION_RATE="1000"
    )
    stack.start()
    yield stack
    stack.close()


def by_kernel(stack: Stack) -> float:
    """Processor seconds of the workers that play and decide."""
    pids = [stack.pids(program)[-1] for program in ("worker 1", "decision worker 1")]
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[at]) for stat in stats for at in (11, 12)) / os.sysconf("SC_CLK_TCK")


def by_workers(stack: Stack) -> float:
    """Return the same by their metrics."""
    text = urllib3.request("GET", f"http://127.0.0.1:{stack.metrics_port}/metrics").data.decode()
    lines = [line for line in text.splitlines() if line.startswith("hamlet_ai_processor_seconds_total")]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


@pytest.mark.long
def test_usage_agrees_with_the_workers(stack: Stack) -> None:
    header = {"Hamlet-Api-Key": stack.new_key("shop", "--pending-decisions", "0")}

    def call(method: str, path: str, body: Any = None, **headers: str) -> Any:
        url = f"http://127.0.0.1:{stack.port}{path}"
        answer = urllib3.request(method, url, json=body, headers={**header, **headers})
        assert answer.status < 300, answer.data
        return answer.json()

    def used() -> dict[str, float]:
        found: dict[str, float] = call("GET", "/v1/usage")["days"][0]
        return found

    def ended(name: str) -> bool:
        return bool(call("GET", f"/v1/decisions/{name}?wait=20")["status"] == "done")

    game = call("POST", "/v1/games", {"ruleset": "villagers", "seats": [HUMAN, {"type": "ai", **THINKS}], "seed": "x"})
    token, path = {"Authorization": f"Bearer {game['tokens']['0']}"}, f"/v1/games/{game['id']}"
    seen = call("GET", path, **token)
    body = {"ruleset": "villagers", "seat": 0, "view": seen["view"], **THINKS}
    # Both workers have thought once, so that what they load is no part of the comparison.
    first = call("POST", "/v1/decisions", body)["id"]
    eventually(lambda: ended(first), "the first decision")
    while 1 not in call("GET", f"{path}", **token)["to_act"]:
        (move, *_) = call("GET", f"{path}/moves", **token)["moves"]
        call("POST", f"{path}/moves", {"move_id": move["id"]}, **token)
    eventually(lambda: 0 in call("GET", path, **token)["to_act"], "the AI's turn")
    began = used()["processor_seconds"], by_workers(stack), by_kernel(stack)

    names = [call("POST", "/v1/decisions", body)["id"] for _ in range(DECISIONS)]
    lines = [orjson.dumps({"ruleset": "villagers", "seat": 0, "view": seen["view"], "level": "medium"})] * LINES
    answer = urllib3.request(
        "POST",
        f"http://127.0.0.1:{stack.port}/v1/decisions",
        body=b"\n".join(lines),
        headers={**header, "Content-Type": "application/x-ndjson"},
    )
    assert [orjson.loads(line)["status"] for line in answer.data.splitlines()] == ["done"] * LINES
    while 1 not in call("GET", path, **token)["to_act"]:
        (move, *_) = call("GET", f"{path}/moves", **token)["moves"]
        call("POST", f"{path}/moves", {"move_id": move["id"]}, **token)
    eventually(lambda: all(map(ended, names)), "the decisions")
    eventually(lambda: 0 in call("GET", path, **token)["to_act"], "the AI's turn")
    seconds, metered, kernel = (
        now - before
        for now, before in zip((used()["processor_seconds"], by_workers(stack), by_kernel(stack)), began, strict=True)
    )
    assert seconds > 1
    assert seconds == pytest.approx(metered, rel=0.02)
    # The rest is what idle workers do: looking for messages, heartbeats.
    assert 0.9 * kernel < seconds < 1.01 * kernel
    assert used()["decisions"] == DECISIONS + LINES + 1
