"""Stored games in replies: envelopes around the rulesets' documents."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import fields

from engine.ruleset import Ruleset
from service.http.schemas import common_fields, ruleset_documents
from service.http.schemas.base import ByRuleset, Reply, by_ruleset
from service.http.schemas.field_types import Document, Map, Variants
from service.http.schemas.moves import LEGAL_MOVES, beside_moves

PUBLIC = "Whether the game is listed publicly, and anyone may claim its open seats."
INVITERS = "Who may invite to open seats: only the host, with the `host_token`, or also the players at the table."
OPTIONS = "With every default filled in."
WATCH = "Who may watch the game: `anybody` who has its id, or only the `players` and the API key that created it."
GAME_STATUS = "`waiting` while a seat is open, then `active`, finally `finished`."
STATUS = (
    "`taken`: a player, an AI or a bot plays it. `open`: not claimed yet. "
    "`reserved`: it waits for its player of the previous game. "
    "`away`: its player's time was up, and an AI plays it until the player returns. "
    "`forfeited`: its time was up, and it has lost. `resigned`: its player has resigned."
)
POINTS = "In the unit that decides the game: gold or points."


class SeatSchema(Reply):
    """A seat of a game."""

    seat = common_fields.seat()
    type = common_fields.document_field(ruleset_documents.SEAT_TYPE, "Who plays the seat, or that it is still open.")
    name = common_fields.text_field("As given by a client, or null.", null=True)
    level = common_fields.document_field(
        ruleset_documents.LEVEL | None, "How the seat's AI plays, or the AI while its bot is away; else null."
    )
    rating = common_fields.integer("The rating of this AI, in place of the level; else left out.", optional=True)
    milliseconds = common_fields.integer(
        "How long an AI seat thinks about each decision; left out if its level decides.", optional=True
    )
    bot = common_fields.document_field(
        common_fields.BOT_NAME, "The bot that plays it; only for a bot's seat.", optional=True
    )
    status = common_fields.document_field(ruleset_documents.SEAT_STATUS, STATUS)
    player = common_fields.text_field(
        "Your id of the player, or null; only for the game's API key.", null=True, optional=True
    )
    metadata = common_fields.metadata()


class ResultLine(Reply):
    """One item of a final score."""

    item = common_fields.text_field("What scores.")
    points = common_fields.integer(POINTS)


class FinalScore(Reply):
    """A seat's final score."""

    seat = common_fields.seat()
    total = common_fields.integer(POINTS)
    lines = common_fields.many(ResultLine, "What the total is made of.")


class RivalScore(Reply):
    """The final score of an opponent without a seat."""

    name = common_fields.text_field("What the rules call the opponent.")
    total = common_fields.integer(POINTS)
    lines = common_fields.many(ResultLine, "What the total is made of.")


class Result(Reply):
    """How a game ended."""

    winners = common_fields.many(
        fields.Integer(), "The winning seats; several share the victory; empty if none has won."
    )
    scores = common_fields.many(
        FinalScore, "One per seat, in seat order; empty in a game that ended because all others had forfeited."
    )
    rivals = common_fields.many(
        RivalScore, "Opponents without a seat, as in solo play; left out if there are none.", optional=True
    )
    forfeited = common_fields.many(
        fields.Integer(),
        "The seats that have lost because their time was up or because they resigned; left out if there are none.",
        optional=True,
    )


class Contribution(Reply):
    """A text that a player has added to a game's secret."""

    seat = common_fields.seat()
    contribution = common_fields.text_field("The text.")


class Known(Reply):
    """Public facts about a game, without what lies on the table."""

    id = common_fields.text_field("Identifies the game in paths.")
    created_at = common_fields.moment("RFC 3339, UTC.")
    public = common_fields.flag(PUBLIC)
    inviters = common_fields.document_field(ruleset_documents.INVITERS, INVITERS)
    host_name = common_fields.text_field(
        "The name of the game's creator: as given, else that of the first person; or null.", null=True
    )
    rated = common_fields.flag("False if a client chose the seed.")
    commitment = common_fields.text_field(
        "SHA-256 of a salt followed by the game's secret, in hex; after the end the replay has salt and secret."
    )
    contributions = common_fields.many(
        Contribution, "What players have added to the secret, in the order of seats; empty before the game begins."
    )
    seats = common_fields.many(SeatSchema, "In playing order.")
    watch = common_fields.document_field(ruleset_documents.WATCH, WATCH)
    metadata = common_fields.metadata()
    imported = common_fields.flag("True if the game was imported after its end; else left out.", optional=True)


class Outline(Known):
    """The parts of a game that never change, and its result."""

    result = common_fields.one(Result, "Null before the end.", null=True)


class Standing(Reply):
    """The state of a game."""

    status = common_fields.document_field(ruleset_documents.GAME_STATUS, GAME_STATUS)
    version = common_fields.version()
    to_act = common_fields.many(
        fields.Integer(),
        "The seats that may move now, as far as the viewer may know: the game waits for the first; the others may "
        "react before it moves, but need not. A seat that can react only because of a hidden card is hidden from all "
        "others.",
    )
    deadline = common_fields.moment(
        "When the time for the turn is up (`turn_seconds`): RFC 3339, UTC, the same for every viewer. It is that of "
        "the first seat of `to_act`. Null while no clock runs.",
        null=True,
    )
    banks = common_fields.many(
        fields.Integer(),
        "What every seat has left in its bank, in milliseconds; left out if the game has none. The `deadline` includes "
        "the whole bank of the seat whose time runs; what the turn takes of it is taken off when the turn ends.",
        optional=True,
    )
    result = common_fields.one(Result, "Null before the end.", null=True)


class GameFields(Outline, Standing):
    """A game at one version."""

    rematch = common_fields.text_field(
        "After the end: the id of the next game, if a player has requested one. Shown "
        "to the players, and in a public game to all; otherwise null.",
        null=True,
    )
    viewer = common_fields.integer("The seat whose view this is; null: a spectator's.", null=True)


def _summary(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "options": common_fields.document_field(ruleset_documents.OPTIONS[ruleset.key], OPTIONS),
        "status": common_fields.document_field(ruleset_documents.GAME_STATUS, GAME_STATUS),
        "version": common_fields.version(),
    }


class GameSummary(ByRuleset):
    """A game as a list shows it, without what lies on the table."""

    variants: ClassVar[Variants] = by_ruleset("{}GameSummary", Known, "A game of {} as a list shows it.", _summary)


class GameList(Reply):
    """A page of a list of games."""

    games = common_fields.many(GameSummary, "Newest first.")
    next_cursor = common_fields.text_field("The `cursor` for the next page; null at the end of the list.", null=True)


class GameWebhook(Reply):
    """The webhook that is notified of the game, and how to check that a notice is from this server."""

    url = common_fields.text_field("Where the server posts notices.")
    secret = common_fields.text_field("Signs the notices, by Standard Webhooks. Shown only now.")


INCLUDED_MOVES = "Only with `include=moves`: the viewer's legal moves, as `GET .../moves` lists them."
INCLUDED_EVENTS = "Only with `include=events`: what happened after version `after`, as `GET .../events` lists it."
INCLUDED_SCORE = "Only with `include=score`: every seat's score so far, as far as the viewer can tell."


def _game(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "options": common_fields.document_field(ruleset_documents.OPTIONS[ruleset.key], OPTIONS),
        "view": common_fields.document_field(
            ruleset.shapes.view | None,
            "What the viewer may know; null while the game waits for players and no cards are dealt.",
        ),
        "moves": common_fields.many(LEGAL_MOVES[ruleset.key], INCLUDED_MOVES, optional=True),
        **beside_moves(optional=True),
        "events": common_fields.many(Document(ruleset_documents.EVENTS[ruleset.key]), INCLUDED_EVENTS, optional=True),
        "score": common_fields.document_field(ruleset.shapes.score, INCLUDED_SCORE, optional=True),
        "position": common_fields.document_field(
            ruleset.shapes.position, "Only with `view=all`: the whole truth.", optional=True
        ),
    }


def _joined_game(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return _game(ruleset) | {
        "tokens": Map(
            "Tokens",
            fields.String(),
            required=True,
            metadata=common_fields.about("Seat -> its secret token. Shown only now; the server keeps a hash."),
        ),
        "host_token": common_fields.text_field(
            "Only in the answer that created the game: the secret token of its host, who may invite. Shown only now; "
            "the server keeps a hash.",
            optional=True,
        ),
        "webhook": common_fields.one(
            GameWebhook, "Only in the answer that created the game, if it has a webhook.", optional=True
        ),
    }


class GameSchema(ByRuleset):
    """A game as its viewer may see it."""

    variants: ClassVar[Variants] = by_ruleset("{}Game", GameFields, "A game of {} as its viewer may see it.", _game)


class JoinedGame(ByRuleset):
    """A game, and the tokens of the seats that were just taken."""

    variants: ClassVar[Variants] = by_ruleset(
        "Joined{}Game",
        GameFields,
        "A game of {} as its viewer may see it, with the tokens of seats just taken.",
        _joined_game,
    )
