"""Names in Redis. Everything about a game lies in its bucket, whose hash tag makes it one slot of a cluster.

| key | type | holds |
|---|---|---|
| `{b17}:game:<id>:head` | hash | `setup`, `version`, `position`, `commit`, `at`, `open`, `token:<n>`, `name:<n>` |
| `{b17}:game:<id>:log` | list | the accepted moves; entry i led to version i + 1 |
| `{b17}:game:<id>:memo:<hash>` | string | the first answer to an idempotency key of a seat |
| `{b17}:created:<hash>` | string | the first answer to an idempotency key of a creation |
| `{b17}:due` | sorted set | games in which an AI seat is to act, by the time (ms) at which they are due |

`at` is when the game began (created, or its last open seat claimed) or its last move was accepted: ms since 1970, by
the server's clock.

Besides: RQ's own keys, and `LIMITS:*`, how often an address has called in the last minute (`service.api.limits`).

The channel `changed` carries `<id> <version>` after every change of a game.
"""

from __future__ import annotations

import base64
import re
import secrets

from service.store.errors import NoSuchGame

CHANNEL = "changed"
MOST_BUCKETS = 16384
ID_PATTERN = "[0-9a-f]{4}[a-z2-7]{16}"
"""A game's id: its bucket in four hex digits, then 80 random bits in base 32."""


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


def created(bucket: int, digest: str) -> str:
    """The memo of a creation."""
    return f"{{b{bucket}}}:created:{digest}"


def around_id(bucket: int) -> tuple[str, str]:
    """What stands before and behind a game's id in the key of its head, for a script that finds ids itself."""
    return f"{{b{bucket}}}:game:", ":head"


def game(game_id: str, part: str) -> str:
    """A key of a game; `part` is `head`, `log` or `memo:<hash>`."""
    return f"{{b{bucket_of(game_id)}}}:game:{game_id}:{part}"
