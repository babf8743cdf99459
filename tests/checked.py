"""Plays moves in the notation of any ruleset and checks what holds for all moves.

`apply` accepts exactly the legal moves, `advance` does the same as `apply`, and a written position reads back as
itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.events import Event
from engine.ruleset import Doc, Ruleset


class Checked:
    """A ruleset, played from position to position."""

    def __init__(self, rules: Ruleset[Any, Any]) -> None:
        self.rules = rules

    def play(self, start: Doc, moves: Iterable[tuple[int | None, Doc]]) -> tuple[Doc, list[Event]]:
        """Play moves, each by a seat or (`None`) the one waited for. Returns the position reached and all events."""
        rules = self.rules
        state = rules.read_position(start)
        events: list[Event] = []
        for named, doc in moves:
            who = rules.to_act(state)[0] if named is None else named
            move = rules.read_move(state, who, doc)
            listed = move in rules.legal_moves(state, who)
            twin = rules.clone(state)
            events += rules.apply(state, who, move)
            assert listed, f"accepted, but not listed as legal: {doc}"
            rules.advance(twin, who, move)
            assert rules.write_position(twin) == self.written(state), "advance and apply differ"
        return self.written(state), events

    def written(self, state: Any) -> Doc:
        """The state as a position, which reads back as itself."""
        doc = self.rules.write_position(state)
        assert self.rules.write_position(self.rules.read_position(doc)) == doc, "the position reads back as another one"
        return doc

    def legal(self, doc: Doc, who: int) -> list[Doc]:
        """The legal moves of a seat, complete, as documents."""
        rules = self.rules
        state = rules.read_position(doc)
        moves = list(rules.legal_moves(state, who))
        assert moves == sorted(set(moves)), "not sorted, or with duplicates"
        docs = [rules.write_move(move) for move in moves]
        assert [rules.read_move(state, who, move) for move in docs] == moves, "a move reads back as another one"
        assert list(rules.view_moves(rules.view(state, who))) == moves, "the seat sees other moves than it has"
        return docs

    def refused(self, doc: Doc, who: int, move: Doc) -> str:
        """Try a move that must be refused; returns the rule's id. Checks that nothing changed and that it was not
        listed as legal.
        """
        rules = self.rules
        state = rules.read_position(doc)
        before = rules.write_position(state)
        read = rules.read_move(state, who, move)
        with pytest.raises(IllegalMove) as refusal:
            rules.apply(state, who, read)
        assert rules.write_position(state) == before, "a refused move changed the position"
        assert read not in rules.legal_moves(state, who), "refused, but listed as legal"
        assert refusal.value.reason
        return refusal.value.rule
