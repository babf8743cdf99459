"""What can go wrong between the service and its memory."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Explained


class StoreError(Explained):
    """Base of all of these."""


class StoreUnavailable(StoreError):
    """Redis cannot be reached or refuses to write. Nothing was changed."""


class StoreUnsure(StoreUnavailable):
    """Redis was sent a change and did not answer: it was made, will be, or never is; as a whole or not at all."""


class NotReady(StoreUnavailable):
    """Redis does not do what it is needed for; `missing` maps each check that failed to the reason, for people."""

    def __init__(self, missing: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{check}: {reason}" for check, reason in missing.items()))
        self.missing = missing


class NoSuchGame(StoreError):
    """No game has this id: never had, or it has expired."""


class Conflict(StoreError):
    """The game has moved on since it was loaded; nothing was written."""


class SeatTaken(StoreError):
    """The seat is not open, or somebody else was faster."""


class NoSuchInvitation(StoreError):
    """No invitation has this code or id: never had, or it has expired, or was revoked."""


class TooManyInvitations(StoreError):
    """The game has as many invitations as one may; nothing was written."""


class GameBegun(StoreError):
    """The game has begun; nothing was written."""


class KeyReused(StoreError):
    """The idempotency key was used before for another request."""


class BotNameTaken(StoreError):
    """The name is that of another key's bot."""


class BotNamed(StoreError):
    """The key has a bot, by another name."""


class NoSuchDecision(StoreError):
    """No decision has this id: never had, or it has expired."""


class NoSuchReview(StoreError):
    """Nobody has asked for this review, or it has expired."""


class CallerWaits(StoreError):
    """The caller waits for as many decisions as one may; nothing was written."""


class TooManyWait(StoreError):
    """As many decisions are waited for as there may be in all; nothing was written."""
