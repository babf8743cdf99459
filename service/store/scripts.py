"""The Lua scripts: each reads everything first and then writes everything, so it is all or nothing.

They run on Redis 6.2, in a cluster on Redis 7. A script that a lost connection made run twice finds its own work (the
token, the nonce of the commit) and reports success. Times come from the server's clock, so that hosts need not agree on
theirs.

In a cluster all that a script touches lies in one slot, and each call names one more key of it, which never exists:
while the slot is moved, and half of its keys are here and half there, the nodes refuse such a call (`TRYAGAIN`). So no
script mistakes what has moved already for what is gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from service.store.client import Client
from service.store.cluster import Cluster

SOON_SECONDS = 10
"""What becomes due within this time is told at once to the dispatchers, who look for all else as often."""


class Script:
    """A script on a Redis or a cluster. It is sent whole only to a server that does not know it yet."""

    def __init__(self, redis: Client, text: str) -> None:
        self._redis = redis
        self._sharded = isinstance(redis, Cluster)
        self._text = f"local SHARDED, SOON = {str(self._sharded).lower()}, {SOON_SECONDS * 1000}\n{text}"
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[Any], pipeline: Any = None) -> Any:
        """One round trip (two when the server does not know the script); with a pipeline, what that returns."""
        if self._sharded:
            keys = [*keys, f"{keys[0].partition('}')[0]}}}:none"]
        target: Any = self._redis if pipeline is None else pipeline
        try:
            return target.evalsha(self._sha, len(keys), *keys, *args)
        except NoScriptError:
            return target.eval(self._text, len(keys), *keys, *args)


def _read(*names: str) -> str:
    folder = files("service.store")
    return "\n".join(folder.joinpath("lua", f"{part}.lua").read_text("utf-8") for part in ("now", "tell", *names))


CREATE = _read("clock", "notice_close", "note", "count", "listed", "create")
CLAIM = _read("clock", "notice_close", "note", "count", "invited", "listed", "claim")
COMMIT = _read("clock", "notice_close", "note", "count", "listed", "commit")
KEEP = _read("count", "listed", "keep")
PAGE = _read("listed", "page")
INVITE = _read("invited", "invite")
LEAVE = _read("leave")
REMATCH = _read("rematch")
REMOVE = _read("listed", "remove")
LEASE = _read("next_due", "lease")
POSTPONE = _read("postpone")
AWAIT = _read("await")
DROP = _read("drop")
BEGIN = _read("begin")
AGAIN = _read("again")
PARK = _read("park")
UNPARK = _read("unpark")
OVERDUE = _read("overdue")

NOTICE_BEGIN = _read("notice_begin")
NOTICE_END = _read("notice_close", "notice_end")
NOTICE_LEASE = _read("next_due", "notice_close", "notice_lease")

BOT_REGISTER = _read("bot_register")
BOT_ENTER = _read("bot_enter")
BOT_LEAVE = _read("bot_leave")
BOT_AWAITED = _read("bot_awaited")
BOT_LIST = _read("bot_list")

DECISION_CREATE = _read("decision_create")
DECISION_BEGIN = _read("decision_begin")
DECISION_HOLD = _read("decision_hold")
DECISION_END = _read("decision_close", "decision_end")
REVIEW_STEP = _read("review_step")
DECISION_LEASE = _read("next_due", "decision_close", "decision_lease")
