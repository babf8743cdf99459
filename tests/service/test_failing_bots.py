"""Bots that fail, workers that die of them, unplayable games: no game hangs, and nothing is tried forever."""

from __future__ import annotations

import random
from typing import Any

import pytest
from prometheus_client import REGISTRY
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from engine.bots import Bot, Session
from engine.ruleset import Move, Ruleset
from service.games import Games, Seat
from service.store import DueTurns, Store
from service.store.games.packed_json import pack
from service.store.outbox.rq_client import TURNS, Messages
from service.store.redis import keys
from service.store.redis.store_errors import StoreUnavailable
from tests.service.bots import PACE, Plain
from tests.service.conftest import everything
from tests.service.horn import RULES
from tests.service.outbox import count
from tests.service.reacting import TAKE_ONE, Told, dealt, decline, played
from tests.service.toy import NIM
from workers import jobs
from workers.fallback_bots import MAX_BOT_TRIES, First, stand_ins
from workers.player import MAX_TURN_TRIES, PAUSES_SECONDS, Player, TurnFailed
from workers.rq_worker import listening

AI = Seat("ai", None, "easy")
HUMAN = Seat("human")


class Died(BaseException):
    """The end of a worker's process, as far as a test can survive it."""


class Failing(Plain):
    """Fails at every turn, and counts its turns."""

    def __init__(self, failure: BaseException | None = None, good: int = 0) -> None:
        self.failure = failure or RuntimeError("a hidden card")
        self.good = good
        self.asked = 0

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        self.asked += 1
        if self.asked > self.good:
            raise self.failure
        return super().choose(ruleset, view, rng, session)


def playing(games: Games, bot: Bot) -> Player:
    return Player(games, {"easy": bot}, seconds=60, reaction_seconds=0, pace=PACE)


def due_at(redis: Redis, game_id: str) -> float:
    """When the game is due, in seconds by the server's clock from now."""
    when = redis.zscore(keys.due(keys.bucket_of(game_id)), game_id)
    assert when is not None
    seconds, micros = redis.time()
    return float(when) / 1000 - seconds - micros / 1e6


def stood_in() -> float:
    labels = {"level": "easy", "ruleset": "nim"}
    return REGISTRY.get_sample_value("hamlet_ai_stand_ins_total", labels) or 0


def new_game(games: Games, *seats: Seat) -> str:
    return games.create_game("nim", seats).game_id


def die(player: Player, game_id: str) -> None:
    with pytest.raises(Died):
        player.play_due_turns(game_id)


# --- bots ----------------------------------------------------------------------------------------


def test_a_bot_that_fails_is_asked_again_and_then_stood_in_for(
    games: Games, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    game_id, bot, before = new_game(games, AI, HUMAN), Failing(), stood_in()
    player = playing(games, bot)
    for pause in PAUSES_SECONDS:
        assert player.play_due_turns(game_id) == 0
        assert pause - 0.5 < due_at(redis, game_id) <= pause
        assert (games.queries.load_game(game_id).version, stood_in()) == (0, before)
    assert player.play_due_turns(game_id) == 1
    assert (bot.asked, stood_in(), count(DueTurns(games.store))) == (MAX_BOT_TRIES, before + 1, 0)
    failures = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(failures) == MAX_BOT_TRIES
    for record in failures:
        assert (vars(record)["game"], vars(record)["level"]) == (game_id, "easy")
        assert vars(record)["error"] == "RuntimeError"
        assert "in choose" in vars(record)["where"]
        assert "hidden card" not in str({**vars(record), "where": ""})
        assert record.exc_info is None


def test_a_bot_that_recovers_plays_itself(games: Games) -> None:
    game_id, before = new_game(games, AI, HUMAN), stood_in()
    for _ in range(MAX_BOT_TRIES - 1):
        playing(games, Failing()).play_due_turns(game_id)
    assert playing(games, Plain()).play_due_turns(game_id) == 1
    assert stood_in() == before


def test_the_next_decision_is_the_bots_own_again(games: Games) -> None:
    """A move by anybody resets the count of tries."""
    bot = Failing()
    game_id = games.create_game("nim", (AI, AI), {"stones": 1}).game_id
    player = playing(games, bot)
    for expected in (0, 0, 1, 1):
        assert player.play_due_turns(game_id) <= expected
    assert games.queries.load_game(game_id).version in (1, 2)
    for _ in range(20):
        player.play_due_turns(game_id)
    assert games.queries.load_game(game_id).status == "finished"
    assert bot.asked == 3 * MAX_BOT_TRIES, "two bids and a stone, each asked for as often"


def test_what_was_decided_before_a_failure_is_kept(games: Games) -> None:
    """Two bids are made, the first stone is not: only that decision has failed."""
    announced: list[str] = []
    games = Games(games.store, games.rulesets, ("easy",), on_due=announced.append)
    game_id = new_game(games, AI, AI)
    assert playing(games, Failing(good=2)).play_due_turns(game_id) == 2
    assert (games.queries.load_game(game_id).version, announced) == (2, [game_id, game_id])


def test_a_level_that_is_gone_is_stood_in_for(games: Games) -> None:
    game_id = new_game(games, AI, HUMAN)
    player = Player(games, {}, seconds=60, reaction_seconds=0, pace=PACE)
    assert [player.play_due_turns(game_id) for _ in range(MAX_BOT_TRIES)] == [0, 0, 1]


def test_greedy_itself_is_stood_in_for(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.fallback_bots._GREEDY", Failing())
    game_id = new_game(games, AI, HUMAN)
    player = playing(games, Failing())
    assert [player.play_due_turns(game_id) for _ in range(MAX_BOT_TRIES)] == [0, 0, 1]


def test_a_failing_reaction_holds_nobody_up(store: Store) -> None:
    class Scared(Told):
        def react(self, *args: Any, **more: Any) -> Move | None:
            raise RuntimeError("no")

    games = Games(store, {RULES.key: RULES}, ("easy",))
    game_id = dealt(games, (HUMAN, AI), (False, True))
    assert playing(games, Scared()).play_due_turns(game_id) == 0
    assert count(DueTurns(store)) == 0
    played(games, game_id, 0, TAKE_ONE)


# --- workers that die ----------------------------------------------------------------------------


def test_tries_survive_the_worker(games: Games) -> None:
    game_id, before = new_game(games, AI, HUMAN), stood_in()
    for _ in range(MAX_BOT_TRIES):
        die(playing(games, Failing(Died())), game_id)
    bot = Failing(Died())
    assert playing(games, bot).play_due_turns(game_id) == 1
    assert (bot.asked, stood_in()) == (0, before + 1)


def test_the_decision_that_kills_is_found(games: Games) -> None:
    """The third decision kills. The two before are lost with the first worker, and the second worker commits them."""
    game_id = new_game(games, AI, AI)
    versions = []
    for attempt in range(MAX_BOT_TRIES + 1):
        good = 2 if attempt < 2 else 0
        die(playing(games, Failing(Died(), good=good)), game_id)
        versions.append(games.queries.load_game(game_id).version)
        if attempt == MAX_BOT_TRIES - 1:
            break
    assert versions == [0, 2, 2]
    die(playing(games, Failing(Died())), game_id)
    last = Failing(Died())
    die(playing(games, last), game_id)
    assert games.queries.load_game(game_id).version == 3, "greedy's move is safe before the next one is tried"
    assert last.asked == 1


def test_after_greedy_the_first_move_is_tried() -> None:
    assert [type(bot) for bot in stand_ins(MAX_BOT_TRIES + 2)] == [First]
    assert len(stand_ins(MAX_BOT_TRIES + 1)) == 2


def test_who_waits_for_people_does_not_try_in_vain(store: Store, redis: Redis) -> None:
    games = Games(store, {RULES.key: RULES}, ("easy",))
    game_id = dealt(games, (AI, HUMAN), (False, False))
    waiting = Player(games, {"easy": Told()}, seconds=60, reaction_seconds=50, pace=PACE)
    for _ in range(MAX_TURN_TRIES + 1):
        assert waiting.play_due_turns(game_id) == 0
    decline(redis, game_id, 50)
    bot = Told()
    assert Player(games, {"easy": bot}, seconds=60, reaction_seconds=50, pace=PACE).play_due_turns(game_id) == 1


# --- what nobody can play ------------------------------------------------------------------------


def spoil(redis: Redis, game_id: str) -> None:
    redis.hset(keys.game(game_id, "head"), "state", pack("nim", b"{}"))


def test_a_game_that_cannot_be_read_is_parked(games: Games, redis: Redis) -> None:
    due, game_id = DueTurns(games.store), new_game(games, AI, HUMAN)
    stored = redis.hget(keys.game(game_id, "head"), "state")
    spoil(redis, game_id)
    player = playing(games, Plain())
    for tries in range(1, MAX_TURN_TRIES + 1):
        assert due.counts()[1] == 0, tries
        with pytest.raises(TurnFailed):
            player.play_due_turns(game_id)
    assert count(due) == 0
    [parked] = due.parked()
    assert (parked.game_id, parked.reason) == (game_id, "KeyError")
    assert due.counts() == (0, 1)
    assert player.play_due_turns(game_id) == 0, "a message that comes late finds nothing"

    assert stored is not None
    redis.hset(keys.game(game_id, "head"), "state", stored)
    assert due.unpark(game_id)
    assert due.parked() == []
    assert not due.unpark(game_id)
    assert player.play_due_turns(game_id) == 1


def test_the_text_of_a_failure_is_nowhere(
    games: Games, redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """RQ logs and stores the exceptions of jobs."""

    def restore(*args: object) -> None:
        raise RuntimeError("a hidden card")

    game_id = new_game(games, AI, HUMAN)
    monkeypatch.setattr(type(NIM), "restore", restore)
    monkeypatch.setattr(jobs, "player", lambda: playing(games, Plain()))
    Messages(redis, TURNS, 15, 30).enqueue(game_id)
    queue = Queue(TURNS, connection=redis, serializer=JSONSerializer)
    listening(TURNS, redis).work(burst=True, logging_level="WARNING")
    assert queue.failed_job_registry.count == 1
    assert "RuntimeError" in caplog.text
    assert "hidden card" not in caplog.text + str(everything(redis))


def test_a_game_that_kills_every_worker_is_parked(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = new_game(games, AI, HUMAN)
    monkeypatch.setattr(type(NIM), "restore", dying)
    for _ in range(MAX_TURN_TRIES):
        die(playing(games, Plain()), game_id)
    assert playing(games, Plain()).play_due_turns(game_id) == 0
    assert [one.game_id for one in DueTurns(games.store).parked()] == [game_id]


def dying(*args: object) -> None:
    raise Died


def test_trouble_with_redis_parks_nothing(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object, **more: object) -> None:
        raise StoreUnavailable("away")

    game_id = new_game(games, AI, HUMAN)
    with monkeypatch.context() as patch:
        patch.setattr(games, "commit", unreachable)
        for _ in range(MAX_TURN_TRIES + 2):
            with pytest.raises(StoreUnavailable):
                playing(games, Plain()).play_due_turns(game_id)
    assert DueTurns(games.store).parked() == []
    assert playing(games, Plain()).play_due_turns(game_id) == 1


def test_a_game_that_is_gone_is_not_parked(games: Games, redis: Redis) -> None:
    """Otherwise it would stay there forever, and only its reason would be left."""
    due, game_id = DueTurns(games.store), new_game(games, AI, HUMAN)
    redis.delete(keys.game(game_id, "head"))
    assert not due.park(game_id, "no use")
    assert not redis.exists(keys.game(game_id, "head"))
    assert (due.parked(), count(due)) == ([], 0)


def test_parked_games_are_not_more_and_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.outbox.due_turns.MAX_PARKED", 3)
    store.buckets = 1
    games, due = Games(store, {NIM.key: NIM}, ("easy",)), DueTurns(store)
    ids = [new_game(games, AI, HUMAN) for _ in range(5)]
    for game_id in ids:
        assert due.park(game_id, "no use")
        assert not due.park(game_id, "no use"), "it is not due any more"
    assert {one.game_id for one in due.parked()} < set(ids)
    assert len(due.parked()) == 3


def test_a_parked_game_that_people_move_is_tried_again(games: Games) -> None:
    due, game_id = DueTurns(games.store), new_game(games, AI, HUMAN)
    assert due.park(game_id, "no use")
    games.play_moves(games.queries.load_game(game_id), 1, [{"type": "bid", "amount": 1}])
    assert playing(games, Plain()).play_due_turns(game_id) >= 1
    assert (due.parked(), due.counts()[1]) == ([], 0)
