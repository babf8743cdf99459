"""Who may call, and how often: API keys where the operator asks for them, and limits by key, seat token and address."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import Flask, Response, current_app, g, request

from service.http.middleware.access.api_keys import HEADER, ApiKey, ApiKeys
from service.http.middleware.access.client_addresses import client_of
from service.http.middleware.access.counters import DAY, MINUTE, Charge, Counters, Limit, Use
from service.http.middleware.http_helpers import credentials
from service.http.problems.problem_details import (
    API_KEY_NEEDED,
    BOTS_NEED_KEYS,
    INVALID_REQUEST,
    QUOTA_USED_UP,
    TOO_MANY_REQUESTS,
    Refused,
)
from service.http.schemas.bounds import CALL_MS, cost_of
from service.store.outbox.notice_queue import Hook

CALLS = "calls"
"""What costs and needs no token, by caller."""
DECISIONS = "decisions"
"""What makes an AI think, by caller."""
REQUESTS = "requests"
"""What only reads the store or plays: by the seat's token, without one by caller."""
CODES = "codes"
"""Codes of invitations that lead nowhere, by caller: counted when that is known (`count_wrong_code`)."""
CODES_PART = 30
"""How many times fewer of these than of the other calls."""
TIME = "time"
"""Milliseconds of processor time for all that a caller sends, with whatever tokens."""
TIME_SHARE = 5
"""How many times the processor time that its calls cover a caller may take in all."""
QUOTAS = {
    "create_game": ("games",),
    "import_game": ("games",),
    "create_decision": ("decisions",),
    "create_review": ("decisions",),
    "create_replay_review": ("games", "decisions"),
}
"""The calls that need an API key, where keys are in use, and what each uses up of its day, unless `count_not`."""

NO_KEYS = "Whoever runs the server makes keys with `hamlet keys new` and names their file in HAMLET_API_KEYS_FILE."


@dataclass(slots=True)
class Access:
    """What the limits know of a request: the API key that it shows, and what it uses, by the limits' names.

    `nothing`: the limits for which nothing new has come of it.
    """

    api_key: ApiKey | None
    uses: dict[str, Use] = field(default_factory=dict)
    nothing: set[str] = field(default_factory=set)


class Gate:
    """Lets requests in, or refuses them, before anything else is done; the counters are all processes' together.

    `per_minute`: how many, for each of the limits above; 0 is no limit. Without `keys` none are asked for. Each call
    has a fixed cost (`bounds.COSTS`). A caller with many tokens gets around the limits of each token. So all its
    requests share one limit of processor time: `TIME_SHARE` times what its calls cover.
    """

    def __init__(self, per_minute: Mapping[str, int], counters: Counters, keys: ApiKeys | None = None) -> None:
        self._per_minute = per_minute
        self._counters = counters
        self.keys = keys

    def install(self, app: Flask) -> None:
        app.extensions["gate"] = self
        app.before_request(self._enter)
        app.after_request(self._leave)

    def _enter(self) -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        names: tuple[str, ...] = getattr(view, "limits", ())
        if not names or request.method == "OPTIONS":
            return
        call = getattr(view, "__name__", "")
        quotas = QUOTAS.get(call, ())
        bots = getattr(view, "for_bots", False)
        if bots and self.keys is None:
            raise Refused(BOTS_NEED_KEYS, NO_KEYS)
        g.access = Access(None if self.keys is None else _key(self.keys, needed=bots or bool(quotas)))
        charges = self._charges(names, cost_of(call, request.args), getattr(view, "takes_token", False))
        self._count([*charges, *_daily_charges(quotas)])

    def _charges(self, names: tuple[str, ...], cost: int, takes_token: bool) -> list[Charge]:
        """By the minute, for a call that costs so many milliseconds."""
        calls = max(1, cost // CALL_MS)
        numbers = {CALLS: calls, REQUESTS: calls, DECISIONS: 1, TIME: cost}
        limits = [limit for name in (*names, TIME) if (limit := self._limit(name)).most]
        return [
            # Never more than a minute has, or what is allowed would be impossible.
            Charge(limit, _who(takes_token and limit.name == REQUESTS), min(numbers[limit.name], limit.most))
            for limit in limits
        ]

    def _limit(self, name: str) -> Limit:
        """How much of it the caller has a minute."""
        most, key = self._per_minute.get(name, 0), api_key()
        if name == TIME:
            most = TIME_SHARE * CALL_MS * self._limit(CALLS).most
        elif key is not None:
            most = {CALLS: key.calls_per_minute, DECISIONS: key.decisions_per_minute}.get(name) or most
        return Limit(name, most, MINUTE)

    def _count(self, charges: list[Charge]) -> None:
        """Raises `Refused` over a limit."""
        uses = self._counters.count(charges)
        g.access.uses |= {use.limit.name: use for use in uses}
        if exceeded := [use for use in uses if use.over]:
            raise _refusal(max(exceeded, key=lambda use: use.reset))

    def think(self, seconds: int) -> None:
        """Count so many seconds of an AI's thinking as decisions of the caller; a request for one counts as one anyway.

        Never as more than a minute has, or what is allowed would be impossible. Raises `Refused`; then nothing more is
        counted, as in the end for a request that comes to nothing.
        """
        limit = self._limit(DECISIONS)
        more = min(seconds, limit.most) - (DECISIONS in g.access.uses)
        if more <= 0:
            return
        [use] = self._counters.count([Charge(limit, caller(), more, held=True)])
        g.access.uses[DECISIONS] = use
        if use.over:
            raise Refused(
                TOO_MANY_REQUESTS,
                "Each second of thinking counts as one of {number} decisions a minute. Please ask for less, or try "
                "again in {seconds} s.",
                facts={"number": limit.most, "seconds": use.reset},
                retry_after=use.reset,
            )

    def miss(self) -> None:
        """Count a code that leads nowhere. Raises `Refused` over the limit."""
        limit = self._limit(CODES)
        if limit.most:
            self._count([Charge(limit, caller())])

    def _leave(self, response: Response) -> Response:
        access: Access | None = g.get("access")
        if access is None or not access.uses:
            return response
        uses = list(access.uses.values())
        nothing = response.status_code >= 400 or "Idempotency-Replayed" in response.headers
        uses = self._counters.settle(uses, [use for use in uses if nothing or use.limit.name in access.nothing])
        policies = [f'"{use.limit.name}";q={use.limit.most};w={use.limit.seconds}' for use in uses]
        left = [f'"{use.limit.name}";r={use.left};t={use.reset}' for use in uses]
        response.headers.add("RateLimit-Policy", ", ".join(policies))
        response.headers.add("RateLimit", ", ".join(left))
        return response


def count_not(quota: str) -> None:
    """The request has made no new one of what the quota counts by the day: it is given back, as is thinking time."""
    g.access.nothing |= {_daily(quota), quota}


def count_thinking(*milliseconds: int | None) -> None:
    """Count the time for which AIs shall think: each second that is begun is one of the caller's decisions.

    Raises `Refused`.
    """
    _gate().think(sum(math.ceil(each / 1000) for each in milliseconds if each))


def count_wrong_code() -> None:
    """Count a code of an invitation that leads nowhere, and only such a one.

    It has been looked up before, so whoever shares an address with a guesser comes in by a good code. Codes are long
    enough for that: nobody guesses one within the limit of all calls. Raises `Refused` over the limit.
    """
    _gate().miss()


def _gate() -> Gate:
    gate: Gate = current_app.extensions["gate"]
    return gate


def _daily(quota: str) -> str:
    return f"{quota}-per-day"


def _daily_charges(quotas: tuple[str, ...]) -> list[Charge]:
    """For what the API key may have so many of a day: held, since a day is too long to lose some to refusals."""
    key = api_key()
    if key is None:
        return []
    most = {"games": key.games_per_day, "decisions": key.decisions_per_day}
    limits = [Limit(_daily(quota), number, DAY) for quota in quotas if (number := most[quota]) is not None]
    return [Charge(limit, caller(), held=True) for limit in limits]


def _key(keys: ApiKeys, needed: bool) -> ApiKey | None:
    """The API key that the request shows. Refused when it is none, or is missing where one is needed."""
    text = request.headers.get(HEADER)
    if text is None and not needed:
        return None
    key = None if text is None else keys.find(text)
    if key is None:
        raise Refused(API_KEY_NEEDED, "Games, decisions and bots need a valid API key, sent as `Hamlet-Api-Key`.")
    return key


def _refusal(use: Use) -> Refused:
    kind, detail = TOO_MANY_REQUESTS, "At most {number} such requests a minute; please try again in {seconds} s."
    if use.limit.seconds == DAY:
        kind, detail = QUOTA_USED_UP, "At most {number} a day with this API key; the next day begins at midnight UTC."
    elif use.limit.name == TIME:
        detail = "Your requests have used this minute's processor time; please try again in {seconds} s."
    return Refused(kind, detail, facts={"number": use.limit.most, "seconds": use.reset}, retry_after=use.reset)


def _who(by_token: bool) -> str:
    authorization = credentials() if by_token else None
    return f"token {authorization.token}" if authorization is not None and authorization.token else caller()


def api_key() -> ApiKey | None:
    access: Access | None = g.get("access")
    return None if access is None else access.api_key


def caller() -> str:
    """Who calls, as far as limits go: the API key, or else the client's address."""
    key = api_key()
    return client_of(request.remote_addr or "127.0.0.1") if key is None else f"key {key.name}"


def own_key() -> ApiKey:
    """The request's API key. Refused when it has none, and where the server has none."""
    if _gate().keys is None:
        wrong = "is for servers with API keys: keep the ids and tokens of your games"
        raise Refused(INVALID_REQUEST, "This server cannot tell clients apart.", errors={"mine": [wrong]})
    key = api_key()
    if key is None:
        raise Refused(API_KEY_NEEDED, "Send your API key as `Hamlet-Api-Key`, so that we know which games are yours.")
    return key


def key_name() -> str | None:
    key = api_key()
    return None if key is None else key.name


def still_allowed() -> Callable[[], bool]:
    """Asked later: whether the API key of this request still is one."""
    keys, key = _gate().keys, request.headers.get(HEADER, "")
    return lambda: keys is not None and keys.find(key) is not None


def key_hook() -> Hook | None:
    key = api_key()
    return None if key is None else key.hook(request.headers[HEADER])
