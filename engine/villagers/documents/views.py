"""Reads and writes views of Villagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import faults
from engine.villagers.catalogue import CODES, KEYS, SUIT
from engine.villagers.documents.positions import complete_position, restore_state
from engine.villagers.documents.table_fields import SEEN_TABLE, VillagersView
from engine.villagers.documents.validation import BOX, document_faults, state_faults
from engine.villagers.state import ORIGIN, RECYCLED, UNKNOWN, UNSEEN, State
from engine.villagers.view import View
from engine.words import count_of


def view_document(view: View) -> Doc:
    """Return the view as a document: the position without hidden information."""
    return {**SEEN_TABLE.write_fields(view.state), "recycled": [KEYS[card] for card in view.recycled]}


def parse_view(doc: Mapping[str, Any], viewer: int | None) -> View:
    """Return the view of a document. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersView)
    if not found:
        found = _pile_faults(doc)
        if viewer is not None and viewer >= len(doc["seats"]):
            found.append(Fault("seat", f"there is no seat {viewer}"))
    InvalidPosition.raise_for(found)
    whole = complete_view(doc, viewer)
    InvalidPosition.raise_for(document_faults(whole))
    view = restore_view(whole, viewer)
    state = view.state
    found = state_faults(state, viewer) + _recycled_faults(state, view.recycled)
    if viewer is not None and any(hidden >> 8 >= UNKNOWN for hidden in state.seats[viewer].hand):
        found.append(Fault(f"seats.{viewer}.hand", "the viewer knows the own hand"))
    InvalidPosition.raise_for(found)
    return view


def complete_view(doc: Mapping[str, Any], viewer: int | None) -> Doc:
    """Return a view as a position (`as_position`), with defaults filled in."""
    return {**complete_position(as_position(doc, viewer)), "recycled": doc["recycled"]}


def restore_view(whole: Mapping[str, Any], viewer: int | None) -> View:
    """Return the view that a document from `complete_view` describes. Checks nothing."""
    state = restore_state(whole)
    state.seed = b""
    return View(state, viewer, [CODES[key] for key in whole["recycled"]])


def as_position(doc: Mapping[str, Any], viewer: int | None) -> Doc:
    """Return a view as a position with unknown cards. An unknown card is None, and a mark says what the viewer knows
    about it.

    Such a mark has the `path` of its card in the view and the `suit` of the back. `unknown` says whether the viewer
    knows only the back.
    """
    known: list[Doc] = []
    everybody = set(range(len(doc["seats"])))

    def read(cards: Sequence[tuple[int, str, Doc]], pile: str, index: int, height: int) -> list[str | None]:
        keys: list[str | None] = [None] * height
        owner = {index} if pile == "hand" else set()
        for place, path, card in cards:
            keys[place] = card["card"]
            knowers = {*card["known"], *({viewer} - owner - {None})} if card["card"] else set()
            mark = {"pile": pile, "index": index, "place": place, "path": path, "unknown": card["card"] is None}
            public = bool(card["card"]) and (viewer is None or knowers | owner >= everybody)
            known.append(
                {**mark, "suit": card["suit"], "origin": card["origin"], "seats": sorted(knowers), "public": public}
            )
        return keys

    def pile(pile: Doc, name: str, index: int, path: str) -> list[str | None]:
        return read(_cards(pile, path), name, index, pile["count"])

    seats = []
    for index, seat in enumerate(doc["seats"]):
        hand = [(place, f"seats.{index}.hand.{place}", card) for place, card in enumerate(seat["hand"])]
        seats.append({**seat, "hand": read(hand, "hand", index, len(hand))})
    pending = doc["pending"]
    if pending and pending["type"] == "return_card":
        pending = {**pending, "card": read([(0, "pending.card", pending["card"])], "pending", 0, 1)[0]}
    return {
        **doc,
        "stacks": [pile(stack, "stack", index, f"stacks.{index}") for index, stack in enumerate(doc["stacks"])],
        "reserve": pile(doc["reserve"], "reserve", 0, "reserve"),
        "pending": pending,
        "seats": seats,
        "known": known,
    }


def _cards(pile: Mapping[str, Any], path: str) -> list[tuple[int, str, Doc]]:
    """Return the cards of a pile about which the viewer knows something: for each, its depth, path and document."""
    top = [(0, f"{path}.top", pile["top"])] if pile["top"] else []
    return [*top, *((card["depth"], f"{path}.below.{at}", card) for at, card in enumerate(pile["below"]))]


def _pile_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Return a fault for each pile whose number of cards, top card and depths contradict each other."""
    found = []
    for path, pile in [*((f"stacks.{at}", pile) for at, pile in enumerate(doc["stacks"])), ("reserve", doc["reserve"])]:
        depths = [card["depth"] for card in pile["below"]]
        if pile["count"] > BOX:
            found.append(Fault(f"{path}.count", f"the box holds {BOX}"))
        if (pile["count"] > 0) != (pile["top"] is not None):
            found.append(Fault(f"{path}.top", "a pile shows the back of its top card"))
        if len(set(depths)) != len(depths) or any(not 0 < depth < pile["count"] for depth in depths):
            found.append(Fault(f"{path}.below", "depths count the cards above, each once, within the pile"))
    return found


def _recycled_faults(state: State, recycled: list[int]) -> list[Fault]:
    """Return a fault if the recycled cards cannot lie at the places of the reserve that are marked RECYCLED.

    Each place takes one card. If the top card lies at such a place and shows its back, one of the recycled cards must
    have this back.
    """
    places = [hidden for hidden in state.reserve if hidden & ORIGIN == RECYCLED and hidden >> 8 >= UNKNOWN]
    found = []
    if len(places) != len(recycled):
        found.append(
            Fault("recycled", f"{count_of(len(recycled), 'card')} for {count_of(len(places), 'place')} of the reserve")
        )
    top = state.reserve[-1] if state.reserve else 0
    shown = (top >> 8) - UNKNOWN
    if top in places and top >> 8 < UNSEEN and all(SUIT[card] != shown for card in recycled):
        found.append(Fault("recycled", "has no card with the back that shows"))
    return found
