"""The errors of stored games.

Other errors come from other layers: `IllegalMove`, `NotYourTurn`, `GameOver` and `MalformedMove` from `engine.errors`;
`StoreUnavailable`, `StoreUnsure`, `NoSuchGame`, `Conflict`, `SeatTaken` and `KeyReused` from
`service.store.redis.store_errors`.
"""

from __future__ import annotations

from engine.errors import (
    EngineError,
    Explained,
    Fault,
    FaultyDocument,
    InvalidPosition,
    MalformedMove,
)


class GamesError(Explained):
    """Base class of this module's errors. The message is written for people."""


class NoSuchRuleset(GamesError):
    """No ruleset has this key."""


class NameTaken(GamesError):
    """Another player at the table has this name, or one that looks like it."""


class NoSuchSeat(GamesError):
    """The game has no seat with this number."""


class InvalidGame(FaultyDocument):
    """An invalid request for a new game. `faults` has paths like `seats.1.level`, `options.first_player`, `seed`."""


class CannotContribute(FaultyDocument):
    """A contribution that the game does not accept. `faults` has the path `contribution`."""


class InvalidBudget(FaultyDocument):
    """A time budget or rating that this server does not offer. `faults` has the path `milliseconds` or `rating`."""


class InvalidView(InvalidPosition):
    """An invalid view, or the view of another seat. `faults` has paths like `view.seats.1.hand`, `seat`."""


class Unauthorized(GamesError):
    """The token is not valid."""


class Forbidden(GamesError):
    """The token is valid, but for another game."""


class InvitationNeeded(GamesError):
    """The game is private; its open seats need an invitation."""


class GameWaiting(GamesError):
    """The game still has open seats."""


class SeatAway(GamesError):
    """The seat timed out; an AI plays it until its player returns."""


class SeatForfeited(GamesError):
    """The seat timed out and has lost."""


class TooManyConnections(GamesError):
    """The bot has reached its limit of connections."""


class SeatResigned(GamesError):
    """The seat's player has resigned."""


class CannotLeave(GamesError):
    """The seat was never open, so it cannot be given back."""


class NotFinished(GamesError):
    """The game is still running, so its seed is secret."""


class NotTrue(GamesError):
    """The document is not a valid replay. The message names the first fault."""


class CannotReview(GamesError):
    """With the present rules, the moves no longer lead to the stored end."""


class CannotUndo(GamesError):
    """The last move cannot be undone. The message says why."""


class NoSuchVersion(GamesError):
    """The game has not reached this version."""


class HistoryLost(GamesError):
    """The state at this version can no longer be reproduced exactly."""


class NotForeseeable(GamesError):
    """Whether a later move is legal depends on hidden cards that an earlier move would reveal."""


class VersionMismatch(GamesError):
    """The game is not at the version that the client named. `version` is its actual version."""

    def __init__(self, version: int) -> None:
        super().__init__("the game is at version {version}", version=version)
        self.version = version


class UnknownMoveId(GamesError):
    """No legal move of the present version has this id."""


def locate_refusal(refusal: EngineError, where: str, document: str) -> EngineError:
    """Return the refusal with a message that says which move of the request is refused.

    `where`: the prefix of the message ("" for a single move); `document`: the prefix of the faults' paths.
    """
    if isinstance(refusal, MalformedMove):
        return MalformedMove([Fault(f"{document}.{fault.path}".rstrip("."), fault.message) for fault in refusal.faults])
    refusal.where = where
    return refusal
