"""What happened in a game follows from playing its moves again: also by other rules than those it was played by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from redis import Redis

import engine
from engine.build import rules_digest
from engine.events import Event, open_event
from engine.registry import RULESETS
from engine.replay import Replayer
from engine.ruleset import Ruleset
from service.games import Games, builds
from service.games.builds import build
from service.games.errors import CannotUndo
from service.games.following import follow
from service.store import Store, keys
from service.store.records import build_of
from tests.bare import bare
from tests.service.nim import HUMANS, begun, bid, created, finished, played, take
from tests.service.toy import NIM, Nim, State


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    games = Games(store, RULESETS, ())
    yield games
    games.close(timeout=10)


# --- other rules ---------------------------------------------------------------------------------


class Mended(Nim):
    """The toy after an upgrade: from now on whoever takes a stone from the last six takes one more."""

    numbers: ClassVar = {"mended": 1}

    def apply(self, state: State, seat: int, move: Any) -> list[Event]:
        few = state.turn is not None and move[1] < state.stones <= 6
        return super().apply(state, seat, (move[0], move[1] + 1) if few else move)


class Reworded(Nim):
    """The toy whose events say more."""

    numbers: ClassVar = {"reworded": 1}

    def apply(self, state: State, seat: int, move: Any) -> list[Event]:
        return [*super().apply(state, seat, move), open_event("said", seat=seat)]


OPENED: list[Games] = []


@pytest.fixture(autouse=True)
def closed_again(store: Store) -> Iterator[None]:
    """Else their listeners go on, and into the logs of other tests."""
    yield
    while OPENED:
        OPENED.pop().close(timeout=10)


def opened(store: Store, rules: Ruleset[Any, Any]) -> Games:
    OPENED.append(Games(store, {"nim": rules}, ("easy",)))
    return OPENED[-1]


def types(games: Games, game_id: str, after: int = 0) -> list[str]:
    return [event["type"] for event in games.events(games.load(game_id), None, after)["events"]]


def test_each_build_of_the_rules_has_a_name() -> None:
    village = RULESETS["my_village"]
    names = [build(rules) for rules in (Nim(), Mended(), Reworded(), village, village.with_catalogues({}))]
    assert len(set(names)) == 4
    assert names[3] == names[4]
    assert {len(name) for name in names} == {6}


def test_the_name_is_that_of_the_sources_that_run(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """New ones that are put in their place later change nothing, even before the first game."""
    builds.build.cache_clear()
    builds._sources.cache_clear()
    games, name = opened(store, NIM), rules_digest(Path(engine.__path__[0]))
    monkeypatch.setattr(builds, "rules_digest", lambda folder: f"not {name}")
    game_id = created(games)["id"]
    monkeypatch.undo()
    builds.build.cache_clear()
    builds._sources.cache_clear()
    assert build_of(store.head(game_id).stored) == build(NIM)


def test_what_another_build_has_played_is_told_if_it_leads_to_the_same(store: Store) -> None:
    """In other words, where these have changed."""
    old, new = opened(store, Nim()), opened(store, Reworded())
    game_id, seat = begun(old, HUMANS)
    assert types(new, game_id) == ["bid", "said", "bid", "began", "said"]
    played(new, game_id, seat, take(1))
    assert store.progress(game_id, 0).base.version == 2  # type: ignore[union-attr]
    for games in (new, opened(store, Reworded())):
        assert types(games, game_id) == ["bid", "said", "bid", "began", "said", "took", "said"]
        assert types(games, game_id, 2) == ["took", "said"]
    assert types(old, game_id) == ["bid", "bid", "began", "took"]


def test_events_of_rules_that_were_mended_since_are_lost_and_never_wrong(store: Store) -> None:
    old, new = opened(store, Nim()), opened(store, Mended())
    game_id, seat = begun(old, HUMANS)
    for number in range(3):
        played(old, game_id, (seat + number) % 2, take(1))
    assert types(old, game_id) == ["bid", "bid", "began", "took", "took", "took"]
    assert types(new, game_id) == [], "by the new rules more stones were taken"
    game = new.load(game_id)
    assert (game.version, game.state.stones) == (5, 4), "the position is what counts"
    listening = follow(new, game_id, None, 3, 0)
    assert [next(listening).document for _ in range(2)] == [{"version": 4, "events": []}, {"version": 5, "events": []}]  # type: ignore[union-attr]

    events = bare(played(new, game_id, (seat + 1) % 2, take(1))["events"])
    assert events == [{"type": "took", "seat": (seat + 1) % 2, "stones": 2}]
    for games in (new, opened(store, Mended())):
        assert bare(games.events(games.load(game_id), None, 5)["events"]) == events
        assert bare(games.events(games.load(game_id), None, 0)["events"]) == events
    assert types(old, game_id) == ["bid", "bid", "began", "took", "took", "took"], "until the base the old rules know"
    assert bare(next(listening).document["events"]) == events  # type: ignore[union-attr]


def test_a_finished_game_is_replayed_without_what_can_no_longer_be_told(store: Store) -> None:
    game_id = finished(opened(store, Nim()))
    for rules, told in ((Nim(), True), (Reworded(), True), (Mended(), False)):
        games = opened(store, rules)
        story = games.replay(games.load(game_id))
        assert [move["move"]["type"] for move in story["moves"]] == ["bid", "bid", *["take"] * 7]
        assert [bool(move["events"]) for move in story["moves"]] == [told] * 9
        assert story["result"] is not None


def test_only_moves_since_the_rules_were_mended_are_taken_back(store: Store) -> None:
    old, new = opened(store, Nim()), opened(store, Mended())
    game_id = created(old)["id"]
    played(old, game_id, 0, bid(0))
    played(old, game_id, 1, bid(1))
    seat = old.load(game_id).to_act[0]
    for number in range(2):
        played(old, game_id, (seat + number) % 2, take(1))
    with pytest.raises(CannotUndo):
        new.undo(new.load(game_id), seat)


def test_a_base_is_stored_once_and_only_if_the_build_changes(store: Store, redis: Redis) -> None:
    one, same, other = opened(store, Nim()), opened(store, Nim()), opened(store, Reworded())
    game_id, seat = begun(one, HUMANS)
    played(same, game_id, seat, take(1))
    head = keys.game(game_id, "head")
    assert redis.hget(head, "base") is None
    played(other, game_id, 1 - seat, take(1))
    base = redis.hget(head, "base")
    played(other, game_id, seat, take(1))
    assert base is not None
    assert redis.hget(head, "base") == base
    assert build_of(store.head(game_id).stored) == build(Reworded())


class Patient(Nim):
    """The toy in which the turn goes on, but for who takes two stones. Each event says what is left."""

    def apply(self, state: State, seat: int, move: Any) -> list[Event]:
        return [*super().apply(state, seat, move), open_event("left", stones=state.stones)]

    def advance(self, state: State, seat: int, move: Any) -> None:
        bidding = state.turn is None
        super().advance(state, seat, move)
        if not bidding and state.stones and move[1] != 2:
            state.turn = seat


class Upgraded(Patient):
    """The same after an upgrade that changes none of this."""

    numbers: ClassVar = {"upgraded": 1}


class Sterner(Patient):
    """The same after an upgrade by which one stone takes another one along."""

    numbers: ClassVar = {"sterner": 1}

    def advance(self, state: State, seat: int, move: Any) -> None:
        super().advance(state, seat, move)
        if state.turn is not None and move == (1, 1):
            state.stones -= 1


def left(games: Games, game_id: str, after: int) -> list[int]:
    events = games.events(games.load(game_id), None, after)["events"]
    return [event["stones"] for event in events if event["type"] == "left"]


def test_a_move_from_before_an_upgrade_that_is_taken_back_costs_no_events(store: Store) -> None:
    old, new = opened(store, Patient()), opened(store, Upgraded())
    game_id, seat = begun(old, HUMANS)
    played(old, game_id, seat, take(1))
    new.undo(new.load(game_id), seat)
    played(new, game_id, seat, take(3))
    for games in (new, opened(store, Upgraded())):
        assert left(games, game_id, 2) == [6, 4]
        assert types(games, game_id, 3) == ["move_undone", "took", "left"]


def test_what_a_move_did_that_was_taken_back_is_not_told_by_other_rules(store: Store) -> None:
    """Nothing that is stored says whether it would be true."""
    old = opened(store, Patient())
    game_id, seat = begun(old, HUMANS)
    played(old, game_id, seat, take(1))
    old.undo(old.load(game_id), seat)
    played(old, game_id, seat, take(3))
    for games, told in ((opened(store, Patient()), [6, 4]), (opened(store, Sterner()), [4])):
        assert left(games, game_id, 2) == told
        assert "move_undone" in types(games, game_id, 2)


def test_nor_if_it_was_taken_back_after_an_upgrade(store: Store) -> None:
    old, new = opened(store, Patient()), opened(store, Sterner())
    game_id, seat = begun(old, HUMANS)
    played(old, game_id, seat, take(1))
    played(new, game_id, seat, take(3))
    old.undo(old.load(game_id), seat)
    old.undo(old.load(game_id), seat)
    assert left(opened(store, Sterner()), game_id, 2) == []


def test_what_was_lost_with_a_redis_is_not_gone_on_from(store: Store, redis: Redis) -> None:
    """The replica that follows it lacks the last moves, and other ones are made in their place."""
    here, elsewhere = opened(store, Patient()), opened(store, Patient())
    game_id, seat = begun(elsewhere, HUMANS)
    names = [keys.game(game_id, part) for part in ("head", "log")]
    replica = {name: redis.dump(name) for name in names}
    listening = follow(here, game_id, None, 2, 0)
    played(here, game_id, seat, take(1))
    assert next(listening) is not None
    for name, value in replica.items():
        redis.restore(name, 0, value, replace=True)
    played(elsewhere, game_id, seat, take(3))
    played(elsewhere, game_id, seat, take(1))
    assert left(here, game_id, 3) == [3]
    heard = next(listening)
    while heard is None:
        heard = next(listening)
    assert heard.document["events"][-1]["stones"] == 3


# --- what is played again ------------------------------------------------------------------------


def test_a_game_that_is_followed_is_not_played_from_its_beginning_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = opened(store, Nim()), opened(store, Nim())
    game_id, seat = begun(elsewhere, HUMANS)
    listening = follow(here, game_id, None, 0, 0)
    for _ in range(2):
        assert next(listening) is not None
    steps: list[int] = []
    step = Replayer.step

    def counted(again: Replayer, who: int, what: Any) -> list[Event]:
        steps.append(again.version)
        return step(again, who, what)

    monkeypatch.setattr(Replayer, "step", counted)
    for number in range(3):
        played(elsewhere, game_id, (seat + number) % 2, take(1))
        heard = next(listening)
        while heard is None:
            heard = next(listening)
        assert heard.document["version"] == 3 + number
    assert steps == [2, 3, 4]
    assert types(elsewhere, game_id, 4) == ["took"]
    assert steps == [2, 3, 4, 4], "who has committed it knows the state before"
