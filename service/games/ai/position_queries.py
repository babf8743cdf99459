"""Queries about a position that need no stored game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import notation
from engine.errors import EngineError, Fault, InvalidPosition
from engine.events import Event
from engine.ruleset import Doc, Ruleset
from engine.wording import LANGUAGES, Names
from service.games.core.game_errors import NoSuchRuleset, NoSuchSeat, locate_refusal
from service.games.core.projection import listed_moves, teller

Rulesets = Mapping[str, Ruleset[Any, Any]]


class Position:
    """A validated position, given as a document or as text.

    The constructor raises `NoSuchRuleset`, or `InvalidPosition`, which lists every fault. Methods raise `NoSuchSeat` if
    the seat is unknown.
    """

    def __init__(self, rulesets: Rulesets, position: Any, language: str = LANGUAGES[0]) -> None:
        self.language = language
        self.ruleset, document = _read(rulesets, position)
        self.state = self.ruleset.read_position(document)

    def moves_of_position(self, seat: int) -> Doc:
        """Return `{"moves": [{"id", "label", "move", "about"}], "prompt"}` with the seat's legal moves.

        There are no moves if the seat cannot move now.
        """
        self._check(seat)
        moves, table = self.ruleset.legal_moves(self.state, seat), self.ruleset.write_position(self.state)
        return listed_moves(
            self.ruleset, moves, 0, seat, table, self.view_of_position(seat), self._names, self.language
        )

    def apply_to_position(self, moves: Sequence[Mapping[str, Any]]) -> Doc:
        """Make moves, each given as `{"seat", "move"}`. Returns `{"position", "events"}` with nothing hidden.

        Raises the errors of `Ruleset.apply`. The message begins with the path of the refused move, such as `moves.2`.
        """
        happened: list[Event] = []
        for index, entry in enumerate(moves):
            self._check(entry["seat"])
            try:
                move = self.ruleset.read_move(self.state, entry["seat"], entry["move"])
                events = self.ruleset.apply(self.state, entry["seat"], move)
            except EngineError as refusal:
                raise locate_refusal(refusal, f"moves.{index}", f"moves.{index}.move") from refusal
            happened += events
        position = self.ruleset.write_position(self.state)
        tell = teller(self.ruleset, self._names, self.language)
        told = [tell({**event.reveal(), "about": self.ruleset.about.of_event(event, position)}) for event in happened]
        return {"position": position, "events": told}

    def view_of_position(self, seat: int | None) -> Doc:
        """Return the view of a seat, or of a spectator (`None`)."""
        if seat is not None:
            self._check(seat)
        return self.ruleset.write_view(self.ruleset.view(self.state, seat))

    @property
    def _names(self) -> Names:
        return [None] * self.ruleset.seat_count(self.state)

    def _check(self, seat: int) -> None:
        if seat not in range(self.ruleset.seat_count(self.state)):
            raise NoSuchSeat("the position has no such seat")


def score(rulesets: Rulesets, position: Any) -> Doc:
    """Return the score of each seat, line by line, as if the game ended now.

    Fields that do not affect the score may be missing. Raises `NoSuchRuleset`, or `InvalidPosition`, which lists every
    fault.
    """
    ruleset, document = _read(rulesets, position)
    return ruleset.score_position(document)


def _read(rulesets: Rulesets, position: Any) -> tuple[Ruleset[Any, Any], Doc]:
    """Return the ruleset that a position names, and the position as a document that is not validated yet."""
    if isinstance(position, str):
        document, viewer = notation.parse_text(position, rulesets)
        if viewer is not None:
            raise InvalidPosition([Fault("", "is the text of a view: a position has no seat behind the ruleset")])
        return rulesets[document["ruleset"]], document
    if not isinstance(position, Mapping):
        raise InvalidPosition([Fault("", "must be an object or a text")])
    key = position.get("ruleset")
    if not isinstance(key, str):
        raise InvalidPosition([Fault("ruleset", "must be a string" if "ruleset" in position else "is missing")])
    if key not in rulesets:
        raise NoSuchRuleset("the server does not know this ruleset")
    return rulesets[key], dict(position)
