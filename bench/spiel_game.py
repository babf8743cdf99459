"""The adapter to OpenSpiel (`hamlet.adapters.open_spiel`) made quick for its searches in Python.

OpenSpiel would answer most questions by asking several of our methods in turn; here the public methods themselves are
written in Python, which saves the searches a good part of their time. Only code in Python can use them: the searches
in C++ cannot resample a game written in Python at all. Such a state has no history.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from engine.ruleset import Ruleset
from hamlet.adapters.open_spiel import SpielGame, SpielState, game_class


class QuickGame(SpielGame):
    """See `quick_game`. `rng` seeds new games and draws what `resample_from_infostate` has to make up."""

    rng: random.Random

    def new_initial_state(self) -> QuickState:
        """A new game, dealt from a seed of the generator."""
        rules = self.rules
        return self.at(rules.ruleset.setup(rules.options, rules.seats, self.rng.randbytes(32)))

    def at(self, state: Any) -> QuickState:
        """The point of a game that a state of the ruleset is; the state belongs to it from now on."""
        made = QuickState(self)
        made.point.state = state
        made.enter()
        return made


def quick_game(ruleset: Ruleset[Any, Any], options: Mapping[str, Any], seats: int, rng: random.Random) -> QuickGame:
    """A ruleset with options and a number of seats (2 or more)."""
    made = game_class(ruleset, QuickGame)({"players": seats, "options": orjson.dumps(options).decode()})
    made.rng = rng
    return made


class QuickState(SpielState):
    """A state of a ruleset, with its legal actions and the acting player's view remembered until it changes."""

    def __init__(self, game: QuickGame) -> None:
        super().__init__(game)
        self.game = game

    def enter(self) -> None:
        """Something has changed."""
        self.point.enter()
        self.player = self.point.player
        self.actions: list[int] | None = None
        self.key: str | None = None

    def current_player(self) -> int:
        """The seat the game waits for, or TERMINAL."""
        return self.player

    def is_chance_node(self) -> bool:
        """Never: it is dealt from the beginning."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the acting player's legal moves, ascending; none for any other player. Not to be changed."""
        if player is not None and player != self.player:
            return []
        if self.actions is None:
            self.actions = list(range(len(self.point.moves)))
        return self.actions

    def apply_action(self, action: int) -> None:
        """Carry out a legal action of the acting player."""
        point = self.point
        self.rules.ruleset.advance(point.state, point.player, point.moves[action])
        self.enter()

    def clone(self) -> QuickState:
        """An independent copy."""
        twin = QuickState(self.game)
        twin.point = copy.deepcopy(self.point)
        twin.player, twin.actions, twin.key = self.player, self.actions, self.key
        return twin

    def information_state_string(self, player: int | None = None) -> str:
        """The player's view (by default the acting player's): equal views, equal strings, and the other way round."""
        if player is not None and player != self.player:
            return self._written(player)
        if self.key is None:
            self.key = self._written(self.player)
        return self.key

    def _written(self, player: int) -> str:
        return f"{player} {orjson.dumps(self.point.document(player)).decode()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> QuickState:
        """A state the player could as well be in. `sampler` stays unused: the game's generator repeats itself."""
        return self.game.at(self.rules.ruleset.sample(self.point.view(player), self.game.rng))
