"""Notices for webhooks: whose turn it is, and how the game ended. All of it is public."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import orjson

from engine.ruleset import Doc
from service.config.timestamps import moment
from service.games.core import projection
from service.games.core.model import Game
from service.store.outbox.notice_queue import Notice
from service.store.redis import keys

TURN = "turn.started"
END = "game.finished"
_KINDS = {TURN: "turn", END: "end"}


def of_beginning(game: Game, at_ms: int) -> tuple[Notice, ...]:
    """The first turn of a new game, if it is a person's."""
    return _make(game, None, at_ms)


def of_moves(game: Game) -> tuple[Notice, ...]:
    """Notices about the moves made in this copy of a game with webhooks.

    A turn has started if the game now waits for a person and has not waited for that person throughout.
    """
    if not game.pending:
        return ()
    seat = game.turns[-1]
    return _make(game, seat if all(turn == seat for turn in game.turns) else None, game.pending[-1].at_ms)


def _make(game: Game, before: int | None, at_ms: int) -> tuple[Notice, ...]:
    """`before`: whose turn it already was."""
    return tuple(
        Notice(
            keys.notice_id(game.id, game.version, _KINDS[kind], hook.kind),
            hook,
            urlsplit(hook.url).netloc.lower(),
            kind,
            orjson.dumps({"type": kind, "timestamp": moment(at_ms), "data": data}).decode(),
        )
        for kind, data in (_news(game, before) if game.hooks else ())
        for hook in game.hooks
    )


def _news(game: Game, before: int | None) -> Iterator[tuple[str, Doc]]:
    if game.status == "finished":
        yield END, {"game": game.id, **projection.end_document(game)}
        return
    seat = game.person_to_act
    if seat is not None and seat != before:
        yield TURN, projection.turn_document(game, seat)
