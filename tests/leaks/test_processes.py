"""No secret gets into the output of the stack's processes, at their most verbose, nor into the metrics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.registry import RULESETS
from tests.service.conftest import UNLIMITED
from tests.service.receiver import LOCAL, receiving
from tools.testbed.processes import eventually
from tools.testbed.stack import Stack

SEED = "a seed that nobody may know"
HOOK = "/hook-that-nobody-may-know"
AI = {"type": "ai", "name": "Bertha", "level": "greedy"}


def play(stack: Stack, ruleset: str, hook: str) -> tuple[set[str], set[str]]:
    """Play a whole game, some moves of it after hints; returns its secrets, and the names of all cards."""
    body = {"ruleset": ruleset, "seats": [{"type": "human"}, AI], "seed": SEED}
    body |= {"options": {"turn_seconds": 3600}, "webhook": {"url": hook}}
    status, game = stack.call("POST", "/v1/games", body)
    assert status == 201, game
    path, token = f"/v1/games/{game['id']}", game["tokens"]["0"]
    secrets = {token, SEED, SEED.encode().hex(), HOOK, game["webhook"]["secret"]}
    while game["status"] != "finished":
        if 0 not in game["to_act"]:
            _, game = stack.call("GET", f"{path}?after={game['version']}&wait=10", token=token)
            continue
        if len(secrets) < 7:
            _, asked = stack.call("POST", f"{path}/hint", {"level": "greedy"}, token=token)
            stack.call("GET", f"/v1/decisions/{asked['id']}?wait=10")
            secrets.add(asked["id"])
        stack.call("POST", f"{path}/moves", {"move": {"type": "nonsense"}}, token=token)
        _, legal = stack.call("GET", f"{path}/moves", token=token)
        _, played = stack.call("POST", f"{path}/moves", {"move_id": legal["moves"][-1]["id"]}, token=token)
        game = played["game"]
    _, record = stack.call("GET", f"{path}/replay")
    assert record["seed"] == SEED.encode().hex()
    return secrets, {card["key"] for card in RULESETS[ruleset].cards("en")}


@pytest.mark.long
def test_no_process_tells_a_secret(tmp_path: Path) -> None:
    unlimited = {name: value for name, value in UNLIMITED.items() if name != "HAMLET_LOG_LEVEL"}
    alone = dict.fromkeys(("HAMLET_WEB_PROCESSES", "HAMLET_WORKERS"), "1")
    with receiving() as receiver:
        hooks = {"ALLOW": LOCAL, "SCHEMES": "http", "PORTS": str(receiver.port)}
        alone |= {f"HAMLET_WEBHOOK_{name}": value for name, value in hooks.items()}
        stack = Stack(tmp_path, HAMLET_LOG_LEVEL="DEBUG", HAMLET_REACTION_SECONDS="0", **unlimited | alone)
        try:
            stack.start()
            found = [play(stack, ruleset, receiver.url(path=HOOK)) for ruleset in RULESETS]
            eventually(lambda: [doc["type"] for doc in receiver.docs].count("game.finished") == 2, "the ends")
            told = stack.metrics()
        finally:
            stack.close()
    log = stack.log.read_text()
    assert '"route":"/v1/games/<game>/moves"' in log
    assert "hamlet_" in told
    for text in (log, told):
        words = set(re.findall(r"\w+", text))
        for secrets, cards in found:
            assert [secret for secret in secrets if secret in text] == []
            assert words & {card for card in cards if "_" in card} == set()
