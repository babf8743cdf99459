"""The operation that lists the AI players."""

from __future__ import annotations

from flask import Response

from engine.bots import ratings
from engine.ruleset import Doc
from service.http.middleware.cached_document import fixed
from service.http.middleware.http_helpers import ETAG, IF_NEW, games
from service.http.openapi.blueprints import Operations
from service.http.operations.rulesets import AGE_OF_OPTIONS, UNCHANGED
from service.http.schemas.levels import LevelList

blueprint = Operations("levels", __name__, url_prefix="/v1", description="AI players and how strong they are.")


@blueprint.operation("/levels", headers=(IF_NEW,))
@blueprint.response(200, LevelList, description="All levels and ratings.", headers=ETAG)
@blueprint.alt_response(304, description=UNCHANGED, headers=ETAG)
def list_levels() -> Response:
    """List the AI players

    Each level comes with its rating per ruleset and number of seats, with thinking times and the mean loss per
    decision, as measured for this version. A level of another package has no figures.
    """
    return fixed("levels", _describe, AGE_OF_OPTIONS)


def _describe() -> Doc:
    measured: list[tuple[Doc, Doc]] = [
        ({"ruleset": ruleset, "seats": int(seats)}, one)
        for ruleset, tables in ratings.measured().items()
        if ruleset in games().rulesets
        for seats, one in tables.items()
    ]
    levels = [
        {"name": name, "tables": [{**table, **_figures(one, name)} for table, one in measured if _figures(one, name)]}
        for name in games().levels
    ]
    spans = [(table, ratings.span(table["ruleset"], table["seats"])) for table, _ in measured]
    return {
        "levels": levels,
        "ratings": [{**table, "lowest": span[0], "highest": span[1]} for table, span in spans if span is not None],
    }


def _figures(measured: Doc, name: str) -> Doc:
    """Return what was measured of a level at a table; empty if nothing was."""
    found: Doc = next((one for one in measured["levels"] if one["name"] == name), {})
    return {field: value for field, value in found.items() if field != "name"}
