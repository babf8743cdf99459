"""Names in Redis. Everything about a game lies in its bucket, whose hash tag makes it one slot of a cluster; everything
about decisions lies in one more slot.

| key | type | holds |
|---|---|---|
| `{b17}:game:<id>:head` | hash | `setup`, `version`, `position`, `commit`, `at`, `open`, `tried`, `token:<n>`, ... |
| `{b17}:game:<id>:log` | list | the accepted moves; entry i led to version i + 1 |
| `{b17}:game:<id>:memo:<hash>` | string | the first answer to an idempotency key of a seat |
| `{b17}:created:<hash>` | string | the first answer to an idempotency key of a creation |
| `{b17}:due` | sorted set | games in which an AI seat is to act, by the time (ms) at which they are due |
| `{b17}:games:<status>` | sorted set | games of a status (`STATUSES`), by the time (ms) at which they expire |
| `{b17}:parked` | sorted set | games whose due turns nobody tries any more, by the time (ms) since when |
| `{decisions}:decision:<id>` | hash | a decision: the fields of `service.store.decisions` |
| `{decisions}:due` | sorted set | decisions that are waited for, by the time (ms) at which they are asked for again |
| `{decisions}:caller:<hash>` | sorted set | those of one caller, by the time (ms) at which they are given up |
| `{decisions}:memo:<hash>` | string | the first answer to an idempotency key of a decision |

`at` is when the game began (created, or its last open seat claimed) or its last move was accepted: ms since 1970, by
the server's clock. `tried` is a version and how often its due turn was begun in vain, `parked` why it is parked,
`name:<n>` who claimed the seat.

Besides: RQ's own keys, and `LIMITS:*`, the counters of requests (`service.access.counters`).

The channel `changed` carries `<id> <version>` after every change of a game, `<id> <status>` at the end of a decision.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

from service.store.errors import NoSuchDecision, NoSuchGame

CHANNEL = "changed"
STATUSES = ("waiting", "active", "finished")
"""What a game may be."""
MOST_BUCKETS = 16384
ID_PATTERN = "[0-9a-f]{4}[a-z2-7]{16}"
"""A game's id: its bucket in four hex digits, then 80 random bits in base 32."""
DECISION_PATTERN = "[a-z2-7]{32}"
"""A decision's id: 160 random bits in base 32. It is all that one needs to read the decision."""
DECISIONS_DUE = "{decisions}:due"
AROUND_DECISION = "{decisions}:decision:"
"""What stands before a decision's id in its key, for a script that finds ids itself."""


def new_id(bucket: int) -> str:
    """A fresh id in the bucket."""
    return f"{bucket:04x}{base64.b32encode(secrets.token_bytes(10)).decode().lower()}"


def bucket_of(game_id: str) -> int:
    """The bucket of a game's id. Raises `NoSuchGame` for what cannot be an id."""
    if not re.fullmatch(ID_PATTERN, game_id):
        raise NoSuchGame(f"there is no game {game_id!r}")
    return int(game_id[:4], 16)


def due(bucket: int) -> str:
    """The sorted set of a bucket's due games."""
    return f"{{b{bucket}}}:due"


def counted(bucket: int, status: str) -> str:
    """The sorted set of a bucket's games of a status."""
    return f"{{b{bucket}}}:games:{status}"


def parked(bucket: int) -> str:
    """The sorted set of a bucket's parked games."""
    return f"{{b{bucket}}}:parked"


def created(bucket: int, digest: str) -> str:
    """The memo of a creation."""
    return f"{{b{bucket}}}:created:{digest}"


def around_id(bucket: int) -> tuple[str, str]:
    """What stands before and behind a game's id in the key of its head, for a script that finds ids itself."""
    return f"{{b{bucket}}}:game:", ":head"


def game(game_id: str, part: str) -> str:
    """A key of a game; `part` is `head`, `log` or `memo:<hash>`."""
    return f"{{b{bucket_of(game_id)}}}:game:{game_id}:{part}"


def new_decision_id() -> str:
    """A fresh id that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(20)).decode().lower()


def decision(decision_id: str) -> str:
    """The key of a decision. Raises `NoSuchDecision` for what cannot be an id."""
    if not re.fullmatch(DECISION_PATTERN, decision_id):
        raise NoSuchDecision("there is no such decision")
    return AROUND_DECISION + decision_id


def caller(name: str) -> str:
    """The waiting decisions of a caller."""
    return f"{{decisions}}:caller:{hashlib.sha256(name.encode()).hexdigest()}"


def decision_memo(digest: str) -> str:
    """The memo of a request for a decision."""
    return f"{{decisions}}:memo:{digest}"
