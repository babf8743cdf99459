"""Past events of a game are read, not replayed, even if the rules have changed since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.events import Event, open_event
from engine.replay import Replayer
from engine.ruleset import Doc, Ruleset
from service.games import Games
from service.games.core.game_errors import HistoryLost
from service.games.history.event_stream import follow_events
from service.store import Store
from tests.bare import bare
from tests.service.nim import HUMANS, begun, finished, played, take
from tests.service.toy import Nim, State


class Mended(Nim):
    """The toy after an upgrade: whoever takes a stone from the last six now takes one more."""

    def apply(self, state: State, seat: int, move: Any) -> list[Event]:
        few = state.turn is not None and move[1] < state.stones <= 6
        return super().apply(state, seat, (move[0], move[1] + 1) if few else move)


class Reworded(Nim):
    """The toy with more in its events."""

    def apply(self, state: State, seat: int, move: Any) -> list[Event]:
        return [*super().apply(state, seat, move), open_event("said", seat=seat)]


class Patient(Nim):
    """The toy where the turn continues, except after taking two stones."""

    def advance(self, state: State, seat: int, move: Any) -> None:
        bidding = state.turn is None
        super().advance(state, seat, move)
        if not bidding and state.stones and move[1] != 2:
            state.turn = seat


class Sterner(Patient):
    """The same after an upgrade by which one stone takes another one along."""

    def advance(self, state: State, seat: int, move: Any) -> None:
        super().advance(state, seat, move)
        if state.turn is not None and move == (1, 1):
            state.stones -= 1


OPENED: list[Games] = []


@pytest.fixture(autouse=True)
def closed_again(store: Store) -> Iterator[None]:
    """Otherwise their listeners continue and write into the logs of other tests."""
    yield
    while OPENED:
        OPENED.pop().queries.changes.release_waiters(timeout=10)


def opened(store: Store, rules: Ruleset[Any, Any]) -> Games:
    OPENED.append(Games(store, {"nim": rules}, ("easy",)))
    return OPENED[-1]


def told(games: Games, game_id: str, after: int = 0) -> list[Doc]:
    found: list[Doc] = games.queries.events_for(games.queries.load_game(game_id), None, after)["events"]
    return found


def types(games: Games, game_id: str) -> list[str]:
    return [event["type"] for event in told(games, game_id)]


def test_what_happened_is_told_as_it_was_whatever_the_rules_are_now(store: Store) -> None:
    old, new = opened(store, Nim()), opened(store, Mended())
    game_id, seat = begun(old, HUMANS)
    for number in range(3):
        played(old, game_id, (seat + number) % 2, take(1))
    assert types(new, game_id) == ["bid", "bid", "began", "took", "took", "took"]
    assert told(new, game_id) == told(old, game_id)
    listening = follow_events(new.queries, game_id, None, 3, 0)
    heard = [next(listening).document["events"] for _ in range(2)]  # type: ignore[union-attr]
    assert bare([event for events in heard for event in events]) == bare(told(old, game_id, 3))

    events = bare(played(new, game_id, (seat + 1) % 2, take(1))["events"])
    assert events == [{"type": "took", "seat": (seat + 1) % 2, "stones": 2}]
    for games in (old, new):
        assert bare(told(games, game_id, 5)) == events
    assert types(opened(store, Reworded()), game_id) == ["bid", "bid", "began", "took", "took", "took", "took"]


def test_nothing_is_played_again_to_tell_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = finished(opened(store, Nim()))
    games = opened(store, Nim())
    monkeypatch.setattr(Replayer, "play_entry", lambda *args: pytest.fail("played again"))
    game = games.queries.load_game(game_id)
    story = games.queries.whole_replay(game)
    assert [move["move"]["type"] for move in story["moves"]] == ["bid", "bid", *["take"] * 7]
    assert all(move["events"] for move in story["moves"])
    *heard, end = follow_events(games.queries, game_id, None, 0, 60)
    assert end is not None
    assert end.over
    assert [event for news in heard if news for event in news.document["events"]] == told(games, game_id)
    # Undo and past versions are a different matter.
    with pytest.raises(pytest.fail.Exception):
        games.queries.past_game(game, 2)


def test_what_was_taken_back_is_told_as_well(store: Store) -> None:
    old = opened(store, Patient())
    game_id, seat = begun(old, HUMANS)
    played(old, game_id, seat, take(1))
    old.undo_move(old.queries.load_game(game_id), seat)
    played(old, game_id, seat, take(3))
    for rules in (Patient(), Sterner()):
        games = opened(store, rules)
        assert types(games, game_id) == ["bid", "bid", "began", "took", "move_undone", "took"]


def test_only_what_leads_where_the_game_is_can_be_looked_back_at(store: Store) -> None:
    old = opened(store, Patient())
    game_id, seat = begun(old, HUMANS)
    before = old.queries.document_for(old.queries.load_game(game_id), seat)["view"]
    played(old, game_id, seat, take(1))
    for rules in (Patient(), Sterner()):
        games = opened(store, rules)
        game = games.queries.load_game(game_id)
        if isinstance(rules, Sterner):
            with pytest.raises(HistoryLost):
                games.queries.past_game(game, 2)
            assert games.queries.past_game(game, 3).state == game.state
        else:
            assert games.queries.document_for(games.queries.past_game(game, 2), seat)["view"] == before
    # Nothing is played again to take back a move.
    games.undo_move(games.queries.load_game(game_id), seat)
    assert old.queries.document_for(old.queries.load_game(game_id), seat)["view"] == before
