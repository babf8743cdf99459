"""The record of the moves that may be taken back in a game.

It is stored with the head, because computing it again would require a replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson

from engine.ruleset import Doc
from service.store.games.packed_json import pack, unpack


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """The moves that may be taken back. All of them are moves of `seat`, the last one that moved.

    `versions`: the version after each move; `before`: the position before each move, packed; `why_not`: the reason why
    no earlier move may be taken back, a key of `service.games.history.undo.REASONS`; `undone`: the number of moves
    taken back so far, by seat.
    """

    seat: int | None = None
    why_not: str = "others"
    versions: tuple[int, ...] = ()
    undone: Mapping[int, int] = field(default_factory=dict)
    before: bytes = b""

    def ended(self, seat: int, why_not: str) -> UndoRecord:
        """Return the record after the seat has done something that cannot be taken back."""
        return UndoRecord(seat, why_not, undone=self.undone)

    def moved(self, seat: int, version: int, position: Doc, ruleset: str) -> UndoRecord:
        """Return the record after the seat has made a move that may be taken back.

        The move has led from `position` to `version`.
        """
        earlier = self if self.seat == seat else self.ended(seat, "others")
        positions = [*earlier.positions(ruleset), position]
        return replace(earlier, versions=(*earlier.versions, version), before=pack(ruleset, orjson.dumps(positions)))

    def taken_back(self, ruleset: str) -> UndoRecord:
        """Return the record after its last move has been taken back."""
        assert self.seat is not None
        left = self.positions(ruleset)[:-1]
        undone = {**self.undone, self.seat: self.undone.get(self.seat, 0) + 1}
        before = pack(ruleset, orjson.dumps(left)) if left else b""
        return replace(self, versions=self.versions[:-1], undone=undone, before=before)

    def positions(self, ruleset: str) -> Sequence[Doc]:
        """Return the positions before the moves."""
        found: Sequence[Doc] = orjson.loads(unpack(ruleset, self.before)) if self.before else ()
        return found

    def dump(self) -> dict[str, bytes]:
        """Return the record as fields of the head; `load` is the inverse."""
        rows = [self.seat, self.why_not, self.versions, sorted(self.undone.items())]
        return {"undo": orjson.dumps(rows), "before": self.before}

    @staticmethod
    def load(fields: Mapping[bytes, bytes]) -> UndoRecord:
        if b"undo" not in fields:
            return UndoRecord()
        seat, why_not, versions, undone = orjson.loads(fields[b"undo"])
        return UndoRecord(seat, why_not, tuple(versions), dict(undone), fields[b"before"])
