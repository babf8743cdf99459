"""The rulesets as environments of PettingZoo: its own tests pass, and an agent sees what its seat may know."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from engine.conformance.tables import Table, some_positions
from engine.registry import RULESETS
from engine.ruleset import Doc

pytestmark = [pytest.mark.usefixtures("research"), pytest.mark.long]

TABLES: dict[str, tuple[str, int, Doc]] = {
    "Villagers": ("villagers", 2, {}),
    "Villagers, all expansions": (
        "villagers",
        5,
        {"expansions": ["saints", "scoundrels", "profiteers", "developments"]},
    ),
    "Villagers alone": ("villagers", 1, {"solo": "normal"}),
    "My Village": ("my_village", 3, {}),
}
tables = pytest.mark.parametrize("table", TABLES)


def made(table: str) -> Any:
    """Return the bare environment of a table."""
    from hamlet.adapters.pettingzoo import raw_env

    return raw_env(*TABLES[table])


@tables
def test_pettingzoo_finds_nothing_wrong(table: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from hamlet.adapters.pettingzoo import env

    with warnings.catch_warnings():
        # It would prefer one array to a mask beside it.
        warnings.simplefilter("ignore")
        api_test(env(*TABLES[table]), num_cycles=1000)
        seed_test(lambda: env(*TABLES[table]), num_cycles=200)


@tables
def test_equal_views_are_observed_equally(table: str) -> None:
    """An agent's observation does not depend on what is hidden."""
    env, rng = made(table), random.Random(table)
    key, seats, options = TABLES[table]
    rules = RULESETS[key]
    env.reset(seed=0)
    told = set()
    for state in some_positions(Table(rules, seats, rules.read_options(options, seats)), 12, seed=3):
        for seat, agent in enumerate(env.possible_agents):
            view = rules.view(state, seat)
            env._state = state
            mine, moves, features = env.observe(agent), env.moves(agent), env.move_features(agent)
            acts = rules.view_to_act(view)[:1] == (seat,)
            assert moves == ([rules.write_move(move) for move in rules.view_moves(view)] if acts else [])
            assert mine["action_mask"].sum() == len(moves) == len(features)
            env._state = rules.sample(view, rng)
            other = env.observe(agent)
            assert all((mine[name] == other[name]).all() for name in mine)
            assert env.moves(agent) == moves
            assert (env.move_features(agent) == features).all()
            told.add(mine["observation"].tobytes())
    assert len(told) > 6, "observations hardly differ"


@tables
def test_a_game_pays_at_its_end(table: str) -> None:
    env, rng = made(table), random.Random(table)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(rng.randrange(len(env.moves(env.agent_selection))))
    rules = RULESETS[TABLES[table][0]]
    winners = rules.result(env._state)["winners"]
    assert [seat for seat, reward in enumerate(env.rewards.values()) if reward > 0] == winners
    if len(env.agents) > 1:
        assert abs(sum(env.rewards.values())) < 1e-9
    assert len(env.names()) == env.observe("seat_0")["observation"].shape[0]
    assert len(env.move_names()) == env.move_features("seat_0").shape[1]


def test_what_is_not_legal_is_refused() -> None:
    env = made("Villagers")
    env.reset(seed=1)
    before = env.agent_view("seat_0")
    for action in (None, -1, len(env.moves(env.agent_selection)), 1023):
        with pytest.raises(ValueError, match="has no action"):
            env.step(action)
    assert env.agent_view("seat_0") == before
    with pytest.raises(ValueError, match="not played with 9 seats"):
        type(env)("villagers", 9)
