"""States that a process remembers: never another one than what is stored, and never one that somebody is changing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redis import Redis

from service.games import Games
from service.games.states import States, pack_state
from service.store import Store, keys
from tests.service.nim import bid, created, played, take
from tests.service.toy import Nim, State


class Counted(Nim):
    """The toy, which counts how often a state is read from its document."""

    restored = 0

    def restore(self, doc: Mapping[str, Any]) -> State:
        """As ever."""
        self.restored += 1
        return super().restore(doc)


def test_a_state_is_read_once_however_often_it_is_asked_for(store: Store) -> None:
    rules = Counted()
    games = Games(store, {"nim": rules}, ())
    game_id = created(games)["id"]
    for seat in (0, 1):
        played(games, game_id, seat, bid(seat))
    for _ in range(3):
        games.load(game_id)
    assert rules.restored == 1, "when it was new: what a process commits it knows"


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


def test_a_committed_game_that_is_played_on_is_not_what_is_remembered(games: Games) -> None:
    game = games.load(created(games)["id"])
    game.apply(0, game.ruleset.read_move(game.state, 0, bid(0)))
    games.commit(game)
    game.apply(1, game.ruleset.read_move(game.state, 1, bid(1)))
    again = games.load(game.id)
    assert again.ruleset.write_position(again.state) == games.store.head(game.id).position


def test_only_so_many_are_remembered_and_the_oldest_is_forgotten() -> None:
    rules, states = Counted(), States(most=2)
    stored = pack_state(rules, rules.setup(rules.read_options({}, 2), 2, b"seed"))
    for name in ("a", "b", "c", "c", "b", "a"):
        states.read(name, rules, stored)
    assert rules.restored == 4
