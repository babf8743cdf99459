"""Names in Redis. Everything about a game lies in its bucket, whose hash tag makes it one slot of a cluster; everything
about decisions lies in one more slot, and everything about a receiver of notices in one of its own.

| key | type | holds |
|---|---|---|
| `{b17}:game:<id>:head` | hash | `setup`, `version`, `state`, `hooks`, `commit`, `at`, `open`, `token:<n>`, ... |
| `{b17}:game:<id>:log` | list | the accepted moves, and what was noted of seats; entry i led to version i + 1 |
| `{b17}:game:<id>:memo:<hash>` | string | the first answer to an idempotency key of a seat |
| `{b17}:game:<id>:invitations` | hash | its invitations by their ids: the records of `invitation_codes` |
| `{b17}:game:<id>:removed` | string | there after a rematch was removed: its id is not used again |
| `{b17}:created:<hash>` | string | the first answer to an idempotency key of a creation |
| `{b17}:ready` | string | the trace of a write that was tried, for a second |
| `{b17}:due` | sorted set | games in which an AI seat is to act or a clock runs, by the time (ms) they are due |
| `{b17}:games:<status>` | sorted set | games of a status (`STATUSES`), by the time (ms) at which they expire |
| `{b17}:listed` | sorted set | the games that lists show, by the time (ms) at which they expire: `listed.lua` |
| `{b17}:listed:<scope>:<ruleset>:<status>` | sorted set | a list, by places: `place` |
| `{b17}:parked` | sorted set | games whose due turns nobody tries any more, by the time (ms) since when |
| `{b17}:game:<id>:notices` | list | its notices that wait to be sent, the oldest first |
| `{b17}:notice:<id>` | hash | a notice: the fields of `service.store.outbox.notice_queue` |
| `{b17}:notices` | sorted set | notices to be sent, by the time (ms) at which they are asked for again |
| `{b17}:dead` | list | the last notices that were given up, the latest first |
| `{b17}:bot:<name>` | sorted set | games in which an external bot may move, by the time (ms) since when |
| `{bots}:all` | hash | bot -> what it is (`service.store.lists.bot_registry`) |
| `{bots}:keys` | hash | name of an API key -> its bot |
| `{bots}:here:<name>` | sorted set | the bot's connections, by the time (ms) until which they hold |
| `{bots}:late:<name>:<id>` | string | there while a bot that let a move's time run out is not waited for in a game |
| `{decisions}:decision:<id>` | hash | a decision: the fields of `service.store.outbox.decision_queue` |
| `{decisions}:decision:<longer id>` | hash | a review: the fields of `service.store.outbox.review_queue` |
| `{decisions}:due` | sorted set | decisions that are waited for, by the time (ms) at which they are asked for again |
| `{decisions}:caller:<hash>` | sorted set | those of one caller, by the time (ms) at which they are given up |
| `{decisions}:served` | sorted set | callers, by the time (ms) at which one of their decisions was begun last |
| `{decisions}:memo:<hash>` | string | the first answer to an idempotency key of a decision |
| `invitation:{<code>}` | string | the game that an invitation's code leads to, and the invitation's id |
| `failing:{<hash>}` | string | how often a receiver of notices did not answer, lately and in a row |
| `paused:{<hash>}` | string | there while such a receiver is left alone, or is being tried |

`state` is the position, packed (`service.store.games.packed_json`); a game that waits for players has none.

`at` is when the game began (created, or its last open seat claimed) or its last move was accepted: ms since 1970, by
the server's clock. `tries` is how often its due turn was begun since then in vain, `parked` why it is parked,
`name:<n>` who claimed the seat, `contribution:<n>` what that player added to the secret, `host` the hash of the host's
token, `left` how often a seat was given back, `rematch` the id of the game that follows. A game with a clock has in its
head also `clock` (`service.store.games.clock_record.Timing`) and `deadline`: when the time of the running turn is up, 0
for never, in the same way.

Besides: RQ's own keys, and `LIMITS:*`, the counters of requests (`service.http.middleware.access.counters`).

The channel `changed` carries `<id> <version>` after every change of a game, `<id> <status>` at the end of a decision,
and `@<bot> <id>` when an external bot may move in a game.
In a cluster each slot has channels of its own, `{b17}:changed`: sharded ones.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from functools import lru_cache

from service.store.redis.store_errors import NoSuchDecision, NoSuchGame, NoSuchReview

CHANNEL = "changed"
DECISIONS = "{decisions}"
"""What stands before the keys of decisions."""
STATUSES = ("waiting", "active", "finished")
"""What a game may be."""
MAX_BUCKETS = 16384
ID_PATTERN = "[0-9a-f]{4}[a-z2-7]{16}"
"""A game's id: its bucket in four hex digits, then 80 random bits in base 32."""
PLACE_PATTERN = f"[0-9a-f]{{12}}{ID_PATTERN}"
"""A place in lists, see `place`."""
DECISION_LENGTH = 32
DECISION_PATTERN = f"[a-z2-7]{{{DECISION_LENGTH}}}"
"""A decision's id: 160 random bits in base 32. It is all that one needs to read the decision."""
BOTS = "{bots}:all"
BOT_KEYS = "{bots}:keys"
AROUND_BOT = "{bots}:here:"
"""What stands before a bot's name in the key of its connections."""
BOT_PATTERN = "[a-z0-9][a-z0-9_-]{0,31}"
"""The name of an external bot."""
REVIEW_PATTERN = "[a-z2-7]{40}"
"""A review's id: a hash of what is reviewed, longer than the id of a decision."""
DECISIONS_DUE = "{decisions}:due"
DECISIONS_SERVED = "{decisions}:served"
"""Whose turn was when."""
AROUND_DECISION = "{decisions}:decision:"
"""What stands before a decision's id in its key, for a script that finds ids itself."""


def new_id(bucket: int, name: bytes | None = None) -> str:
    """A fresh id in the bucket; or the one that a game has by what it is, of whose hash 10 bytes are given."""
    return f"{bucket:04x}{base64.b32encode(name or secrets.token_bytes(10)).decode().lower()}"


@lru_cache(1024)
def bucket_of(game_id: str) -> int:
    """The bucket of a game's id. Raises `NoSuchGame` for what cannot be an id."""
    if not re.fullmatch(ID_PATTERN, game_id):
        raise NoSuchGame(f"there is no game {game_id!r}")
    return int(game_id[:4], 16)


def bucket(number: int) -> str:
    """What stands before the keys of a bucket: its hash tag."""
    return f"{{b{number}}}"


def tags(buckets: int) -> list[str]:
    """The hash tags of the slots that have channels: those of all buckets, and that of the decisions."""
    return [*map(bucket, range(buckets)), DECISIONS]


def due(bucket: int) -> str:
    return f"{{b{bucket}}}:due"


def counted(bucket: int, status: str) -> str:
    return f"{{b{bucket}}}:games:{status}"


def listed(bucket: int, *parts: str) -> str:
    """The registry of a bucket's lists; with scope, ruleset and status one of these."""
    return ":".join((f"{{b{bucket}}}:listed", *parts))


def place(created_ms: int, game_id: str) -> str:
    """Where a game stands in lists: of two places the later one is the greater text."""
    return f"{created_ms:012x}{game_id}"


def parked(bucket: int) -> str:
    return f"{{b{bucket}}}:parked"


def created(bucket: int, digest: str) -> str:
    return f"{{b{bucket}}}:created:{digest}"


def around_id(bucket: int) -> tuple[str, str]:
    """What stands before and behind a game's id in the key of its head, for a script that finds ids itself."""
    return f"{{b{bucket}}}:game:", ":head"


def of_game(game_id: str) -> dict[str, str]:
    """All keys of a game and of its bucket that the scripts may touch which change it, by their names there."""
    tag = f"{{b{bucket_of(game_id)}}}"
    parts = {part: f"{tag}:game:{game_id}:{part}" for part in ("head", "log", "invitations", "removed")}
    sets = {name: f"{tag}:{name}" for name in ("due", "notices", "dead", "listed")}
    return {**parts, **sets, **{status: f"{tag}:games:{status}" for status in STATUSES}}


def game(game_id: str, part: str) -> str:
    """A key of a game; `part` is `head`, `log`, `notices`, `invitations` or `memo:<hash>`."""
    return f"{{b{bucket_of(game_id)}}}:game:{game_id}:{part}"


def invitation(code: str) -> str:
    """Where an invitation's code leads."""
    return f"invitation:{{{code}}}"


def notices(bucket: int) -> str:
    return f"{{b{bucket}}}:notices"


def dead(bucket: int) -> str:
    return f"{{b{bucket}}}:dead"


def around_notice(bucket: int) -> str:
    """What stands before a notice's id in its key."""
    return f"{{b{bucket}}}:notice:"


def notice_id(game_id: str, version: int, kind: str, hook: str) -> str:
    """The id of a notice to a hook, made from what it tells of: so it is the same whoever makes it."""
    return f"{game_id}_{version}_{kind}_{hook}"


def bucket_of_notice(name: str) -> int:
    """The bucket of a notice's id. Raises `NoSuchGame` for what cannot be one."""
    return bucket_of(name.partition("_")[0])


def silent_host(host: str) -> list[str]:
    """The keys of a host that did not answer: how often, and that it is left alone."""
    digest = hashlib.sha256(host.encode()).hexdigest()
    return [f"failing:{{{digest}}}", f"paused:{{{digest}}}"]


def bot_games(bucket: int, bot: str) -> str:
    return f"{{b{bucket}}}:bot:{bot}"


def bot_here(bot: str) -> str:
    return AROUND_BOT + bot


def bot_late(bot: str, game_id: str) -> str:
    """There while the bot is not waited for in the game."""
    return f"{{bots}}:late:{bot}:{game_id}"


def new_decision_id() -> str:
    """A fresh id that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(20)).decode().lower()


def decision(decision_id: str) -> str:
    """The key of a decision. Raises `NoSuchDecision` for what cannot be an id."""
    if not re.fullmatch(DECISION_PATTERN, decision_id):
        raise NoSuchDecision("there is no such decision")
    return AROUND_DECISION + decision_id


def review(review_id: str) -> str:
    """The key of a review. Raises `NoSuchReview` for what cannot be an id."""
    if not re.fullmatch(REVIEW_PATTERN, review_id):
        raise NoSuchReview("there is no such review")
    return AROUND_DECISION + review_id


def caller(name: str) -> str:
    return f"{{decisions}}:caller:{hashlib.sha256(name.encode()).hexdigest()}"


def decision_memo(digest: str) -> str:
    return f"{{decisions}}:memo:{digest}"
