"""The webhooks of an API key: what they are notified of, and how they are managed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.games.core.webhook_notices import PING, TYPES
from service.store.games.records import now_ms
from service.store.lists.key_registry import KeyStore
from service.store.outbox.notice_queue import PATIENCE_SECONDS
from service.store.redis import keys
from service.store.redis.store_errors import StoreUnavailable
from tests.service.api import ADA, HUMAN, OPEN, bearer, refused
from tests.service.api_keys import key_of, line
from tests.service.bots import PACE
from tests.service.clocked import run_out
from tests.service.conforming import faults_of
from tests.service.conftest import Opener
from tests.service.hooked import decline, every, every_id, notices_of, send_all
from tests.service.outbox import lease
from tests.service.receiver import Receiver
from workers.decider import Decider
from workers.reviewer import ReviewWorker
from workers.turn_timeouts import enforce_deadline

GAME: Doc = {"ruleset": "villagers", "seats": [ADA, HUMAN], "options": {"first_player": "0"}}
NOTHING_OF_ITS_OWN: Doc = {"metadata": {}, "player": None, "seat_metadata": {}}
"""What the owner of the game has stored with it, and with the seat."""
KEYS = line("shop") + line("club")


class Owner:
    """A client with an API key."""

    def __init__(self, client: FlaskClient, receiver: Receiver, key: str = key_of("shop")) -> None:
        self.client = client
        self.receiver = receiver
        self.games = client.application.extensions["games"]
        self._key = key

    def call(self, method: str, path: str, body: Any = None, status: int | None = None, **headers: str) -> Any:
        sent = {"Hamlet-Api-Key": self._key, **{name.replace("_", "-"): value for name, value in headers.items()}}
        answer = self.client.open(path, method=method, json=body, headers=sent)
        assert answer.status_code == (status or answer.status_code) < (status or 299) + 1, answer.text
        return answer.get_json() if answer.data else None

    def webhook(self, **more: Any) -> Doc:
        made: Doc = self.call("POST", "/v1/webhooks", {"url": self.receiver.url(path="/shop"), **more})
        return made

    def play(self, path: str, token: str) -> None:
        [move, *_] = self.call("GET", f"{path}/moves", **bearer(token))["moves"]
        self.call("POST", f"{path}/moves", {"move_id": move["id"]}, **bearer(token))

    def deliver(self) -> list[Doc]:
        """Send all that is due; return what has arrived, in order of its ids."""
        del self.receiver.got[:]
        send_all(self.games, self.receiver)
        return self.receiver.docs


@pytest.fixture
def opened(opened: Opener, receiver: Receiver) -> Opener:
    """Opens an app by the one switch for this computer."""
    return partial(opened, KEYS, HAMLET_WEBHOOKS="local", HAMLET_DECISION_RATE="0")


@pytest.fixture
def owner(opened: Opener, receiver: Receiver) -> Owner:
    return Owner(opened(), receiver)


def types(docs: list[Doc]) -> list[str]:
    return sorted(doc["type"] for doc in docs)


# --- what they are notified of ---------------------------------------------------------------------


def test_a_game_from_its_first_player_to_its_rematch(owner: Owner, redis: Redis) -> None:
    secret = owner.webhook()["secret"]
    seats = [OPEN, OPEN]
    game = owner.call("POST", "/v1/games", {**GAME, "seats": seats, "options": {"turn_seconds": 3600}, "public": True})
    path = f"/v1/games/{game['id']}"
    assert owner.deliver() == []
    ada = owner.call("POST", f"{path}/seats/0", {"name": "Ada"})["tokens"]["0"]
    [joined] = owner.deliver()
    expected = {"game": game["id"], "version": 0, "seat": 0, "name": "Ada", "open_seats": 1, **NOTHING_OF_ITS_OWN}
    assert (joined["type"], joined["data"]) == ("seat.joined", expected)
    owner.call("POST", f"{path}/seats/1", {"name": "Bo"})
    joined, started, turn = owner.deliver()
    assert types([joined, started, turn]) == ["game.started", "seat.joined", "turn.started"]
    shown = owner.call("GET", path)
    assert turn["data"]["deadline"] == shown["deadline"]
    assert turn["data"]["seat"] == shown["to_act"][0]

    run_out(redis, game["id"])
    assert enforce_deadline(owner.games, owner.games.queries.load_game(game["id"]), now_ms())
    away = next(doc for doc in owner.deliver() if doc["type"] == "seat.away")
    assert (away["data"]["reason"], away["data"]["version"]) == ("away", 1)
    owner.call("POST", f"{path}/seats/0/resign", **bearer(ada))
    told = {doc["type"]: doc["data"] for doc in owner.deliver()}
    assert set(told) == {"seat.away", "game.finished"}
    assert told["seat.away"]["reason"] == "resigned"
    assert told["game.finished"]["result"]["winners"] == [1]

    rematch = owner.call("POST", f"{path}/rematch", **bearer(ada))
    told = {doc["type"]: doc["data"] for doc in owner.deliver()}
    assert told["rematch.offered"] == {
        "game": game["id"],
        "version": 2,
        "rematch": rematch["id"],
        "metadata": {},
    }
    assert told["seat.joined"]["game"] == rematch["id"]
    # Asked again it is no news.
    owner.call("POST", f"{path}/rematch", **bearer(ada))
    assert owner.deliver() == []
    for got in owner.receiver.got:
        assert Webhook(secret).verify(got.body, got.headers)


def test_a_reminder_comes_once_when_a_quarter_of_the_time_is_left(owner: Owner, redis: Redis) -> None:
    owner.webhook(types=["turn.reminder"])
    game = owner.call("POST", "/v1/games", {**GAME, "options": {"first_player": "0", "turn_seconds": 400}})
    [name] = every_id(redis)
    store = notices_of(owner.games)
    when = redis.zscore(keys.notices(keys.tag_of_notice(name)), name)
    deadline = datetime.fromisoformat(game["deadline"]).timestamp() * 1000
    assert when == deadline - 100_000
    assert lease(store, 10) == []
    assert owner.deliver() == []
    decline(redis, 300)
    assert lease(store, 10) == [name]
    decline(redis, 10)
    [reminder] = owner.deliver()
    expected = {"game": game["id"], "version": 0, "seat": 0, "name": "Ada", "deadline": game["deadline"]}
    expected |= NOTHING_OF_ITS_OWN
    assert (reminder["type"], reminder["data"]) == ("turn.reminder", expected)
    assert reminder["timestamp"] < game["deadline"]
    assert owner.deliver() == []


def test_no_reminder_of_a_turn_that_is_over(owner: Owner, redis: Redis) -> None:
    owner.webhook(types=["turn.reminder"])
    game = owner.call("POST", "/v1/games", {**GAME, "options": {"first_player": "0", "turn_seconds": 400}})
    path = f"/v1/games/{game['id']}"
    [first] = every_id(redis)
    while owner.call("GET", path)["to_act"] == [0]:
        owner.play(path, game["tokens"]["0"])
    [second] = every_id(redis)
    assert first != second
    owner.call("POST", f"{path}/seats/1/resign", **bearer(game["tokens"]["1"]))
    assert every_id(redis) == []


@pytest.mark.parametrize("fails", [False, True])
def test_a_decision_and_a_hint(owner: Owner, redis: Redis, fails: bool) -> None:
    owner.webhook(types=["decision.ready"])
    game = owner.call("POST", "/v1/games", GAME)
    token = bearer(game["tokens"]["0"])
    view = owner.call("GET", f"/v1/games/{game['id']}", **token)["view"]
    body = {"ruleset": "villagers", "view": view, "seat": 0, "level": "random"}
    decision = owner.call("POST", "/v1/decisions", body, Idempotency_Key="k" * 16)["id"]
    assert owner.call("POST", "/v1/decisions", body, Idempotency_Key="k" * 16)["id"] == decision
    hint = owner.call("POST", f"/v1/games/{game['id']}/hint", {"level": "random"}, **token)["id"]
    # Nobody asked for this one with the key.
    stranger = owner.client.post(f"/v1/games/{game['id']}/hint", json={"level": "random"}, headers=token)
    assert stranger.status_code == 202
    assert owner.deliver() == []
    decisions = owner.client.application.extensions["decisions"]
    worker = Decider(decisions.store, {} if fails else owner.games.rulesets, LEVELS, PACE)
    for one in (decision, hint, stranger.get_json()["id"]):
        assert worker.answer_request(one)
    assert sorted(lease(notices_of(owner.games), 0)) == every_id(redis)
    told = {doc["data"]["decision"]: doc["data"] for doc in owner.deliver()}
    status = "failed" if fails else "done"
    assert set(told) == {decision, hint}
    expected = {"status": status, "ruleset": "villagers", "seat": 0, "level": "random"}
    assert told[decision] == {"decision": decision, "game": None, "version": None, **expected}
    assert told[hint] == {"decision": hint, "game": game["id"], "version": 0, **expected}
    # Its id is a secret, and is in no list and no log.
    assert decision not in str([got.headers["webhook-id"] for got in owner.receiver.got])


def test_a_decision_for_which_nobody_had_time(owner: Owner, redis: Redis) -> None:
    """The dispatcher ends it, and its notice comes with that."""
    owner.webhook()
    game = owner.call("POST", "/v1/games", GAME)
    hint = owner.call("POST", f"/v1/games/{game['id']}/hint", **bearer(game["tokens"]["0"]))["id"]
    owner.deliver()
    redis.hset(keys.decision(hint), "patience", 1)
    redis.zadd(keys.DECISIONS_DUE, {hint: 1})
    assert lease(owner.client.application.extensions["decisions"].store, 10) == []
    [failed] = owner.deliver()
    assert (failed["data"]["decision"], failed["data"]["status"]) == (hint, "failed")


def test_a_review_for_all_who_wait_for_it(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    shop, club = Owner(client, receiver), Owner(client, receiver, key_of("club"))
    for one in (shop, club):
        one.webhook(types=["review.ready"])
    game = shop.call("POST", "/v1/games", GAME)
    path = f"/v1/games/{game['id']}"
    shop.play(path, game["tokens"]["0"])
    shop.call("POST", f"{path}/seats/0/resign", **bearer(game["tokens"]["0"]))
    first, second = (one.call("POST", f"{path}/review", {"level": "medium"}) for one in (shop, club))
    assert first["id"] == second["id"]
    store = client.application.extensions["reviews"].store
    worker = ReviewWorker(store, shop.games.rulesets, PACE, [].append, lambda: None, seconds=60)
    assert worker.step(first["id"])
    found = shop.deliver()
    assert [doc["data"] for doc in found] == 2 * [
        {
            "review": first["id"],
            "status": "done",
            "ruleset": "villagers",
            "game": game["id"],
            "level": "medium",
            "milliseconds": None,
        }
    ]
    # Whoever asks now has the answer already.
    assert club.call("POST", f"{path}/review", {"level": "medium"})["status"] == "done"
    assert club.deliver() == []


def test_every_body_is_as_the_contract_says(owner: Owner) -> None:
    """Each type has been sent by one of the tests above; here one of each is held to its schema as closed."""
    owner.webhook()
    game = owner.call("POST", "/v1/games", {**GAME, "seats": [ADA, OPEN], "public": True})
    owner.call("POST", f"/v1/games/{game['id']}/seats/1", {"name": "Bo"})
    owner.call("POST", f"/v1/games/{game['id']}/seats/0/resign", **bearer(game["tokens"]["0"]))
    owner.call("POST", f"/v1/games/{game['id']}/rematch", **bearer(game["tokens"]["0"]))
    found = owner.deliver()
    assert len(set(types(found))) == 6
    for doc in found:
        name = "".join(part.capitalize() for part in doc["type"].replace(".", " ").split())
        assert faults_of(doc, {"$ref": f"#/components/schemas/{name}Notice"}) == []


# --- to whom ---------------------------------------------------------------------------------------


def test_only_the_key_of_a_game_is_notified_and_only_of_its_types(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    shop, club = Owner(client, receiver), Owner(client, receiver, key_of("club"))
    some, every_type = shop.webhook(types=["game.finished"]), shop.webhook()
    club.webhook()
    game = shop.call("POST", "/v1/games", {**GAME, "webhook": {"url": receiver.url(path="/own")}})
    assert types(shop.deliver()) == ["game.started"] * 2 + ["turn.started"] * 2
    assert sorted(got.path for got in receiver.got) == ["/own"] * 2 + ["/shop"] * 2
    for got in receiver.got:
        secret = every_type["secret"] if got.path == "/shop" else game["webhook"]["secret"]
        assert Webhook(secret).verify(got.body, got.headers)
    shop.call("POST", f"/v1/games/{game['id']}/seats/0/resign", **bearer(game["tokens"]["0"]))
    ended = [got for got in (shop.deliver(), receiver.got)[1] if got.doc["type"] == "game.finished"]
    assert sorted(got.path for got in ended) == ["/own", "/shop", "/shop"]
    assert any(verified(some["secret"], got) for got in ended)


def verified(secret: str, got: Any) -> bool:
    try:
        return bool(Webhook(secret).verify(got.body, got.headers))
    except WebhookVerificationError:
        return False


def test_a_move_does_not_wait_for_the_list_of_webhooks(
    owner: Owner, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it cannot be read, the webhooks are those that were last known."""
    owner.webhook()
    game = owner.call("POST", "/v1/games", GAME)
    owner.deliver()

    def away(key: str) -> Any:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patched:
        patched.setattr(owner.games.webhooks, "webhooks_of", away)
        owner.call("POST", f"/v1/games/{game['id']}/seats/0/resign", **bearer(game["tokens"]["0"]))
    assert types(owner.deliver()) == ["game.finished", "seat.away"]


def test_a_revoked_key_is_not_notified_any_more(owner: Owner, redis: Redis) -> None:
    owner.webhook()
    game = owner.call("POST", "/v1/games", GAME)
    KeyStore(redis).revoke_key("shop")
    assert owner.deliver() == []
    answer = owner.client.post(f"/v1/games/{game['id']}/seats/0/resign", headers=bearer(game["tokens"]["0"]))
    assert answer.status_code == 200
    assert every_id(redis) == []


# --- managing them -----------------------------------------------------------------------------------


def test_a_webhook_from_its_beginning_to_its_end(owner: Owner) -> None:
    made = owner.call("POST", "/v1/webhooks", {"url": owner.receiver.url(), "types": ["game.finished"]}, status=201)
    assert made["secret"].startswith("whsec_")
    shown = {name: value for name, value in made.items() if name != "secret"}
    assert owner.call("GET", "/v1/webhooks") == {"webhooks": [shown]}
    path = f"/v1/webhooks/{made['id']}"
    changed = owner.call("PATCH", path, {"types": [], "url": owner.receiver.url(path="/new")})
    assert changed == {**shown, "types": [], "url": owner.receiver.url(path="/new")}
    owner.call("POST", "/v1/games", GAME)
    assert len(owner.deliver()) == 2
    assert {got.path for got in owner.receiver.got} == {"/new"}
    owner.call("POST", "/v1/games", GAME)
    owner.call("DELETE", path, status=204)
    # Nothing is sent to it any more, and nothing is kept for it.
    assert owner.deliver() == []
    assert every_id(owner.games.store.redis) == []
    assert owner.call("GET", "/v1/webhooks") == {"webhooks": []}
    for method, what in (("PATCH", ""), ("DELETE", ""), ("POST", "/ping"), ("POST", "/secret"), ("GET", "/deliveries")):
        owner.call(method, path + what, {} if method == "PATCH" else None, status=404)


def test_a_repeated_request_gets_the_same_webhook(owner: Owner) -> None:
    body = {"url": owner.receiver.url()}
    first, again = (owner.call("POST", "/v1/webhooks", body, Idempotency_Key="k" * 16) for _ in range(2))
    other = owner.call("POST", "/v1/webhooks", {**body, "paused": True}, Idempotency_Key="l" * 16)
    assert first == again
    assert other["id"] != first["id"]
    assert len(owner.call("GET", "/v1/webhooks")["webhooks"]) == 2


def test_a_key_has_five_webhooks_at_most(owner: Owner) -> None:
    for _ in range(5):
        owner.webhook()
    answer = owner.client.post(
        "/v1/webhooks", json={"url": owner.receiver.url()}, headers={"Hamlet-Api-Key": key_of("shop")}
    )
    refused(answer, 409, "too-many-webhooks")
    assert len(owner.call("GET", "/v1/webhooks")["webhooks"]) == 5


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": "http://10.0.0.1/"},
        {"url": "https://169.254.169.254/"},
        {"url": "http://play.example/"},
        {"url": "http://[::ffff:10.0.0.1]:80/"},
        {"url": "http://127.0.0.1/", "types": ["nonsense"]},
        {"url": "http://127.0.0.1/", "types": [PING]},
        {"url": "http://127.0.0.1/", "types": [TYPES[0]] * 10},
        {"url": "http://127.0.0.1/", "paused": "yes"},
        {"url": "http://127.0.0.1/", "secret": "whsec_mine"},
    ],
)
def test_a_wrong_webhook_is_refused_and_changes_nothing(owner: Owner, body: Doc) -> None:
    header = {"Hamlet-Api-Key": key_of("shop")}
    refused(owner.client.post("/v1/webhooks", json=body, headers=header), 422, "invalid-request")
    assert owner.call("GET", "/v1/webhooks") == {"webhooks": []}
    made = owner.webhook()
    if body:
        answer = owner.client.patch(f"/v1/webhooks/{made['id']}", json=body, headers=header)
        refused(answer, 422, "invalid-request")
    assert owner.call("GET", "/v1/webhooks")["webhooks"][0]["url"] == made["url"]


def test_nobody_else_reaches_a_webhook(opened: Opener, receiver: Receiver) -> None:
    client = opened()
    shop, club = Owner(client, receiver), Owner(client, receiver, key_of("club"))
    path = f"/v1/webhooks/{shop.webhook()['id']}"
    assert club.call("GET", "/v1/webhooks") == {"webhooks": []}
    since = {"since": "2026-01-01T00:00:00Z"}
    calls = [("PATCH", "", {}), ("DELETE", "", None), ("POST", "/ping", None), ("POST", "/secret", None)]
    for method, what, body in [*calls, ("GET", "/deliveries", None), ("POST", "/resend", since)]:
        club.call(method, path + what, body, status=404)
        refused(client.open(path + what, method=method, json=body), 401, "api-key-needed")
    assert len(shop.call("GET", "/v1/webhooks")["webhooks"]) == 1


def test_the_old_secret_signs_beside_the_new_one_for_a_day(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    made = owner.webhook()
    path = f"/v1/webhooks/{made['id']}"
    new = owner.call("POST", f"{path}/secret")
    assert new["secret"] != made["secret"]
    owner.call("POST", f"{path}/ping")
    [ping] = owner.deliver()
    assert ping["type"] == "ping"
    [got] = owner.receiver.got
    assert verified(made["secret"], got)
    assert verified(new["secret"], got)
    [webhook] = owner.games.webhooks.webhooks_of("shop")
    day = 24 * 3600 * 1000
    assert webhook.signing(now_ms() + day + 1000) == [new["secret"]]
    # However often the request is repeated, the last secrets stay valid.
    for _ in range(5):
        newest = owner.call("POST", f"{path}/secret")["secret"]
    owner.call("POST", f"{path}/ping")
    owner.deliver()
    [got] = owner.receiver.got
    assert len(got.headers["webhook-signature"].split()) == 3
    assert verified(newest, got)


def test_what_happens_during_a_pause_comes_after_it(owner: Owner, redis: Redis) -> None:
    made = owner.webhook()
    path = f"/v1/webhooks/{made['id']}"
    assert owner.call("PATCH", path, {"paused": True})["paused"]
    owner.call("POST", "/v1/games", GAME)
    expected = every_id(redis)
    assert owner.deliver() == []
    decline(redis, 3600)
    assert owner.deliver() == []
    owner.call("PATCH", path, {"paused": False})
    decline(redis, 2700)
    assert len(owner.deliver()) == 2
    assert sorted(got.headers["webhook-id"] for got in owner.receiver.got) == expected


def test_a_long_pause_costs_less_and_less(owner: Owner, redis: Redis) -> None:
    """A paused webhook may have very many notices."""
    made = owner.webhook()
    path = f"/v1/webhooks/{made['id']}"
    owner.call("PATCH", path, {"paused": True})
    owner.call("POST", f"{path}/ping")
    [name] = every_id(redis)
    pauses = []
    for seconds in (0, 800, 48 * 3600):
        decline(redis, seconds)
        assert owner.deliver() == []
        due = redis.zscore(keys.notices(keys.tag_of_notice(name)), name)
        pauses.append((due - now_ms()) / 1000)
    assert 50 < pauses[0] <= 90
    assert 750 < pauses[1] <= 1250
    assert 1700 < pauses[2] <= 2700


def test_deliveries_and_failures_are_listed_and_sent_again(owner: Owner, redis: Redis) -> None:
    made = owner.webhook()
    path = f"/v1/webhooks/{made['id']}"
    owner.receiver.status = 500
    owner.call("POST", f"{path}/ping")
    owner.deliver()
    owner.receiver.status = 410
    owner.call("POST", "/v1/games", GAME)
    before = datetime.now(UTC) - timedelta(minutes=1)
    owner.deliver()
    found = owner.call("GET", f"{path}/deliveries")["deliveries"]
    tries = [(one["type"], one["status"], one["tries"], one["reason"]) for one in found]
    assert sorted(tries) == [
        ("game.started", "failed", 1, "status_410"),
        ("ping", "waiting", 1, "status_500"),
        ("turn.started", "failed", 1, "status_410"),
    ]
    assert "data" not in str(found)

    owner.receiver.status = 204
    late = {"since": (datetime.now(UTC) + timedelta(hours=1)).isoformat()}
    assert owner.call("POST", f"{path}/resend", late) == {"notices": 0, "more": False}
    again = owner.call("POST", f"{path}/resend", {"since": before.isoformat()}, status=202)
    assert again == {"notices": 2, "more": False}
    assert types(owner.deliver()) == ["game.started", "turn.started"]
    assert [one["status"] for one in owner.call("GET", f"{path}/deliveries")["deliveries"]][:2] == ["sent"] * 2
    # Not for ever.
    owner.receiver.status = 500
    owner.call("POST", "/v1/games", GAME)
    decline(redis, PATIENCE_SECONDS + 1)
    lease(notices_of(owner.games), 10)
    latest = owner.call("GET", f"{path}/deliveries")["deliveries"][:2]
    assert [(one["status"], one["reason"]) for one in latest] == [("failed", "too_late")] * 2


def test_the_list_of_deliveries_is_bounded(owner: Owner) -> None:
    made = owner.webhook()
    for _ in range(105):
        owner.games.ping(owner.games.webhooks.find_webhook("shop", made["id"]))
    owner.deliver()
    assert len(owner.receiver.got) == 105
    assert len(owner.call("GET", f"/v1/webhooks/{made['id']}/deliveries")["deliveries"]) == 100


def test_secrets_are_shown_once(owner: Owner, redis: Redis) -> None:
    made = owner.webhook()
    owner.call("POST", "/v1/games", GAME)
    assert len(every(redis)) == 2
    path = f"/v1/webhooks/{made['id']}"
    shown = [owner.call("GET", "/v1/webhooks"), owner.call("PATCH", path, {}), owner.call("GET", f"{path}/deliveries")]
    assert made["secret"] not in str(shown)
    assert made["secret"] not in repr(owner.games.webhooks.webhooks_of("shop"))
    # Notices are signed when they are sent: they hold no secret.
    for name in redis.scan_iter("*:notice:*"):
        assert made["secret"].encode() not in redis.hgetall(name).values()
