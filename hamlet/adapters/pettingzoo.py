"""Every ruleset as an environment of PettingZoo, turn by turn (AEC), with action masks.

An agent observes only what its seat may know, because every observation is made from the view of the seat. Only the
seat for which the game waits can move; there are no reactions out of turn.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.ruleset import Doc, Move
from hamlet.adapters.outcomes import ACTIONS, counted, returns, ruleset_of
from hamlet.adapters.vectors import Encoder, Vector


def env(ruleset: str = "villagers", seats: int = 2, options: Mapping[str, Any] | None = None) -> Any:
    """Return the environment in PettingZoo's usual wrappers. An illegal action ends the game; its agent gets -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(ruleset, seats, options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, Doc, int | None]):
    """A ruleset as an environment. The agents are `seat_0`, `seat_1`, ...

    An observation is a dictionary with two arrays. The array `observation` is the agent's seat and its view as a
    vector: `names` returns the names of the entries, and `agent_view` the view as a document. The array `action_mask`
    is 1 for each legal action. Action n is entry n of `moves`; `move_features` returns the moves as vectors. Rewards
    come at the end (`outcomes.returns`).
    """

    metadata = {"render_modes": ["ansi"], "name": "hamlet_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str = "villagers",
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Raises `ValueError` for an unknown ruleset or a wrong number of seats, `InvalidOptions` for wrong options."""
        super().__init__()
        self.rules = ruleset_of(ruleset)
        if seats not in self.rules.seats:
            raise ValueError(f"{self.rules.name} is not played with {seats} seats")
        self.options = self.rules.read_options(options or {}, seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._encode = Encoder.of(self.rules.shapes.view)
        self._encode_move = Encoder.of_several(dict(self.rules.shapes.moves))
        self._rng = random.Random()
        width = seats + self._encode.width
        self.observation_spaces = {agent: _observations(width) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Equal seeds give equal games. Without a seed, the environment's random generator continues.
        `options` is ignored.
        """
        if seed is not None:
            self._rng.seed(seed)
        seats = len(self.possible_agents)
        self._state = self.rules.setup(self.options, seats, self._rng.randbytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._wait()

    def _wait(self) -> None:
        """Select the agent that the game waits for."""
        acting = self.rules.to_act(self._state)
        if acting:
            self.agent_selection = self.possible_agents[acting[0]]

    def step(self, action: int | None) -> None:
        """Make the move of the agent to act. Raises `ValueError` for an illegal action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves, seat = self._moves(agent), self._seat(agent)
        if action is None or not 0 <= action < len(moves):
            raise ValueError(f"{agent} has no action {action}, only {len(moves)}, from 0")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rules.advance(self._state, seat, moves[action])
        self._wait()
        if not self.rules.to_act(self._state):
            self.rewards = dict(zip(self.agents, returns(self.rules, self._state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _moves(self, agent: str) -> list[Move]:
        """Return the legal moves of an agent, computed from its view. There are none if the game waits for another
        agent.
        """
        view = self.rules.view(self._state, self._seat(agent))
        if self.rules.view_to_act(view)[:1] != (self._seat(agent),):
            return []
        moves = list(self.rules.view_moves(view))
        counted(len(moves))
        return moves

    def agent_view(self, agent: str) -> Doc:
        """Return the agent's view, the same document as in `GET /v1/games/{game}`."""
        return self.rules.write_view(self.rules.view(self._state, self._seat(agent)))

    def moves(self, agent: str) -> list[Doc]:
        """Return the agent's legal moves as documents, in the order of the actions."""
        return [self.rules.write_move(move) for move in self._moves(agent)]

    def move_features(self, agent: str) -> npt.NDArray[np.float32]:
        """Return the agent's legal moves as vectors, one row per action."""
        rows = [self._encode_move(move) for move in self.moves(agent)]
        return np.stack(rows) if rows else np.zeros((0, self._encode_move.width), np.float32)

    def names(self) -> list[str]:
        """Return the names of the entries of an observation."""
        return [*(f"own seat={seat}" for seat in range(len(self.possible_agents))), *self._encode.names()]

    def move_names(self) -> list[str]:
        """Return the names of the columns of `move_features`."""
        return self._encode_move.names()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        own: Vector = np.zeros(len(self.possible_agents), np.float32)
        own[self._seat(agent)] = 1
        seen: Vector = np.concatenate([own, self._encode(self.agent_view(agent))])
        mask: npt.NDArray[np.int8] = np.zeros(ACTIONS, np.int8)
        mask[: len(self._moves(agent))] = 1
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """Return the agent to act and a spectator's view as JSON, if the render mode is `ansi`."""
        if self.render_mode is None:
            return None
        seen = self.rules.write_view(self.rules.view(self._state, None))
        return f"{self.agent_selection}: {json.dumps(seen)}"

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


def _observations(width: int) -> spaces.Dict:
    """Return the space of observations. It has no bounds, because gold and sums over cards have none."""
    seen = spaces.Box(-np.inf, np.inf, (width,), np.float32)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})
