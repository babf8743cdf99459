"""A game in this process: no server, and nothing is kept."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.bots import Bot, Session
from engine.ruleset import Doc, Move, Ruleset
from engine.wording import LANGUAGES
from service.games.seeing import teller
from service.tools.terminal.venue import MAX_PROSPECTS, Advice, Choice, Now, Prospect, Refused, Venue, player_names


class LocalGame(Venue):
    """`levels`: of every seat, `None` for the player's; `bots`: by level; `adviser`: the level that gives hints."""

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        options: Doc,
        levels: Sequence[str | None],
        bots: Mapping[str, Bot],
        adviser: str,
        seed: str,
    ) -> None:
        self.ruleset: Ruleset[Any, Any] = ruleset
        self.key = ruleset.key
        self.viewer = levels.index(None)
        self.names = ["you" if level is None else level for level in levels]
        self._player_names = player_names(levels)
        self._tell = teller(ruleset, self._player_names)
        self._bots = {seat: bots[level] for seat, level in enumerate(levels) if level is not None}
        self._sessions = {seat: Session() for seat in self._bots}
        self._adviser = adviser, bots[adviser]
        self._state = ruleset.setup(options, len(levels), seed.encode())
        # Not from the seed: who could foresee the bots' choices could foresee the cards.
        self._rng = random.Random()
        self._events: list[Doc] = []
        self._declined = False

    def cards(self) -> list[Doc]:
        return self.ruleset.cards("en")

    def wait(self) -> Now:
        while to_act := self.ruleset.to_act(self._state):
            if self._decides(to_act):
                return self._now(must=self.viewer == to_act[0])
        return self._now(must=False)

    def _decides(self, to_act: Sequence[int]) -> bool:
        """Whether the player is to decide; if not, somebody else has moved."""
        for seat in (*to_act[1:], to_act[0]):
            reacting = seat != to_act[0]
            if seat == self.viewer:
                if not reacting or not self._declined:
                    return True
                continue
            bot, session = self._bots[seat], self._sessions[seat]
            decide = bot.react if reacting else bot.choose
            move = decide(self.ruleset, self.ruleset.view(self._state, seat), self._rng, session)
            if move is not None:
                self._carry_out(seat, move)
                break
        return False

    def _carry_out(self, seat: int, move: Any) -> None:
        events = self.ruleset.apply(self._state, seat, move)
        self._events += [self._tell(event.seen_by(self.viewer)) for event in events]
        self._declined = False

    def _now(self, must: bool) -> Now:
        ruleset = self.ruleset
        view = ruleset.view(self._state, self.viewer)
        moves = ruleset.view_moves(view)
        docs = [ruleset.write_move(move) for move in moves]
        labels = self._labels(view, moves)
        choices = [Choice(doc, label, move) for doc, label, move in zip(docs, labels, moves, strict=True)]
        events, self._events = self._events, []
        return Now(ruleset.write_view(view), choices, must, events, ruleset.result(self._state))

    def _labels(self, view: Any, moves: Sequence[Move]) -> list[str]:
        ruleset = self.ruleset
        docs = [ruleset.write_move(move) for move in moves]
        return ruleset.words(LANGUAGES[0]).labels(docs, ruleset.write_view(view), self._player_names)

    def play(self, choice: Choice) -> None:
        self._carry_out(self.viewer, choice.handle)

    def decline(self) -> None:
        self._declined = True

    def hint(self) -> Advice:
        level, bot = self._adviser
        view = self.ruleset.view(self._state, self.viewer)
        if not self.ruleset.view_moves(view):
            raise Refused("There is nothing to decide.")
        decision = bot.decide(self.ruleset, view, self._rng)
        labels = self._labels(view, [one.move for one in decision.candidates])
        best = zip(labels, decision.candidates[:MAX_PROSPECTS], strict=False)
        prospects = [Prospect(label, one.value, one.gold) for label, one in best]
        move = None if decision.move is None else self.ruleset.write_move(decision.move)
        return Advice(level, move, prospects)

    def goodbye(self) -> str:
        return "A game without a server is not kept."
