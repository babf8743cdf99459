"""Bodies of the calls for players."""

from __future__ import annotations

from marshmallow import fields

from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import Reply
from service.http.schemas.field_types import Map
from service.http.schemas.games import GAME_STATUS, Result


class KindOfSeat(Reply):
    """A seat of a game, without anything personal."""

    seat = common_fields.seat()
    type = common_fields.document_field(ruleset_documents.SEAT_TYPE, "Who has the seat, or that it is still open.")
    level = common_fields.document_field(ruleset_documents.LEVEL | None, "How an AI plays it, or null.")
    rating = common_fields.integer("The rating of this AI, in place of the level; else left out.", optional=True)


class PlayerGame(Reply):
    """A game of a player. For a finished game, this is its row in the player's history."""

    id = common_fields.text_field("Identifies the game in paths.")
    status = common_fields.document_field(ruleset_documents.GAME_STATUS, GAME_STATUS)
    seat = common_fields.seat(
        "The player's seat. If there are several: the one that the game waits for, or else the first."
    )
    waits_for_player = common_fields.flag("Whether the game waits for the player.")
    ruleset = common_fields.document_field(ruleset_documents.RULESET, "The game's ruleset.")
    options = Map("ChosenOptions", fields.Raw(), metadata=common_fields.about("Options other than the defaults."))
    created_at = common_fields.moment("RFC 3339, UTC.")
    ended_at = common_fields.moment("RFC 3339, UTC; null before the end.", null=True)
    seats = common_fields.many(KindOfSeat, "In playing order.")
    result = common_fields.one(Result, "Null before the end.", null=True)


class PlayerGameList(Reply):
    """A page of a player's games."""

    games = common_fields.many(PlayerGame, "The latest first.")
    next_cursor = common_fields.text_field("The `cursor` of the next page; null on the last.", null=True)


class ExportedMove(Reply):
    """A move."""

    at = common_fields.moment("RFC 3339, UTC.")
    move = common_fields.document_field(ruleset_documents.MOVE, "The move, complete.")


class ExportedSeat(Reply):
    """A seat of the player."""

    seat = common_fields.seat()
    name = common_fields.text_field("As given by a client, or null.", null=True)
    metadata = common_fields.metadata()
    contribution = common_fields.text_field("Added to the game's secret, or null.", null=True)
    push_endpoints = common_fields.many(common_fields.text_field("A URL."), "Browsers notified of its turns.")
    moves = common_fields.many(ExportedMove, "In order.")


class ExportedGame(Reply):
    """The player's data in a game."""

    id = common_fields.text_field("The game's id.")
    ruleset = common_fields.document_field(ruleset_documents.RULESET, "The game's ruleset.")
    created_at = common_fields.moment("RFC 3339, UTC.")
    host_name = common_fields.text_field("The creator's name, or null.", null=True)
    metadata = common_fields.metadata()
    seats = common_fields.many(ExportedSeat, "The player's.")


class PlayerExport(Reply):
    """A page of the export."""

    player = common_fields.text_field("Your id of the player.")
    games = common_fields.many(ExportedGame, "The latest first.")
    history = common_fields.many(PlayerGame, "Games that are over, also expired ones.")
    next_cursor = common_fields.text_field("The `cursor` of the next page; null on the last.", null=True)


class SeatToken(Reply):
    """A seat's new token."""

    token = common_fields.text_field("The secret token of the seat, shown only now.")
