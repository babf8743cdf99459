"""Taking back a move: in one's own turn, if nobody has learned anything, leaving a trace only in the log."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, TypedDict

import orjson
import pytest
from flask.testing import FlaskClient

from engine.errors import GameOver, NotYourTurn
from engine.events import Event
from engine.randomness import event_rng
from engine.registry import RULESETS
from engine.replay import replay, standing
from engine.ruleset import Doc, Move
from engine.shapes import Between
from engine.undoing import reveals
from service.games import Game, Games, Seat
from service.games.core import projection
from service.games.core.game_errors import CannotUndo, GameWaiting, VersionMismatch
from service.games.core.include_option import Include
from service.games.history import undo
from service.games.history.event_stream import follow_events
from service.games.lobby.game_request import GameRequest
from service.store import Store
from service.store.redis.store_errors import Conflict, KeyReused
from tests.bare import bare
from tests.positions import position
from tests.service.api import bearer, refused
from tests.service.conforming import faults_of
from tests.service.toy import NIM, Nim, State

HUMANS = (Seat("human", "Ada"), Seat("human", "Bo"))


class PeekEvent(TypedDict):
    type: Literal["peeked"]
    seat: int
    amount: Annotated[int, Between(0, 3)] | None


class Patient(Nim):
    """The toy where only taking two stones ends the turn. Whoever takes three sees what the next seat has bid."""

    key = "patient"

    def apply(self, state: State, seat: int, move: Move) -> list[Event]:
        events = super().apply(state, seat, move)
        if move == THREE:
            amount = state.bids[(seat + 1) % len(state.bids)]
            events.append(Event("peeked", 1 << seat, {"seat": seat, "amount": None}, {"amount": amount}))
        return events

    def advance(self, state: State, seat: int, move: Move) -> None:
        bidding = state.turn is None
        super().advance(state, seat, move)
        if not bidding and state.stones and move != TWO:
            state.turn = seat


TWO, THREE = (1, 2), (1, 3)
PATIENT = Patient()


@pytest.fixture
def games(store: Store) -> Iterator[Games]:
    games = Games(store, {PATIENT.key: PATIENT}, ("easy",))
    yield games
    games.queries.changes.release_waiters(timeout=10)


def begun(games: Games, stones: int = 20) -> tuple[str, int]:
    """Return a game in which everybody has bid: its id, and the seat whose turn it is."""
    game_id = games.create_game(PATIENT.key, HUMANS, {"stones": stones}).game_id
    for seat in range(2):
        played(games, game_id, seat, {"type": "bid", "amount": seat})
    return game_id, games.queries.load_game(game_id).to_act[0]


def played(games: Games, game_id: str, seat: int, *moves: Doc) -> Doc:
    doc: Doc = orjson.loads(games.play_moves(games.queries.load_game(game_id), seat, moves).body)
    return doc


def take(stones: int) -> Doc:
    return {"type": "take", "stones": stones}


def undone(games: Games, game_id: str, seat: int, **more: Any) -> Doc:
    doc: Doc = orjson.loads(games.undo_move(games.queries.load_game(game_id), seat, **more).body)
    return doc


def position_of(games: Games, game_id: str) -> Doc:
    game = games.queries.load_game(game_id)
    return game.ruleset.write_position(game.state)


# --- stored games --------------------------------------------------------------------------------


def test_one_after_the_other_to_the_beginning_of_the_turn(games: Games) -> None:
    game_id, seat = begun(games)
    before = [position_of(games, game_id)]
    for _ in range(3):
        played(games, game_id, seat, take(1))
        before.append(position_of(games, game_id))
    for number in (3, 2, 1):
        answer = undone(games, game_id, seat)
        assert answer["version"] == games.queries.load_game(game_id).version == 9 - number
        assert bare(answer["events"]) == [{"type": "move_undone", "seat": seat, "undone": 2 + number}]
        assert answer["game"] == games.queries.document_for(games.queries.load_game(game_id), seat)
        assert position_of(games, game_id) == before[number - 1]
    with pytest.raises(CannotUndo):
        undone(games, game_id, seat)
    assert games.queries.load_game(game_id).version == 8


def test_a_move_after_one_that_was_taken_back(games: Games) -> None:
    game_id, seat = begun(games)
    first = position_of(games, game_id)
    played(games, game_id, seat, take(1), take(1))
    undone(games, game_id, seat)
    played(games, game_id, seat, take(1))
    assert [undone(games, game_id, seat)["events"][0]["undone"] for _ in range(2)] == [6, 3]
    assert position_of(games, game_id) == first


def test_what_was_learned_stays_learned(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(1))
    peeked = played(games, game_id, seat, take(3))
    assert peeked["events"][-1]["amount"] == 1 - seat
    for _ in range(2):
        with pytest.raises(CannotUndo, match="revealed something"):
            undone(games, game_id, seat)
    # Nor can earlier moves be taken back.
    played(games, game_id, seat, take(1))
    undone(games, game_id, seat)
    with pytest.raises(CannotUndo, match="revealed something"):
        undone(games, game_id, seat)


def test_the_turn_of_another_seat_is_too_late(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(2))
    with pytest.raises(NotYourTurn):
        undone(games, game_id, seat)
    with pytest.raises(CannotUndo):
        undone(games, game_id, 1 - seat)
    played(games, game_id, 1 - seat, take(2))
    with pytest.raises(CannotUndo):
        undone(games, game_id, seat)


def test_who_may_move_but_is_not_waited_for(games: Games) -> None:
    game_id = games.create_game(PATIENT.key, HUMANS, {"stones": 9}).game_id
    assert games.queries.load_game(game_id).to_act == (0, 1)
    with pytest.raises(CannotUndo):
        undone(games, game_id, 1)
    played(games, game_id, 1, {"type": "bid", "amount": 1})
    with pytest.raises(CannotUndo):
        undone(games, game_id, 0)


def test_before_the_beginning_and_after_the_end(games: Games) -> None:
    waiting = games.create_game(PATIENT.key, (Seat("human"), Seat("open"))).game_id
    with pytest.raises(GameWaiting):
        undone(games, waiting, 0)
    game_id, seat = begun(games, stones=1)
    played(games, game_id, seat, take(1))
    with pytest.raises(GameOver):
        undone(games, game_id, seat)


def test_the_version_and_the_key(games: Games) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(1), take(1))
    with pytest.raises(VersionMismatch):
        undone(games, game_id, seat, if_match=3, idempotency_key="key")
    first = games.undo_move(games.queries.load_game(game_id), seat, if_match=4, idempotency_key="key")
    again = games.undo_move(games.queries.load_game(game_id), seat, if_match=4, idempotency_key="key")
    assert (again.body, again.repeated, first.repeated) == (first.body, True, False)
    assert games.queries.load_game(game_id).version == 5
    with pytest.raises(KeyReused):
        games.play_moves(games.queries.load_game(game_id), seat, [take(1)], idempotency_key="key")


@pytest.mark.parametrize(("if_match", "refusal"), [(None, Conflict), (3, VersionMismatch)])
def test_only_one_of_two_at_once(games: Games, if_match: int | None, refusal: type[Exception]) -> None:
    game_id, seat = begun(games)
    played(games, game_id, seat, take(1))
    one, two = games.queries.load_game(game_id), games.queries.load_game(game_id)
    games.undo_move(one, seat)
    with pytest.raises(refusal):
        games.undo_move(two, seat, if_match=if_match)
    assert games.queries.load_game(game_id).version == 4


def test_not_for_ever(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "MAX_UNDONE", 2)
    game_id, seat = begun(games)
    for _ in range(2):
        played(games, game_id, seat, take(1))
        undone(games, game_id, seat)
    played(games, game_id, seat, take(1))
    with pytest.raises(CannotUndo):
        undone(games, game_id, seat)


def test_a_game_that_cannot_be_repeated(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    """Say, of an earlier release: what stands in the store is the truth, whatever the moves lead to now."""
    game_id, seat = begun(games)
    first = position_of(games, game_id)
    played(games, game_id, seat, take(1), take(1))
    setup = Patient.setup
    monkeypatch.setattr(Patient, "setup", lambda rules, options, *rest: setup(rules, {"stones": 1}, *rest))
    for _ in range(2):
        undone(games, game_id, seat)
    assert position_of(games, game_id) == first


def test_every_list_of_moves_says_what_a_request_would_do(games: Games) -> None:
    """In both languages; and nothing where there is no list."""
    game_id, seat = begun(games)

    def told(language: str = "en") -> Doc | None:
        listed: Doc = games.queries.moves_for(games.queries.load_game(game_id), seat, language)
        assert listed["prompt"] == {"en": "Choose a move: take", "de": "Wähle einen Zug: take"}[language]
        document = games.queries.document_for(
            games.queries.load_game(game_id), seat, Include(moves=True, language=language)
        )
        assert [document[name] for name in ("prompt", "undo")] == [listed[name] for name in ("prompt", "undo")]
        undo: Doc | None = listed["undo"]
        return undo

    assert (told() or {})["possible"] is False
    played(games, game_id, seat, take(1))
    assert told() == {"possible": True}
    played(games, game_id, seat, take(3))
    assert told() == {"possible": False, "reason": "That move revealed something to somebody."}
    assert told("de") == {"possible": False, "reason": "Durch diesen Zug hat jemand etwas erfahren."}
    played(games, game_id, seat, take(2))
    played(games, game_id, 1 - seat, take(2))
    assert told() == {
        "possible": False,
        "reason": "You have not moved yet this turn, or somebody else has moved since.",
    }
    idle: Doc = games.queries.moves_for(games.queries.load_game(game_id), 1 - seat)
    assert (idle["moves"], idle["prompt"], idle["undo"]) == ([], None, None)
    spectator = games.queries.document_for(games.queries.load_game(game_id), None, Include(moves=True))
    assert (spectator["moves"], spectator["prompt"], spectator["undo"]) == ([], None, None)
    past = games.queries.document_for(
        games.queries.past_game(games.queries.load_game(game_id), 3), seat, Include(moves=True)
    )
    assert past["undo"] == {"possible": False, "reason": "This is an earlier version of the game."}


def test_everybody_is_told_and_the_replay_shows_it(games: Games) -> None:
    game_id, seat = begun(games, stones=2)
    played(games, game_id, seat, take(1))
    undone(games, game_id, seat)
    for viewer in (None, 0, 1):
        news = next(follow_events(games.queries, game_id, viewer, 3, 0))
        assert news is not None
        assert [bare(news.document)] == [{"version": 4, "events": [{"type": "move_undone", "seat": seat, "undone": 3}]}]
    played(games, game_id, seat, take(2))
    game = games.queries.load_game(game_id)
    story = games.queries.whole_replay(game)
    assert [move["move"] for move in story["moves"]][2:] == [take(1), None, take(2)]
    again(game, [(move["seat"], move["move"]) for move in story["moves"]], [move["events"] for move in story["moves"]])


def again(game: Game, steps: Sequence[tuple[int, Doc | None]], told: Sequence[list[Doc]]) -> None:
    """Setup, seed and log lead to the state and to the events that were sent."""
    setup = game.setup
    state, history = replay(game.ruleset, setup.options, len(setup.seats), setup.seed, steps)
    assert game.ruleset.write_position(state) == game.ruleset.write_position(game.state)
    assert [[event.reveal() for event in events] for events in history] == bare(list(told))


# --- replays -------------------------------------------------------------------------------------


def test_nobody_takes_back_what_is_not_his() -> None:
    bids = [(0, {"type": "bid", "amount": 0}), (1, {"type": "bid", "amount": 0})]
    assert standing([*bids, (1, None), bids[1]]) == [0, 3]
    for steps in ([(0, None)], [*bids, (0, None)], [bids[0], (0, None), (0, None)]):
        with pytest.raises(NotYourTurn):
            replay(NIM, {"stones": 3}, 2, b"seed", steps)


# --- every ruleset -------------------------------------------------------------------------------

TABLES = [
    ("villagers", 3, {"expansions": ["saints", "scoundrels", "profiteers", "developments"]}),
    ("villagers", 2, {}),
    ("villagers", 1, {}),
    ("my_village", 2, None),
]


def known(game: Game, viewers: Sequence[int | None]) -> list[str]:
    """Return what everybody sees, except the version."""
    documents = [{**projection.game_document(game, viewer), "version": None} for viewer in viewers]
    return [orjson.dumps(document).decode() for document in documents]


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_all_is_as_it_was_before_or_as_it_is(key: str, seats: int, options: Doc | None) -> None:
    """In My Village nearly everything is open, and a random game may have no move that cannot be taken back."""
    ruleset, rng = RULESETS[key], random.Random(1)
    game = GameRequest.checked(ruleset, [Seat("human")] * seats, options or {}, "taken back", ()).begin_game(
        "0000aaaaaaaaaaaaaaaa"
    )
    viewers = [None, *range(seats)]
    least = 0 if options is None else 3
    outcomes = {"undone": 0, "learned": 0}
    while game.status != "finished" and (outcomes["undone"] < 15 or outcomes["learned"] < least):
        seat = game.to_act[0]
        before, seen = ruleset.write_position(game.state), known(game, viewers)
        undo.play_undoable(game, seat, rng.choice(ruleset.legal_moves(game.state, seat)))
        after = ruleset.write_position(game.state)
        offered = {who: projection.moves_document(game, who)["undo"] for who in game.to_act}
        if rng.random() < 0.5:
            continue
        try:
            undo.undo(game, seat)
        except CannotUndo as refusal:
            why = f"{refusal.reason[0].upper()}{refusal.reason[1:]}."
            assert seat not in offered or offered[seat] == {"possible": False, "reason": why}
            assert ruleset.write_position(game.state) == after
            outcomes["learned"] += "revealed something" in str(refusal)
            continue
        assert offered[seat] == {"possible": True}
        assert game.to_act[0] == seat
        assert ruleset.write_position(game.state) == before
        assert known(game, viewers) == seen
        assert after.get("draws") == before.get("draws")
        outcomes["undone"] += 1
    assert outcomes["undone"] >= 15
    assert outcomes["learned"] >= least
    again(
        game,
        [(entry.seat, entry.move) for entry in game.uncommitted],
        [[event.reveal() for event in entry.events] for entry in game.uncommitted],
    )
    story = orjson.loads(orjson.dumps(projection.replay_document(game, game.uncommitted)))
    moves = {"type": "array", "items": {"$ref": "#/components/schemas/ReplayedMove"}}
    assert [faults_of(move, moves["items"]) for move in story["moves"]] == [[]] * len(game.uncommitted)


START = position(
    "villagers stacks=[[cooper] [jeweler monk] [seeker] [] [] []] seats=[(hand=[agent fisher peddler]) (hand=[mason])]"
)
FISHER = {"type": "place", "card": "fisher", "on": None, "unlock": {"by": "bank"}}


def mark(pile: str, index: int, place: int, *seats: int) -> Doc:
    """Return the seats that know a card, and everybody else if both do."""
    return {"pile": pile, "index": index, "place": place, "seats": list(seats), "public": len(seats) == 2}


def learned(move: Doc, *known: Doc, **fields: Any) -> bool:
    """Return whether anybody learns something from a move of seat 0 that leaves the position as it is."""
    rules = RULESETS["villagers"]
    start = rules.read_position({**START, "known": list(known), **fields})
    before = rules.write_position(start)
    found = reveals(rules, start, 0, move, event_rng(b"seed", 1))
    assert rules.write_position(start) == before
    return found


def test_a_card_that_is_turned_up() -> None:
    """In Villagers INFO-2 says what is open."""
    draft = {"type": "draft_stack", "stack": 0}
    assert learned(draft)
    assert learned(draft, mark("stack", 0, 0, 0))
    assert not learned(draft, mark("stack", 0, 0, 0, 1))
    # Under the other one there is another back.
    assert learned({"type": "draft_stack", "stack": 1}, mark("stack", 1, 0, 0, 1))


def test_a_card_out_of_the_hand() -> None:
    """In Villagers the others do not know it (INFO-4), unless they have seen it before (INFO-5)."""
    assert learned(FISHER, phase="build")
    assert not learned(FISHER, *(mark("hand", 0, place, 0, 1) for place in range(3)), phase="build")


def test_what_is_settled_by_lot() -> None:
    """A secret bid reveals nothing, but after the last one everybody sees who begins, which is drawn."""
    state = NIM.setup({"stones": 9}, 2, b"seed")
    for bidder, told in ((0, False), (1, True)):
        assert reveals(NIM, state, bidder, {"type": "bid", "amount": 1}, event_rng(b"seed", 1)) == told
        NIM.apply(state, bidder, (0, 1))
    assert not reveals(NIM, state, state.turn or 0, take(1), event_rng(b"seed", 1))


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_what_meets_no_blank_tells_nothing_by_samples_either(
    monkeypatch: pytest.MonkeyPatch, key: str, seats: int, options: Doc | None
) -> None:
    rules, rng = RULESETS[key], random.Random(5)
    state = rules.setup(rules.read_options(options or {}, seats), seats, b"blanks")
    outcomes = {False: 0, True: 0}
    while rules.to_act(state) and sum(outcomes.values()) < 30:
        seat = rules.to_act(state)[0]
        move = rng.choice(rules.legal_moves(state, seat))
        if rng.random() < 0.3:
            doc, number = rules.write_move(move), sum(outcomes.values())
            found = reveals(rules, state, seat, doc, event_rng(b"seed", number))
            outcomes[found] += 1
            with monkeypatch.context() as patch:
                patch.setattr(type(rules), "blank_state", lambda rules, view: None)
                assert found or not reveals(rules, state, seat, doc, event_rng(b"seed", number))
        rules.advance(state, seat, move)
    assert outcomes[False] > 3


# --- over HTTP -----------------------------------------------------------------------------------


def test_undo_over_http(client: FlaskClient) -> None:
    seats = [{"type": "human", "name": "Ada"}, {"type": "human", "name": "Bo"}]
    game = client.post("/v1/games", json={"ruleset": "my_village", "seats": seats, "seed": "a seed"}).get_json()
    path, seat = f"/v1/games/{game['id']}", game["to_act"][0]
    mover, other = bearer(game["tokens"][str(seat)]), bearer(game["tokens"][str(1 - seat)])
    refused(client.post(f"{path}/undo"), 401, "unauthorized")
    refused(client.post(f"{path}/undo", headers=other), 409, "not-your-turn")
    refused(client.post(f"{path}/undo", headers=mover), 409, "cannot-undo")
    before = client.get(path, headers=mover).get_json()
    (first, *_) = client.get(f"{path}/moves", headers=mover).get_json()["moves"]
    assert client.post(f"{path}/moves", headers=mover, json={"move_id": first["id"]}).status_code == 200
    refused(client.post(f"{path}/undo", headers={**mover, "If-Match": '"0"'}), 412, "version-mismatch")
    keyed = {**mover, "If-Match": '"1"', "Idempotency-Key": "a key"}
    for repeated in (None, "true"):
        answer = client.post(f"{path}/undo", headers=keyed)
        assert answer.headers.get("Idempotency-Replayed") == repeated
        assert answer.headers["ETag"] == f'"2.{seat}.en"'
        assert answer.get_json()["game"] == {**before, "version": 2}
    told = client.get(f"{path}/events?after=1", headers=other).get_json()
    assert bare(told) == {"version": 2, "events": [{"type": "move_undone", "seat": seat, "undone": 1}]}
