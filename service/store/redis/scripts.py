"""The Lua scripts. Each reads first and writes last, so its effect is all or nothing.

They need Redis 6.2, or Redis 7 in a cluster. A script that is repeated after a lost connection recognizes its own
effect (the token, the nonce of the commit) and reports success. All times are by Redis' clock, so the clocks of hosts
need not agree.

In a cluster all keys of a script are in one slot. Each call also names a key of that slot that never exists: while a
slot is moved and its keys are split between nodes, the nodes refuse such calls (`TRYAGAIN`). So a script never mistakes
moved keys for missing ones.
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
    """A script on a Redis or a cluster. Its text is sent only to servers that do not have it yet."""

    def __init__(self, redis: Client, text: str) -> None:
        self._redis = redis
        self._sharded = isinstance(redis, Cluster)
        self._text = f"local SHARDED = {str(self._sharded).lower()}\n{text}"
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Mapping[str, str], args: Mapping[str, Any], pipeline: Any = None) -> Any:
        """Run the script in one round trip (two if the server does not know it). With a pipeline, return the pipeline's
        result.

        Keys and arguments are passed by name, as `base.lua` reads them. Arguments are JSON and may contain `bytes`;
        those that are `None` are omitted.
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
    """Return the arguments as one JSON object, followed by the bytes to which it refers."""
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


CREATE = _read("listed", "notices", "change", "create")
CLAIM = _read("listed", "notices", "change", "invited", "claim")
COMMIT = _read("listed", "notices", "change", "commit")
KEEP = _read("listed", "keep")
PAGE = _read("listed", "page")
INVITE = _read("invited", "invite")
LEAVE = _read("forget", "leave")
REMATCH = _read("rematch")
REMOVE = _read("listed", "remove")
TOKEN = _read("token")
PUSH = _read("push")
ERASE = _read("forget", "erase")

OUTBOX = {
    kind: {step: _read("notices", kind, step) for step in ("lease", "begin", "settle")}
    for kind in ("turn", "notice", "decision")
}
PING = _read("notices", "ping")
WEBHOOK = _read("webhook")
ASK = _read("ask")
WAITING = _read("waiting")

BOT_REGISTER = _read("bot_register")
BOT_ENTER = _read("bot_enter")
BOT_LEAVE = _read("bot_leave")
BOT_LIST = _read("bot_list")
