"""How the game is shown, by ruleset: a line here for each that has a picture of its own, the rest as a tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.console import RenderableType

from engine.ruleset import Doc
from service.tools.terminal import my_village, villagers
from service.tools.terminal.words import Words

Board = Callable[[Doc, int, Words], RenderableType]
"""A view and its viewer, in words: what is shown of it."""

BOARDS: Mapping[str, Board] = {"villagers": villagers.board, "my_village": my_village.board}


def board_of(key: str) -> Board:
    return BOARDS.get(key, plain_board)


def plain_board(view: Doc, viewer: int, words: Words) -> RenderableType:
    return words.tree("the game", view)
