"""The client: sends requests, retries them safely, waits for limits, and turns refusals into exceptions."""

from __future__ import annotations

import json
import logging
import random
import re
import time
import uuid
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from importlib.metadata import version
from itertools import islice
from typing import Any, Self
from urllib.parse import quote

import httpx
import httpx_sse
import stamina

from hamlet_client import types
from hamlet_client.errors import DecisionFailed, Refused, Unreachable
from hamlet_client.games import WAIT_SECONDS, Games
from hamlet_client.operations import Operations

# stamina warns of each repetition. Python prints warnings for which the program has no handler.
logging.getLogger("stamina").addHandler(logging.NullHandler())

_TIMEOUT = httpx.Timeout(10, read=60)
"""A server delays no answer for longer than 30 seconds, and sends a comment into silent streams every 15 seconds."""
_MAX_PAUSE_SECONDS = 5.0
_LINES = 250
"""The highest number of requests in one call. A body of this many requests of the largest size is within the server's
limit.
"""
_LOST = (502, 503, 504)
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_USELESS = (httpx.LocalProtocolError, httpx.UnsupportedProtocol)


class Hamlet:
    """A client of a Hamlet server; may be used by several threads.

        with Hamlet("https://hamlet.example", api_key="hamlet_...") as client:
            game = client.games.create("villagers", seats=[{"type": "human"}, {"type": "ai", "level": "easy"}])

    `lang` is the language of texts (`en`, `de`). A failed call is repeated, and a call over a limit waits, for at
    most `patience` seconds. `http` is an `httpx.Client` to use instead of the default one, such as one with a proxy
    or other certificates.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        lang: str | None = None,
        patience: float = 90.0,
        http: httpx.Client | None = None,
    ) -> None:
        headers = {"Accept-Language": lang, "Hamlet-Api-Key": api_key}
        self.base_url = base_url.rstrip("/")
        self.patience = patience
        self._headers = {"User-Agent": f"hamlet-client/{version('hamlet-client')}"}
        self._headers |= {name: _sendable(name, value) for name, value in headers.items() if value is not None}
        self._http = http or httpx.Client(timeout=_TIMEOUT)
        self._full: dict[tuple[str, str, str | None], float] = {}
        self.api = Operations(self)
        """One method for each operation of the contract."""
        self.games = Games(self)
        """Creates, opens and lists games."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def decide(self, view: types.NewDecision) -> types.Decision:
        """Return what an AI would do in a view, once it has decided. Raises `DecisionFailed`."""
        return self.decided(self.api.create_decision(view))

    def decided(self, decision: types.Decision) -> types.Decision:
        """Wait for a decision and return it. Raises `DecisionFailed`."""
        while decision["ended_at"] is None:
            decision = self.api.get_decision(decision["id"], wait=WAIT_SECONDS)
        if decision["status"] != "done":
            raise DecisionFailed(decision)
        return decision

    def decide_many(self, requests: Iterable[types.NewDecision]) -> Iterator[Any]:
        """Yield the answers to many requests, each as soon as it arrives. They come in the order of the requests.

        An answer is a `Decision`, whose `status` may be `failed`, or `{"problem": ...}` if its request was refused.
        After the connection breaks, only requests without an answer are sent again. Raises `Refused` and
        `Unreachable`.
        """
        source, left, answered = iter(requests), deque[bytes](), time.monotonic()
        headers = self._sent(None, {"Content-Type": "application/x-ndjson"})
        url = f"{self.base_url}/v1/decisions"
        while True:
            left.extend(json.dumps(each).encode() for each in islice(source, _LINES - len(left)))
            if not left:
                return
            request = self._http.build_request("POST", url, content=b"\n".join(left), headers=headers, timeout=_TIMEOUT)
            response = self._exchange(request, ("POST", "/v1/decisions", None), stream=True)
            try:
                with closing(response):
                    for answer in _documents(response):
                        left.popleft()
                        yield answer
                        answered = time.monotonic()
                if left:
                    raise httpx.RemoteProtocolError("answers are missing")
            except (httpx.TransportError, ValueError) as error:
                if time.monotonic() - answered > self.patience:
                    raise Unreachable(f"POST {url} was cut: {error or type(error).__name__}") from error
                time.sleep(random.uniform(0.5, 1))

    def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        params: Mapping[str, Any] | None = None,
        token: str | None = None,
        headers: Mapping[str, Any] | None = None,
        repeat: bool = True,
        template: str | None = None,
    ) -> Any:
        """Send a request, and return the document of the answer; `None` if it has none.

            client.request("GET", "/v1/games", params={"status": "waiting"})

        `params` and `headers` that are `None` are omitted. With `repeat=False` the request is not sent again if it may
        have arrived. `template` is the path with placeholders; the client knows the limits of a call by it. Raises
        `Refused` and `Unreachable`.
        """
        sent = self._sent(token, headers)
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        request = self._http.build_request(
            method, self.base_url + path, json=body, params=_params(params), headers=sent, timeout=_TIMEOUT
        )
        return self._exchange(request, (method, template or path, token), repeat)

    def _exchange(
        self, request: httpx.Request, call: tuple[str, str, str | None], repeat: bool = True, stream: bool = False
    ) -> Any:
        """Return the document of the answer or, with `stream`, the answer itself once it begins. `call`: the call whose
        limits apply.
        """
        until = time.monotonic() + self.patience

        def pause(error: Exception) -> bool | float:
            """Return whether to retry. A number means: retry after this many seconds."""
            if isinstance(error, httpx.TransportError):
                return not isinstance(error, _USELESS) and (repeat or isinstance(error, _NEVER_SENT))
            if not isinstance(error, Refused) or error.status not in (429, *(_LOST if repeat else ())):
                return False
            if error.retry_after is None:
                return True
            # Wait slightly longer than the server says, so that not all clients return at once, but not beyond
            # `patience`.
            seconds = error.retry_after + random.uniform(0, 0.5)
            return seconds if time.monotonic() + seconds < until else False

        try:
            for attempt in stamina.retry_context(
                on=pause, attempts=None, timeout=self.patience, wait_max=_MAX_PAUSE_SECONDS
            ):
                with attempt:
                    self._wait_for(call, until)
                    response = self._http.send(request, stream=stream)
                    self._remember(call, response)
                    if stream and response.is_success:
                        return response
                    response.read()
                    return _document(response)
        except httpx.TransportError as error:
            raise Unreachable(f"{request.method} {request.url}: {error or type(error).__name__}") from error

    def call(self, method: str, template: str, values: tuple[object, ...], **more: Any) -> Any:
        """Send a `request` to a path whose placeholders are filled with `values`."""
        path = re.sub(r"{\w+}", "{}", template).format(*(quote(str(value), safe="") for value in values))
        return self.request(method, path, template=template, **more)

    def stream(
        self, path: str, *, token: str | None = None, last: str | None = None
    ) -> Iterator[httpx_sse.ServerSentEvent]:
        """Yield the messages of a stream until it ends or breaks. `last`: the id of the last message that the caller
        has.

        Raises `Refused` or `Unreachable`, without a retry.
        """
        headers = self._sent(token, {"Last-Event-ID": last})
        try:
            with httpx_sse.connect_sse(
                self._http, "GET", self.base_url + path, headers=headers, timeout=_TIMEOUT
            ) as source:
                if not source.response.is_success:
                    source.response.read()
                    _document(source.response)
                # Messages that only keep the connection alive have no data.
                yield from (message for message in source.iter_sse() if message.data)
        except httpx.TransportError as error:
            raise Unreachable(f"the stream {path} was cut: {error or type(error).__name__}") from error

    def _sent(self, token: str | None, more: Mapping[str, Any] | None) -> dict[str, str]:
        bearer = {} if token is None else {"Authorization": f"Bearer {_sendable('token', token)}"}
        return self._headers | bearer | {name: str(value) for name, value in (more or {}).items() if value is not None}

    def _wait_for(self, call: tuple[str, str, str | None], until: float) -> None:
        """Wait for the next window of an exhausted limit, unless the window begins after `until`."""
        moment = self._full.pop(call, 0.0)
        if (seconds := moment - time.monotonic()) > 0 and moment < until:
            time.sleep(seconds)

    def _remember(self, call: tuple[str, str, str | None], response: httpx.Response) -> None:
        limits = re.findall(r";\s*r=(\d+)\s*;\s*t=(\d+)", response.headers.get("RateLimit", ""))
        if full := [int(seconds) for left, seconds in limits if int(left) == 0]:
            self._full[call] = time.monotonic() + max(full)


def _params(given: Mapping[str, Any] | None) -> dict[str, str]:
    params: dict[str, str] = {}
    for name, value in (given or {}).items():
        if isinstance(value, bool):
            params[name] = str(value).lower()
        elif isinstance(value, Iterable) and not isinstance(value, str):
            params[name] = ",".join(map(str, value))
        elif value is not None:
            params[name] = str(value)
    return params


def _sendable(name: str, value: str) -> str:
    """Return the value of a header. If it cannot be sent, raise a `ValueError` that does not contain the value."""
    if not (value.isascii() and value.isprintable()):
        raise ValueError(f"{name} has characters that cannot be sent")
    return value


def _documents(response: httpx.Response) -> Iterator[Any]:
    """Yield the documents of an answer with one document per line.

    Raises `ValueError` if the last line is incomplete.
    """
    rest = b""
    for data in response.iter_bytes():
        *lines, rest = (rest + data).split(b"\n")
        yield from map(json.loads, lines)
    if rest:
        raise ValueError("the last line was cut")


def _document(response: httpx.Response) -> Any:
    """Return the document of an answer, `None` for an empty one. Raises `Refused`."""
    try:
        document = response.json() if response.content else None
    except ValueError:
        if response.is_success:
            raise httpx.RemoteProtocolError("the answer is not JSON") from None
        document = None
    if response.is_success or response.status_code == 304:
        return document
    after = response.headers.get("Retry-After", "")
    raise Refused.of(
        response.status_code,
        document if isinstance(document, dict) else {"title": response.reason_phrase},
        float(after) if after.isdecimal() else None,
    )
