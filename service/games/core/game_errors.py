"""Every way in which a stored game says no, besides the engine's own refusals. No HTTP here.

Handed on from below: `IllegalMove`, `NotYourTurn`, `GameOver`, `MalformedMove` of `engine.errors`, and
`StoreUnavailable`, `StoreUnsure`, `NoSuchGame`, `Conflict`, `SeatTaken`, `KeyReused` of
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
    """Base of the refusals of this package; its text is meant for people."""


class NoSuchRuleset(GamesError):
    """No ruleset has this key."""


class NameTaken(GamesError):
    """Another player at the table has this name, or one that looks like it."""


class NoSuchSeat(GamesError):
    """The game has no seat of this number."""


class InvalidGame(FaultyDocument):
    """An impossible order for a new game: `faults` has paths like `seats.1.level`, `options.first_player`, `seed`."""


class CannotContribute(FaultyDocument):
    """A contribution to the secret of a game that the game does not take: `faults` has the path `contribution`."""


class InvalidBudget(FaultyDocument):
    """A time budget that the operator does not allow: `faults` has the path `milliseconds`."""


class InvalidView(InvalidPosition):
    """A view that is impossible, or not this seat's: `faults` has paths like `view.seats.1.hand`, `seat`."""


class Unauthorized(GamesError):
    """The token opens nothing."""


class Forbidden(GamesError):
    """The token is good, but for another game."""


class InvitationNeeded(GamesError):
    """The open seats of a private game are for those who are invited."""


class GameWaiting(GamesError):
    """Nobody may move before every open seat is claimed."""


class SeatAway(GamesError):
    """The seat's time was up, and an AI plays it until its player returns."""


class SeatForfeited(GamesError):
    """The seat's time was up, and with it the seat has lost."""


class TooManyConnections(GamesError):
    """The bot has reached its limit of connections."""


class SeatResigned(GamesError):
    """The seat's player has given up, for good."""


class CannotLeave(GamesError):
    """The seat cannot be given back: it never was open."""


class NotFinished(GamesError):
    """The replay of a game that is still running: its seed is secret."""


class NotTrue(GamesError):
    """The document is not the replay of a game by these rules; the text names the first fault."""


class CannotReview(GamesError):
    """The moves of the finished game do not lead where it ended, by the present rules."""


class CannotUndo(GamesError):
    """The last move stands, whether it is the seat's or not; the text says why."""


class NoSuchVersion(GamesError):
    """The game has not reached this version."""


class HistoryLost(GamesError):
    """It is no longer certain what the game was like at this version."""


class NotForeseeable(GamesError):
    """Whether these moves would be accepted depends on what the first of them turn up."""


class VersionMismatch(GamesError):
    """The game is not at the version the client named; it is unchanged. `version`: where it is."""

    def __init__(self, version: int) -> None:
        super().__init__("the game is at version {version}", version=version)
        self.version = version


class UnknownMoveId(GamesError):
    """No legal move of the present version has this id."""


def place(refusal: EngineError, where: str, document: str) -> EngineError:
    """The refusal with its place in a request of several moves.

    `where` goes before the text ("" for a request's only move), `document` before the paths of faults.
    """
    if isinstance(refusal, MalformedMove):
        return MalformedMove([Fault(f"{document}.{fault.path}".rstrip("."), fault.message) for fault in refusal.faults])
    refusal.where = where
    return refusal
