"""Names of players: a name that looks like another in the game is refused, wherever it is given."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from engine.bots import LEVELS
from engine.ruleset import Doc
from service.games.lobby.player_names import skeleton
from tests.service.api import ADA, HUMAN, OPEN, bearer, refused
from tests.service.api_keys import key_of, line, shown
from tests.service.conftest import Opener
from tests.service.test_invitations import Hosted, joined

CYRILLIC = "\N{CYRILLIC CAPITAL LETTER A}da"
ALIKE = [
    ("Ada", "Ada"),
    ("Ada", CYRILLIC),
    ("Ada", "\N{GREEK CAPITAL LETTER ALPHA}da"),
    ("Ada", " Ada "),
    ("Ada B", "Ada\u00a0 B"),
    ("Jim", "Jirn"),
    ("Al", "AI"),
    ("Bob", "B\N{CYRILLIC SMALL LETTER O}b"),
    ("\u00c5sa", "A\u030asa"),
    ("Ada", "\U0001d400da"),
    ("Ada", "Ad\u034fa"),
]
UNLIKE = [
    ("Ada", "ada"),
    ("Ada", "\u00c1da"),
    ("M\u00fcller", "Muller"),
    ("Player 1", "Player 2"),
    ("\u5c0f\u660e", "\u5c0f\u7ea2"),
    ("\u0418\u0433\u043e\u0440\u044c", "\u0415\u0433\u043e\u0440"),
    ("Bo", "Bob"),
]


def person(name: str) -> Doc:
    return {"type": "human", "name": name}


def created(client: FlaskClient, *seats: Doc, status: int = 201, **more: object) -> Doc:
    answer = client.post("/v1/games", json={"ruleset": "villagers", "seats": list(seats), **more})
    assert answer.status_code == status, answer.get_data(as_text=True)
    made: Doc = answer.get_json()
    return made


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_no_two_seats_look_alike(client: FlaskClient, one: str, other: str) -> None:
    """All faults are reported, at the later seat."""
    problem = created(client, person(one), {"type": "ai", "level": "easy", "name": other}, person(other), status=422)
    assert list(problem["errors"]) == ["seats.1.name", "seats.2.name"]
    assert problem["type"] == "/problems/invalid-request"


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_differ_to_the_eye_are_two(client: FlaskClient, one: str, other: str) -> None:
    game = created(client, person(one), person(other))
    assert [seat["name"] for seat in game["seats"]] == [one, other]


def test_seats_without_names_never_collide(client: FlaskClient) -> None:
    easy = {"type": "ai", "level": "easy"}
    game = created(client, HUMAN, HUMAN, easy, easy)
    assert [seat["name"] for seat in game["seats"]] == [None] * 4


@pytest.mark.parametrize(("one", "other"), [("Ada", CYRILLIC), ("Jim", "Jirn")])
def test_who_comes_later_needs_another_name(client: FlaskClient, one: str, other: str) -> None:
    """After a claim, an invitation or a call by the host: nothing changes, and the seat stays open."""
    public = created(client, person(one), OPEN, public=True)
    path = f"/v1/games/{public['id']}"
    before = client.get(path).get_json()
    refused(client.post(f"{path}/seats/1", json={"name": other}), 409, "name-taken")
    assert client.get(path).get_json() == before
    assert client.post(f"{path}/seats/1", json={"name": "Carla"}).status_code == 201

    private = Hosted(client, person(one), OPEN)
    code = private.code()
    refused(joined(client, code, other), 409, "name-taken")
    refused(client.post(f"{private.path}/seats/1", json={"name": other}, headers=private.host), 409, "name-taken")
    assert joined(client, code, "Carla").status_code == 201


def test_the_refusal_is_said_in_german_too(client: FlaskClient) -> None:
    game = created(client, ADA, OPEN, public=True)
    answer = client.post(f"/v1/games/{game['id']}/seats/1?lang=de", json={"name": CYRILLIC})
    problem = refused(answer, 409, "name-taken")
    assert problem["title"] == "So oder so \u00e4hnlich hei\u00dft schon jemand"
    assert problem["detail"].startswith("Jemand an diesem Tisch")


def test_of_two_who_come_at_once_one_keeps_the_name(client: FlaskClient) -> None:
    game = created(client, OPEN, OPEN, OPEN, OPEN, public=True)

    def take(seat: int) -> int:
        own = client.application.test_client()
        path = f"/v1/games/{game['id']}/seats/{seat}"
        return own.post(path, json={"name": CYRILLIC if seat % 2 else "Ada"}).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(take, range(4))) == [201, 409, 409, 409]


def test_a_seat_that_was_given_back_gives_its_name_back(client: FlaskClient) -> None:
    game = created(client, HUMAN, OPEN, OPEN, public=True)
    path = f"/v1/games/{game['id']}/seats"
    taken = client.post(f"{path}/1", json={"name": "Ada"}).get_json()
    refused(client.post(f"{path}/2", json={"name": CYRILLIC}), 409, "name-taken")
    assert client.post(f"{path}/1/leave", headers=bearer(taken["tokens"]["1"])).status_code == 200
    assert client.post(f"{path}/2", json={"name": CYRILLIC}).status_code == 201


def test_a_repeated_claim_is_not_refused_for_its_own_name(client: FlaskClient) -> None:
    game = created(client, HUMAN, OPEN, OPEN, public=True)
    path, headers = f"/v1/games/{game['id']}/seats/1", {"Idempotency-Key": "k" * 16}
    first, again = (client.post(path, json={"name": "Ada"}, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.get_json() == first.get_json()


def test_in_a_rematch_reserved_names_are_kept_for_their_players(client: FlaskClient) -> None:
    """Everybody gets the same name again; a newcomer's may not look like one of the others."""
    game = created(client, ADA, person("Bo"), person("Cy"))
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    for seat in (1, 2):
        assert client.post(f"{path}/seats/{seat}/resign", headers=bearer(tokens[str(seat)])).status_code == 200
    made = client.post(f"{path}/rematch", headers=bearer(tokens["0"])).get_json()
    assert [seat["name"] for seat in made["seats"]] == ["Bo", "Cy", "Ada"]
    place, host = f"/v1/games/{made['id']}/seats/0", bearer(made["host_token"])
    for name in (CYRILLIC, "C\N{CYRILLIC SMALL LETTER U}"):
        refused(client.post(place, json={"name": name}, headers=host), 409, "name-taken")
    assert client.post(place, json={"name": "B\N{CYRILLIC SMALL LETTER O}"}, headers=host).status_code == 201
    assert client.post(f"{path}/rematch", headers=bearer(tokens["2"])).status_code in (200, 201)


MARK = "\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("\u1ec7", 201),
        ("Nguy\u1ec5n", 201),
        ("e\u0323\u0302", 201),
        ("\u0928\u0939\u0940\u0902", 201),
        ("1\ufe0f\u20e3", 201),
        (f"a{MARK * 2}b{MARK * 2}", 201),
        (f"a{MARK * 3}", 422),
        (f"\u1ec7{MARK}", 422),
        ("a\u20dd\u20dd\u20dd", 422),
        ("Z" + MARK * 30, 422),
    ],
)
def test_marks_on_a_letter(client: FlaskClient, name: str, status: int) -> None:
    created(client, person(name), HUMAN, status=status)
    game = created(client, HUMAN, OPEN, public=True, **({"host_name": name} if status == 201 else {}))
    assert client.post(f"/v1/games/{game['id']}/seats/1", json={"name": name}).status_code == status


def test_skeletons_are_those_of_uts_39() -> None:
    """Samples of confusables.txt, chosen by hand."""
    assert skeleton("paypal") == skeleton("\u0440\u0430\u0443\u0440\u0430l") == skeleton("paypa1")
    assert skeleton("scope") == skeleton("\u0455\u0441\u043e\u0440\u0435")


def _with_key(opened: Opener) -> tuple[FlaskClient, dict[str, str]]:
    return opened(line("ann")), shown(key_of("ann"))


@pytest.mark.parametrize("name", [*LEVELS, "mediurn", "hard-", "ex-pert", "greedy_", "b-e-g-inner"])
def test_no_bot_is_called_like_a_level(opened: Opener, name: str) -> None:
    client, headers = _with_key(opened)
    problem = refused(client.put("/v1/bot", json={"name": name}, headers=headers), 422, "invalid-request")
    assert list(problem["errors"]) == ["name"]
    assert client.get("/v1/bots?connected=false").get_json()["bots"] == []


@pytest.mark.parametrize("name", ["hardy", "my-medium-bot", "easygoing", "xpert"])
def test_a_bot_may_be_called_almost_anything_else(opened: Opener, name: str) -> None:
    client, headers = _with_key(opened)
    assert client.put("/v1/bot", json={"name": name}, headers=headers).status_code == 201


def test_nobody_looks_like_a_bot_at_the_table(opened: Opener) -> None:
    """A bot without another name is shown by its own; two of the same bot are allowed."""
    client, headers = _with_key(opened)
    assert client.put("/v1/bot", json={"name": "sprinter"}, headers=headers).status_code == 201
    bot = {"type": "bot", "bot": "sprinter"}
    for seats in ([person("sprinter"), bot], [bot, person("\u0455printer")]):
        order = {"ruleset": "villagers", "seats": seats}
        refused(client.post("/v1/games", json=order, headers=headers), 422, "invalid-request")
    order = {"ruleset": "villagers", "seats": [bot, bot, person("Ada")]}
    assert client.post("/v1/games", json=order, headers=headers).status_code == 201
