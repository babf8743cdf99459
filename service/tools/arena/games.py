"""Plays one game between levels; each bot sees only its seat's view."""

from __future__ import annotations

import functools
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.bots import Bot, Session
from engine.bots.ratings import bot_of
from engine.registry import LEVELS
from engine.ruleset import Doc, Ruleset
from service.config.catalogues import Rulesets, rulesets_of
from service.config.settings import load_settings
from service.tools.arena.matches import Match


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished game. `seconds`: for each seat, the CPU seconds of each decision with at least two legal moves.

    `rounds`: the round of the final position, if the game has rounds.
    """

    match: Match
    winners: tuple[int, ...]
    totals: tuple[float, ...]
    seconds: tuple[tuple[float, ...], ...]
    rounds: int | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A game whose bot raised an exception or chose an illegal move; `text`: the traceback."""

    match: Match
    seat: int
    text: str

    @property
    def level(self) -> str:
        return self.match.levels[self.seat]


Outcome = PlayedMatch | Failed


def play_match(match: Match) -> Outcome:
    """Play a game with the rulesets and levels of this process."""
    return play(_rulesets()[match.ruleset], LEVELS, match)


@functools.cache
def _rulesets() -> Rulesets:
    return rulesets_of(load_settings())


def play(ruleset: Ruleset[Any, Any], levels: Mapping[str, Bot], match: Match) -> Outcome:
    game = _Game(ruleset, levels, match)
    seat = 0
    try:
        while to_act := ruleset.to_act(game.state):
            # In every state, each seat that may react decides once, before the seat that is to move.
            for seat in (*to_act[1:], to_act[0]):
                if game.decide_and_move(seat, reacting=seat != to_act[0]):
                    break
    except Exception:
        return Failed(match, seat, traceback.format_exc())
    return game.outcome()


@dataclass(slots=True)
class _Seat:
    bot: Bot
    rng: Any
    session: Session
    seconds: list[float] = field(default_factory=list)


class _Game:
    def __init__(self, ruleset: Ruleset[Any, Any], levels: Mapping[str, Bot], match: Match) -> None:
        self.state = ruleset.setup(match.options, len(match.levels), match.seed.encode())
        self._ruleset = ruleset
        self._match = match
        persona = f"{match.seed}/{match.turn}"
        self._seats = [
            _Seat(bot, match.generator(seat), Session(persona=persona))
            for seat, level in enumerate(match.levels)
            if (bot := bot_of(levels, level, match.ruleset, len(match.levels))) is not None
        ]

    def decide_and_move(self, seat: int, reacting: bool) -> bool:
        """Let a bot decide, and make its move. Returns whether it moved: it may decline a reaction.

        Raises what the bot raises, or the rules' refusal.
        """
        player, ruleset = self._seats[seat], self._ruleset
        view = ruleset.view(self.state, seat)
        alternatives = len(ruleset.legal_moves(self.state, seat)) + reacting
        decide = player.bot.react if reacting else player.bot.choose
        start = time.process_time()
        move = decide(ruleset, view, player.rng, player.session)
        seconds = time.process_time() - start
        if alternatives > 1:
            player.seconds.append(seconds)
        if move is None and reacting:
            return False
        ruleset.apply(self.state, seat, move or ())
        return True

    def outcome(self) -> PlayedMatch:
        result: Doc | None = self._ruleset.result(self.state)
        assert result is not None
        totals = {score["seat"]: score["total"] for score in result["scores"]}
        return PlayedMatch(
            self._match,
            tuple(result["winners"]),
            tuple(totals[seat] for seat in range(len(self._seats))),
            tuple(tuple(player.seconds) for player in self._seats),
            self._ruleset.write_position(self.state).get("round"),
        )
