"""Reads positions of Villagers into states. `TABLE` writes positions; `validation` finds impossible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import MAX_FAULTS, UNFIT, faults, prune
from engine.villagers.catalogue import BASICS, CODES, KEYS, SUITS
from engine.villagers.documents.seat_fields import COUNTESS_FIELDS, SEAT
from engine.villagers.documents.table_fields import SOLO, TABLE, VillagersPosition
from engine.villagers.documents.validation import document_faults, state_faults
from engine.villagers.setup import boxes_of
from engine.villagers.state import BUILD, RETURN_CARD, SPECTATORS, UNKNOWN, UNSEEN, State
from engine.villagers.table.build_turn import MAX_TRADES, past_opening
from engine.villagers.table.hidden import ORIGIN_BITS, mask_of
from engine.villagers.table.village import build_limit

Marks = Mapping[tuple[str, int, int], Mapping[str, Any]]
"""The knowledge about hidden cards. The key is the pile, the pile's number and the card's place in it."""


def parse_position(doc: Mapping[str, Any]) -> State:
    """Return the state of a position given by a client. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersPosition)
    if found:
        raise InvalidPosition(found + _other_faults(doc) if len(found) <= MAX_FAULTS else found)
    whole = complete_position(doc)
    InvalidPosition.raise_for(document_faults(whole))
    state = restore_state(whole)
    _begin_turns(state, doc["seats"])
    InvalidPosition.raise_for(state_faults(state))
    return state


def _other_faults(doc: object) -> list[Fault]:
    """Return the faults of content in a position that also has faults of form.

    Only the parts that are correct in form are checked.
    """
    fit = prune(doc, VillagersPosition)
    if fit is UNFIT or None in fit["seats"]:
        return []
    return document_faults(complete_position({**_without_gaps(fit), "known": []}))


_WITH_GAPS: Final = ("road", "village")
"""The lists in which `_without_gaps` keeps the gaps, because a gap there stands for a card."""


def _without_gaps(value: Any, name: str = "") -> Any:
    """Return the document without gaps, the `None` entries with which `prune` replaces faulty entries of lists.

    The lists in `_WITH_GAPS` keep their gaps. A faulty stack becomes empty.
    """
    if isinstance(value, Mapping):
        return {inner: _without_gaps(part, inner) for inner, part in value.items()}
    if not isinstance(value, list):
        return value
    if name == "stacks":
        return [_without_gaps(stack or []) for stack in value]
    return [_without_gaps(part) for part in value if part is not None or name in _WITH_GAPS]


def complete_position(doc: Mapping[str, Any]) -> Doc:
    seats = [SEAT.complete_fields(seat) for seat in doc["seats"]]
    known = {"seats": seats, "solo": doc.get("options", {}).get("solo")}
    whole = {**doc, "seats": seats}
    for name, fields in (("countess", COUNTESS_FIELDS), ("events", SOLO)):
        if doc.get(name) is not None or known["solo"] is not None:
            whole[name] = fields.complete_fields(doc.get(name) or {}, known)
    whole["basics"] = {**_basics_left(seats, whole.get("countess")), **doc.get("basics", {})}
    return TABLE.complete_fields(whole, known)


def _basics_left(seats: list[Doc], countess: Doc | None) -> dict[str, int]:
    villages = [one["village"] for one in (*seats, countess) if one]
    used = [villager["card"] for village in villages for villager in village if villager]
    used += [key for seat in seats for key in seat["hand"]]
    return {KEYS[basic]: max(0, 10 - used.count(KEYS[basic])) for basic in BASICS}


def _begin_turns(state: State, seats: Sequence[Mapping[str, Any]]) -> None:
    """Set omitted counters of the current build turn to their initial values."""
    for index, (seat, doc) in enumerate(zip(state.seats[: state.players], seats, strict=True)):
        building = state.phase == BUILD and index == state.turn
        seat.builds = doc.get("builds_left", build_limit(seat) - seat.cut) if building else 0
        seat.trades = doc.get("trades_left", MAX_TRADES) if building else 0
        seat.tinner = doc.get("tinner", False) and building
        seat.hired = seat.hired if building else []
        begins = building and "builds_left" not in doc and not past_opening(state)
        seat.opening = doc.get("opening", begins) and building and state.boxes != 0


def restore_state(doc: Mapping[str, Any]) -> State:
    """Return the state of a complete position, without validating it.

    `doc` may also be a view that `views` has written as a position.
    """
    state = State(len(doc["seats"]), b"", boxes_of(doc["options"]["expansions"]))
    TABLE.restore_fields(state, doc)
    marks = {(mark["pile"], mark.get("index", 0), mark.get("place", 0)): mark for mark in doc["known"]}
    for at, mark in marks.items():
        if mark.get("public"):
            # All seats know what spectators know (INFO-5). The mark of a card in a hand leaves out the hand's owner.
            marks[at] = {**mark, "seats": [seat for seat in range(state.players) if at[:2] != ("hand", seat)]}
    for index, pile in enumerate(doc["stacks"]):
        state.stacks[index] = _hidden(pile, "stack", index, marks)[::-1]
    state.reserve = _hidden(doc["reserve"], "reserve", 0, marks)[::-1]
    if state.asked[:1] == (RETURN_CARD,):
        (state.traded_card,) = _hidden([doc["pending"]["card"]], "pending", 0, marks)
    for index, seat in enumerate(doc["seats"]):
        state.seats[index].hand = sorted(_hidden(seat["hand"], "hand", index, marks))
    return state


def _hidden(keys: Sequence[str | None], pile: str, index: int, marks: Marks) -> list[int]:
    return [_hidden_card(key, marks.get((pile, index, place))) for place, key in enumerate(keys)]


def _hidden_card(key: str | None, mark: Mapping[str, Any] | None) -> int:
    """Return a hidden card. `key`: the card's key, or `None` if the card is unknown.

    `mark`: who knows the card, its origin, and the suit that its back shows; `None` if nothing is known about it.
    """
    if mark is None:
        return (CODES[key] if key else UNSEEN) << 8
    knowers = mask_of(mark["seats"]) | (SPECTATORS if mark.get("public") else 0) | ORIGIN_BITS[mark.get("origin")]
    if key:
        return CODES[key] << 8 | knowers
    return (UNSEEN if mark["suit"] is None else UNKNOWN + SUITS.index(mark["suit"])) << 8 | knowers
