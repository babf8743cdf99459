"""How often one address may make the calls that cost and that need no token."""

from __future__ import annotations

import math
import time
from typing import Any

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from service.api.problems import TOO_MANY_REQUESTS, Refused, respond


def install(app: Flask, per_minute: int, connections: Any) -> None:
    """Count the calls marked as limited, of all processes together, through the pool of connections to Redis.

    All these calls of an address are counted as one; 0 is no limit.
    """
    if not per_minute:
        return
    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[f"{per_minute} per minute"],
        application_limits_exempt_when=_is_free,
        strategy="fixed-window",
        # Says only what kind of storage it is: the pool knows where.
        storage_uri="redis://",
        storage_options={"connection_pool": connections},
    )

    def refuse(_: RateLimitExceeded) -> Response:
        assert limiter.current_limit is not None
        seconds = max(1, math.ceil(limiter.current_limit.reset_at - time.time()))
        detail = f"At most {per_minute} such requests a minute; please try again in {seconds} seconds."
        return respond(Refused(TOO_MANY_REQUESTS, detail), {"Retry-After": str(seconds)})

    app.register_error_handler(RateLimitExceeded, refuse)


def _is_free() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return not getattr(view, "limited", False)
