"""Moves in games as this process has left them: not read first, and never another game than what is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from engine.ruleset import Doc
from service.games import Games
from service.games.left import LeftGames
from service.store import Store
from service.store.errors import Conflict, StoreUnavailable, StoreUnsure
from tests.service.api import Table, refused
from tests.service.conftest import Opener
from tests.service.nim import WITH_AI, begun, bid, created, take
from tests.service.toy import NIM


@contextmanager
def calls(patch: pytest.MonkeyPatch, store: Store) -> Iterator[Counter[str]]:
    """What of a game is read or written meanwhile."""
    count: Counter[str] = Counter()
    with patch.context() as within:
        for name in ("head", "commit", "recall", "log"):
            whole = getattr(store, name)

            def counted(*args: Any, name: str = name, whole: Any = whole, **more: Any) -> Any:
                count[name] += 1
                return whole(*args, **more)

            within.setattr(store, name, counted)
        yield count


def of(client: FlaskClient) -> Games:
    games: Games = client.application.extensions["games"]
    return games


def elsewhere(client: FlaskClient, table: Table) -> Table:
    """The same game by another process."""
    other: Table = object.__new__(Table)
    other.client, other.path, other.tokens, other.created = client, table.path, table.tokens, table.created
    return other


def next_move(table: Table) -> tuple[int, Doc]:
    """Whose turn it is, and the first move that is listed."""
    seat = table.to_act()
    return seat, table.legal(seat)[0]["move"]


@pytest.fixture
def table(opened: Opener) -> Table:
    """A game that one of two processes has left after its first move."""
    table = Table(opened())
    seat, move = next_move(table)
    assert table.post(seat, {"move": move}).status_code == 200
    return table


def test_a_game_that_was_left_is_not_read_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in (None, "a key"):
        seat, move = next_move(table)
        headers = {} if key is None else {"Idempotency_Key": key}
        with calls(monkeypatch, of(table.client).store) as count:
            answer = table.post(seat, {"move": move}, **headers)
        assert answer.status_code == 200
        assert count == {"commit": 1}
        assert answer.get_json()["game"] == table.look(seat)
    again = table.post(seat, {"move": move}, Idempotency_Key="a key")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == answer.get_json()


def test_what_another_process_has_played_is_seen(opened: Opener, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    other = elsewhere(opened(), table)
    seat, move = next_move(other)
    assert other.post(seat, {"move": move}).status_code == 200
    refused(table.post(seat, {"move": move}), 409, "not-your-turn")
    for _ in range(2):
        seat, move = next_move(table)
        with calls(monkeypatch, of(table.client).store) as count:
            answer = table.post(seat, {"move": move})
        assert answer.status_code == 200
        assert answer.get_json()["game"] == other.look(seat)
    assert count == {"head": 1, "commit": 1}, "others play here too, so it is read"


def test_the_same_version_may_be_another_game(redis: Redis, opened: Opener, table: Table) -> None:
    """Redis comes back without the last move, and another is made in its stead."""
    other = elsewhere(opened(), table)
    game_id = table.created["id"]
    keys = [key for key in redis.keys("*") if game_id.encode() in key]
    before = {key: redis.dump(key) for key in keys}
    seat, move = next_move(table)
    seen = table.post(seat, {"move": move}).get_json()["game"]
    for key, value in before.items():
        redis.restore(key, 0, value, replace=True)
    moves = [one["move"] for one in other.legal(seat)]
    instead = other.post(seat, {"move": moves[-1]}).get_json()["game"]
    assert (instead["version"], instead["view"] == seen["view"]) == (seen["version"], False)
    seat, move = next_move(table)
    game = of(other.client).load(game_id)
    rules = game.ruleset
    game.apply(seat, rules.read_move(game.state, seat, move))
    assert table.post(seat, {"move": move}).status_code == 200
    assert of(other.client).store.head(game_id).position == rules.write_position(game.state)


def test_a_refusal_is_of_the_game_as_it_is(redis: Redis, table: Table) -> None:
    seat, move = next_move(table)
    refused(table.post(seat, {"move": {**move, "type": "sing"}}), 422, "invalid-request")
    assert table.post(seat, {"move": move}, If_Match='"0"').status_code == 412
    redis.delete(*(key for key in redis.keys("*") if table.created["id"].encode() in key))
    refused(table.post(seat, {"move": move}), 404, "not-found")
    refused(table.post(seat, {}), 404, "not-found")
    refused(
        table.client.post(
            f"{table.path}/moves?dry_run=true",
            json={"move": move},
            headers={"Authorization": f"Bearer {table.tokens[str(seat)]}"},
        ),
        404,
        "not-found",
    )


def test_a_game_in_which_an_ai_is_to_act_is_not_left(games: Games) -> None:
    game_id, tokens = (created(games, WITH_AI)[name] for name in ("id", "tokens"))
    games.play(games.load(game_id), 0, [bid(0)])
    assert games.guess(game_id, tokens["0"]) is None


def test_a_guess_that_is_wrong_is_made_once(store: Store) -> None:
    one, other = (Games(store, {NIM.key: NIM}, ()) for _ in range(2))
    document = created(one)
    game_id, token = document["id"], document["tokens"]["0"]
    one.play(one.load(game_id), 0, [bid(2)])
    other.play(other.load(game_id), 1, [bid(1)])
    guess = one.guess(game_id, token)
    assert guess is not None
    with pytest.raises(Conflict):
        one.play(guess[0], 1, [bid(3)])
    assert guess[0].guessed
    assert one.guess(game_id, token) is None
    one.play(one.load(game_id), one.load(game_id).to_act[0], [take(1)])
    assert one.guess(game_id, token) is None
    assert one.load(game_id).version == 3


def test_a_guess_that_was_written_is_none_any_more(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, seat = begun(games)
    guess = games._left.guess(game_id)
    assert guess is not None
    monkeypatch.setattr(games.store, "commit", _unsure)
    with pytest.raises(StoreUnsure):
        games.play(guess, seat, [take(1)])
    monkeypatch.undo()
    guess = games._left.guess(game_id)
    assert guess is not None
    games.play(guess, seat, [take(1)])
    assert not guess.guessed
    assert games.load(game_id).version == 3


def _unsure(*args: Any) -> None:
    raise StoreUnsure("no answer")


def test_a_store_that_is_away_is_not_asked_twice(opened: Opener, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, move = next_move(table)
    asked = []

    def away(*args: Any) -> None:
        asked.append(args)
        raise StoreUnavailable("away")

    monkeypatch.setattr(of(table.client).store, "commit", away)
    refused(table.post(seat, {"move": move}), 503, "unavailable")
    assert len(asked) == 1


def test_what_was_answered_before_is_not_left(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two equal requests at once: the commit of the later one finds the answer, and writes nothing."""
    game_id, seat = begun(games)
    late = games.load(game_id)
    first = games.play(games.load(game_id), seat, [take(1)], idempotency_key="k")
    games._left = LeftGames(games._state_of)
    monkeypatch.setattr(games.store, "recall", lambda memo: None)
    again = games.play(late, seat, [take(1)], idempotency_key="k")
    assert (again.repeated, again.document["version"]) == (True, first.version)
    assert games._left.guess(game_id) is None
