"""What can go wrong: all exceptions derive from `HamletError`."""

from __future__ import annotations

from typing import Any


class HamletError(Exception):
    """The base of all exceptions of this package."""


class Unreachable(HamletError):
    """The server did not answer, despite all retries. `__cause__` has the reason."""


class DecisionFailed(HamletError):
    """The AI failed to make a decision or a review. `document` is the decision or review as the server describes it."""

    def __init__(self, document: Any) -> None:
        super().__init__(f"{document['status']}: {document.get('failure')}")
        self.document = document


class Refused(HamletError):
    """The server refused the request: a problem document (RFC 9457) as an exception.

    `kind` is the last part of `type`, such as `illegal-move`; `errors` has the faults by path; `rule` is the id of the
    rule that forbids a move. `document` is the whole problem. `retry_after` is in seconds.
    """

    def __init__(self, status: int, document: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.document = document
        self.type = str(document.get("type", "about:blank"))
        self.kind = self.type.rpartition("/")[2]
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.rule: str | None = document.get("rule")
        self.errors: dict[str, list[str]] = document.get("errors") or {}
        self.retry_after = retry_after
        faults = (f"{where}: {', '.join(what)}" for where, what in self.errors.items())
        super().__init__("; ".join([f"{status} {self.detail or self.title or self.kind}", *faults]))

    @staticmethod
    def of(status: int, document: dict[str, Any], retry_after: float | None = None) -> Refused:
        """Return the exception for a status, as an object of the most specific class.

        >>> Refused.of(422, {"type": "/problems/illegal-move", "detail": "There is no villager.", "rule": "DRAFT-5"})
        IllegalMove('422 There is no villager.')
        """
        kind = BY_STATUS.get(status, ServerError if status >= 500 else Refused)
        if str(document.get("type")).endswith("/illegal-move"):
            kind = IllegalMove
        return kind(status, document, retry_after)


class BadRequest(Refused):
    """400: the request is not valid HTTP or JSON."""


class Unauthorized(Refused):
    """401: a valid token or API key is required."""


class Forbidden(Refused):
    """403: the token or key does not give access to this."""


class NotFound(Refused):
    """404: the requested object does not exist, or no longer exists."""


class Conflict(Refused):
    """409: not possible in the present state of the game or seat; `kind` says why."""


class Gone(Refused):
    """410: this version of the game can no longer be shown."""


class VersionMismatch(Conflict):
    """412: the game is at another version."""


class Invalid(Refused):
    """422: the request does not match the contract; `errors` has every fault."""


class IllegalMove(Invalid):
    """422: a rule forbids the move; `rule` is its id."""


class RateLimited(Refused):
    """429: too many requests; `retry_after` says when to try again."""


class ServerError(Refused):
    """5xx: the server failed, or cannot do this now."""


BY_STATUS: dict[int, type[Refused]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: Gone,
    412: VersionMismatch,
    422: Invalid,
    429: RateLimited,
}
