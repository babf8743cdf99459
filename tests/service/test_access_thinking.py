"""AIs' work is charged: the time they are to think, and only for new work."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from engine.ruleset import Doc
from service.games.ai.reviews import review_requests
from service.http.middleware.access.counters import MINUTE
from tests.service.api import HUMAN, Table, bearer, refused
from tests.service.api_keys import line, shown
from tests.service.conftest import Opener, everything
from tests.service.test_access import KEY, NEW_GAME, clock
from tests.service.test_access_cost import left
from tests.service.test_api_decisions import QUICK, accepted, ask_hint, question
from tests.service.test_rematch import Over

__all__ = ["clock"]

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def opened(opened: Opener, clock: SimpleNamespace) -> Opener:
    """Opens an app with that clock."""
    return opened


def thinking(milliseconds: int) -> Doc:
    return {"type": "ai", "level": "expert", "milliseconds": milliseconds}


def ask(client: FlaskClient, milliseconds: int, **more: Any) -> TestResponse:
    return client.post("/v1/decisions", json=question(milliseconds=milliseconds), **more)


# --- thinking ------------------------------------------------------------------------------------


def test_each_second_of_thinking_is_a_decision(opened: Opener, clock: SimpleNamespace) -> None:
    """A started second counts as a whole one. A refusal leaves the remainder to smaller requests."""
    client = opened(HAMLET_DECISION_RATE="12")
    table = Table(client)
    assert left(ask(client, 5000)) == {"decisions": 7}
    answer = ask_hint(table, table.to_act(), {"milliseconds": 4001})
    assert left(answer) == {"decisions": 2}
    answer = ask(client, 5000)
    refused(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= MINUTE
    assert left(accepted_answer(ask(client, 1000))) == {"decisions": 0}
    refused(client.post("/v1/decisions", json=question()), 429, "too-many-requests")
    accepted(ask(client, 5000, environ_base=ELSEWHERE))
    clock.seconds += MINUTE
    accepted(ask(client, 5000))


def accepted_answer(answer: TestResponse) -> TestResponse:
    accepted(answer)
    return answer


def test_what_is_not_thought_is_not_counted(opened: Opener) -> None:
    """A refused request counts once, and so does a repeated one."""
    client = opened(HAMLET_DECISION_RATE="12", HAMLET_CALLER_DECISIONS="1")
    table, once = Table(client), {"Idempotency-Key": "one and the same key"}
    refused(ask_hint(table, table.waiting(), {"milliseconds": 5000}), 409, "not-your-turn")
    refused(client.post("/v1/decisions", json=question(milliseconds=5001)), 422, "invalid-request")
    assert left(ask(client, 5000, headers=once)) == {"decisions": 5}
    again = ask(client, 5000, headers=once)
    assert (again.headers["Idempotency-Replayed"], left(again)) == ("true", {"decisions": 4})
    waits = ask(client, 2000)
    refused(waits, 429, "too-many-decisions")
    assert left(waits) == {"decisions": 3}, "as told"
    assert left(client.post("/v1/decisions", json={})) == {"decisions": 2}


def test_what_is_allowed_is_possible(opened: Opener) -> None:
    """However low the limit is, one request may use a whole minute's."""
    client = opened(HAMLET_DECISION_RATE="3")
    assert left(accepted_answer(ask(client, 5000))) == {"decisions": 0}
    refused(client.post("/v1/decisions", json=question()), 429, "too-many-requests")


def test_without_a_limit_nobody_counts(opened: Opener, redis: Redis) -> None:
    client = opened()
    for _ in range(3):
        accepted(ask(client, 5000))
    assert list(redis.scan_iter("LIMITS:*")) == []


def test_a_key_thinks_for_itself(opened: Opener) -> None:
    client = opened(line("shop", decisions_per_minute=8, decisions_per_day=9), HAMLET_DECISION_RATE="3")
    answer = accepted_answer(ask(client, 5000, headers=shown(KEY)))
    assert left(answer) == {"decisions": 3, "decisions-per-day": 8}
    refused(ask(client, 5000, headers=shown(KEY)), 429, "too-many-requests")
    assert left(ask(client, 1000, headers=shown(KEY)))["decisions-per-day"] == 7, "a decision by the day is one"


@pytest.mark.parametrize(
    ("seats", "options", "counted"),
    [
        ([HUMAN, thinking(5000)], {}, 5),
        ([thinking(2001), thinking(5000)], {}, 8),
        (
            [HUMAN, HUMAN, thinking(1000)],
            {"turn_seconds": 60, "takeover_level": QUICK, "takeover_milliseconds": 1500},
            5,
        ),
        ([HUMAN, HUMAN, thinking(1000)], {"resign_level": QUICK, "resign_milliseconds": 1500}, 5),
        (
            [HUMAN, HUMAN],
            {"turn_seconds": 60, "takeover_milliseconds": 1000, "resign_level": QUICK, "resign_milliseconds": 3000},
            6,
        ),
    ],
)
def test_a_game_counts_for_the_time_that_its_ais_think(
    opened: Opener, redis: Redis, seats: list[Doc], options: Doc, counted: int
) -> None:
    """About one decision for each seat, takeovers included, is charged as that many decisions. A refusal creates
    nothing.
    """
    client, game = opened(HAMLET_DECISION_RATE="10"), {**NEW_GAME, "seats": seats, "options": options}
    refused(client.post("/v1/games", json={**game, "ruleset": "my_village", "seed": ""}), 422, "invalid-request")
    assert client.post("/v1/games", json=game).status_code == 201
    assert left(client.post("/v1/decisions", json={})) == {"decisions": 9 - counted}
    while client.post("/v1/games", json=game).status_code == 201:
        pass
    before = stored(redis)
    refused(client.post("/v1/games", json=game), 429, "too-many-requests")
    assert stored(redis) == before
    assert client.post("/v1/games", json=NEW_GAME).status_code == 201


def test_a_rematch_counts_as_the_game_that_it_is(opened: Opener) -> None:
    """It is charged to the caller who creates it."""
    client = opened(HAMLET_DECISION_RATE="11")
    before = Over(client, 2, thinking(5000))
    assert before.ask(0).status_code == 201
    assert left(client.post("/v1/decisions", json={})) == {"decisions": 0}
    assert before.ask(1).status_code == 201
    refused(Over(opened(), 2, thinking(5000)).ask(0, client), 429, "too-many-requests")


def test_hints_wait_for_their_address(opened: Opener) -> None:
    """Whatever their tokens; decisions of the address count together with them."""
    client = opened(HAMLET_CALLER_DECISIONS="2")
    tables = [Table(client) for _ in range(3)]
    accepted(client.post("/v1/decisions", json=question()))
    accepted(ask_hint(tables[0], tables[0].to_act()))
    for table in tables:
        refused(ask_hint(table, table.to_act()), 429, "too-many-decisions")
    token = bearer(tables[2].tokens[str(tables[2].to_act())])
    accepted(client.post(f"{tables[2].path}/hint", headers=token, environ_base=ELSEWHERE))


# --- reviews -------------------------------------------------------------------------------------


def stored(redis: Redis) -> dict[bytes, bytes]:
    """Everything stored, except limits and messages."""
    return {key: value for key, value in everything(redis).items() if not key.startswith((b"LIMITS:", b"rq:"))}


def replay_of(client: FlaskClient) -> Doc:
    replay: Doc = client.get(f"{Over(client, seed=None).path}/replay").get_json()
    return replay


def review(client: FlaskClient, replay: Doc, **more: Any) -> TestResponse:
    return client.post("/v1/reviews", json={"replay": replay, **more}, headers=shown(KEY))


def test_a_refused_review_changes_nothing(opened: Opener, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is stored or replayed for it. An existing review is still shown."""
    client = opened(HAMLET_CALLER_DECISIONS="1")
    old, new, third = (Over(client, seed=f"seed {number}").path for number in range(3))
    replay = client.get(f"{third}/replay").get_json()
    first = client.post(f"{old}/review")
    assert first.status_code == 202
    before = stored(redis)
    monkeypatch.setattr(review_requests, "state_at", None)
    refused(client.post(f"{new}/review"), 429, "too-many-decisions")
    refused(client.post("/v1/reviews", json={"replay": replay}), 429, "too-many-decisions")
    assert client.post(f"{old}/review").get_json() == first.get_json()
    assert stored(redis) == before


def test_a_server_with_enough_to_do_stores_no_game_for_a_review(opened: Opener, redis: Redis) -> None:
    client = opened(HAMLET_DECISIONS_WAITING="1")
    replay = client.get(f"{Over(client).path}/replay").get_json()
    accepted(client.post("/v1/decisions", json=question()))
    before = stored(redis)
    refused(client.post("/v1/reviews", json={"replay": replay}), 503, "busy")
    assert stored(redis) == before


def test_a_new_reviews_thinking_counts_once(opened: Opener) -> None:
    """It counts as one decision; asking for it again is an ordinary request."""
    client = opened(HAMLET_DECISION_RATE="12")
    path, body = f"{Over(client).path}/review", {"level": "hard", "milliseconds": 5000}
    answers = [client.post(path, json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert [left(answer) for answer in answers] == [{"decisions": 7}, {"decisions": 6}]


def test_a_days_quota_counts_what_is_new(opened: Opener) -> None:
    """Existing reviews and games are given back; a new game for a review counts as a game."""
    one, other = (
        opened().get(f"{Over(opened(), seed=seed).path}/replay").get_json() for seed in ("one seed", "other seed")
    )
    client = opened(line("shop", games_per_day=1, decisions_per_day=3))
    first = review(client, one)
    assert first.status_code == 202
    assert left(first) == {"games-per-day": 0, "decisions-per-day": 2}
    path = f"/v1/games/{first.get_json()['game']}/review"
    for _ in range(3):
        again = client.post(path, headers=shown(KEY))
        assert (again.get_json()["id"], left(again)) == (first.get_json()["id"], {"decisions-per-day": 2})
    assert client.post(path, json={"level": "hard"}, headers=shown(KEY)).status_code == 202
    refused(review(client, other), 429, "quota-used-up")
    client = opened(line("shop", games_per_day=2, decisions_per_day=3))
    for _ in range(3):
        assert review(client, one).status_code == 202
        again = client.post("/v1/games/import", json=one, headers=shown(KEY))
        assert again.status_code == 200
    assert review(client, other).status_code == 202
    refused(client.post("/v1/games", json=NEW_GAME, headers=shown(KEY)), 429, "quota-used-up")
    refused(client.post(path, json={"level": "expert"}, headers=shown(KEY)), 429, "quota-used-up")
