"""Who may call, and how often: API keys where the operator asks for them, and limits by key, seat token and address."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Flask, Response, current_app, g, request

from service.http.access.addresses import client_of
from service.http.access.api_keys import HEADER, ApiKey, ApiKeys
from service.http.access.counters import DAY, MINUTE, Counters, Limit, Use
from service.http.api import metering
from service.http.api.exchange import credentials
from service.http.api.problems import (
    API_KEY_NEEDED,
    BOTS_NEED_KEYS,
    INVALID_REQUEST,
    QUOTA_USED_UP,
    TOO_MANY_REQUESTS,
    Refused,
)
from service.store.notices import Hook

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
SHARES = {CALLS: 1, DECISIONS: 20, REQUESTS: 1}
"""How much processor time a call of each limit covers, in `call_seconds`: that of a decision is worth more."""
TIME = "time"
"""The processor time of all that a caller sends, with whatever tokens, in `call_seconds`."""
TIME_SHARE = 5
"""How many times the processor time that its calls cover a caller may take in all."""
_MAX_ACCOUNTS = 10_000
QUOTAS = {
    "create_game": ("games",),
    "import_game": ("games",),
    "create_decision": ("decisions",),
    "create_review": ("decisions",),
    "create_replay_review": ("games", "decisions"),
}
"""The calls that need an API key, where keys are in use, and what each uses up of its day, unless `count_not`."""

NO_KEYS = "Whoever runs the server makes keys with `hamlet keys new` and names their file in HAMLET_API_KEYS_FILE."


class Gate:
    """Lets requests in, or refuses them, before anything else is done; the counters are all processes' together.

    `per_minute`: how many, for each of the limits above; 0 is no limit. Without `keys` none are asked for.
    `call_seconds`: the processor time that a call covers. One that has taken more counts as several, once it is
    answered; what was taken with a seat's token then counts for the caller too, who may have many; 0: each counts once.
    A caller may have so many tokens that no limit of theirs holds it back. So all its requests have processor time
    together, `TIME_SHARE` times what its calls cover: each process notes what it takes, and charges that in blocks.
    """

    def __init__(
        self, per_minute: Mapping[str, int], counters: Counters, keys: ApiKeys | None = None, call_seconds: float = 0.0
    ) -> None:
        self._per_minute = per_minute
        self._counters = counters
        self._keys = keys
        self._call_seconds = call_seconds
        self._accounts: dict[str, float] = {}

    def install(self, app: Flask) -> None:
        app.extensions["gate"] = self
        app.before_request(self._enter)
        app.after_request(self._leave)

    def _enter(self) -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        names: tuple[str, ...] = getattr(view, "limits", ())
        if not names or request.method == "OPTIONS":
            return
        quotas = QUOTAS.get(getattr(view, "__name__", ""), ())
        bots = getattr(view, "for_bots", False)
        if bots and self._keys is None:
            raise Refused(BOTS_NEED_KEYS, NO_KEYS)
        g.has_keys = self._keys is not None
        g.api_key = None if self._keys is None else _key(self._keys, needed=bots or bool(quotas))
        g.rates = self._per_minute if g.api_key is None else self._rates(g.api_key)
        limits = self._limits(names, quotas, getattr(view, "takes_token", False))
        if not limits:
            return
        g.uses = self._counters.count(limits)
        common = [self._time()] if CALLS in names else [self._calls(), self._time()]
        who = caller()
        charged = [self._counters.exceeded(limit, who) for limit in common]
        g.uses += [use for use in charged if use is not None]
        if exceeded := [use for use in g.uses if use.over]:
            raise _refusal(max(exceeded, key=lambda use: use.reset))

    def allows(self, key: str) -> bool:
        """Whether what was sent is (still) an API key."""
        return self._keys is not None and self._keys.find(key) is not None

    def think(self, seconds: int) -> None:
        """Count so many seconds of an AI's thinking as decisions of the caller; a request for one counts as one anyway.

        Never as more than a minute has, or what is allowed would be impossible. Raises `Refused`; then nothing more is
        counted, as in the end for a request that comes to nothing.
        """
        limit = Limit(DECISIONS, g.rates[DECISIONS], MINUTE)
        more = min(seconds, limit.most) - any(use.limit.name == DECISIONS for use in g.get("uses", ()))
        if more <= 0:
            return
        [use] = self._counters.charge([(self._counters.unused(limit, caller()), more)])
        if over := use.over:
            self._counters.give_back(use, more)
            use = replace(use, used=use.used - more)
        g.uses = [one for one in g.get("uses", ()) if one.key != use.key] + [use]
        if over:
            raise Refused(
                TOO_MANY_REQUESTS,
                "Each second of thinking counts as one of {number} decisions a minute. Please ask for less, or try "
                "again in {seconds} seconds.",
                facts={"number": limit.most, "seconds": use.reset},
                retry_after=use.reset,
            )
        g.thinking = (use, more)

    def miss(self) -> None:
        """Count a code that leads nowhere. Raises `Refused` over the limit."""
        limit = Limit(CODES, g.rates[CODES], MINUTE)
        if not limit.most:
            return
        [use] = self._counters.count([(limit, caller())])
        g.uses = [*g.get("uses", ()), use]
        if use.over:
            raise _refusal(use)

    def _limits(self, names: tuple[str, ...], quotas: tuple[str, ...], takes_token: bool) -> list[tuple[Limit, str]]:
        key, per_minute = g.api_key, g.rates
        limits = [
            (Limit(name, per_minute[name], MINUTE), _who(by_token=takes_token and name == REQUESTS))
            for name in names
            if per_minute[name]
        ]
        if key is not None:
            most = {"games": key.games_per_day, "decisions": key.decisions_per_day}
            a_day = [(_daily(quota), most[quota]) for quota in quotas]
            limits += [(Limit(name, number, DAY), caller()) for name, number in a_day if number is not None]
        return limits

    def _rates(self, key: ApiKey) -> Mapping[str, int]:
        """How many of each limit the key's caller has a minute."""
        calls, decisions = key.calls_per_minute, key.decisions_per_minute
        return {
            **self._per_minute,
            CALLS: calls or self._per_minute[CALLS],
            DECISIONS: decisions or self._per_minute[DECISIONS],
        }

    def _calls(self) -> Limit:
        return Limit(CALLS, g.rates[CALLS], MINUTE)

    def _time(self) -> Limit:
        return Limit(TIME, TIME_SHARE * g.rates[CALLS], MINUTE)

    def _charge(self, uses: list[Use]) -> list[Use]:
        """The uses with what the request has cost beyond one call."""
        calls = (metering.seconds() + g.get("computed_seconds", 0.0)) / self._call_seconds
        self._note(calls)
        if calls < 2:
            return uses
        minutely = [use for use in uses if use.limit.seconds == MINUTE]
        charges = [(use, int(calls / SHARES[use.limit.name]) - 1) for use in minutely if use.limit.name in SHARES]
        limit = self._calls()
        if limit.most and all(use.limit.name not in (CALLS, TIME) for use in minutely):
            charges.append((self._counters.unused(limit, caller()), int(calls) - 1))
        by_key = {use.key: use for use in self._counters.charge([charge for charge in charges if charge[1] > 0])}
        return [by_key.get(use.key, use) for use in uses]

    def _note(self, calls: float) -> None:
        """What a request has taken, on its caller's account; in Redis as soon as it is worth the way there."""
        limit, who = self._time(), caller()
        if not limit.most:
            return
        balance = self._accounts.pop(who, 0.0) + calls
        if balance >= limit.block:
            self._counters.charge([(self._counters.unused(limit, who), int(balance))])
            balance %= 1
        if len(self._accounts) >= _MAX_ACCOUNTS:
            self._accounts.clear()
        self._accounts[who] = balance

    def _leave(self, response: Response) -> Response:
        uses = self._give_back(g.get("uses", []), response)
        if uses and self._call_seconds:
            uses = self._charge(uses)
        if uses:
            policies = [f'"{use.limit.name}";q={use.limit.most};w={use.limit.seconds}' for use in uses]
            left = [f'"{use.limit.name}";r={use.left};t={use.reset}' for use in uses]
            response.headers.add("RateLimit-Policy", ", ".join(policies))
            response.headers.add("RateLimit", ", ".join(left))
        return response

    def _give_back(self, uses: list[Use], response: Response) -> list[Use]:
        """The uses without what the request has not made: of a day, which is too long to lose some, and of thinking."""
        nothing = response.status_code >= 400 or "Idempotency-Replayed" in response.headers
        not_counted = g.get("not_counted", ())
        thinking, more = g.get("thinking", (None, 0))
        left = []
        for use in uses:
            number = 0
            if use.limit.seconds == DAY:
                number = int(nothing or use.limit.name in not_counted)
            elif thinking is not None and use.key == thinking.key and (nothing or _daily(DECISIONS) in not_counted):
                number = more
            if number:
                self._counters.give_back(use, number)
                use = replace(use, used=use.used - number)
            left.append(use)
        return left


def count_not(quota: str) -> None:
    """The request has made no new one of what the quota counts by the day: it is given back, as is thinking time."""
    g.setdefault("not_counted", set()).add(_daily(quota))


def count_thinking(*milliseconds: int | None) -> None:
    """Count the time for which AIs shall think: each second that is begun is one of the caller's decisions.

    Raises `Refused`.
    """
    gate: Gate = current_app.extensions["gate"]
    gate.think(sum(math.ceil(each / 1000) for each in milliseconds if each))


def count_wrong_code() -> None:
    """Count a code of an invitation that leads nowhere, and only such a one.

    It has been looked up before, so whoever shares an address with a guesser comes in by a good code. Codes are long
    enough for that: nobody guesses one within the limit of all calls. Raises `Refused` over the limit.
    """
    gate: Gate = current_app.extensions["gate"]
    gate.miss()


def _daily(quota: str) -> str:
    return f"{quota}-per-day"


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
    kind, detail = TOO_MANY_REQUESTS, "At most {number} such requests a minute; please try again in {seconds} seconds."
    if use.limit.seconds == DAY:
        kind, detail = QUOTA_USED_UP, "At most {number} a day with this API key; the next day begins at midnight UTC."
    elif use.limit.name == TIME:
        detail = "Your requests have used this minute's processor time; please try again in {seconds} seconds."
    return Refused(kind, detail, facts={"number": use.limit.most, "seconds": use.reset}, retry_after=use.reset)


def _who(by_token: bool) -> str:
    authorization = credentials() if by_token else None
    return f"token {authorization.token}" if authorization is not None and authorization.token else caller()


def api_key() -> ApiKey | None:
    key: ApiKey | None = g.get("api_key")
    return key


def caller() -> str:
    """Who calls, as far as limits go: the API key, or else the client's address."""
    key = api_key()
    return client_of(request.remote_addr or "127.0.0.1") if key is None else f"key {key.name}"


def own_key() -> ApiKey:
    """The request's API key. Refused when it has none, and where the server has none."""
    if not g.get("has_keys", False):
        wrong = "is for servers with API keys: keep the ids and tokens of your games"
        raise Refused(INVALID_REQUEST, "This server knows no clients.", errors={"mine": [wrong]})
    key = api_key()
    if key is None:
        raise Refused(API_KEY_NEEDED, "What is yours goes by your API key, sent as `Hamlet-Api-Key`.")
    return key


def key_name() -> str | None:
    key = api_key()
    return None if key is None else key.name


def still_allowed() -> Callable[[], bool]:
    """Asked later: whether the API key of this request still is one."""
    gate: Gate = current_app.extensions["gate"]
    key = request.headers.get(HEADER, "")
    return lambda: gate.allows(key)


def key_hook() -> Hook | None:
    key = api_key()
    return None if key is None else key.hook(request.headers[HEADER])
