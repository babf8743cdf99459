"""Games played by fast searches with some random moves, and a sample of their decisions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.helpers.result_lines import read_lines
from engine.bots import Session
from engine.bots.search import Budget, Search
from engine.notation import parse, position_text
from engine.registry import RULESETS

BOXES = ("saints", "scoundrels", "profiteers", "developments")
EXPLORE = 0.04
"""The probability of a random move, so that positions differ from those of good play."""


def table_options(table: str, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Return the seats and the options of a table, such as `2`, `3 saints`, `4 all` or `1 hard`.

    `boxes`: expansions drawn at random. A solo game without a difficulty has a random one.
    """
    seats, _, word = table.partition(" ")
    options: dict[str, Any] = {}
    if word == "boxes":
        options["expansions"] = [box for box in BOXES if rng.random() < 0.6]
    elif word == "all":
        options["expansions"] = list(BOXES)
    elif word in BOXES:
        options["expansions"] = [word]
    if seats == "1":
        options["solo"] = word if word in ("normal", "hard") else rng.choice(("normal", "hard"))
    return int(seats), options


def decisions_of(
    ruleset: Any,
    table: str,
    rng: random.Random,
    iterations: int,
    share: Callable[[Any, int], float],
    until: float = float("inf"),
) -> Iterator[tuple[Any, int]]:
    """Play a game. Yields the state and the seat of some decisions. The game ends early at the time `until`.

    `iterations`: of the searches that play. `share`: the probability that a decision is yielded.
    """
    seats, options = table_options(table, rng)
    state = ruleset.setup(ruleset.read_options(options, seats), seats, rng.randbytes(16))
    player, sessions = Search(Budget(iterations)), [Session() for _ in range(seats)]
    while (acting := ruleset.to_act(state)) and time.time() < until:
        for seat in acting[1:]:
            if rng.random() < share(state, seat):
                yield state, seat
        seat = acting[0]
        moves = ruleset.legal_moves(state, seat)
        if len(moves) > 1 and rng.random() < share(state, seat):
            yield state, seat
        strayed = rng.random() < EXPLORE
        view = ruleset.view(state, seat)
        move = rng.choice(moves) if strayed else player.choose(ruleset, view, rng, sessions[seat])
        ruleset.advance(state, seat, move)


def line_of(ruleset: Any, table: str, game: str, state: Any, seat: int) -> dict[str, Any]:
    """Return the fields that every stored decision has: its position as text, and its origin."""
    position = position_text(ruleset, ruleset.write_position(state))
    return {"ruleset": ruleset.key, "table": table, "game": game, "position": position, "seat": seat}


def state_of(line: dict[str, Any]) -> Any:
    """Return the state of a stored decision."""
    return RULESETS[line["ruleset"]].restore(parse(line["position"], RULESETS).doc)


def games_in(path: Path, seed: str) -> int:
    """Return the number of the next game of this seed: one more than the last one in the file."""
    if not path.exists():
        return 0
    games = [one["game"].rpartition(" ") for one in read_lines(path)]
    return max((int(game) for before, _, game in games if before == seed), default=-1) + 1
