"""The analysis behind a review, decision by decision.

Each decision is judged independently, so a worker that takes over a review gets the same result.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import orjson

from engine.bots import LEVELS, Session
from engine.bots.review import DEPTHS, KINDS, Judge, Option, is_choice, kind_of
from engine.replay import Replayer, Step, standing, steps
from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES
from service.games.ai.reason_documents import reasons_in, store_reasons
from service.games.clock import turn_clock
from service.games.core.projection import put_label
from service.store.games.clock_record import Timing
from service.store.games.records import Level

LEVELS_OF_REVIEWS: Final = tuple(DEPTHS)
TURNING: Final = 0.1
CAUSE: Final = TURNING / 2
"""The smallest loss that can cause a turning point.

Smaller losses do not count. A forecast can change that much just because a turn or round ends.
"""
MAX_TURNING_POINTS: Final = 5
MAX_SHOWN: Final = 3
"""The number of best moves shown per decision."""


NOT_TO_REACT: Final = "Do not react."
"""The label of the choice not to react."""


@dataclass(frozen=True, slots=True)
class Material:
    """The input for replaying a finished game.

    - `steps`: as in `engine.replay`.
    - `game`: the game's id, if the game is stored here.
    - `names`: the players' names.
    - `winners`: the seats that won; `None` if unknown. After a resignation, the rules cannot determine them.
    - `forfeited`: the seats that lost by the clock or resigned.
    """

    ruleset: str
    options: Doc
    seats: int
    seed: str
    steps: tuple[Step, ...]
    game: str | None = None
    winners: tuple[int, ...] | None = None
    names: tuple[str | None, ...] = ()
    forfeited: tuple[int, ...] = ()

    @staticmethod
    def from_replay(replay: Mapping[str, Any], options: Doc, game: str | None = None) -> Material:
        """Build the material from a replay document. `options`: the game's options as the ruleset parsed them."""
        played = tuple(steps(replay["moves"]))
        result = replay.get("result")
        winners = None if result is None else tuple(result["winners"])
        forfeited = () if result is None else tuple(result.get("forfeited", ()))
        names = tuple(seat.get("name") for seat in replay["seats"])
        return Material(replay["ruleset"], options, len(names), replay["seed"], played, game, winners, names, forfeited)

    def dump_material(self) -> bytes:
        """Serialize the material for storage; `load_material` is the inverse."""
        setup = [self.ruleset, self.options, self.seats, self.seed, self.steps, self.game]
        return orjson.dumps([*setup, self.winners, self.names, self.forfeited])

    @staticmethod
    def load_material(text: bytes) -> Material:
        ruleset, options, seats, seed, played, game, winners, names, forfeited = orjson.loads(text)
        steps_of = tuple((seat, step) for seat, step in played)
        won = None if winners is None else tuple(winners)
        return Material(ruleset, options, seats, seed, steps_of, game, won, tuple(names), tuple(forfeited))


@dataclass(frozen=True, slots=True)
class _Choice:
    version: int
    seat: int
    move: Doc
    before: Any


class Reviewer:
    """A replayed game, and its decisions with at least two options. Raises what `engine.replay` raises.

    Moves that an AI made for an absent or defeated player do not count as that seat's decisions.
    """

    def __init__(self, ruleset: Ruleset[Any, Any], material: Material, by: Level) -> None:
        self._ruleset = ruleset
        self._level = by.name
        self._seats = material.seats
        self._names = material.names
        bot = LEVELS[by.name]
        self._judge = Judge(ruleset, bot if by.milliseconds is None else bot.timed(), DEPTHS[by.name])
        self.choices: list[_Choice] = []
        self._lost_at: list[int] = []
        self.curve: list[Doc] = []
        self._play(material)

    def _play(self, material: Material) -> None:
        ruleset = self._ruleset
        options = ruleset.read_options(material.options, material.seats)
        again = Replayer(ruleset, ruleset.setup(options, material.seats, bytes.fromhex(material.seed)))
        stand, timing = set(standing(material.steps)), Timing()
        self._mark(again, timing)
        for at, (seat, step) in enumerate(material.steps):
            absent = timing.away | timing.forfeited | timing.resigned
            if at in stand and seat not in absent and is_choice(ruleset, ruleset.view(again.state, seat)):
                assert isinstance(step, dict)
                self.choices.append(_Choice(at + 1, seat, step, ruleset.clone(again.state)))
            again.play_entry(seat, step)
            if isinstance(step, str):
                before, timing = timing, turn_clock.after_note(timing, step, seat, forfeits=seat in material.forfeited)
                if timing.forfeited != before.forfeited:
                    self._lost_at.append(again.version)
                    self._mark(again, timing)
            elif at in stand:
                self._mark(again, timing)
        if material.winners is not None:
            # After a resignation or a timeout, the rules cannot determine the winner.
            share = 1 / max(1, len(material.winners))
            self._put(again.version, [share if seat in material.winners else 0.0 for seat in range(self._seats)])

    def _mark(self, again: Replayer, timing: Timing) -> None:
        """Add the present chances of winning to the curve. The chances of defeated seats go to the other seats."""
        chances = self._ruleset.forecast(again.state).chances[: self._seats]
        if timing.forfeited:
            left = [seat for seat in range(self._seats) if seat not in timing.forfeited]
            whole = sum(chances[seat] for seat in left)
            even = 1 / max(1, len(left))
            of_left = {seat: chances[seat] / whole if whole else even for seat in left}
            chances = [of_left.get(seat, 0.0) for seat in range(self._seats)]
        self._put(again.version, chances)

    def _put(self, version: int, chances: Sequence[float]) -> None:
        """Add a point to the curve, replacing an earlier point for the same version."""
        if self.curve and self.curve[-1]["version"] == version:
            self.curve.pop()
        self.curve.append({"version": version, "chances": [round(chance, 4) for chance in chances]})

    def __len__(self) -> int:
        return len(self.choices)

    def judge(self, number: int, session: Session | None = None) -> Doc:
        """Judge the decision with this number (from 0). Returns its document. `session`: as for `Judge.judge`."""
        ruleset, choice = self._ruleset, self.choices[number]
        move = ruleset.read_move(choice.before, choice.seat, choice.move)
        view = ruleset.view(choice.before, choice.seat)
        judgement = self._judge.judge(view, move, self._rng(choice), session)
        move_doc, *best = self._options(choice, [judgement.made, *judgement.options[:MAX_SHOWN]])
        error = round(judgement.error, 4)
        accuracy = None if judgement.accuracy is None else round(judgement.accuracy, 1)
        return {
            "version": choice.version,
            "seat": choice.seat,
            **move_doc,
            # Computed from the rounded values, so that readers can reproduce it.
            "error": error,
            "verdict": kind_of(move_doc["loss"], error, accuracy),
            "accuracy": accuracy,
            "reasons": store_reasons(ruleset, judgement.reasons),
            "best": best,
        }

    def _rng(self, choice: _Choice) -> random.Random:
        """Return a random generator. As for a hint, its seed depends only on what the seat knew."""
        ruleset = self._ruleset
        view = ruleset.write_view(ruleset.view(choice.before, choice.seat))
        text = orjson.dumps([ruleset.key, choice.seat, self._level, view], option=orjson.OPT_SORT_KEYS)
        return random.Random(hashlib.sha256(text).digest())

    def _options(self, choice: _Choice, options: Sequence[Option]) -> list[Doc]:
        """Return the documents of a decision's options, labelled in every language."""
        ruleset = self._ruleset
        docs = [None if one.move is None else ruleset.write_move(one.move) for one in options]
        called = {language: self._labels(choice, docs, language) for language in LANGUAGES}
        return [
            {
                "move": doc,
                "labels": {language: labels[at] for language, labels in called.items()},
                "chance": round(one.chance, 4),
                "total": round(one.total, 2),
                "loss": round(one.loss, 4),
            }
            for at, (one, doc) in enumerate(zip(options, docs, strict=True))
        ]

    def _labels(self, choice: _Choice, docs: Sequence[Doc | None], language: str) -> list[str]:
        """Return a label for each move. No two different moves have the same label."""
        ruleset = self._ruleset
        words, view = ruleset.words(language), ruleset.write_view(ruleset.view(choice.before, choice.seat))
        moves = [doc for at, doc in enumerate(docs) if doc is not None and doc not in docs[:at]]
        labels = words.labels(moves, view, self._names)
        return [words.ruleset_text(NOT_TO_REACT) if doc is None else labels[moves.index(doc)] for doc in docs]

    def review_result(self, decisions: Sequence[Doc]) -> Doc:
        causes = [one["version"] for one in decisions if one["loss"] >= CAUSE]
        return {
            "seats": [_seat(seat, [one for one in decisions if one["seat"] == seat]) for seat in range(self._seats)],
            "curve": self.curve,
            "turning_points": turning_points(self.curve, {*self._lost_at, *causes}),
            "moves": list(decisions),
        }


def _seat(seat: int, decisions: Sequence[Doc]) -> Doc:
    counts = Counter(one["verdict"] for one in decisions)
    return {
        "seat": seat,
        "decisions": len(decisions),
        "accuracy": accuracy([one["accuracy"] for one in decisions]),
        "loss": round(sum(one["loss"] for one in decisions), 4),
        "verdicts": {kind: counts[kind] for kind in KINDS},
    }


def accuracy(judged: Sequence[float | None]) -> float | None:
    """Return the mean of the numbers in `judged`; `None` if it contains no number."""
    counted = [one for one in judged if one is not None]
    return round(sum(counted) / len(counted), 1) if counted else None


def turning_points(curve: Sequence[Doc], causes: Collection[int]) -> list[Doc]:
    """Return the points at which a seat's chance changed most, in playing order.

    `causes`: the versions that may be turning points.
    """
    points = []
    for before, after in pairwise(curve):
        if after["version"] not in causes:
            continue
        changes = [now - then for then, now in zip(before["chances"], after["chances"], strict=True)]
        seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        if abs(changes[seat]) >= TURNING:
            point = {"version": after["version"], "seat": seat}
            point |= {"before": before["chances"][seat], "after": after["chances"][seat]}
            points.append((abs(changes[seat]), point))
    largest = sorted(points, key=lambda one: -one[0])[:MAX_TURNING_POINTS]
    return sorted((point for _, point in largest), key=lambda point: point["version"])


def put_in_language(stored: Doc, language: str) -> Doc:
    best = [put_label(one, language) for one in stored["best"]]
    return put_label(stored, language) | {"reasons": reasons_in(stored, language), "best": best}
