"""Information-set Monte Carlo tree search for any ruleset, from views alone.

All samples share one tree, in which every seat maximizes its own value. Each iteration samples a state, walks down the
tree, adds one node, optionally plays a rollout to the next stage of the game, and backs up the ruleset's forecast.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.bots.appraisal import decided
from engine.bots.base import Bot, Candidate, Decision, Rules, Session
from engine.bots.playing_on import Playouts
from engine.bots.tree import Edge, Node
from engine.ruleset import Forecast, Move

NOT_TO_REACT: Final[Move] = ()
"""The edge for declining to react."""

SETTLED_EVERY: Final = 16
"""The number of iterations between two checks of whether the choice is settled."""

MAX_ITERATIONS: Final = 100_000
"""The maximum number of iterations, even for timed decisions, so that the tree fits into memory."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The parameters of a search of at most `iterations`.

    - `ahead`: play a rollout to the next stage of the game (`Ruleset.stage`) before each forecast: slower, far
      stronger.
    - `temperature`: the temperature of the softmax that turns priors into weights, in the unit of the final score.
    - `exploration`: the weight of the priors against the mean values. The mean values of moves differ by a few
      hundredths only.
    - `clear`: the weight of a seat's lead in what the seat maximizes. The weight of its probability of winning is
      1 - `clear`.
    - `pruning`: the search ends if the second most visited move would need more than 1 / `pruning` of the remaining
      iterations to overtake the first. The value 1 never changes a choice. Higher values save time, but change a few
      close choices.
    - `alone`: the iterations in a solo game. Each is faster there, because no other seat moves.
    """

    iterations: int
    ahead: bool = False
    temperature: float = 5.0
    exploration: float = 0.2
    clear: float = 0.3
    pruning: float = 1.0
    alone: int | None = None


class Search(Bot):
    """A player that searches and plays the most visited move."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """Return the most visited move. The search stops as soon as the choice is settled."""
        moves = ruleset.view_moves(view)
        if len(moves) == 1:
            return moves[0]
        move = self._settle(ruleset, view, rng, session)
        assert move is not None, "the seat is to act"
        return move

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """Return the most visited reaction; `None` if declining was visited at least as often."""
        return self._settle(ruleset, view, rng, session) if ruleset.view_moves(view) else None

    def _settle(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None) -> Move | None:
        walk = Walk(ruleset, view, rng, self.budget, session or Session())
        walk.grow(until_settled=True)
        return walk.decision().move

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """See `Bot.decide`. `value` and `gold` are means over the visits."""
        walk = Walk(ruleset, view, rng, self.budget, session or Session())
        walk.grow(until_settled=walk.session.brief)
        return walk.decision()

    def timed(self) -> Bot:
        """See `Bot.timed`. The search stops after `MAX_ITERATIONS` in any case."""
        return Search(replace(self.budget, iterations=MAX_ITERATIONS, alone=None))


class Walk:
    """The search for one decision."""

    def __init__(self, ruleset: Rules, view: Any, rng: random.Random, budget: Budget, session: Session) -> None:
        self.ruleset = ruleset
        self.view = view
        self.rng = rng
        self.budget = budget
        # A separate generator, as in `_settled`.
        sample = ruleset.sample(view, random.Random(0))
        self.horizon = ruleset.horizon(sample)
        alone = budget.alone if ruleset.seat_count(sample) == 1 else None
        self.iterations = alone or budget.iterations
        self.session = session
        self.seat: int = view.viewer
        self.moves = list(ruleset.view_moves(view))
        self.may_pass = ruleset.view_to_act(view)[:1] != (self.seat,)
        self.root = self._remembered() or Node(self.seat)
        self.remembered = self.root.visits
        self.playouts = Playouts(ruleset)

    def _remembered(self) -> Node | None:
        """Return the subtree of the previous decision, if it belongs to the same seat and has the current legal
        moves.
        """
        node, self.session.memory = self.session.memory, None
        if not isinstance(node, Node) or node.seat != self.seat or self.may_pass or not node.edges:
            return None
        state = self.ruleset.sample(self.view, self.rng)
        meanings = {self.ruleset.meaning(state, move) for move in self.moves}
        return node if meanings <= node.edges.keys() else None

    def grow(self, until_settled: bool = False) -> None:
        """Iterate until the budget is spent, the session stops or, with `until_settled`, the choice is settled."""
        if len(self.moves) + self.may_pass == 1:
            self.iterate(self.sample())
            return
        while self.root.visits < self.iterations and not (self.root.visits and self.session.stop()):
            self.iterate(self.sample())
            if until_settled and self.root.visits % SETTLED_EVERY == 0 and self._settled():
                return

    def _settled(self) -> bool:
        """Return whether the rest of the budget is too small for another move to overtake the first
        (`Budget.pruning`).
        """
        left = (self.iterations - self.root.visits) / self.budget.pruning
        if left > self.root.visits:
            return False
        # A separate generator, so that the choice does not depend on how often this is called.
        edges = self.edges(random.Random(0))
        second, first = sorted([edge.visits for edge in edges])[-2:]
        return first - second > left

    def edges(self, rng: random.Random) -> list[Edge]:
        """Return the root's edges: those for the legal moves, in the same order, then the one for declining."""
        state = self.ruleset.sample(self.view, rng)
        meanings = [self.ruleset.meaning(state, move) for move in self.moves]
        if self.may_pass:
            meanings.append(NOT_TO_REACT)
        return [self.root.edges[meaning] for meaning in meanings]

    def sample(self) -> Any:
        return self.ruleset.sample(self.view, self.rng)

    def iterate(self, state: Any, first: int = -1) -> None:
        """Run one iteration: select, expand, evaluate and back up. `state` is a sample, and changes.

        `first`: the index, in `edges`, of the move to try at the root; -1 lets the tree select a move.
        """
        ruleset = self.ruleset
        node = self.root
        path = []
        moves = self.moves
        seat = self.seat
        while True:
            meanings = [ruleset.meaning(state, move) for move in moves]
            self._complete(node, state, moves, meanings)
            if node is self.root and self.may_pass:
                meanings.append(NOT_TO_REACT)
            at = first if node is self.root and first >= 0 else node.select(meanings, self.budget.exploration)
            edge = node.edges[meanings[at]]
            path.append((node, edge))
            if at < len(moves):
                ruleset.advance(state, seat, moves[at])
            acting = ruleset.to_act(state)
            while acting:
                seat = acting[0]
                moves = list(ruleset.legal_moves(state, seat))
                if len(moves) > 1:
                    break
                ruleset.advance(state, seat, moves[0])
                acting = ruleset.to_act(state)
            if not acting or edge.child is None:
                if acting:
                    edge.child = Node(seat)
                break
            if edge.child.seat != seat:
                break
            node = edge.child
        if self.budget.ahead:
            self.playouts.play_on([state], self.horizon)
        self._back_up(path, ruleset.forecast(state))

    def _complete(self, node: Node, state: Any, moves: list[Move], meanings: list[Move]) -> None:
        """Add edges for moves that the node does not have yet."""
        edges = node.edges
        new = [at for at, meaning in enumerate(meanings) if meaning not in edges]
        if not new:
            return
        rates = self.ruleset.priors(state, node.seat, [moves[at] for at in new])
        news = [meanings[at] for at in new]
        if node is self.root and self.may_pass and not edges:
            rates, news = [*rates, 0.0], [*news, NOT_TO_REACT]
        node.add(news, rates, self.budget.temperature)

    def _back_up(self, path: list[tuple[Node, Any]], forecast: Forecast) -> None:
        worths = self._worths(forecast)
        for node, edge in path:
            worth = worths[node.seat]
            edge.visits += 1
            edge.value += worth
            edge.total += forecast.totals[node.seat]
            node.visits += 1
            node.value += worth
            edge.chance += forecast.chances[node.seat]

    def _worths(self, forecast: Forecast) -> list[float]:
        """Return, for each seat, the value that it maximizes, 0 to 1: a mix of its probability of winning and its
        lead.
        """
        clear = self.budget.clear
        return [
            (1 - clear) * chance + clear * lead for chance, lead in zip(forecast.chances, forecast.leads, strict=True)
        ]

    def decision(self) -> Decision:
        """Return the decision for the most visited move. The session keeps that move's subtree for the next
        decision.
        """
        candidates = []
        best, most = None, -1
        for move, edge in zip(self.moves, self.edges(self.rng), strict=False):
            count = max(1, edge.visits)
            candidates.append(Candidate(move, edge.visits, edge.chance / count, edge.total / count))
            if edge.visits > most:
                best, most, self.session.memory = move, edge.visits, edge.child
        if self.may_pass and self.root.edges[NOT_TO_REACT].visits >= most:
            best = self.session.memory = None
        return decided(best, candidates, self.root.visits - self.remembered)
