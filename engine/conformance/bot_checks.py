"""Checks of bots. Each takes a table and a bot, and raises `Broken` if the bot fails."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.bots import Bot, Session
from engine.bots.soundness import is_possible, unsound
from engine.conformance.holding import Broken, hold, text
from engine.conformance.tables import MAX_MOVES, Table, some_positions
from engine.native import is_a
from engine.ruleset import Doc


def _asked(table: Table, limit: int, seed: int) -> Iterator[tuple[Any, int, bool]]:
    """Yield a state of a game, a seat that may move there, and whether this seat may decline to move."""
    for state in some_positions(table, limit, seed):
        waited_for, *reactors = table.ruleset.to_act(state)
        yield from ((state, seat, seat != waited_for) for seat in (waited_for, *reactors))


def _hold_unchanged(table: Table, state: Any, seat: int, view: Any) -> None:
    rules = table.ruleset
    before, after = text(rules.write_view(rules.view(state, seat))), text(rules.write_view(view))
    hold(before == after, "a bot has changed its view")


def equal_views_get_equal_decisions(table: Table, bot: Bot) -> None:
    """Check that equal views get equal and legal decisions. So hidden information does not influence a decision."""
    rules, rng = table.ruleset, table.rng(11)
    for state, seat, may_decline in _asked(table, 12, seed=11):
        view, twin = rules.view(state, seat), rules.view(rules.sample(rules.view(state, seat), rng), seat)
        decide = bot.react if may_decline else bot.choose
        one = decide(rules, view, random.Random(1))
        hold(one == decide(rules, twin, random.Random(1)), "equal views and equal chance get different decisions")
        hold(is_possible(one, rules.legal_moves(state, seat), may_decline), f"the move {one} is not legal")
        _hold_unchanged(table, state, seat, view)


def bots_play_whole_games(table: Table, bot: Bot) -> None:
    """Check that the bot finishes a game against itself with legal moves."""
    play_out(table, [bot] * table.seats, seed=12)


def play_out(table: Table, bots: Sequence[Bot], seed: int, trail: list[Any] | None = None) -> Doc:
    """Play a game between these bots, one for each seat. Returns its result. `trail` collects copies of its states."""
    rules, rng, state = table.ruleset, table.rng(seed), table.deal(seed)
    for _ in range(MAX_MOVES):
        if not (seats := rules.to_act(state)):
            break
        if trail is not None:
            trail.append(rules.clone(state))
        for seat in seats[1:]:
            reaction = bots[seat].react(rules, rules.view(state, seat), rng)
            if reaction is not None:
                _carry_out(table, state, seat, reaction)
                break
        else:
            _carry_out(table, state, seats[0], bots[seats[0]].choose(rules, rules.view(state, seats[0]), rng))
    result = rules.result(state)
    if result is None:
        raise Broken(f"a game of bots does not end within {MAX_MOVES} moves")
    return result


def _carry_out(table: Table, state: Any, seat: int, move: Any) -> None:
    hold(move in table.ruleset.legal_moves(state, seat), f"the move {move} is not legal")
    table.at(table.ruleset.clone(state), seat, move)
    table.ruleset.apply(state, seat, move)


def bots_give_reasons(table: Table, bot: Bot) -> None:
    """Check that `decide` returns equal decisions for equal views, chooses a legal move, and gives valid numbers for
    every legal move.
    """
    rules, rng = table.ruleset, table.rng(15)
    for state, seat, may_decline in _asked(table, 4, seed=15):
        legal = list(rules.legal_moves(state, seat))
        view, twin = rules.view(state, seat), rules.view(rules.sample(rules.view(state, seat), rng), seat)
        one = bot.decide(rules, view, random.Random(1))
        wrong = unsound(one, legal, may_decline)
        hold(not wrong, f"decide: {wrong}")
        missing = len(legal) - len(one.candidates)
        hold(not missing, f"decide: {missing} of {len(legal)} possible moves are missing from the candidates")
        same = one == bot.decide(rules, twin, random.Random(1))
        hold(same, "decide: equal views and equal chance get different decisions")
        _hold_unchanged(table, state, seat, view)


def bots_stop_when_told(table: Table, bot: Bot) -> None:
    """Check that `timed` returns a bot that makes a legal decision even if its session stops it immediately."""
    rules, timed = table.ruleset, bot.timed()
    hold(is_a(timed, Bot), "timed() returns no bot")
    for state, seat, may_decline in _asked(table, 2, seed=17):
        legal = list(rules.legal_moves(state, seat))
        decide = timed.react if may_decline else timed.choose
        move = decide(rules, rules.view(state, seat), random.Random(1), Session(lambda: True))
        hold(is_possible(move, legal, may_decline), f"told to stop, it makes the move {move}: not legal")
        decision = timed.decide(rules, rules.view(state, seat), random.Random(1), Session(lambda: True))
        wrong = unsound(decision, legal, may_decline)
        hold(not wrong, f"decide, told to stop: {wrong}")


BotCheck = Callable[[Table, Bot], object]

BOT_CHECKS: Mapping[str, BotCheck] = {
    check.__name__: check
    for check in (equal_views_get_equal_decisions, bots_play_whole_games, bots_give_reasons, bots_stop_when_told)
}
"""The checks that a bot must pass at each table."""
