"""What every ruleset must hold, whatever the game: no line here knows any one of them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from typing import Any

import pytest

from engine.bots import Bot
from engine.errors import FaultyDocument, GameOver, IllegalMove, InvalidPosition, MalformedMove, NotYourTurn
from engine.events import Event
from engine.registry import RULESETS
from engine.replay import replay
from engine.ruleset import Doc
from engine.shapes import faults
from tests.engine.tables import PLAIN, PLAYERS, TABLES, Table, every_table, some_decisions, some_positions, walk

REFUSALS = (IllegalMove, NotYourTurn, GameOver)


def text(doc: object) -> str:
    return json.dumps(doc)


def viewers(table: Table) -> list[int | None]:
    return [None, *range(table.seats)]


@every_table(TABLES)
def test_every_game_ends_and_every_list_of_moves_is_sorted_and_right(table: Table) -> None:
    rules = table.ruleset
    for state, seat, moves in walk(table, seed=1):
        assert moves, "a seat to act has a move"
        assert moves == sorted(set(moves))
        for other in range(table.seats):
            assert (list(rules.legal_moves(state, other)) != []) == (other in rules.to_act(state))
        assert rules.result(state) is None
        assert list(rules.view_moves(rules.view(state, seat))) == moves
        assert list(rules.view_moves(rules.view(state, None))) == []
    assert rules.result(state) is not None


@every_table(TABLES)
def test_documents_have_their_shapes_and_come_back(table: Table) -> None:
    rules, rng = table.ruleset, random.Random(2)
    for state, seat, moves in some_decisions(table, seed=2, step=3):
        position = rules.write_position(state)
        assert faults(position, rules.shapes.position) == []
        assert text(rules.write_position(rules.read_position(position))) == text(position)
        assert text(rules.write_position(rules.restore(json.loads(text(position))))) == text(position)
        assert faults(rules.score_now(state), rules.shapes.score) == []
        labels = set()
        for move in moves:
            doc = rules.write_move(move)
            assert faults(doc, rules.shapes.moves[doc["type"]]) == []
            assert rules.read_move(state, seat, doc) == move
            labels.add(rules.label(move))
        assert len(labels) == len(moves), "two moves of one list never read alike"
        for event in rules.apply(rules.clone(state), seat, rng.choice(moves)):
            assert Event.restored(json.loads(text(event.stored()))) == event
            for viewer in viewers(table):
                seen = event.seen_by(viewer)
                assert faults(seen, rules.shapes.events[event.type]) == []


@every_table(TABLES)
def test_the_end_is_the_end(table: Table) -> None:
    rules = table.ruleset
    *_, (state, _, moves) = walk(table, seed=3)
    for other in range(table.seats):
        assert list(rules.legal_moves(state, other)) == []
        with pytest.raises(GameOver):
            rules.apply(state, other, moves[0])
    result = rules.result(state)
    assert result is not None
    assert [score["seat"] for score in result["scores"]] == list(range(table.seats))
    assert all(score["total"] == sum(line["gold"] for line in score["lines"]) for score in result["scores"])
    assert set(result["winners"]) <= set(range(table.seats))


@every_table(TABLES)
def test_checked_and_unchecked_play_agree_and_refusals_change_nothing(table: Table) -> None:
    rules = table.ruleset
    pool = sorted({move for seed in (4, 5) for _, _, moves in walk(table, seed) for move in moves})
    rng = random.Random(4)
    for state, seat, moves in some_decisions(table, seed=4, step=1):
        before = text(rules.write_position(state))
        for move in rng.sample(pool, 12):
            for actor in range(table.seats):
                if move in rules.legal_moves(state, actor):
                    continue
                with pytest.raises(REFUSALS) as refused:
                    rules.apply(state, actor, move)
                assert isinstance(refused.value, NotYourTurn) == (actor not in rules.to_act(state))
        assert text(rules.write_position(state)) == before
        checked, plain, move = rules.clone(state), rules.clone(state), rng.choice(moves)
        rules.apply(checked, seat, move)
        rules.advance(plain, seat, move)
        assert text(rules.write_position(checked)) == text(rules.write_position(plain))
        assert text(rules.write_position(state)) == before, "a clone is independent"


@every_table(TABLES)
def test_views_come_back_and_samples_look_the_same(table: Table) -> None:
    rules, rng, differing, tried = table.ruleset, random.Random(6), 0, 0
    for state in some_positions(table, 25, seed=6):
        truth = text(rules.write_position(state))
        for viewer in viewers(table):
            view = rules.view(state, viewer)
            doc = rules.write_view(view)
            assert faults(doc, rules.shapes.view) == []
            assert text(rules.write_view(rules.read_view(json.loads(text(doc)), viewer))) == text(doc)
            sampled = rules.sample(view, rng)
            assert text(rules.write_view(rules.view(sampled, viewer))) == text(doc)
            differing += text(rules.write_position(sampled)) != truth
            tried += 1
            again = rules.write_position(rules.sample(view, random.Random(7)))
            assert again == rules.write_position(rules.sample(view, random.Random(7)))
            assert rules.write_position(rules.read_position(again)) == again, "a sample is a possible position"
    assert differing > tried / 2, "there is something to hide, and it is drawn anew"


def _refusal(table: Table, state: Any, seat: int, doc: Doc) -> str:
    try:
        table.ruleset.apply(table.ruleset.clone(state), seat, table.ruleset.read_move(state, seat, doc))
    except (*REFUSALS, FaultyDocument) as error:
        return f"{type(error).__name__} {error}"
    return "carried out"


@every_table(TABLES)
def test_changing_what_is_hidden_changes_no_byte(table: Table) -> None:
    """200 positions over the seat counts of a ruleset, every viewer: view, legal moves, refusals."""
    rules, rng = table.ruleset, random.Random(8)
    pool = [(rules.write_move(move)) for _, _, moves in walk(table, 9) for move in rng.sample(moves, 1)]
    for state in some_positions(table, 50, seed=8):
        for viewer in viewers(table):
            view = rules.view(state, viewer)
            other = rules.sample(view, rng)
            again = rules.view(other, viewer)
            assert rules.view_to_act(again) == rules.view_to_act(view)
            assert rules.might_react(again) == rules.might_react(view)
            assert rules.turn_of(again) == rules.turn_of(view) == rules.turn_of(rules.view(state, None))
            assert text(rules.write_view(again)) == text(rules.write_view(view))
            if viewer is None:
                continue
            assert list(rules.legal_moves(other, viewer)) == list(rules.legal_moves(state, viewer))
            for doc in rng.sample(pool, 10):
                assert _refusal(table, other, viewer, doc) == _refusal(table, state, viewer, doc)


def _told(table: Table, state: Any, viewer: int | None) -> dict[tuple[str, str], set[str]]:
    """What a viewer hears of each possible move of the others, by the move's type and the view afterwards."""
    rules = table.ruleset
    told: dict[tuple[str, str], set[str]] = defaultdict(set)
    for seat in rules.to_act(state):
        for move in [] if seat == viewer else rules.legal_moves(state, seat):
            after = rules.clone(state)
            events = [event.seen_by(viewer) for event in rules.apply(after, seat, move)]
            look = text(rules.write_view(rules.view(after, viewer)))
            told[rules.write_move(move)["type"], look].add(text(events))
    return told


@every_table(TABLES)
def test_what_is_told_does_not_depend_on_what_is_hidden(table: Table) -> None:
    """Every move of the others is made in the true state and in a resampled one.

    Where a viewer's views after moves of one type are equal, the events the viewer is told are the same ones.
    """
    rules, rng, compared = table.ruleset, random.Random(10), 0
    for state in some_positions(table, 25, seed=10):
        for viewer in viewers(table):
            true = _told(table, state, viewer)
            other = _told(table, rules.sample(rules.view(state, viewer), rng), viewer)
            for alike in true.keys() & other.keys():
                assert true[alike] == other[alike]
                compared += 1
    # Elsewhere too few positions are tried for every table to have something to compare.
    assert compared > 100 or not table.plain or table.seats == 1


@every_table(TABLES)
def test_equal_views_get_equal_decisions(table: Table) -> None:
    rules, rng = table.ruleset, random.Random(11)
    for state in some_positions(table, 12, seed=11):
        waited_for, *reactors = rules.to_act(state)
        for seat in (waited_for, *reactors):
            view, twin = rules.view(state, seat), rules.view(rules.sample(rules.view(state, seat), rng), seat)
            for bot in PLAYERS.values():
                decide = bot.choose if seat == waited_for else bot.react
                one = decide(rules, view, random.Random(1))
                assert one == decide(rules, twin, random.Random(1))
                assert one in rules.legal_moves(state, seat) or (one is None and seat != waited_for)


@every_table(TABLES)
def test_every_level_plays_a_whole_game(table: Table) -> None:
    """All levels at a plain table; elsewhere random moves, but for some by the strongest, which costs most."""
    rules, rng, levels = table.ruleset, random.Random(12), list(PLAYERS.values())

    def asked(seat: int) -> Bot:
        if table.plain:
            return levels[(seat + table.seats) % len(levels)]
        return levels[-1] if rng.random() < 0.05 else levels[0]

    state = table.deal(12)
    while seats := rules.to_act(state):
        for seat in seats[1:]:
            reaction = asked(seat).react(rules, rules.view(state, seat), rng)
            if reaction is not None:
                rules.apply(state, seat, reaction)
                break
        else:
            rules.apply(state, seats[0], asked(seats[0]).choose(rules, rules.view(state, seats[0]), rng))
    assert rules.result(state) is not None


@every_table(TABLES)
def test_a_replay_reaches_the_same_position_and_tells_the_same(table: Table) -> None:
    rules, rng = table.ruleset, random.Random(13)
    seed = b"replayed"
    state = rules.setup(table.options, table.seats, seed)
    moves, history = [], []
    while seats := rules.to_act(state):
        seat = rng.choice(seats)
        move = rng.choice(list(rules.legal_moves(state, seat)))
        moves.append((seat, rules.write_move(move)))
        history.append(rules.apply(state, seat, move))
    again, told = replay(rules, table.options, table.seats, seed, moves)
    assert rules.write_position(again) == rules.write_position(state)
    assert told == history
    seat, doc = moves[-1]
    with pytest.raises(GameOver):
        replay(rules, table.options, table.seats, seed, [*moves, (seat, doc)])


GAME_IN_ANOTHER_PROCESS = """
import json, sys
from tests.engine.tables import PLAIN, walk
table = PLAIN[int(sys.argv[1])]
print(json.dumps([[seat, moves, table.ruleset.write_position(state)] for state, seat, moves in walk(table, 14)][::7]))
"""


@pytest.mark.parametrize("number", range(len(PLAIN)))
def test_the_same_seed_is_the_same_game_in_another_process(number: int) -> None:
    table = PLAIN[number]
    here = [[seat, moves, table.ruleset.write_position(state)] for state, seat, moves in walk(table, 14)][::7]
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-c", GAME_IN_ANOTHER_PROCESS, str(number)]
    there = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert json.loads(there) == json.loads(text(here))


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
def test_catalogue_and_names(rules: Any) -> None:
    for lang in ("en", "de"):
        cards = rules.cards(lang)
        assert len({card["key"] for card in cards}) == len(cards) > 0
        for card in cards:
            assert faults(card, rules.shapes.card) == []
            assert card["name"]
            assert {entry["source"] for entry in card["provenance"]} <= {"rulebook", "public", "reconstructed"}
    assert [card["name"] for card in rules.cards("de")] != [card["name"] for card in rules.cards("en")]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS.keys())
@pytest.mark.parametrize("doc", [None, [], 3, "end", {}, {"type": None}, {"type": "nonsense"}, {"type": ["end"]}])
def test_what_is_no_move_is_named_so(rules: Any, doc: Any) -> None:
    state = rules.setup(rules.read_options({}, rules.seats[0]), rules.seats[0], b"x")
    with pytest.raises(MalformedMove) as refused:
        rules.read_move(state, 0, doc)
    assert refused.value.faults
    with pytest.raises(InvalidPosition):
        rules.read_position(doc)
    with pytest.raises(InvalidPosition):
        rules.read_view(doc, 0)
