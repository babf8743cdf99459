"""Keys in Redis. All keys of a game have the hash tag of its bucket, so in a cluster a bucket is in one slot. Decisions
have a slot of their own, and so has each receiver of notices.

| key | type | holds |
|---|---|---|
| `{b17}:game:<id>:head` | hash | `setup`, `version`, `state`, `hooks`, `commit`, `at`, `open`, `token:<n>`, ... |
| `{b17}:game:<id>:log` | list | accepted moves and notes about seats; entry i led to version i + 1 |
| `{b17}:game:<id>:memo:<hash>` | string | the first reply to an idempotency key of a seat |
| `{b17}:game:<id>:invitations` | hash | invitations by id: the records of `invitation_codes` |
| `{b17}:game:<id>:removed` | string | exists after a rematch was removed: its id is not reused |
| `{b17}:created:<hash>` | string | the first reply to an idempotency key of a creation |
| `{b17}:ready` | string | written to test whether Redis accepts writes; expires after a second |
| `{b17}:due` | sorted set | games in which an AI seat is to act or a clock runs, by due time (ms) |
| `{b17}:games:<status>` | sorted set | games of a status (`STATUSES`), by expiry (ms) |
| `{b17}:listed` | sorted set | games shown in lists, by expiry (ms): `listed.lua` |
| `{b17}:listed:<scope>:<ruleset>:<status>` | sorted set | a list, by places: `sort_key_of` |
| `{b17}:parked` | sorted set | games whose due turns are no longer tried, by the time (ms) of parking |
| `{b17}:game:<id>:notices` | list | the game's pending notices, oldest first |
| `{b17}:notice:<id>` | hash | a notice: the fields of `service.store.outbox.notice_queue` |
| `{b17}:notices` | sorted set | pending notices, by due time (ms) |
| `{b17}:notices:failed:<webhook>` | sorted set | notices that were given up, by the time (ms) of giving up |
| `{b17}:bot:<name>` | sorted set | games in which an external bot may move, by the time (ms) at which this began |
| `{bots}:all` | hash | bot -> its record (`service.store.lists.bot_registry`) |
| `{bots}:keys` | hash | name of an API key -> its bot |
| `{bots}:here:<name>` | sorted set | the bot's connections, by expiry (ms) |
| `{bots}:late:<name>:<id>` | string | exists while a game does not wait for a bot that timed out |
| `{decisions}:decision:<id>` | hash | a decision: the fields of `service.store.outbox.decision_queue` |
| `{decisions}:decision:<shorter id>` | hash | a batch: a decision with lists in place of its request, view and result |
| `{decisions}:decision:<longer id>` | hash | a review: the fields of `service.store.outbox.review_queue` |
| `{decisions}:due` | sorted set | pending decisions, by due time (ms) |
| `{decisions}:caller:<hash>` | sorted set | one caller's pending decisions, by the time (ms) of giving up |
| `{decisions}:served` | sorted set | callers, by the time (ms) at which they were last served |
| `{decisions}:memo:<hash>` | string | the first reply to an idempotency key of a decision |
| `{decisions}:notice...` | | notices of decisions, reviews and pings, as in a bucket |
| `{decisions}:notices:of:<key>` | list | an API key's pending notices that concern no game |
| `{webhooks:<key>}:all` | hash | id -> webhook of an API key (`service.store.lists.webhook_registry`) |
| `{webhooks:<key>}:tries:<id>` | list | the last tries to reach it, latest first |
| `invitation:{<code>}` | string | the invitation's game and id |
| `player:{<hash>}:games` | sorted set | a player's unfinished games, by the time (ms) of their creation |
| `player:{<hash>}:history` | sorted set | a game's id and a row (JSON) per finished game, by the time (ms) of its end |
| `erased` | string | when (ms) the append-only file is due to be rewritten after an erasure |
| `api-keys` | set | the names of all API keys there have been |
| `api-key:{<name>}` | hash | an API key: the fields of `service.store.lists.key_registry.ApiKey` |
| `usage:{<name>}:<day>` | hash | what the key used on that day since 1970, UTC |
| `failing:{<hash>}` | string | how many times in a row a receiver of notices recently failed to reply |
| `paused:{<hash>}` | string | exists while such a receiver is paused, or while a worker tries to reach it |

Fields of the head: `state`: the position, packed (`service.store.games.packed_json`), absent while seats are open;
`at`: when the game began or its last move was accepted, ms since 1970 by the server's clock; `tries`: failed tries of
its due turn since then; `parked`: why the game is parked; `name:<n>`, `contribution:<n>`: the name and the contribution
of the player who claimed seat n; `host`: the hash of the host's token; `reminders`: the ids of the current turn's
reminders; `left`: how often a seat was given back; `rematch`: the id of the rematch; `push:<n>`: the push subscriptions
of seat n. A game with a clock also has `clock` (`service.store.games.clock_record.Timing`) and `deadline`: when the
turn ends, ms since 1970; 0 if no time limit runs.

Other keys: RQ's, and `LIMITS:*`, the counters of requests (`service.http.middleware.access.counters`).

The channel `changed` carries `<id> <version>` after every change of a game, `<id> <status>` at the end of a decision,
and `@<bot> <id>` when an external bot may move in a game. In a cluster each slot has a sharded channel instead, such as
`{b17}:changed`.
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
"""The hash tag of all keys of decisions."""
STATUSES = ("waiting", "active", "finished")
MAX_BUCKETS = 16384
ID_PATTERN = "[0-9a-f]{4}[a-z2-7]{16}"
"""A game's id: its bucket in four hex digits, then 80 random bits in base 32."""
PLACE_PATTERN = f"[0-9a-f]{{12}}{ID_PATTERN}"
"""A place in lists, see `sort_key_of`."""
DECISION_LENGTH = 32
DECISION_PATTERN = f"[a-z2-7]{{{DECISION_LENGTH}}}"
"""A decision's id: 160 random bits in base 32. The id grants read access."""
BATCH_LENGTH = 24
"""The length of a batch's id. Such an id grants no access."""
BOTS = "{bots}:all"
BOT_KEYS = "{bots}:keys"
AROUND_BOT = "{bots}:here:"
"""The key of a bot's connections, up to the bot's name."""
BOT_PATTERN = "[a-z0-9][a-z0-9_-]{0,31}"
"""The name of an external bot."""
PLAYER_PATTERN = "[A-Za-z0-9_:@-][A-Za-z0-9_.:@-]{0,63}"
"""A player's id, assigned by the owner of an API key."""
REVIEW_PATTERN = "[a-z2-7]{40}"
"""A review's id: a hash of its subject, longer than a decision's id."""
DECISIONS_DUE = "{decisions}:due"
DECISIONS_SERVED = "{decisions}:served"
"""The key of the times at which callers were last served."""
API_KEYS = "api-keys"
ERASED = "erased"
AROUND_DECISION = "{decisions}:decision:"
"""The key of a decision, up to the decision's id. For scripts that determine ids."""


def base32(data: bytes) -> str:
    """Encode bytes in base 32, as in ids."""
    return base64.b32encode(data).decode().lower()


def new_id(bucket: int, name: bytes | None = None) -> str:
    """Return the id of a game in the bucket. `name`: 10 bytes of a hash of the game; without it, the id is random."""
    return f"{bucket:04x}{base32(name or secrets.token_bytes(10))}"


@lru_cache(1024)
def bucket_of(game_id: str) -> int:
    """Return the bucket of a game's id. Raises `NoSuchGame` for an invalid id."""
    if not re.fullmatch(ID_PATTERN, game_id):
        raise NoSuchGame(f"there is no game {game_id!r}")
    return int(game_id[:4], 16)


def bucket(number: int) -> str:
    """Return the hash tag of a bucket."""
    return f"{{b{number}}}"


def tags(buckets: int) -> list[str]:
    """Return the hash tags of all slots with channels: the buckets and the decisions."""
    return [*map(bucket, range(buckets)), DECISIONS]


def due(bucket: int) -> str:
    return f"{{b{bucket}}}:due"


def counted_games(bucket: int, status: str) -> str:
    return f"{{b{bucket}}}:games:{status}"


def listed(bucket: int, *parts: str) -> str:
    """Return the key of a bucket's list for a scope, ruleset and status (`parts`).

    Without `parts`, return the key of the set of all the bucket's listed games.
    """
    return ":".join((f"{{b{bucket}}}:listed", *parts))


def sort_key_of(created_ms: int, game_id: str) -> str:
    """Return the sort key of a game in lists. Later games have greater keys."""
    return f"{created_ms:012x}{game_id}"


def parked(bucket: int) -> str:
    return f"{{b{bucket}}}:parked"


def created(bucket: int, digest: str) -> str:
    return f"{{b{bucket}}}:created:{digest}"


def around_id(bucket: int) -> tuple[str, str]:
    """Return the parts of a head's key before and after the game's id, for scripts that determine ids."""
    return f"{{b{bucket}}}:game:", ":head"


def of_game(game_id: str) -> dict[str, str]:
    """Return all keys that a script may touch when it changes a game, by their names in the scripts."""
    tag = f"{{b{bucket_of(game_id)}}}"
    parts = {part: f"{tag}:game:{game_id}:{part}" for part in ("head", "log", "invitations", "removed")}
    sets = {name: f"{tag}:{name}" for name in ("due", "notices", "listed")}
    return {**parts, **sets, **{status: f"{tag}:games:{status}" for status in STATUSES}}


def game(game_id: str, part: str) -> str:
    """Return a key of a game. `part` is `head`, `log`, `notices`, `invitations` or `memo:<hash>`."""
    return f"{{b{bucket_of(game_id)}}}:game:{game_id}:{part}"


def invitation(code: str) -> str:
    return f"invitation:{{{code}}}"


def api_key(name: str) -> str:
    return f"api-key:{{{name}}}"


def player(owner: str, name: str, part: str) -> str:
    """Return the Redis key for data about one player.

    `owner`: the API key to which the player belongs; `part`: `games` or `history`. The player's name is hashed, because
    it is personal.
    """
    digest = hashlib.sha256(f"{owner}\0{name}".encode()).hexdigest()
    return f"player:{{{digest}}}:{part}"


def usage(name: str, day: int) -> str:
    """Return the key of an API key's usage on a day, counted in days since 1970, UTC."""
    return f"usage:{{{name}}}:{day}"


def notices(tag: str) -> str:
    """Return the key of a notice queue. `tag`: the hash tag of a bucket, or `DECISIONS`."""
    return f"{tag}:notices"


def failed_notices(tag: str, webhook: str) -> str:
    return f"{tag}:notices:failed:{webhook}"


def around_notice(tag: str) -> str:
    """Return what precedes the id in the key of a notice. Scripts that choose the id append it."""
    return f"{tag}:notice:"


def notices_of_key(owner: str) -> str:
    """Return the key of an API key's pending notices that concern no game."""
    return f"{DECISIONS}:notices:of:{owner}"


def notice_id(subject: str, kind: str, webhook: str) -> str:
    """Return the id of a notice to a webhook. It is derived from the subject, so all processes get the same id."""
    return f"{subject}_{kind}_{webhook}"


def tag_of_notice(name: str) -> str:
    """Return the hash tag in a notice's id: the tag of its game, if it concerns one."""
    subject = name.partition("_")[0]
    return bucket(bucket_of(subject)) if re.fullmatch(ID_PATTERN, subject) else DECISIONS


def webhooks(owner: str) -> str:
    return f"{{webhooks:{owner}}}:all"


def webhook_tries(owner: str, webhook: str) -> str:
    return f"{{webhooks:{owner}}}:tries:{webhook}"


def silent_host(host: str) -> list[str]:
    """Return the two keys about a host or URL that does not reply: for the number of failures, and for the pause."""
    digest = hashlib.sha256(host.encode()).hexdigest()
    return [f"failing:{{{digest}}}", f"paused:{{{digest}}}"]


def bot_games(bucket: int, bot: str) -> str:
    return f"{{b{bucket}}}:bot:{bot}"


def bot_here(bot: str) -> str:
    return AROUND_BOT + bot


def bot_late(bot: str, game_id: str) -> str:
    """Return the key that exists while the game does not wait for the bot."""
    return f"{{bots}}:late:{bot}:{game_id}"


def new_decision_id() -> str:
    """Return a random id that cannot be guessed."""
    return base32(secrets.token_bytes(20))


def new_batch_id() -> str:
    return base32(secrets.token_bytes(15))


def decision(decision_id: str) -> str:
    """Return the key of a decision. Raises `NoSuchDecision` for an invalid id."""
    if not re.fullmatch(DECISION_PATTERN, decision_id):
        raise NoSuchDecision("there is no such decision")
    return AROUND_DECISION + decision_id


def review(review_id: str) -> str:
    """Return the key of a review. Raises `NoSuchReview` for an invalid id."""
    if not re.fullmatch(REVIEW_PATTERN, review_id):
        raise NoSuchReview("there is no such review")
    return AROUND_DECISION + review_id


def caller(name: str) -> str:
    return f"{{decisions}}:caller:{hashlib.sha256(name.encode()).hexdigest()}"


def decision_memo(digest: str) -> str:
    return f"{{decisions}}:memo:{digest}"
