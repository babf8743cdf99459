"""The operation that shows what an API key has used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Response, current_app

from service.http.middleware.http_helpers import reply
from service.http.middleware.rate_limits import CALLS, own_key
from service.http.openapi.blueprints import Operations
from service.http.schemas.usage import Usage
from service.store.lists.key_registry import DAY_SECONDS, DayOfUse, KeyStore

blueprint = Operations("usage", "What an API key has used.", "unavailable")


@blueprint.operation("/usage", scope="read", needs_key=True, limit=CALLS)
@blueprint.response(200, Usage, description="The key's usage.")
def get_usage() -> Response:
    """See what your API key has used

    The answer shows what is left of today's quotas. It also shows the usage of each day (UTC) on which the key was
    used: the last 31 such days, the latest first.
    """
    key, store = own_key(), current_app.extensions["keys"]
    assert isinstance(store, KeyStore)
    days = store.usage([key.name])[key.name]
    # This request itself counts as a use of today.
    used = _document(days[0])
    left = {
        what: None if (most := key.limits.get(f"{quota}_per_day")) is None else max(0, most - used[what])
        for what, quota in (("games", "games"), ("decisions", "decisions"), ("processor_seconds", "seconds"))
    }
    return reply({"key": key.name, "days": [_document(day) for day in days], "left": left})


def _document(day: DayOfUse) -> dict[str, Any]:
    counts = {what: day.used[what] for what in ("calls", "games", "decisions", "refused")}
    date = datetime.fromtimestamp(day.day * DAY_SECONDS, UTC).date().isoformat()
    return {"date": date, **counts, "processor_seconds": day.used["microseconds"] / 1_000_000}
