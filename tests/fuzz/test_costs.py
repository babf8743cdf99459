"""No invented request costs much more than an honest one: a few of those that `.ci/run` tries.

Costs are counted in function calls, see `tests.fuzz.costs`. The worst requests ever found stay here.
"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from engine.build import COMPILED
from engine.registry import RULESETS
from engine.ruleset import Doc
from service.http.schemas.bounds import MAX_BODY_BYTES, MAX_TEXT
from tests.fuzz.costs import FACTOR, TRIED, Counting, counting, search
from tests.service.conftest import RedisServer
from tools.testbed.hostile_bodies import MANY_MEMBERS, played

pytestmark = pytest.mark.skipif(COMPILED, reason="counts the calls of the engine in Python")

CASES = 4
"""Bodies for each call."""
MAX_MEMORY = 8 * 1024 * 1024
"""Bytes in use at the same time to answer any of these."""
CROWDED = json.loads((Path(__file__).parent / "costly" / "crowded_village.json").read_bytes())
MAX_LEGAL = 1000
"""The limit of legal moves: the crowded village, found by hill climbing, has 698."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counting]:
    redis = RedisServer(tmp_path_factory.mktemp("redis"))
    redis.start()
    with counting(redis.url) as made:
        yield made
    redis.kill()


def display() -> Doc:
    """My Village with all customers face up, so that there were 46,937 ways to buy up to four of them."""
    doc = deepcopy(next(doc for doc in played("my_village", 4, 0) if doc["phase"] == "guests"))
    doc["display"] += doc.pop("customers")
    return {"position": doc, "seat": doc["to_act"][0]}


def ladder(village: list[Doc]) -> Doc:
    return {"position": {"ruleset": "villagers", "seats": [{"village": village}, {"village": village}]}, "seat": 0}


def chain(length: int, last: int | None) -> list[Doc]:
    """Return a chain, or a circle, of monks on each other. Each was once followed to its end from every one of them."""
    return [{"id": at, "card": "monk", "on": at - 1 or last} for at in range(1, length + 1)]


def text(unit: str, start: str = "villagers seats=[() ()] ", end: str = "") -> str:
    """Return the longest allowed text form of a position."""
    room = MAX_TEXT - len(start) - len(end)
    return json.dumps({"position": start + unit * (room // len(unit)) + end, "seat": 0})


FIELDS = [f"{a}{b}" for a in "abcdefgh" for b in "abcdefgh"]
COSTLY: dict[str, tuple[str, str]] = {
    "crowded village": ("list_position_moves", json.dumps(CROWDED)),
    "all customers": ("list_position_moves", json.dumps(display())),
    "long chain": ("list_position_moves", json.dumps(ladder(chain(80, None)))),
    "long circle": ("list_position_moves", json.dumps(ladder(chain(80, 80)))),
    "more than the box": ("list_position_moves", json.dumps(ladder(chain(200, None)))),
    "moves that are none": (
        "apply_position_moves",
        f'{{"position": {{"ruleset": "villagers", "seats": [{{}}, {{}}]}}, "moves": [{",".join(["{}"] * 20_000)}]}}',
    ),
    "a text of numbers": ("list_position_moves", text("1 ", "villagers reserve=[", "]")),
    "a text of words": ("list_position_moves", text("1.monk ", "villagers seats=[(village=[", "]) ()]")),
    "a text of empty objects": ("list_position_moves", text("()", "villagers seats=[", "]")),
    "a text of strings": ("list_position_moves", text('"" ', "villagers reserve=[", "]")),
    "a text of fields": (
        "list_position_moves",
        json.dumps({"position": "villagers " + " ".join(f"{a}{b}=1" for a in FIELDS for b in FIELDS)[: MAX_TEXT - 10]}),
    ),
    "fields that are none": ("play_moves", f'{{"moves": [{",".join([MANY_MEMBERS] * 20)}]}}'),
}


@pytest.mark.parametrize("name", COSTLY)
def test_what_was_costly_once(server: Counting, name: str) -> None:
    call, sent = COSTLY[name]
    assert len(sent) <= MAX_BODY_BYTES[call]
    assert server.cost(call, sent.encode()) <= FACTOR * server.honest(call)


@pytest.mark.parametrize("name", COSTLY)
def test_it_takes_little_memory(server: Counting, name: str) -> None:
    call, sent = COSTLY[name]
    server.honest(call)
    tracemalloc.start()
    try:
        server.cost(call, sent.encode())
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < MAX_MEMORY


def test_legal_moves_of_a_built_position_stay_few() -> None:
    rules = RULESETS["villagers"]
    assert 600 < len(rules.legal_moves(rules.read_position(CROWDED["position"]), 0)) < MAX_LEGAL


@pytest.mark.parametrize("call", TRIED)
def test_no_body_costs_much_more_than_an_honest_one(server: Counting, call: str) -> None:
    cost, sent = search(server, call, CASES)
    assert cost <= FACTOR * server.honest(call), sent[:2000]
