"""Turn notifications in browsers: subscribing, what is sent and to whom, and when a subscription ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import http_ece
import pytest
from flask.testing import FlaskClient
from py_vapid import Vapid02, jwt
from redis import Redis

from engine.ruleset import Doc
from service.backend import open_push
from service.config.settings import InvalidSettings, load_settings
from service.games import Games
from service.store import Store
from service.store.games.push_subscriptions import MAX_SUBSCRIPTIONS, PushSubscription, PushSubscriptions
from service.store.lists.webhook_registry import WebhookStore
from service.webhooks.delivery import Sender
from service.webhooks.push_messages import PushSigner
from tests.service.api import HUMAN, OPEN, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.browsers import PUSH, Browser
from tests.service.conftest import Opener
from tests.service.hooked import LEASE, decline, every_id, notices_of, send_all
from tests.service.nim import HUMANS, created, finished, played, take
from tests.service.receiver import Receiver
from tests.service.toy import NIM
from workers.deliverer import PAUSES_SECONDS, Browsers, Deliverer

SIGNER = PushSigner(PUSH["HAMLET_PUSH_KEY"], PUSH["HAMLET_PUSH_CONTACT"])
SHOP = shown(key_of("shop"))


# --- the calls -------------------------------------------------------------------------------


@pytest.fixture
def opening(opened: Opener, receiver: Receiver) -> Opener:
    """Opens apps that may call the receiver, with or without other settings."""
    local = {
        "HAMLET_WEBHOOK_ALLOW": "127.0.0.1",
        "HAMLET_WEBHOOK_SCHEMES": "https,http",
        "HAMLET_WEBHOOK_PORTS": str(receiver.port),
    }
    return lambda keys=(), **more: opened(keys, **{**local, **PUSH, **more})


@pytest.fixture
def client(opening: Opener) -> FlaskClient:
    return opening()


def begin(client: FlaskClient, *seats: Doc, **more: Any) -> Doc:
    body = {"ruleset": "villagers", "seats": seats or (HUMAN, HUMAN)}
    answer = client.post("/v1/games", json=body, **more)
    assert answer.status_code == 201
    game: Doc = answer.get_json()
    return game


def subscribe(client: FlaskClient, game: Doc, seat: int, body: Doc, lang: str = "en") -> Any:
    path = f"/v1/games/{game['id']}/seats/{seat}/push?lang={lang}"
    return client.put(path, json=body, headers=bearer(game["tokens"][str(seat)]))


def kept(redis: Redis) -> int:
    """Return how many seats have subscriptions in the store."""
    heads = list(getattr(redis, "nodes", redis).scan_iter("*:head"))
    return sum(name.startswith(b"push:") for head in heads for name in redis.hkeys(head))


def test_a_browser_can_subscribe_and_end_it(client: FlaskClient, receiver: Receiver, redis: Redis) -> None:
    assert client.get("/v1/push").get_json() == {"public_key": SIGNER.public_key}
    game, one, two = begin(client), Browser(receiver.url()), Browser(receiver.url(path="/other"))
    for browser in (one, one, two):
        assert subscribe(client, game, 0, browser.subscription).status_code == 204
    assert subscribe(client, game, 1, two.subscription).status_code == 204
    found = client.application.extensions["games"].queries.load_game(game["id"]).push
    assert {seat: [each.endpoint for each in those] for seat, those in found.items()} == {
        0: [one.endpoint, two.endpoint],
        1: [two.endpoint],
    }
    path, token = f"/v1/games/{game['id']}/seats/0/push", bearer(game["tokens"]["0"])
    for _ in range(2):
        assert client.delete(path, headers=token).status_code == 204
        assert kept(redis) == 1


def test_only_the_seats_own_token_subscribes(client: FlaskClient, receiver: Receiver, redis: Redis) -> None:
    game, body = begin(client), Browser(receiver.url()).subscription
    path = f"/v1/games/{game['id']}/seats/0/push"
    for token, status, slug in ((game["tokens"]["1"], 403, "forbidden"), (game["host_token"], 403, "forbidden")):
        refused(client.put(path, json=body, headers=bearer(token)), status, slug)
        refused(client.delete(path, headers=bearer(token)), status, slug)
    refused(client.put(path, json=body), 401, "unauthorized")
    assert kept(redis) == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/push",
        "https://[::1]/push",
        "https://user@fcm.googleapis.com/fcm",
        "ftp://fcm.googleapis.com/fcm",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_an_endpoint_passes_the_guard_of_webhooks(client: FlaskClient, redis: Redis, endpoint: str) -> None:
    game = begin(client)
    errors = refused(subscribe(client, game, 0, Browser(endpoint).subscription), 422, "invalid-request")["errors"]
    assert list(errors) == ["endpoint"]
    assert kept(redis) == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [("p256dh", "BAAA"), ("p256dh", "\u00e4"), ("p256dh", "B" * 87), ("auth", "short"), ("auth", "=" * 101)],
)
def test_keys_that_cannot_encrypt_are_refused(
    client: FlaskClient, receiver: Receiver, redis: Redis, key: str, value: str
) -> None:
    body = Browser(receiver.url()).subscription
    body["keys"][key] = value
    errors = refused(subscribe(client, begin(client), 0, body), 422, "invalid-request")["errors"]
    assert list(errors) == [f"keys.{key}"]
    assert kept(redis) == 0


def test_without_a_key_of_the_operator_there_is_a_clear_problem(opening: Opener, receiver: Receiver) -> None:
    client = opening(HAMLET_PUSH_KEY="")
    assert client.get("/v1/push").get_json() == {"public_key": None}
    answer = subscribe(client, begin(client), 0, Browser(receiver.url()).subscription, "de")
    assert refused(answer, 409, "no-push")["title"] == "Dieser Server benachrichtigt keine Browser"


def test_settings_without_which_nothing_can_be_sent_are_refused() -> None:
    base = {"HAMLET_REDIS_URL": "redis://localhost", **PUSH}
    for change, variable in (
        ({"HAMLET_PUSH_CONTACT": ""}, "HAMLET_PUSH_CONTACT"),
        ({"HAMLET_PUSH_CONTACT": "me"}, "HAMLET_PUSH_CONTACT"),
    ):
        with pytest.raises(InvalidSettings, match=variable):
            load_settings({**base, **change})
    assert open_push(load_settings({**base, "HAMLET_WEBHOOKS": "off"})) is None
    with pytest.raises(InvalidSettings, match="HAMLET_PUSH_KEY"):
        open_push(load_settings({**base, "HAMLET_PUSH_KEY": "secret"}))


# --- when a subscription ends ----------------------------------------------------------------


def test_it_ends_when_the_seat_is_given_back(client: FlaskClient, receiver: Receiver, redis: Redis) -> None:
    game = begin(client, HUMAN, OPEN, OPEN)
    code = client.post(f"/v1/games/{game['id']}/invitations", json={}, headers=bearer(game["host_token"])).get_json()
    mine = client.post(f"/v1/invitations/{code['code']}", json={}).get_json()
    (seat,) = mine["tokens"]
    assert subscribe(client, mine, int(seat), Browser(receiver.url()).subscription).status_code == 204
    assert kept(redis) == 1
    path = f"/v1/games/{game['id']}/seats/{seat}/leave"
    assert client.post(path, headers=bearer(mine["tokens"][seat])).status_code == 200
    assert kept(redis) == 0


def test_it_ends_when_the_player_resigns(client: FlaskClient, receiver: Receiver, redis: Redis) -> None:
    game = begin(client, HUMAN, HUMAN, HUMAN)
    subscribe(client, game, 0, Browser(receiver.url()).subscription)
    client.post(f"/v1/games/{game['id']}/seats/0/resign", headers=bearer(game["tokens"]["0"]))
    assert kept(redis) == 0


def test_it_ends_with_the_game(client: FlaskClient, receiver: Receiver, redis: Redis) -> None:
    game = begin(client)
    subscribe(client, game, 0, Browser(receiver.url()).subscription)
    client.post(f"/v1/games/{game['id']}/seats/1/resign", headers=bearer(game["tokens"]["1"]))
    assert kept(redis) == 0
    refused(subscribe(client, game, 0, Browser(receiver.url()).subscription), 409, "game-over")
    assert kept(redis) == 0


def test_it_is_exported_and_erased_with_its_player(opening: Opener, receiver: Receiver, redis: Redis) -> None:
    client = opening(line("shop"))
    game = begin(client, {"type": "human", "player": "u_ada"}, HUMAN, headers=SHOP)
    subscribe(client, game, 0, Browser(receiver.url()).subscription)
    shown = client.get("/v1/players/u_ada/export", headers=SHOP).get_json()
    assert shown["games"][0]["seats"][0]["push_endpoints"] == [receiver.url()]
    assert client.delete("/v1/players/u_ada", headers=SHOP).status_code == 204
    assert kept(redis) == 0


def test_it_ends_with_the_seats_token(opening: Opener, receiver: Receiver, redis: Redis) -> None:
    client = opening(line("shop"))
    game = begin(client, headers=SHOP)
    subscribe(client, game, 0, Browser(receiver.url()).subscription)
    assert client.post(f"/v1/games/{game['id']}/seats/0/token", headers=SHOP).status_code == 200
    assert kept(redis) == 0


# --- what is sent ----------------------------------------------------------------------------


@pytest.fixture
def games(store: Store, receiver: Receiver) -> Iterator[Games]:
    games = Games(store, {NIM.key: NIM}, ("easy",), guard=receiver.guard, push_key=SIGNER.public_key)
    yield games
    games.queries.changes.release_waiters(timeout=10)


def joined(games: Games, game_id: str, seat: int, browser: Browser, language: str = "en") -> PushSubscription:
    keys = browser.subscription["keys"]
    subscription = PushSubscription(browser.endpoint, **keys, language=language)
    games.subscriptions.put(game_id, seat, games.queries.load_game(game_id).digests[seat], subscription)
    return subscription


def subscribed(games: Games, receiver: Receiver, language: str = "en") -> tuple[str, Browser]:
    """Return a game in which Bo, on turn next, has subscribed."""
    game_id, browser = created(games)["id"], Browser(receiver.url())
    joined(games, game_id, 1, browser, language)
    return game_id, browser


def to_bo(games: Games, game_id: str) -> None:
    """It becomes Bo's turn."""
    played(games, game_id, 0, {"type": "bid", "amount": 1})


@pytest.mark.parametrize(("language", "text"), [("en", "it is your turn."), ("de", "Du bist am Zug.")])
def test_a_browser_reads_whose_turn_it_is_and_nothing_else(
    games: Games, receiver: Receiver, language: str, text: str
) -> None:
    game_id, browser = subscribed(games, receiver, language)
    assert send_all(games, receiver) == []
    to_bo(games, game_id)
    assert send_all(games, receiver) == ["sent"]
    (got,) = receiver.got
    read = browser.read(got)
    assert {**read, "timestamp": "now"} == {
        "type": "turn.started",
        "timestamp": "now",
        "data": {"game": game_id, "version": 1, "seat": 1, "deadline": None, "text": f"{NIM.name}: {text}"},
    }
    assert b"Ada" not in got.body
    assert send_all(games, receiver) == []


def test_others_cannot_read_it_and_the_operator_has_signed_it(games: Games, receiver: Receiver) -> None:
    game_id, _ = subscribed(games, receiver)
    to_bo(games, game_id)
    send_all(games, receiver)
    (got,) = receiver.got
    with pytest.raises(http_ece.ECEException):
        Browser(receiver.url()).read(got)
    headers = got.headers
    assert Vapid02.verify(headers["authorization"])
    token = headers["authorization"].removeprefix("vapid t=").partition(",")[0]
    claims = jwt.decode(token, SIGNER.public_key)
    assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{receiver.port}", PUSH["HAMLET_PUSH_CONTACT"])
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    assert game_id not in str(headers)


def test_no_personal_data_and_no_metadata_of_the_owner_is_sent(
    opening: Opener, receiver: Receiver, redis: Redis
) -> None:
    client, browser = opening(line("shop")), Browser(receiver.url())
    ada = {"type": "human", "name": "Ada", "player": "u_ada", "metadata": {"elo": "1400"}}
    game = begin(client, ada, {**ada, "name": "Bo", "player": "u_bo"}, headers=SHOP)
    for seat in (0, 1):
        subscribe(client, game, seat, browser.subscription)
    path, first = f"/v1/games/{game['id']}", game["to_act"][0]
    token = bearer(game["tokens"][str(first)])
    while client.get(path).get_json()["to_act"][0] == first:
        move = client.get(f"{path}/moves", headers=token).get_json()["moves"][0]
        assert client.post(f"{path}/moves", json={"move": move["move"]}, headers=token).status_code == 200
    send_all(client.application.extensions["games"], receiver)
    (got,) = receiver.got
    assert set(browser.read(got)["data"]) == {"game", "version", "seat", "deadline", "text"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_push_service_ends_a_subscription(games: Games, receiver: Receiver, redis: Redis, status: int) -> None:
    game_id, _ = subscribed(games, receiver)
    to_bo(games, game_id)
    receiver.status = status
    assert send_all(games, receiver) == ["sent"]
    assert kept(redis) == 0
    assert every_id(redis) == []


def test_another_failure_is_tried_again_until_the_game_moves_on(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id, browser = subscribed(games, receiver)
    to_bo(games, game_id)
    receiver.status = 500
    assert send_all(games, receiver) == ["waiting"]
    decline(redis, PAUSES_SECONDS[0])
    assert send_all(games, receiver) == ["waiting"]
    played(games, game_id, 1, {"type": "bid", "amount": 0})
    seat = games.queries.load_game(game_id).to_act[0]
    played(games, game_id, seat, take(1))
    decline(redis, PAUSES_SECONDS[1])
    receiver.status = 201
    send_all(games, receiver)
    assert [browser.read(got)["data"]["version"] for got in receiver.got[:2]] == [1, 1]
    assert all(browser.read(got)["data"]["version"] > 1 for got in receiver.got[2:])


def test_an_endpoint_that_is_forbidden_by_now_is_not_called(games: Games, receiver: Receiver) -> None:
    game_id, _ = subscribed(games, receiver)
    to_bo(games, game_id)
    redis = games.store.redis
    guard = type(receiver.guard)("public", (), ("http",), (receiver.port,))
    worker = Deliverer(
        notices_of(games), WebhookStore(redis), Sender(guard, 5), LEASE, Browsers(PushSubscriptions(redis), SIGNER)
    )
    assert [worker.deliver(name) for name in every_id(redis)] == ["waiting"]
    assert receiver.got == []


def test_a_subscription_that_ended_gets_nothing_that_waits(games: Games, receiver: Receiver, redis: Redis) -> None:
    game_id, _ = subscribed(games, receiver)
    to_bo(games, game_id)
    games.subscriptions.end(game_id, 1)
    assert send_all(games, receiver) == [None]
    assert receiver.got == []
    assert every_id(redis) == []


def test_a_seat_has_a_bounded_number_and_the_oldest_goes(games: Games, receiver: Receiver) -> None:
    game_id = created(games)["id"]
    ids = [joined(games, game_id, 0, Browser(receiver.url(path=f"/{at}"))).id for at in range(MAX_SUBSCRIPTIONS + 2)]
    again = joined(games, game_id, 0, Browser(receiver.url(path="/3"))).id
    kept_ids = [one.id for one in games.queries.load_game(game_id).push[0]]
    assert kept_ids == [*(one for one in ids[2:] if one != again), again]


def test_a_finished_game_has_none_and_takes_none(games: Games, receiver: Receiver) -> None:
    game_id = finished(games, HUMANS)
    with pytest.raises(Exception, match="the game is over"):
        joined(games, game_id, 0, Browser(receiver.url()))
