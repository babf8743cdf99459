"""A bot that is an earlier version of the project. It plays from views, in a process of its own (`old_player.py`)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from engine.bots import Bot, Decision, Session
from engine.ruleset import Move

PLAYER = Path(__file__).with_name("old_player.py")


class OldBot(Bot):
    """A level of an earlier version. `seconds`: the processor time of each decision; a caller may empty the list."""

    def __init__(self, folder: str, level: str) -> None:
        self._folder = folder
        self._level = level
        self.seconds: list[float] = []

    def choose(self, ruleset: Any, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        move = self._move(ruleset, view, rng, session, reacting=False)
        assert move is not None, "the seat is to act"
        return move

    def react(self, ruleset: Any, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        return self._move(ruleset, view, rng, session, reacting=True)

    def decide(self, ruleset: Any, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        raise NotImplementedError("earlier versions only play")

    def _move(
        self, ruleset: Any, view: Any, rng: random.Random, session: Session | None, reacting: bool
    ) -> Move | None:
        moves = ruleset.view_moves(view)
        if not moves or (len(moves) == 1 and not reacting):
            return moves[0] if moves else None
        request = {
            "ruleset": ruleset.key,
            "level": self._level,
            "game": session.persona if session else "",
            "seat": view.viewer,
            "view": ruleset.write_view(view),
            "seed": str(rng.random()),
            "reacting": reacting,
        }
        process = _process(self._folder)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        self.seconds.append(answer["seconds"])
        if answer["move"] is None:
            return None
        return next(move for move in moves if ruleset.write_move(move) == answer["move"])


@cache
def _process(folder: str) -> subprocess.Popen[str]:
    environ = {**os.environ, "HAMLET_ENGINE": f"{folder}/.compiled", "PYTHONPATH": folder}
    command = [sys.executable, str(PLAYER), folder]
    return subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
