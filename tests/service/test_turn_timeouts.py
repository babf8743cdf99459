"""When the time of a turn is up an AI plays on, or the seat has lost: once, whatever happens at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import orjson
import pytest
from redis import Redis

from engine.errors import GameOver
from engine.events import note
from engine.registry import RULESETS
from engine.replay import replay, standing, steps
from engine.ruleset import Doc
from service.games import Games, Seat
from service.games.clock import turn_clock
from service.games.core.game_errors import CannotUndo, SeatAway, SeatForfeited
from service.games.history.event_stream import follow_events
from service.store import DueTurns, Store, connect
from service.store.games.records import now_ms
from service.store.redis.store_errors import Conflict
from tests.bare import bare
from tests.service.bots import Plain
from tests.service.clocked import (
    CLOCK,
    FORFEIT,
    due_at,
    events,
    leased,
    player,
    run_out,
    statuses,
    stored_deadline,
    told_deadlines,
)
from tests.service.conftest import RedisServer, everything
from tests.service.horn import RULES, seed_of
from tests.service.nim import HUMANS, begun, bid, created, played, take
from tests.service.outbox import lease
from tests.service.test_undo import PATIENT
from tests.service.toy import NIM
from workers.turn_timeouts import enforce_deadline

THREE = (*HUMANS, Seat("human", "Cy"))
AI = Seat("ai", None, "easy")
AWAY, BACK, LOST = "seat_away", "seat_returned", "seat_forfeited"


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    """The toys and Villagers, with an AI level called `easy`."""
    rulesets = {rules.key: rules for rules in (NIM, RULES, PATIENT, RULESETS["villagers"])}
    games = Games(store, rulesets, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


def late(games: Games, redis: Redis, seats: tuple[Seat, ...] = HUMANS, **options: object) -> tuple[str, int]:
    """Return a game in which the first seat's time is up: its id and the seat."""
    game_id, seat = begun(games, seats, options={"stones": 20, **CLOCK, **options})
    run_out(redis, game_id)
    return game_id, seat


def kinds(games: Games, game_id: str, after: int = 0) -> list[tuple[str, int]]:
    """Return the notes about seats: the type of the event and the seat."""
    notes = (AWAY, BACK, LOST)
    return [(event["type"], event["seat"]) for event in events(games, game_id)[after:] if event["type"] in notes]


def returned(games: Games, game_id: str, seat: int) -> Doc:
    doc: Doc = orjson.loads(games.return_to_seat(games.queries.load_game(game_id), seat).body)
    return doc


def prove(games: Games, game_id: str) -> None:
    """Replaying the log leads to the stored state, event by event."""
    game = games.queries.load_game(game_id)
    log = games.store.log(game_id, 0, game.version)
    assert len(log) == game.version
    state, history = replay(
        game.ruleset, game.setup.options, len(game.seats), game.setup.seed, [entry.step for entry in log]
    )
    assert game.ruleset.write_position(state) == game.ruleset.write_position(game.state)
    told = [event.seen_by(None) for events in history for event in events]
    assert told == bare(games.queries.events_for(game, None, 0)["events"])


# --- away ----------------------------------------------------------------------------------------


def test_an_ai_plays_for_a_seat_that_is_away_now_and_later(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    other = 1 - seat
    assert leased(games) == [game_id]
    assert player(games).play_due_turns(game_id) == 1
    game = games.queries.load_game(game_id)
    assert (game.version, game.waited_for) == (4, other), "one version for the note, one for the move"
    assert kinds(games, game_id) == [(AWAY, seat)]
    assert [status == "away" for status in statuses(games, game_id)] == [number == seat for number in range(2)]
    assert told_deadlines(games, game_id) == {stored_deadline(redis, game_id)} != {None}, "the other one's time"
    answer = played(games, game_id, other, take(1))
    assert (answer["game"]["to_act"], answer["game"]["deadline"]) == ([seat], None)
    assert games.queries.load_game(game_id).due == [(seat, "easy")], "at once, without a new deadline"
    assert player(games).play_due_turns(game_id) == 1
    assert kinds(games, game_id) == [(AWAY, seat)]
    prove(games, game_id)


def test_nothing_happens_before_the_time_is_up(games: Games) -> None:
    game_id, _ = begun(games, options=CLOCK)
    assert leased(games) == []
    assert player(games).play_due_turns(game_id) == 0
    assert kinds(games, game_id) == []


def test_who_is_away_sees_everything_and_moves_nothing(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    player(games).play_due_turns(game_id)
    game = games.queries.load_game(game_id)
    assert games.queries.document_for(game, seat)["viewer"] == seat
    assert games.queries.document_for(game, seat)["view"]["bids"][seat] == seat
    assert games.queries.moves_for(game, seat)["seat"] == seat
    for attempt in (lambda: games.play_moves(game, seat, [take(1)]), lambda: games.undo_move(game, seat)):
        with pytest.raises(SeatAway, match=f"POST /v1/games/{game_id}/seats/{seat} "):
            attempt()
    assert games.queries.load_game(game_id).version == game.version


def test_who_comes_back_plays_with_a_whole_turns_time(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    enforce_deadline(games, games.queries.load_game(game_id), now_ms())
    doc = returned(games, game_id, seat)
    assert (doc["version"], doc["to_act"], doc["viewer"]) == (4, [seat], seat)
    assert doc["deadline"] == stored_deadline(redis, game_id) is not None
    assert doc == {**games.queries.document_for(games.queries.load_game(game_id), seat), "tokens": {}}
    assert set(statuses(games, game_id)) == {"taken"}
    assert kinds(games, game_id) == [(AWAY, seat), (BACK, seat)]
    assert player(games).play_due_turns(game_id) == 0
    assert returned(games, game_id, seat) == doc, "who is not away changes nothing"
    played(games, game_id, seat, take(1))
    prove(games, game_id)


def test_who_comes_back_out_of_turn_waits_for_it(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    player(games).play_due_turns(game_id)
    others = stored_deadline(redis, game_id)
    assert returned(games, game_id, seat)["deadline"] == others, "the other seat's time goes on"
    answer = played(games, game_id, 1 - seat, take(1))
    assert answer["game"]["to_act"] == [seat]
    assert answer["game"]["deadline"] == stored_deadline(redis, game_id) is not None


def test_nobody_comes_back_to_a_game_that_is_over(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis, stones=1)
    player(games).play_due_turns(game_id)
    assert games.queries.load_game(game_id).status == "finished"
    with pytest.raises(GameOver):
        games.return_to_seat(games.queries.load_game(game_id), seat)


def test_nobody_goes_and_comes_without_end(games: Games, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, seat = late(games, redis)
    player(games).play_due_turns(game_id)
    assert games.queries.load_game(game_id).timing.away == {seat}  # type: ignore[union-attr]
    monkeypatch.setattr(turn_clock, "MAX_RETURN_VERSION", games.queries.load_game(game_id).version)
    with pytest.raises(SeatAway):
        games.return_to_seat(games.queries.load_game(game_id), seat)
    monkeypatch.setattr(turn_clock, "MAX_RETURN_VERSION", games.queries.load_game(game_id).version + 1)
    returned(games, game_id, seat)
    assert not games.queries.load_game(game_id).timing.away  # type: ignore[union-attr]


def test_what_the_ai_did_cannot_be_undone(games: Games, redis: Redis) -> None:
    game_id = games.create_game(PATIENT.key, HUMANS, {"stones": 20, **CLOCK}).game_id
    for seat in range(2):
        played(games, game_id, seat, bid(seat))
    seat = games.queries.load_game(game_id).to_act[0]
    played(games, game_id, seat, take(1))
    run_out(redis, game_id)
    enforce_deadline(games, games.queries.load_game(game_id), now_ms())
    returned(games, game_id, seat)
    with pytest.raises(CannotUndo, match="away"):
        games.undo_move(games.queries.load_game(game_id), seat)
    played(games, game_id, seat, take(1))
    games.undo_move(games.queries.load_game(game_id), seat)
    with pytest.raises(CannotUndo, match="away"):
        games.undo_move(games.queries.load_game(game_id), seat)
    prove(games, game_id)


def test_people_have_time_to_react_before_an_ai_plays_for_somebody(games: Games, redis: Redis) -> None:
    options = {"stones": 9, **CLOCK}
    game_id = games.create_game("horn", HUMANS, options, seed_of(False, True)).game_id
    run_out(redis, game_id)
    patient = player(games, reaction_seconds=50)
    assert patient.play_due_turns(game_id) == 0
    assert kinds(games, game_id) == [(AWAY, 0)]
    assert lease(DueTurns(games.store), 60) == [], "a lease is longer than the pause"
    assert due_at(redis, game_id) is not None, "due when that time is over"
    played(games, game_id, 1, {"type": "blow"})
    assert patient.play_due_turns(game_id) == 1, "everybody has seen that no horn is left"


def test_an_ai_reacts_for_a_seat_that_is_away(games: Games, redis: Redis) -> None:
    game_id = games.create_game("horn", HUMANS, {"stones": 9, **CLOCK}, seed_of(True, False)).game_id
    run_out(redis, game_id)
    player(games).play_due_turns(game_id)
    assert games.queries.load_game(game_id).due == [(0, "easy")], "asked whether it reacts in the other one's turn"


# --- forfeit -------------------------------------------------------------------------------------


def test_of_two_the_other_one_wins_at_once(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis, **FORFEIT, takeover_level=None)
    assert player(games).play_due_turns(game_id) == 0
    doc = games.queries.document_for(games.queries.load_game(game_id), seat)
    assert (doc["status"], doc["to_act"], doc["deadline"], doc["version"]) == ("finished", [], None, 3)
    assert doc["result"] == {"winners": [1 - seat], "scores": [], "forfeited": [seat]}
    assert statuses(games, game_id)[seat] == "forfeited"
    assert kinds(games, game_id) == [(LOST, seat)]
    assert due_at(redis, game_id) is None
    with pytest.raises(GameOver):
        games.play_moves(games.queries.load_game(game_id), 1 - seat, [take(1)])
    prove(games, game_id)


def test_the_end_is_told_to_streams_and_the_replay_opens(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis, **FORFEIT, takeover_level=None)
    player(games).play_due_turns(game_id)
    *_, note, end = [news for news in follow_events(games.queries, game_id, None, 0, pause=0) if news is not None]
    assert bare(note.document) == {"version": 3, "events": [{"type": LOST, "seat": seat}]}
    assert end.over
    assert end.document["result"]["forfeited"] == [seat]
    record = games.queries.whole_replay(games.queries.load_game(game_id))
    assert record["result"] == end.document["result"]
    last = record["moves"][-1]
    assert (last["seat"], last["move"], bare(last["events"])) == (seat, None, [{"type": LOST, "seat": seat}])
    state, _ = replay(NIM, record["options"], 2, bytes.fromhex(record["seed"]), steps(record["moves"]))
    assert NIM.write_position(state) == NIM.write_position(games.queries.load_game(game_id).state)


def test_alone_it_is_a_defeat(games: Games, redis: Redis) -> None:
    game_id = games.create_game("villagers", [Seat("human")], FORFEIT).game_id
    run_out(redis, game_id)
    player(games).play_due_turns(game_id)
    doc = games.queries.document_for(games.queries.load_game(game_id), 0)
    assert (doc["status"], doc["result"]) == ("finished", {"winners": [], "scores": [], "forfeited": [0]})


def test_of_three_the_others_finish_and_the_lost_seat_is_played_on(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis, THREE, **FORFEIT, takeover_level=None)
    assert player(games).play_due_turns(game_id) == 1, "by `greedy`, to the next person"
    with pytest.raises(SeatForfeited):
        games.play_moves(games.queries.load_game(game_id), seat, [take(1)])
    with pytest.raises(SeatForfeited):
        games.return_to_seat(games.queries.load_game(game_id), seat)
    while (game := games.queries.load_game(game_id)).status == "active":
        if player(games).play_due_turns(game_id) == 0:
            (to_act,) = game.to_act
            played(games, game_id, to_act, take(1))
    doc = games.queries.document_for(game, None)
    assert doc["result"]["forfeited"] == [seat]
    assert len(doc["result"]["scores"]) == 3
    assert doc["result"]["winners"]
    assert seat not in doc["result"]["winners"]
    assert statuses(games, game_id)[seat] == "forfeited"
    prove(games, game_id)


def test_who_has_forfeited_does_not_win_by_the_last_stone_either(games: Games, redis: Redis) -> None:
    """Of four stones every seat takes one, so the last one is the first seat's."""
    game_id, seat = late(games, redis, THREE, **FORFEIT, takeover_level=None, stones=4)
    player(games).play_due_turns(game_id)
    for _ in range(2):
        played(games, game_id, games.queries.load_game(game_id).to_act[0], take(1))
    player(games).play_due_turns(game_id)
    game = games.queries.load_game(game_id)
    by_the_rules = NIM.result(game.state)
    assert by_the_rules is not None
    assert by_the_rules["winners"] == [seat]
    others = [number for number in range(3) if number != seat]
    expected = {**by_the_rules, "winners": others, "forfeited": [seat]}
    assert games.queries.document_for(game, None)["result"] == expected, "level with each other"


def test_when_all_others_have_forfeited_the_last_one_wins(games: Games, redis: Redis) -> None:
    game_id, first = late(games, redis, THREE, **FORFEIT, takeover_level=None)
    player(games).play_due_turns(game_id)
    second = games.queries.load_game(game_id).to_act[0]
    run_out(redis, game_id)
    player(games).play_due_turns(game_id)
    (last,) = {0, 1, 2} - {first, second}
    doc = games.queries.document_for(games.queries.load_game(game_id), None)
    assert (doc["status"], doc["result"]["winners"]) == ("finished", [last])
    assert doc["result"]["forfeited"] == sorted((first, second))


# --- exactly once --------------------------------------------------------------------------------


def test_a_move_after_the_deadline_is_accepted_while_nobody_has_acted(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    played(games, game_id, seat, take(1))
    assert player(games).play_due_turns(game_id) == 0
    assert kinds(games, game_id) == []
    assert told_deadlines(games, game_id) == {stored_deadline(redis, game_id)}, "the next seat has a whole turn"


def test_of_a_move_and_the_time_out_one_wins(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    stale = games.queries.load_game(game_id)
    played(games, game_id, seat, take(1))
    turn_clock.time_out(stale)
    before = everything(redis)
    with pytest.raises(Conflict):
        games.commit(stale)
    assert everything(redis) == before
    game_id, seat = late(games, redis)
    stale = games.queries.load_game(game_id)
    enforce_deadline(games, games.queries.load_game(game_id), now_ms())
    with pytest.raises(SeatAway):
        games.play_moves(stale, seat, [take(1)])
    assert kinds(games, game_id) == [(AWAY, seat)]


def test_of_many_at_once_one_acts(games: Games, redis: Redis) -> None:
    """Workers time the turn out while its player moves: one of all is first, and the log has no duplicates."""
    for _ in range(5):
        game_id, seat = late(games, redis)

        def move(game_id: str = game_id, seat: int = seat) -> None:
            try:
                games.play_moves(games.queries.load_game(game_id), seat, [take(1)])
            except (SeatAway, Conflict):
                return

        with ThreadPoolExecutor(8) as pool:
            jobs = [pool.submit(player(games).play_due_turns, game_id) for _ in range(6)] + [pool.submit(move)]
            for job in jobs:
                job.result()
        assert kinds(games, game_id) in ([], [(AWAY, seat)])
        assert games.queries.load_game(game_id).version == (3 if kinds(games, game_id) == [] else 4)
        prove(games, game_id)


class Dying(Plain):
    """Kills its worker in the middle of the turn."""

    def choose(self, *args: object, **kwargs: object) -> tuple[int, ...]:
        raise KeyboardInterrupt


def test_a_worker_that_dies_between_leaves_the_turn_to_the_lease(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    with pytest.raises(KeyboardInterrupt):
        player(games, easy=Dying()).play_due_turns(game_id)
    assert kinds(games, game_id) == [(AWAY, seat)]
    assert leased(games) == [game_id]
    assert player(games).play_due_turns(game_id) == 1
    assert kinds(games, game_id) == [(AWAY, seat)]
    prove(games, game_id)


def test_coming_back_races_the_ai(games: Games, redis: Redis) -> None:
    game_id, seat = late(games, redis)
    enforce_deadline(games, games.queries.load_game(game_id), now_ms())
    stale = games.queries.load_game(game_id)
    player(games).play_due_turns(game_id)
    doc = orjson.loads(games.return_to_seat(stale, seat).body)
    assert (doc["version"], doc["seats"][seat]["status"]) == (5, "taken")
    assert doc == {**games.queries.document_for(games.queries.load_game(game_id), seat), "tokens": {}}
    prove(games, game_id)


def test_a_deadline_that_passes_while_redis_is_away_is_acted_on_when_it_is_back(own_redis_server: RedisServer) -> None:
    redis = connect(own_redis_server.url)
    games = Games(Store(redis, buckets=1), {NIM.key: NIM}, ("easy",))
    game_id, seat = late(games, redis)
    own_redis_server.kill()
    own_redis_server.start()
    assert leased(games) == [game_id]
    assert player(games).play_due_turns(game_id) == 1
    assert kinds(games, game_id) == [(AWAY, seat)]


# --- the log -------------------------------------------------------------------------------------


def test_notes_are_steps_but_no_moves() -> None:
    assert note(AWAY, 1).seen_by(None) == {"type": AWAY, "seat": 1}
    notes = [(0, AWAY), (0, BACK)]
    assert standing([(0, bid(1)), notes[0], (0, bid(2)), (0, None), notes[1], (1, bid(3))]) == [0, 5]
    record = [
        {"seat": 0, "move": bid(1), "events": []},
        {"seat": 0, "move": None, "events": [{"type": "move_undone", "seat": 0, "undone": 1}]},
        {"seat": 1, "move": None, "events": [{"type": LOST, "seat": 1}]},
    ]
    assert steps(record) == [(0, bid(1)), (0, None), (1, LOST)]


def test_a_game_without_a_clock_is_never_timed_out(games: Games) -> None:
    game_id = created(games, (HUMANS[0], AI))["id"]
    game = games.queries.load_game(game_id)
    enforce_deadline(games, game, now_ms())
    assert game.uncommitted == []
    assert not turn_clock.end_absence(game, 0)
