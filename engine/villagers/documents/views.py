"""Views of Villagers as plain documents, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import faults
from engine.villagers.catalogue import (
    CODES,
    EVENTS,
    KEYS,
    SEASONS,
    SUIT,
    SUITS,
)
from engine.villagers.documents.phase_validation import phase_faults
from engine.villagers.documents.positions import complete, restore_open
from engine.villagers.documents.table_fields import SEEN_TABLE, VillagersView
from engine.villagers.documents.validation import (
    box_faults,
    card_faults,
    origin_fault,
    reference_faults,
    village_faults,
)
from engine.villagers.flow import pending_of, to_act
from engine.villagers.setup import dealt_apart, event_deck
from engine.villagers.state import (
    EMPTY,
    ORIGIN,
    RECYCLED,
    RETURN_CARD,
    SPECTATORS,
    UNKNOWN,
    UNSEEN,
    State,
)
from engine.villagers.table.hidden import ORIGIN_BITS, ORIGINS, mask_of
from engine.villagers.view import View, unseen_cards, unseen_counts
from engine.words import count_of


def write_view(view: View) -> Doc:
    """The view as a document: the position with what the viewer may not know taken out."""
    return {**SEEN_TABLE.write(view.state), "recycled": [KEYS[card] for card in view.recycled]}


def read_view(doc: Mapping[str, Any], viewer: int | None) -> View:
    """The view of a document. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersView)
    if found:
        raise InvalidPosition(found)
    found = _suit_faults(doc)
    if viewer is not None and viewer >= len(doc["seats"]):
        found.append(Fault("seat", f"there is no seat {viewer}"))
    shown = complete({**doc, **_shown(doc)})
    if too_many := box_faults(shown, _hidden_cards(doc)):
        raise InvalidPosition(too_many)
    references = reference_faults(shown)
    found += references + card_faults(shown)
    if found:
        raise InvalidPosition(found)
    state = _restore(doc, shown, viewer)
    recycled = [CODES[key] for key in doc["recycled"]]
    found = village_faults(shown) + phase_faults(state) + _hidden_faults(state) + _recycled_faults(state, recycled)
    found += _event_faults(state)
    found += _viewer_faults(state, viewer)
    if not found and doc["to_act"][1:] != list(to_act(state)[1:]):
        found.append(Fault("to_act", "behind the seat the game waits for stand exactly those known to react"))
    if found:
        raise InvalidPosition(found)
    return View(state, viewer, recycled)


def _shown(doc: Mapping[str, Any]) -> Doc:
    """The part of a view that is cards, in the form of a position."""
    pending = doc["pending"]
    return {
        "stacks": [_known_cards(pile) for pile in doc["stacks"]],
        "reserve": _known_cards(doc["reserve"]),
        "pending": _shown_pending(pending),
        "seats": [
            {**seat, "hand": [card["card"] for card in seat["hand"] if card["card"] is not None]}
            for seat in doc["seats"]
        ],
        "known": [],
    }


def _hidden_cards(doc: Mapping[str, Any]) -> int:
    """How many cards of hands and piles are not shown, or not named at all."""
    piles = [*doc["stacks"], doc["reserve"]]
    in_hands: int = sum(card["card"] is None for seat in doc["seats"] for card in seat["hand"])
    in_piles: int = sum(max(0, pile["count"] - len(_known_cards(pile))) for pile in piles)
    return in_hands + in_piles


def _shown_pending(pending: Mapping[str, Any] | None) -> Doc | None:
    if pending is None or pending["type"] != "return_card":
        return None if pending is None else dict(pending)
    card = pending["card"]["card"]
    return {"type": "return_card", "card": card} if card else None


def _cards(pile: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*([pile["top"]] if pile["top"] else []), *pile["below"]]


def _known_cards(pile: Mapping[str, Any]) -> list[str]:
    return [card["card"] for card in _cards(pile) if card["card"] is not None]


def _suit_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Cards whose back shows another suit or origin, piles whose cards do not add up."""
    groups = [(f"seats.{index}.hand", seat["hand"]) for index, seat in enumerate(doc["seats"])]
    piles = [*((f"stacks.{index}", pile) for index, pile in enumerate(doc["stacks"])), ("reserve", doc["reserve"])]
    groups += [(path, _cards(pile)) for path, pile in piles]
    if doc["pending"] and doc["pending"]["type"] == "return_card":
        groups.append(("pending", [doc["pending"]["card"]]))
    found = [
        Fault(path, f"{card['card']} is not of the suit {card['suit']}")
        for path, cards in groups
        for card in cards
        if card["card"] is not None and SUITS[SUIT[CODES[card["card"]]]] != card["suit"]
    ]
    for path, cards in groups:
        wrong = {_origin_fault(doc, card, path == "reserve") for card in cards}
        found += [Fault(path, message) for message in wrong if message]
    for path, pile in piles:
        depths = [card["depth"] for card in pile["below"]]
        if (pile["count"] > 0) != (pile["top"] is not None):
            found.append(Fault(f"{path}.top", "a pile shows the back of its top card"))
        if len(set(depths)) != len(depths) or any(not 0 < depth < pile["count"] for depth in depths):
            found.append(Fault(f"{path}.below", "depths count the cards above, each once, within the pile"))
    return found


def _origin_fault(doc: Mapping[str, Any], card: Mapping[str, Any], in_reserve: bool) -> str | None:
    """Why a card, or its back, cannot have its origin: Saints and Scoundrels are special villagers."""
    if card["origin"] in ("saint", "scoundrel") and card["suit"] not in (None, "special"):
        return f"a {card['origin']} is not of the suit {card['suit']}"
    return origin_fault(doc, card["origin"], in_reserve, card["card"])


def _restore(doc: Mapping[str, Any], shown: Mapping[str, Any], viewer: int | None) -> State:
    """The state of a view: `shown` is its open part with everything that was left out."""
    state = restore_open({**shown, "pending": doc["pending"]}, SEEN_TABLE)
    for index, pile in enumerate(doc["stacks"]):
        state.stacks[index] = _hidden_pile(pile, viewer, state)
    state.reserve = _hidden_pile(doc["reserve"], viewer, state)
    if state.asked[:1] == (RETURN_CARD,):
        state.pending = _hidden(doc["pending"]["card"], viewer, state)
    for index, seat in enumerate(doc["seats"]):
        state.seats[index].hand = sorted(
            _hidden(card, None if index == viewer else viewer, state, index) for card in seat["hand"]
        )
    return state


def _hidden(card: Mapping[str, Any], viewer: int | None, state: State, owner: int | None = None) -> int:
    """A card as the viewer sees it. A known mark is public when nobody is left out."""
    origin = ORIGIN_BITS[card["origin"]]
    if card["card"] is None:
        back = UNSEEN if card["suit"] is None else UNKNOWN + SUITS.index(card["suit"])
        return back << 8 | origin
    knowers: int = mask_of(card["known"])
    if viewer is not None:
        knowers |= 1 << viewer
    others = state.everyone & ~SPECTATORS & ~(0 if owner is None else 1 << owner)
    if knowers & others == others:
        knowers |= SPECTATORS
    return CODES[card["card"]] << 8 | knowers | origin


def _hidden_pile(pile: Mapping[str, Any], viewer: int | None, state: State) -> list[int]:
    cards = [UNSEEN << 8] * pile["count"]
    for card in _cards(pile):
        cards[-1 - card.get("depth", 0)] = _hidden(card, viewer, state)
    return cards


def _viewer_faults(state: State, viewer: int | None) -> list[Fault]:
    """Cards that the viewer must know: the own hand, and what the viewer has just looked at (INFO-12)."""
    if viewer is None:
        return []
    found = []
    if any(hidden >> 8 >= UNKNOWN for hidden in state.seats[viewer].hand):
        found.append(Fault(f"seats.{viewer}.hand", "the viewer knows the own hand"))
    row = pending_of(state)
    if row is not None and viewer == state.turn and any(hidden >> 8 >= UNKNOWN for hidden in row.sees(state)):
        found.append(Fault("pending", "the viewer knows the cards looked at"))
    return found


def _hidden_faults(state: State) -> list[Fault]:
    """More backs, or places with an origin, than cards of the box are left for."""
    unseen = unseen_cards(state)
    left = Counter(SUIT[card] for card in unseen)
    marked = [hidden for seat in state.seats for hidden in seat.hand]
    marked += [card for pile in (*state.stacks, state.reserve) for card in pile]
    if state.pending != EMPTY:
        marked.append(state.pending)
    hidden = [card >> 8 for card in marked]
    backs = Counter(card - UNKNOWN for card in hidden if UNKNOWN <= card < UNSEEN)
    found = [
        Fault("", f"{count_of(backs[suit], 'back')} of {SUITS[suit]}, unseen of that suit: {left[suit]}")
        for suit in backs
        if backs[suit] > left[suit]
    ]
    for origin, cards in dealt_apart(state.players, state.boxes):
        places = sum(card >> 8 >= UNKNOWN and card & ORIGIN == origin for card in marked)
        if places > sum(card in unseen for card in cards):
            found.append(Fault("", f"{count_of(places, 'card')} of the origin {ORIGINS[origin]}, more than are unseen"))
    unknown = sum(card >= UNKNOWN for card in hidden)
    if unknown > left.total():
        found.append(Fault("", f"{count_of(unknown, 'unknown card')}, unseen in the box: {left.total()}"))
    return found


def _recycled_faults(state: State, recycled: list[int]) -> list[Fault]:
    """The cards that lie somewhere in the reserve are as many as the places marked so, and unseen."""
    places = [hidden for hidden in state.reserve if hidden & ORIGIN == RECYCLED and hidden >> 8 >= UNKNOWN]
    left = unseen_counts(state)
    found = []
    if len(places) != len(recycled):
        found.append(
            Fault("recycled", f"{count_of(len(recycled), 'card')} for {count_of(len(places), 'place')} of the reserve")
        )
    if any(recycled.count(card) > left[card] for card in set(recycled)):
        found.append(Fault("recycled", "names cards that are seen elsewhere"))
    top = state.reserve[-1] if state.reserve else 0
    shown = (top >> 8) - UNKNOWN
    if top in places and top >> 8 < UNSEEN and all(SUIT[card] != shown for card in recycled):
        found.append(Fault("recycled", "has no card with the back that shows"))
    return found


def _event_faults(state: State) -> list[Fault]:
    """More events in a deck than are left for it."""
    if state.solo is None:
        return []
    solo = state.solo
    return [
        Fault(f"events.{name}", "more events than are left")
        for season, name in enumerate(SEASONS)
        if len(solo.decks[season]) + len(solo.gone[season])
        > len(event_deck(solo.level, season)) - sum(EVENTS[event].season == season for event in solo.face_up)
    ]
