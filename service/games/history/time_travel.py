"""A game at an earlier version, as the viewer could see it then. After the end of the game, nothing is hidden.

The state comes from replaying the moves. It is used only if the whole replay leads exactly to the stored position,
because the rules may have been corrected since the game was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.replay import Replayer
from service.games.clock import turn_clock
from service.games.core.game_errors import HistoryLost, NoSuchVersion
from service.games.core.model import Game
from service.store.games.clock_record import Timing
from service.store.games.records import Entry
from service.store.games.undo_record import UndoRecord


def at_version(game: Game, log: Sequence[Entry], version: int) -> Game:
    """Return the game at a version, without a deadline. `log`: the whole log.

    Raises `NoSuchVersion`, `HistoryLost`.
    """
    if not 0 <= version <= game.version:
        raise NoSuchVersion("the game is at version {version}", version=game.version)
    state = game.state if version == game.version else state_at(game, log, version)
    if state is None:
        raise HistoryLost("the moves of this game can no longer be repeated exactly")
    timing = None if game.timing is None else _timing(log[:version], forfeits=game.setup.resign is None)
    past = replace(
        game, state=state, stored_version=version, timing=timing, uncommitted=[], webhooks=(), people_to_act=[]
    )
    # Hide the rematch: others may see the past in this seat's view, but must not learn of its rematch.
    return replace(past, rematch=None, undo=UndoRecord(why_not="past"))


def state_at(game: Game, log: Sequence[Entry], version: int) -> Any:
    """Return the state at an earlier version; `None` if replaying the log does not lead exactly to the
    present state.
    """
    rules, again, found = game.ruleset, beginning(game), None
    try:
        for entry in log[again.version : game.version]:
            if again.version == version:
                found = rules.clone(again.state)
            again.play_entry(*entry.step)
    except EngineError:
        return None
    return found if rules.write_position(again.state) == rules.write_position(game.state) else None


def beginning(game: Game) -> Replayer:
    """Return a replayer at version 0."""
    setup = game.setup
    return Replayer(game.ruleset, game.ruleset.setup(setup.options, len(setup.seats), setup.seed))


def _timing(entries: Sequence[Entry], *, forfeits: bool) -> Timing:
    """Return the seats that are away, have resigned or have forfeited after these entries.

    `forfeits`: whether resigning forfeits the game.
    """
    timing = Timing()
    for entry in entries:
        _, step = entry.step
        if isinstance(step, str):
            timing = turn_clock.after_note(timing, step, entry.seat, forfeits=forfeits)
    return timing
