"""Information-set Monte Carlo tree search: for any ruleset, from views alone.

Each iteration samples everything the seat does not know, walks down one tree for all samples, in which every seat
plays for itself, adds one node, may play on from there to the next stage of the game by first guesses, and asks the
ruleset how the game may end then.
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
"""What stands in the tree for letting a chance to react pass."""

SETTLED_EVERY: Final = 16
"""Visits after which it is asked whether a move is settled."""

MAX_ITERATIONS: Final = 100_000
"""Of a decision, however long it may take: the tree keeps growing, and has to fit into memory."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How a search thinks: `iterations` at most.

    `ahead`: whether each iteration plays on to the next stage of the game (`Ruleset.stage`) before it asks for a
    forecast: slower, and stronger by far.
    `temperature`: how far below the best guess, in what the game is won by, a move's prior has fallen to 1/e.
    `exploration`: how much the priors count beside the values seen, which differ by a few hundredths.
    `clear`: how much of what is maximized is a clear lead; the rest is the probability of winning.
    `pruning`: the search ends when the second move would need more than this fraction, 1 / `pruning`, of the iterations
    left to be visited as often as the first. 1 changes no choice; more saves time, and changes a few close ones.
    `alone`: the iterations of a seat that plays alone, if not as many: without others' replies each takes less time.
    """

    iterations: int
    ahead: bool = False
    temperature: float = 5.0
    exploration: float = 0.2
    clear: float = 0.3
    pruning: float = 1.0
    alone: int | None = None


class Search(Bot):
    """Plays the move that its search visited most."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move:
        """The most visited move, as soon as it is settled."""
        moves = ruleset.view_moves(view)
        if len(moves) == 1:
            return moves[0]
        move = self._settle(ruleset, view, rng, session)
        assert move is not None, "the seat is to act"
        return move

    def react(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Move | None:
        """The most visited move, unless not to move was visited more."""
        return self._settle(ruleset, view, rng, session) if ruleset.view_moves(view) else None

    def _settle(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None) -> Move | None:
        walk = _Walk(ruleset, view, rng, self.budget, session or Session())
        walk.grow(until_settled=True)
        return walk.decision().move

    def decide(self, ruleset: Rules, view: Any, rng: random.Random, session: Session | None = None) -> Decision:
        """See `Bot.decide`: visits, mean chance and mean total of each move."""
        walk = _Walk(ruleset, view, rng, self.budget, session or Session())
        walk.grow()
        return walk.decision()

    def timed(self) -> Bot:
        """See `Bot.timed`: the time takes the place of the iterations, of which there are `MAX_ITERATIONS` at most."""
        return Search(replace(self.budget, iterations=MAX_ITERATIONS, alone=None))


class _Walk:
    """One decision's search."""

    def __init__(self, ruleset: Rules, view: Any, rng: random.Random, budget: Budget, session: Session) -> None:
        self.ruleset = ruleset
        self.view = view
        self.rng = rng
        self.budget = budget
        self.iterations = self._planned()
        self.session = session
        self.seat: int = view.viewer
        self.moves = list(ruleset.view_moves(view))
        self.may_pass = ruleset.view_to_act(view)[:1] != (self.seat,)
        self.root = self._remembered() or Node(self.seat)
        self.remembered = self.root.visits
        self.playouts = Playouts(ruleset)

    def _planned(self) -> int:
        alone = self.budget.alone
        if alone is None:
            return self.budget.iterations
        # A generator of its own, as in `_settled`.
        state = self.ruleset.sample(self.view, random.Random(0))
        return alone if self.ruleset.seat_count(state) == 1 else self.budget.iterations

    def _remembered(self) -> Node | None:
        """The tree of the decision before, if it leads here: the same seat's, with the moves there are now."""
        node, self.session.memory = self.session.memory, None
        if not isinstance(node, Node) or node.seat != self.seat or self.may_pass or not node.edges:
            return None
        state = self.ruleset.sample(self.view, self.rng)
        meanings = {self.ruleset.meaning(state, move) for move in self.moves}
        return node if meanings <= node.edges.keys() else None

    def grow(self, until_settled: bool = False) -> None:
        """Iterate until the budget is spent or the session says stop; or only until the move is settled."""
        if len(self.moves) + self.may_pass == 1:
            self._iterate()
            return
        while self.root.visits < self.iterations and not (self.root.visits and self.session.stop()):
            self._iterate()
            if until_settled and self.root.visits % SETTLED_EVERY == 0 and self._settled():
                return

    def _settled(self) -> bool:
        """Whether too little of the budget is left for another move to be visited as often as the first (`pruning`)."""
        left = (self.iterations - self.root.visits) / self.budget.pruning
        if left > self.root.visits:
            return False
        # A generator of its own: what is chosen must not depend on how often this is asked.
        edges = self._edges(random.Random(0))
        if self.may_pass:
            edges.append(self.root.edges[NOT_TO_REACT])
        second, first = sorted([edge.visits for edge in edges])[-2:]
        return first - second > left

    def _edges(self, rng: random.Random) -> list[Edge]:
        """The root's edges of the moves that there are, in their order."""
        state = self.ruleset.sample(self.view, rng)
        return [self.root.edges[self.ruleset.meaning(state, move)] for move in self.moves]

    def _iterate(self) -> None:
        """One sample, one way down, one new node."""
        ruleset = self.ruleset
        state = ruleset.sample(self.view, self.rng)
        node = self.root
        path = []
        moves = self.moves
        seat = self.seat
        while True:
            meanings = [ruleset.meaning(state, move) for move in moves]
            self._complete(node, state, moves, meanings)
            if node is self.root and self.may_pass:
                meanings.append(NOT_TO_REACT)
            at = node.select(meanings, self.budget.exploration)
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
            self.playouts.play_on(state)
        self._back_up(path, ruleset.forecast(state))

    def _complete(self, node: Node, state: Any, moves: list[Move], meanings: list[Move]) -> None:
        """Give the node edges for moves it has not met before."""
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
            edge.gold += forecast.totals[node.seat]
            node.visits += 1
            node.value += worth
            edge.chance += forecast.chances[node.seat]

    def _worths(self, forecast: Forecast) -> list[float]:
        """What each seat plays for, 0 to 1: to win, and to win clearly."""
        clear = self.budget.clear
        return [
            (1 - clear) * chance + clear * lead for chance, lead in zip(forecast.chances, forecast.leads, strict=True)
        ]

    def decision(self) -> Decision:
        """The most visited move; its subtree is remembered for the next decision."""
        candidates = []
        best, most = None, -1
        for move, edge in zip(self.moves, self._edges(self.rng), strict=True):
            count = max(1, edge.visits)
            candidates.append(Candidate(move, edge.visits, edge.chance / count, edge.gold / count))
            if edge.visits > most:
                best, most, self.session.memory = move, edge.visits, edge.child
        if self.may_pass and self.root.edges[NOT_TO_REACT].visits >= most:
            best = self.session.memory = None
        return decided(best, candidates, self.root.visits - self.remembered)
