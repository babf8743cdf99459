"""What makes the cards of a position impossible: every fault, with its path in the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import Fault
from engine.villagers.catalogue import (
    BASIC_AT,
    CAPACITY,
    CARDS,
    CHAIN,
    CODES,
    COPIES,
    COUNTESS,
    DISCARDED,
    DRAFTABLE,
    FOUNDERS,
    FREELANCER,
    SCOUNDRELS_BOX,
    STAND_IN,
    THIEF,
)
from engine.villagers.flow import PENDING_TYPES
from engine.villagers.moves.fields import read_pile
from engine.villagers.setup import COUNTESS_SIDES, boxes_of, dealt_apart, in_box
from engine.villagers.state import EMPTY
from engine.villagers.table.hidden import ORIGIN_BITS
from engine.words import count_of

Villager = Mapping[str, Any]

BOX = sum({card.key: card.copies for card in CARDS}.values())
"""All cards of all boxes: some have a row for each side."""
MAX_VILLAGERS = 200
MAX_GOLD = 5000
MAX_ROUNDS = 200
"""More than any game reaches; what follows from a position within these bounds can still be written down."""


def box_faults(doc: Mapping[str, Any], hidden: int = 0) -> list[Fault]:
    """More cards in a complete position (or a view with so many hidden ones) than the box holds: to be asked first.

    What else is wrong with it costs the more to tell the more cards there are.
    """
    seats = doc["seats"]
    piles = [doc["road"], *doc["stacks"], doc["reserve"], doc["discard"]]
    piles += [seat[where] for seat in seats for where in ("hand", "square")]
    piles += [village for _, village in villages_of(doc)]
    cards = hidden + sum(map(len, piles)) - doc["road"].count(None)
    return [Fault("", f"{cards} cards are there, the box holds {BOX}")] if cards > BOX else []


def reference_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """References that lead nowhere in a complete position: seats, villagers, marks.

    Here and below a village with a gap (None, where an entry has a fault of form) is passed over.
    """
    seats = doc["seats"]
    found = []
    if doc["first_player"] >= len(seats):
        found.append(Fault("first_player", f"there is no seat {doc['first_player']}"))
    found += [Fault("to_act", f"there is no seat {seat}") for seat in doc["to_act"] if seat >= len(seats)]
    for path, village in villages_of(doc):
        if None not in village:
            found += _village_references(village, path)
    found += _size_faults(doc)
    found += _solo_references(doc)
    return [*found, *_used_references(doc), *_mark_references(doc), *_pending_references(doc)]


def villages_of(doc: Mapping[str, Any]) -> list[tuple[str, Sequence[Villager]]]:
    """The villages of a complete position by their paths, the Countess's last."""
    found = [(f"seats.{index}.village", seat["village"]) for index, seat in enumerate(doc["seats"])]
    return [*found, ("countess.village", doc["countess"]["village"])] if doc["countess"] else found


def _solo_references(doc: Mapping[str, Any]) -> Iterator[Fault]:
    """The Countess and her events are there exactly when one seat plays (SOLO-1)."""
    solo = doc["options"]["solo"]
    if (solo is not None) != (len(doc["seats"]) == 1):
        yield Fault("options.solo", "is named exactly when there is one seat")
    for field in ("countess", "events"):
        if (doc[field] is not None) != (solo is not None):
            yield Fault(field, "is there in solo play only")
    others = len(doc["seats"]) + (doc["countess"] is not None)
    for place, one in enumerate(doc["developments"]):
        holder = one.get("holder")
        if holder is not None and holder >= others:
            yield Fault(f"developments.{place}.holder", f"there is no seat {holder}")
    begun = doc["events"]["begun"] if doc["events"] else []
    if len(set(begun)) != len(begun):
        yield Fault("events.begun", "names events that have begun, each once")


def _pending_references(doc: Mapping[str, Any]) -> Iterator[Fault]:
    pending = doc["pending"]
    if pending is None:
        return
    if "seat" in pending and pending["seat"] >= len(doc["seats"]):
        yield Fault("pending.seat", f"there is no seat {pending['seat']}")
    if "pile" in pending and read_pile(pending) == EMPTY:
        yield Fault("pending.stack", "names a stack exactly when a stack was looked through")
    if PENDING_TYPES[pending["type"]].solo and doc["events"] is None:
        yield Fault("pending", "is decided in solo play only")


def _used_references(doc: Mapping[str, Any]) -> Iterator[Fault]:
    there = {
        (owner, villager["id"]): CODES[villager["card"]]
        for owner, (_, village) in enumerate(villages_of(doc))
        for villager in village
        if villager
    }
    for index, seat in enumerate(doc["seats"]):
        hired = [(one["seat"], one["villager"]) for one in seat["hired"]]
        if len(set(hired)) != len(hired) or any(there.get(one) != FREELANCER for one in hired):
            yield Fault(f"seats.{index}.hired", "names freelancers in villages, each once")
        robbed = seat["robbed"]
        if len(set(robbed)) != len(robbed) or any(there.get((index, at)) != THIEF for at in robbed):
            yield Fault(f"seats.{index}.robbed", "names own thieves, each once")


def _size_faults(doc: Mapping[str, Any]) -> Iterator[Fault]:
    if doc["round"] > MAX_ROUNDS:
        yield Fault("round", f"must be at most {MAX_ROUNDS}")
    for path, village in villages_of(doc):
        for place, villager in enumerate(village):
            if villager and villager["id"] > MAX_VILLAGERS:
                yield Fault(f"{path}.{place}.id", f"must be at most {MAX_VILLAGERS}")
    for path, gold in _amounts(doc):
        if gold > MAX_GOLD:
            yield Fault(path, f"must be at most {MAX_GOLD}")


def _amounts(doc: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """All gold, by its path."""
    for index, seat in enumerate(doc["seats"]):
        yield f"seats.{index}.gold", seat["gold"]
    if doc["countess"]:
        yield "countess.gold", doc["countess"]["gold"]
    for path, village in villages_of(doc):
        yield from ((f"{path}.{place}.gold", one.get("gold", 0)) for place, one in enumerate(village) if one)
    for slot, lying in enumerate(doc["road"]):
        if lying:
            yield f"road.{slot}.gold", lying.get("gold", 0)


def _village_references(village: Sequence[Villager], path: str) -> Iterator[Fault]:
    ids = Counter(villager["id"] for villager in village)
    beneath = {villager["id"]: villager.get("on") for villager in village}
    circling = _circling(beneath)
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        if ids[villager["id"]] > 1:
            yield Fault(f"{here}.id", f"{villager['id']} is not unique in the village")
        on = villager.get("on")
        if on is not None and on not in ids:
            yield Fault(f"{here}.on", f"there is no villager {on}")
        if on in circling:
            yield Fault(f"{here}.on", "the chain beneath it runs in a circle")


def _circling(beneath: Mapping[int, int | None]) -> set[int]:
    """The villagers from which the way down never ends. Each is stepped on once."""
    ends: dict[int, bool] = {}
    for start in beneath:
        way: list[int] = []
        at: int | None = start
        while at is not None and at in beneath and at not in ends:
            ends[at] = False  # until a way down from here has ended
            way.append(at)
            at = beneath[at]
        ended = at is None or ends.get(at, True)
        ends |= dict.fromkeys(way, ended)
    return {villager for villager, ended in ends.items() if not ended}


def _mark_references(doc: Mapping[str, Any]) -> Iterator[Fault]:
    seen = set()
    for place, (mark, card) in enumerate(_marked(doc)):
        target = (mark["pile"], mark.get("index", 0), mark.get("place", 0))
        if card is None:
            yield Fault(f"known.{place}", "there is no such card")
        if target in seen:
            yield Fault(f"known.{place}", "this card has a mark already")
        seen.add(target)
        yield from _knower_faults(mark, len(doc["seats"]), f"known.{place}")


def _marked(doc: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """Every mark and the card it is on, if there is one."""
    piles = {
        "hand": [seat["hand"] for seat in doc["seats"]],
        "stack": doc["stacks"],
        "reserve": [doc["reserve"]],
        "pending": [_returned(doc)],
    }
    for mark in doc["known"]:
        lists, index, place = piles[mark["pile"]], mark.get("index", 0), mark.get("place", 0)
        cards = lists[index] if index < len(lists) else []
        yield mark, cards[place] if place < len(cards) else None


def origin_faults(doc: Mapping[str, Any]) -> Iterator[Fault]:
    """Marked cards of a complete position that cannot be from where everybody is said to know they are."""
    for place, (mark, card) in enumerate(_marked(doc)):
        wrong = origin_fault(doc, mark.get("origin"), mark["pile"] == "reserve", card)
        if card is not None and wrong:
            yield Fault(f"known.{place}.origin", wrong)


def origin_fault(doc: Mapping[str, Any], origin: str | None, in_reserve: bool, card: str | None) -> str | None:
    """Why a card (None: its back) cannot have this origin, in a position or a view with options (INFO-5 to 7, A-91)."""
    if origin is None:
        return None
    if origin == "recycled":
        fits = in_reserve and doc["options"].get("solo") is not None
        return None if fits else "the discard pile is shuffled in solo play, and becomes the reserve"
    dealt = dict(dealt_apart(len(doc["seats"]), boxes_of(doc["options"].get("expansions", []))))
    cards = dealt.get(ORIGIN_BITS[origin], [])
    fits = bool(cards) and (card is None or CODES[card] in cards)
    return None if fits else f"no {origin} was dealt that could be this card"


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


def _returned(doc: Mapping[str, Any]) -> list[str]:
    """The card of a trade that has begun."""
    pending = doc["pending"]
    return [pending["card"]] if pending and pending["type"] == "return_card" else []


def card_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Cards that are in the game too often, where they cannot be, or not at all with so many seats (SETUP-2, 4, 8)."""
    seats = doc["seats"]
    places: list[tuple[str, list[str]]] = [
        ("road", [slot["card"] for slot in doc["road"] if slot]),
        *((f"stacks.{index}", stack) for index, stack in enumerate(doc["stacks"])),
        ("reserve", doc["reserve"]),
        ("discard", doc["discard"]),
        ("pending", _returned(doc)),
    ]
    for index, seat in enumerate(seats):
        places += [(f"seats.{index}.hand", seat["hand"]), (f"seats.{index}.square", seat["square"])]
    found = [
        Fault(path, f"{key} is never there")
        for path, keys in places
        for key in sorted(set(keys))
        if not in_box(CODES[key], len(seats), boxes_of_doc(doc))
        # Basic villagers come into hands by the Schemer, and nowhere else.
        and not (path.endswith(".hand") and CODES[key] in BASIC_AT and boxes_of_doc(doc) & SCOUNDRELS_BOX)
    ]
    counted = Counter(key for _, keys in places for key in keys)
    counted.update(villager["card"] for _, village in villages_of(doc) for villager in village if villager)
    found += _apart_faults(counted, len(seats), boxes_of_doc(doc))
    for key in sorted(counted):
        most = len(seats) if key == "founders" else COPIES[CODES[key]]
        if counted[key] > most:
            found.append(Fault("", f"{key} is there {counted[key]} times, the box holds {most}"))
    for key, left in doc["basics"].items():
        if left + counted[key] > 10:
            found.append(Fault(f"basics.{key}", f"{left} left and {counted[key]} in use are more than 10"))
    return found


def _apart_faults(counted: Counter[str], seats: int, boxes: int) -> Iterator[Fault]:
    """More of the villagers that are dealt one to each seat than there are seats (SAINTS-2, SCOUNDRELS-4)."""
    for _, cards in dealt_apart(seats, boxes):
        there = sorted(CARDS[card].key for card in cards if counted[CARDS[card].key])
        if len(there) > seats:
            yield Fault("", f"{', '.join(there)}: each seat is dealt only one of these")


def boxes_of_doc(doc: Mapping[str, Any]) -> int:
    """The mask of the expansions of a position."""
    return boxes_of(doc["options"]["expansions"])


def village_faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Villagers that could not stand where they do (CHAIN, SPECIAL-3 to 10), gold and sides that cannot be."""
    seats, boxes = len(doc["seats"]), boxes_of_doc(doc)
    found: list[Fault] = []
    for path, village in villages_of(doc):
        if None in village:
            continue
        if path.startswith("countess"):
            found += _court_faults(village, path, seats, boxes, doc["options"]["solo"])
        else:
            found += _village_faults(village, path, seats, boxes)
    return found


def _court_faults(village: Sequence[Villager], path: str, seats: int, boxes: int, level: str | None) -> Iterator[Fault]:
    """The Countess's villagers stand by themselves, whatever they are (SOLO-11); the level decides on her side."""
    if sum(villager["card"] == "countess" for villager in village) != 1:
        yield Fault(path, "holds the Countess's card once")
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        card = CODES[villager["card"]]
        if card != COUNTESS and not in_box(card, seats, boxes):
            yield Fault(f"{here}.card", f"{villager['card']} cannot be in this village")
        if villager.get("on") is not None:
            yield Fault(f"{here}.on", "each of her villagers stands by itself")
        if villager.get("as") is not None:
            yield Fault(f"{here}.as", "nobody takes a role in her village")
        sides = (COUNTESS_SIDES[level],) if card == COUNTESS and level else ()
        yield from _side_faults(villager, sides, here)
        yield from _coin_faults(villager, here)


def _side_faults(villager: Villager, sides: Sequence[str], path: str) -> Iterator[Fault]:
    side = villager.get("side")
    if side is not None and side not in sides:
        yield Fault(f"{path}.side", f"{villager['card']} does not lie on that side")


def _coin_faults(villager: Villager, path: str) -> Iterator[Fault]:
    card = CODES[villager["card"]]
    if villager.get("gold", 0) and not CARDS[card].keyring and card not in (FREELANCER, THIEF):
        yield Fault(f"{path}.gold", f"no gold is ever put on {villager['card']}")


def _village_faults(village: Sequence[Villager], path: str, seats: int, boxes: int) -> Iterator[Fault]:
    roles = {villager["id"]: _role(villager) for villager in village}
    carried = Counter(villager.get("on") for villager in village)
    if sum(villager["card"] == "founders" for villager in village) > 1:
        yield Fault(path, "more than one Founders")
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        card, role = CODES[villager["card"]], roles[villager["id"]]
        if DISCARDED[card] or card == COUNTESS or (DRAFTABLE[card] and not in_box(card, seats, boxes)):
            yield Fault(f"{here}.card", f"{villager['card']} cannot be in a village of this game")
        if STAND_IN[card] != (villager.get("as") is not None):
            yield Fault(f"{here}.as", "a monk or apprentice has a role, nobody else")
        elif STAND_IN[card] and not carried[villager["id"]]:
            yield Fault(here, f"a {villager['card']} cannot be the top card")
        yield from _side_faults(villager, ("gold", "food") if card == FOUNDERS else (), here)
        yield from _coin_faults(villager, here)
        yield from _standing_faults(villager, roles, here)
        room = CAPACITY[role] if role != EMPTY else 0
        if carried[villager["id"]] > room:
            yield Fault(here, f"{count_of(carried[villager['id']], 'card')} on it, there is room for {room}")


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
