"""Operations that will go: the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), from one declaration."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from flask import Flask, Response, request
from werkzeug.http import http_date

from service.http.api.headers import response_header

HEADERS = {
    **response_header("Deprecation", "Since when this operation is deprecated (RFC 9745): `@` and seconds since 1970."),
    **response_header(
        "Sunset", "After this time the operation may be gone (RFC 8594). Missing as long as that is not decided."
    ),
    **response_header("Link", 'What to do instead: `rel="deprecation"`.'),
}


@dataclass(frozen=True)
class Deprecated:
    """Since when (midnight UTC), when it may go, and what to do instead: a sentence, and the URL of a page about it."""

    since: date
    instead: str
    link: str
    sunset: date | None = None

    def __post_init__(self) -> None:
        if self.sunset is not None and self.sunset < self.since:
            raise ValueError("An operation cannot go before it is deprecated.")

    def headers(self) -> dict[str, str]:
        """What every answer of the operation has."""
        fields = {"Deprecation": f"@{int(_moment(self.since).timestamp())}"}
        if self.sunset is not None:
            fields["Sunset"] = http_date(_moment(self.sunset))
        return fields

    def words(self) -> str:
        """What the contract says of it."""
        going = f", may be gone after {self.sunset.isoformat()}" if self.sunset is not None else ""
        return f"Deprecated since {self.since.isoformat()}{going}. {self.instead}"


def _moment(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def install(app: Flask) -> None:
    """Send the headers with every answer of a deprecated operation of the app, refusals included."""
    declared = {endpoint: getattr(view, "deprecated", None) for endpoint, view in app.view_functions.items()}
    fading: dict[str | None, Deprecated] = {endpoint: one for endpoint, one in declared.items() if one is not None}
    if not fading:
        return

    @app.after_request
    def announce(response: Response) -> Response:
        deprecation = fading.get(request.endpoint)
        if deprecation is not None:
            response.headers.update(deprecation.headers())
            response.headers.add("Link", f'<{deprecation.link}>; rel="deprecation"; type="text/html"')
        return response
