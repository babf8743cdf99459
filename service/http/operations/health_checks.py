"""Operations for those who run the service: liveness and readiness."""

from __future__ import annotations

from flask import Response, current_app
from marshmallow import fields

from engine.build import COMPILED
from service.config.packages import refused_packages
from service.http.middleware.http_helpers import reply
from service.http.openapi.blueprints import Operations
from service.http.schemas import common_fields
from service.http.schemas.base import Reply
from service.http.schemas.ruleset_documents import ENGINE_BUILD

FAILS = "uri-too-long headers-too-large"
"""Problems that any request may get, even if the call takes no parameters and no body."""
blueprint = Operations("operations", "For operators of the service.", prefix=None)


class Status(Reply):
    """The process is alive."""

    status = common_fields.text_field("`ok`.")


@blueprint.operation("/healthz", fails=FAILS)
@blueprint.response(200, Status, description="The process answers.")
def get_health() -> Response:
    """Is the process alive?

    The answer does not depend on Redis or the workers.
    """
    return reply({"status": "ok"})


class Readiness(Status):
    """The server can play games."""

    engine = common_fields.document_field(
        ENGINE_BUILD, "The engine that plays: `compiled`, or the same code as plain `python`, which is slower."
    )
    refused = common_fields.many(
        fields.String(), "A sentence for each installed package that was left out because it is faulty."
    )


@blueprint.operation("/readyz", fails=f"{FAILS} not-ready")
@blueprint.response(200, Readiness, description="Games can be played.")
def get_readiness() -> Response:
    """Can games be played?

    If not, the problem says what is missing: Redis does not answer (`redis`), accepts no `writes` or runs no `scripts`,
    or none of the `workers` can play for AI seats.
    """
    current_app.extensions["store"]()
    current_app.extensions["workers"]()
    engine = "compiled" if COMPILED else "python"
    return reply({"status": "ok", "engine": engine, "refused": refused_packages()})
