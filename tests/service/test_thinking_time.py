"""Slow bots: how long they may think, and that their turn stays leased meanwhile."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis

from engine.bots import Bot, Session
from engine.ruleset import Move, Ruleset
from service.config import shutdown
from service.games import Games, Seat
from service.store import DueTurns
from service.store.outbox.rq_client import MAX_SLOWDOWN
from service.store.redis import keys
from service.store.redis.store_errors import StoreUnavailable
from tests.service.bots import PACE, Plain
from tests.service.outbox import count, lease
from workers.player import Player
from workers.thinking_time import Pace, ThinkingTime

AI = Seat("ai", None, "easy")
LEASE = 30
THOUGHT = 6
"""Seconds that the slow bot needs for a decision."""


class Clock:
    """Replaces the module `time`; tests set the time."""

    def __init__(self) -> None:
        self.now = self.used = 0.0

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return self.used

    def work(self, seconds: float) -> None:
        """Let this much time pass, and use the processor for it."""
        self.now += seconds
        self.used += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("workers.thinking_time.time", clock)
    monkeypatch.setattr("workers.player.time", clock)
    return clock


class Slow(Plain):
    """Thinks second by second as long as it may; `does` happens in the middle of it."""

    def __init__(self, clock: Clock, does: Callable[[], object] = lambda: None) -> None:
        self.clock = clock
        self.does = does
        self.stopped: list[int] = []
        self.sessions: list[Session | None] = []

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        assert session is not None
        self.sessions.append(session)
        for second in range(THOUGHT):
            if second == THOUGHT // 2:
                self.does()
            if session.stop():
                self.stopped.append(second)
                break
            self.clock.work(1)
        return ruleset.view_moves(view)[0]


def playing(games: Games, bot: Slow, seconds: float = 7, pace: Pace = PACE) -> Player:
    return Player(games, {"easy": bot}, seconds, reaction_seconds=0, pace=pace)


def due_in(redis: Redis, game_id: str) -> float:
    """In how many seconds the game is due, by the server's clock."""
    when = redis.zscore(keys.due(keys.bucket_of(game_id)), game_id)
    assert when is not None
    seconds, micros = redis.time()
    return float(when) / 1000 - seconds - micros / 1e6


# --- how long ------------------------------------------------------------------------------------


def test_every_decision_has_its_own_time(clock: Clock) -> None:
    thinking = ThinkingTime(Pace(LEASE, decision=10), lambda: True)
    clock.work(9)
    assert not thinking.stop()
    clock.work(1)
    assert thinking.stop()
    thinking.begin()
    assert not thinking.stop()


def test_processor_time_counts_and_the_clock_only_at_last(clock: Clock) -> None:
    thinking = ThinkingTime(Pace(LEASE, decision=10), lambda: True)
    clock.now += MAX_SLOWDOWN * 10 - 1
    assert not thinking.stop(), "others had the processor"
    clock.now += 1
    assert thinking.stop()


def test_a_budget_of_time_goes_by_the_clock_within_what_a_bot_may_think(clock: Clock) -> None:
    thinking = ThinkingTime(Pace(LEASE, decision=1), lambda: True)
    thinking.begin(milliseconds=500)
    clock.now += 0.25
    assert not thinking.stop()
    clock.now += 0.25
    assert thinking.stop(), "whoever had the processor"
    thinking.begin(milliseconds=2000)
    clock.work(1)
    assert thinking.stop(), "the operator has the last word"
    thinking.begin()
    clock.now += 0.5
    assert not thinking.stop(), "the next one has no budget"


def test_the_lease_is_renewed_in_good_time_and_not_all_the_time(clock: Clock) -> None:
    held: list[float] = []

    def hold() -> bool:
        held.append(clock.now)
        return True

    thinking = ThinkingTime(Pace(LEASE, decision=3600), hold)
    for _ in range(120):
        clock.work(1)
        assert not thinking.stop()
    assert held == list(range(10, 121, 10))


def test_what_is_lost_stays_lost(clock: Clock) -> None:
    answers = [True, False, True]
    thinking = ThinkingTime(Pace(LEASE, decision=3600), lambda: answers.pop(0))
    found = []
    for _ in range(3):
        clock.work(LEASE)
        found.append(thinking.stop())
    assert found == [False, True, True]


def test_a_store_that_is_away_takes_nothing_from_anybody(clock: Clock) -> None:
    def hold() -> bool:
        raise StoreUnavailable("away")

    thinking = ThinkingTime(Pace(LEASE, decision=3600), hold)
    clock.work(LEASE)
    assert not thinking.stop()


# --- AI turns ------------------------------------------------------------------------------------


def test_a_game_of_slow_bots_is_played_in_pieces(games: Games, redis: Redis, clock: Clock) -> None:
    """Two decisions of 6 s start within 7 s. Then they are committed, the rest is due, and people see it grow."""
    announced: list[str] = []
    games = Games(games.store, games.rulesets, ("easy",), on_due=announced.append)
    bot = Slow(clock)
    game_id = games.create_game("nim", (AI, AI), {"stones": 9}).game_id
    pieces = [
        playing(games, bot).play_due_turns(asked)
        for asked in announced
        if games.queries.load_game(asked).status == "active"
    ]
    assert pieces == [2, 2, 2, 2, 2, 1]
    assert games.queries.load_game(game_id).status == "finished"
    assert bot.stopped == [], "the time of the job is not that of a decision"
    assert count(DueTurns(games.store)) == 0


def test_no_decision_takes_longer_than_a_bot_may_think(games: Games, clock: Clock) -> None:
    bot = Slow(clock)
    game_id = games.create_game("nim", (AI, AI)).game_id
    playing(games, bot, pace=Pace(LEASE, decision=4)).play_due_turns(game_id)
    assert bot.stopped == [4, 4]


class Timed(Slow):
    def timed(self) -> Bot:
        return self


def away() -> bool:
    raise StoreUnavailable("no queue")


@pytest.mark.parametrize(
    ("milliseconds", "others_wait", "pieces"),
    [
        (1000, lambda: True, [1] * 11),
        (1000, lambda: False, [11]),
        (1000, away, [11]),
        (None, lambda: True, [11]),
    ],
)
def test_who_has_a_budget_gives_way_to_others(
    games: Games, clock: Clock, milliseconds: int | None, others_wait: Callable[[], bool], pieces: list[int]
) -> None:
    """After each decision, if other games wait to be played, so nobody waits for a whole job."""
    announced: list[str] = []
    games = Games(games.store, games.rulesets, ("easy",), on_due=announced.append)
    seat = Seat("ai", None, "easy", milliseconds)
    player = Player(games, {"easy": Timed(clock)}, 3600, 0, PACE, others_wait)
    game_id = games.create_game("nim", (seat, seat), {"stones": 9}).game_id
    assert [
        player.play_due_turns(asked) for asked in announced if games.queries.load_game(asked).status == "active"
    ] == pieces
    assert games.queries.load_game(game_id).status == "finished"


def test_a_seat_with_a_budget_thinks_for_that_long(games: Games, clock: Clock) -> None:
    class Told(Slow):
        def timed(self) -> Bot:
            asked.append(self.clock.now)
            return self

    asked: list[float] = []
    bot = Told(clock)
    timed = Seat("ai", "Bertha", "easy", 3000)
    game_id = games.create_game("nim", (timed, AI), {"stones": 2}).game_id
    assert [seat.milliseconds for seat in games.queries.load_game(game_id).seats] == [3000, None]
    playing(games, bot, seconds=100).play_due_turns(game_id)
    assert bot.stopped == [3] * len(asked)
    assert asked
    assert [
        seat.get("milliseconds") for seat in games.queries.document_for(games.queries.load_game(game_id), None)["seats"]
    ] == [3000, None]


def test_who_takes_over_has_the_budget_of_the_order(games: Games, clock: Clock) -> None:
    options = {"stones": 2, "turn_seconds": 60, "takeover_level": "easy", "takeover_milliseconds": 2000}
    game = games.queries.load_game(games.create_game("nim", (Seat("human"), AI), options).game_id)
    assert game.milliseconds_of(0) is None, "a person"
    assert game.timing is not None
    game.timing = replace(game.timing, away=frozenset({0}))
    assert (game.level_of(0), game.milliseconds_of(0)) == ("easy", 2000)
    game.timing = replace(game.timing, forfeited=frozenset({0}))
    assert game.milliseconds_of(0) is None


def test_a_seat_remembers_its_turn_and_no_other(games: Games, clock: Clock) -> None:
    bot = Slow(clock)
    game_id = games.create_game("nim", (AI, AI)).game_id
    playing(games, bot, seconds=100).play_due_turns(game_id)
    first, second, *rest = bot.sessions
    assert len(rest) >= 2
    assert first is not second
    assert {id(session) for session in rest} == {id(first), id(second)}
    again = games.create_game("nim", (AI, AI)).game_id
    bot.sessions.clear()
    playing(games, bot).play_due_turns(again)
    assert not {id(first), id(second)} & {id(session) for session in bot.sessions}, "another game, another memory"


def test_a_turn_is_held_while_a_bot_thinks(games: Games, redis: Redis, clock: Clock) -> None:
    """The lease would end in the middle of a long thought, but it is renewed, so no other worker starts."""

    def lapse() -> None:
        redis.zadd(keys.due(keys.bucket_of(game_id)), {game_id: 1})
        clock.work(LEASE)

    class Watching(Slow):
        def choose(
            self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
        ) -> Move:
            held.append(due_in(redis, game_id))
            move = super().choose(ruleset, view, rng, session)
            held.append(due_in(redis, game_id))
            assert lease(DueTurns(games.store), LEASE) == []
            return move

    held: list[float] = []
    game_id = games.create_game("nim", (AI, Seat("human"))).game_id
    assert due_in(redis, game_id) <= 0, "the message came late"
    assert playing(games, Watching(clock, lapse), pace=Pace(LEASE, decision=3600)).play_due_turns(game_id) == 1
    assert [round(seconds, -1) for seconds in held] == [LEASE, LEASE]


def test_a_bot_whose_turn_is_over_stops(games: Games, clock: Clock) -> None:
    def overtake() -> None:
        games.play_moves(games.queries.load_game(game_id), 1, [{"type": "bid", "amount": 1}])
        clock.work(LEASE)

    bot = Slow(clock, overtake)
    game_id = games.create_game("nim", (AI, Seat("human"))).game_id
    assert playing(games, bot, pace=Pace(LEASE, decision=3600)).play_due_turns(game_id) == 0
    assert bot.stopped == [THOUGHT // 2]
    assert games.queries.load_game(game_id).version == 1


# --- told to stop --------------------------------------------------------------------------------


@pytest.mark.parametrize("decided", [0, 1])
def test_a_process_that_is_told_to_stop_keeps_what_is_decided_and_gives_the_turn_back(
    games: Games, redis: Redis, clock: Clock, monkeypatch: pytest.MonkeyPatch, decided: int
) -> None:
    """It is stopped in its first decision, which it gives back, or in its second, when the first is committed."""
    told = threading.Event()
    monkeypatch.setattr(shutdown, "_requested", told)

    class Told(Slow):
        def choose(
            self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
        ) -> Move:
            if len(self.sessions) == decided:
                told.set()
            return super().choose(ruleset, view, rng, session)

    announced: list[str] = []
    games = Games(games.store, games.rulesets, ("easy",), on_due=announced.append)
    game_id = games.create_game("nim", (AI, AI)).game_id
    assert playing(games, Told(clock), seconds=100, pace=Pace(LEASE, decision=3600)).play_due_turns(game_id) == decided
    assert games.queries.load_game(game_id).version == decided
    if decided:
        assert announced == [game_id, game_id], "others are told at once"
    else:
        assert due_in(redis, game_id) <= 0, "the dispatcher finds it at once"
        assert not redis.hexists(keys.game(game_id, "head"), "tries"), "nobody is to blame"

    told.clear()
    assert playing(games, Slow(clock)).play_due_turns(game_id) >= 1


def test_a_process_that_does_not_end_when_told_to_is_ended() -> None:
    hangs = (
        "import time; from service.config import shutdown as stopping; "
        "stopping.SECONDS = 0.1; stopping.exit_within_grace(); time.sleep(60)"
    )
    assert subprocess.run([sys.executable, "-c", hangs], timeout=60, check=False).returncode == 0
