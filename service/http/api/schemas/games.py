"""Stored games in answers: envelopes around the rulesets' documents."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.http.api import documents as docs
from service.http.api.fields import Document, Map, Variants
from service.http.api.schemas.base import (
    BOT_NAME,
    ByRuleset,
    Reply,
    about,
    seat_field,
    tag,
    version_field,
    whole,
)
from service.http.api.schemas.moves import LEGAL_MOVES

PUBLIC = "Whether lists show the game to everybody, and anybody may claim its open seats."
INVITERS = "Who may invite to open seats: the host alone, by the `host_token`, or also whoever sits at the table."
OPTIONS = about("With every default filled in.")
GAME_STATUS = "`waiting` while a seat is open, then `active`, finally `finished`."
STATUS = (
    "`open`: nobody has claimed it yet. `reserved`: it waits for its player of the game before. "
    "`away`: its player's time was up, and an AI plays it until the player returns. "
    "`forfeited`: its time was up, and it has lost. `resigned`: its player has given up."
)
POINTS = "In what decides the game: gold or points."


class Seat(Reply):
    """A seat of a game."""

    seat = seat_field()
    type = Document(docs.SEAT_TYPE, required=True, metadata=about("Who has the seat, or that it is still open."))
    name = fields.String(required=True, allow_none=True, metadata=about("As given by a client, or null."))
    level = Document(
        docs.LEVEL | None,
        required=True,
        metadata=about("How an AI seat plays, or an AI while a seat's bot is away; else null."),
    )
    milliseconds = fields.Integer(
        metadata=about("How long an AI seat thinks about each decision; left out if its level decides."),
    )
    bot = Document(BOT_NAME, metadata=about("The bot that plays it; only for a bot's seat."))
    status = Document(docs.SEAT_STATUS, required=True, metadata=about(STATUS))


class ResultLine(Reply):
    """One item of a final score."""

    item = fields.String(required=True, metadata=about("What it is for."))
    gold = whole(POINTS)


class FinalScore(Reply):
    """A seat's final score."""

    seat = seat_field()
    total = whole(POINTS)
    lines = fields.List(fields.Nested(ResultLine), required=True, metadata=about("What the total is made of."))


class RivalScore(Reply):
    """The final score of an opponent without a seat."""

    name = fields.String(required=True, metadata=about("What the rules call the opponent."))
    total = whole(POINTS)
    lines = fields.List(fields.Nested(ResultLine), required=True, metadata=about("What the total is made of."))


class Result(Reply):
    """How a game ended."""

    winners = fields.List(
        fields.Integer(), required=True, metadata=about("Seats; several share the victory; empty if none has won.")
    )
    scores = fields.List(
        fields.Nested(FinalScore),
        required=True,
        metadata=about(
            "Of every seat, in seat order; of none in a game that has ended because all others had forfeited."
        ),
    )
    rivals = fields.List(
        fields.Nested(RivalScore),
        metadata=about("Opponents without a seat, as in solo play; left out where there are none."),
    )
    forfeited = fields.List(
        fields.Integer(),
        metadata=about(
            "The seats that have lost because their time was up or because they resigned; left out if there are none."
        ),
    )


class Known(Reply):
    """What everybody may know of a game without looking at its table."""

    id = fields.String(required=True, metadata=about("Identifies the game in paths."))
    created_at = fields.DateTime(format="iso", required=True, metadata=about("RFC 3339, UTC."))
    public = fields.Boolean(required=True, metadata=about(PUBLIC))
    inviters = Document(docs.INVITERS, required=True, metadata=about(INVITERS))
    host_name = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The name of whoever created the game: as given, else that of the first person; or null."),
    )
    rated = fields.Boolean(required=True, metadata=about("False if a client chose the seed."))
    seed_hash = fields.String(
        required=True, metadata=about("SHA-256 of the secret seed, in hex; the seed is in the replay after the end.")
    )
    seats = fields.List(fields.Nested(Seat), required=True, metadata=about("In playing order."))
    imported = fields.Boolean(metadata=about("True if the game was imported after its end; else left out."))


class Outline(Known):
    """What never changes of a game, and its result."""

    result = fields.Nested(Result, required=True, allow_none=True, metadata=about("Null before the end."))


def to_act_field() -> fields.List[Any]:
    """Who may move, in a reply."""
    return fields.List(
        fields.Integer(),
        required=True,
        metadata=about(
            "The seats that may move now as far as the viewer may know: the game waits for the first; the others may "
            "react before it moves, but need not. A seat that can react only because of a hidden card is shown to "
            "nobody else."
        ),
    )


def deadline_field() -> fields.DateTime:
    """When a turn ends, in a reply."""
    return fields.DateTime(
        format="iso",
        required=True,
        allow_none=True,
        metadata=about(
            "When the time of the turn is up (`turn_seconds`): RFC 3339, UTC, the same for every viewer. It runs for "
            "the first seat of `to_act`. Null while it runs for nobody."
        ),
    )


class GameFields(Outline):
    """A game at one version."""

    status = Document(
        docs.GAME_STATUS,
        required=True,
        metadata=about(GAME_STATUS),
    )
    version = version_field()
    to_act = to_act_field()
    deadline = deadline_field()
    rematch = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "After the end: the id of the game that follows, if somebody has asked for one. Shown "
            "to the players, and in a public game to everybody; otherwise null."
        ),
    )
    viewer = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat whose view this is; null: a spectator's.")
    )


def _summary(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A game of {ruleset.name} as a list shows it.",
        "ruleset": tag(ruleset.key),
        "options": Document(docs.OPTIONS[ruleset.key], required=True, metadata=OPTIONS),
        "status": Document(docs.GAME_STATUS, required=True, metadata=about(GAME_STATUS)),
        "version": version_field(),
    }
    return type(f"{docs.title(ruleset)}GameSummary", (Known,), members)


class GameSummary(ByRuleset):
    """A game as a list shows it: without its table."""

    variants: ClassVar[Variants] = {key: _summary(ruleset) for key, ruleset in RULESETS.items()}


class GameList(Reply):
    """A page of a list of games."""

    games = fields.List(fields.Nested(GameSummary), required=True, metadata=about("The newest first."))
    next_cursor = fields.String(
        required=True, allow_none=True, metadata=about("The `cursor` for the next page; null at the end of the list.")
    )


def _tokens() -> Map:
    metadata = about("Seat -> its secret token. Shown this once; only a hash is kept.")
    return Map("Tokens", fields.String(), required=True, metadata=metadata)


class Webhook(Reply):
    """The webhook that is notified of the game, and how to check that a notice is from this server."""

    url = fields.String(required=True, metadata=about("Where notices are posted to."))
    secret = fields.String(
        required=True, metadata=about("Signs what is posted there, by Standard Webhooks. Shown this once.")
    )


INCLUDED_MOVES = about("Only with `include=moves`: the viewer's legal moves, as `GET .../moves` lists them.")
INCLUDED_EVENTS = about(
    "Only with `include=events`: what happened after version `after`, as `GET .../events` lists it."
)
INCLUDED_SCORE = about(
    "Only with `include=score`: what every seat would get if the game were scored now, as far as the viewer can tell."
)


def _game(ruleset: Ruleset[Any, Any], prefix: str, suffix: str, **more: Any) -> type[ma.Schema]:
    members = {
        "__doc__": f"A game of {ruleset.name} as its viewer may see it{suffix}.",
        "ruleset": tag(ruleset.key),
        "options": Document(docs.OPTIONS[ruleset.key], required=True, metadata=OPTIONS),
        "view": Document(ruleset.shapes.view, required=True, metadata=about("What the viewer may know.")),
        "moves": fields.List(fields.Nested(LEGAL_MOVES[ruleset.key]), metadata=INCLUDED_MOVES),
        "events": fields.List(Document(docs.EVENTS[ruleset.key]), metadata=INCLUDED_EVENTS),
        "score": Document(ruleset.shapes.score, metadata=INCLUDED_SCORE),
        "position": Document(ruleset.shapes.position, metadata=about("Only with `view=all`: the whole truth.")),
        **more,
    }
    return type(f"{prefix}{docs.title(ruleset)}Game", (GameFields,), members)


class Game(ByRuleset):
    """A game as its viewer may see it."""

    variants: ClassVar[Variants] = {key: _game(ruleset, "", "") for key, ruleset in RULESETS.items()}


class JoinedGame(ByRuleset):
    """A game and the tokens of seats just taken."""

    variants: ClassVar[Variants] = {
        key: _game(
            ruleset,
            "Joined",
            ", with the tokens of seats just taken",
            tokens=_tokens(),
            host_token=fields.String(
                metadata=about(
                    "Only for who has just created the game: the secret token of its host, who may invite. Shown this "
                    "once; only a hash is kept."
                )
            ),
            webhook=fields.Nested(
                Webhook, metadata=about("Only in the answer that created the game, if it has a webhook.")
            ),
        )
        for key, ruleset in RULESETS.items()
    }
