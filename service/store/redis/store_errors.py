"""Errors of the store."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Explained


class StoreError(Explained):
    """Base class of the store's errors."""


class StoreUnavailable(StoreError):
    """Redis cannot be reached or refuses to write. Nothing was changed."""


class StoreUnsure(StoreUnavailable):
    """Redis did not reply to a change. The change may take effect, now or later, but only as a whole."""


class NotReady(StoreUnavailable):
    """Redis lacks something. `missing` maps each failed check to its reason, written for people."""

    def __init__(self, missing: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{check}: {reason}" for check, reason in missing.items()))
        self.missing = missing


class NoSuchGame(StoreError):
    """No game has this id, or it has expired."""


class Conflict(StoreError):
    """The game has changed since it was loaded. Nothing was written."""


class SeatTaken(StoreError):
    """The seat is not open, or no longer open."""


class NoSuchInvitation(StoreError):
    """No invitation has this code or id, or it has expired or was revoked."""


class TooManyInvitations(StoreError):
    """The game has reached its limit of invitations; nothing was written."""


class GameBegun(StoreError):
    """The game has begun; nothing was written."""


class KeyReused(StoreError):
    """The idempotency key was used for another request."""


class BotNameTaken(StoreError):
    """The name belongs to another key's bot."""


class BotNamed(StoreError):
    """The key has a bot with another name."""


class NoSuchDecision(StoreError):
    """No decision has this id, or it has expired."""


class NoSuchReview(StoreError):
    """This review was never requested, or it has expired."""


class NoSuchWebhook(StoreError):
    """The API key has no webhook with this id."""


class TooManyWebhooks(StoreError):
    """The API key has reached its limit of webhooks; nothing was written."""


class CallerWaits(StoreError):
    """The caller has reached its limit of pending decisions; nothing was written."""


class TooManyWait(StoreError):
    """The limit of all pending decisions is reached; nothing was written."""
