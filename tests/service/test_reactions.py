"""Seats that may act out of turn: what viewers see of them, what AI seats do, and whom they wait for."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from engine.bots import Session
from engine.bots.greedy import Greedy
from engine.bots.uniform import Uniform
from engine.errors import NotYourTurn
from engine.ruleset import Move, Ruleset
from service.config import metrics
from service.games import Games, Seat
from service.store import DueTurns, Store
from tests.bare import bare
from tests.service.bots import PACE
from tests.service.conftest import RedisServer, everything
from tests.service.horn import BLOW, HORN, RULES
from tests.service.outbox import count
from tests.service.reacting import AI, BLOWN, HUMAN, TAKE_ONE, Told, dealt, decline, due_after, head, played
from tests.service.toy import View
from workers import jobs
from workers.player import Player

WAIT = 50
"""Seconds, longer than any test lasts."""


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    """Games of the toy with the horn, with an AI level called `easy`."""
    games = Games(store, {RULES.key: RULES}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


def player(games: Games, bot: Told, wait: int = WAIT) -> Player:
    return Player(games, {"easy": bot}, seconds=60, reaction_seconds=wait, pace=PACE)


def told(games: Games, game_id: str) -> dict[int | None, list[int]]:
    """`to_act` as every viewer sees it."""
    game = games.queries.load_game(game_id)
    return {viewer: games.queries.document_for(game, viewer)["to_act"] for viewer in (None, *range(len(game.seats)))}


# --- what viewers are told -----------------------------------------------------------------------


def test_only_the_holder_of_a_hidden_card_is_told_that_it_may_react(games: Games) -> None:
    holding = dealt(games, (HUMAN, HUMAN, HUMAN), (False, True, False))
    assert games.queries.load_game(holding).to_act == (0, 1)
    assert told(games, holding) == {None: [0], 0: [0], 1: [0, 1], 2: [0]}
    nobody = dealt(games, (HUMAN, HUMAN, HUMAN), (False, False, False))
    assert told(games, nobody) == {None: [0], 0: [0], 1: [0], 2: [0]}
    answer = played(games, holding, 0, TAKE_ONE)
    assert answer["game"]["to_act"] == [1]
    assert [move["label"] for move in games.queries.moves_for(games.queries.load_game(nobody), 1)["moves"]] == []


def test_a_reactor_may_ask_for_its_moves_and_make_them(games: Games) -> None:
    game_id = dealt(games, (HUMAN, HUMAN), (False, True))
    assert [move["move"] for move in games.queries.moves_for(games.queries.load_game(game_id), 1)["moves"]] == [BLOWN]
    answer = played(games, game_id, 1, BLOWN)
    assert bare(answer["events"]) == [{"type": "blew", "seat": 1}]
    assert (answer["version"], answer["game"]["to_act"], answer["game"]["view"]["stones"]) == (1, [0], 8)


def test_nobody_is_to_act_while_a_seat_is_open(games: Games) -> None:
    game_id = dealt(games, (HUMAN, HUMAN, Seat("open")), (False, True, False))
    assert told(games, game_id) == {None: [], 0: [], 1: [], 2: []}
    games.claim_seat(game_id, 2)
    assert told(games, game_id)[1] == [0, 1]


def test_a_refusal_tells_of_no_other_seat(games: Games) -> None:
    texts = set()
    for horns in ((False, True, False), (False, False, False)):
        game_id = dealt(games, (HUMAN, HUMAN, HUMAN), horns)
        with pytest.raises(NotYourTurn) as refusal:
            played(games, game_id, 2, TAKE_ONE)
        texts.add(str(refusal.value))
    assert texts == {"it is not seat 3's turn"}


# --- what AI seats do ----------------------------------------------------------------------------


def test_reactors_are_asked_before_the_seat_that_is_waited_for(games: Games) -> None:
    game = games.queries.load_game(dealt(games, (AI, HUMAN, AI), (True, True, True)))
    assert game.due == [(2, "easy"), (0, "easy")]
    game.decline(2)
    assert game.due == [(0, "easy")]
    game.apply_move(0, (1, 1))
    assert game.due == [(0, "easy"), (2, "easy")], "a decline is good for one state only"


def test_a_declined_reaction_leaves_no_trace(games: Games, redis: Redis) -> None:
    bot = Told()
    game_id = dealt(games, (HUMAN, AI), (False, True))
    assert due_after(redis, game_id) is not None
    stored = {key: value for key, value in everything(redis).items() if not key.endswith(b":due")}
    assert player(games, bot).play_due_turns(game_id) == 0
    assert bot.asked == [1]
    assert everything(redis) == stored, "neither a move nor an event, and it is no longer due"
    other = dealt(games, (HUMAN, AI), (False, False))
    assert played(games, game_id, 0, TAKE_ONE)["events"] == played(games, other, 0, TAKE_ONE)["events"]


def counted() -> list[str]:
    """Return the counters without times."""
    lines = metrics.exposition().decode().splitlines()
    return [line for line in lines if re.match(r"hamlet_\w+_(total|count)\b", line)]


@pytest.mark.parametrize("seats", [(HUMAN, AI), (AI, AI, HUMAN), (HUMAN, AI, AI)])
def test_whether_an_ai_seat_can_react_shows_nowhere(games: Games, redis: Redis, seats: tuple[Seat, ...]) -> None:
    """Neither in what is due, nor in messages, in calls of bots, or in the metrics."""
    announced: list[str] = []
    games = Games(games.store, {RULES.key: RULES}, ("easy",), on_due=announced.append)
    seen = []
    for horn in (True, False):
        del announced[:]
        bot, before = Told(), counted()
        game_id = dealt(games, seats, (False, horn, *[False] * (len(seats) - 2)))
        due = [due_after(redis, game_id)]
        moves = [player(games, bot, wait=0).play_due_turns(game_id)]
        due.append(due_after(redis, game_id))
        if seats[0] == HUMAN:
            played(games, game_id, 0, TAKE_ONE)
        figures = [line for line in counted() if line not in before]
        names = [re.sub(r" [0-9.]+$", "", line) for line in figures]
        seen.append((len(announced), due, bot.asked, moves, names, games.queries.load_game(game_id).version))
    assert seen[0] == seen[1]
    assert seen[0][2], "somebody was asked"


def test_who_cannot_react_thinks_about_a_hand_with_which_it_could(games: Games) -> None:
    class Thoughtful(Told):
        """Records the hand that it thinks about."""

        def react(
            self, ruleset: Ruleset[Any, Any], view: View, rng: random.Random, session: Session | None = None
        ) -> Move | None:
            thought.append((view.viewer, view.bids[view.viewer or 0]))
            return super().react(ruleset, view, rng, session)

    thought: list[tuple[int | None, int | None]] = []
    game_id = dealt(games, (HUMAN, AI), (False, False))
    assert player(games, Thoughtful(reacts=True)).play_due_turns(game_id) == 0, "what it decides there comes to nothing"
    assert thought == [(1, HORN)]


def test_who_is_known_not_to_be_able_to_react_is_not_asked(games: Games, redis: Redis) -> None:
    bot = Told(reacts=True)
    game_id = dealt(games, (HUMAN, AI), (False, True))
    player(games, bot).play_due_turns(game_id)
    assert (bot.asked, due_after(redis, game_id)) == ([1], None), "everybody has seen the horn"
    assert games.queries.load_game(game_id).due == []


def test_an_ai_reaction_is_committed(games: Games, redis: Redis) -> None:
    game_id = dealt(games, (HUMAN, AI), (False, True))
    assert player(games, Told(reacts=True)).play_due_turns(game_id) == 1
    game = games.queries.load_game(game_id)
    assert (game.version, game.to_act, game.state.stones) == (1, (0,), 8)
    (entry,) = games.store.log(game_id, 0, 9)
    assert (entry.seat, entry.move) == (1, BLOWN)
    assert bare(games.queries.events_for(game, None, 0)["events"]) == [{"type": "blew", "seat": 1}]
    assert due_after(redis, game_id) is None


def test_of_several_reactors_each_is_asked_until_one_moves(games: Games) -> None:
    shy, bold = Told(), Told(reacts=True)
    levels = (HUMAN, Seat("ai", None, "shy"), Seat("ai", None, "bold"))
    with_levels = Games(games.store, {RULES.key: RULES}, ("shy", "bold"))
    game_id = dealt(with_levels, levels, (False, True, True))
    assert Player(with_levels, {"shy": shy, "bold": bold}, 60, WAIT, PACE).play_due_turns(game_id) == 1
    assert (shy.asked, bold.asked) == ([1, 1], [2]), "once before the reaction, once after it"


def test_a_reactor_is_asked_again_when_the_game_has_changed(games: Games) -> None:
    bot = Told()
    game_id = dealt(games, (HUMAN, AI), (False, True))
    eager = player(games, bot, wait=0)
    eager.play_due_turns(game_id)
    played(games, game_id, 0, TAKE_ONE)
    assert eager.play_due_turns(game_id) == 1
    assert (bot.asked, games.queries.load_game(game_id).to_act) == ([1, 1], (0, 1))


def test_who_declined_after_ai_moves_is_not_asked_again(games: Games, redis: Redis) -> None:
    announced: list[str] = []
    games = Games(games.store, {RULES.key: RULES}, ("easy",), on_due=announced.append)
    bot = Told()
    game_id = dealt(games, (AI, HUMAN, AI), (False, False, True))
    assert announced == [game_id]
    assert player(games, bot, wait=0).play_due_turns(game_id) == 1
    assert bot.asked == [2, 0, 2], "before the first seat moved, and after"
    assert (announced, due_after(redis, game_id)) == ([game_id], None)


def test_a_decline_does_not_drop_a_game_that_has_moved_on(games: Games, redis: Redis) -> None:
    class Slow(Told):
        """Decides after the seat that the game waited for has already moved."""

        def react(
            self, ruleset: Ruleset[Any, Any], view: View, rng: random.Random, session: Session | None = None
        ) -> Move | None:
            played(games, game_id, 0, TAKE_ONE)
            return None

    game_id = dealt(games, (HUMAN, AI), (False, True))
    assert player(games, Slow()).play_due_turns(game_id) == 0
    assert games.queries.load_game(game_id).to_act == (1,)
    assert due_after(redis, game_id) is not None


class Broken(Told):
    """Fails whenever it might react."""

    def react(
        self, ruleset: Ruleset[Any, Any], view: View, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        raise RuntimeError("a hidden card")


class Cheat(Told):
    """Reacts with an illegal move."""

    def react(
        self, ruleset: Ruleset[Any, Any], view: View, rng: random.Random, session: Session | None = None
    ) -> Move | None:
        return (1, 1)


@pytest.mark.parametrize("bot", [Broken(), Cheat()])
def test_a_game_does_not_stand_still_for_a_reactor_that_fails(
    games: Games, redis: Redis, bot: Told, caplog: pytest.LogCaptureFixture
) -> None:
    for_a_human = dealt(games, (HUMAN, AI), (False, True))
    assert player(games, bot).play_due_turns(for_a_human) == 0
    assert due_after(redis, for_a_human) is None
    for_an_ai = dealt(games, (AI, AI, HUMAN), (False, True, False))
    assert player(games, bot, wait=0).play_due_turns(for_an_ai) == 2
    assert {record.levelname for record in caplog.records} == {"ERROR"}
    assert "a hidden card" not in str([{**vars(record), "where": ""} for record in caplog.records])


def test_no_move_from_a_seat_that_is_waited_for_is_a_failure(games: Games, caplog: pytest.LogCaptureFixture) -> None:
    class Mute(Told):
        """Makes no move although it has to."""

        def choose(
            self, ruleset: Ruleset[Any, Any], view: View, rng: random.Random, session: Session | None = None
        ) -> Any:
            return None

    game_id = dealt(games, (AI, HUMAN), (False, False))
    assert player(games, Mute(), wait=0).play_due_turns(game_id) == 0
    assert [record.message for record in caplog.records] == ["a bot failed"]
    assert (games.queries.load_game(game_id).version, count(DueTurns(games.store))) == (0, 1)


# --- waiting for people --------------------------------------------------------------------------


@pytest.mark.parametrize("horn", [True, False])
def test_an_ai_waits_for_people_who_might_react_whether_or_not_they_can(games: Games, redis: Redis, horn: bool) -> None:
    bot = Told()
    game_id = dealt(games, (AI, HUMAN), (False, horn))
    for _ in range(2):
        assert player(games, bot).play_due_turns(game_id) == 0
        assert (games.queries.load_game(game_id).version, due_after(redis, game_id)) == (0, WAIT)
    decline(redis, game_id, WAIT)
    assert player(games, bot).play_due_turns(game_id) == 1
    assert games.queries.load_game(game_id).to_act == (1,)


def test_it_is_due_when_the_wait_is_over_and_not_when_the_lease_is(redis: Redis) -> None:
    games = Games(Store(redis, buckets=4, due_delay=300), {RULES.key: RULES}, ("easy",))
    game_id = dealt(games, (AI, HUMAN), (False, False))
    player(games, Told()).play_due_turns(game_id)
    assert due_after(redis, game_id) == WAIT
    player(games, Told(), wait=400).play_due_turns(game_id)
    assert due_after(redis, game_id) == 400


def test_a_human_reaction_begins_a_new_wait_only_if_another_might_follow(games: Games, redis: Redis) -> None:
    seats = (AI, HUMAN, HUMAN)
    alone, together = dealt(games, seats[:2], (False, True)), dealt(games, seats, (False, True, False))
    for game_id in (alone, together):
        decline(redis, game_id, WAIT)
        played(games, game_id, 1, BLOWN)
    assert player(games, Told()).play_due_turns(alone) == 1, "everybody knows that the only horn is gone"
    assert player(games, Told()).play_due_turns(together) == 0
    assert due_after(redis, together) == WAIT


def test_the_wait_can_be_switched_off(games: Games) -> None:
    assert player(games, Told(), wait=0).play_due_turns(dealt(games, (AI, HUMAN), (False, True))) == 1


def test_ais_do_not_wait_for_each_other_nor_for_the_turns_of_people(games: Games) -> None:
    game_id = dealt(games, (AI, AI), (True, True))
    assert player(games, Told(), wait=60).play_due_turns(game_id) == 9
    bot = Told(reacts=True)
    assert player(games, bot, wait=60).play_due_turns(dealt(games, (HUMAN, AI, HUMAN), (False, True, True))) == 1
    assert bot.asked == [1], "a reaction to a human's turn comes at once"


def test_the_wait_runs_from_the_commit_of_what_was_decided_before(games: Games, redis: Redis) -> None:
    announced: list[str] = []
    games = Games(games.store, {RULES.key: RULES}, ("easy",), on_due=announced.append)
    game_id = dealt(games, (AI, AI, HUMAN), (False, False, False))
    decline(redis, game_id, WAIT)
    assert player(games, Told()).play_due_turns(game_id) == 1
    assert (games.queries.load_game(game_id).to_act, due_after(redis, game_id)) == ((1,), WAIT)
    assert announced == [game_id], "only when the game was made"
    assert player(games, Told()).play_due_turns(game_id) == 0
    decline(redis, game_id, WAIT)
    assert player(games, Told()).play_due_turns(game_id) == 1
    assert games.queries.load_game(game_id).to_act == (2,)


def test_an_ai_reactor_is_asked_once_though_the_game_waits_for_people(games: Games, redis: Redis) -> None:
    bot = Told()
    game_id = dealt(games, (AI, AI, HUMAN), (False, True, False))
    for _ in range(3):
        player(games, bot).play_due_turns(game_id)
    assert bot.asked == []
    decline(redis, game_id, WAIT)
    player(games, bot).play_due_turns(game_id)
    assert bot.asked == [1]


def test_who_claims_the_last_seat_has_the_whole_wait(games: Games, redis: Redis) -> None:
    game_id = dealt(games, (AI, Seat("open")), (False, True))
    decline(redis, game_id, 1000)
    games.claim_seat(game_id, 1)
    assert player(games, Told()).play_due_turns(game_id) == 0
    assert due_after(redis, game_id) == WAIT


def test_a_game_stored_without_the_time_of_its_last_move_does_not_wait(games: Games, redis: Redis) -> None:
    game_id = dealt(games, (AI, HUMAN), (False, True))
    redis.hdel(head(game_id), "at")
    assert player(games, Told()).play_due_turns(game_id) == 1


def test_the_workers_wait_as_long_as_the_settings_say(
    games: Games, redis: Redis, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HAMLET_REDIS_URL", redis_server.url)
    monkeypatch.setenv("HAMLET_REACTION_SECONDS", "57")
    configured = jobs.player.__wrapped__()
    monkeypatch.setattr(configured, "games", games)
    game_id = dealt(games, (AI, HUMAN), (False, False))
    assert configured.play_due_turns(game_id) == 0
    assert due_after(redis, game_id) == 57


# --- the levels ----------------------------------------------------------------------------------


def seen(stones: int, card: int | None = HORN) -> View:
    """Return what seat 1 sees in seat 0's turn."""
    return View(1, stones, [None, card], [True, card is not None], 0)


def test_the_level_random_reacts_or_not() -> None:
    decisions = {Uniform().react(RULES, seen(9), random.Random(number)) for number in range(20)}
    assert decisions == {(BLOW,), None}
    assert Uniform().react(RULES, seen(9, card=2), random.Random(1)) is None


@pytest.mark.parametrize(
    ("view", "decision"), [(seen(9), (BLOW,)), (seen(8), None), (seen(9, card=2), None), (seen(9, card=None), None)]
)
def test_the_level_greedy_reacts_when_that_is_worth_more_than_nothing(view: View, decision: Move | None) -> None:
    assert Greedy().react(RULES, view, random.Random(1)) == decision


def test_the_level_greedy_does_not_react_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES, "priors", lambda state, seat, moves: [0.0 for _ in moves])
    assert Greedy().react(RULES, seen(9), random.Random(1)) is None
