"""Errors of the store."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Explained


class StoreError(Explained):
    """Base class of the store's errors. Nothing was written, unless a class says otherwise."""


class StoreUnavailable(StoreError):
    """Redis cannot be reached or refuses to write."""


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
    """The game has changed since it was loaded."""


class SeatTaken(StoreError):
    """The seat was never open, or is no longer open."""


class NoSuchInvitation(StoreError):
    """No invitation has this code or id, or it has expired or was revoked."""


class TooManyInvitations(StoreError):
    """The game has reached its limit of invitations."""


class GameBegun(StoreError):
    """The game has begun."""


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
    """The API key has reached its limit of webhooks."""


class CallerWaits(StoreError):
    """The caller has reached its limit of pending decisions."""


class TooManyWait(StoreError):
    """The limit of all pending decisions is reached."""
