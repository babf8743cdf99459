"""Invitations in Redis: codes for the open seats of a private game.

The record is in the game's bucket, so the script that assigns a seat can check it. The code has a Redis key of its own,
which points to the record and expires together with it.
"""

from __future__ import annotations

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
"""The highest number of valid invitations per game."""
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has no letters that look like digits."""
CODE_LENGTH: Final = 10
"""The number of characters in a code. Nobody can guess their 50 random bits, so there is no lockout."""
_LIKE: Final = str.maketrans("ILO", "110")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Normalize a typed code. Raises `NoSuchInvitation` if it is malformed."""
    code = text.upper().replace("-", "").replace(" ", "").translate(_LIKE)
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        raise NoSuchInvitation("there is no such invitation")
    return code


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to `seat`, or to any open seat (`None`).

    `by`: the inviting seat, `None` for the host. Times are in ms since 1970.
    """

    id: str
    game_id: str
    code: str
    seat: int | None
    by: int | None
    created_ms: int
    expires_ms: int

    def dump_invitation(self) -> bytes:
        """Serialize the invitation for storage; `load_invitation` is the inverse."""
        times = {"created": self.created_ms, "expires": self.expires_ms}
        return orjson.dumps({"code": self.code, "seat": self.seat, "by": self.by, **times})

    @staticmethod
    def load_invitation(name: str, game_id: str, text: bytes) -> Invitation:
        doc = orjson.loads(text)
        return Invitation(name, game_id, doc["code"], doc["seat"], doc["by"], doc["created"], doc["expires"])


class InvitationStore:
    """The invitations in a Redis.

    Every method may raise `StoreUnavailable`, and those that write may raise `StoreUnsure`. `ttl`: seconds for which a
    game with open seats is kept.
    """

    def __init__(self, redis: Client, ttl: int) -> None:
        self._redis = redis
        self._ttl = ttl
        self._invite = Script(redis, scripts.INVITE)

    def add_invitation(self, game_id: str, seat: int | None, by: int | None, seconds: int) -> Invitation:
        """Store and return a new invitation, valid for `seconds`. Raises `NoSuchGame`, `TooManyInvitations`."""
        now, name = now_ms(), keys.base32(secrets.token_bytes(10))
        while True:
            invitation = Invitation(name, game_id, new_code(), seat, by, now, now + seconds * 1000)
            # The code is stored first, because it does no harm without its record.
            with available(writing=True):
                if self._redis.set(keys.invitation(invitation.code), f"{game_id} {name}", ex=seconds, nx=True):
                    break
        names = {part: keys.game(game_id, part) for part in ("head", "invitations")}
        args = {"id": name, "record": invitation.dump_invitation(), "most": MAX_INVITATIONS, "ttl": self._ttl}
        with available(writing=True):
            outcome = self._invite(names, args)
        if outcome == b"gone":
            raise NoSuchGame(f"there is no game {game_id!r}")
        if outcome == b"many":
            raise TooManyInvitations("a game can have at most {number} invitations at a time", number=MAX_INVITATIONS)
        return invitation

    def invitations_to(self, game_id: str) -> list[Invitation]:
        """Return the valid invitations of a game, oldest first."""
        with available():
            texts = cast("Mapping[bytes, bytes]", self._redis.hgetall(keys.game(game_id, "invitations")))
        records = [Invitation.load_invitation(name.decode(), game_id, text) for name, text in texts.items()]
        good = [record for record in records if record.expires_ms > now_ms()]
        return sorted(good, key=lambda record: (record.created_ms, record.id))

    def delete_invitation(self, invitation: Invitation) -> None:
        with available(writing=True):
            self._redis.hdel(keys.game(invitation.game_id, "invitations"), invitation.id)
            self._redis.delete(keys.invitation(invitation.code))

    def find_by_code(self, code: str) -> Invitation:
        """Return the invitation with a code. Raises `NoSuchInvitation` on any failure."""
        code = read_code(code)
        with available():
            place = cast("bytes | None", self._redis.get(keys.invitation(code)))
            if place is not None:
                game_id, name = place.decode().split(" ")
                text = cast("bytes | None", self._redis.hget(keys.game(game_id, "invitations"), name))
                if text is not None:
                    invitation = Invitation.load_invitation(name, game_id, text)
                    if invitation.code == code and invitation.expires_ms > now_ms():
                        return invitation
        raise NoSuchInvitation("there is no such invitation")
