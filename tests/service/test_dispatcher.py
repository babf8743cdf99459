"""The dispatcher sleeps until something is due, and is told of what becomes due before it looks again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.store import DueTurns, Store, keys
from service.store.listening import Listener
from service.store.messages import TURNS, WEBHOOKS, Messages
from service.store.notices import Hook, Notice, NoticeStore
from tests.service.test_store import born, change
from tests.stack.processes import eventually
from workers.dispatcher import Dispatcher, Kind

LEASE = 3600
NEVER = 1e9


@pytest.fixture
def heard(store: Store) -> Iterator[list[str]]:
    """What is said to dispatchers from now on."""
    said: list[str] = []
    ready = threading.Event()
    tags = [keys.bucket(number) for number in range(store.buckets)]
    listener = Listener(store.redis, keys.SOON, tags, said.append, ready.set)
    thread = threading.Thread(target=listener.run)
    thread.start()
    assert ready.wait(10)
    yield said
    listener.closed.set()
    thread.join()


def said_last(heard: list[str]) -> tuple[str, int, int]:
    eventually(lambda: bool(heard), "a message")
    queue, bucket, ms = heard.pop().split()
    return queue, int(bucket), int(ms)


def test_what_becomes_due_soon_is_told_and_nothing_else(store: Store, heard: list[str]) -> None:
    later, sooner = Store(store.redis, store.buckets, due_delay=60), Store(store.redis, store.buckets, due_delay=7)
    due = DueTurns(store)
    game_id = born(later)
    bucket = keys.bucket_of(game_id)
    later.commit(change(game_id, 0, due=True))
    assert due.again(game_id, 60)
    assert due.again(game_id, 3)
    queue, where, ms = said_last(heard)
    assert (queue, where, heard) == (TURNS, bucket, [])
    assert 0 < ms <= 3000
    assert due.await_reactions(game_id, 1, 5)
    assert said_last(heard)[:2] == (TURNS, bucket)
    sooner.commit(change(game_id, 1, due=True))
    assert said_last(heard)[2] <= 7000
    assert due.park(game_id, "no use")
    assert due.unpark(game_id)
    assert said_last(heard) == (TURNS, bucket, 0)


def test_another_try_to_send_a_notice_is_told(store: Store, heard: list[str]) -> None:
    game_id = born(store)
    notice = Notice(f"{game_id}_1_turn_game", Hook("game", "https://a.example", "s"), "a.example", "turn.started", "{}")
    store.commit(replace(change(game_id), notices=(notice,)))
    # The notice is due at once, since nobody was told of it directly.
    assert said_last(heard) == (WEBHOOKS, keys.bucket_of(game_id), 0)


@contextmanager
def running(dispatcher: Dispatcher, *listeners: Listener) -> Iterator[None]:
    targets = [dispatcher.run, *(listener.run for listener in listeners)]
    threads = [threading.Thread(target=target) for target in targets]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        dispatcher._stopping = True
        for listener in listeners:
            listener.closed.set()
        for thread in threads:
            thread.join()


def test_a_sleeping_dispatcher_is_woken(store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    later = Store(store.redis, store.buckets, due_delay=3600)
    dispatcher = Dispatcher([Kind(TURNS, DueTurns(store).look, messages(redis), store.buckets)], LEASE)
    dispatcher._rounds_seconds = NEVER
    rounds: list[Any] = []
    whole: Callable[..., int] = dispatcher.round
    monkeypatch.setattr(dispatcher, "round", lambda due=None: rounds.append(due) or whole(due))
    tags = [keys.bucket(number) for number in range(store.buckets)]
    listener = Listener(store.redis, keys.SOON, tags, dispatcher.note, dispatcher.note_gap)
    with running(dispatcher, listener):
        eventually(lambda: None in rounds[1:], "the look after the subscription")
        game_id = born(later)
        later.commit(change(game_id, due=True))
        assert DueTurns(store).again(game_id, 0.5)
        eventually(lambda: bool(asked(redis)), "the asking")
    assert asked(redis) == [game_id]
    assert {TURNS: {keys.bucket_of(game_id)}} in rounds


def test_a_dispatcher_remembers_what_it_saw_coming(store: Store, redis: Redis) -> None:
    soon = Store(store.redis, store.buckets, due_delay=1)
    dispatcher = Dispatcher([Kind(TURNS, DueTurns(store).look, messages(redis), store.buckets)], LEASE)
    dispatcher._rounds_seconds = NEVER
    game_id = born(soon)
    soon.commit(change(game_id, due=True))
    with running(dispatcher):
        eventually(lambda: bool(asked(redis)), "the asking")
    assert asked(redis) == [game_id]


def test_notices_are_looked_for_by_buckets(store: Store) -> None:
    notices = NoticeStore(store.redis, store.buckets)
    assert notices.look(1, 10, [0, 2]).next_seconds == {}


def test_what_is_due_now_is_told_once() -> None:
    dispatcher = Dispatcher([], LEASE)
    for message in (f"{TURNS} 1 3600000", f"{TURNS} 2 0", f"{WEBHOOKS} 2 0", f"{TURNS} 2 0"):
        dispatcher.note(message)
    assert dispatcher._due_now() == {TURNS: {2}, WEBHOOKS: {2}}
    assert dispatcher._due_now() == {}


def messages(redis: Redis) -> Messages:
    return Messages(redis, TURNS, LEASE, thinking=10)


def asked(redis: Redis) -> list[str]:
    return [job.args[0] for job in Queue(TURNS, connection=redis, serializer=JSONSerializer).jobs]
