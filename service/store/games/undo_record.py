"""What may be taken back in a stored game. It is kept with the head, since working it out again takes a replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson

from engine.ruleset import Doc
from service.store.games.packed_json import pack, unpack


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """The moves that may be taken back, all of `seat`, which moved last.

    `versions`: to which they led; `before`: the positions before them, packed; `why_not`: why nothing earlier may be
    taken back, a key of `service.games.history.undo.REASONS`; `undone`: the moves taken back so far, by seat.
    """

    seat: int | None = None
    why_not: str = "others"
    versions: tuple[int, ...] = ()
    undone: Mapping[int, int] = field(default_factory=dict)
    before: bytes = b""

    def ended(self, seat: int, why_not: str) -> UndoRecord:
        """After something of the seat that cannot be taken back."""
        return UndoRecord(seat, why_not, undone=self.undone)

    def moved(self, seat: int, version: int, position: Doc, ruleset: str) -> UndoRecord:
        """After a move of the seat, from this position to this version, that may be taken back."""
        earlier = self if self.seat == seat else self.ended(seat, "others")
        positions = [*earlier.positions(ruleset), position]
        return replace(earlier, versions=(*earlier.versions, version), before=pack(ruleset, orjson.dumps(positions)))

    def taken_back(self, ruleset: str) -> UndoRecord:
        """After taking back the last of `versions`."""
        assert self.seat is not None
        left = self.positions(ruleset)[:-1]
        undone = {**self.undone, self.seat: self.undone.get(self.seat, 0) + 1}
        before = pack(ruleset, orjson.dumps(left)) if left else b""
        return replace(self, versions=self.versions[:-1], undone=undone, before=before)

    def positions(self, ruleset: str) -> Sequence[Doc]:
        """The positions before the moves."""
        found: Sequence[Doc] = orjson.loads(unpack(ruleset, self.before)) if self.before else ()
        return found

    def dump(self) -> dict[str, bytes]:
        """The fields of the head; `load` is its inverse."""
        rows = [self.seat, self.why_not, self.versions, sorted(self.undone.items())]
        return {"undo": orjson.dumps(rows), "before": self.before}

    @staticmethod
    def load(fields: Mapping[bytes, bytes]) -> UndoRecord:
        if b"undo" not in fields:
            return UndoRecord()
        seat, why_not, versions, undone = orjson.loads(fields[b"undo"])
        return UndoRecord(seat, why_not, tuple(versions), dict(undone), fields[b"before"])
