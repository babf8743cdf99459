"""Finds faults that make a position or view impossible: bad references or cards, numbers out of range, no legal move.

A view is checked as a position with unknown parts (see `views.as_position`): an unknown card is None, and a deck of
events is only the number of its cards. A position is accepted if a game can continue from it, even if no game could
have led to it.
"""

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
    COUNTESS,
    DEALT,
    DEVELOPMENT_CODES,
    DEVELOPMENTS,
    DEVELOPMENTS_BOX,
    DISCARDED,
    EVENT_KEYS,
    EVENTS,
    FOUNDERS,
    FREELANCER,
    KEYS,
    SCOUNDRELS_BOX,
    SEASONS,
    SPECIAL,
    STAND_IN,
    SUIT,
    SUITS,
    THIEF,
)
from engine.villagers.flow import PENDING_TYPES, pending_of
from engine.villagers.moves.fields import read_pile
from engine.villagers.phases import development
from engine.villagers.setup import LEVELS, boxes_of, dealt_apart, event_deck
from engine.villagers.state import DEVELOPMENT, DRAFT, EMPTY, EVENT, OVER, ROAD, UNKNOWN, State
from engine.villagers.table.hidden import ORIGIN_BITS
from engine.villagers.table.piles import road_is_bare, stacks_gone
from engine.villagers.view import box_of
from engine.words import count_of

Doc = Mapping[str, Any]
Places = Sequence[tuple[str, Sequence[Any]]]
"""Pairs of a path and the cards there: keys, or the villagers of a village."""

BOX = sum({card.key: card.copies for card in CARDS}.values())
"""The number of cards in all boxes together. A card with two rows, one for each side, counts once."""
MAX_VILLAGERS = 200
MAX_GOLD = 5000
MAX_COINS = 300
MAX_ALL_GOLD = 5500
MAX_ROUNDS = 200
"""The highest `round` in a client's position. An ordinary game ends much earlier. A game that continues from such a
position may count further.
"""


def document_faults(doc: Doc) -> list[Fault]:
    """Return the faults of a complete document. The document may be impossible, so no state is made from it.

    Villages with a gap are not checked. A gap (None) stands for a faulty entry.
    """
    piles, villages = _piles(doc), _villages(doc)
    cards = sum(len(keys) for _, keys in [*piles, *villages])
    if cards > BOX:
        # Bounds the time of the other checks, which grows with the number of cards.
        return [Fault("", f"{cards} cards are there, the box holds {BOX}")]
    piles.append(("recycled", doc.get("recycled", [])))
    found = [*_reference_faults(doc), *_range_faults(doc, villages), *_mark_faults(doc)]
    found += [*_solo_faults(doc), *_development_faults(doc), *_card_faults(doc, piles, villages)]
    for path, village in villages:
        if None not in village:
            found += _court_faults(village, path) if path.startswith("countess") else _village_faults(village, path)
    return found


def _piles(doc: Doc) -> list[tuple[str, Sequence[str | None]]]:
    """Return the cards outside villages: for each place, its path and its cards."""
    road = [slot["card"] for slot in doc["road"] if slot]
    found: list[tuple[str, Sequence[str | None]]] = [("road", road), ("discard", doc["discard"])]
    found += [(f"stacks.{index}", stack) for index, stack in enumerate(doc["stacks"])]
    found += [("reserve", doc["reserve"]), ("pending", _returned(doc))]
    for index, seat in enumerate(doc["seats"]):
        found += [(f"seats.{index}.hand", seat["hand"]), (f"seats.{index}.square", seat["square"])]
    return found


def _returned(doc: Doc) -> list[str | None]:
    pending = doc["pending"]
    return [pending["card"]] if pending and pending["type"] == "return_card" else []


def _villages(doc: Doc) -> Places:
    """Return each village with its path. The Countess's village, if there is one, comes last."""
    found = [(f"seats.{index}.village", seat["village"]) for index, seat in enumerate(doc["seats"])]
    return [*found, ("countess.village", doc["countess"]["village"])] if doc["countess"] else found


def _reference_faults(doc: Doc) -> Iterator[Fault]:
    """Yield a fault for each reference to a seat, villager or pile that does not exist."""
    seats, pending = len(doc["seats"]), doc["pending"] or {}
    named = [("first_player", doc["first_player"]), ("pending.seat", pending.get("seat", 0))]
    for path, seat in [*named, *(("to_act", seat) for seat in doc["to_act"])]:
        if seat >= seats:
            yield Fault(path, f"there is no seat {seat}")
    for place, one in enumerate(doc["developments"]):
        holder = one.get("holder") or 0
        if holder >= seats + (doc["countess"] is not None):
            yield Fault(f"developments.{place}.holder", f"there is no seat {holder}")
    if "pile" in pending and read_pile(pending) == EMPTY:
        yield Fault("pending.stack", "names a stack exactly when a stack was looked through")
    if doc["markets_held"] not in ([], [1], [1, 2]):
        yield Fault("markets_held", "must be [], [1] or [1, 2]")
    there = {
        (owner, villager["id"]): CODES[villager["card"]]
        for owner, (_, village) in enumerate(_villages(doc))
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


def _range_faults(doc: Doc, villages: Places) -> Iterator[Fault]:
    """Yield a fault for each number above its maximum, and one if there is too much gold in all."""
    amounts = [("round", doc["round"], MAX_ROUNDS)]
    supplies = [(f"seats.{index}", seat) for index, seat in enumerate(doc["seats"])]
    gold, coins = [], []
    for path, owner in [*supplies, ("countess", doc["countess"])] if doc["countess"] else supplies:
        gold += [(f"{path}.gold", owner["gold"])]
        gold += [(f"{path}.final.{item}", part) for item, part in (owner["final"] or {}).items()]
    for path, village in [*villages, ("road", doc["road"])]:
        for place, one in enumerate(village):
            if one:
                amounts.append((f"{path}.{place}.id", one.get("id", 0), MAX_VILLAGERS))
                coins.append((f"{path}.{place}.gold", one.get("gold", 0)))
    amounts += [(path, amount, MAX_GOLD) for path, amount in gold]
    amounts += [(path, amount, MAX_COINS) for path, amount in coins]
    if sum(amount for _, amount in [*gold, *coins]) > MAX_ALL_GOLD:
        yield Fault("", f"more than {MAX_ALL_GOLD} gold is on the table")
    for path, amount, most in amounts:
        if amount > most:
            yield Fault(path, f"must be at most {most}")


def _mark_faults(doc: Doc) -> Iterator[Fault]:
    """Yield a fault for each mark that has no card, is repeated, names a seat that does not exist, or has an impossible
    origin.
    """
    seats, seen = len(doc["seats"]), set()
    piles = {
        "hand": [seat["hand"] for seat in doc["seats"]],
        "stack": doc["stacks"],
        "reserve": [doc["reserve"]],
        "pending": [_returned(doc)],
    }
    for number, mark in enumerate(doc["known"]):
        path = mark.get("path", f"known.{number}")
        knowers = "known" if "path" in mark else "seats"
        pile, index, place = mark["pile"], mark.get("index", 0), mark.get("place", 0)
        cards = piles[pile][index] if index < len(piles[pile]) else []
        if place >= len(cards):
            yield Fault(path, "there is no such card")
            continue
        if (pile, index, place) in seen:
            yield Fault(path, "this card has a mark already")
        seen.add((pile, index, place))
        yield from [Fault(f"{path}.{knowers}", f"there is no seat {seat}") for seat in mark["seats"] if seat >= seats]
        if wrong := _origin_fault(doc, mark, cards[place]):
            yield Fault(f"{path}.origin", wrong)


def _origin_fault(doc: Doc, mark: Doc, card: str | None) -> str | None:
    """Return why a card cannot have the origin that its mark names (INFO-5 to 7, A-91). `card`: `None` if unknown."""
    origin = mark.get("origin")
    if origin == "recycled" and (mark["pile"] != "reserve" or doc["options"]["solo"] is None):
        return "the discard pile is shuffled in solo play, and becomes the reserve"
    if origin in (None, "recycled"):
        return None
    dealt = dict(dealt_apart(len(doc["seats"]), _boxes(doc))).get(ORIGIN_BITS[origin], [])
    fits = CODES[card] in dealt if card else dealt and mark.get("suit") in (None, SUITS[SPECIAL])
    return None if fits else f"no {origin} was dealt that could be this card"


def _boxes(doc: Doc) -> int:
    return boxes_of(doc["options"]["expansions"])


def _solo_faults(doc: Doc) -> Iterator[Fault]:
    """Yield faults of the solo game. The Countess and her events exist if and only if one seat plays (SOLO-1)."""
    level, pending, events = doc["options"]["solo"], doc["pending"], doc["events"]
    if (level is not None) != (len(doc["seats"]) == 1):
        yield Fault("options.solo", "is named exactly when there is one seat")
    for field in ("countess", "events"):
        if (doc[field] is not None) != (level is not None):
            yield Fault(field, "is there in solo play only")
    if pending and PENDING_TYPES[pending["type"]].solo and level is None:
        yield Fault("pending", "is decided in solo play only")
    if events is not None and level is not None:
        yield from _event_faults(events, level)


def _event_faults(events: Doc, level: str) -> Iterator[Fault]:
    """Yield a fault for each event in two places or in the wrong deck, and for each deck with too many events."""
    decks = [[EVENT_KEYS[event] for event in event_deck(LEVELS.index(level), season)] for season in (0, 1)]
    # Dark Mood is replaced immediately.
    places = [("face_up", events["face_up"], sorted({*decks[0], *decks[1]} - {"dark_mood"}))]
    for name, deck in zip(SEASONS, decks, strict=True):
        unseen = events[name]
        known = [] if isinstance(unseen, int) else unseen
        places += [(f"{name}_discard", events[f"{name}_discard"], deck), (name, known, deck)]
        gone = {*events["face_up"], *events[f"{name}_discard"]}
        if isinstance(unseen, int) and unseen > len(set(deck) - gone):
            yield Fault(f"events.{name}", "more events than are left")
    if set(events["begun"]) - set(events["face_up"]):
        yield Fault("events.begun", "names events that lie face up")
    seen: set[str] = set()
    for name, listed, deck in places:
        if set(listed) - set(deck):
            yield Fault(f"events.{name}", "holds an event that is never there")
        if seen.intersection(listed) or len(set(listed)) != len(listed):
            yield Fault(f"events.{name}", "holds an event that is somewhere else too")
        seen.update(listed)


def _development_faults(doc: Doc) -> Iterator[Fault]:
    developments = [DEVELOPMENTS[DEVELOPMENT_CODES[one["development"]]] for one in doc["developments"]]
    if developments and not _boxes(doc) & DEVELOPMENTS_BOX:
        yield Fault("developments", "are in the game only with their expansion")
    if len({one.suit for one in developments}) < len(developments):
        yield Fault("developments", "one of each suit")
    if any(one.min_seats > len(doc["seats"]) for one in developments):
        yield Fault("developments", "names one that is not played with so few seats")


# --- cards -----------------------------------------------------------------------------------


def _card_faults(doc: Doc, piles: Places, villages: Places) -> Iterator[Fault]:
    """Yield a fault for each card that is not in this game, or has more copies than the box holds (SETUP-2, 4, 8)."""
    boxes = _boxes(doc)
    box = box_of(len(doc["seats"]), boxes)
    counted: Counter[int] = Counter()
    for path, keys in piles:
        cards = [CODES[key] for key in keys if key]
        counted.update(cards)
        # Only the Schemer brings basic villagers into hands.
        schemed = BASIC_AT if path.endswith(".hand") and boxes & SCOUNDRELS_BOX else {}
        for card in sorted(set(cards)):
            if not box[card] and card not in schemed:
                yield Fault(path, f"{KEYS[card]} is never there")
    for path, village in villages:
        others = {COUNTESS} if path.startswith("countess") else {FOUNDERS, *BASIC_AT}
        cards = [CODES[villager["card"]] if villager else EMPTY for villager in village]
        counted.update(cards)
        for place, card in enumerate(cards):
            if card != EMPTY and not box[card] and card not in others:
                yield Fault(f"{path}.{place}.card", f"{KEYS[card]} cannot be in this village")
    yield from _count_faults(doc, counted)
    yield from _back_faults(doc, counted, sum(key is None for _, keys in piles for key in keys))


def _count_faults(doc: Doc, counted: Mapping[int, int]) -> Iterator[Fault]:
    """Yield a fault for each card that has more copies than the box holds."""
    for card, copies in enumerate(box_of(len(doc["seats"]), _boxes(doc))):
        if copies and counted[card] > copies:
            yield Fault("", f"{KEYS[card]} is there {counted[card]} times, the box holds {copies}")
    for key, left in doc["basics"].items():
        if left + counted[CODES[key]] > 10:
            yield Fault(f"basics.{key}", f"{left} left and {counted[CODES[key]]} in use are more than 10")


def _back_faults(doc: Doc, counted: Mapping[int, int], unknown: int) -> Iterator[Fault]:
    """Yield a fault if there are more unseen cards than the box can hold, or if one expansion has dealt more special
    villagers than there are seats.
    """
    seats, boxes = len(doc["seats"]), _boxes(doc)
    left = Counter(dict.fromkeys(SUITS, 0))
    for card, copies in enumerate(box_of(seats, boxes)):
        left[SUITS[SUIT[card]]] += 0 if DEALT[card] else max(0, copies - counted[card])
    # Recycled cards have already been counted.
    backs = [mark for mark in doc["known"] if mark.get("unknown") and mark["origin"] != "recycled"]
    for origin, cards in dealt_apart(seats, boxes):
        there = [KEYS[card] for card in cards if counted[card]]
        left[SUITS[SPECIAL]] += max(0, seats - len(there))
        there += [mark["origin"] for mark in backs if ORIGIN_BITS[mark["origin"]] == origin]
        if len(there) > seats:
            yield Fault("", f"{', '.join(there)}: each seat is dealt only one of these")
    for suit, number in Counter(mark["suit"] for mark in backs if mark["suit"]).items():
        if number > left[suit]:
            yield Fault("", f"{count_of(number, 'back')} of {suit}, unseen of that suit: {left[suit]}")
    unknown -= len(doc.get("recycled", []))
    if unknown > left.total():
        yield Fault("", f"{count_of(unknown, 'unknown card')}, unseen in the box: {left.total()}")


def _court_faults(village: Sequence[Doc], path: str) -> Iterator[Fault]:
    """Yield a fault for each villager of the Countess that does not stand alone (SOLO-11)."""
    if sum(villager["card"] == "countess" for villager in village) != 1:
        yield Fault(path, "holds the Countess's card once")
    ids = Counter(villager["id"] for villager in village)
    for place, villager in enumerate(village):
        here = f"{path}.{place}"
        if ids[villager["id"]] > 1:
            yield Fault(f"{here}.id", f"{villager['id']} is not unique in the village")
        for field in ("on", "as"):
            if villager.get(field) is not None:
                yield Fault(f"{here}.{field}", "each of her villagers stands by itself, as what it is")


def _village_faults(village: Sequence[Doc], path: str) -> Iterator[Fault]:
    """Yield a fault for each villager in an impossible place (CHAIN, SPECIAL-3 to 10). This also rules out circular
    chains.
    """
    ids = Counter(villager["id"] for villager in village)
    roles = {villager["id"]: _role(villager) for villager in village}
    carried = Counter(villager.get("on") for villager in village)
    for place, villager in enumerate(village):
        here, on = f"{path}.{place}", villager.get("on")
        card, role = CODES[villager["card"]], roles[villager["id"]]
        if ids[villager["id"]] > 1:
            yield Fault(f"{here}.id", f"{villager['id']} is not unique in the village")
        if DISCARDED[card]:
            yield Fault(f"{here}.card", f"{villager['card']} cannot be in this village")
        if STAND_IN[card] != (villager.get("as") is not None):
            yield Fault(f"{here}.as", "a monk or apprentice has a role, nobody else")
        elif STAND_IN[card] and not carried[villager["id"]]:
            yield Fault(here, f"a {villager['card']} cannot be the top card")
        if on is not None and on not in ids:
            yield Fault(f"{here}.on", f"there is no villager {on}")
        elif role != EMPTY:
            wanted = CHAIN[role][-1] if CHAIN[role] else EMPTY
            if wanted != (EMPTY if on is None else roles[on]):
                name = KEYS[wanted] if wanted != EMPTY else "nothing"
                yield Fault(f"{here}.on", f"{villager['card']} stands on {name}")
        room = CAPACITY[role] if role != EMPTY else 0
        if carried[villager["id"]] > room:
            number = count_of(carried[villager["id"]], "card")
            yield Fault(here, f"{number} on it, there is room for {room}")


def _role(villager: Doc) -> int:
    card = CODES[villager["card"]]
    if not STAND_IN[card]:
        return card
    named = villager.get("as")
    return CODES[named] if named else EMPTY


# --- what is to be decided -------------------------------------------------------------------


def state_faults(state: State, viewer: int | None = None) -> list[Fault]:
    """Return the faults that keep a game from continuing from this position; with `viewer`, from this view."""
    if (state.phase == OVER) != (state.turn == EMPTY):
        return [Fault("to_act", "exactly one seat is waited for, and nobody after the end")]
    if (state.phase == OVER) != (state.markets == 2):
        return [Fault("markets_held", "the Second Market ends the game")]
    row = pending_of(state)
    if row is None:
        return [] if _has_moves(state) else [Fault("phase", "there is nothing to decide")]
    if state.phase not in row.phases or not row.possible(state):
        return [Fault("pending", "there is no such decision to make")]
    # A view does not show what another seat looks at.
    looked = [hidden for hidden in row.sees(state) if hidden >> 8 < UNKNOWN or viewer == state.turn]
    if any(not hidden >> state.turn & 1 for hidden in looked):
        return [Fault("known", "who has looked at cards knows them")]
    return []


def _has_moves(state: State) -> bool:
    """Return whether there is a legal move.

    Only open information counts, so this also works for a view while another seat decides.
    """
    if state.phase == DRAFT:
        return not road_is_bare(state) or bool(state.reserve) or not stacks_gone(state, 6)
    if state.phase == ROAD:
        return not road_is_bare(state)
    if state.phase == EVENT:
        # The events of other phases have been discarded by now.
        events = [EVENTS[event].acts for event in state.solo.face_up] if state.solo else []
        return bool(events) and not {"draft", "build"}.intersection(events)
    return state.phase != DEVELOPMENT or bool(development.moves(state, state.turn))
