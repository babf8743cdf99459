"""A player of another version of the project, in a process of its own; `bench/against.py` starts it.

    python old_player.py FOLDER

It plays with the engine of FOLDER (a worktree), or with the compiled engine that HAMLET_ENGINE names. Each line of
input is a request in JSON: the ruleset, the level, the game, the seat, the view as a document, and a seed. Each line of
output is the chosen move (`null`: no reaction), with the processor seconds that it took.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any


def main() -> None:
    sys.path[0] = sys.argv[1]
    from engine.bots import LEVELS, Session
    from engine.registry import RULESETS

    sessions: dict[tuple[str, int], Session] = {}
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        ruleset: Any = RULESETS[asked["ruleset"]]
        view = ruleset.read_view(asked["view"], asked["seat"])
        key = (asked["game"], asked["seat"])
        if key not in sessions:
            sessions = {one: session for one, session in sessions.items() if one[0] == asked["game"]}
            sessions[key] = Session()
        bot, rng = LEVELS[asked["level"]], random.Random(asked["seed"])
        began = time.process_time()
        choose = bot.react if asked["reacting"] else bot.choose
        move = choose(ruleset, view, rng, sessions[key])
        seconds = time.process_time() - began
        doc = None if move is None else ruleset.write_move(move)
        print(json.dumps({"move": doc, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
