"""Makes a dictionary that compresses the games of a ruleset (`service/store/games/packed_json.py`), and prints it.

It is made from games that bots play and games with random moves. References to the end of a dictionary are the
shortest. So one log entry of each form is at the end, the most frequent form last.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

# When this file is a script, Python does not look for packages beside its folder.
if sys.path[0] == str(Path(__file__).parent):
    sys.path[0] = str(Path(__file__).parents[1])

from engine.errors import InvalidOptions
from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.games.core.model import entry

MAX_SIZE = 24_000
"""The size in bytes. The dictionary and the text must both fit into the window of the compressor."""
MAX_ENTRIES = 17_000
GAMES = 8


def tables(ruleset: Ruleset[Any, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the tables of the games, as seats and options: the defaults, and tables with all values of an option that
    is a list.
    """
    for seats in ruleset.seats:
        yield seats, {}
        for option in ruleset.options:
            if isinstance(option.default, list):
                whole = {option.name: list(option.values)}
                with suppress(InvalidOptions):
                    ruleset.read_options(whole, seats)
                    yield seats, whole


def play(ruleset: Ruleset[Any, Any], seats: int, options: dict[str, Any], number: int) -> Iterator[tuple[bytes, Any]]:
    """Play games. Returns the entries of their logs as JSON, and the positions after them.

    In every other game, each seat makes the move that the ruleset rates best.
    """
    rng = random.Random(f"{seats} {number}")
    state = ruleset.setup(ruleset.read_options(options, seats), seats, b"dictionary %d" % number)
    while acting := ruleset.to_act(state):
        moves = ruleset.legal_moves(state, acting[0])
        move = rng.choice(moves)
        if number % 2 and rng.random() < 0.8:
            worth = ruleset.priors(state, acting[0], moves)
            move = moves[worth.index(max(worth))]
        events = ruleset.apply(state, acting[0], move)
        yield entry(ruleset, state, acting[0], ruleset.write_move(move), events, 0).text, state


def main() -> None:
    """Print the dictionary."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", choices=list(RULESETS))
    ruleset = RULESETS[parser.parse_args().ruleset]
    keys = [card["key"].encode() for card in ruleset.cards("en")]
    varying = re.compile(b'"(?:%s)"|[0-9]+' % b"|".join(sorted(map(re.escape, keys), key=len, reverse=True)))
    found: Counter[bytes] = Counter()
    examples: dict[bytes, bytes] = {}
    positions = []
    for seats, options in tables(ruleset):
        for number in range(GAMES):
            texts = []
            for text, state in play(ruleset, seats, options, number):
                form = varying.sub(b"", text)
                found[form] += 1
                examples.setdefault(form, text)
                texts.append(orjson.dumps(ruleset.write_position(state)))
        positions.append(texts[len(texts) // 2])
    entries = b""
    for form, _ in found.most_common():
        if len(entries) + len(examples[form]) <= MAX_ENTRIES:
            entries = examples[form] + entries
    cards = b"".join(b'"%s",' % key for key in keys)
    # The largest positions have something of everything. The parts that depend on the seed are of no use.
    whole = max(positions, key=len)[: MAX_SIZE - len(cards) - len(entries) - 1]
    sys.stdout.buffer.write(whole + cards + entries + b"\n")


if __name__ == "__main__":
    main()
