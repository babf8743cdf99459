"""Villagers as a `Ruleset`: checks who may move, and delegates to the other modules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.about import Abouts
from engine.errors import GameOver, IllegalMove, NotYourTurn
from engine.events import Event
from engine.ruleset import Doc, Forecast, Key, Move, Option, Ruleset, Shapes
from engine.villagers import catalogue, flow, scoring, setup
from engine.villagers import view as views
from engine.villagers.documents import positions
from engine.villagers.documents import views as view_docs
from engine.villagers.documents.options import OPTIONS, parse_options
from engine.villagers.documents.shapes.events import EVENTS
from engine.villagers.documents.shapes.parts import VillagersOptions
from engine.villagers.documents.shapes.scores import VillagersCardFacts, VillagersScore
from engine.villagers.documents.table_fields import FORMAT, TABLE, VillagersPosition, VillagersView
from engine.villagers.documents.word_forms import WORD_FORMS
from engine.villagers.heuristics import keys, policy, topics, value
from engine.villagers.state import DRAFT, EMPTY, ROAD, State
from engine.villagers.view import View
from engine.villagers.words import VillagersWords
from engine.wording.rules import rules_of


class Villagers(Ruleset[State, View]):
    """The card game Villagers: 2 to 5 seats, or one against the Countess; base game and expansions."""

    key = "villagers"
    name = "Villagers"
    summary = "Draft villagers and build a village of their trades: each stands on another, and locks cost gold."
    format = FORMAT
    seats = range(1, 6)
    options: Sequence[Option] = OPTIONS
    about = Abouts(flow.MOVE_TYPES.about, EVENTS.about)
    uncovers = ("/stacks/*/top", "/reserve/top")
    table = TABLE
    move_types = flow.MOVE_TYPES
    word_type = VillagersWords
    word_forms = WORD_FORMS
    shapes = Shapes(
        options=VillagersOptions,
        position=VillagersPosition,
        view=VillagersView,
        score=VillagersScore,
        card=VillagersCardFacts,
        moves=flow.MOVE_TYPES.shapes,
        events=EVENTS.shapes,
    )

    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        return parse_options(doc, seats)

    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
        """See `Ruleset.setup` (SETUP)."""
        return setup.deal(options, seats, seed)

    def seat_count(self, state: State) -> int:
        return state.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """See `Ruleset.to_act`: only the Courier allows reactions (SCOUNDRELS-8)."""
        if state.boxes or state.turn == EMPTY:
            return flow.acting_seats(state)
        return (state.turn,)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        return flow.moves(state, seat)

    def apply(self, state: State, seat: int, move: Move) -> list[Event]:
        if state.turn == EMPTY:
            raise GameOver("The game is over.")
        legal = flow.moves(state, seat)
        if seat != state.turn and not legal:
            raise NotYourTurn("Seat {turn} is to act, not seat {seat}.", turn=state.turn + 1, seat=seat + 1)
        if move not in legal:
            raise IllegalMove(flow.why_not(state, seat, move), self.words)
        events: list[Event] = []
        flow.play(state, seat, move, events)
        return events

    def advance(self, state: State, seat: int, move: Move) -> None:
        flow.play(state, seat, move, None)

    def clone(self, state: State) -> State:
        return state.clone_state()

    def view(self, state: State, seat: int | None) -> View:
        """See `Ruleset.view` (INFO)."""
        return views.project(state, seat)

    def open_view(self, state: State) -> View:
        return views.opened(state)

    def sample(self, view: View, rng: random.Random) -> State:
        return views.sample_state(view, rng)

    def blank_state(self, view: View) -> State:
        return view.state.clone_state()

    def view_moves(self, view: View) -> Sequence[Move]:
        """See `Ruleset.view_moves`: legality depends only on what the seat knows."""
        return [] if view.viewer is None else self.legal_moves(view.state, view.viewer)

    def view_to_act(self, view: View) -> tuple[int, ...]:
        return self.to_act(view.state)

    def might_react(self, view: View) -> tuple[int, ...]:
        """See `Ruleset.might_react` (A-57)."""
        return views.might_react(view.state)

    def turn_of(self, view: View) -> tuple[int, ...]:
        """See `Ruleset.turn_of`: round and phase, and in a draft phase the number of villagers drafted."""
        state = view.state
        if state.phase != DRAFT:
            return (state.round, state.phase, 0)
        # A draft may end with a decision, such as a choice for the Countess.
        drafted = sum(len(seat.square) for seat in state.seats) - bool(state.asked)
        return (state.round, DRAFT, drafted)

    def result(self, state: State) -> Doc | None:
        """See `Ruleset.result` (END)."""
        return scoring.final_result(state)

    def score_now(self, state: State) -> Doc:
        """See `Ruleset.score_now` (MARKET, SILVER)."""
        return scoring.present_scores(state)

    def score_view(self, view: View) -> Doc:
        """See `Ruleset.score_view`: hidden cards score nothing."""
        return scoring.present_scores(view.state)

    def forecast(self, state: State) -> Forecast:
        return value.estimate_outcome(state)

    def topics(self, state: State, seat: int) -> dict[str, float]:
        return topics.topics_of(state, seat)

    def priors(self, state: State, seat: int, moves: Sequence[Move]) -> list[float]:
        return policy.Decision(state, seat, moves).priors()

    def priors_key(self, state: State, seat: int, moves: Sequence[Move]) -> Key | None:
        return keys.key(state, seat, moves)

    def stage(self, state: State) -> int | None:
        """Return the stage. Each round has two: the draft, and the rest."""
        return 2 * state.round + (state.phase != DRAFT)

    def horizon(self, state: State) -> int | None:
        """See `Ruleset.horizon`: the end of the round; for a coin on the road, the end of the next draft, in which the
        coin matters (ROAD).
        """
        return 2 * state.round + (3 if state.phase == ROAD else 2)

    def meaning(self, state: State, move: Move) -> Move:
        """See `Ruleset.meaning`: a villager of the road is identified by its card, not by its slot."""
        return keys.meaning(state, move)

    def read_position(self, doc: Mapping[str, Any]) -> State:
        return positions.parse_position(doc)

    def restore(self, doc: Mapping[str, Any]) -> State:
        return positions.restore_state(doc)

    def write_view(self, view: View) -> Doc:
        return view_docs.view_document(view)

    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> View:
        return view_docs.parse_view(doc, seat)

    def restore_view(self, doc: Mapping[str, Any], seat: int | None) -> View:
        return view_docs.restore_view(view_docs.complete_view(doc, seat), seat)

    def cards(self, lang: str) -> list[Doc]:
        return catalogue.catalogue(lang)

    def rules(self, lang: str) -> list[Doc]:
        return rules_of(self.key, lang)
