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
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import orjson
from redis.exceptions import NoScriptError

from service.store.redis.client import Client
from service.store.redis.cluster import Cluster


class Script:
    """A script on a Redis or a cluster. It is sent whole only to a server that does not know it yet."""

    def __init__(self, redis: Client, text: str) -> None:
        self._redis = redis
        self._sharded = isinstance(redis, Cluster)
        self._text = f"local SHARDED = {str(self._sharded).lower()}\n{text}"
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Mapping[str, str], args: Mapping[str, Any], pipeline: Any = None) -> Any:
        """One round trip (two when the server does not know the script); with a pipeline, what that returns.

        Keys and arguments by their names, as `base.lua` reads them; arguments are JSON, but for `bytes`, which may be
        anywhere in it. What is `None` is not given.
        """
        names = list(keys.values())
        if self._sharded:
            names.append(f"{names[0].partition('}')[0]}}}:none")
        target: Any = self._redis if pipeline is None else pipeline
        given = _arguments(keys, args)
        try:
            return target.evalsha(self._sha, len(names), *names, *given)
        except NoScriptError:
            return target.eval(self._text, len(names), *names, *given)


def _arguments(keys: Mapping[str, str], args: Mapping[str, Any]) -> list[bytes]:
    """The arguments as one JSON object, and behind it the bytes to which that refers."""
    behind: list[bytes] = []

    def place(value: Any) -> dict[str, int]:
        if not isinstance(value, bytes):
            raise TypeError(f"no argument of a script: {type(value).__name__}")
        behind.append(value)
        return {"@": len(behind) + 1}

    given = {name: value for name, value in args.items() if value is not None}
    return [orjson.dumps({**given, "keys": list(keys)}, default=place), *behind]


def _read(*names: str) -> str:
    folder = files("service.store")
    return "\n".join(folder.joinpath("lua", f"{part}.lua").read_text("utf-8") for part in ("base", *names))


CREATE = _read("listed", "notice", "change", "create")
CLAIM = _read("listed", "notice", "change", "invited", "claim")
COMMIT = _read("listed", "notice", "change", "commit")
KEEP = _read("listed", "keep")
PAGE = _read("listed", "page")
INVITE = _read("invited", "invite")
LEAVE = _read("leave")
REMATCH = _read("rematch")
REMOVE = _read("listed", "remove")

OUTBOX = {
    kind: {step: _read(kind, step) for step in ("lease", "begin", "settle")} for kind in ("turn", "notice", "decision")
}
ASK = _read("ask")
WAITING = _read("waiting")

BOT_REGISTER = _read("bot_register")
BOT_ENTER = _read("bot_enter")
BOT_LEAVE = _read("bot_leave")
BOT_LIST = _read("bot_list")
