"""API keys and their usage. Each key has a Redis hash, and one more for each day of usage. Keys are made at the command
line.

A key's text is `hamlet_<name>.<256 random bits>`. Only its SHA-256 is stored. The name is the owner of everything
that is created with the key, so it is never given to another key.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Final, cast

from service.store.games.records import now_ms
from service.store.redis import keys
from service.store.redis.batch import Call, answers
from service.store.redis.client import Client, available

NAME_PATTERN: Final = "[A-Za-z0-9_-]{1,40}"
SCOPES: Final = ("games", "decisions", "bot", "read")
"""The scopes that a key may have: creating and removing games; decisions and reviews; a bot; reading."""
LIMITS: Final = (
    *("calls_per_minute", "decisions_per_minute", "pending_decisions"),
    *("games_per_day", "decisions_per_day", "seconds_per_day"),
)
"""The limits that a key may have. `seconds_per_day`: the AI's processor time."""
USAGE_DAYS: Final = 31
USED: Final = ("calls", "games", "decisions", "refused", "microseconds")
"""The quantities counted per day. `microseconds`: the AI's processor time."""
DAY_SECONDS: Final = 86400

_PREFIX = "hamlet_"
"""The prefix of a key. By this prefix, scanners find keys that were committed to a repository by mistake."""
_USED_SECONDS = 60
"""The precision, in seconds, to which the last use of a key is known."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key.

    `secret`: the hash of the key's text, empty once the key is revoked. `former`: the hash of the previous text, valid
    until `overlap_ms`. `limits`: the values of `LIMITS` that are set. Times are in ms since 1970, 0 for none.
    """

    name: str
    secret: str
    created_ms: int
    scopes: frozenset[str] = frozenset(SCOPES)
    limits: Mapping[str, int] = field(default_factory=dict)
    former: str = ""
    overlap_ms: int = 0
    expires_ms: int = 0
    used_ms: int = 0

    @property
    def status(self) -> str:
        """Return `valid`, `expired` or `revoked`."""
        if not self.secret:
            return "revoked"
        return "expired" if 0 < self.expires_ms <= now_ms() else "valid"

    def opens(self, text: str) -> bool:
        """Return whether the key is valid and this is its text."""
        digest, now = _hash(text), now_ms()
        known = hmac.compare_digest(digest, self.secret)
        known |= now < self.overlap_ms and hmac.compare_digest(digest, self.former)
        return known and self.status == "valid"

    @staticmethod
    def load_api_key(name: str, fields: Mapping[bytes, bytes]) -> ApiKey | None:
        """Return the key as stored; `None` if there is none."""
        stored = {field.decode(): value.decode() for field, value in fields.items()}
        if "created" not in stored:
            return None
        numbers = {name: int(stored.get(name, "0")) for name in ("created", "overlap", "expires", "used")}
        return ApiKey(
            name,
            stored.get("secret", ""),
            numbers["created"],
            frozenset(stored.get("scopes", "").split()),
            {limit: int(stored[limit]) for limit in LIMITS if limit in stored},
            stored.get("former", ""),
            numbers["overlap"],
            numbers["expires"],
            numbers["used"],
        )


@dataclass(frozen=True, slots=True)
class DayOfUse:
    """The usage of one day. `day`: days since 1970, UTC. `used`: the amount of each quantity in `USED`."""

    day: int
    used: Mapping[str, int]


def name_in(text: str) -> str | None:
    """Return the name in a key's text; `None` if the text is not in the form of a key."""
    found = re.fullmatch(rf"{_PREFIX}({NAME_PATTERN})\.[A-Za-z0-9_-]{{43}}", text)
    return found and found[1]


class KeyStore:
    """The API keys in a Redis. Every method may raise `StoreUnavailable`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    # --- operators ---------------------------------------------------------------------------

    def create(self, name: str, scopes: Sequence[str], limits: Mapping[str, int], expires_ms: int = 0) -> str | None:
        """Create a key and return its text, to be shown once; `None` if a key of this name exists or existed."""
        with available(writing=True):
            self._redis.sadd(keys.API_KEYS, name)
            if not self._redis.hsetnx(keys.api_key(name), "created", str(now_ms())):
                return None
        self.change(name, scopes, limits)
        self.expire(name, expires_ms)
        return self.rotate(name, 0)

    def change(self, name: str, scopes: Sequence[str], limits: Mapping[str, int]) -> None:
        record = keys.api_key(name)
        fields = {"scopes": " ".join(scopes), **{limit: str(number) for limit, number in limits.items()}}
        calls = [
            (record, methodcaller("hdel", record, *LIMITS)),
            (record, methodcaller("hset", record, mapping=fields)),
        ]
        with available(writing=True):
            answers(self._redis, calls)

    def rotate(self, name: str, overlap_seconds: int) -> str:
        """Create a new text for a key and return it. The old text stays valid for `overlap_seconds`."""
        text, record = f"{_PREFIX}{name}.{secrets.token_urlsafe(32)}", keys.api_key(name)
        with available(writing=True):
            former = cast("bytes | None", self._redis.hget(record, "secret")) or b""
            overlap = str(now_ms() + 1000 * overlap_seconds)
            self._redis.hset(record, mapping={"secret": _hash(text), "former": former, "overlap": overlap})
        return text

    def expire(self, name: str, at_ms: int) -> None:
        """Set the time when a key expires; 0: never."""
        with available(writing=True):
            self._redis.hset(keys.api_key(name), "expires", str(at_ms))

    def revoke_key(self, name: str) -> None:
        """Make a key invalid permanently, and delete its webhooks.

        Its record stays, so that no other key gets its name.
        """
        with available(writing=True):
            self._redis.hdel(keys.api_key(name), "secret", "former")
            self._redis.delete(keys.webhooks(name))

    def all_keys(self) -> list[ApiKey]:
        with available():
            names = sorted(name.decode() for name in cast("set[bytes]", self._redis.smembers(keys.API_KEYS)))
            records = answers(self._redis, [_reading(name) for name in names])
        found = [ApiKey.load_api_key(name, record) for name, record in zip(names, records, strict=True)]
        return [key for key in found if key is not None]

    # --- requests ----------------------------------------------------------------------------

    def read_key(self, name: str) -> ApiKey | None:
        with available():
            return ApiKey.load_api_key(name, answers(self._redis, [_reading(name)])[0])

    def note_use(self, key: ApiKey) -> None:
        """Record that the key is in use, unless that was recorded within the last minute."""
        if (now := now_ms()) - key.used_ms >= 1000 * _USED_SECONDS:
            with available(writing=True):
                self._redis.hset(keys.api_key(key.name), "used", str(now))

    # --- usage -------------------------------------------------------------------------------

    def count_use(self, name: str, **numbers: int) -> None:
        """Add to today's usage of a key. `numbers`: how much to add to each quantity, by its name in `USED`."""
        with available(writing=True):
            answers(self._redis, using(name, **numbers))

    def microseconds_today(self, name: str) -> int:
        days = self.usage([name], days=1)[name]
        return days[0].used["microseconds"] if days else 0

    def usage(self, names: Sequence[str], days: int = USAGE_DAYS) -> dict[str, list[DayOfUse]]:
        """Return each key's usage in the last `days` days, latest first. Days without usage are left out."""
        today = int(time.time() // DAY_SECONDS)
        dates = range(today, today - days, -1)
        places = [keys.usage(name, day) for name in names for day in dates]
        calls: list[Call] = [(place, methodcaller("hmget", place, USED)) for place in places]
        with available():
            rows = answers(self._redis, calls)
        lists = (rows[at : at + days] for at in range(0, len(rows), days))
        return {name: _days(dates, found) for name, found in zip(names, lists, strict=True)}


def _reading(name: str) -> Call:
    record = keys.api_key(name)
    return record, methodcaller("hgetall", record)


def using(name: str, **numbers: int) -> list[Call]:
    """Return the calls that add `numbers` to today's usage of a key, as `KeyStore.count_use` does."""
    place = keys.usage(name, int(time.time() // DAY_SECONDS))
    adding = [(place, methodcaller("hincrby", place, what, number)) for what, number in numbers.items()]
    return [*adding, (place, methodcaller("expire", place, (USAGE_DAYS + 1) * DAY_SECONDS))]


def _days(dates: Sequence[int], rows: Sequence[Sequence[bytes | None]]) -> list[DayOfUse]:
    return [
        DayOfUse(day, {what: int(number or 0) for what, number in zip(USED, row, strict=True)})
        for day, row in zip(dates, rows, strict=True)
        if any(row)
    ]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
