"""A loaded game is what is stored, whoever else writes, and whatever is done in another copy."""

from __future__ import annotations

from redis import Redis

from service.games import Games
from service.store import Store, keys
from tests.service.nim import bid, created, played, take
from tests.service.toy import Nim


def test_what_another_process_commits_is_what_counts(store: Store) -> None:
    one, other = (Games(store, {"nim": Nim()}, ()) for _ in range(2))
    game_id = created(one)["id"]
    rules = one.rulesets["nim"]
    for number, seat in enumerate((0, 1)):
        assert one.load(game_id).version == number
        played(other, game_id, seat, bid(seat))
        here, there = one.load(game_id), other.load(game_id)
        assert rules.write_position(here.state) == rules.write_position(there.state) == store.head(game_id).position


def test_the_same_version_may_be_another_game(store: Store, redis: Redis) -> None:
    """Redis comes back without the last move, and another is made in its stead."""
    one, other = (Games(store, {"nim": Nim()}, ()) for _ in range(2))
    game_id = created(one)["id"]
    head = keys.game(game_id, "head")
    before = redis.dump(head)
    played(one, game_id, 0, bid(1))
    redis.delete(keys.game(game_id, "log"))
    redis.restore(head, 0, before, replace=True)
    played(other, game_id, 0, bid(2))
    here = one.load(game_id)
    assert (here.version, here.ruleset.write_position(here.state)) == (1, store.head(game_id).position)


def test_a_move_that_is_not_committed_leaves_no_trace(games: Games) -> None:
    game_id = created(games)["id"]
    for seat in (0, 1):
        played(games, game_id, seat, bid(seat))
    stored = games.store.head(game_id).position
    game = games.load(game_id)
    (seat,) = game.to_act
    game.apply(seat, game.ruleset.read_move(game.state, seat, take(1)))
    again = games.load(game_id)
    assert game.ruleset.write_position(game.state) != stored
    assert again.ruleset.write_position(again.state) == stored


def test_what_is_played_after_a_commit_is_not_what_is_stored(games: Games) -> None:
    game = games.load(created(games)["id"])
    game.apply(0, game.ruleset.read_move(game.state, 0, bid(0)))
    games.commit(game)
    game.apply(1, game.ruleset.read_move(game.state, 1, bid(1)))
    again = games.load(game.id)
    assert again.ruleset.write_position(again.state) == games.store.head(game.id).position
