"""The position notation of Villagers: state to dict and back. What makes a position impossible is in `validation`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import UNFIT, faults, fitting
from engine.villagers.catalogue import BASICS, CODES, FOUNDERS, FOUNDERS_FED, KEYS, STAND_IN
from engine.villagers.hidden import mask_of, seats_in
from engine.villagers.moves import paid_villager
from engine.villagers.setup import boxes_of, names_of
from engine.villagers.shapes import VillagersPosition
from engine.villagers.state import BUILD, EMPTY, KNOWERS, PHASES, SPECTATORS, Seat, State
from engine.villagers.validation import card_faults, phase_faults, reference_faults, village_faults
from engine.villagers.village import build_limit, restore_village, role_of

FORMAT: Final = 1
DEFAULT_SEED: Final = bytes(32)


# --- writing ---------------------------------------------------------------------------------


def write_position(state: State) -> Doc:
    """The state in the position notation, complete: nothing is left out."""
    return {
        "ruleset": "villagers",
        "seed": state.seed.hex(),
        **write_open(state),
        "stacks": [_pile(stack) for stack in state.stacks],
        "reserve": _pile(state.reserve),
        "seats": [_seat(seat) for seat in state.seats],
        "pending": None if state.pending == EMPTY else {"type": "return_card", "card": KEYS[state.pending >> 8]},
        "known": _known(state),
    }


def write_open(state: State) -> Doc:
    """What is open to everybody: shared by positions and views."""
    return {
        "format": FORMAT,
        "options": {"expansions": names_of(state.boxes), "solo": None},
        "draws": state.draws,
        "round": state.round,
        "phase": PHASES[state.phase],
        "first_player": state.first,
        "to_act": [] if state.turn == EMPTY else [state.turn],
        "road": [
            None if card == EMPTY else {"card": KEYS[card], "gold": gold}
            for card, gold in zip(state.road, state.road_gold, strict=True)
        ],
        "discard": [KEYS[card] for card in state.discard],
        "basics": {KEYS[card]: left for card, left in zip(BASICS, state.basics, strict=True)},
        "markets_held": list(range(1, state.markets + 1)),
    }


def write_seat(seat: Seat) -> Doc:
    """A seat without its hand: shared by positions and views."""
    return {
        "gold": seat.gold,
        "square": [KEYS[card] for card in seat.square],
        "drafting_done": seat.done,
        "village": [_villager(seat, at) for at in range(1, len(seat.card)) if seat.card[at] != EMPTY],
        "builds_left": seat.builds,
        "trades_left": seat.trades,
        "tinner": seat.tinner,
        "opening": seat.opening,
        "hired": [{"seat": (paid >> 16) - 1, "villager": paid & 0xFFFF} for paid in seat.hired],
        "final": None if seat.final is None else dict(zip(_FINAL, seat.final, strict=True)),
    }


_FINAL: Final = ("supply", "gold", "silver", "coins")


def _seat(seat: Seat) -> Doc:
    return {"hand": [KEYS[hidden >> 8] for hidden in seat.hand], **write_seat(seat)}


def _villager(seat: Seat, at: int) -> Doc:
    card = seat.card[at]
    founders = card in (FOUNDERS, FOUNDERS_FED)
    return {
        "id": at,
        "card": KEYS[role_of(card)],
        "on": seat.on[at] or None,
        "gold": seat.coins[at],
        "as": KEYS[seat.role[at]] if STAND_IN[card] else None,
        "side": ("food" if card == FOUNDERS_FED else "gold") if founders else None,
    }


def _pile(pile: list[int]) -> list[str]:
    return [KEYS[hidden >> 8] for hidden in reversed(pile)]


def _known(state: State) -> list[Doc]:
    """A mark for every hidden card that somebody besides a hand's owner knows."""
    piles: list[tuple[str, int, list[int]]] = [("hand", index, seat.hand) for index, seat in enumerate(state.seats)]
    piles += [("stack", index, stack[::-1]) for index, stack in enumerate(state.stacks)]
    piles.append(("reserve", 0, state.reserve[::-1]))
    piles.append(("pending", 0, [] if state.pending == EMPTY else [state.pending]))
    return [
        {
            "pile": pile,
            "index": index,
            "place": place,
            "seats": seats_in(hidden & KNOWERS),
            "public": bool(hidden & SPECTATORS),
        }
        for pile, index, cards in piles
        for place, hidden in enumerate(cards)
        if hidden & KNOWERS
    ]


# --- reading ---------------------------------------------------------------------------------


def read_position(doc: Mapping[str, Any]) -> State:
    """The state of a position given by a client. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersPosition)
    if found:
        raise InvalidPosition(found + _other_faults(doc))
    whole = complete(doc)
    references = reference_faults(whole)
    found = references + card_faults(whole) + village_faults(whole) + _order_faults(whole)
    if references:
        raise InvalidPosition(found)
    state = restore(whole)
    _begin_turns(state, doc["seats"])
    found += phase_faults(state)
    if found:
        raise InvalidPosition(found)
    return state


def _other_faults(doc: object) -> list[Fault]:
    """What else is wrong with a position that has faults of form: all that can be told without the faulty parts."""
    fit = fitting(doc, VillagersPosition)
    if fit is UNFIT or None in fit["seats"]:
        return []
    whole = complete({**fit, "known": []})
    return reference_faults(whole) + card_faults(whole) + village_faults(whole)


def _order_faults(doc: Mapping[str, Any]) -> list[Fault]:
    found = []
    if doc["markets_held"] not in ([], [1], [1, 2]):
        found.append(Fault("markets_held", "must be [], [1] or [1, 2]"))
    if len(doc["to_act"]) > 1:
        found.append(Fault("to_act", "one seat acts at a time"))
    return found


def complete(doc: Mapping[str, Any]) -> Doc:
    """The position with everything that was left out."""
    phase = doc.get("phase", "draft")
    first = doc.get("first_player", 0)
    seats = [_complete_seat(seat) for seat in doc["seats"]]
    usual = {"over": [], "road": [1 - first]}.get(phase, [first])
    return {
        **doc,
        "options": {"expansions": _whole(doc.get("options", {}).get("expansions", []))},
        "seed": doc.get("seed", DEFAULT_SEED.hex()),
        "draws": doc.get("draws", 1),
        "round": doc.get("round", 1),
        "phase": phase,
        "first_player": first,
        "to_act": _whole(doc.get("to_act", usual)),
        "road": _padded(doc.get("road", []), None),
        "stacks": _padded([_whole(stack or []) for stack in doc.get("stacks", [])], []),
        "reserve": _whole(doc.get("reserve", [])),
        "discard": _whole(doc.get("discard", [])),
        "basics": {**_basics_left(seats), **doc.get("basics", {})},
        "markets_held": doc.get("markets_held", []),
        "seats": seats,
        "pending": doc.get("pending"),
        "known": doc.get("known", []),
    }


def _whole(entries: Sequence[Any]) -> list[Any]:
    """A list without the gaps that `fitting` leaves for faulty entries."""
    return [entry for entry in entries if entry is not None]


def _padded(values: Sequence[Any], missing: Any) -> list[Any]:
    return [*values, *[missing] * (6 - len(values))]


def _complete_seat(seat: Mapping[str, Any]) -> Doc:
    return {
        "gold": seat.get("gold", 8),
        "hand": _whole(seat.get("hand", [])),
        "square": _whole(seat.get("square", [])),
        "drafting_done": seat.get("drafting_done", False),
        "village": seat.get("village", [{"id": 1, "card": "founders"}]),
        "builds_left": seat.get("builds_left", 0),
        "trades_left": seat.get("trades_left", 0),
        "tinner": seat.get("tinner", False),
        "opening": seat.get("opening", False),
        "hired": _whole(seat.get("hired", [])),
        "final": seat.get("final"),
    }


def _basics_left(seats: list[Doc]) -> dict[str, int]:
    used = [villager["card"] for seat in seats for villager in _whole(seat["village"])]
    used += [key for seat in seats for key in seat["hand"]]
    return {KEYS[basic]: max(0, 10 - used.count(KEYS[basic])) for basic in BASICS}


def _begin_turns(state: State, seats: Sequence[Mapping[str, Any]]) -> None:
    """Counters matter only in one's build turn; there, left out, they are those of its beginning."""
    for index, (seat, doc) in enumerate(zip(state.seats, seats, strict=True)):
        building = state.phase == BUILD and index == state.turn
        seat.builds = doc.get("builds_left", build_limit(seat)) if building else 0
        seat.trades = doc.get("trades_left", 3) if building else 0
        seat.tinner = doc.get("tinner", False) and building
        seat.opening = doc.get("opening", "builds_left" not in doc) and building and state.boxes != 0
        seat.hired = seat.hired if building else []


def restore(doc: Mapping[str, Any]) -> State:
    """The state of a complete position, without validation."""
    marks = {
        (mark["pile"], mark.get("index", 0), mark.get("place", 0)): mask_of(mark["seats"])
        | (SPECTATORS if mark.get("public") else 0)
        for mark in doc["known"]
    }
    state = restore_open(doc, bytes.fromhex(doc["seed"]))
    for index, pile in enumerate(doc["stacks"]):
        state.stacks[index] = _hidden(pile, "stack", index, marks)[::-1]
    state.reserve = _hidden(doc["reserve"], "reserve", 0, marks)[::-1]
    if doc["pending"]:
        (state.pending,) = _hidden([doc["pending"]["card"]], "pending", 0, marks)
    for index, seat in enumerate(doc["seats"]):
        state.seats[index].hand = sorted(_hidden(seat["hand"], "hand", index, marks))
    return state


def _hidden(keys: Sequence[str], pile: str, index: int, marks: Mapping[tuple[str, int, int], int]) -> list[int]:
    return [CODES[key] << 8 | marks.get((pile, index, place), 0) for place, key in enumerate(keys)]


def restore_open(doc: Mapping[str, Any], seed: bytes) -> State:
    """Everything of a complete position or a view but the hidden cards."""
    state = State(len(doc["seats"]), seed, boxes_of(doc["options"]["expansions"]))
    state.draws = doc["draws"]
    state.round = doc["round"]
    state.phase = PHASES.index(doc["phase"])
    state.first = doc["first_player"]
    state.turn = doc["to_act"][0] if doc["to_act"] else EMPTY
    state.road = [EMPTY if card is None else CODES[card["card"]] for card in doc["road"]]
    state.road_gold = [0 if card is None else card.get("gold", 0) for card in doc["road"]]
    state.discard = [CODES[key] for key in doc["discard"]]
    state.basics = [doc["basics"][KEYS[card]] for card in BASICS]
    state.markets = len(doc["markets_held"])
    for seat, given in zip(state.seats, doc["seats"], strict=True):
        _restore_seat(seat, given)
    return state


def _restore_seat(seat: Seat, doc: Mapping[str, Any]) -> None:
    seat.gold = doc["gold"]
    seat.square = [CODES[key] for key in doc["square"]]
    seat.done = doc["drafting_done"]
    seat.builds = doc["builds_left"]
    seat.trades = doc["trades_left"]
    seat.tinner = doc["tinner"]
    seat.opening = doc["opening"]
    seat.hired = sorted(paid_villager(one["seat"], one["villager"]) for one in doc["hired"])
    final = doc["final"]
    seat.final = None if final is None else (final["supply"], final["gold"], final["silver"], final["coins"])
    cards = []
    for villager in doc["village"]:
        card = CODES[villager["card"]]
        role = CODES[villager["as"]] if villager.get("as") else card
        if card == FOUNDERS and villager.get("side") == "food":
            card = FOUNDERS_FED
        cards.append((villager["id"], card, role, villager.get("on") or 0, villager.get("gold", 0)))
    restore_village(seat, cards)
