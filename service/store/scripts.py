"""The Lua scripts: each reads everything first and then writes everything, so it is all or nothing.

They run on Redis 6.2. A script that a lost connection made run twice finds its own work (the token, the nonce of
the commit) and reports success. Times come from the server's clock, so that hosts need not agree on theirs.
"""

from __future__ import annotations

from importlib.resources import files


def _read(*names: str) -> str:
    folder = files("service.store")
    return "\n".join(folder.joinpath(f"{part}.lua").read_text("utf-8") for part in ("now", *names))


CREATE = _read("clock", "notice_close", "note", "count", "create")
CLAIM = _read("clock", "notice_close", "note", "count", "claim")
COMMIT = _read("clock", "notice_close", "note", "count", "commit")
LEASE = _read("lease")
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
NOTICE_LEASE = _read("notice_close", "notice_lease")

DECISION_CREATE = _read("decision_create")
DECISION_BEGIN = _read("decision_begin")
DECISION_HOLD = _read("decision_hold")
DECISION_END = _read("decision_close", "decision_end")
DECISION_LEASE = _read("decision_close", "decision_lease")
