"""A game as it was at an earlier version: what a viewer could know then, and after the end whatever anybody could.

Found by playing the moves again, and shown only if that is sure: these rules have played them, and they lead exactly
to the position that is stored. Otherwise nothing is shown, rather than something wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from service.games import clocks
from service.games.builds import build
from service.games.errors import HistoryLost, NoSuchVersion
from service.games.history import Stretch
from service.games.model import Game
from service.games.states import restore_state
from service.store.clock import Timing
from service.store.records import Entry, Progress, build_of


def at_version(game: Game, progress: Progress, version: int) -> Game:
    """The game at a version, with no deadline; `progress` is its log from the beginning.

    Raises `NoSuchVersion` and `HistoryLost`.
    """
    if not 0 <= version <= game.version:
        raise NoSuchVersion("the game is at version {version}", version=game.version)
    entries = progress.entries[: game.version]
    state = game.state if version == game.version else _state(game, progress, version)
    timing = None if game.timing is None else _timing(entries[:version], loses=game.setup.resign is None)
    past = replace(game, state=state, stored_version=version, timing=timing, pending=[], hooks=(), turns=[])
    # The game that follows is no business of all who may look through a seat's eyes.
    return replace(past, rematch=None)


def _state(game: Game, progress: Progress, version: int) -> Any:
    rules, since = game.ruleset, progress.base.version if progress.base else 0
    if progress.base and version == since:
        return restore_state(rules, progress.base.stored)
    if version < since or build_of(progress.stored) != build(rules):
        raise HistoryLost("this version was played by other rules than the server has now")
    stretch = Stretch(rules, progress.setup, progress.base, progress.entries[since:], 0, version)
    if stretch.events(progress.stored) is None or stretch.mark is None:
        raise HistoryLost("the moves of this game can no longer be repeated exactly")
    return stretch.mark.state


def _timing(entries: Sequence[Entry], *, loses: bool) -> Timing:
    """Who was away, and who had resigned or lost, after these entries; `loses`: whether who resigns has lost."""
    timing = Timing()
    for entry in entries:
        _, step = entry.step
        if isinstance(step, str):
            timing = clocks.after_note(timing, step, entry.seat, loses=loses)
    return timing
