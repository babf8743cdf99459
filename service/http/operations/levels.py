"""The operation that lists the AI players."""

from __future__ import annotations

from flask import Response

from engine.bots import ratings
from engine.ruleset import Doc
from service.http.middleware.cached_document import fixed
from service.http.middleware.http_helpers import ETAG, IF_NEW
from service.http.openapi.blueprints import Operations
from service.http.operations.rulesets import AGE_OF_OPTIONS, UNCHANGED
from service.http.schemas.levels import LevelList

blueprint = Operations("levels", "AI players and how strong they are.")


@blueprint.operation("/levels", headers=(IF_NEW,))
@blueprint.response(200, LevelList, description="All levels and ratings.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def list_levels() -> Response:
    """List the AI players

    For each ruleset and number of seats, the list has the levels, and the lowest and highest rating that a client can
    send. Each level comes with its own rating, thinking times and mean loss per decision, as measured for this version.
    There are no figures for solo games and for rulesets from other packages.
    """
    return fixed("levels", _describe, AGE_OF_OPTIONS)


def _describe() -> Doc:
    tables = []
    for ruleset, of_seats in ratings.measured().items():
        for seats, measured in of_seats.items():
            lowest, highest = ratings.span(ruleset, int(seats)) or (None, None)
            table = {"ruleset": ruleset, "seats": int(seats), "lowest": lowest, "highest": highest}
            tables.append({**table, "levels": measured["levels"]})
    return {"tables": tables}
