"""Bodies about what happened in a game: events, moves, turns, replays."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.ruleset import Ruleset
from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import ByRuleset, Reply, by_ruleset
from service.http.schemas.field_types import Document, Variants
from service.http.schemas.games import OPTIONS, GameSchema, Outline, Standing
from service.http.schemas.moves import LEGAL_MOVES, beside_moves


class EventList(Reply):
    """What happened in a game, in order, as the viewer may see it."""

    version = common_fields.version()
    events = common_fields.many(Document(ruleset_documents.EVENT), "In order.")


class Played(Reply):
    """The results of a seat's moves, as the seat may see them."""

    version = common_fields.version()
    events = common_fields.many(Document(ruleset_documents.EVENT), "What followed from the moves, in order.")
    game = common_fields.one(GameSchema, "The game after the moves.")


class SeatTurnFields(Standing):
    """The state of a game, for a seat."""

    seat = common_fields.seat("Whose view this is: the token's seat.")


def _seat_turn(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "view": common_fields.document_field(
            ruleset.shapes.view | None, "What the seat may know; null while the game waits for players."
        ),
        "moves": common_fields.many(
            LEGAL_MOVES[ruleset.key], "All legal moves of the seat, sorted; none if it cannot move now."
        ),
        **beside_moves(),
        "events": common_fields.many(Document(ruleset_documents.EVENTS[ruleset.key]), "What has happened, in order."),
    }


class SeatTurn(ByRuleset):
    """Everything that a player needs to continue, without the parts of a game that never change."""

    variants: ClassVar[Variants] = by_ruleset(
        "{}SeatTurn", SeatTurnFields, "Where a game of {} stands for a seat, and what the seat may do.", _seat_turn
    )


class ReplayedMove(Reply):
    """A move of a finished game, with all cards open."""

    version = common_fields.integer("The game's version after the move.")
    seat = common_fields.seat()
    at = common_fields.moment("When it was accepted: RFC 3339, UTC.")
    move = common_fields.document_field(
        ruleset_documents.MOVE | None,
        "The complete move; null if there is none, and the event says why: the seat took back its last move "
        "(`move_undone`), its time was up or its player returned (`seat_away`, `seat_returned`, `seat_forfeited`), or "
        "it resigned (`seat_resigned`).",
    )
    events = common_fields.many(Document(ruleset_documents.EVENT), "What followed from it, in order.")


def _replay(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "options": common_fields.document_field(ruleset_documents.OPTIONS[ruleset.key], OPTIONS),
        "format": common_fields.integer("The version of the ruleset's notation."),
        "secret": common_fields.text_field("The secret, in hex: the server's, or the seed that a client chose."),
        "salt": common_fields.text_field("The salt that was hashed with the secret for the `commitment`, in hex."),
        "seed": common_fields.text_field(
            "The seed of all randomness, in hex: a hash of the secret and the `contributions`. A chosen seed is the "
            "secret itself."
        ),
        "moves": common_fields.many(ReplayedMove, "All, in order."),
    }


class Replay(ByRuleset):
    """A finished game with all cards open."""

    variants: ClassVar[Variants] = by_ruleset(
        "{}Replay", Outline, "A finished game of {}: enough to play it again and to check every shuffle.", _replay
    )
