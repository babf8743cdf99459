"""The body of an import: the parts of a replay that are read."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import marshmallow as ma

from engine.ruleset import Ruleset
from engine.shapes import Between, Matches, Size
from service.games.history.replay_archive import MAX_MOVES
from service.games.lobby.game_request import MAX_SEED_BYTES
from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import ByRuleset, Request, by_ruleset
from service.http.schemas.field_types import Document, Variants

MOMENT = Annotated[str, Size(1, 40)]
HEX = Matches(r"([0-9a-f]{2})+")


class Part(Request):
    """A part of a replay. It may have further fields, which are ignored."""

    class Meta:
        unknown = ma.INCLUDE


def _moment(description: str) -> Document:
    return common_fields.document_field(
        MOMENT, description, metadata=common_fields.about(description, format="date-time")
    )


class ImportedSeat(Part):
    """A seat of the imported game."""

    type = common_fields.document_field(ruleset_documents.SEAT_TYPE, "Not `open`.")
    name = common_fields.nullable_name()
    level = common_fields.document_field(
        ruleset_documents.LEVEL | None, "How the seat's AI played, or stood in for its bot; else null.", optional=True
    )
    milliseconds = common_fields.document_field(
        common_fields.MILLISECONDS, "How long an AI seat thought about each decision.", optional=True
    )
    bot = common_fields.document_field(common_fields.BOT_NAME, "The bot that played it.", optional=True)


class ImportedContribution(Part):
    """A text that a player added to the secret."""

    seat = common_fields.document_field(Annotated[int, Between(0, 99)], "Whose.")
    contribution = common_fields.document_field(common_fields.CONTRIBUTION, "The text.")


class ImportedEvent(Part):
    """Something that happened. The server reads this only where no move was made, such as at a resignation."""

    type = common_fields.document_field(Annotated[str, Size(1, 64)], "Which.")


class ImportedMove(Part):
    """A move of the game."""

    seat = common_fields.document_field(Annotated[int, Between(0, 99)], "Whose.")
    at = _moment("When it was accepted: RFC 3339.")
    move = common_fields.document_field(
        ruleset_documents.MOVE | None, "The move; null if an event happened instead.", check=False
    )
    events = common_fields.several(ImportedEvent, 0, 500, "What followed from it.", optional=True)


class ImportedResult(Part):
    """How the game ended. It must equal the result of replaying the game."""

    winners = common_fields.several(Document(Annotated[int, Between(0, 99)]), 0, 99, "Seats, as in the replay.")


def _imported(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    return {
        "format": common_fields.document_field(
            Annotated[int, Between(0, 99)], "The version of the ruleset's notation."
        ),
        "created_at": _moment("When the game began: RFC 3339."),
        "seats": common_fields.several(ImportedSeat, low, high, "In playing order."),
        "options": common_fields.document_field(ruleset_documents.OPTIONS[ruleset.key], "As in the replay."),
        "seed": common_fields.document_field(Annotated[str, Size(2, 2 * MAX_SEED_BYTES), HEX], "The seed, in hex."),
        "secret": common_fields.document_field(Annotated[str, Size(2, 2 * MAX_SEED_BYTES), HEX], "The secret, in hex."),
        "salt": common_fields.document_field(Annotated[str, Size(2, 64), HEX], "The salt, in hex."),
        "commitment": common_fields.document_field(
            Annotated[str, Size(64, 64), HEX], "SHA-256 of salt and secret, in hex."
        ),
        "contributions": common_fields.several(ImportedContribution, 0, high, "What players had added to the secret."),
        "moves": common_fields.several(ImportedMove, 1, MAX_MOVES, "All, in order."),
        "result": common_fields.one(ImportedResult, "How the game ended."),
    }


class ImportedGame(ByRuleset):
    """A finished game, as `GET /v1/games/{game}/replay` returns it, here or on another server."""

    variants: ClassVar[Variants] = by_ruleset(
        "Imported{}Game", Part, "A finished game of {}, as `GET /v1/games/{{game}}/replay` returns it.", _imported
    )
