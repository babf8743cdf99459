"""The Python SDK of Hamlet: see `Hamlet`."""

from __future__ import annotations

from hamlet_client.bots import run_bot
from hamlet_client.client import Hamlet
from hamlet_client.errors import (
    BadRequest,
    Conflict,
    DecisionFailed,
    Forbidden,
    Gone,
    HamletError,
    IllegalMove,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    ServerError,
    Unauthorized,
    Unreachable,
    VersionMismatch,
)
from hamlet_client.games import Game, Turn
from hamlet_client.webhooks import WebhookInvalid, verify

__all__ = [
    "BadRequest",
    "Conflict",
    "DecisionFailed",
    "Forbidden",
    "Game",
    "Gone",
    "Hamlet",
    "HamletError",
    "IllegalMove",
    "Invalid",
    "NotFound",
    "RateLimited",
    "Refused",
    "ServerError",
    "Turn",
    "Unauthorized",
    "Unreachable",
    "VersionMismatch",
    "WebhookInvalid",
    "run_bot",
    "verify",
]
