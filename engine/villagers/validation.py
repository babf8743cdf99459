"""What makes a position impossible: every fault, with its path in the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import Fault
from engine.villagers.catalogue import (
    CAPACITY,
    CARDS,
    CHAIN,
    CODES,
    COPIES,
    DISCARDED,
    DRAFTABLE,
    FOUNDERS,
    FREELANCER,
    STAND_IN,
)
from engine.villagers.piles import road_is_bare, stacks_gone
from engine.villagers.setup import boxes_of, in_box
from engine.villagers.state import BUILD, DRAFT, EMPTY, OVER, ROAD, State
from engine.villagers.village import draft_limit

Villager = Mapping[str, Any]

MOST_VILLAGERS = 200
MOST_GOLD = 5000
MOST_ROUNDS = 200
"""More than any game reaches; what follows from a position within these bounds can still be written down."""


def reference_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """References that lead nowhere in a complete position: seats, villagers, marks.

    Here and below a village with a gap (None, where an entry has a fault of form) is passed over.
    """
    seats = doc["seats"]
    found = []
    if doc["first_player"] >= len(seats):
        found.append(Fault("first_player", f"there is no seat {doc['first_player']}"))
    found += [Fault("to_act", f"there is no seat {seat}") for seat in doc["to_act"] if seat >= len(seats)]
    for index, seat in enumerate(seats):
        if None not in seat["village"]:
            found += _village_references(seat["village"], f"seats.{index}.village")
    found += _size_faults(doc)
    return [*found, *_hired_references(seats), *_mark_references(doc)]


def _hired_references(seats: Sequence[Mapping[str, Any]]) -> Iterator[Fault]:
    there = {
        (owner, villager["id"])
        for owner, seat in enumerate(seats)
        for villager in seat["village"]
        if villager and CODES[villager["card"]] == FREELANCER
    }
    for index, seat in enumerate(seats):
        hired = [(one["seat"], one["villager"]) for one in seat["hired"]]
        if len(set(hired)) != len(hired) or not there.issuperset(hired):
            yield Fault(f"seats.{index}.hired", "names freelancers in villages, each once")


def _size_faults(doc: Mapping[str, Any]) -> Iterator[Fault]:
    if doc["round"] > MOST_ROUNDS:
        yield Fault("round", f"must be at most {MOST_ROUNDS}")
    for index, seat in enumerate(doc["seats"]):
        village = [(place, villager) for place, villager in enumerate(seat["village"]) if villager]
        amounts = [("gold", seat["gold"])]
        amounts += [(f"village.{place}.gold", villager.get("gold", 0)) for place, villager in village]
        for path, gold in amounts:
            if gold > MOST_GOLD:
                yield Fault(f"seats.{index}.{path}", f"must be at most {MOST_GOLD}")
        for place, villager in village:
            if villager["id"] > MOST_VILLAGERS:
                yield Fault(f"seats.{index}.village.{place}.id", f"must be at most {MOST_VILLAGERS}")
    for slot, lying in enumerate(doc["road"]):
        if lying and lying.get("gold", 0) > MOST_GOLD:
            yield Fault(f"road.{slot}.gold", f"must be at most {MOST_GOLD}")


def _village_references(village: Sequence[Villager], path: str) -> Iterator[Fault]:
    ids = Counter(villager["id"] for villager in village)
    beneath = {villager["id"]: villager.get("on") for villager in village}
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        if ids[villager["id"]] > 1:
            yield Fault(f"{here}.id", f"{villager['id']} is not unique in the village")
        on = villager.get("on")
        if on is not None and on not in ids:
            yield Fault(f"{here}.on", f"there is no villager {on}")
        steps = 0
        while on is not None and steps <= len(village):
            on = beneath.get(on)
            steps += 1
        if on is not None:
            yield Fault(f"{here}.on", "the chain beneath it runs in a circle")


def _mark_references(doc: Mapping[str, Any]) -> Iterator[Fault]:
    pending = [doc["pending"]] if doc["pending"] else []
    seen = set()
    for place, mark in enumerate(doc["known"]):
        pile, index = mark["pile"], mark.get("index", 0)
        lists = {
            "hand": [seat["hand"] for seat in doc["seats"]],
            "stack": doc["stacks"],
            "reserve": [doc["reserve"]],
            "pending": [pending],
        }[pile]
        cards = lists[index] if index < len(lists) else []
        target = (pile, index, mark.get("place", 0))
        if target[2] >= len(cards):
            yield Fault(f"known.{place}", "there is no such card")
        if target in seen:
            yield Fault(f"known.{place}", "this card has a mark already")
        seen.add(target)
        yield from _knower_faults(mark, len(doc["seats"]), f"known.{place}")


def _knower_faults(mark: Mapping[str, Any], seats: int, path: str) -> Iterator[Fault]:
    knowers = mark["seats"]
    for seat in knowers:
        if seat >= seats:
            yield Fault(f"{path}.seats", f"there is no seat {seat}")
    if len(set(knowers)) != len(knowers):
        yield Fault(f"{path}.seats", "a seat is named twice")
    owner = {mark.get("index", 0)} if mark["pile"] == "hand" else set()
    if mark.get("public") and set(knowers) | owner != set(range(seats)):
        yield Fault(f"{path}.public", "what everybody knows is known to every seat")


def card_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Cards that are in the game too often, where they cannot be, or not at all with so many seats (SETUP-2, 4, 8)."""
    seats = doc["seats"]
    places: list[tuple[str, list[str]]] = [
        ("road", [slot["card"] for slot in doc["road"] if slot]),
        *((f"stacks.{index}", stack) for index, stack in enumerate(doc["stacks"])),
        ("reserve", doc["reserve"]),
        ("discard", doc["discard"]),
        ("pending", [doc["pending"]["card"]] if doc["pending"] else []),
    ]
    for index, seat in enumerate(seats):
        places += [(f"seats.{index}.hand", seat["hand"]), (f"seats.{index}.square", seat["square"])]
    found = [
        Fault(path, f"{key} is never there")
        for path, keys in places
        for key in sorted(set(keys))
        if not in_box(CODES[key], len(seats), boxes_of_doc(doc))
    ]
    counted = Counter(key for _, keys in places for key in keys)
    counted.update(villager["card"] for seat in seats for villager in seat["village"] if villager)
    for key in sorted(counted):
        most = len(seats) if key == "founders" else COPIES[CODES[key]]
        if counted[key] > most:
            found.append(Fault("", f"{key} is there {counted[key]} times, the box holds {most}"))
    for key, left in doc["basics"].items():
        if left + counted[key] > 10:
            found.append(Fault(f"basics.{key}", f"{left} left and {counted[key]} in use are more than 10"))
    return found


def boxes_of_doc(doc: Mapping[str, Any]) -> int:
    """The mask of the expansions of a position."""
    return boxes_of(doc["options"]["expansions"])


def village_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Villagers that could not stand where they do (CHAIN, SPECIAL-3 to 10), gold and sides that cannot be."""
    return [
        fault
        for index, seat in enumerate(doc["seats"])
        if None not in seat["village"]
        for fault in _village_faults(seat["village"], f"seats.{index}.village", len(doc["seats"]), boxes_of_doc(doc))
    ]


def _village_faults(village: Sequence[Villager], path: str, seats: int, boxes: int) -> Iterator[Fault]:
    roles = {villager["id"]: _role(villager) for villager in village}
    carried = Counter(villager.get("on") for villager in village)
    if sum(villager["card"] == "founders" for villager in village) > 1:
        yield Fault(path, "more than one Founders")
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        card, role = CODES[villager["card"]], roles[villager["id"]]
        if DISCARDED[card] or (DRAFTABLE[card] and not in_box(card, seats, boxes)):
            yield Fault(f"{here}.card", f"{villager['card']} cannot be in a village of this game")
        if STAND_IN[card] != (villager.get("as") is not None):
            yield Fault(f"{here}.as", "a monk or apprentice has a role, nobody else")
        elif STAND_IN[card] and not carried[villager["id"]]:
            yield Fault(here, f"a {villager['card']} cannot be the top card")
        if villager.get("side") is not None and card != FOUNDERS:
            yield Fault(f"{here}.side", "only Founders have sides")
        if villager.get("gold", 0) and not CARDS[card].keyring and card != FREELANCER:
            yield Fault(f"{here}.gold", f"no gold is ever put on {villager['card']}")
        yield from _standing_faults(villager, roles, here)
        room = CAPACITY[role] if role != EMPTY else 0
        if carried[villager["id"]] > room:
            yield Fault(here, f"{carried[villager['id']]} cards on it, there is room for {room}")


def _role(villager: Villager) -> int:
    card = CODES[villager["card"]]
    if not STAND_IN[card]:
        return card
    named = villager.get("as")
    return CODES[named] if named else EMPTY


def _standing_faults(villager: Villager, roles: Mapping[int, int], path: str) -> Iterator[Fault]:
    role, on = roles[villager["id"]], villager.get("on")
    if role == EMPTY:
        return
    wanted = CHAIN[role][-1] if CHAIN[role] else EMPTY
    if on is not None and on not in roles:
        return
    there = EMPTY if on is None else roles[on]
    if wanted != there:
        name = CARDS[wanted].key if wanted != EMPTY else "nothing"
        yield Fault(f"{path}.on", f"{villager['card']} stands on {name}")


def phase_faults(state: State) -> list[Fault]:
    """Phase, turn, markets, squares and pending moves that do not go together."""
    found = [*_turn_faults(state), *_market_faults(state)]
    if state.pending != EMPTY and state.phase != BUILD:
        found.append(Fault("pending", "a trade is only ever pending in the build phase"))
    if state.phase == ROAD and len(state.seats) != 2:
        found.append(Fault("phase", "only two players choose where gold goes on the road"))
    for index, seat in enumerate(state.seats):
        path = f"seats.{index}"
        if seat.square and (state.phase != DRAFT or seat.done):
            found.append(Fault(f"{path}.square", "holds cards only until the seat has drafted to its limit"))
        elif len(seat.square) >= draft_limit(seat):
            found.append(Fault(f"{path}.square", f"the limit is {draft_limit(seat)}: these are in the hand already"))
        if seat.final is not None and state.phase != OVER:
            found.append(Fault(f"{path}.final", "is known only after the end"))
    return found


def _turn_faults(state: State) -> Iterator[Fault]:
    if (state.phase == OVER) != (state.turn == EMPTY):
        yield Fault("to_act", "exactly one seat is to act, and nobody after the end")
    if state.phase != DRAFT or state.turn == EMPTY:
        return
    if state.seats[state.turn].done:
        yield Fault("to_act", "the seat has finished drafting")
    if road_is_bare(state) and not state.reserve and stacks_gone(state, 6):
        yield Fault("phase", "there is nothing left to draft")


def _market_faults(state: State) -> Iterator[Fault]:
    if state.markets and not stacks_gone(state, 2):
        yield Fault("markets_held", "the First Market needs the first two stacks empty")
    if (state.markets == 2) != (state.phase == OVER):
        yield Fault("markets_held", "the Second Market ends the game")
    if state.phase == OVER and not stacks_gone(state, 6):
        yield Fault("phase", "the game ends only when all stacks are empty")
