"""Any ruleset as a game of OpenSpiel, so that its searches can play it.

There are no chance nodes: the states draw from their own seed, and every resampled state has a new one. A player's
information state is the player's view. Where seats may react out of turn nobody does: only the seat the game waits for
is asked.

OpenSpiel would answer most questions by asking several of our methods in turn; here the public methods themselves are
written in Python, which saves the searches a good part of their time. Only code in Python can use them: the searches
in C++ cannot resample a game written in Python at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import orjson
import pyspiel

from engine.ruleset import Doc, Move, Ruleset

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
NO_BOUND = 1 << 20
"""Where OpenSpiel asks for a bound that nobody here uses: numbers of actions, moves in a game."""


class Numbers(dict[Move, int]):
    """The actions' numbers: moves are numbered from 0 as they are first met. `moves` is the way back."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[Move] = []

    def __missing__(self, move: Move) -> int:
        number = self[move] = len(self.moves)
        self.moves.append(move)
        return number


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset with options and a number of seats (2 or more). Its states share one numbering of the moves.

    `rng` seeds new games and draws what `resample_from_infostate` has to make up.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], options: Mapping[str, Any], seats: int, rng: random.Random) -> None:
        super().__init__(_kind(ruleset, seats), _size(seats), {})
        self.ruleset = ruleset
        self.seats = seats
        self.options: Doc = ruleset.read_options(options, seats)
        self.rng = rng
        self.numbers = Numbers()
        # Looked up once: playouts call them all the time.
        self.number = self.numbers.__getitem__
        self.to_act, self.legal_moves, self.advance = ruleset.to_act, ruleset.legal_moves, ruleset.advance

    def new_initial_state(self) -> SpielState:
        """A new game, dealt from a seed of the generator."""
        return self.at(self.ruleset.setup(self.options, self.seats, self.rng.randbytes(32)))

    def at(self, state: Any) -> SpielState:
        """The point of a game that a state of the ruleset is; the state belongs to it from now on."""
        return SpielState(self, state)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a ruleset, with its legal actions and the acting player's view remembered until it changes."""

    def __init__(self, game: SpielGame, state: Any) -> None:
        super().__init__(game)
        self.game = game
        self.state = state
        self._enter()

    def _enter(self) -> None:
        acting = self.game.to_act(self.state)
        self.player: int = acting[0] if acting else TERMINAL
        self.actions: list[int] | None = None
        self.seen: Any = None
        self.key: str | None = None

    def current_player(self) -> int:
        """The seat the game waits for, or TERMINAL."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Never."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the acting player's legal moves, ascending; none for any other player. Not to be changed."""
        if player is not None and player != self.player:
            return []
        if self.actions is None:
            game = self.game
            self.actions = sorted(map(game.number, game.legal_moves(self.state, self.player)))
        return self.actions

    def apply_action(self, action: int) -> None:
        """Carry out a legal action of the acting player."""
        game = self.game
        game.advance(self.state, self.player, game.numbers.moves[action])
        self._enter()

    def clone(self) -> SpielState:
        """An independent copy."""
        twin = SpielState(self.game, self.game.ruleset.clone(self.state))
        twin.actions = self.actions
        return twin

    def view(self, player: int) -> Any:
        """What the player may know."""
        if player != self.player:
            return self.game.ruleset.view(self.state, player)
        if self.seen is None:
            self.seen = self.game.ruleset.view(self.state, player)
        return self.seen

    def information_state_string(self, player: int | None = None) -> str:
        """The player's view (by default the acting player's): equal views, equal strings, and the other way round."""
        if player is not None and player != self.player:
            return self._written(player)
        if self.key is None:
            self.key = self._written(self.player)
        return self.key

    def _written(self, player: int) -> str:
        return f"{player} {orjson.dumps(self.game.ruleset.write_view(self.view(player))).decode()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state the player could as well be in. `sampler` stays unused: the game's generator repeats itself."""
        game = self.game
        return game.at(game.ruleset.sample(self.view(player), game.rng))

    def returns(self) -> list[float]:
        """From -1 to 1, in all 0: for who wins alone 1; winners share; 0 for everybody before the end."""
        result = self.game.ruleset.result(self.state)
        seats = self.game.seats
        if result is None:
            return [0.0] * seats
        winners = result["winners"]
        won, lost = (seats / len(winners) - 1) / (seats - 1), -1 / (seats - 1)
        return [won if seat in winners else lost for seat in range(seats)]


def _kind(ruleset: Ruleset[Any, Any], seats: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"hamlet_{ruleset.key}",
        long_name=ruleset.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )


def _size(seats: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=NO_BOUND,
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=NO_BOUND,
    )
