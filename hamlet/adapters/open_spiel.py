"""Every ruleset as a game of OpenSpiel. Import this module, then call
`pyspiel.load_game("hamlet_villagers(players=3)")`.

A game begins with one chance node, the deal. All later draws follow from the deal, so a history determines the whole
game and can be replayed. A player's information state is the player's view: what the player may know now, but not how
the game got there. Only the seat for which the game waits can move; there are no reactions out of turn.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from engine.registry import RULESETS
from engine.ruleset import Doc, Move, Ruleset
from hamlet.adapters.outcomes import ACTIONS, counted, returns, ruleset_of
from hamlet.adapters.vectors import Encoder, Vector

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
DEALS: Final = 1 << 12
"""The number of equally likely outcomes of the chance node. OpenSpiel lists them all. Each `seed` has its own set of
outcomes.
"""
MAX_LENGTH: Final = 1 << 14
"""An upper bound of the number of moves of a game. OpenSpiel requires it."""


class Rules:
    """A game's ruleset, and data computed from it once. All copies of a state share one instance."""

    def __init__(self, ruleset: Ruleset[Any, Any], options: Doc, seats: int, seed: int) -> None:
        self.ruleset = ruleset
        self.options = options
        self.seats = seats
        self.seed = seed
        self.encode = Encoder.of(ruleset.shapes.view)

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __reduce__(self) -> Any:
        return _rules, (self.ruleset.key, self.options, self.seats, self.seed)

    def deal(self, number: int) -> Any:
        return self.ruleset.setup(self.options, self.seats, f"{self.seed} {number}".encode())


def _rules(key: str, options: Doc, seats: int, seed: int) -> Rules:
    return Rules(ruleset_of(key), options, seats, seed)


class Point:
    """A point in a game: the ruleset's state (`None` before the deal), and cached results."""

    def __init__(self, rules: Rules, state: Any) -> None:
        self.rules = rules
        self.state = state
        self.enter()

    def enter(self) -> None:
        """Drop the cached results after a change."""
        acting = () if self.state is None else self.rules.ruleset.to_act(self.state)
        self.player: int = CHANCE if self.state is None else acting[0] if acting else TERMINAL
        self.known: list[Move] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Point:
        twin = Point.__new__(Point)
        twin.rules, twin.player, twin.known = self.rules, self.player, self.known
        twin.state = None if self.state is None else self.rules.ruleset.clone(self.state)
        return twin

    def __reduce__(self) -> Any:
        doc = None if self.state is None else self.rules.ruleset.write_position(self.state)
        return _point, (self.rules, doc)

    @property
    def moves(self) -> list[Move]:
        """The legal moves of the player to act. Action n is entry n of this list."""
        if self.known is None:
            self.known = list(self.rules.ruleset.legal_moves(self.state, self.player))
            counted(len(self.known))
        return self.known

    def player_view(self, player: int) -> Any:
        return self.rules.ruleset.view(self.state, player)

    def document(self, player: int) -> Doc:
        return self.rules.ruleset.write_view(self.player_view(player))


def _point(rules: Rules, position: Doc | None) -> Point:
    return Point(rules, None if position is None else rules.ruleset.restore(position))


class SpielGame(pyspiel.Game):
    """A game of a ruleset, for 2 or more players. Each ruleset has its own subclass, made by `game_class`.

    Parameters: `players`; `seed`, which selects the set of possible deals; `options`, the options of the ruleset as
    JSON.
    """

    ruleset: ClassVar[Ruleset[Any, Any]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        ruleset = self.ruleset
        given = {**_defaults(ruleset), **(params or {})}
        players = given["players"]
        if players < 2 or players not in ruleset.seats:
            raise ValueError(f"{ruleset.name} is not played with {players} players here")
        options = ruleset.read_options(json.loads(given["options"]), players)
        super().__init__(game_type(ruleset), _size(players), given)
        self.rules = Rules(ruleset, options, players, given["seed"])

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielGame:
        return self

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def at(self, state: Any) -> SpielState:
        """Return a ruleset's `state` as a state of OpenSpiel, without a history. Moves in the result change `state`."""
        made = SpielState(self)
        made.point = Point(self.rules, state)
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.rules, params)


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.point = Point(game.rules, None)

    def current_player(self) -> int:
        """Return the seat for which the game waits. Before the deal this is CHANCE, and after the end TERMINAL."""
        return self.point.player

    def is_terminal(self) -> bool:
        return self.point.player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.point.moves))) if player == self.point.player else []

    def _apply_action(self, action: int) -> None:
        point = self.point
        if point.state is None:
            point.state = self.rules.deal(action)
        else:
            self.rules.ruleset.advance(point.state, point.player, point.moves[action])
        point.enter()

    def move(self, action: int) -> Move:
        """Return the ruleset's move for an action of the player to act."""
        return self.point.moves[action]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {action}"
        if player != self.point.player or action >= len(self.point.moves):
            return f"action {action}"
        return json.dumps(self.rules.ruleset.write_move(self.move(action)))

    def information_state_string(self, player: int | None = None) -> str:
        """Return the player's view as text. Equal texts mean equal views, and vice versa.

        `player`: by default the player to act.
        """
        seat = self.point.player if player is None else player
        if self.point.state is None:
            return f"{seat} before the deal"
        return f"{seat} {json.dumps(self.point.document(seat), separators=(',', ':'))}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that agrees with the player's view. The state has no history. `sampler` returns numbers
        from 0 to 1.
        """
        rng = random.Random(sampler())
        return self.get_game().at(self.rules.ruleset.sample(self.point.player_view(player), rng))  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        """Return the rewards of all players, from -1 to 1; their sum is 0. A sole winner gets 1; several winners get
        equal, lower rewards.

        Before the end all rewards are 0.
        """
        if self.point.state is None:
            return [0.0] * self.rules.seats
        return returns(self.rules.ruleset, self.point.state)

    def __str__(self) -> str:
        """Return the complete state, including everything that is hidden, for debugging."""
        return "before the deal" if self.point.state is None else json.dumps(self._position())

    def _position(self) -> Doc:
        return self.rules.ruleset.write_position(self.point.state)


class SpielObserver:
    """What a player sees: the player's seat, and the view as a vector (`hamlet.adapters.vectors`)."""

    def __init__(self, rules: Rules, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given were {params}")
        self._rules = rules
        self.tensor: Vector = np.zeros(rules.seats + rules.encode.width, np.float32)
        self.dict = {"player": self.tensor[: rules.seats], "view": self.tensor[rules.seats :]}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set `tensor` and `dict` to what the player sees."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.point.state is not None:
            self.dict["view"][:] = self._rules.encode(state.point.document(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what the player sees as text."""
        return state.information_state_string(player)


def _defaults(ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {"players": next(seats for seats in ruleset.seats if seats > 1), "seed": 0, "options": "{}"}


def game_type(ruleset: Ruleset[Any, Any]) -> pyspiel.GameType:
    """Return the description of a ruleset's games for OpenSpiel."""
    return pyspiel.GameType(
        short_name=f"hamlet_{ruleset.key}",
        long_name=ruleset.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(ruleset.seats),
        min_num_players=min(seats for seats in ruleset.seats if seats > 1),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=False,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
        parameter_specification=_defaults(ruleset),
    )


def _size(players: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=DEALS,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MAX_LENGTH,
    )


def game_class(ruleset: Ruleset[Any, Any]) -> type[SpielGame]:
    """Return the class for the games of a ruleset.

    OpenSpiel is given a class and not a function, because it would release the function only after Python has ended.
    """
    return type(f"SpielGame_{ruleset.key}", (SpielGame,), {"ruleset": ruleset})


for _ruleset in RULESETS.values():
    if max(_ruleset.seats) > 1:
        pyspiel.register_game(game_type(_ruleset), game_class(_ruleset))
