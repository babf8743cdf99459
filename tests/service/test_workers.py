"""The workers' parts, with the toy game: what is played, and what needs another message."""

from __future__ import annotations

import random
import threading
import zlib
from typing import Any

import orjson
import pytest
import structlog
from redis import Redis
from rq import Queue
from rq.job import Job
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from engine.bots import Bot, Session
from engine.bots.uniform import Uniform
from engine.replay import replay
from engine.ruleset import Move, Ruleset
from service.games import Games, Seat
from service.store import DueTurns, Store, connect
from service.store.outbox.rq_client import DECISIONS, JOBS, MAX_SLOWDOWN, TURNS, Messages
from service.store.redis import keys
from service.store.redis.client import connect_worker
from tests.service.bots import PACE, Plain
from tests.service.conftest import RedisServer
from tests.service.outbox import count, lease
from tests.service.toy import NIM, View
from tools.testbed.processes import eventually
from workers.dispatcher import Dispatcher
from workers.player import MAX_MOVES, Player
from workers.rq_worker import Worker, listening

AI = Seat("ai", None, "easy")
HUMAN = Seat("human")
LEASE = 30


@pytest.fixture
def player(games: Games) -> Player:
    return playing(games, Uniform())


def playing(games: Games, bot: Bot) -> Player:
    """Plays with this bot, and waits for nobody."""
    return Player(games, {"easy": bot}, seconds=60, reaction_seconds=0, pace=PACE)


def new_game(games: Games, *seats: Seat, **options: int) -> str:
    return games.create_game("nim", seats, options).game_id


def test_an_idle_worker_hears_that_its_queue_is_empty_before_its_connection_gives_up(redis_server: RedisServer) -> None:
    client = connect_worker(redis_server.url)
    client.ping()
    worker = listening("turns", client)
    connection = client.connection_pool.get_connection()
    sock: Any = connection._sock
    assert connection.socket_timeout == sock.gettimeout() >= worker.connection_timeout
    assert worker.connection_timeout > worker.dequeue_timeout


def test_plays_every_ai_seat_in_a_row_up_to_the_humans_turn(games: Games, player: Player) -> None:
    game_id = new_game(games, AI, AI, HUMAN)
    assert player.play_due_turns(game_id) == 2
    game = games.queries.load_game(game_id)
    assert game.version == 2
    assert game.to_act == (2,)


def test_a_job_that_comes_twice_finds_nothing_to_do(games: Games, player: Player) -> None:
    game_id = new_game(games, AI, HUMAN)
    assert player.play_due_turns(game_id) == 1
    assert player.play_due_turns(game_id) == 0
    assert games.queries.load_game(game_id).version == 1


def test_an_unknown_game_is_nothing_to_do(store: Store, player: Player) -> None:
    assert player.play_due_turns(store.new_id()) == 0


def test_a_game_of_ais_is_played_to_its_end_in_bounded_pieces(games: Games, player: Player) -> None:
    game_id = new_game(games, AI, AI, stones=99)
    pieces = []
    while games.queries.load_game(game_id).status == "active":
        pieces.append(player.play_due_turns(game_id))
    assert max(pieces) == MAX_MOVES
    assert len(pieces) >= 2
    game = games.queries.load_game(game_id)
    log = games.store.log(game_id, 0, game.version)
    assert len(log) == game.version == sum(pieces)
    moves = [(entry.seat, entry.move) for entry in log]
    state, _ = replay(NIM, game.setup.options, 2, game.setup.seed, moves)
    assert NIM.write_position(state) == NIM.write_position(game.state)


def test_one_move_is_played_even_when_time_is_short(games: Games) -> None:
    game_id = new_game(games, AI, AI)
    assert Player(games, {"easy": Uniform()}, seconds=0, reaction_seconds=0, pace=PACE).play_due_turns(game_id) == 1


class Hasty(Plain):
    """A bot that lets another player commit first, and keeps the view that it got."""

    def __init__(self, rival: Player, game_id: str) -> None:
        self.rival = rival
        self.game_id = game_id
        self.shown: list[Any] = []

    def choose(self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None) -> Move:
        self.shown.append(view)
        self.rival.play_due_turns(self.game_id)
        return ruleset.view_moves(view)[0]


def test_who_is_overtaken_writes_nothing(games: Games, player: Player) -> None:
    game_id = new_game(games, AI, HUMAN)
    assert playing(games, Hasty(player, game_id)).play_due_turns(game_id) == 0
    assert games.queries.load_game(game_id).version == 1


def test_a_bot_is_shown_the_view_of_its_seat_only(games: Games, player: Player) -> None:
    game_id = new_game(games, AI, AI, HUMAN)
    bot = Hasty(player, game_id)
    playing(games, bot).play_due_turns(game_id)
    assert bot.shown
    assert all(isinstance(view, View) for view in bot.shown)
    assert bot.shown[0].viewer == 0


def due_at(redis: Redis, game_id: str) -> float:
    """When the game is due, in seconds by the server's clock from now."""
    when = redis.zscore(keys.due(keys.bucket_of(game_id)), game_id)
    assert when is not None
    seconds, micros = redis.time()
    return float(when) / 1000 - seconds - micros / 1e6


def test_only_what_is_due_at_the_same_version_is_put_off(games: Games, store: Store, redis: Redis) -> None:
    due = DueTurns(store)
    game_id = new_game(games, AI, AI)
    due.postpone(game_id, 1, 1000)
    assert lease(due, 500) == [game_id]
    due.postpone(game_id, 0, 100)
    assert due_at(redis, game_id) > 200, "never sooner"
    for_people = new_game(games, HUMAN, HUMAN)
    due.postpone(for_people, 0, 0)
    assert count(due) == 1


def queue(redis: Redis, name: str = TURNS) -> Queue:
    return Queue(name, connection=redis, serializer=JSONSerializer)


def messages(redis: Redis) -> Messages:
    return Messages(redis, TURNS, LEASE, thinking=10)


def dispatching(store: Store, lease: int = LEASE) -> Dispatcher:
    return Dispatcher([(DueTurns(store).lease_due, messages(store.redis))], lease)


def asked(redis: Redis) -> list[tuple[Any, ...]]:
    return [tuple(job.args) for job in queue(redis).jobs]


def test_a_due_game_is_asked_for_once_in_a_lease(games: Games, store: Store, redis: Redis) -> None:
    due = new_game(games, AI, HUMAN)
    dispatcher = dispatching(store)
    assert dispatcher.round() == 1
    assert dispatcher.round() == 0
    assert asked(redis) == [(due,)]


def test_a_lease_that_ran_out_is_asked_for_again(games: Games, store: Store, redis: Redis, player: Player) -> None:
    due = new_game(games, AI, HUMAN)
    dispatcher = dispatching(store, lease=0)
    assert dispatcher.round() == 1
    assert dispatcher.round() == 1
    assert asked(redis) == [(due,), (due,)]
    player.play_due_turns(due)
    assert dispatcher.round() == 0


def test_what_becomes_due_is_asked_for_in_time(games: Games, store: Store, redis: Redis) -> None:
    game_id = new_game(games, AI, HUMAN)
    assert DueTurns(store).retry_turn(game_id, 1)
    dispatcher = dispatching(store)
    thread = threading.Thread(target=dispatcher.run)
    thread.start()
    eventually(lambda: asked(redis) == [(game_id,)], "the asking")
    dispatcher._stopping = True
    thread.join()


def test_without_workers_the_queue_does_not_grow_for_ever(
    games: Games, store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.dispatcher._MAX_WAITING", 5)
    due = {new_game(games, AI, HUMAN) for _ in range(3)}
    dispatcher = dispatching(store, lease=0)
    assert [dispatcher.round() for _ in range(5)] == [3, 3, 0, 0, 0]
    queue(redis).empty()
    assert dispatcher.round() == 3, "what was not asked for stayed due"
    assert {game_id for (game_id,) in asked(redis)} == due


def test_the_loss_of_the_store_and_its_return_are_logged_once(
    own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    redis = connect(own_redis_server.url, retries=0)
    dispatcher = dispatching(Store(redis, buckets=1))
    for _ in range(2):
        caplog.clear()
        own_redis_server.kill()
        for _ in range(3):
            dispatcher.try_round()
        own_redis_server.start()
        for _ in range(3):
            dispatcher.try_round()
        assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_a_commit_asks_at_once_and_holds_the_dispatcher_off(redis: Redis) -> None:
    store = Store(redis, buckets=4, due_delay=LEASE)
    games = Games(store, {NIM.key: NIM}, ("easy",), on_due=messages(redis).enqueue)
    game_id = new_game(games, AI, HUMAN)
    assert asked(redis) == [(game_id,)]
    assert dispatching(store).round() == 0


@pytest.mark.parametrize(("name", "job"), [(TURNS, "play_turns"), (DECISIONS, "decide")])
def test_messages_are_json_and_leave_nothing_behind(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, name: str, job: str
) -> None:
    done: list[str] = []
    monkeypatch.setattr(f"workers.jobs.{job}", done.append)
    Messages(redis, name, LEASE, thinking=10).enqueue("an-id")
    (message,) = queue(redis, name).jobs
    assert orjson.loads(zlib.decompress(redis.hget(message.key, "data"))) == [JOBS[name], None, ["an-id"], {}]
    assert message.timeout == LEASE + MAX_SLOWDOWN * 10, "a bot may think for longer than a lease, but not for ever"
    assert message.ttl == LEASE
    listening(name, redis).work(burst=True)
    assert done == ["an-id"]
    assert not redis.exists(message.key)


def test_a_job_knows_the_request_that_led_to_it(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a worker's log lines have the request's id, and nothing from the job before."""
    structlog.contextvars.clear_contextvars()  # other tests leave theirs
    seen: list[Any] = []
    monkeypatch.setattr("workers.jobs.play_turns", lambda name: seen.append(structlog.contextvars.get_contextvars()))
    with structlog.contextvars.bound_contextvars(request_id="order-7"):
        messages(redis).enqueue("an-id")
    messages(redis).enqueue("another")
    listening(TURNS, redis).work(burst=True)
    assert seen == [{"request_id": "order-7"}, {}]


def test_a_message_does_not_become_void_while_it_is_taken(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr("workers.jobs.play_turns", done.append)
    prepare = Worker.prepare_job_execution

    def late(worker: Worker, job: Job, remove_from_intermediate_queue: bool = False) -> None:
        prepare(worker, job, remove_from_intermediate_queue)
        if redis.pttl(job.key) > 0:
            redis.delete(job.key)

    monkeypatch.setattr(Worker, "prepare_job_execution", late)
    messages(redis).enqueue("an-id")
    listening(TURNS, redis).work(burst=True)
    assert done == ["an-id"]
    assert FailedJobRegistry(queue=queue(redis)).count == 0
