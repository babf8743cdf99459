"""What the owner of an API key says about players and games reaches nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook

from engine.ruleset import Doc
from tests.service.api import bearer
from tests.service.api_keys import key_of, line, shown
from tests.service.conftest import Opener, opened, receiver, redis, redis_server
from tests.service.hooked import send_all
from tests.service.receiver import Receiver

__all__ = ["opened", "receiver", "redis", "redis_server"]

SHOP, CLUB = shown(key_of("shop")), shown(key_of("club"))
ADA = {"type": "human", "name": "Ada", "player": "secret-ada", "metadata": {"a": "secret-elo"}}
BEA = {"type": "human", "name": "Bea", "player": "secret-bea"}


@pytest.fixture
def client(opened: Opener, receiver: Receiver) -> FlaskClient:
    ways = {"ALLOW": "127.0.0.1", "SCHEMES": "https,http", "PORTS": f"443,{receiver.port}"}
    settings = {f"HAMLET_WEBHOOK_{name}": value for name, value in ways.items()}
    return opened(line("shop") + line("club"), **settings)


def create(client: FlaskClient, *seats: Doc, **more: Any) -> Doc:
    body = {"ruleset": "villagers", "seats": seats, "metadata": {"g": "secret-league"}, **more}
    answer = client.post("/v1/games", json=body, headers=SHOP)
    assert answer.status_code == 201, answer.text
    game: Doc = answer.get_json()
    assert "secret-" not in json.dumps(game)
    return game


def test_players_and_metadata_are_for_the_owner(client: FlaskClient, receiver: Receiver) -> None:
    game = create(client, ADA, BEA, public=True, options={"first_player": "0"}, webhook={"url": receiver.url()})
    waiting = create(client, ADA, {"type": "open"}, public=True)
    path, tokens = f"/v1/games/{game['id']}", [bearer(game["tokens"][seat]) for seat in ("0", "1")]
    code = client.post(f"/v1/games/{waiting['id']}/invitations", headers=bearer(waiting["host_token"])).get_json()[
        "code"
    ]
    move = client.get(f"{path}/moves", headers=tokens[0]).get_json()["moves"][0]["move"]
    heard = [
        client.post(f"{path}/hint", headers=tokens[0]),
        client.post(f"{path}/moves", json={"move": move}, headers=tokens[0]),
        client.get(f"/v1/invitations/{code}"),
        client.post(f"/v1/invitations/{code}", json={"name": "Cy"}),
        client.post(f"{path}/seats/1/resign", headers=tokens[1]),
        client.post(f"{path}/rematch", headers=tokens[1]),
    ]
    everybody: list[dict[str, str]] = [{}, CLUB, *tokens]
    for part in ("", "/events", "/replay", "?version=0", "?after=0&include=events", "/turn", "/moves"):
        heard += [client.get(path + part, headers=one) for one in everybody]
    heard += [client.get(f"/v1/games{query}", headers=CLUB) for query in ("", "?mine=true")]
    heard += [client.get(f"/v1/players/secret-ada/{part}", headers=CLUB) for part in ("games", "export")]
    for stream in (None, tokens[0]):
        heard.append(client.get(f"{path}/events", headers={"Accept": "text/event-stream", **(stream or {})}))
    texts = [
        answer.get_data(as_text=True).replace('"player":"secret-ada"', "", answer.request.path.endswith("export"))
        for answer in heard
    ]
    assert not [text for text in texts if "secret-" in text]
    assert sum(answer.status_code < 300 for answer in heard) > len(heard) / 2
    # The owner sees all of it, and so do the notices.
    owners = client.get(path, headers=SHOP).get_data(as_text=True)
    assert all(f"secret-{what}" in owners for what in ("ada", "bea", "elo", "league"))
    assert "sent" in send_all(client.application.extensions["games"], receiver)
    secret = Webhook(game["webhook"]["secret"])
    turn, *_ = [
        one["data"] for got in receiver.got if (one := secret.verify(got.body, got.headers))["type"] == "turn.started"
    ]
    personal = {"name": "Ada", "player": "secret-ada", "seat_metadata": {"a": "secret-elo"}, "deadline": None}
    assert turn == {"game": game["id"], "version": 0, "seat": 0, "metadata": {"g": "secret-league"}, **personal}
