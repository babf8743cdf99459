"""Checks of rulesets. Each takes a table, and raises `Broken` if the ruleset fails."""

from __future__ import annotations

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from math import isclose
from typing import Any

from engine.bots.reasons import reasons
from engine.conformance.declarations import (
    declarations_agree,
    every_type_is_known,
    fields_are_checked,
    pointers_arrive,
    texts_come_back,
)
from engine.conformance.holding import Broken, differences, hold, hold_same, hold_shape, text
from engine.conformance.secrets import look_after, samples_are_fair, samples_stay_fair, views_tell_nothing_hidden
from engine.conformance.tables import MAX_MOVES, Table, some_decisions, some_positions, viewers, walk
from engine.conformance.valuation import every_level_plays, games_end, values_are_in_range, values_tell_who_wins
from engine.conformance.vocabulary import refusals_are_declared, words_are_complete
from engine.errors import FaultyDocument, GameOver, IllegalMove, NotYourTurn
from engine.replay import replay
from engine.ruleset import Doc, Key
from engine.wording import LANGUAGES, Words

REFUSALS = (IllegalMove, NotYourTurn, GameOver)
ENDINGS = 12
TIES, TIES_IN = 8, 300
SHARED = {language: Words(language).texts.keys() for language in LANGUAGES}


def refused(table: Table, state: Any, seat: int, move: Any) -> Exception:
    """Make an illegal move. Returns the error that refuses it."""
    try:
        table.ruleset.apply(state, seat, move)
    except IllegalMove as refusal:
        _hold_worded(refusal)
        return refusal
    except REFUSALS as refusal:
        return refusal
    raise Broken(f"seat {seat} may make the move {move}, which legal_moves does not list")


def _hold_worded(refusal: IllegalMove) -> None:
    """Raise `Broken` if a blank of the refusal has no fact, or if the ruleset translates its sentences but not this
    one.
    """
    for language in LANGUAGES:
        words = refusal.words(language)
        known = refusal.reason in words.texts or words.texts.keys() == SHARED[language]
        hold(known, f"a refusal by {refusal.rule} has no words in {language}: {refusal.reason}")
        told = words.ruleset_text(refusal.reason, refusal.facts)
        hold("{" not in told, f"a refusal by {refusal.rule} lacks a fact: {told}")


def moves_are_listed(table: Table) -> None:
    """Check that every game ends, and that lists of legal moves are sorted and consistent."""
    rules = table.ruleset
    for state, seat, moves in walk(table, seed=1):
        hold(moves, "a seat that is to act has no move")
        hold(moves == sorted(set(moves)), "legal_moves is not sorted, or has a move twice")
        for other in range(table.seats):
            has = list(rules.legal_moves(state, other)) != []
            hold(has == (other in rules.to_act(state)), "legal_moves and to_act differ in the seats that can move")
        hold(rules.result(state) is None, "a game that goes on has a result")
        hold(list(rules.view_moves(rules.view(state, seat))) == moves, "view_moves differs from legal_moves")
        hold(list(rules.view_moves(rules.view(state, None))) == [], "a spectator has moves")
        acting, known = rules.to_act(state), rules.view_to_act(rules.view(state, seat))
        agree = known[:1] == acting[:1] and set(known) <= set(acting)
        hold(agree, f"view_to_act is {known}, and to_act {acting}")
        meanings = [rules.meaning(state, move) for move in moves]
        hold(len(set(meanings)) == len(moves), "two legal moves have the same meaning")
    hold(rules.result(state) is not None, "a game that is over has no result")


def documents_come_back(table: Table) -> None:
    """Check that documents have their shapes, and are the same after writing and reading."""
    rules, rng = table.ruleset, table.rng(2)
    for state, seat, moves in some_decisions(table, seed=2, step=3):
        position = rules.write_position(state)
        hold_shape(position, rules.shapes.position, "a position")
        again = rules.write_position(rules.read_position(position))
        hold_same(again, position, "read_position does not bring back what write_position wrote")
        again = rules.write_position(rules.restore(json.loads(text(position))))
        hold_same(again, position, "restore does not bring back what write_position wrote")
        hold_shape(rules.score_now(state), rules.shapes.score, "score_now")
        hold_same(rules.score_position(position), rules.score_now(state), "score_position differs from score_now")
        for viewer in viewers(table):
            hold_shape(rules.score_view(rules.view(state, viewer)), rules.shapes.score, "score_view")
        docs = [rules.write_move(move) for move in moves]
        for language in LANGUAGES:
            words, view, names = rules.words(language), rules.write_view(rules.view(state, seat)), [None] * table.seats
            labels = words.labels(docs, view, names)
            hold(words.prompt(docs, view, names) != "", f"a list of moves has no prompt ({language})")
            hold(len(set(labels)) == len(moves), f"two moves of one list have the same label ({language})")
        for move, doc in zip(moves, docs, strict=True):
            hold_shape(doc, rules.shapes.moves[doc["type"]], f"a move {doc['type']}")
            hold(rules.read_move(state, seat, doc) == move, "read_move does not bring back what write_move wrote")
        for event in rules.apply(rules.clone(state), seat, rng.choice(moves)):
            hold(event.type in rules.shapes.events, f"an event has the type {event.type!r}, which is not declared")
            for viewer in viewers(table):
                hold_shape(event.seen_by(viewer), rules.shapes.events[event.type], f"an event {event.type}")


def the_end_is_the_end(table: Table) -> None:
    """Check the end of a game: no seat may move, the scores add up, no winner has a lower total than another seat,
    and the position can be read.
    """
    rules = table.ruleset
    for number in range(table.number(ENDINGS)):
        *_, (state, _, moves) = walk(table, seed=3 + 1000 * number)
        for other in range(table.seats):
            hold(list(rules.legal_moves(state, other)) == [], "there are moves after the end")
            over = isinstance(refused(table, state, other, moves[0]), GameOver)
            hold(over, "a move after the end is no GameOver")
        result = rules.result(state)
        hold(result is not None, "a game that is over has no result")
        assert result is not None
        _hold_won(result, table.seats)
        position = rules.write_position(state)
        again = rules.write_position(rules.read_position(position))
        hold_same(again, position, "the last position of a game is not read as it was written")
        hold_shape(rules.write_view(rules.open_view(state)), rules.shapes.view, "open_view")


def _hold_won(result: Doc, seats: int) -> None:
    hold([score["seat"] for score in result["scores"]] == list(range(seats)), "not every seat has a score")
    scores = [*result["scores"], *result.get("rivals", [])]
    for score in scores:
        hold(score["total"] == sum(line["points"] for line in score["lines"]), "a total is not the sum of its lines")
    hold(set(result["winners"]) <= set(range(seats)), "a winner is no seat")
    hold(result["winners"] or "rivals" in result, "no seat has won")
    most = max(score["total"] for score in scores)
    best = all(score["total"] == most for score in result["scores"] if score["seat"] in result["winners"])
    hold(best, "a winner has a lower total than another seat")


def ties_are_not_by_seat(table: Table) -> None:
    """Check that the order of seats does not decide ties.

    The check fails if the first of the tied seats wins every tie alone, or if the last one does.
    """
    rules, first, last, count = table.ruleset, 0, 0, 0
    if not table.plain or table.seats != max(2, min(rules.seats)) or rules.ties_by_seat:
        return
    for number in range(TIES_IN):
        *_, (state, _, _) = walk(table, seed=25 + 1000 * number)
        result = rules.result(state)
        assert result is not None
        totals = [score["total"] for score in result["scores"]]
        tied, winners = [seat for seat, total in enumerate(totals) if total == max(totals)], result["winners"]
        if len(tied) > 1:
            count, first, last = count + 1, first + (winners == tied[:1]), last + (winners == tied[-1:])
        if count == TIES:
            break
    always = "first" if first == count else "last"
    fair = count < TIES or count not in (first, last)
    hold(fair, f"of seats with equal totals the {always} one wins, in {count} games of {count} (`ties_by_seat`)")


def refusals_change_nothing(table: Table) -> set[str]:
    """Check that `apply` and `advance` agree, and that a refused move changes nothing. Returns the rules that refused a
    move.
    """
    rules, met = table.ruleset, set[str]()
    index = {rule["id"] for rule in rules.rules(LANGUAGES[0])}
    pool = sorted({move for seed in (4, 5) for _, _, moves in walk(table, seed) for move in moves})
    rng = table.rng(4)
    games = itertools.chain(*(some_decisions(table, seed, step=1) for seed in (4, 40, 41)[: table.number(3)]))
    for state, seat, moves in games:
        before = json.loads(text(rules.write_position(state)))
        for move in rng.sample(pool, min(12, len(pool))):
            for actor in range(table.seats):
                if move not in rules.legal_moves(state, actor):
                    refusal = refused(table, state, actor, move)
                    if isinstance(refusal, IllegalMove):
                        hold(refusal.rule in index, f"a move is refused by {refusal.rule}, which is no rule")
                        met.add(refusal.rule)
                    told = isinstance(refusal, NotYourTurn)
                    hold(told == (actor not in rules.to_act(state)), "NotYourTurn does not agree with to_act")
        hold_same(rules.write_position(state), before, "a refused move has changed something")
        checked, plain, move = rules.clone(state), rules.clone(state), rng.choice(moves)
        hold_same(rules.write_position(plain), before, "a clone is another position")
        view = rules.view(state, seat)
        seen, future = text(rules.write_view(view)), rules.sample(view, rng)
        table.at(state, seat, move)
        rules.apply(checked, seat, move)
        rules.advance(plain, seat, move)
        hold_same(rules.write_position(checked), rules.write_position(plain), "apply and advance differ")
        hold_same(rules.write_position(state), before, "a clone is not independent")
        rules.advance(future, seat, move)
        hold(text(rules.write_view(view)) == seen, "a move in a sample changes the view that it was made from")
    return met


def samples_look_the_same(table: Table) -> str:
    """Check that views survive writing and reading, that a state sampled from a view has this same view, and that
    hidden information is drawn again.

    Returns a remark on the information that is hidden from seats.
    """
    rules, rng, differing, hidden = table.ruleset, table.rng(6), 0, 0
    places = set[str]()
    for state in some_positions(table, 25, seed=6):
        truth = rules.write_position(state)
        for viewer in viewers(table):
            view = rules.view(state, viewer)
            doc = rules.write_view(view)
            hold_shape(doc, rules.shapes.view, "a view")
            read = rules.read_view(json.loads(text(doc)), viewer)
            hold_same(rules.write_view(read), doc, "read_view does not bring back what write_view wrote")
            restored = rules.restore_view(doc, viewer)
            hold_same(rules.write_view(restored), doc, "restore_view does not bring back what write_view wrote")
            one, other = (rules.write_position(rules.sample(one, random.Random(7))) for one in (read, restored))
            hold_same(one, other, "restore_view and read_view differ in what the document does not show")
            sampled = rules.sample(view, rng)
            hold_same(rules.write_view(rules.view(sampled, viewer)), doc, "a sample does not look like its view")
            one, other = (rules.write_position(rules.sample(view, random.Random(7))) for _ in range(2))
            hold_same(one, other, "sample draws from elsewhere than rng")
            # The document does not contain the hidden information, so a sample of the view must not contain it either.
            hidden += rules.write_position(rules.sample(read, random.Random(7))) != truth
            differing += one != truth
            if viewer is not None:
                places |= {
                    ".".join(str(step) for step in path if isinstance(step, str))
                    for path, _, _ in differences(one, truth)
                }
            hold_same(rules.write_position(rules.read_position(one)), one, "a sample is no possible position")
    hold(differing >= hidden / 2, "a sample knows what the view's document hides: it is not drawn anew")
    if not hidden:
        return "nothing is hidden: every view shows the whole truth"
    return f"hidden from seats: {', '.join(sorted(places))}" if table.plain else ""


def _refusal(table: Table, state: Any, seat: int, doc: Doc) -> str:
    try:
        table.ruleset.apply(table.ruleset.clone(state), seat, table.ruleset.read_move(state, seat, doc))
    except (*REFUSALS, FaultyDocument) as error:
        return f"{type(error).__name__} {error}"
    return "carried out"


def hidden_things_change_no_byte(table: Table) -> None:
    """Check that nothing hidden from a seat affects its view, its legal moves or how its moves are refused."""
    rules, rng = table.ruleset, table.rng(8)
    pool = [(rules.write_move(move)) for _, _, moves in walk(table, 9) for move in rng.sample(moves, 1)]
    for state in some_positions(table, 50, seed=8):
        for viewer in viewers(table):
            view = rules.view(state, viewer)
            unforeseen = {*rules.to_act(state)[1:]} - {*rules.might_react(view), viewer}
            hold(not unforeseen, "a seat may react that is not in might_react")
            other = rules.sample(view, rng)
            again = rules.view(other, viewer)
            hold(rules.view_to_act(again) == rules.view_to_act(view), "view_to_act depends on what is hidden")
            hold(rules.might_react(again) == rules.might_react(view), "might_react depends on what is hidden")
            turns = rules.turn_of(again), rules.turn_of(view), rules.turn_of(rules.view(state, None))
            hold(len(set(turns)) == 1, "turn_of is not the same for all, or depends on what is hidden")
            hold_same(rules.write_view(again), rules.write_view(view), "a view depends on what is hidden")
            if viewer is None:
                continue
            same = list(rules.legal_moves(other, viewer)) == list(rules.legal_moves(state, viewer))
            hold(same, "legal_moves of a seat depends on what it may not know")
            for doc in rng.sample(pool, min(10, len(pool))):
                same = _refusal(table, other, viewer, doc) == _refusal(table, state, viewer, doc)
                hold(same, "how a move is refused depends on what its seat may not know")


def _hear(table: Table, state: Any, viewer: int | None) -> dict[tuple[str, str], set[str]]:
    """Return what a viewer may see when another seat makes a legal move.

    A key is the type of the move and the view after it; its value is the set of possible events.
    """
    rules = table.ruleset
    reports: dict[tuple[str, str], set[str]] = defaultdict(set)
    for seat in rules.to_act(state):
        for move in [] if seat == viewer else rules.legal_moves(state, seat):
            events, view = look_after(table, state, seat, move, viewer)
            reports[rules.write_move(move)["type"], text(view)].add(events)
    return reports


def events_tell_nothing_hidden(table: Table) -> int:
    """Check that two moves of one type show the viewer equal events if they lead to equal views. Returns the number of
    comparisons.

    Every legal move of the other seats is made in the true state and in a sampled one.
    """
    rules, rng, compared = table.ruleset, table.rng(10), 0
    for state in some_positions(table, 25, seed=10):
        for viewer in viewers(table):
            true = _hear(table, state, viewer)
            other = _hear(table, rules.sample(rules.view(state, viewer), rng), viewer)
            for alike in true.keys() & other.keys():
                hold(true[alike] == other[alike], f"events of a move {alike[0]} tell what is hidden")
                compared += 1
    return compared


def replays_are_the_same(table: Table) -> None:
    """Check that a replay reaches the same position with the same events."""
    rules, rng = table.ruleset, table.rng(13)
    seed = b"replayed"
    state = rules.setup(table.options, table.seats, seed)
    moves, history = [], []
    for _ in range(MAX_MOVES):
        if not (seats := rules.to_act(state)):
            break
        seat = rng.choice(seats)
        move = rng.choice(list(rules.legal_moves(state, seat)))
        moves.append((seat, rules.write_move(move)))
        history.append(rules.apply(state, seat, move))
    hold(not rules.to_act(state), f"a random game does not end within {MAX_MOVES} moves")
    again, events = replay(rules, table.options, table.seats, seed, moves)
    hold_same(rules.write_position(again), rules.write_position(state), "a replay comes to another position")
    hold(events == history, "a replay has other events")
    try:
        replay(rules, table.options, table.seats, seed, [*moves, moves[-1]])
    except GameOver:
        return
    raise Broken("a move after the end is no GameOver")


def equal_keys_equal_priors(table: Table) -> None:
    """Check that equal keys (`priors_key`) mean equal priors, whatever is hidden."""
    rules, rng = table.ruleset, table.rng(16)
    for state in some_positions(table, 8, seed=16):
        guessed: dict[Key, list[float]] = {}
        view = rules.view(state, rng.choice(rules.to_act(state)))
        for _ in range(12):
            future = rules.sample(view, rng)
            for _ in range(8):
                acting = rules.to_act(future)
                if not acting:
                    break
                moves = rules.legal_moves(future, acting[0])
                priors = rules.priors(future, acting[0], moves)
                key = rules.priors_key(future, acting[0], moves)
                if key is not None:
                    hold(guessed.setdefault(key, priors) == priors, "equal keys have different priors")
                rules.advance(future, acting[0], moves[priors.index(max(priors))])


def stages_follow(table: Table) -> str:
    """Check that stages never decrease, and that `turn_of` distinguishes turns.

    Either every state has a stage, or no state has one. Returns a remark if the ruleset does not show whether a seat
    has two turns in a row.
    """
    rules, again = table.ruleset, False
    state = table.deal(17)
    stage, turns, waited = rules.stage(state), {rules.turn_of(rules.view(state, None))}, None
    for state, _, _ in walk(table, seed=17):
        before, stage = stage, rules.stage(state)
        turn = rules.to_act(state)[:1], rules.turn_of(rules.view(state, None))
        if turn == waited and table.seats > 1:
            again = turn[1] == ()
            hold(before == stage, f"turn_of does not tell a turn at stage {before} from the next one, at stage {stage}")
        waited = turn
        if before is None or stage is None:
            hold(before is stage, "some states have a stage, others none")
        else:
            hold(before <= stage, "a stage is counted back")
        horizon = rules.horizon(state)
        known = horizon is None if stage is None else horizon is not None and horizon >= stage
        hold(known, f"the horizon at stage {stage} is {horizon}")
        turns.add(turn[1])
    hold(len(turns) > 1 or turns == {()}, f"turn_of is {min(turns)} in a whole game")
    return "a seat decides twice in a row, always in one turn, as there is no turn_of" if again else ""


def topics_make_up_leads(table: Table) -> None:
    """Check that the topics of a seat, if there are any, add up to its forecast lead over the strongest rival, and that
    they have words in every language.
    """
    rules = table.ruleset
    for state in some_positions(table, 3, seed=18):
        totals = rules.forecast(state).totals
        for seat, total in enumerate(totals):
            found, rivals = rules.topics(state, seat), [one for at, one in enumerate(totals) if at != seat]
            if found and rivals:
                hold(isclose(sum(found.values()), total - max(rivals), abs_tol=1e-6), "topics do not make up the lead")
            for key, language in itertools.product(filter(None, found), LANGUAGES):
                (topic, _, card), words = key.partition(" "), rules.words(language)
                hold(topic in words.reasons, f"the topic {topic} has no words in {language}")
                words.reason(topic, card, 1.0)


def equal_views_get_equal_reasons(table: Table) -> None:
    """Check that reasons depend on the view only."""
    rules, rng = table.ruleset, random.Random(19)
    for state in some_positions(table, 1, seed=19):
        seat = rules.to_act(state)[0]
        moves = rules.legal_moves(state, seat)
        view, twin = rules.view(state, seat), rules.view(rules.sample(rules.view(state, seat), rng), seat)
        one, other = (reasons(rules, seen, moves[0], moves[-1], random.Random(1)) for seen in (view, twin))
        hold(one == other, "equal views get different reasons")


Check = Callable[[Table], object]

RULESET_CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        *(moves_are_listed, documents_come_back, the_end_is_the_end, ties_are_not_by_seat, refusals_change_nothing),
        *(samples_look_the_same, samples_are_fair, samples_stay_fair, hidden_things_change_no_byte),
        *(views_tell_nothing_hidden, events_tell_nothing_hidden, replays_are_the_same),
        *(equal_keys_equal_priors, stages_follow, values_are_in_range, values_tell_who_wins),
        *(topics_make_up_leads, equal_views_get_equal_reasons),
        *(declarations_agree, pointers_arrive, every_type_is_known, words_are_complete, refusals_are_declared),
        *(fields_are_checked, texts_come_back, games_end, every_level_plays),
    )
}
"""The checks that a ruleset must pass at each of its tables."""
