"""Invitations in Redis: codes that open the open seats of a private game.

The truth is the record in the game's bucket, so that the script that gives a seat away looks whether the invitation is
still good. A code has a key of its own, which only says where to look, and is gone with the code's time.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

import orjson

from service.store.games.records import now_ms
from service.store.redis import keys, scripts
from service.store.redis.client import Client, available
from service.store.redis.scripts import Script
from service.store.redis.store_errors import NoSuchGame, NoSuchInvitation, TooManyInvitations

MAX_INVITATIONS: Final = 50
"""Invitations that a game may have at a time."""
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that could be taken for a digit."""
CODE_LENGTH: Final = 10
"""50 random bits: a good code is answered however many wrong ones came before it."""
_LIKE: Final = str.maketrans("ILO", "110")


def _new_id() -> str:
    """A fresh id, 80 random bits in base 32: it names an invitation, and opens nothing."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def new_code() -> str:
    """A fresh code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as somebody may have typed it. Raises `NoSuchInvitation` for what cannot be one."""
    code = text.upper().replace("-", "").replace(" ", "").translate(_LIKE)
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        raise NoSuchInvitation("there is no such invitation")
    return code


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a game. `seat`: the open seat that it is for, `None`: any; `by`: the seat that invites, `None`:
    the host. Times are ms since 1970.
    """

    id: str
    game_id: str
    code: str
    seat: int | None
    by: int | None
    created_ms: int
    expires_ms: int

    def dump(self) -> bytes:
        """As stored; `load` is its inverse."""
        times = {"created": self.created_ms, "expires": self.expires_ms}
        return orjson.dumps({"code": self.code, "seat": self.seat, "by": self.by, **times})

    @staticmethod
    def load(name: str, game_id: str, text: bytes) -> Invitation:
        doc = orjson.loads(text)
        return Invitation(name, game_id, doc["code"], doc["seat"], doc["by"], doc["created"], doc["expires"])


class InvitationStore:
    """The invitations of a Redis. Every method may raise `StoreUnavailable`, and those that write `StoreUnsure`.

    `ttl`: seconds for which a game that waits for players is kept.
    """

    def __init__(self, redis: Client, ttl: int) -> None:
        self._redis = redis
        self._ttl = ttl
        self._invite = Script(redis, scripts.INVITE)

    def add(self, game_id: str, seat: int | None, by: int | None, seconds: int) -> Invitation:
        """A new invitation, good for so many seconds. Raises `NoSuchGame`, `TooManyInvitations`."""
        now, name = now_ms(), _new_id()
        while True:
            invitation = Invitation(name, game_id, new_code(), seat, by, now, now + seconds * 1000)
            # First the way there: without the record it leads nowhere.
            with available(writing=True):
                if self._redis.set(keys.invitation(invitation.code), f"{game_id} {name}", ex=seconds, nx=True):
                    break
        names = {part: keys.game(game_id, part) for part in ("head", "invitations")}
        args = {"id": name, "record": invitation.dump(), "most": MAX_INVITATIONS, "ttl": self._ttl}
        with available(writing=True):
            outcome = self._invite(names, args)
        if outcome == b"gone":
            raise NoSuchGame(f"there is no game {game_id!r}")
        if outcome == b"many":
            raise TooManyInvitations("a game can have at most {number} invitations at a time", number=MAX_INVITATIONS)
        return invitation

    def all(self, game_id: str) -> list[Invitation]:
        """Those of a game that are good, the oldest first."""
        with available():
            texts = cast("Mapping[bytes, bytes]", self._redis.hgetall(keys.game(game_id, "invitations")))
        records = [Invitation.load(name.decode(), game_id, text) for name, text in texts.items()]
        good = [record for record in records if record.expires_ms > now_ms()]
        return sorted(good, key=lambda record: (record.created_ms, record.id))

    def revoke(self, invitation: Invitation) -> None:
        """Let nobody come in by it any more."""
        with available(writing=True):
            self._redis.hdel(keys.game(invitation.game_id, "invitations"), invitation.id)
            self._redis.delete(keys.invitation(invitation.code))

    def find(self, code: str) -> Invitation:
        """Where a code leads. Raises `NoSuchInvitation`, whatever the reason."""
        code = read_code(code)
        with available():
            place = cast("bytes | None", self._redis.get(keys.invitation(code)))
            if place is not None:
                game_id, name = place.decode().split(" ")
                text = cast("bytes | None", self._redis.hget(keys.game(game_id, "invitations"), name))
                if text is not None:
                    invitation = Invitation.load(name, game_id, text)
                    if invitation.code == code and invitation.expires_ms > now_ms():
                        return invitation
        raise NoSuchInvitation("there is no such invitation")
