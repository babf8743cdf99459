"""The rulesets as games of OpenSpiel: its random simulations pass, and a player sees what its seat may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytestmark = [pytest.mark.usefixtures("research"), pytest.mark.long]

GAMES: dict[str, dict[str, Any]] = {
    "Villagers": {"players": 2},
    "Villagers, all expansions": {
        "players": 5,
        "options": '{"expansions": ["saints", "scoundrels", "profiteers", "developments"]}',
    },
    "My Village": {"players": 3, "seed": 4},
}
games = pytest.mark.parametrize("name", GAMES)


def loaded(name: str) -> Any:
    """Return the game, through OpenSpiel."""
    import pyspiel

    import hamlet.adapters.open_spiel  # noqa: F401

    return pyspiel.load_game("hamlet_my_village" if name == "My Village" else "hamlet_villagers", GAMES[name])


@pytest.mark.parametrize("name", ["Villagers", "My Village"])
def test_random_simulations_pass(name: str) -> None:
    """Two games each: OpenSpiel checks every state, also after writing and reading it."""
    import pyspiel

    pyspiel.random_sim_test(loaded(name), num_sims=2, serialize=True, verbose=False)


@games
def test_a_history_is_a_game(name: str) -> None:
    game, rng = loaded(name), random.Random(name)
    state = game.new_initial_state()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    while not state.is_terminal():
        actions = [rng.choice(state.chance_outcomes())[0]] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.returns() == state.returns()
    assert abs(sum(state.returns())) < 1e-9
    assert max(state.returns()) > 0


@games
def test_a_player_is_told_what_its_seat_may_know(name: str) -> None:
    """States that a player cannot distinguish have the same information state and the same actions."""
    game, rng = loaded(name), random.Random(name)
    state = game.new_initial_state()
    state.apply_action(rng.randrange(game.max_chance_outcomes()))
    while not state.is_terminal():
        player = state.current_player()
        if rng.random() < 0.05:
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            assert str(other) != str(state), "the true future was drawn"
        before, twin = str(state), state.clone()
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before
        state.apply_action(rng.choice(state.legal_actions()))


def test_who_cannot_play_is_told_so() -> None:
    from engine.registry import RULESETS
    from hamlet.adapters.open_spiel import game_class

    with pytest.raises(ValueError, match="not played with 1 players here"):
        game_class(RULESETS["villagers"])({"players": 1})
