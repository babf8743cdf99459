"""Query parameters of the calls on stored games."""

from __future__ import annotations

from typing import Annotated, Any

from marshmallow import fields

from engine.shapes import Matches, Size
from service.games.core.include_option import PARTS
from service.http.middleware.http_helpers import MAX_WAIT
from service.http.schemas import common_fields, ruleset_documents, validation_messages
from service.http.schemas.base import Request
from service.http.schemas.field_types import CommaList, Document

LAST_VERSION = 2**31 - 1
EYES = Annotated[str, Size(1, 9), Matches(r"all|spectator|[0-9]{1,2}")]
"""The viewer of a past version."""


def version_field(description: str, **more: Any) -> fields.Integer:
    return common_fields.integer(
        description, optional=True, validate=validation_messages.within(0, LAST_VERSION), **more
    )


def wait_field(description: str) -> fields.Integer:
    return common_fields.integer(description, load_default=0, validate=validation_messages.within(0, MAX_WAIT))


class IncludeQuery(Request):
    """Query parameters: what to return together with the game."""

    include = CommaList(
        Document(ruleset_documents.INCLUDED),
        validate=validation_messages.entries(None, len(PARTS)),
        metadata=common_fields.about(
            "What else the answer should include, separated by commas. `moves`: the legal moves of the seat (none for "
            "a spectator). `events`: what has happened, after version `after` if that is given. `score`: what "
            "every seat would get if the game were scored now (missing until the game begins)."
        ),
    )


class SinceQuery(IncludeQuery):
    """Query parameters: what to return together with the game, and after which version to list events."""

    after = version_field("Return the events after this version, and not only those of this request.")


class PlayQuery(SinceQuery):
    """Query parameters: how to make moves."""

    wait = wait_field(
        "Hold the answer until the seat may move again or the game is over, for at most this many seconds. The "
        "moves are made immediately."
    )
    dry_run = common_fields.flag(
        "Only check whether the moves would be accepted; nothing changes.",
        load_default=False,
    )


class WaitQuery(Request):
    """Query parameters: when to answer."""

    after = version_field("Answer when the game is past this version.")
    wait = wait_field("With `after`: hold the answer until then, for at most this many seconds.")


class GameQuery(WaitQuery, IncludeQuery):
    """Query parameters: when to answer, and what to return together with the game."""

    after = version_field(
        "Answer when the game is past this version. Included events are those after it; by default all."
    )
    version = version_field(
        "The game as it was at this version, without waiting; included events are those of this version, or those "
        "after `after`."
    )
    view = common_fields.document_field(
        EYES,
        "Whose view: a seat's, a `spectator`'s, or `all`: then the view shows all hands, events include "
        "hidden cards, and the `position` is added. Seats other than the token's, and `all`, only after the "
        "end (`game-running`).",
        optional=True,
    )


class EventsQuery(WaitQuery):
    """Query parameters: which events, and when to answer."""

    after = version_field("Only what happened after this version.", load_default=0)
