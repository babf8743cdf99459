"""The queries of the calls on stored games: what to tell, since when, and when to answer."""

from __future__ import annotations

from typing import Annotated

import marshmallow as ma
from marshmallow import fields, validate

from engine.shapes import Matches, Size
from service.games.including import PARTS
from service.http.api import documents as docs
from service.http.api.exchange import MAX_WAIT
from service.http.api.fields import CommaList, Document
from service.http.api.schemas.base import about

LAST_VERSION = 2**31 - 1
EYES = Annotated[str, Size(1, 9), Matches(r"all|spectator|[0-9]{1,2}")]
"""Through whose eyes a game may be looked at."""


class IncludeQuery(ma.Schema):
    """What to tell together with the game."""

    include = CommaList(
        Document(docs.INCLUDED),
        validate=validate.Length(max=len(PARTS)),
        metadata=about(
            "What else the answer should include, separated by commas. `moves`: the legal moves of the seat (none for "
            "a spectator). `events`: what has happened, after version `after` if that is given. `score`: what "
            "everybody would get if the game were scored now."
        ),
    )


class SinceQuery(IncludeQuery):
    """What to tell together with the game, and since when."""

    after = fields.Integer(
        validate=validate.Range(0, LAST_VERSION),
        metadata=about("Return the events after this version, and not only those of this request."),
    )


class PlayQuery(SinceQuery):
    """How to make moves."""

    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT),
        metadata=about(
            "Hold the answer until the seat may move again or the game is over, for at most this many seconds. The "
            "moves are made at once."
        ),
    )
    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=about("Only find out whether the moves would be accepted: nothing is changed."),
    )


class WaitQuery(ma.Schema):
    """When to answer."""

    after = fields.Integer(
        validate=validate.Range(0, LAST_VERSION), metadata=about("Answer when the game is past this version.")
    )
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, MAX_WAIT),
        metadata=about("With `after`: hold the answer until then, for at most this many seconds."),
    )


class GameQuery(WaitQuery, IncludeQuery):
    """When to answer, and what to tell together with the game."""

    after = fields.Integer(
        validate=validate.Range(0, LAST_VERSION),
        metadata=about("Answer when the game is past this version. Of included events those after it; else all."),
    )
    version = fields.Integer(
        validate=validate.Range(0, LAST_VERSION),
        metadata=about(
            "The game as it was at this version, at once; included events are those of this version, or those after "
            "`after`."
        ),
    )
    view = Document(
        EYES,
        metadata=about(
            "Whose view: a seat's, a `spectator`'s, or `all`: then all hands are open in the view, events come "
            "with their secrets, and the `position` is added. Other seats than the token's, and `all`, only after the "
            "end (`game-running`)."
        ),
    )


class EventsQuery(WaitQuery):
    """Which events, and when to answer."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, LAST_VERSION),
        metadata=about("Only what happened after this version."),
    )
