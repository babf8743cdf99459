"""What calls answer that change games: said again, or in fewer words."""

from __future__ import annotations

from dataclasses import replace

import orjson

from service.games.clock import turn_clock
from service.games.core import projection
from service.games.core.include_option import Include
from service.games.core.model import Answer, Game
from service.store import Written
from service.store.redis.store_errors import KeyReused


def lean(answer: Answer) -> Answer:
    """Of the answer to moves what `projection.lean` leaves. Raises `KeyReused` for a first answer without legal
    moves.
    """
    if "moves" not in answer.document["game"]:
        raise KeyReused("this idempotency key was used for another request")
    return replace(answer, document=projection.lean(answer.document))


def repeat(game: Game, first: Written, include: Include) -> Answer:
    """The first answer, worded anew: whoever repeats a request may have come to prefer another language."""
    doc = orjson.loads(first.first or b"")
    turn_clock.put_deadline(doc["game"], first)
    tell = projection.teller(game.ruleset, projection.names_of(game), include.language)
    return Answer(game.id, doc["version"], {**doc, "events": [tell(event) for event in doc["events"]]}, repeated=True)
