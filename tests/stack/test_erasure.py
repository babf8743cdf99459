"""A player is erased from a real stack: nothing of it stays in the append-only file once rewritten, nor in any log."""

from __future__ import annotations

from pathlib import Path

import pytest
from redis import Redis

from service.store.redis import keys
from service.tools.stack.redis_server import SOCKET_LINK
from tests.service.test_players import ADA, BEA, TRACES, readings
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

pytestmark = pytest.mark.long


def traces_in(folder: Path) -> set[bytes]:
    """Return the traces in all files of a folder, as they are."""
    text = b"\n".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_socket())
    return {trace for trace in TRACES if trace in text}


def traces_stored(redis: Redis) -> set[bytes]:
    """Return the traces in everything that the append-only file holds, unpacked: it is what Redis holds after a
    restart.
    """
    texts = [text for name in redis.scan_iter("*") for value in (redis.dump(name) or b"",) for text in (name, value)]
    for name in redis.scan_iter("*:head"):
        texts += [text for value in redis.hgetall(name).values() for text in readings(value)]
    for name in redis.scan_iter("*:log"):
        texts += [text for entry in redis.lrange(name, 0, -1) for text in readings(entry)]
    return {trace for trace in TRACES if any(trace in text for text in texts)}


def test_no_trace_is_left_on_the_disk(tmp_path: Path) -> None:
    stack = Stack(tmp_path, HAMLET_LOG_LEVEL="DEBUG", HAMLET_WEBHOOKS="local")
    data = tmp_path / "data"
    try:
        stack.start()
        key = stack.new_key("shop")
        stack.owned("POST", "/v1/webhooks", key, {"url": "http://127.0.0.1:9/"})
        body = {"ruleset": "my_village", "seats": [ADA, BEA], "metadata": {"x": "of ada's club"}}
        games = [stack.owned("POST", "/v1/games", key, body) for _ in range(3)]
        for game in games[:2]:
            path, seat = f"/v1/games/{game['id']}", str(game["to_act"][0])
            listed = stack.patiently("GET", f"{path}/moves", token=game["tokens"][seat])[1]["moves"]
            assert (
                stack.patiently("POST", f"{path}/moves", {"move_id": listed[0]["id"]}, game["tokens"][seat])[0] == 200
            )
        assert stack.patiently("POST", f"{path}/seats/0/resign", token=game["tokens"]["0"])[0] == 200
        assert traces_in(data) == set(TRACES), "the append-only file has what is scanned for"

        stack.owned("DELETE", "/v1/players/u_ada_1815", key)
        assert traces_in(data) == set(TRACES), "it is rewritten later"
        with Redis(unix_socket_path=str(data / SOCKET_LINK)) as redis:
            assert traces_stored(redis) == set()
            assert redis.get(keys.ERASED) is not None
            redis.set(keys.ERASED, 1)
        stack.stop()
        stack.start()
        # The dispatcher rewrites the file in its first round.
        eventually(lambda: traces_in(data) == set(), "the file without a trace")
        with Redis(unix_socket_path=str(data / SOCKET_LINK)) as redis:
            assert redis.get(keys.ERASED) is None
        assert b"u_bea_1922" in b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())
        assert not [trace for trace in TRACES if trace in stack.log.read_bytes()], "all processes log there"
    finally:
        stack.close()
