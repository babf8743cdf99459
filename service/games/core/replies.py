"""Repeats and shortens the stored replies to calls that change games."""

from __future__ import annotations

from dataclasses import replace

import orjson

from service.games.clock import turn_clock
from service.games.core import projection
from service.games.core.include_option import Include
from service.games.core.model import Answer, Game
from service.store import CommitResult
from service.store.redis.store_errors import KeyReused


def lean(answer: Answer) -> Answer:
    """Return the reply shortened by `projection.lean`.

    Raises `KeyReused` for a stored reply without legal moves, because it belongs to another kind of request.
    """
    if "moves" not in answer.document["game"]:
        raise KeyReused("this idempotency key was used for another request")
    return replace(answer, document=projection.lean(answer.document))


def remembered(answer: Answer) -> bytes:
    """Return the reply in its stored form, without names and texts."""
    events = [{**event, "text": ""} for event in answer.document["events"]]
    return orjson.dumps({**answer.document, "events": events, "game": projection.nameless(answer.document["game"])})


def repeat(game: Game, first: CommitResult, include: Include) -> Answer:
    """Return the stored reply with the current names, in the language of the repeated request."""
    doc = orjson.loads(first.first or b"")
    turn_clock.put_clock(doc["game"], first)
    tell = projection.teller(game.ruleset, projection.names_of(game), include.language)
    events = [tell(event) for event in doc["events"]]
    shown = projection.named(doc["game"], game, include.language)
    return Answer(game.id, doc["version"], {**doc, "events": events, "game": shown}, repeated=True)
