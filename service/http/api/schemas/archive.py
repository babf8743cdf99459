"""The body of an import: a replay, of which only so much is read as the game is made of."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from engine.shapes import Between, Matches, Size
from service.games.archive import MOST_MOVES
from service.games.creation import SEED_BYTES
from service.http.api import documents as docs
from service.http.api.fields import BoundedList, Document, Variants
from service.http.api.schemas.base import (
    BOT_NAME,
    MILLISECONDS,
    ByRuleset,
    Request,
    about,
    nullable_name_field,
    tag,
)

MOMENT = Annotated[str, Size(1, 40)]
HEX = Matches(r"([0-9a-f]{2})+")


class Part(Request):
    """Open: of a replay everything else is let in, and passed over."""

    class Meta:
        unknown = ma.INCLUDE


class ImportedSeat(Part):
    """Who sat there."""

    type = Document(docs.SEAT_TYPE, required=True, metadata=about("Not `open`."))
    name = nullable_name_field()
    level = Document(docs.LEVEL | None, metadata=about("How an AI seat played, or stood in for a bot; else null."))
    milliseconds = Document(MILLISECONDS, metadata=about("How long an AI seat thought about each decision."))
    bot = Document(BOT_NAME, metadata=about("The bot that played it."))


class ImportedEvent(Part):
    """Something that happened. Read only if there is no move: it says what happened instead. Else ignored."""

    type = Document(Annotated[str, Size(1, 64)], required=True, metadata=about("Which."))


class ImportedMove(Part):
    """A move of the game."""

    seat = Document(Annotated[int, Between(0, 99)], required=True, metadata=about("Whose."))
    at = Document(MOMENT, required=True, metadata=about("When it was accepted: RFC 3339."))
    move = Document(
        docs.MOVE | None, check=False, required=True, metadata=about("The move; null if an event happened instead.")
    )
    events = BoundedList(fields.Nested(ImportedEvent), 0, 500, metadata=about("What followed from it."))


class ImportedResult(Part):
    """How the game ended. It must equal the result when the game is replayed."""

    winners = BoundedList(
        Document(Annotated[int, Between(0, 99)]), 0, 99, required=True, metadata=about("Seats, as in the replay.")
    )


def _imported(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    members = {
        "__doc__": f"A finished game of {ruleset.name}, as `GET /v1/games/{{game}}/replay` gives it.",
        "ruleset": tag(ruleset.key),
        "format": Document(
            Annotated[int, Between(0, 99)], required=True, metadata=about("The version of the ruleset's notation.")
        ),
        "created_at": Document(MOMENT, required=True, metadata=about("When the game began: RFC 3339.")),
        "seats": BoundedList(
            fields.Nested(ImportedSeat), low, high, required=True, metadata=about("In playing order.")
        ),
        "options": Document(docs.OPTIONS[ruleset.key], required=True, metadata=about("As in the replay.")),
        "seed": Document(
            Annotated[str, Size(2, 2 * SEED_BYTES), HEX], required=True, metadata=about("The seed, in hex.")
        ),
        "seed_hash": Document(Annotated[str, Size(64, 64), HEX], required=True, metadata=about("Its SHA-256, in hex.")),
        "moves": BoundedList(
            fields.Nested(ImportedMove), 1, MOST_MOVES, required=True, metadata=about("All, in order.")
        ),
        "result": fields.Nested(ImportedResult, required=True, metadata=about("How the game ended.")),
    }
    return type(f"Imported{docs.title(ruleset)}Game", (Part,), members)


class ImportedGame(ByRuleset):
    """A finished game, as `GET /v1/games/{game}/replay` gives it, here or on another server."""

    variants: ClassVar[Variants] = {key: _imported(ruleset) for key, ruleset in RULESETS.items()}
