"""Admits requests: API keys where the operator requires them, and limits by key, seat token and address."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from flask import Flask, Response, current_app, g, request

from service.http.middleware.access.api_keys import HEADER, ApiKeys
from service.http.middleware.access.client_addresses import client_of
from service.http.middleware.access.counters import DAY, MINUTE, Charge, Counters, Limit, Use, seconds_left
from service.http.middleware.http_helpers import credentials
from service.http.problems.problem_details import (
    API_KEY_NEEDED,
    FORBIDDEN,
    QUOTA_USED_UP,
    TOO_LARGE,
    TOO_MANY_REQUESTS,
    Refused,
)
from service.http.schemas.bounds import CALL_MS, cost_of
from service.store.lists.key_registry import ApiKey, using
from service.store.outbox.decision_queue import Caller
from service.store.redis.batch import Call
from service.store.redis.store_errors import StoreUnavailable

CALLS = "calls"
"""The limit for costly calls without a token, by caller."""
DECISIONS = "decisions"
"""The limit for calls that make an AI think, by caller."""
REQUESTS = "requests"
"""The limit for calls that read the store or play, by seat token, or by caller without one."""
CODES = "codes"
"""The limit for wrong invitation codes, by caller. They are counted after the look-up (`count_wrong_code`)."""
CODES_PART = 30
"""The limit `CODES` is the operator's limit `CALLS` divided by this number, rounded up."""
TIME = "time"
"""The limit of processor time, in milliseconds, for all requests of a caller, whatever their tokens."""
TIME_SHARE = 5
"""The limit `TIME` is the limit `CALLS`, multiplied by `CALL_MS` and by this number."""
QUOTAS = {
    "create_game": ("games",),
    "import_game": ("games",),
    "create_decision": ("decisions",),
    "create_hint": ("decisions",),
    "create_review": ("decisions",),
    "create_replay_review": ("games", "decisions"),
}
"""The daily quotas that each of these calls uses if it has an API key. The key needs scopes with the same names.

`count_not` can give these uses back. Where keys are required, these calls need a key; a hint needs only a seat's token.
"""


@dataclass(slots=True)
class Access:
    """The API key of a request, and the state of its limits by name.

    `quotas`: the daily quotas that the request uses; `decisions`: the number of decisions that it requests;
    `nothing`: the limits whose uses are given back because the request created nothing new.
    """

    api_key: ApiKey | None
    quotas: tuple[str, ...] = ()
    decisions: int = 1
    uses: dict[str, Use] = field(default_factory=dict)
    nothing: set[str] = field(default_factory=set)


class RateLimiter:
    """Admits or refuses requests before anything else is done. All processes share its counters.

    `per_minute`: the limits by name, 0 for no limit. Each call has a fixed cost (`bounds.COSTS`). Some limits apply per
    token, and a caller may have many tokens. So all requests of a caller also share a limit of processor time (`TIME`).
    """

    def __init__(self, per_minute: Mapping[str, int], counters: Counters, keys: ApiKeys) -> None:
        self._per_minute = per_minute
        self.counters = counters
        self.keys = keys

    def install_limits(self, app: Flask) -> None:
        app.extensions["gate"] = self
        app.before_request(self._enter)
        app.after_request(self._leave)

    def _enter(self) -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        names: tuple[str, ...] = getattr(view, "limits", ())
        if not names or request.method == "OPTIONS":
            return
        call = getattr(view, "__name__", "")
        quotas, scope = QUOTAS.get(call, ()), getattr(view, "scope", "")
        owned = getattr(view, "needs_key", False)
        takes_token = getattr(view, "takes_token", False)
        needed = owned or (bool(quotas) and self.keys.required and not getattr(view, "needs_token", False))
        # A revoked key must not create anything that belongs to keys, such as webhooks.
        key = _key(self.keys, needed=needed, fresh=owned)
        g.access = Access(key, quotas)
        charges = self._charges(names, cost_of(call, request.args), takes_token)
        if key is None:
            self.count(charges)
            return
        self.count([*charges, *_daily_charges(quotas)], using(key.name, calls=1))
        if missing := {*quotas, *([scope] if scope else [])} - key.scopes:
            raise _no_scope(min(missing))
        if quotas:
            self._check_processor_time(key)

    def _check_processor_time(self, key: ApiKey) -> None:
        """Raise `Refused` if the AI has used up the API key's processor time for today."""
        most = key.limits.get("seconds_per_day")
        if most is not None and self.keys.store.microseconds_today(key.name) >= 1_000_000 * most:
            detail = "At most {number} s of the AI's processor time a day with this API key; please try again tomorrow."
            seconds = seconds_left(DAY, time.time())
            raise Refused(QUOTA_USED_UP, detail, facts={"number": most}, retry_after=seconds)

    def _charges(self, names: tuple[str, ...], cost: int, takes_token: bool) -> list[Charge]:
        """Return the charges per minute for a call that costs `cost` milliseconds."""
        calls = max(1, cost // CALL_MS)
        numbers = {CALLS: calls, REQUESTS: calls, DECISIONS: 1, TIME: cost}
        limits = [limit for name in (*names, TIME) if (limit := self.limit(name)).number]
        return [
            # At most the limit of a minute, because otherwise a call that costs more could never be made.
            Charge(limit, _who(takes_token and limit.name == REQUESTS), min(numbers[limit.name], limit.number))
            for limit in limits
        ]

    def limit(self, name: str) -> Limit:
        allowed, key = self._per_minute.get(name, 0), api_key()
        if name == TIME:
            allowed = TIME_SHARE * CALL_MS * self.limit(CALLS).number
        elif key is not None:
            allowed = key.limits.get(f"{name}_per_minute", allowed)
        return Limit(name, allowed, MINUTE)

    def count(self, charges: list[Charge], calls: Sequence[Call] = ()) -> None:
        """Count the charges. `calls`: further calls in the same round trip. Raises `Refused` over a limit."""
        uses = self.counters.count(charges, calls)
        for use in uses:
            earlier = g.access.uses.get(use.limit.name)
            g.access.uses[use.limit.name] = replace(use, holds=use.holds + (earlier.holds if earlier else 0))
        if exceeded := [use for use in uses if use.over]:
            raise _refusal(max(exceeded, key=lambda use: use.reset))

    def _leave(self, response: Response) -> Response:
        access: Access | None = g.get("access")
        if access is None or not (access.uses or access.api_key):
            return response
        uses = list(access.uses.values())
        nothing = response.status_code >= 400 or "Idempotency-Replayed" in response.headers
        numbers = {"games": 1, "decisions": access.decisions}
        used = {} if nothing else {name: numbers[name] for name in access.quotas if name not in access.nothing}
        used |= {"refused": 1} if response.status_code == 429 else {}
        calls = using(access.api_key.name, **used) if access.api_key and used else ()
        uses = self.counters.settle(uses, [use for use in uses if nothing or use.limit.name in access.nothing], calls)
        if not uses:
            return response
        policies = [f'"{use.limit.name}";q={use.limit.number};w={use.limit.seconds}' for use in uses]
        left = [f'"{use.limit.name}";r={use.left};t={use.reset}' for use in uses]
        response.headers.add("RateLimit-Policy", ", ".join(policies))
        response.headers.add("RateLimit", ", ".join(left))
        return response


def count_not(quota: str) -> None:
    """Give back the uses of a quota that this request holds, because the request has created nothing new.

    For `decisions`, this also gives back the thinking time.
    """
    g.access.nothing |= {_daily(quota), quota}


def count_thinking(*milliseconds: int | None) -> None:
    """Count the AI's thinking time: one decision for each started second. If the request itself has already counted as
    a decision, the first second is free.

    A request counts as no more decisions than the limit allows in a minute, because otherwise longer thinking would
    always be refused. The uses are held: a request that is refused or creates nothing gives them back. Raises
    `Refused` if the limit is exceeded.
    """
    gate, seconds = _gate(), sum(math.ceil(each / 1000) for each in milliseconds if each)
    limit = gate.limit(DECISIONS)
    more = min(seconds, limit.number) - (DECISIONS in g.access.uses)
    if more <= 0:
        return
    [use] = gate.counters.count([Charge(limit, caller(), more, held=True)])
    g.access.uses[DECISIONS] = use
    if use.over:
        raise Refused(
            TOO_MANY_REQUESTS,
            "Each second of thinking counts as one of {number} decisions a minute. Please ask for less, or try again "
            "in {seconds} s.",
            facts={"number": limit.number, "seconds": use.reset},
            retry_after=use.reset,
        )


def count_decisions(number: int, cost: int) -> None:
    """Count more decisions of this request. `cost`: the processor time of each, in milliseconds. Raises `Refused`."""
    gate = _gate()
    if 0 < (most := gate.limit(DECISIONS).number) <= number:
        detail = "It must have at most {number} lines, since each is a decision, and you may request {number} a minute."
        raise Refused(TOO_LARGE, detail, facts={"number": most})
    g.access.decisions += number
    numbers = {DECISIONS: number, TIME: number * cost}
    limits = [limit for name in numbers if (limit := gate.limit(name)).number]
    charges = [Charge(limit, caller(), numbers[limit.name], held=True) for limit in limits]
    gate.count([*charges, *(replace(charge, number=number) for charge in _daily_charges(("decisions",)))])


def count_wrong_code() -> None:
    """Count a wrong invitation code. Raises `Refused` if the limit is exceeded.

    Only wrong codes count, so that a guesser does not lock out others at the same address.
    """
    gate = _gate()
    if (limit := gate.limit(CODES)).number:
        gate.count([Charge(limit, caller())])


def _gate() -> RateLimiter:
    return cast(RateLimiter, current_app.extensions["gate"])


def _daily(quota: str) -> str:
    return f"{quota}-per-day"


def _daily_charges(quotas: tuple[str, ...]) -> list[Charge]:
    """Return the charges for the daily quotas of the API key. They are held, so that a refused request uses no
    quota.
    """
    key = api_key()
    if key is None:
        return []
    allowed = {quota: key.limits.get(f"{quota}_per_day") for quota in quotas}
    limits = [Limit(_daily(quota), number, DAY) for quota, number in allowed.items() if number is not None]
    return [Charge(limit, caller(), held=True) for limit in limits]


def _key(keys: ApiKeys, *, needed: bool, fresh: bool) -> ApiKey | None:
    """Return the request's API key. Refuse the request if the key is unknown, or missing where one is needed."""
    text = request.headers.get(HEADER)
    if text is None:
        if not needed:
            return None
        raise Refused(API_KEY_NEEDED, "Games, decisions and bots need a valid API key, sent as `Hamlet-Api-Key`.")
    key = keys.find(text, fresh=fresh)
    if key is None:
        raise Refused(API_KEY_NEEDED, "This API key is not valid.")
    return key


def _no_scope(scope: str) -> Refused:
    return Refused(FORBIDDEN, "This API key lacks the scope {scope!r}.", facts={"scope": scope})


def _refusal(use: Use) -> Refused:
    kind, detail = TOO_MANY_REQUESTS, "At most {number} such requests a minute; please try again in {seconds} s."
    if use.limit.seconds == DAY:
        kind, detail = QUOTA_USED_UP, "At most {number} a day with this API key; the next day begins at midnight UTC."
    elif use.limit.name == TIME:
        detail = "Your requests have used this minute's processor time; please try again in {seconds} s."
    return Refused(kind, detail, facts={"number": use.limit.number, "seconds": use.reset}, retry_after=use.reset)


def _who(by_token: bool) -> str:
    authorization = credentials() if by_token else None
    return f"token {authorization.token}" if authorization is not None and authorization.token else caller()


def api_key() -> ApiKey | None:
    access: Access | None = g.get("access")
    return None if access is None else access.api_key


def caller() -> str:
    """Return the caller for limits: the API key, or else the client's address."""
    key = api_key()
    return client_of(request.remote_addr or "127.0.0.1") if key is None else f"key {key.name}"


def requester() -> Caller:
    """Return the caller for requests to the workers."""
    key = api_key()
    return Caller(caller()) if key is None else Caller(caller(), key.limits.get("pending_decisions"), key.name)


def own_key(scope: str | None = None) -> ApiKey:
    """Return the request's API key. Refuse the request if it has none, or if the key lacks the scope."""
    key = api_key()
    if key is None:
        raise Refused(API_KEY_NEEDED, "Send your API key as `Hamlet-Api-Key`, so that we know which games are yours.")
    if scope is not None and scope not in key.scopes:
        raise _no_scope(scope)
    return key


def key_for(scope: str) -> str | None:
    """Return the name of the request's API key, if it has one with this scope."""
    key = api_key()
    return key.name if key is not None and scope in key.scopes else None


def key_name() -> str | None:
    key = api_key()
    return None if key is None else key.name


def still_allowed() -> Callable[[], bool]:
    """Return a function to call later. It returns whether the request's API key is still valid."""
    keys, key = _gate().keys, request.headers.get(HEADER, "")

    def allowed() -> bool:
        try:
            return keys.find(key, fresh=True) is not None
        except StoreUnavailable:
            return True

    return allowed
