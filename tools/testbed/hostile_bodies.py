"""Bodies that are as costly as possible: positions that no game leads to, documents full of faults, JSON without
meaning.

Every builder gets a function `choose(low, high)`. For a random search it is `random.Random(n).randint`; for a search
that learns, Hypothesis makes the draws (`tests/fuzz/test_costs.py`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import orjson

from engine.errors import EngineError
from engine.my_village.catalogue import cards as mv
from engine.registry import RULESETS
from engine.ruleset import Doc
from engine.villagers.catalogue import CAPACITY, CARDS, CHAIN, CODES, DISCARDED, KEYS, STAND_IN
from engine.villagers.setup import boxes_of, dealt_apart, in_box
from service.http.schemas.bounds import BYTES_PER_VALUE, MAX_BODY_BYTES, MAX_MEMBERS, MAX_MOVES

Choose = Callable[[int, int], int]
VILLAGERS, MY_VILLAGE = RULESETS["villagers"], RULESETS["my_village"]
ALL = ["saints", "scoundrels", "profiteers", "developments"]
BOXES: Sequence[list[str]] = ([], ["profiteers"], ["scoundrels", "profiteers"], ALL)
BASICS = ("lumberjack", "hayer", "miner")
HAND, AWAY = -1, -2


def any_of(choose: Choose, values: Sequence[Any]) -> Any:
    """Return a value that `choose` selects."""
    return values[choose(0, len(values) - 1)]


# --- positions and views -------------------------------------------------------------------------


def crowded(choose: Choose) -> Doc:
    """Return a Villagers position: a build turn with nearly all cards of the box in a hand and in villages."""
    seats, boxes = choose(2, 5), any_of(choose, BOXES)
    places: dict[int, list[str]] = {where: [] for where in range(AWAY, seats)}
    for key in _box(seats, boxes):
        stays = DISCARDED[CODES[key]] or STAND_IN[CODES[key]]
        where = HAND if stays else any_of(choose, (HAND, HAND, 0, 0, *range(1, seats), AWAY))
        places[0 if key in BASICS and where < 0 else where].append(key)
    villages = [_village(places[seat], places[HAND]) for seat in range(seats)]
    hand = [key for key in places[HAND] if key not in BASICS]
    busy = {"gold": 5000, "hand": hand, "builds_left": 5, "trades_left": choose(0, 3), "tinner": True}
    owners = [{**(busy if not seat else {}), "village": village} for seat, village in enumerate(villages)]
    options = {"expansions": boxes}
    return {"ruleset": "villagers", "options": options, "phase": "build", "markets_held": [1], "seats": owners}


def _box(seats: int, boxes: list[str]) -> list[str]:
    """Return all villagers of a game. A villager that is dealt to each seat is there once for each seat."""
    mask, dealt = boxes_of(boxes), Counter[int]()
    keys: list[str] = []
    for code, card in enumerate(CARDS[: CODES["countess"]]):
        if card.key == "founders" or not (in_box(code, seats, mask) or card.key in BASICS):
            continue
        copies = card.copies
        for origin, apart in dealt_apart(seats, mask):
            if code in apart:
                copies = int(dealt[origin] < seats)
                dealt[origin] += copies
        keys += [card.key] * copies
    return keys


def _village(keys: list[str], hand: list[str]) -> list[Doc]:
    """Return a village with these villagers, each where it can stand. Villagers without a place go to the hand."""
    village: list[Doc] = [{"id": 1, "card": "founders"}]
    room = {"founders": [1, 1]}
    for key in sorted(keys, key=lambda key: len(CHAIN[CODES[key]])):
        chain = CHAIN[CODES[key]]
        below = KEYS[chain[-1]] if chain else None
        if below is not None and not room.get(below):
            hand.append(key)
            continue
        number = len(village) + 1
        village.append({"id": number, "card": key, "on": room[below].pop() if below else None})
        room.setdefault(key, []).extend([number] * CAPACITY[CODES[key]])
    return village


@cache
def played(ruleset: str, seats: int, seed: int) -> list[Doc]:
    """Return all positions of a game played at random, with all expansions."""
    rules, rng, positions = RULESETS[ruleset], random.Random(seed), []
    options = {"expansions": ALL} if ruleset == "villagers" else {}
    state = rules.setup(rules.read_options(options, seats), seats, seed.to_bytes(8, "big"))
    while acting := rules.to_act(state):
        positions.append(rules.write_position(state))
        rules.advance(state, acting[0], rng.choice(rules.legal_moves(state, acting[0])))
    return positions


def rich(choose: Choose) -> Doc:
    """Return a My Village position from a game in which the seat to act has as much as possible."""
    doc: Doc = deepcopy(any_of(choose, played("my_village", choose(2, 4), choose(0, 3))))
    seat = doc["seats"][doc["to_act"][0]]
    for _ in range(choose(0, 12)):
        _give(doc, seat, choose)
    return doc


def _give(doc: Doc, seat: Doc, choose: Choose) -> None:
    kind = choose(0, 6)
    if kind == 0:
        seat["coins"] = any_of(choose, (0, 20, 63, 900))
    elif kind == 1:
        cut = choose(0, len(doc["customers"]))
        seat["customers"] += doc["customers"][cut:]
        del doc["customers"][cut:]
    elif kind == 2:
        for building in seat["crafts"]:
            building["goods"] = choose(0, 2)
    elif kind == 3:
        seat["fields"] += [{"plow": bool(choose(0, 1)), "used": False} for _ in range(doc["fields"])]
        doc["fields"] = 0
    elif kind == 4:
        seat["wild"] = choose(0, 2) if seat["council"] == "guild_council" else 0
        seat["tokens"] = choose(0, 2) if seat["meeting_place"] else 0
    elif kind == 5 and doc["turn"]["value"]:
        doc["turn"]["value"] = choose(2, 12)
    elif kind == 6 and (councils := [key for key in doc["cards"] if mv.COUNCILS >> mv.CODES[key] & 1]):
        doc["cards"] += [seat["council"]] if seat["council"] else []
        seat |= {"council": any_of(choose, councils), "marks": []}
        doc["cards"].remove(seat["council"])


def faulty(choose: Choose) -> Doc:
    """Return a position of a game with a fault: one of its lists, or the whole position, is replaced."""
    ruleset = any_of(choose, ("villagers", "my_village"))
    doc: Doc = deepcopy(any_of(choose, played(ruleset, choose(2, 4), 0)))
    entry = any_of(
        choose, ("monk", {}, {"id": 1, "card": "monk", "on": 1}, {"pile": "hand", "seats": [9]}, [], 0, None)
    )
    much = [entry] * any_of(choose, (5, 100, 200))
    where = any_of(choose, ("village", "hand", "stacks", "known", "discard", "reserve", "seats", "customers", "fields"))
    seat = doc["seats"][0]
    if where in seat and choose(0, 1):
        seat[where] = much
    elif where == "stacks":
        doc[where] = [much] * 6
    else:
        doc[where] = much
    return doc


POSITIONS = (crowded, crowded, rich, rich, faulty)


def position(choose: Choose) -> Doc:
    """Return a position of any of these kinds."""
    return any_of(choose, POSITIONS)(choose)  # type: ignore[no-any-return]


def view(choose: Choose) -> tuple[str, Doc]:
    """Return a ruleset and a document: the view of seat 0 or, if the position has no view, the position itself."""
    doc = position(choose)
    rules = RULESETS[doc["ruleset"]]
    try:
        return rules.key, rules.write_view(rules.view(rules.read_position(doc), 0))
    except EngineError:
        return rules.key, doc


# --- bodies --------------------------------------------------------------------------------------

UNITS = ("{}", "[]", "0", "1.5", "1e9", '""', "null", '{"a":0}', '"\\u00e9"', "9" * 4000, "[" * 60 + "]" * 60)
MANY_MEMBERS = "{" + ",".join(f'"{number:x}":0' for number in range(MAX_MEMBERS)) + "}"
IN_POSITION = (
    '{"position":%s}',
    '{"position":{"ruleset":"villagers","seats":[{"village":%s}]},"seat":0,"moves":[]}',
    '{"position":{"ruleset":"my_village","seats":[{},{"fields":%s}]},"seat":0,"moves":[]}',
    '{"position":{"ruleset":"villagers","seats":[{},{}]},"seat":0,"moves":%s}',
)
PLACES = {
    "create_game": ('{"ruleset":"villagers","seats":%s}', '{"ruleset":"villagers","seats":[{"type":"ai","name":%s}]}'),
    "claim_seat": ('{"name":%s}',),
    "create_invitation": ('{"seat":%s}',),
    "accept_invitation": ('{"name":%s}',),
    "play_moves": ('{"moves":%s}', '{"move":{"type":"place","monks":%s}}'),
    "create_hint": ('{"level":%s}',),
    "create_decision": ('{"ruleset":"villagers","seat":0,"view":{"ruleset":"villagers","seats":%s}}',),
}


def junk(call: str, choose: Choose) -> bytes:
    """Return JSON without meaning, as long as the call allows."""
    place = any_of(choose, ("%s", *PLACES.get(call, IN_POSITION)))
    unit = any_of(choose, (*UNITS, MANY_MEMBERS))
    number = (MAX_BODY_BYTES[call] - len(place)) // (len(unit) + 1)
    if choose(0, 3):
        structure = 1 + sum(map(unit.count, ",[{"))
        number = min(number, (MAX_BODY_BYTES[call] // BYTES_PER_VALUE - sum(map(place.count, ",[{"))) // structure)
    return (place % f"[{','.join([unit] * max(1, number))}]").encode()[: MAX_BODY_BYTES[call]]


def _moves(doc: Doc, choose: Choose) -> list[Doc]:
    """Return as many moves as a request may have. Each is legal after the ones before it. Moves that do not end the
    turn come first.
    """
    rules, moves = RULESETS[doc["ruleset"]], list[Doc]()
    try:
        state = rules.read_position(doc)
        while len(moves) < MAX_MOVES and (acting := rules.to_act(state)):
            legal = list(rules.legal_moves(state, acting[0]))
            move = any_of(choose, legal[:-1] or legal)
            moves.append({"seat": acting[0], "move": rules.write_move(move)})
            rules.advance(state, acting[0], move)
    except EngineError:
        return [{"seat": 0, "move": {"type": "end"}}] * MAX_MOVES
    return moves


def body(call: str, choose: Choose) -> bytes:
    """Return a body for a call, within the limit of its size."""
    if (call in PLACES and call != "create_decision") or choose(0, 4) == 0:
        return junk(call, choose)
    if call == "create_decision":
        ruleset, seen = view(choose)
        made = orjson.dumps({"ruleset": ruleset, "view": seen, "seat": 0, "level": "random"})
    else:
        doc = position(choose)
        more: Doc = {"seat": (doc.get("to_act") or [0])[0]}
        if call == "apply_position_moves":
            more = {"moves": _moves(doc, choose)}
        made = orjson.dumps({"position": doc, **({} if call == "score_position" else more)})
    return made if len(made) <= MAX_BODY_BYTES[call] else junk(call, choose)
