"""Runs schemathesis over the whole contract and a running stack: `python -m tests.fuzz.fuzzing CASES [OPERATION...]`.

No request may get a 5xx except an announced 503, or an answer that the contract does not announce: status, content
type, headers and body. Every operation must succeed at least once. Most cases are made for each operation alone. The
rest are chains, in which schemathesis itself uses earlier answers. If operations are named, only these are called,
without chains. The stack has API keys, so that bots play too and games have clients;
`tests/service/test_contract_fuzz.py` calls a server without keys.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyStrategyDefinition
from schemathesis import Case, GenerationMode
from schemathesis.openapi import from_path

from tests.fuzz.checks import CHECKS
from tests.fuzz.world import OPERATIONS, World
from tests.service.browsers import PUSH
from tests.service.conforming import CONTRACT
from tests.service.conftest import UNLIMITED
from tools.testbed.stack import Stack

LIMITS = {
    "HAMLET_REACTION_SECONDS": "0",
    "HAMLET_BOT_SECONDS": "3600",
    "HAMLET_WEB_PROCESSES": "1",
    "HAMLET_WORKERS": "1",
    "HAMLET_CALLER_DECISIONS": "0",
    "HAMLET_STREAM_HEARTBEAT_SECONDS": "1",
    "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
    "HAMLET_WEBHOOK_SCHEMES": "https,http",
    "HAMLET_WEBHOOK_PORTS": "443,9",
    **PUSH,
}
CHAINED = 0.2
"""The share of cases that belong to chains."""
CHAINS, STEPS = 5, 20
"""The number of chains that are made from one seed, and the highest number of links of a chain."""
SHARES = {"createDecision": 0.3, "createHint": 0.4, "createReplayReview": 0.3, "listBotTurns": 0.3, "listGames": 0.2}
"""The number of cases of some operations, relative to others. Some take long to generate or cost the server much,
others have only a query.
"""
SIMPLE = 0.02
"""The share of an operation without parameters."""


def options(cases: int) -> settings:
    """Return the options of Hypothesis. It does not shrink, so the first fault is reported as it is."""
    return settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        stateful_step_count=STEPS,
    )


def share(name: str) -> float:
    """Return the share of an operation, relative to others."""
    path, method, _ = OPERATIONS[name]
    return SHARES.get(name, 1.0 if "{" in path or method in ("post", "put") else SIMPLE)


@contextmanager
def recorded(faults: list[BaseException]) -> Iterator[None]:
    """Add the exception that leaves the block to the faults."""
    try:
        yield
    except BaseException as fault:
        faults.append(fault)
        raise


class Fuzzer:
    """The contract's cases for one server."""

    def __init__(self, url: str, key: str) -> None:
        self.world = World(url, key)
        self.schema = from_path(CONTRACT)
        self.schema.config.update(base_url=url)

    def call(self, case: Case, rng: random.Random) -> Any:
        """Send one case, made to reach something real; returns the checked answer."""
        self.world.prepare(case, rng)
        answer = case.call(session=self.world.session, timeout=60)
        self.world.learn(case, answer)
        case.validate_response(answer, checks=CHECKS)
        return answer

    def alone(self, name: str, cases: int) -> None:
        """Cases of one operation, valid and invalid ones."""
        path, method, _ = OPERATIONS[name]
        operation = self.schema[path][method.upper()]
        kinds = [operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]

        @seed(0)
        @options(cases)
        @given(case=st.one_of(*kinds), number=st.integers(0, 2**32))
        def run(case: Case, number: int) -> None:
            self.call(case, random.Random(number))

        run()

    def chained(self, cases: int) -> None:
        """Chains of operations, one after the other, until this number of cases is reached."""
        fuzzer, rng = self, random.Random(1)

        class Chain(self.schema.as_state_machine()):  # type: ignore[misc]
            def before_call(self, case: Case) -> None:
                # Half of the ids and tokens are those that schemathesis has found by itself.
                fuzzer.world.hurry(case, rng)
                if rng.random() < 0.5:
                    fuzzer.world.prepare(case, rng)

            def after_call(self, response: Any, case: Case) -> None:
                fuzzer.world.learn(case, response)

            def get_call_kwargs(self, case: Case) -> dict[str, Any]:
                return {"session": fuzzer.world.session, "timeout": 60}

            def validate_response(self, response: Any, case: Case, *_: Any, **__: Any) -> None:
                case.validate_response(response, checks=CHECKS)

            def step(self, input: Any) -> Any:
                with recorded(faults):
                    return super().step(input)

        faults: list[BaseException] = []
        wanted = self.world.cases + cases
        for number in range(cases):
            # The server's answers do not depend on the seed alone, as Hypothesis wants: continue with the next seed.
            try:
                with suppress(FlakyStrategyDefinition):
                    seed(number)(Chain).run(settings=options(CHAINS))
            finally:
                # Hypothesis can fail itself when it repeats a chain to describe it.
                if faults:
                    raise faults[0]
            if self.world.cases >= wanted:
                return

    def run(self, cases: int, names: Collection[str] = ()) -> World:
        """Run at least `cases` cases, of the named operations only if there are any."""
        whole = sum(share(name) for name in names or OPERATIONS)
        chained = 0 if names else CHAINED
        for name in names or OPERATIONS:
            self.alone(name, max(3, round(cases * (1 - chained) * share(name) / whole)))
        if chained:
            self.chained(max(STEPS, cases - self.world.cases))
        return self.world


def fuzz(folder: Path, cases: int, names: Collection[str] = ()) -> World:
    """Fuzz a stack of its own with at least `cases` cases. Raises `AssertionError` where the contract is violated."""
    stack = Stack(folder, HAMLET_API_KEYS="required", **UNLIMITED | LIMITS)
    try:
        stack.start()
        key = stack.new_key("fuzzer")
        world = Fuzzer(f"http://127.0.0.1:{stack.port}", key).run(cases, names)
    finally:
        stack.close()
    errors = [line for line in stack.log_lines() if line.get("level") in ("error", "critical")]
    assert errors == [], errors
    assert world.never_succeeded(names or OPERATIONS) == [], world.report()
    return world


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="hamlet-fuzz-") as place:
        print(fuzz(Path(place), int(sys.argv[1]), sys.argv[2:]).report())
