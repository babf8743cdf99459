"""Stored games over HTTP: everything that succeeds."""

from __future__ import annotations

import hashlib
import itertools
import threading
import time
from contextlib import closing

from flask import Flask
from flask.testing import FlaskClient

from engine.registry import RULESETS
from engine.replay import replay
from service.games.history.event_stream import follow_events
from tests.engine.test_about import all_resolve
from tests.service.api import ADA, HUMAN, OPEN, Table, bearer, refused

NEW_GAME = {"ruleset": "villagers", "seats": [ADA, {"type": "ai", "name": "Bertha", "level": "greedy"}]}


def test_a_new_game(client: FlaskClient) -> None:
    answer = client.post("/v1/games", json=NEW_GAME)
    game = answer.get_json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/games/{game['id']}"
    assert (game["status"], game["version"], game["viewer"], game["rated"]) == ("active", 0, 0, True)
    assert game["seats"] == [
        {"seat": 0, "type": "human", "name": "Ada", "level": None, "status": "taken"},
        {"seat": 1, "type": "ai", "name": "Bertha", "level": "greedy", "status": "taken"},
    ]
    assert list(game["tokens"]) == ["0"]
    seen = client.get(answer.headers["Location"], headers=bearer(game["tokens"]["0"])).get_json()
    assert seen == {name: value for name, value in game.items() if name not in ("tokens", "host_token")}


def test_a_given_seed_deals_the_same_cards_and_is_not_rated(client: FlaskClient) -> None:
    one, two = Table(client, seed="x").look(0), Table(client, seed="x").look(0)
    assert one["view"] == two["view"]
    assert one["rated"] is False
    assert not {"seed", "secret", "salt"} & one.keys()


def test_an_open_seat_is_claimed(client: FlaskClient) -> None:
    table = Table(client, HUMAN, OPEN)
    assert table.look()["status"] == "waiting"
    assert table.look()["to_act"] == []
    assert table.legal(0) == []
    answer = client.post(f"{table.path}/seats/1", json={"name": "Carla"})
    joined = answer.get_json()
    assert answer.status_code == 201
    assert answer.headers["Location"] == table.path
    assert (joined["status"], joined["viewer"]) == ("active", 1)
    assert joined["seats"][1] == {"seat": 1, "type": "human", "name": "Carla", "level": None, "status": "taken"}
    table.tokens |= joined["tokens"]
    table.step()
    table.step()


def test_an_open_seat_is_claimed_without_a_body(client: FlaskClient) -> None:
    table = Table(client, HUMAN, OPEN)
    assert client.post(f"{table.path}/seats/1").get_json()["seats"][1]["name"] is None


# --- what it is about ----------------------------------------------------------------------------


def test_pointers_lead_into_the_view_that_comes_with_them(client: FlaskClient) -> None:
    table = Table(client)
    views = {}
    for _ in range(8):
        seat = table.to_act()
        legal, view = table.legal(seat), table.look(seat)["view"]
        assert legal
        for one in legal:
            assert one["about"]
            all_resolve(one["about"], view)
        answer = table.post(seat, {"move_id": legal[-1]["id"]}).get_json()
        for event in answer["events"]:
            assert event["about"]
            all_resolve(event["about"], answer["game"]["view"])
        views[answer["version"]] = table.look()["view"]
    listed = table.get("/events", after=0).get_json()
    assert listed["version"] in views
    for event in listed["events"]:
        all_resolve(event["about"], views[listed["version"]])
    with closing(
        follow_events(client.application.extensions["games"].queries, table.created["id"], None, 0, 60)
    ) as news:
        for told in itertools.islice(news, len(views)):
            assert told is not None
            for event in told.document["events"]:
                assert event["about"]
                all_resolve(event["about"], views[told.document["version"]])


# --- looking -----------------------------------------------------------------------------------


def test_every_viewer_sees_another_game(client: FlaskClient) -> None:
    table = Table(client)
    answers = {seat: table.get(seat=seat) for seat in (None, 0, 1)}
    assert [answer.get_json()["viewer"] for answer in answers.values()] == [None, 0, 1]
    assert len({answer.headers["ETag"] for answer in answers.values()}) == 3
    for answer in answers.values():
        assert "Authorization" in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_an_unchanged_game_is_not_sent_again(client: FlaskClient) -> None:
    table = Table(client)
    tag = table.get(seat=0).headers["ETag"]
    headers = bearer(table.tokens["0"])
    for sent in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = client.get(table.path, headers={**headers, "If-None-Match": sent})
        assert (answer.status_code, answer.get_data()) == (304, b"")
        assert answer.headers["ETag"] == tag
    assert client.get(table.path, headers={"If-None-Match": tag}).status_code == 200
    table.step()
    assert client.get(table.path, headers={**headers, "If-None-Match": tag}).status_code == 200


def test_a_claimed_seat_changes_the_tag(client: FlaskClient) -> None:
    """The version is still 0, but the document has changed."""
    table = Table(client, HUMAN, OPEN)
    tag = table.get(seat=0).headers["ETag"]
    client.post(f"{table.path}/seats/1")
    answer = client.get(table.path, headers={**bearer(table.tokens["0"]), "If-None-Match": tag})
    assert answer.status_code == 200


def test_waiting_for_a_move(app: Flask, client: FlaskClient) -> None:
    """The answer is held until the game is past the version."""
    table = Table(client)
    seen: list[int] = []

    def wait() -> None:
        with app.test_client() as other:
            seen.append(other.get(f"{table.path}?after=0&wait=30").get_json()["version"])
            seen.append(len(other.get(f"{table.path}/events?after=1&wait=30").get_json()["events"]))

    waiting = threading.Thread(target=wait)
    waiting.start()
    table.step()
    while not seen:
        time.sleep(0.01)
    table.step()
    waiting.join(timeout=60)
    assert seen[0] == 1
    assert seen[1] > 0


def test_waiting_in_vain(client: FlaskClient) -> None:
    table = Table(client)
    assert table.look(after=0, wait=1)["version"] == 0
    assert table.get("/events", after=0, wait=0).get_json() == {"version": 0, "events": []}


def test_events_after_a_version(client: FlaskClient) -> None:
    table = Table(client)
    table.step()
    first = table.get("/events").get_json()
    table.step()
    both = table.get("/events", after=0).get_json()
    second = table.get("/events", after=1).get_json()
    assert (first["version"], both["version"], second["version"]) == (1, 2, 2)
    assert first["events"] + second["events"] == both["events"]
    assert all(part["events"] for part in (first, second))


def test_events_hide_what_the_viewer_may_not_know(client: FlaskClient) -> None:
    """Only its owner knows a card that was traded away; others and spectators see its back."""
    table = Table(client)
    while True:
        seat, version = table.to_act(), table.look()["version"]
        secrets = {card["card"] for card in table.look(seat)["view"]["seats"][seat]["hand"] if not card["known"]}
        trades = [move for move in table.legal(seat) if move["move"].get("basic") and move["move"]["card"] in secrets]
        if trades:
            break
        table.step()
    answer = table.post(seat, {"move_id": trades[0]["id"]})
    (own,) = answer.get_json()["events"]
    assert own["card"]["card"] == trades[0]["move"]["card"]
    assert table.get("/events", seat, after=version).get_json()["events"] == [own]
    for viewer in (None, 1 - seat):
        seen = table.get("/events", viewer, after=version).get_json()["events"]
        back = {"suit": own["card"]["suit"], "card": None, "known": [], "origin": None}
        assert seen == [{**own, "card": back, "text": seen[0]["text"]}]
        assert seen[0]["text"].startswith(f"{('Ada', 'Seat 2')[seat]} trades a card ({back['suit'].capitalize()}) for ")


# --- playing -----------------------------------------------------------------------------------


def test_a_move_by_its_document_or_its_id(client: FlaskClient) -> None:
    table = Table(client)
    for body_of in (lambda legal: {"move": legal["move"]}, lambda legal: {"move_id": legal["id"]}):
        seat, version = table.to_act(), table.look()["version"]
        answer = table.post(seat, body_of(table.legal(seat)[0]))
        played = answer.get_json()
        assert answer.status_code == 200
        assert answer.headers["ETag"] == table.get(seat=seat).headers["ETag"]
        assert played["version"] == version + 1
        assert played["events"]
        assert played["game"] == table.look(seat)


def test_defaults_of_a_move_may_be_left_out(client: FlaskClient) -> None:
    table = Table(client)
    while True:
        seat = table.to_act()
        moves = [entry["move"] for entry in table.legal(seat)]
        plain = [
            move for move in moves if move["type"] == "place" and not (move["on"] or move["monks"] or move["unlock"])
        ]
        if plain:
            break
        table.step()
    assert plain[0] == {"type": "place", "card": plain[0]["card"], "on": None, "monks": [], "unlock": None}
    answer = table.post(seat, {"move": {"type": "place", "card": plain[0]["card"]}})
    assert answer.status_code == 200


def test_several_moves_at_once(client: FlaskClient) -> None:
    """A build turn in one request: all its moves, one version each."""
    table = Table(client)
    while not any(move["move"]["type"] == "place" for move in table.legal(table.to_act())):
        table.step()
    seat, version = table.to_act(), table.look()["version"]
    placing = next(move["move"] for move in table.legal(seat) if move["move"]["type"] == "place")
    played = table.post(seat, {"moves": [placing, {"type": "end"}]}).get_json()
    assert played["version"] == version + 2
    assert [event["type"] for event in played["events"]][:2] == ["placed", "build_ended"]


def test_an_empty_list_for_an_optional_one_counts_as_not_given(client: FlaskClient) -> None:
    """Many generated clients send one for a field that was not set."""
    body = {"ruleset": "villagers", "seats": [HUMAN, HUMAN], "options": {"starting_road": []}}
    answer = client.post("/v1/games", json=body)
    assert answer.status_code == 201
    assert len(answer.get_json()["options"]["starting_road"]) == 6
    table = Table(client)
    seat = table.to_act()
    first = table.legal(seat)[0]
    assert table.post(seat, {"move": first["move"], "moves": []}).status_code == 200


def test_if_match_names_the_version(client: FlaskClient) -> None:
    """A bare version, the tag of any viewer as GET sent it, a list, or `*`."""
    table = Table(client)
    for form in ('"{version}"', "{own}", "{other}", "W/{own}", '"99", "{version}"', "*", "{version}"):
        seat, version = table.to_act(), table.look()["version"]
        own, other = table.get(seat=seat).headers["ETag"], table.get().headers["ETag"]
        tag = form.format(version=version, own=own, other=other)
        answer = table.post(seat, {"move_id": table.legal(seat)[0]["id"]}, If_Match=tag)
        assert answer.status_code == 200, form


def test_a_repeated_move_gets_the_first_answer(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    body = {"move_id": table.legal(seat)[0]["id"]}
    first = table.post(seat, body, Idempotency_Key="k", If_Match='"0"')
    table.step()
    again = table.post(seat, body, Idempotency_Key="k", If_Match='"0"')
    assert again.get_data() == first.get_data()
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert table.look()["version"] == 2


def test_a_repeated_creation_gets_the_first_answer(client: FlaskClient) -> None:
    first, again, other = (
        client.post("/v1/games", json=NEW_GAME, headers={"Idempotency-Key": key * 16}) for key in ("a", "a", "b")
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.get_json() == first.get_json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert other.get_json()["id"] != first.get_json()["id"]


def test_a_whole_game_and_its_replay(client: FlaskClient) -> None:
    """The replay proves the game: its secret has the hash of the start, its moves lead to the result."""
    table = Table(client)
    end = table.finish()
    answer = client.get(f"{table.path}/replay")
    told = answer.get_json()
    assert end["to_act"] == []
    assert end["result"]["winners"]
    assert told["result"] == end["result"]
    assert [move["version"] for move in told["moves"]] == list(range(1, end["version"] + 1))
    seed = bytes.fromhex(told["seed"])
    secret = bytes.fromhex(told["secret"])
    assert hashlib.sha256(bytes.fromhex(told["salt"]) + secret).hexdigest() == table.created["commitment"]
    ruleset = RULESETS[told["ruleset"]]
    moves = [(move["seat"], move["move"]) for move in told["moves"]]
    state, history = replay(ruleset, told["options"], len(told["seats"]), seed, moves)
    assert ruleset.result(state) == told["result"]
    events = [[event["type"] for event in move["events"]] for move in told["moves"]]
    assert events == [[event.type for event in entry] for entry in history]


# --- rules ---------------------------------------------------------------------------------------


def test_a_refusal_names_a_rule_that_can_be_looked_up(client: FlaskClient) -> None:
    table = Table(client)
    answer = table.post(table.to_act(), {"move": {"type": "draft_reserve"}})
    rule = refused(answer, 422, "illegal-move")["rule"]
    told = client.get(f"/v1/rulesets/villagers/rules/{rule}").get_json()
    assert told == {
        "id": "DRAFT-17",
        "text": "You may draft the unseen top card of the reserve, but only when all six stacks are gone.",
        "lang": "en",
    }
    german = client.get(f"/v1/rulesets/villagers/rules/{rule}?lang=de").get_json()
    assert german["lang"] == "de"
    assert german["text"].startswith("Du darfst die oberste Karte des Nachziehstapels")
    listed = client.get("/v1/rulesets/villagers/rules").get_json()
    assert told in listed["rules"]
    assert listed["ruleset"] == "villagers"


def test_rules_are_sent_once(client: FlaskClient) -> None:
    for path in ("/v1/rulesets/my_village/rules", "/v1/rulesets/my_village/rules/MVDICE-1"):
        tag = client.get(path).headers["ETag"]
        answer = client.get(path, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.get_data(), answer.headers["ETag"]) == (304, b"", tag)
        assert client.get(f"{path}?lang=de", headers={"If-None-Match": tag}).status_code == 200


def test_a_rule_that_there_is_not(client: FlaskClient) -> None:
    assert refused(client.get("/v1/rulesets/villagers/rules/DRAFT-999"), 404, "not-found")["detail"] == (
        "There is no rule 'DRAFT-999'."
    )
    for path in ("/v1/rulesets/my_village/rules/DRAFT-5", "/v1/rulesets/chess/rules", "/v1/rulesets/chess/rules/A-1"):
        refused(client.get(path), 404, "not-found")
