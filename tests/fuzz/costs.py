"""Searches for requests that cost much more than any honest one: `python -m tests.fuzz.costs 2000 [--keep folder]`.

The cost of a request is the number of function calls that answer it, with the engine in Python: the same on every
machine. Hypothesis gets the cost of each body and makes more of the expensive ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings, target
from hypothesis import strategies as st

from engine.registry import RULESETS
from engine.ruleset import Doc
from service.config.settings import load_settings
from service.http.app import create_app
from service.http.schemas.bounds import MAX_BODY_BYTES
from tests.service.api import HUMAN, Table, bearer
from tests.service.conftest import UNLIMITED, RedisServer
from tools.testbed.hostile_bodies import body, played

FACTOR = 4
"""A dishonest request may cost this many times as much as the most expensive honest one."""
PATHS = {
    "create_game": "/v1/games",
    "claim_seat": "{game}/seats/1",
    "create_invitation": "{game}/invitations",
    "accept_invitation": "/v1/invitations/AAAAAAAA",
    "play_moves": "{game}/moves",
    "create_hint": "{game}/hint",
    "list_position_moves": "/v1/positions/moves",
    "apply_position_moves": "/v1/positions/apply",
    "score_position": "/v1/positions/score",
    "view_position": "/v1/positions/view",
    "create_decision": "/v1/decisions",
}
TRIED = [call for call in MAX_BODY_BYTES if call in PATHS]
"""The calls of bots, which are left out: they need an API key, and their bodies are like those of `claim_seat` and
`play_moves`.
"""
NAME = "\N{LATIN SMALL LETTER A WITH DIAERESIS}" * 40
FIVE: list[Doc] = [{**HUMAN, "name": f"{NAME[:-1]}{seat}"} for seat in range(5)]
NEW: Doc = {"ruleset": "villagers", "seats": FIVE, "seed": "s" * 128}


class Counting:
    """A server in this process, and the costs of its calls."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.table = Table(client, *FIVE)
        self._honest: dict[str, int] = {}

    def cost(self, call: str, sent: bytes) -> int:
        """Return the number of function calls that answer this request."""
        path = PATHS[call].format(game=self.table.path)
        open_to_all = "{game}" not in PATHS[call] or call == "claim_seat"
        headers = {} if open_to_all else bearer(self.table.tokens[str(self.table.to_act())])
        number = 0

        def count(frame: FrameType, event: str, argument: Any) -> None:
            nonlocal number
            number += event in ("call", "c_call")

        sys.setprofile(count)
        try:
            answer = self.client.post(path, data=sent, content_type="application/json", headers=headers)
        finally:
            sys.setprofile(None)
        assert answer.status_code != 500, sent[:2000]
        return number

    def honest(self, call: str) -> int:
        """Return the cost of the most expensive honest request of a call."""
        if call not in self._honest:
            self.cost(call, b"{}")  # what is done only once
            self._honest[call] = max(self.cost(call, json.dumps(doc).encode()) for doc in self._bodies(call))
        return self._honest[call]

    def _bodies(self, call: str) -> Iterator[Doc]:
        fixed: dict[str, Callable[[], Doc]] = {
            "create_game": lambda: NEW,
            "claim_seat": lambda: {"name": NAME},
            "create_invitation": lambda: {"seat": 1, "expires_in": 3600},
            "accept_invitation": lambda: {"name": NAME},
            "play_moves": lambda: {"move": self.table.legal(self.table.to_act())[0]["move"]},
            "create_hint": lambda: {"level": "random"},
        }
        if call in fixed:
            yield fixed[call]()
            return
        for positions in (played("villagers", 5, 0), played("my_village", 4, 0)):
            # Later positions cost more, so the last one is among them.
            for place in range(len(positions) - 1, 0, -(len(positions) // 8)):
                yield _honest_body(call, positions, place)


def _honest_body(call: str, positions: list[Doc], place: int) -> Doc:
    """Return the body of a call on a position of a game. To carry out moves, it has the moves after the position."""
    doc = positions[place]
    rules = RULESETS[doc["ruleset"]]
    state = rules.read_position(doc)
    seat = rules.to_act(state)[0]
    if call == "score_position":
        return {"position": doc}
    if call == "create_decision":
        view = rules.write_view(rules.view(state, seat))
        return {"ruleset": rules.key, "view": view, "seat": seat, "level": "random"}
    if call != "apply_position_moves":
        return {"position": doc, "seat": seat}
    moves = []
    while rules.to_act(state)[:1] == (seat,) and len(moves) < 15:
        # The last one ends the turn or something similar.
        legal = list(rules.legal_moves(state, seat))
        moves.append({"seat": seat, "move": rules.write_move(legal[len(legal) // 2])})
        rules.advance(state, seat, legal[len(legal) // 2])
    return {"position": doc, "moves": moves}


def search(counting: Counting, call: str, cases: int, start: int = 0) -> tuple[int, bytes]:
    """Return the most expensive of `cases` bodies for a call, and its cost."""
    worst = (0, b"")

    @seed(start)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.target],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def run(data: st.DataObject) -> None:
        nonlocal worst
        sent = body(call, lambda low, high: data.draw(st.integers(low, high)))
        cost = counting.cost(call, sent)
        target(float(cost))
        worst = max(worst, (cost, sent))

    run()
    return worst


@contextmanager
def counting(redis_url: str) -> Iterator[Counting]:
    """A server for counting with the Redis at this URL."""
    given = {**UNLIMITED, "HAMLET_DECISIONS_WAITING": "100000", "HAMLET_CALLER_DECISIONS": "0"}
    app = create_app(load_settings({"HAMLET_REDIS_URL": redis_url, **given}))
    with app.test_client() as client:
        yield Counting(client)
    app.extensions["games"].queries.changes.release_waiters()


def main() -> int:
    """Search for each call; returns 1 if anything costs more than it may."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("cases", type=int, help="bodies for each call")
    parser.add_argument("--keep", type=Path, help="a folder for the worst bodies")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        redis = RedisServer(Path(folder))
        redis.start()
        try:
            with counting(redis.url) as server:
                ratios = [_report(server, call, given) for call in TRIED]
        finally:
            redis.kill()
    return int(max(ratios) > FACTOR)


def _report(server: Counting, call: str, given: argparse.Namespace) -> float:
    honest = server.honest(call)
    cost, sent = search(server, call, given.cases, given.seed)
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
        (given.keep / f"{call}.json").write_bytes(sent)
    print(f"{call}: {cost} calls of functions, an honest one {honest}: {cost / honest:.1f} times", flush=True)
    return cost / honest


if __name__ == "__main__":
    sys.exit(main())
