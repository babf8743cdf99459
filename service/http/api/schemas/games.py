"""The bodies of the calls on stored games: envelopes around the rulesets' documents."""

from __future__ import annotations

from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from engine.ruleset import Ruleset
from service.games.creation import STAND_IN_LEVEL
from service.http.api import documents as docs
from service.http.api.bounds import MAX_MOVES
from service.http.api.fields import Document, Limited, Map, Union, Variants
from service.http.api.schemas.base import (
    BOT_NAME,
    ByRuleset,
    Reply,
    Request,
    about,
    milliseconds_field,
    name_field,
    seat_field,
    tag,
    version_field,
    whole,
)
from service.webhooks.guard import LONGEST_URL

# --- requests --------------------------------------------------------------------------------


class NewHumanSeat(Request):
    """A seat for a person; its token is in the answer."""

    type = tag("human")
    name = name_field()


class NewAiSeat(Request):
    """A seat that the server plays."""

    type = tag("ai")
    name = name_field()
    level = Document(docs.LEVEL, required=True, metadata=about("How it plays."))
    milliseconds = milliseconds_field(
        "How long it thinks about each decision, instead of the level's own budget. Default: the level's budget."
    )


class NewBotSeat(Request):
    """A seat played by an external bot, a program run by its author."""

    type = tag("bot")
    name = name_field()
    bot = Document(
        BOT_NAME,
        required=True,
        metadata=about("Its name: `GET /v1/bots` lists the bots. It need not be connected yet."),
    )
    level = Document(
        docs.LEVEL, load_default=STAND_IN_LEVEL, metadata=about("How an AI plays while the bot is away or too slow.")
    )


class NewOpenSeat(Request):
    """A seat for whoever is invited, or for anybody in a public game; the game waits until all are claimed."""

    type = tag("open")


class NewSeat(Union):
    """Who will have the seat."""

    tag = "type"
    variants: ClassVar[Variants] = {"human": NewHumanSeat, "ai": NewAiSeat, "bot": NewBotSeat, "open": NewOpenSeat}


class Claim(Request):
    """The player who takes the seat."""

    name = name_field()


class NewWebhook(Request):
    """The webhook that is notified of turns and of the end."""

    url = fields.String(
        required=True, validate=validate.Length(1, LONGEST_URL), metadata=about("Where notices are posted to.")
    )


PUBLIC = "Whether lists show the game to everybody, and anybody may claim its open seats."
INVITERS = "Who may invite to open seats: the host alone, by the `host_token`, or also whoever sits at the table."


def _new_game(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    low, high = min(ruleset.seats), max(ruleset.seats)
    members = {
        "__doc__": f"A new game of {ruleset.name}.",
        "ruleset": tag(ruleset.key),
        "seats": Limited(fields.Nested(NewSeat), low, high, required=True, metadata=about("In playing order.")),
        "options": Document(docs.OPTIONS[ruleset.key], metadata=about("What is left out has its default.")),
        "seed": fields.String(
            validate=validate.Length(1, 128),
            metadata=about(
                "The same seed deals the same cards every time, so anyone who knows it can foresee the whole deal. "
                "Without it the server draws a secret one. A game with a given seed is marked as not rated."
            ),
        ),
        "public": Document(bool, metadata=about(f"{PUBLIC} Default: false.")),
        "inviters": Document(docs.INVITERS, metadata=about(f"{INVITERS} Default: `host`.")),
        "host_name": name_field("A name for whoever creates the game, to show to those who are invited."),
        "webhook": fields.Nested(
            NewWebhook, metadata=about("A webhook to notify of turns and of the end. Default: none.")
        ),
    }
    return type(f"New{docs.title(ruleset)}Game", (Request,), members)


class NewGame(ByRuleset):
    """A new game."""

    variants: ClassVar[Variants] = {key: _new_game(ruleset) for key, ruleset in RULESETS.items()}


class PlayRequest(Request):
    """Exactly one of the three: a move, the id of a listed move, or several moves of the seat, all or none."""

    class Meta(Request.Meta):
        keywords: ClassVar[dict[str, int]] = {"minProperties": 1, "maxProperties": 1}

    move = Document(docs.MOVE, metadata=about("One move."))
    move_id = fields.String(validate=validate.Length(1, 64), metadata=about("The id of a legal move, as listed."))
    moves = Limited(Document(docs.MOVE), 1, MAX_MOVES, metadata=about("Carried out in order, all or none."))

    @ma.validates_schema
    def exactly_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"move", "move_id", "moves"}) != 1:
            raise ma.ValidationError("Exactly one of move, move_id, moves must be given.")


# --- replies ---------------------------------------------------------------------------------


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


class LegalMoveFields(Reply):
    """A move that is possible now."""

    id = fields.String(required=True, metadata=about("Identifies the move while the game is at this version."))
    label = fields.String(required=True, metadata=about("The move in a few words, in the language of the answer."))
    about = fields.List(
        fields.String(),
        required=True,
        metadata=about(
            "Where on the table it is made: JSON pointers (RFC 6901) into the view of the seat, or into the position. "
            "First what the move touches, then where that goes, then what it is paid with."
        ),
    )


class LegalMove(LegalMoveFields):
    """A move that is possible now."""

    move = Document(docs.MOVE, required=True, metadata=about("The move, complete."))


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
    told = about("Seat -> its secret token. Shown this once; only a hash is kept.")
    return Map("Tokens", fields.String(), required=True, metadata=told)


class Webhook(Reply):
    """The webhook that is notified of the game, and how to check that a notice is from this server."""

    url = fields.String(required=True, metadata=about("Where notices are posted to."))
    secret = fields.String(
        required=True, metadata=about("Signs what is posted there, by Standard Webhooks. Shown this once.")
    )


def _legal_move(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A move of {ruleset.name} that is possible now.",
        "move": Document(docs.MOVES[ruleset.key], required=True, metadata=about("The move, complete.")),
    }
    return type(f"{docs.title(ruleset)}LegalMove", (LegalMoveFields,), members)


LEGAL_MOVES = {key: _legal_move(ruleset) for key, ruleset in RULESETS.items()}
INCLUDED_MOVES = about("Only with `include=moves`: the viewer's legal moves, as `GET .../moves` lists them.")
INCLUDED_EVENTS = about(
    "Only with `include=events`: what happened after version `after`, as `GET .../events` lists it."
)
INCLUDED_SCORE = about(
    "Only with `include=score`: what every seat would get if the game were scored now, as far as the viewer can tell."
)


def _game(ruleset: Ruleset[Any, Any], prefix: str, told: str, **more: Any) -> type[ma.Schema]:
    members = {
        "__doc__": f"A game of {ruleset.name} as its viewer may see it{told}.",
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


class LegalMoves(Reply):
    """All moves that a seat may make now, sorted; none when it is not to act."""

    version = version_field()
    seat = seat_field()
    moves = fields.List(fields.Nested(LegalMove), required=True, metadata=about("Each once."))


class EventList(Reply):
    """What happened in a game, in order, as the viewer may see it."""

    version = version_field()
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("In order."))


class Played(Reply):
    """What a seat's moves brought about, as the seat may see it."""

    version = version_field()
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("What followed from the moves, in order."))
    game = fields.Nested(Game, required=True, metadata=about("As it now is."))


class SeatTurnFields(Reply):
    """Where a game stands for a seat."""

    version = version_field()
    seat = seat_field("Whose view this is: the token's seat.")
    status = Document(docs.GAME_STATUS, required=True, metadata=about(GAME_STATUS))
    to_act = to_act_field()
    deadline = deadline_field()
    result = fields.Nested(Result, required=True, allow_none=True, metadata=about("Null before the end."))


def _seat_turn(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    moves = about("All legal moves of the seat, sorted; none when it is not to act.")
    members = {
        "__doc__": f"Where a game of {ruleset.name} stands for a seat, and what the seat may do.",
        "ruleset": tag(ruleset.key),
        "view": Document(ruleset.shapes.view, required=True, metadata=about("What the seat may know.")),
        "moves": fields.List(fields.Nested(LEGAL_MOVES[ruleset.key]), required=True, metadata=moves),
        "events": fields.List(
            Document(docs.EVENTS[ruleset.key]), required=True, metadata=about("What has happened, in order.")
        ),
    }
    return type(f"{docs.title(ruleset)}SeatTurn", (SeatTurnFields,), members)


class SeatTurn(ByRuleset):
    """All that a player needs to go on, without what never changes in a game."""

    variants: ClassVar[Variants] = {key: _seat_turn(ruleset) for key, ruleset in RULESETS.items()}


class ReplayedMove(Reply):
    """A move of a finished game, with all cards open."""

    version = whole("The game's version after the move.")
    seat = seat_field()
    at = fields.DateTime(format="iso", required=True, metadata=about("When it was accepted: RFC 3339, UTC."))
    move = Document(
        docs.MOVE | None,
        required=True,
        metadata=about(
            "The move, complete; null where there is none, and the event tells why: the seat took back its last move "
            "that stood (`move_undone`), its clock was at work (`seat_away`, `seat_returned`, `seat_forfeited`), or it "
            "resigned (`seat_resigned`)."
        ),
    )
    events = fields.List(Document(docs.EVENT), required=True, metadata=about("What followed from it, in order."))


def _replay(ruleset: Ruleset[Any, Any]) -> type[ma.Schema]:
    members = {
        "__doc__": f"A finished game of {ruleset.name}: enough to play it again and to check every shuffle.",
        "ruleset": tag(ruleset.key),
        "options": Document(docs.OPTIONS[ruleset.key], required=True, metadata=OPTIONS),
        "format": whole("The version of the ruleset's notation."),
        "seed": fields.String(required=True, metadata=about("The seed, in hex; its SHA-256 is `seed_hash`.")),
        "moves": fields.List(fields.Nested(ReplayedMove), required=True, metadata=about("All, in order.")),
    }
    return type(f"{docs.title(ruleset)}Replay", (Outline,), members)


class Replay(ByRuleset):
    """A finished game with all cards open."""

    variants: ClassVar[Variants] = {key: _replay(ruleset) for key, ruleset in RULESETS.items()}
