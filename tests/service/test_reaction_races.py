"""Moves that lose a race to a reaction: which are made anyway, and which are refused."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest

from engine.errors import NotYourTurn
from engine.ruleset import Doc
from service.games import Answer, Game, Games
from service.games.core.game_errors import VersionMismatch
from service.games.core.game_service import MAX_RETRIES
from service.store import Change, Store
from service.store.redis.store_errors import Conflict, KeyReused
from tests.bare import bare
from tests.service.horn import RULES
from tests.service.reacting import BLOWN, HUMAN, TAKE_ONE, dealt, played

TAKE_TWO: Doc = {"type": "take", "stones": 2}
TAKE_THREE: Doc = {"type": "take", "stones": 3}


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    """Games of the toy with the horn."""
    games = Games(store, {RULES.key: RULES}, ())
    yield games
    games.queries.changes.release_waiters(timeout=10)


def overtaken(games: Games, stones: int = 9) -> Game:
    """Return a game as seat 0 has loaded it in its turn, before seat 1 blew the horn."""
    game = games.queries.load_game(dealt(games, (HUMAN, HUMAN), (False, True), stones))
    played(games, game.id, 1, BLOWN)
    return game


def test_a_reaction_in_between_costs_the_seat_whose_turn_it_is_no_error(games: Games) -> None:
    game = overtaken(games)
    answer = games.play_moves(game, 0, [TAKE_TWO])
    doc = orjson.loads(answer.body)
    assert (answer.version, doc["version"]) == (2, 2)
    assert bare(doc["events"]) == [{"type": "took", "seat": 0, "stones": 2}]
    assert doc["game"] == games.queries.document_for(games.queries.load_game(game.id), 0)
    assert doc["game"]["view"]["stones"] == 6
    assert [entry.seat for entry in games.store.log(game.id, 0, 9)] == [1, 0]


def test_a_move_that_the_reaction_made_impossible_is_a_conflict(games: Games) -> None:
    game = overtaken(games, stones=3)
    with pytest.raises(Conflict):
        games.play_moves(game, 0, [TAKE_THREE])
    assert games.queries.load_game(game.id).version == 1


def test_a_reaction_that_comes_too_late_is_refused(games: Games) -> None:
    game = games.queries.load_game(dealt(games, (HUMAN, HUMAN), (False, True)))
    played(games, game.id, 0, TAKE_ONE)
    with pytest.raises(Conflict):
        games.play_moves(game, 1, [BLOWN])
    assert games.queries.load_game(game.id).version == 1


def test_who_names_the_version_wants_no_other(games: Games) -> None:
    game = overtaken(games)
    with pytest.raises(VersionMismatch) as refusal:
        games.play_moves(game, 0, [TAKE_ONE], if_match=0)
    assert refusal.value.version == 1


def test_a_move_id_is_for_its_version_only(games: Games) -> None:
    game = games.queries.load_game(dealt(games, (HUMAN, HUMAN), (False, True)))
    chosen = games.queries.moves_for(game, 0)["moves"][0]["id"]
    played(games, game.id, 1, BLOWN)
    with pytest.raises(Conflict):
        games.play_moves(game, 0, move_id=chosen)
    assert games.queries.load_game(game.id).version == 1


def test_it_is_not_tried_again_when_the_seat_itself_has_moved(games: Games) -> None:
    game = games.queries.load_game(dealt(games, (HUMAN, HUMAN), (False, False)))
    for seat in (0, 1):
        played(games, game.id, seat, TAKE_ONE)
    assert games.queries.load_game(game.id).to_act == (0,)
    with pytest.raises(Conflict):
        games.play_moves(game, 0, [TAKE_ONE])
    assert games.queries.load_game(game.id).version == 2


@pytest.mark.parametrize(("seat", "move"), [(0, TAKE_ONE), (1, BLOWN)])
def test_of_32_posts_for_one_version_one_wins_whatever_came_between(games: Games, seat: int, move: Doc) -> None:
    game_id = dealt(games, (HUMAN, HUMAN, HUMAN), (False, True, True))
    loaded = [games.queries.load_game(game_id) for _ in range(32)]
    played(games, game_id, 2, BLOWN)

    def attempt(game: Game) -> type[BaseException] | None:
        try:
            games.play_moves(game, seat, [move])
        except (Conflict, NotYourTurn) as refusal:
            return type(refusal)
        return None

    with ThreadPoolExecutor(32) as pool:
        outcomes = list(pool.map(attempt, loaded))
    assert outcomes.count(None) == 1
    assert [entry.seat for entry in games.store.log(game_id, 0, 99)] == [2, seat]


def test_both_sides_of_a_race_are_made(games: Games) -> None:
    """The seat to move and a reactor at the same moment: the reaction may come too late, the move never."""
    for _ in range(5):
        one = games.queries.load_game(dealt(games, (HUMAN, HUMAN), (False, True)))
        two = games.queries.load_game(one.id)
        with ThreadPoolExecutor(2) as pool:
            turn, reaction = (
                pool.submit(games.play_moves, one, 0, [TAKE_ONE]),
                pool.submit(games.play_moves, two, 1, [BLOWN]),
            )
        assert turn.exception() is None
        assert isinstance(reaction.exception(), None | Conflict)


def test_it_is_tried_a_few_times_only(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game = overtaken(games)
    tried: list[int] = []

    def lost(change: Change, *more: object) -> None:
        tried.append(change.version)
        raise Conflict("always too late")

    monkeypatch.setattr(games.store, "commit", lost)
    with pytest.raises(Conflict):
        games.play_moves(game, 0, [TAKE_ONE])
    assert tried == [0] + [1] * MAX_RETRIES


# --- idempotency keys ----------------------------------------------------------------------------


def test_a_move_that_was_tried_again_is_remembered(games: Games) -> None:
    game = overtaken(games)
    first = games.play_moves(game, 0, [TAKE_ONE], idempotency_key="key")
    again = games.play_moves(games.queries.load_game(game.id), 0, [TAKE_ONE], idempotency_key="key")
    assert (first.repeated, again.repeated, again.body) == (False, True, first.body)
    with pytest.raises(KeyReused):
        games.play_moves(games.queries.load_game(game.id), 0, [TAKE_TWO], idempotency_key="key")
    assert games.queries.load_game(game.id).version == 2


@pytest.mark.parametrize("key", ["key", None])
def test_an_equal_request_that_wins_between_two_tries(
    games: Games, monkeypatch: pytest.MonkeyPatch, key: str | None
) -> None:
    """With the key it is the same request, which has its answer; without it, it is another one of the same seat."""
    game, load = overtaken(games), games.queries.load_game
    won: list[Answer] = []

    def overtaken_again(game_id: str) -> Game:
        if not won:
            won.append(games.play_moves(load(game_id), 0, [TAKE_ONE], idempotency_key=key))
            games.play_moves(load(game_id), 1, [TAKE_ONE])
        return load(game_id)

    monkeypatch.setattr(games.queries, "load_game", overtaken_again)
    if key is None:
        with pytest.raises(Conflict):
            games.play_moves(game, 0, [TAKE_ONE])
    else:
        answer = games.play_moves(game, 0, [TAKE_ONE], idempotency_key=key)
        assert (answer.repeated, answer.body) == (True, won[0].body)
    assert load(game.id).version == 3


def test_32_equal_requests_with_a_key_are_made_once_whatever_came_between(games: Games) -> None:
    game_id = dealt(games, (HUMAN, HUMAN), (False, True))
    loaded = [games.queries.load_game(game_id) for _ in range(32)]
    played(games, game_id, 1, BLOWN)
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda game: games.play_moves(game, 0, [TAKE_ONE], idempotency_key="key"), loaded))
    assert len({answer.body for answer in answers}) == 1
    assert sum(not answer.repeated for answer in answers) == 1
    assert games.queries.load_game(game_id).version == 2
