"""A client for a Hamlet server, for external bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
import urllib3

from engine.ruleset import Doc
from service.http.middleware.access.api_keys import HEADER
from service.tools.bot_runner.sse import messages

SILENCE_SECONDS = 60
"""A server that sends nothing for this long, not even a comment, is considered gone."""
LOST = (502, 503, 504)


class Away(Exception):
    """The server cannot be reached, or not now; the text says why."""


class Wrong(Exception):
    """The server refuses the request, and a retry would not help; the text says why."""


class Server:
    """Calls with an API key. All may raise `Away` or `Wrong`."""

    def __init__(self, url: str, key: str, connections: int) -> None:
        self.url = url.rstrip("/")
        self._headers = {HEADER: key}
        timeout = urllib3.Timeout(connect=10, read=SILENCE_SECONDS)
        self._http = urllib3.PoolManager(retries=False, timeout=timeout, maxsize=connections + 1)

    def register(self, name: str, about: str | None) -> None:
        body = {"name": name, **({"about": about} if about else {})}
        self._read(self._send("PUT", "/v1/bot", json=body))

    def turns(self) -> Iterator[Doc | None]:
        """All turns from now on; `None` for each sign of life from the server."""
        answer = self._send("GET", "/v1/bot/events", stream=True, accept="text/event-stream")
        if answer.status != 200:
            self._read(answer)
        try:
            for message in messages(answer.stream(2**16, decode_content=True)):
                turn: Doc | None = None
                if message is not None:
                    if message.event != "turn":
                        continue
                    turn = orjson.loads(message.data)
                yield turn
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Away(str(error)) from error
        finally:
            answer.close()

    def move(self, body: Doc) -> Doc | None:
        """Make a move and return the result; `None` if it came too late."""
        answer = self._send("POST", "/v1/bot/moves", json=body)
        if answer.status in (404, 409, 412):
            return None
        reply: Doc = self._read(answer)
        return reply

    def _send(self, method: str, path: str, stream: bool = False, accept: str = "application/json", **more: Any) -> Any:
        headers = {**self._headers, "Accept": accept}
        try:
            return self._http.request(
                method, self.url + path, headers=headers, preload_content=not stream, redirect=False, **more
            )
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Away(str(getattr(error, "reason", None) or error)) from error
        except ValueError as error:
            # Without the cause's message: it would show the key.
            raise Wrong("the URL or the API key has characters that cannot be sent") from error

    def _read(self, answer: Any) -> Any:
        try:
            doc = answer.json()
            text = str(doc.get("detail") or doc.get("title") or doc)
        except (ValueError, AttributeError) as error:
            raise Away(f"no answer of Hamlet, status {answer.status}") from error
        if answer.status in LOST or answer.status == 429:
            raise Away(text)
        if not 200 <= answer.status < 300:
            faults = doc.get("errors") or {}
            raise Wrong("; ".join([text, *(f"{where}: {', '.join(what)}" for where, what in faults.items())]))
        return doc
