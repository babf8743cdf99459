"""The engines that are compared with ours. Each is a function that plays one whole random game.

Each function returns the number of decisions of its game: choices of a player that were carried out, including forced
ones. Chance (dealing, dice) counts as time but not as decisions. Imports are inside the functions, so that `missing`
can be called first.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PlayGame = Callable[[random.Random], int]
"""A function that plays one whole game at random and returns its number of decisions."""

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def pins() -> dict[str, str]:
    """Return the pinned versions of the peers, from the dependency group `bench`."""
    group = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["dependency-groups"]["bench"]
    return dict(requirement.split("==") for requirement in group)


def missing() -> list[str]:
    """Return a line for each peer that is not installed in the pinned version."""
    faults = []
    for name, wanted in pins().items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "nothing"
        if found != wanted:
            faults.append(f"{name} {wanted} is needed, {found} is installed")
    return faults


def contestants() -> Iterator[tuple[str, PlayGame]]:
    """Yield each peer's name and its function. The first one is the yardstick."""
    yield "catanatron, 2 random players", catanatron_game()
    for name in ("python_block_dominoes", "gin_rummy", "hanabi"):
        yield f"open_spiel {name}", open_spiel_game(name)
    yield "rlcard uno", uno_game()


def catanatron_game() -> PlayGame:
    """Play Catan with two of the package's own random players. A decision is an entry of its log of actions."""
    from catanatron import Color, Game, RandomPlayer

    def play(rng: random.Random) -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=rng.randrange(1, 1 << 32))
        game.play()
        return len(game.state.actions)

    return play


def open_spiel_game(name: str) -> PlayGame:
    """Return the function for a game of OpenSpiel. A decision is an action outside of chance nodes."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401 (registers the games written in Python)

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def uno_game() -> PlayGame:
    """Play Uno of rlcard with two players: the game itself, without its encoding for learners. A decision is a step."""
    from numpy.random import RandomState
    from rlcard.games.uno import Game

    game = Game()
    game.np_random = RandomState(1)

    def play(rng: random.Random) -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            decisions += 1
        return decisions

    return play
