"""What calls answer that change games, as bytes to send."""

from __future__ import annotations

from dataclasses import replace

import orjson

from engine.ruleset import Doc
from service.games import clocks, seeing
from service.games.including import Include
from service.games.model import Answer, Game
from service.store import Written
from service.store.errors import KeyReused


def of_document(game: Game, doc: Doc) -> Answer:
    """A document of the game as it now is."""
    return Answer(game.id, game.version, orjson.dumps(doc))


def lean(answer: Answer) -> Answer:
    """Of the answer to moves what `seeing.lean` leaves. Raises `KeyReused` for a first answer without legal moves."""
    played = orjson.loads(answer.body)
    if "moves" not in played["game"]:
        raise KeyReused("this idempotency key was used for another request")
    return replace(answer, body=orjson.dumps(seeing.lean(played)))


def repeated(game: Game, first: Written, include: Include) -> Answer:
    """The first answer, worded anew: whoever repeats a request may have come to prefer another language."""
    doc = orjson.loads(first.first or b"")
    clocks.put_deadline(doc["game"], first)
    tell = seeing.teller(game.ruleset, seeing.names_of(game), include.language)
    told = {**doc, "events": [tell(event) for event in doc["events"]]}
    return Answer(game.id, doc["version"], orjson.dumps(told), repeated=True)
