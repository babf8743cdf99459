"""My Village as a `Ruleset`: checks who may move and delegates to the other modules."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.about import Abouts
from engine.errors import Fault, FaultyDocument, GameOver, IllegalMove, NotYourTurn, Refusal
from engine.events import Event
from engine.my_village import catalogue, flow, moves, scoring, setup
from engine.my_village.catalogue import STANDARD, Catalogue, facts
from engine.my_village.documents import positions, views
from engine.my_village.documents.options import options_of, parse_options
from engine.my_village.documents.shapes.events import EVENTS
from engine.my_village.documents.shapes.positions import MyVillageOptions, MyVillagePosition, MyVillageView
from engine.my_village.documents.shapes.scores import MyVillageCardFacts, MyVillageScore
from engine.my_village.documents.table_fields import FORMAT, TABLE
from engine.my_village.documents.word_forms import WORD_FORMS
from engine.my_village.heuristics import policy, topics, value
from engine.my_village.move_types import MOVE_TYPES
from engine.my_village.phases import rounds
from engine.my_village.state import BANNERS, DICE, EMPTY, PHASES, VALUE, State
from engine.my_village.view import View, project, sample_state
from engine.my_village.words import MyVillageWords
from engine.ruleset import Doc, Forecast, Move, Ruleset, Shapes
from engine.wording.rules import rules_of


class MyVillage(Ruleset[State, View]):
    """The dice game My Village: 2 to 4 seats.

    `catalogues`: sets of numbers, by name. The option `catalogue` of a game chooses one of them (MVSETUP-14).
    """

    key = "my_village"
    name = "My Village"
    summary = "Two dice a turn decide what your village can do. Generations come and go, and time takes its toll."
    format = FORMAT
    seats = range(2, 5)
    about = Abouts(MOVE_TYPES.about, EVENTS.about)
    uncovers = ("/monks/*/top",)
    table = TABLE
    move_types = MOVE_TYPES
    word_type = MyVillageWords
    word_forms = WORD_FORMS
    shapes = Shapes(
        options=MyVillageOptions,
        position=MyVillagePosition,
        view=MyVillageView,
        score=MyVillageScore,
        card=MyVillageCardFacts,
        moves=MOVE_TYPES.shapes,
        events=EVENTS.shapes,
    )

    def __init__(self, catalogues: Sequence[Catalogue] = ()) -> None:
        self.catalogues: Mapping[str, Catalogue] = {cat.name: cat for cat in (STANDARD, *catalogues)}
        self.options = options_of(self.catalogues)

    def with_catalogues(self, docs: Mapping[str, Any]) -> MyVillage:
        """See `Ruleset.with_catalogues` (MVSETUP-14)."""
        faults: list[Fault] = []
        read = [cat for cat in self.catalogues.values() if cat is not STANDARD]
        for name, doc in docs.items():
            if name in self.catalogues or not re.fullmatch("[a-z0-9_-]{1,40}", name):
                faults.append(Fault(name, "must be a new name of small letters, digits, _ and -, at most 40"))
            try:
                read.append(catalogue.read(name, doc))
            except FaultyDocument as error:
                faults += [Fault(f"{name}.{fault.path}".rstrip("."), fault.message) for fault in error.faults]
        FaultyDocument.raise_for(faults)
        return MyVillage(read)

    def read_options(self, doc: Mapping[str, Any], seats: int) -> Doc:
        return parse_options(doc, seats, self.options)

    def setup(self, options: Mapping[str, Any], seats: int, seed: bytes) -> State:
        """See `Ruleset.setup` (MVSETUP)."""
        return setup.deal(self.catalogues[options["catalogue"]], options, seats, seed)

    def seat_count(self, state: State) -> int:
        return len(state.seats)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the only seat that may decide: the active one, or the owner of the sanatory church when the rats
        come.
        """
        return () if state.turn == EMPTY else (state.turn,)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        if seat != state.turn:
            return []
        return flow.PHASES[state.phase].moves(state, seat)

    def apply(self, state: State, seat: int, move: Move) -> list[Event]:
        """See `Ruleset.apply`. Every move outside `legal_moves` is refused, with the rule that forbids it."""
        if state.turn == EMPTY:
            raise GameOver("The game is over.")
        if seat != state.turn:
            raise NotYourTurn("Seat {turn} is to act, not seat {seat}.", turn=state.turn + 1, seat=seat + 1)
        if move not in self.legal_moves(state, seat):
            raise IllegalMove(_refusal(state, seat, move), self.words)
        events: list[Event] = []
        flow.play(state, seat, move, events)
        return events

    def advance(self, state: State, seat: int, move: Move) -> None:
        flow.play(state, seat, move, None)

    def clone(self, state: State) -> State:
        return state.clone_state()

    def view(self, state: State, seat: int | None) -> View:
        """See `Ruleset.view` (MVINFO)."""
        return project(state, seat)

    def sample(self, view: View, rng: random.Random) -> State:
        return sample_state(view, rng)

    def blank_state(self, view: View) -> State:
        return view.state.clone_state()

    def view_moves(self, view: View) -> Sequence[Move]:
        """See `Ruleset.view_moves`: legality depends only on open information."""
        return [] if view.viewer is None else self.legal_moves(view.state, view.viewer)

    def view_to_act(self, view: View) -> tuple[int, ...]:
        return self.to_act(view.state)

    def turn_of(self, view: View) -> tuple[int, ...]:
        """See `Ruleset.turn_of`. With two players a seat can have two turns in a row: the last of a round and the first
        of the next.
        """
        return (view.state.round, view.state.turns)

    def result(self, state: State) -> Doc | None:
        """See `Ruleset.result` (MVEND)."""
        return scoring.final_result(state)

    def score_now(self, state: State) -> Doc:
        """See `Ruleset.score_now` (MVSCORE)."""
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

    def stage(self, state: State) -> int | None:
        """Return the number of turns so far.

        So a rollout ends with the turn. To continue to the end of the round would not help a search, because the other
        seats' dice are too hard to guess.
        """
        return rounds.turns_in_round(state) * state.round + state.turns

    def read_position(self, doc: Mapping[str, Any]) -> State:
        return positions.parse_position(doc, self.catalogues)

    def score_position(self, doc: Mapping[str, Any]) -> Doc:
        """See `Ruleset.score_position`: the position may leave out the pool."""
        return scoring.present_scores(positions.parse_position(doc, self.catalogues, scoring=True))

    def restore(self, doc: Mapping[str, Any]) -> State:
        return positions.restore_state(doc, self.catalogues)

    def write_view(self, view: View) -> Doc:
        return views.SEEN.write_fields(view.state)

    def read_view(self, doc: Mapping[str, Any], seat: int | None) -> View:
        return views.parse_view(doc, seat, self.catalogues)

    def restore_view(self, doc: Mapping[str, Any], seat: int | None) -> View:
        cat = positions.catalogue_of(doc, self.catalogues)
        return views.restore_view(positions.complete_position(views.as_position(doc), cat), seat, cat)

    def cards(self, lang: str) -> list[Doc]:
        """See `Ruleset.cards`: these are the cards of the standard catalogue."""
        return facts.card_facts(STANDARD, lang)

    def cards_of(self, catalogue: str, lang: str) -> list[Doc]:
        return facts.card_facts(self.catalogues[catalogue], lang)

    def rules(self, lang: str) -> list[Doc]:
        return rules_of(self.key, lang)


def _refusal(state: State, seat: int, move: Move) -> Refusal:
    if state.phase not in MOVE_TYPES.by_code[move[0]].phases:
        if state.phase == DICE:
            return Refusal("MVROUND-6", "Choose two dice first.")
        if state.phase == VALUE:
            return Refusal("MVROUND-6", "You have chosen your dice; now set the banner value.")
        if move[0] in (moves.CHOOSE_DICE, moves.SET_VALUE):
            return Refusal("MVDICE-8", "Your banner value for this turn is already set.")
        if state.phase == BANNERS and move[0] == moves.FORFEIT:
            return Refusal("MVTURN-2", "You cannot pass; activate a banner first.")
        if state.phase == BANNERS:
            return Refusal("MVTURN-1", "You cannot do that now; activate a banner.")
        return Refusal("MVTURN-7", "Something else comes first: {phase}.", phase=PHASES[state.phase])
    return flow.PHASES[state.phase].why_not(state, seat, move)
