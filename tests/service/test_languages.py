"""The language of answers: how it is chosen, what depends on it, and that languages never mix."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import service
from engine.errors import GameOver, IllegalMove, Refusal
from engine.villagers import VILLAGERS
from engine.wording import LANGUAGES, sentence
from service.games.core.game_errors import NotTrue
from service.games.history.undo import REASONS
from service.http.problems import problem_details
from service.http.problems.problem_words import _TITLES, DETAILS, worded
from tests.service.api import Table, bearer

UNDONE = {"en": "Ada takes back the last move.", "de": "Ada nimmt den letzten Zug zurück."}


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", None, "en"),
        ("?lang=de", None, "de"),
        ("?lang=en", "de", "en"),
        ("", "de", "de"),
        ("", "de-AT, en;q=0.5", "de"),
        ("", "fr, de;q=0.8, en;q=0.3", "de"),
        ("", "fr", "en"),
        ("", "*", "en"),
        ("", ";;;q=x,,\x7f", "en"),
        ("", "de" * 5000, "en"),
    ],
)
def test_the_query_goes_before_what_the_client_prefers(
    client: FlaskClient, query: str, accepted: str | None, language: str
) -> None:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    answer = client.get(f"/v1/rulesets/villagers{query}", headers=headers)
    assert answer.status_code == 200
    assert answer.get_json()["lang"] == answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.vary


@pytest.mark.parametrize("query", ["lang=fr", "lang=", "lang=de&lang=en", "lang=DE"])
@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/games/nonsense", "/v1/games/nonsense/moves", "/v1/nothing"])
def test_a_language_without_words_is_refused_everywhere(client: FlaskClient, query: str, path: str) -> None:
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == ["lang"]


def test_the_language_is_no_business_of_probes(client: FlaskClient) -> None:
    answer = client.get("/healthz?lang=fr")
    assert answer.status_code == 200
    assert "Content-Language" not in answer.headers


def test_problems_are_told_in_the_language(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    wrong = client.post(
        f"{table.path}/moves?lang=de", json={"move": {"type": "end"}}, headers=bearer(table.tokens[str(seat)])
    )
    assert (wrong.status_code, wrong.headers["Content-Language"]) == (422, "de")
    assert wrong.get_json()["title"] == "Die Regeln verbieten diesen Zug"
    english = client.post(
        f"{table.path}/moves", json={"move": {"type": "end"}}, headers=bearer(table.tokens[str(seat)])
    ).get_json()["detail"]
    german = wrong.get_json()["detail"]
    assert german != english
    refused = IllegalMove(Refusal("DRAFT-1", "Stack {stack} is empty and out of the game.", stack=1), VILLAGERS.words)
    replayed = NotTrue("move {number} breaks rule {rule}: {why}", number=6, rule=refused.rule, why=refused)
    assert worded(replayed, "en") == "Move 6 breaks rule DRAFT-1: Stack 2 is empty and out of the game."
    assert worded(replayed, "de") == "Zug 6 verstößt gegen die Regel DRAFT-1: Stapel 2 ist leer und aus dem Spiel."
    gone = client.get("/v1/games/nonsense", headers={"Accept-Language": "de"}).get_json()
    assert (gone["title"], gone["detail"]) == ("Das gibt es nicht", "Dieses Spiel gibt es nicht oder nicht mehr.")
    assert gone["type"] == "/problems/not-found"
    assert client.get("/v1/games/nonsense").get_json()["title"] == "Not found"


def test_every_kind_of_problem_has_a_title_in_every_language() -> None:
    kinds = problem_details.KINDS.keys()
    for titles in _TITLES.values():
        assert titles.keys() >= kinds


def test_the_place_of_a_move_stays_in_front_of_what_is_said_of_it() -> None:
    over = GameOver("the game is over")
    over.where = "moves.3"
    assert worded(over, "de") == "moves.3: Das Spiel ist zu Ende."
    assert worded(GameOver("it rains"), "de") == "It rains."


def test_a_computing_process_answers_in_the_language(client: FlaskClient) -> None:
    answer = client.post("/v1/positions/score?lang=de", json={"position": {}})
    assert answer.get_json()["title"] == "Diese Stellung ist unmöglich"


def told(doc: Any) -> list[str]:
    return [event["text"] for event in doc["events"]]


def test_an_answer_that_is_repeated_comes_in_the_language_of_who_repeats_it(client: FlaskClient) -> None:
    table = Table(client)
    body, key = {"move_id": table.legal(table.to_act())[0]["id"]}, {"Idempotency-Key": "once"}
    sent = bearer(table.tokens[str(table.to_act())]) | key
    first = client.post(f"{table.path}/moves?lang=de", json=body, headers=sent)
    again = client.post(f"{table.path}/moves?lang=de", json=body, headers=sent)
    other = client.post(f"{table.path}/moves", json=body, headers=sent)
    assert first.status_code == 200
    assert first.get_json() == again.get_json()
    assert other.headers["Idempotency-Replayed"] == "true"
    assert other.headers["Content-Language"] == "en"
    assert other.get_json()["game"] == first.get_json()["game"]
    version = first.get_json()["version"] - 1
    for answer, language in ((first, "de"), (other, "en")):
        listed = client.get(f"{table.path}/events?after={version}&lang={language}", headers=sent)
        assert told(answer.get_json()) == told(listed.get_json())


def test_what_differs_by_language_has_another_entity_tag(client: FlaskClient) -> None:
    table = Table(client)
    tags = {language: client.get(f"{table.path}?lang={language}").headers["ETag"] for language in ("en", "de")}
    assert tags["en"] != tags["de"]
    for language, status in (("en", 304), ("de", 200)):
        answer = client.get(f"{table.path}?lang={language}", headers={"If-None-Match": tags["en"]})
        assert answer.status_code == status
    seat = table.to_act()
    body = {"move_id": table.legal(seat)[0]["id"]}
    sent = bearer(table.tokens[str(seat)]) | {"If-Match": tags["de"]}
    assert client.post(f"{table.path}/moves", json=body, headers=sent).status_code == 200


def test_a_stream_is_told_in_its_language(client: FlaskClient) -> None:
    table = Table(client)
    seat = table.to_act()
    table.post(seat, {"move_id": table.legal(seat)[0]["id"]})
    for language in ("en", "de"):
        answer = client.get(f"{table.path}/events?lang={language}", headers={"Accept": "text/event-stream"})
        assert answer.headers["Content-Language"] == language
        data = next(part for part in answer.response if b"data: " in part)
        heard = json.loads(data.partition(b"data: ")[2])
        assert told(heard) == told(client.get(f"{table.path}/events?lang={language}").get_json())
        answer.close()


def test_a_name_is_only_a_name(client: FlaskClient) -> None:
    """Neither a pattern nor markup: it is shown as it was given."""
    names = ["{seat:a} {0}", "<b>%s</b>"]
    body = {"ruleset": "villagers", "seats": [{"type": "human", "name": name} for name in names], "seed": "names"}
    game = client.post("/v1/games", json=body).get_json()
    path = f"/v1/games/{game['id']}"
    seat = game["to_act"][0]
    sent = bearer(game["tokens"][str(seat)])
    move = client.get(f"{path}/moves", headers=sent).get_json()["moves"][0]
    assert client.post(f"{path}/moves", json={"move_id": move["id"]}, headers=sent).status_code == 200
    undone = client.post(f"{path}/undo?lang=de", headers=sent)
    if undone.status_code == 200:
        assert told(undone.get_json()) == [UNDONE["de"].replace("Ada", names[seat])]


def details() -> Iterator[tuple[str, set[str]]]:
    """Yield the refusals' sentences in the sources, and the names of their facts."""
    own = {
        kind.__name__
        for kind, answer in problem_details.ANSWERS.items()
        if answer.__qualname__.startswith("_with_reason")
    }
    for path in sorted(Path(service.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if "tools" not in path.parts else ():
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            second = name in ("Refused", "_with_detail", "_with_faults") and len(node.args) > 1
            text = node.args[1 if second else 0]
            given = {str(fact.arg): fact.value for fact in node.keywords}
            facts = given.get("facts", ast.Dict([], []))
            if not isinstance(text, ast.Constant):
                continue
            if name in own or name.startswith("_with_"):
                yield sentence(text.value), set(given)
            # Sentences with a rule stand for those of rulesets.
            elif name == "Refused" and isinstance(facts, ast.Dict) and "rule" not in given:
                yield sentence(text.value), {ast.literal_eval(key) for key in facts.keys if key}


def test_every_detail_has_its_facts_and_its_words_in_every_language() -> None:
    found = dict(details())
    assert len(found) > 60
    assert [one for one, facts in found.items() if {*re.findall(r"{(\w+)", one)} != facts] == []
    for texts in DETAILS.values():
        assert found.keys() - texts.keys() == set()
        assert [one for one, facts in found.items() if {*re.findall(r"{(\w+)", texts[one])} - facts] == []


def test_every_reason_against_an_undo_has_its_words_in_every_language() -> None:
    for texts in DETAILS.values():
        assert {sentence(reason) for reason in REASONS.values()} <= texts.keys()


def test_what_the_router_refuses_is_told_in_german(client: FlaskClient) -> None:
    problem = client.get("/v1/nowhere?lang=de").get_json()
    assert (problem["title"], problem["detail"]) == ("Das gibt es nicht", "Das gibt es nicht.")


@pytest.mark.parametrize("key", ["my_village", "villagers"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_level_and_value_of_the_form_for_a_new_game_has_a_name(
    client: FlaskClient, key: str, lang: str
) -> None:
    info = client.get(f"/v1/rulesets/{key}?lang={lang}").get_json()
    names = info["vocabulary"]
    assert names["levels"].keys() >= set(info["levels"])
    cards = {card["key"] for card in client.get(f"/v1/rulesets/{key}/cards").get_json()["cards"]}
    for option in info["options"]:
        assert names["options"].get(option["name"]), option["name"]
        values = {str(value) for value in option["values"] if value is not None}
        assert values <= names.get(option["name"], {}).keys() | cards, option["name"]


@pytest.mark.parametrize("key", ["my_village", "villagers"])
def test_every_option_is_told_in_german(client: FlaskClient, key: str) -> None:
    told = [client.get(f"/v1/rulesets/{key}?lang={lang}").get_json() for lang in LANGUAGES]
    for english, german in zip(*(info["options"] for info in told), strict=True):
        assert english["summary"] != german["summary"], english["name"]
        one, other = (info["vocabulary"]["options"][english["name"]] for info in told)
        assert one != other, english["name"]
