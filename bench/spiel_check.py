"""Whether the adapter to OpenSpiel tells its searches the truth, and nothing that a seat may not know.

Random games are played through the adapter; at every decision the ruleset itself says what must come out.
"""

from __future__ import annotations

import random
from typing import Any

from bench.spiel_game import QuickGame, QuickState, quick_game
from engine.ruleset import Doc, Ruleset

RESAMPLES = 3


def check(ruleset: Ruleset[Any, Any], seats: int, games: int) -> int:
    """Play so many games; returns the number of decisions checked. Raises `AssertionError` at the first fault."""
    game = quick_game(ruleset, {}, seats, random.Random(seats))
    rng = random.Random(games)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        told: dict[str, Doc] = {}
        while not state.is_terminal():
            _check_actions(game, state)
            _check_strings(game, state, told)
            _check_resamples(game, state)
            _check_step(game, state, rng)
            decisions += 1
        _check_end(game, state)
    return decisions


def _check_actions(game: QuickGame, state: QuickState) -> None:
    player = state.current_player()
    assert (player,) == game.rules.ruleset.to_act(state.point.state)[:1], "another player is to act"
    actions = state.legal_actions()
    moves = [state.move(action) for action in actions]
    assert actions == sorted(set(actions)), "actions not ascending, or twice"
    assert moves == list(game.rules.ruleset.legal_moves(state.point.state, player)), (
        "the actions are not the legal moves"
    )
    assert state.legal_actions((player + 1) % game.rules.seats) == [], "a player who is not to act has actions"


def _check_strings(game: QuickGame, state: QuickState, told: dict[str, Doc]) -> None:
    """`told`: what every string met in this game stood for."""
    for player in range(game.rules.seats):
        seen = {"player": player, **game.rules.ruleset.write_view(game.rules.ruleset.view(state.point.state, player))}
        string = state.information_state_string(player)
        known = told.setdefault(string, seen)
        assert known == seen, "different views, equal strings"
        if known is seen:
            assert sum(other == seen for other in told.values()) == 1, "equal views, different strings"


def _check_resamples(game: QuickGame, state: QuickState) -> None:
    player = state.current_player()
    string = state.information_state_string()
    true_seed = game.rules.ruleset.write_position(state.point.state)["seed"]
    for _ in range(RESAMPLES):
        other = state.resample_from_infostate(player, random.random)
        assert other.current_player() == player, "resampled: another player is to act"
        assert other.information_state_string() == string, "resampled: the player sees something else"
        assert other.legal_actions() == state.legal_actions(), "resampled: other actions"
        assert game.rules.ruleset.write_position(other.point.state)["seed"] != true_seed, "resampled: the true future"


def _check_step(game: QuickGame, state: QuickState, rng: random.Random) -> None:
    """Carry out a random action on the state and on a clone, one after the other."""
    before = game.rules.ruleset.write_position(state.point.state)
    strings = [state.information_state_string(player) for player in range(game.rules.seats)]
    action = rng.choice(state.legal_actions())
    twin = state.clone()
    assert twin.legal_actions() == state.legal_actions(), "the clone has other actions"
    twin.apply_action(action)
    assert game.rules.ruleset.write_position(state.point.state) == before, "an action on the clone changed the original"
    assert [state.information_state_string(player) for player in range(game.rules.seats)] == strings
    state.apply_action(action)
    after = game.rules.ruleset.write_position(state.point.state)
    assert game.rules.ruleset.write_position(twin.point.state) == after, "the clone went another way"


def _check_end(game: QuickGame, state: QuickState) -> None:
    returns = state.returns()
    result = game.rules.ruleset.result(state.point.state)
    assert result is not None, "terminal, but not over"
    assert abs(sum(returns)) < 1e-9, "the returns do not add up to 0"
    assert [seat for seat in range(game.rules.seats) if returns[seat] == max(returns)] == result["winners"], (
        "other winners"
    )
    assert max(map(abs, returns)) <= 1, "returns out of bounds"
