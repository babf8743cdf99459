"""Decisions from request to result, with the toys: who works on them, what is lost, what is given up."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import nan
from typing import Any

import orjson
import pytest
from redis import Redis

from engine.bots import Bot, Candidate, Decision, Session
from engine.bots.uniform import Uniform
from engine.errors import GameOver, NotYourTurn
from engine.ruleset import Doc, Move, Ruleset
from service.config import shutdown
from service.games import Games, Seat
from service.games.ai.decision_batches import DecisionBatches
from service.games.ai.decision_requests import Asked, Decisions
from service.games.core.game_errors import GameWaiting, InvalidView, NoSuchRuleset
from service.store import DecisionStore, Store
from service.store.outbox.decision_queue import (
    MAX_TRIES,
    PATIENCE_SECONDS,
    Caller,
    DecisionRecord,
    DecisionRequest,
    Question,
    QueueLimits,
)
from service.store.outbox.rq_client import DECISIONS, Messages
from service.store.redis import keys
from service.store.redis.store_errors import CallerWaits, KeyReused, NoSuchDecision, TooManyWait
from tests.service.bots import PACE, Plain
from tests.service.conftest import everything
from tests.service.horn import RULES as HORN
from tests.service.outbox import count, lease
from tests.service.reacting import dealt
from tests.service.toy import NIM
from workers.decider import Decider
from workers.dispatcher import Dispatcher
from workers.thinking_time import Pace

TTL = 77
HUMANS = (Seat("human", "Ada"), Seat("human", "Bo"))
SOMEONE = Caller("someone")
VIEW: Doc = {"ruleset": "nim", "stones": 6, "bids": [1, None], "has_bid": [True, True], "turn": 0}
"""Seat 0 of the toy has to take 1, 2 or 3 of six stones."""


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    games = Games(store, {NIM.key: NIM, HORN.key: HORN}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


@pytest.fixture
def asked() -> list[str]:
    """The decisions for which messages were sent immediately."""
    return []


@pytest.fixture
def decisions(games: Games, asked: list[str]) -> Decisions:
    return opened(games, QueueLimits(10, 3), asked.append)


def opened(games: Games, waiting: QueueLimits, on_asked: Callable[[str], object] | None = None) -> Decisions:
    store = DecisionStore(games.store.redis, TTL, waiting)
    return Decisions(store, games.rulesets, games.queries.changes, on_asked)


def ask(decisions: Decisions, caller: Caller = SOMEONE, **more: Any) -> str:
    return ask_about(decisions, "nim", VIEW, 0, "easy", caller, **more).decision_id


def ask_about(decisions: Decisions, ruleset: str, view: dict[str, Any], seat: int, *more: Any, **named: Any) -> Asked:
    checked = decisions.check_view({"ruleset": ruleset, "view": view, "seat": seat})
    return decisions.request_decision(ruleset, checked["view"], seat, *more, **named)


def deciding(decisions: Decisions, games: Games, bot: Bot | None = None, pace: Pace = PACE) -> Decider:
    return Decider(decisions.store, games.rulesets, {"easy": bot or Plain()}, pace)


def dispatching(decisions: Decisions, redis: Redis) -> Dispatcher:
    """Return a dispatcher whose leases end immediately, so items that nobody holds are due again."""
    return Dispatcher([(decisions.store.lease_due, Messages(redis, DECISIONS, 30, thinking=10))], lease=0)


# --- what is asked and answered ------------------------------------------------------------------


class Reasoned(Plain):
    """Prefers the last move."""

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        moves = ruleset.view_moves(view)[::-1]
        return Decision(moves[0], tuple(Candidate(move, 9 - move[1], move[1] / 4, 1.5) for move in moves))


class Impossible(Plain):
    """Gives invalid reasons."""

    def decide(self, *args: Any, **more: Any) -> Decision:
        decision = super().decide(*args, **more)
        return Decision(decision.move, tuple(replace(one, visits=-5, chance=nan) for one in decision.candidates), -3)


class Lawless(Plain):
    """Decides on an illegal move."""

    def choose(self, *args: Any, **more: Any) -> Move:
        return (1, 99)


class Broken(Plain):
    """Fails, with what it has seen in the message."""

    def decide(
        self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
    ) -> Decision:
        raise RuntimeError("a hidden card")


def test_a_decision_is_asked_for_made_and_read(decisions: Decisions, games: Games, asked: list[str]) -> None:
    answer = ask_about(decisions, "nim", VIEW, 0, "easy", SOMEONE)
    assert asked == [answer.decision_id]
    queued = decisions.wait(answer.decision_id, 0)
    assert orjson.loads(answer.body) == queued
    assert (queued["status"], queued["move"], queued["candidates"], queued["failure"]) == ("queued", None, [], None)
    assert (queued["ruleset"], queued["seat"], queued["level"], queued["game"]) == ("nim", 0, "easy", None)
    assert (queued["started_at"], queued["ended_at"]) == (None, None)
    assert deciding(decisions, games, Reasoned()).answer_request(answer.decision_id)
    done = decisions.wait(answer.decision_id, 0)
    assert (done["status"], done["failure"], done["move"]) == ("done", None, {"type": "take", "stones": 3})
    assert done["candidates"] == [
        {"move": {"type": "take", "stones": taken}, "label": f"Take {taken}", "visits": 9 - taken, "chance": taken / 4}
        | {"total": 1.5}
        for taken in (3, 2, 1)
    ]
    assert done["created_at"] <= done["started_at"] <= done["ended_at"]


def test_a_reaction_that_had_better_not_be_made_is_no_move(decisions: Decisions, games: Games) -> None:
    game = games.queries.load_game(dealt(games, HUMANS, (False, True)))
    hint = decisions.hint(game, 1, "easy", SOMEONE).decision_id
    assert deciding(decisions, games).answer_request(hint)
    done = decisions.wait(hint, 0)
    assert (done["status"], done["move"]) == ("done", None)
    assert [one["label"] for one in done["candidates"]] == ["Blow the horn"]


def test_a_hint_tells_for_which_game_and_version_it_is(decisions: Decisions, games: Games) -> None:
    game_id = games.create_game("nim", HUMANS).game_id
    games.play_moves(games.queries.load_game(game_id), 0, [{"type": "bid", "amount": 2}])
    hint = orjson.loads(decisions.hint(games.queries.load_game(game_id), 1, "easy", SOMEONE).body)
    assert (hint["game"], hint["version"], hint["seat"]) == (game_id, 1, 1)


def test_who_has_nothing_to_decide_is_refused(decisions: Decisions, games: Games, redis: Redis) -> None:
    with pytest.raises(NotYourTurn):
        ask_about(decisions, "nim", {**VIEW, "turn": 1}, 0, "easy", SOMEONE)
    with pytest.raises(GameOver):
        ask_about(decisions, "nim", {**VIEW, "stones": 0}, 0, "easy", SOMEONE)
    with pytest.raises(NoSuchRuleset):
        ask_about(decisions, "chess", VIEW, 0, "easy", SOMEONE)
    with pytest.raises(InvalidView) as refusal:
        ask_about(decisions, "nim", {**VIEW, "stones": "six", "colour": "red"}, 0, "easy", SOMEONE)
    assert {fault.path for fault in refusal.value.faults} == {"view.stones", "view.colour"}
    waiting = games.create_game("nim", (HUMANS[0], Seat("open"))).game_id
    with pytest.raises(GameWaiting):
        decisions.hint(games.queries.load_game(waiting), 0, "easy", SOMEONE)
    assert count(decisions.store) == 0


def test_a_decision_that_is_not_there(decisions: Decisions) -> None:
    for unknown in (keys.new_decision_id(), "", "*", "../x"):
        with pytest.raises(NoSuchDecision):
            decisions.wait(unknown, 0)


@pytest.mark.parametrize("bot", [Plain(), Broken()])
def test_who_waits_is_told_of_the_end(
    decisions: Decisions, games: Games, monkeypatch: pytest.MonkeyPatch, bot: Bot
) -> None:
    with games.queries.changes.watch("the channel", 60) as watch:
        assert watch.changed(), "it is open now, so that no news of that wakes who waits"
    decision_id = ask(decisions)
    read, looked = decisions.store.read_decision, threading.Event()

    def look(name: str) -> DecisionRecord:
        record = read(name)
        looked.set()
        return record

    monkeypatch.setattr(decisions.store, "read_decision", look)
    seen: list[Doc] = []
    waiting = threading.Thread(target=lambda: seen.append(decisions.wait(decision_id, 60)))
    waiting.start()
    assert looked.wait(60)
    deciding(decisions, games, bot).answer_request(decision_id)
    waiting.join(30)
    assert [found["status"] for found in seen] == ["failed" if isinstance(bot, Broken) else "done"]
    assert decisions.wait(decision_id, 60) == seen[0], "what has ended needs no wait"
    assert decisions.wait(ask(decisions), 0)["status"] == "queued"


def test_a_decision_is_kept_for_a_while_and_its_view_is_not(decisions: Decisions, games: Games, redis: Redis) -> None:
    decision_id = ask(decisions)
    name = keys.decision(decision_id)
    assert TTL < redis.ttl(name) <= TTL + PATIENCE_SECONDS
    assert redis.hexists(name, "view")
    deciding(decisions, games).answer_request(decision_id)
    assert 0 < redis.ttl(name) <= TTL
    assert not redis.hexists(name, "view")
    assert count(decisions.store) == 0


# --- keys of requests ----------------------------------------------------------------------------


def test_a_repeated_question_gets_the_first_answer(decisions: Decisions, games: Games, asked: list[str]) -> None:
    first = ask_about(decisions, "nim", VIEW, 0, "easy", SOMEONE, "key")
    deciding(decisions, games).answer_request(first.decision_id)
    again = ask_about(decisions, "nim", dict(reversed(VIEW.items())), 0, "easy", SOMEONE, "key")
    assert (again.decision_id, again.body, again.repeated) == (first.decision_id, first.body, True)
    assert ask(decisions) != first.decision_id, "without a key"
    other = ask_about(decisions, "nim", {**VIEW, "stones": 5}, 0, "easy", SOMEONE, "key")
    assert not other.repeated
    assert asked[0] == first.decision_id
    assert len(asked) == 3


def test_a_key_of_a_hint_belongs_to_the_seat_and_outlives_its_turn(decisions: Decisions, games: Games) -> None:
    game_id = games.create_game("nim", HUMANS).game_id
    first = decisions.hint(games.queries.load_game(game_id), 0, "easy", SOMEONE, "key")
    assert not decisions.hint(games.queries.load_game(game_id), 1, "easy", SOMEONE, "key").repeated
    games.play_moves(games.queries.load_game(game_id), 0, [{"type": "bid", "amount": 2}])
    again = decisions.hint(games.queries.load_game(game_id), 0, "easy", SOMEONE, "key")
    assert (again.body, again.repeated) == (first.body, True)
    with pytest.raises(KeyReused):
        decisions.hint(games.queries.load_game(game_id), 0, "hard", SOMEONE, "key")
    with pytest.raises(NotYourTurn):
        decisions.hint(games.queries.load_game(game_id), 0, "easy", SOMEONE)


def test_the_answer_is_forgotten_with_the_decision(decisions: Decisions, redis: Redis) -> None:
    ask(decisions, idempotency_key="key")
    (memo,) = redis.scan_iter(keys.decision_memo("*"))
    assert 0 < redis.ttl(memo) <= TTL


# --- limits --------------------------------------------------------------------------------------


def test_a_caller_may_wait_for_so_many(decisions: Decisions, games: Games) -> None:
    waiting = [ask(decisions) for _ in range(3)]
    with pytest.raises(CallerWaits):
        ask(decisions)
    ask(decisions, caller=Caller("somebody else"))
    for _ in range(4):
        ask(opened(games, QueueLimits(10, 0)), caller=Caller("with no limit"))
    deciding(decisions, games).answer_request(waiting[1])
    deciding(decisions, games, Broken()).answer_request(waiting[2])
    for _ in range(2):
        ask(decisions)
    with pytest.raises(CallerWaits):
        ask(decisions)


def test_hints_count_for_their_caller_whatever_the_seat(decisions: Decisions, games: Games) -> None:
    game = games.queries.load_game(games.create_game("nim", HUMANS).game_id)
    for seat in (0, 1, 0):
        decisions.hint(game, seat, "easy", SOMEONE)
    with pytest.raises(CallerWaits):
        decisions.hint(game, 1, "easy", SOMEONE)
    decisions.hint(game, 1, "easy", Caller("somebody else"))


def test_callers_take_turns(decisions: Decisions, games: Games) -> None:
    """One who requests a decision waits for one of another caller's, not for all of them."""
    much = [ask(decisions, caller=Caller("much")) for _ in range(3)]
    everybody = [*much]
    decider, made = deciding(decisions, games), list[str]()

    def make(asked: str) -> None:
        assert decider.decide_next(asked)
        made.extend(one for one in everybody if one not in made and decisions.wait(one, 0)["status"] == "done")

    make(much[0])
    others = [ask(decisions, caller=Caller("one")), ask(decisions, caller=Caller("another"))]
    everybody += others
    for asked in (much[1], much[2], *others):
        make(asked)
    assert set(made[1:3]) == set(others)
    assert set(made) == set(everybody)
    assert not decider.decide_next(much[0]), "one message each was enough"


def test_so_many_may_be_waited_for_in_all(games: Games) -> None:
    few = opened(games, QueueLimits(2, 1))
    first, _ = ask(few, caller=Caller("one")), ask(few, caller=Caller("two"))
    with pytest.raises(TooManyWait):
        ask(few, caller=Caller("three"))
    with pytest.raises(CallerWaits):
        ask(few, caller=Caller("one"))
    deciding(few, games).answer_request(first)
    assert ask(few, caller=Caller("three"))


def test_what_has_expired_is_waited_for_no_more(decisions: Decisions, redis: Redis) -> None:
    lost, left = ask(decisions), ask(decisions)
    redis.delete(keys.decision(lost))
    assert lease(decisions.store, 0) == [left]
    assert count(decisions.store) == 1


def test_a_refused_question_leaves_nothing(decisions: Decisions, redis: Redis) -> None:
    for _ in range(3):
        ask(decisions)
    before = everything(redis)
    with pytest.raises(CallerWaits):
        ask(decisions, idempotency_key="key")
    assert everything(redis) == before


# --- what is lost, and given up ------------------------------------------------------------------


def test_a_bot_that_fails_ends_the_decision(
    decisions: Decisions, games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    decision_id = ask(decisions)
    assert deciding(decisions, games, Broken()).answer_request(decision_id)
    failed = decisions.wait(decision_id, 0)
    assert (failed["status"], failed["failure"], failed["move"]) == ("failed", "bot_failed", None)
    (record,) = caplog.records
    told: Mapping[str, Any] = vars(record)
    assert (told["levelname"], told["level"], told["error"]) == ("ERROR", "easy", "RuntimeError")
    assert "in decide" in told["where"]
    for secret in ("hidden card", decision_id):
        assert secret not in str({**told, "where": ""})
    assert not deciding(decisions, games).answer_request(decision_id), "it has ended"


@pytest.mark.parametrize("bot", [Impossible(), Lawless()])
def test_a_decision_that_cannot_be_is_told_to_nobody(
    decisions: Decisions, games: Games, caplog: pytest.LogCaptureFixture, bot: Bot
) -> None:
    decision_id = ask(decisions)
    assert deciding(decisions, games, bot).answer_request(decision_id)
    failed = decisions.wait(decision_id, 0)
    assert (failed["status"], failed["failure"], failed["move"]) == ("failed", "bot_failed", None)
    assert failed["candidates"] == []
    assert [vars(record)["error"] for record in caplog.records] == ["Unsound"]


def test_a_question_whose_message_was_lost_is_asked_again(decisions: Decisions, games: Games, redis: Redis) -> None:
    decision_id = ask(decisions)
    dispatcher = dispatching(decisions, redis)
    assert (dispatcher.round(), dispatcher.round()) == (1, 1)
    assert deciding(decisions, games).answer_request(decision_id)
    assert not deciding(decisions, games).answer_request(decision_id), "the second message finds nothing to do"
    assert dispatcher.round() == 0


def test_a_decision_whose_workers_die_is_given_up(decisions: Decisions, redis: Redis) -> None:
    decision_id = ask(decisions)
    for _ in range(MAX_TRIES):
        assert lease(decisions.store, 0) == [decision_id]
        assert decisions.wait(decision_id, 0)["status"] == "queued"
        assert decisions.store.begin_decision(decision_id, 0) is not None
        assert decisions.wait(decision_id, 0)["status"] == "running"
        assert decisions.store.begin_decision(decision_id, 0) is None, "somebody works on it"
    assert lease(decisions.store, 0) == []
    failed = decisions.wait(decision_id, 60)
    assert (failed["status"], failed["failure"]) == ("failed", "worker_lost")
    assert failed["ended_at"] is not None
    assert [ask(decisions) for _ in range(3)], "the caller does not wait for it any more"
    assert 0 < redis.ttl(keys.decision(decision_id)) <= TTL


def test_a_process_that_is_told_to_stop_gives_its_decision_back(
    decisions: Decisions, games: Games, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Told(Plain):
        def choose(
            self, ruleset: Ruleset[Any, Any], view: Any, rng: random.Random, session: Session | None = None
        ) -> Move:
            told.set()
            assert session is not None
            session.stop()
            raise AssertionError("still here")

    told = threading.Event()
    monkeypatch.setattr(shutdown, "_requested", told)
    decision_id = ask(decisions)
    for _ in range(MAX_TRIES + 1):
        assert not deciding(decisions, games, Told(), pace=Pace(3600, decision=3600)).answer_request(decision_id)
    told.clear()
    assert lease(decisions.store, 0) == [decision_id], "others are asked at once"
    assert deciding(decisions, games).answer_request(decision_id)


def test_a_decision_for_which_no_worker_has_time_is_given_up(decisions: Decisions, redis: Redis) -> None:
    late, begun, fresh = ask(decisions), ask(decisions), ask(decisions)
    assert lease(decisions.store, 1000, limit=0) == []
    assert decisions.store.begin_decision(begun, 1000) is not None
    for one in (late, begun):
        redis.hset(keys.decision(one), "patience", 1)
    assert lease(decisions.store, 0, limit=0) == [], "also when there is no room in the queue"
    assert [decisions.wait(one, 0)["status"] for one in (late, begun, fresh)] == ["failed", "running", "queued"]
    assert decisions.wait(late, 0)["failure"] == "too_late"


def test_who_has_lost_a_decision_writes_nothing(decisions: Decisions) -> None:
    decision_id = ask(decisions)
    slow = decisions.store.begin_decision(decision_id, 0)
    assert slow is not None
    assert decisions.store.hold(slow, 0)
    lease(decisions.store, 0)
    assert not decisions.store.hold(slow, 1000)
    quick = decisions.store.begin_decision(decision_id, 1000)
    assert quick is not None
    assert not decisions.store.finish(slow, [{"move": None, "candidates": []}])
    assert not decisions.store.fail(slow, "bot_failed")
    assert decisions.wait(decision_id, 0)["status"] == "running"
    assert lease(decisions.store, 0) == [], "who began it holds it"
    assert decisions.store.finish(quick, [{"move": None, "candidates": []}])
    assert not decisions.store.hold(quick, 1000)


def test_a_question_is_not_lost_with_its_messenger(games: Games, caplog: pytest.LogCaptureFixture) -> None:
    def fail(decision_id: str) -> None:
        raise ConnectionError("no queue")

    decisions = opened(games, QueueLimits(10, 3), fail)
    decision_id = ask(decisions)
    assert lease(decisions.store, 0) == [decision_id]
    assert decision_id not in caplog.text


# --- batches -------------------------------------------------------------------------------------

ABOUT = DecisionRequest("nim", 0, "easy")
STEP_SECONDS = 0.003
"""Longer than a millisecond, the unit of the queue's times."""
LINE: Doc = {"ruleset": "nim", "seat": 0, "level": "easy", "view": VIEW}


def add_batch(decisions: Decisions, number: int) -> str:
    return decisions.store.add_batch([Question(ABOUT, VIEW)] * number, 0, Caller("many someone"))


def outcomes(decisions: Decisions, batch: str) -> list[tuple[str, str | None]]:
    return [(record.status, record.reason) for record in decisions.store.read_batch(batch)]


def test_a_batch_lets_a_hint_pass_after_one_decision(decisions: Decisions, games: Games) -> None:
    class Watched(Plain):
        def choose(self, *args: Any, **more: Any) -> Move:
            if not hints:
                hints.append(ask(decisions))
            made.append(decisions.wait(hints[0], 0)["status"])
            return super().choose(*args, **more)

    hints, made = list[str](), list[str]()
    batch = add_batch(decisions, 3)
    decider = replace(deciding(decisions, games, Watched()), look_seconds=0)
    assert decider.decide_next()
    assert outcomes(decisions, batch) == [("done", None), ("queued", None), ("queued", None)]
    assert decider.decide_next()
    assert decisions.wait(hints[0], 0)["status"] == "done"
    assert decider.decide_next()
    assert outcomes(decisions, batch) == [("done", None)] * 3
    assert made == ["queued", "running", "done", "done"], "nothing was decided twice"
    assert not decider.decide_next()


def test_many_hints_do_not_stop_a_batch(decisions: Decisions, games: Games) -> None:
    batch, decider = add_batch(decisions, 3), replace(deciding(decisions, games), look_seconds=0)
    for made in range(1, 4):
        # Callers take turns by the millisecond, so no two of these steps may share one.
        for caller in ("one", "another"):
            time.sleep(STEP_SECONDS)
            ask(decisions, caller=Caller(caller))
        for _ in range(3):
            time.sleep(STEP_SECONDS)
            assert decider.decide_next()
        assert [status for status, _ in outcomes(decisions, batch)].count("done") == made


def test_a_bot_that_fails_ends_only_its_line(decisions: Decisions, games: Games) -> None:
    class Sometimes(Plain):
        def choose(self, *args: Any, **more: Any) -> Move:
            if next(calls) == 1:
                raise RuntimeError("no idea")
            return super().choose(*args, **more)

    calls = iter(range(3))
    batch = add_batch(decisions, 3)
    assert deciding(decisions, games, Sometimes()).decide_next()
    assert outcomes(decisions, batch) == [("done", None), ("failed", "bot_failed"), ("done", None)]


def test_a_worker_that_stops_keeps_what_it_has_decided(
    decisions: Decisions, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Last(Plain):
        def choose(self, *args: Any, **more: Any) -> Move:
            stop.set()
            return super().choose(*args, **more)

    stop = threading.Event()
    monkeypatch.setattr(shutdown, "_requested", stop)
    batch = add_batch(decisions, 3)
    for made in (1, 2, 3):
        assert deciding(decisions, games, Last()).decide_next() is (made == 3)
        stop.clear()
        assert [status for status, _ in outcomes(decisions, batch)] == ["done"] * made + ["queued"] * (3 - made)


def test_a_line_that_kills_its_workers_harms_no_other(decisions: Decisions, games: Games) -> None:
    """The lines of a batch whose workers die are asked again one by one."""
    deadly, store, decider, over = {**VIEW, "stones": 5}, decisions.store, deciding(decisions, games), threading.Event()

    def work() -> None:
        while not over.wait(0.002):
            lease(store, 0)
            if (name := store.next_decision(take=True)) is None:
                continue
            stored = orjson.loads(store.redis.hget(keys.AROUND_DECISION + name, "view"))
            if deadly in stored:
                store.begin_decision(name, 0)
            else:
                decider.answer_request(name)

    thread = threading.Thread(target=work)
    thread.start()
    batches = DecisionBatches(decisions, Caller("someone", most=0))
    batches._costs_ms["nim", "easy"] = 1.0
    lines = [LINE, LINE, {**LINE, "view": deadly}, {"problem": {}}, LINE]
    found = list(batches.decide_all(lines))
    over.set()
    thread.join()
    assert [one.get("failure", "problem") for one in found] == [None, None, "worker_lost", "problem", None]
    assert [one.get("status") for one in found] == ["done", "done", "failed", None, "done"]
    assert count(store) == 0


# --- what nobody may know ------------------------------------------------------------------------


def table(games: Games, hidden: int) -> str:
    """Return a game where seat 0 cannot know what seat 1 has bid; bids that are equally odd lead to the same first
    seat.
    """
    game_id = games.create_game("nim", HUMANS, {}, "a seed").game_id
    for seat, amount in ((0, 1), (1, hidden)):
        games.play_moves(games.queries.load_game(game_id), seat, [{"type": "bid", "amount": amount}])
    return game_id


def test_hints_for_equal_views_are_equal_whatever_is_hidden(decisions: Decisions, games: Games) -> None:
    """Also from a bot that draws lots: its draw depends on what the seat may know, and on nothing else."""
    hints = []
    for hidden in (0, 2):
        game = games.queries.load_game(table(games, hidden))
        (seat,) = game.to_act
        assert game.state.bids[1 - seat] is not None
        view = NIM.write_view(NIM.view(game.state, 0))
        hint = decisions.hint(game, seat, "easy", SOMEONE).decision_id
        assert deciding(decisions, games, Uniform()).answer_request(hint)
        hints.append((seat, view, decisions.wait(hint, 0)))
    (_, one_view, one), (_, other_view, other) = hints
    assert one_view == other_view
    assert (one["seat"], one["move"], one["candidates"]) == (other["seat"], other["move"], other["candidates"])


def test_equal_questions_have_equal_answers_and_others_need_not(decisions: Decisions, games: Games) -> None:
    def moves(stones: int) -> list[Any]:
        found = []
        for _ in range(2):
            asked = ask_about(decisions, "nim", {**VIEW, "stones": stones}, 0, "easy", SOMEONE).decision_id
            deciding(decisions, games, Uniform()).answer_request(asked)
            found.append(decisions.wait(asked, 0)["move"]["stones"])
        return found

    answers = [moves(stones) for stones in range(3, 23)]
    assert all(one == other for one, other in answers)
    assert {one for one, _ in answers} == {1, 2, 3}


def test_only_the_view_of_the_seat_is_stored(decisions: Decisions, games: Games, redis: Redis) -> None:
    game = games.queries.load_game(table(games, 2))
    (seat,) = game.to_act
    redis.flushall()
    hint = decisions.hint(game, seat, "easy", SOMEONE).decision_id
    stored = redis.hgetall(keys.decision(hint))
    view = NIM.write_view(NIM.view(game.state, seat))
    assert view["bids"][1 - seat] is None
    assert orjson.loads(stored.pop(b"view")) == view
    assert orjson.loads(stored.pop(b"about")) == [
        "nim",
        seat,
        "easy",
        game.id,
        game.version,
        None,
        False,
        True,
    ]
    assert set(stored) == {b"status", b"created", b"patience", b"tries", b"caller"}
    assert set(redis.keys()) == {keys.decision(hint).encode(), keys.DECISIONS_DUE.encode(), stored[b"caller"]}
    assert game.id not in stored[b"caller"].decode()
