"""Whether the adapter to OpenSpiel tells its searches the truth, and nothing that a seat may not know.

Random games are played through the adapter; at every decision the ruleset itself says what must come out.
"""

from __future__ import annotations

import random
from typing import Any

from bench.spiel_game import SpielGame, SpielState
from engine.ruleset import Doc, Ruleset

RESAMPLES = 3


def check(ruleset: Ruleset[Any, Any], seats: int, games: int) -> int:
    """Play so many games; returns the number of decisions checked. Raises `AssertionError` at the first fault."""
    game = SpielGame(ruleset, {}, seats, random.Random(seats))
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


def _check_actions(game: SpielGame, state: SpielState) -> None:
    player = state.current_player()
    assert (player,) == game.ruleset.to_act(state.state)[:1], "another player is to act"
    actions = state.legal_actions()
    moves = [game.numbers.moves[action] for action in actions]
    assert actions == sorted(set(actions)), "actions not ascending, or twice"
    assert sorted(moves) == list(game.ruleset.legal_moves(state.state, player)), "the actions are not the legal moves"
    assert state.legal_actions((player + 1) % game.seats) == [], "a player who is not to act has actions"


def _check_strings(game: SpielGame, state: SpielState, told: dict[str, Doc]) -> None:
    """`told`: what every string met in this game stood for."""
    for player in range(game.seats):
        seen = {"player": player, **game.ruleset.write_view(game.ruleset.view(state.state, player))}
        string = state.information_state_string(player)
        known = told.setdefault(string, seen)
        assert known == seen, "different views, equal strings"
        if known is seen:
            assert sum(other == seen for other in told.values()) == 1, "equal views, different strings"


def _check_resamples(game: SpielGame, state: SpielState) -> None:
    player = state.current_player()
    string = state.information_state_string()
    true_seed = game.ruleset.write_position(state.state)["seed"]
    for _ in range(RESAMPLES):
        other = state.resample_from_infostate(player, random.random)
        assert other.current_player() == player, "resampled: another player is to act"
        assert other.information_state_string() == string, "resampled: the player sees something else"
        assert other.legal_actions() == state.legal_actions(), "resampled: other actions"
        assert game.ruleset.write_position(other.state)["seed"] != true_seed, "resampled: the true future"


def _check_step(game: SpielGame, state: SpielState, rng: random.Random) -> None:
    """Carry out a random action on the state and on a clone, one after the other."""
    before = game.ruleset.write_position(state.state)
    strings = [state.information_state_string(player) for player in range(game.seats)]
    action = rng.choice(state.legal_actions())
    twin = state.clone()
    assert twin.legal_actions() == state.legal_actions(), "the clone has other actions"
    twin.apply_action(action)
    assert game.ruleset.write_position(state.state) == before, "an action on the clone changed the original"
    assert [state.information_state_string(player) for player in range(game.seats)] == strings
    state.apply_action(action)
    after = game.ruleset.write_position(state.state)
    assert game.ruleset.write_position(twin.state) == after, "the clone went another way"


def _check_end(game: SpielGame, state: SpielState) -> None:
    returns = state.returns()
    result = game.ruleset.result(state.state)
    assert result is not None, "terminal, but not over"
    assert abs(sum(returns)) < 1e-9, "the returns do not add up to 0"
    assert [seat for seat in range(game.seats) if returns[seat] == max(returns)] == result["winners"], "other winners"
    assert max(map(abs, returns)) <= 1, "returns out of bounds"
