"""The jobs: what a worker is asked to do, by name, through the queue."""

from __future__ import annotations

from functools import cache

from engine.bots import LEVELS
from service.backend import open_games
from service.settings import load_settings
from workers.player import Player


def play_turns(game_id: str) -> None:
    """Play what AI seats are to play in the game now. Harmless when there is nothing to play, or no such game."""
    player().play(game_id)


@cache
def player() -> Player:
    """The process's only player."""
    settings = load_settings()
    seconds = (settings.lease - 1) / 2
    return Player(open_games(settings), LEVELS, seconds, reaction_seconds=settings.reaction_seconds)
