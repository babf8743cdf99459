"""Views of Villagers as plain documents, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import faults
from engine.villagers.catalogue import CODES, SUIT, SUITS
from engine.villagers.hidden import card_doc, mask_of
from engine.villagers.position import complete, restore_open, write_open, write_seat
from engine.villagers.shapes import VillagersView
from engine.villagers.state import EMPTY, SPECTATORS, UNKNOWN, UNSEEN, Seat, State
from engine.villagers.validation import card_faults, phase_faults, reference_faults, village_faults
from engine.villagers.view import View, unseen_cards
from engine.villagers.village import build_limit, draft_limit


def write_view(view: View) -> Doc:
    """The view as a document: the position with what the viewer may not know taken out."""
    state = view.state
    return {
        "ruleset": "villagers",
        **write_open(state),
        "stacks": [_pile(stack) for stack in state.stacks],
        "reserve": _pile(state.reserve),
        "seats": [_seat(seat) for seat in state.seats],
        "pending": None if state.pending == EMPTY else {"type": "return_card", "card": card_doc(state.pending)},
    }


def _seat(seat: Seat) -> Doc:
    return {
        "hand": [card_doc(hidden) for hidden in seat.hand],
        "draft_limit": draft_limit(seat),
        "build_limit": build_limit(seat),
        **write_seat(seat),
    }


def _pile(pile: list[int]) -> Doc:
    below = [
        {"depth": depth, **card_doc(hidden)}
        for depth, hidden in enumerate(reversed(pile))
        if depth and hidden >> 8 < UNKNOWN
    ]
    return {"count": len(pile), "top": card_doc(pile[-1]) if pile else None, "below": below}


def read_view(doc: Mapping[str, Any], viewer: int | None) -> View:
    """The view of a document. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersView)
    if found:
        raise InvalidPosition(found)
    found = _suit_faults(doc)
    if viewer is not None and viewer >= len(doc["seats"]):
        found.append(Fault("seat", f"there is no seat {viewer}"))
    shown = complete({**doc, **_shown(doc)})
    references = reference_faults(shown)
    found += references + card_faults(shown)
    if found:
        raise InvalidPosition(found)
    state = _restore(doc, viewer)
    found = village_faults(shown) + phase_faults(state) + _hidden_faults(state)
    if viewer is not None and any(hidden >> 8 >= UNKNOWN for hidden in state.seats[viewer].hand):
        found.append(Fault(f"seats.{viewer}.hand", "the viewer knows the own hand"))
    if found:
        raise InvalidPosition(found)
    return View(state, viewer)


def _shown(doc: Mapping[str, Any]) -> Doc:
    """The part of a view that is cards, in the form of a position."""
    pending = doc["pending"]
    return {
        "stacks": [_known_cards(pile) for pile in doc["stacks"]],
        "reserve": _known_cards(doc["reserve"]),
        "pending": {"card": pending["card"]["card"]} if pending and pending["card"]["card"] else None,
        "seats": [
            {**seat, "hand": [card["card"] for card in seat["hand"] if card["card"] is not None]}
            for seat in doc["seats"]
        ],
        "known": [],
    }


def _cards(pile: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*([pile["top"]] if pile["top"] else []), *pile["below"]]


def _known_cards(pile: Mapping[str, Any]) -> list[str]:
    return [card["card"] for card in _cards(pile) if card["card"] is not None]


def _suit_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Cards whose back shows another suit, piles whose cards do not add up."""
    groups = [(f"seats.{index}.hand", seat["hand"]) for index, seat in enumerate(doc["seats"])]
    piles = [*((f"stacks.{index}", pile) for index, pile in enumerate(doc["stacks"])), ("reserve", doc["reserve"])]
    groups += [(path, _cards(pile)) for path, pile in piles]
    if doc["pending"]:
        groups.append(("pending", [doc["pending"]["card"]]))
    found = [
        Fault(path, f"{card['card']} is not of the suit {card['suit']}")
        for path, cards in groups
        for card in cards
        if card["card"] is not None and SUITS[SUIT[CODES[card["card"]]]] != card["suit"]
    ]
    for path, pile in piles:
        depths = [card["depth"] for card in pile["below"]]
        if (pile["count"] > 0) != (pile["top"] is not None):
            found.append(Fault(f"{path}.top", "a pile shows the back of its top card"))
        if len(set(depths)) != len(depths) or any(not 0 < depth < pile["count"] for depth in depths):
            found.append(Fault(f"{path}.below", "depths count the cards above, each once, within the pile"))
    return found


def _restore(doc: Mapping[str, Any], viewer: int | None) -> State:
    state = restore_open(doc, b"")
    for index, pile in enumerate(doc["stacks"]):
        state.stacks[index] = _hidden_pile(pile, viewer, state)
    state.reserve = _hidden_pile(doc["reserve"], viewer, state)
    if doc["pending"]:
        state.pending = _hidden(doc["pending"]["card"], viewer, state)
    for index, seat in enumerate(doc["seats"]):
        state.seats[index].hand = sorted(
            _hidden(card, None if index == viewer else viewer, state, index) for card in seat["hand"]
        )
    return state


def _hidden(card: Mapping[str, Any], viewer: int | None, state: State, owner: int | None = None) -> int:
    """A card as the viewer sees it. A known mark is public when nobody is left out."""
    if card["card"] is None:
        return UNKNOWN + SUITS.index(card["suit"]) << 8
    knowers: int = mask_of(card["known"])
    if viewer is not None:
        knowers |= 1 << viewer
    others = state.everyone & ~SPECTATORS & ~(0 if owner is None else 1 << owner)
    if knowers & others == others:
        knowers |= SPECTATORS
    return CODES[card["card"]] << 8 | knowers


def _hidden_pile(pile: Mapping[str, Any], viewer: int | None, state: State) -> list[int]:
    cards = [UNSEEN << 8] * pile["count"]
    for card in _cards(pile):
        cards[-1 - card.get("depth", 0)] = _hidden(card, viewer, state)
    return cards


def _hidden_faults(state: State) -> list[Fault]:
    """More backs than cards of the box are left for."""
    left = Counter(SUIT[card] for card in unseen_cards(state))
    hidden = [hidden >> 8 for seat in state.seats for hidden in seat.hand]
    hidden += [card >> 8 for pile in (*state.stacks, state.reserve) for card in pile]
    if state.pending != EMPTY:
        hidden.append(state.pending >> 8)
    backs = Counter(card - UNKNOWN for card in hidden if UNKNOWN <= card < UNSEEN)
    found = [
        Fault("", f"{backs[suit]} backs of {SUITS[suit]}, but only {left[suit]} such cards are unseen")
        for suit in backs
        if backs[suit] > left[suit]
    ]
    unknown = sum(card >= UNKNOWN for card in hidden)
    if unknown > left.total():
        found.append(Fault("", f"{unknown} unknown cards, but only {left.total()} cards are unseen"))
    return found
