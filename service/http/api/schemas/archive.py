"""The body of an import: a replay, of which only so much is read as the game is made of."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import marshmallow as ma

from engine.ruleset import Ruleset
from engine.shapes import Between, Matches, Size
from service.games.archive import MAX_MOVES
from service.games.creation import MAX_SEED_BYTES
from service.http.api import documents as docs
from service.http.api.fields import Document, Variants
from service.http.api.schemas import entries
from service.http.api.schemas.base import ByRuleset, Request, by_ruleset

MOMENT = Annotated[str, Size(1, 40)]
HEX = Matches(r"([0-9a-f]{2})+")


class Part(Request):
    """Open: of a replay everything else is let in, and passed over."""

    class Meta:
        unknown = ma.INCLUDE


class ImportedSeat(Part):
    """Who sat there."""

    type = entries.document(docs.SEAT_TYPE, "Not `open`.")
    name = entries.nullable_name()
    level = entries.document(
        docs.LEVEL | None, "How an AI seat played, or stood in for a bot; else null.", optional=True
    )
    milliseconds = entries.document(
        entries.MILLISECONDS, "How long an AI seat thought about each decision.", optional=True
    )
    bot = entries.document(entries.BOT_NAME, "The bot that played it.", optional=True)


class ImportedContribution(Part):
    """What a player had added to the secret."""

    seat = entries.document(Annotated[int, Between(0, 99)], "Whose.")
    contribution = entries.document(entries.CONTRIBUTION, "The text.")


class ImportedEvent(Part):
    """Something that happened. Read only if there is no move: it says what happened instead. Else ignored."""

    type = entries.document(Annotated[str, Size(1, 64)], "Which.")


class ImportedMove(Part):
    """A move of the game."""

    seat = entries.document(Annotated[int, Between(0, 99)], "Whose.")
    at = entries.document(MOMENT, "When it was accepted: RFC 3339.")
    move = entries.document(docs.MOVE | None, "The move; null if an event happened instead.", check=False)
    events = entries.several(ImportedEvent, 0, 500, "What followed from it.", optional=True)


class ImportedResult(Part):
    """How the game ended. It must equal the result when the game is replayed."""

    winners = entries.several(Document(Annotated[int, Between(0, 99)]), 0, 99, "Seats, as in the replay.")


def _imported(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    return {
        "format": entries.document(Annotated[int, Between(0, 99)], "The version of the ruleset's notation."),
        "created_at": entries.document(MOMENT, "When the game began: RFC 3339."),
        "seats": entries.several(ImportedSeat, low, high, "In playing order."),
        "options": entries.document(docs.OPTIONS[ruleset.key], "As in the replay."),
        "seed": entries.document(Annotated[str, Size(2, 2 * MAX_SEED_BYTES), HEX], "The seed, in hex."),
        "secret": entries.document(Annotated[str, Size(2, 2 * MAX_SEED_BYTES), HEX], "The secret, in hex."),
        "salt": entries.document(Annotated[str, Size(2, 64), HEX], "The salt, in hex."),
        "commitment": entries.document(Annotated[str, Size(64, 64), HEX], "SHA-256 of salt and secret, in hex."),
        "contributions": entries.several(ImportedContribution, 0, high, "What players had added to the secret."),
        "moves": entries.several(ImportedMove, 1, MAX_MOVES, "All, in order."),
        "result": entries.one(ImportedResult, "How the game ended."),
    }


class ImportedGame(ByRuleset):
    """A finished game, as `GET /v1/games/{game}/replay` gives it, here or on another server."""

    variants: ClassVar[Variants] = by_ruleset(
        "Imported{}Game", Part, "A finished game of {}, as `GET /v1/games/{{game}}/replay` gives it.", _imported
    )
