"""Moves of My Village: small tuples of ints inside, dicts of the notation outside. No legality here.

The first int is the type. Dice are as in `State.pool`, banners as in `state`, payments as in `payments`; where there is
nothing to name (a space, a tile's place, a villager) stands EMPTY.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import Fault, MalformedMove
from engine.my_village.cards import BUILDINGS, CODES, KEYS, LETTERS, VILLAGERS, name_of
from engine.my_village.catalogue import Cost
from engine.my_village.payments import easiest, field_class, read_payment, write_payment
from engine.my_village.shapes.moves import MOVES
from engine.my_village.state import (
    BANNERS,
    DEATH,
    DICE,
    EMPTY,
    EXCHANGE,
    FIRST_CUSTOMER,
    FIRST_FIELD,
    GIFT,
    GUESTS,
    HEADMAN_PLACES,
    LABORER,
    LESSON,
    RATS,
    STEP,
    STEWARD,
    VALUE,
    Seat,
    State,
)
from engine.my_village.values import MAX_COINS, MAX_TOKENS, ways_to
from engine.my_village.village import SPACES, helped, next_letter, travel_costs
from engine.ruleset import Doc, Move
from engine.shapes import faults

CHOOSE_DICE: Final = 0  # two dice
SET_VALUE: Final = 1  # value, coins, tokens
TAKE_CARD: Final = 2  # card, payment, space, place of the tile
TRAVEL: Final = 3  # letter, payment
TAKE_HAND: Final = 4  # 1 to leave it where it is
CALL_STEWARD: Final = 5  # 1 with the trading church's benefit
MOVE_HEADMAN: Final = 6  # place
ACTIVATE: Final = 7  # banner, space, place of the tile
TEACH: Final = 8  # step, villager
SERVE: Final = 9  # card, payment
MOVE_PLOW: Final = 10  # source, field
INVITE: Final = 11  # one to four cards
INVITE_FREE: Final = 12  # card
EXCHANGE_TRAVEL: Final = 13
BURY: Final = 14  # villager
HIRE_LABORER: Final = 15  # villager
WARD_OFF: Final = 16
FORFEIT: Final = 17
END_TURN: Final = 18

NOTHING: Final = 0
NEW_LEFT: Final = 1
TO_RIGHT: Final = 2
PLACE_LEFT: Final = 3
PLACE_RIGHT: Final = 4
STEPS: Final = ("nothing", "new_left", "to_right", "place_left", "place_right")

FROM_SMITHY: Final = 0
FROM_GUILD: Final = 1
SOURCES: Final = ("smithy", "guild_council")

_PLACES: Final = ("play", "school", "council", "meeting_place", *BUILDINGS)
_BANNERS: Final = ("play space", "school", "council chamber", "meeting place", *BUILDINGS)


def die_doc(die: int) -> Doc:
    """A die as a document."""
    return {"color": "black" if die > 5 else "white", "face": die % 6 + 1}


def read_die(doc: Mapping[str, Any]) -> int:
    """A die of a document."""
    face: int = doc["face"]
    return face - 1 + (6 if doc["color"] == "black" else 0)


def banner_doc(banner: int) -> Doc | None:
    """A white banner as a document, complete."""
    if banner == EMPTY:
        return None
    if banner >= FIRST_CUSTOMER:
        return {"kind": "customer", "field": None, "customer": KEYS[banner - FIRST_CUSTOMER]}
    if banner >= FIRST_FIELD:
        return {"kind": "field", "field": banner - FIRST_FIELD, "customer": None}
    return {"kind": _PLACES[banner], "field": None, "customer": None}


def banner_words(banner: int) -> str:
    """A white banner in words; fields by their number in the notation."""
    if banner >= FIRST_CUSTOMER:
        return name_of(banner - FIRST_CUSTOMER)
    return f"field {banner - FIRST_FIELD}" if banner >= FIRST_FIELD else f"the {_BANNERS[banner]}"


def banner_faults(doc: Mapping[str, Any] | None, path: str) -> list[Fault]:
    """What is wrong with a white banner that has the right form: a field or customer missing, or named for nothing."""
    found = []
    for kind in ("field", "customer") if doc else ():
        if doc and (doc.get(kind) is not None) != (doc["kind"] == kind):
            found.append(Fault(f"{path}.{kind}", f"is named for the banner of a {kind}, and only there"))
    return found


def read_banner(doc: Mapping[str, Any] | None) -> int:
    """The white banner of a document; EMPTY where it names none."""
    if doc is None:
        return EMPTY
    if doc["kind"] == "customer":
        return FIRST_CUSTOMER + CODES[doc["customer"]] if doc.get("customer") else EMPTY
    if doc["kind"] == "field":
        return FIRST_FIELD + doc["field"] if doc.get("field") is not None else EMPTY
    return _PLACES.index(doc["kind"])


def write_move(move: Move) -> Doc:
    """A move in the notation, complete."""
    return _WRITERS[move[0]](move)


def _space(space: int) -> str | None:
    return None if space == EMPTY else SPACES[space]


def _villager(villager: int) -> str | None:
    return None if villager == EMPTY else VILLAGERS[villager]


_WRITERS: Final[Mapping[int, Callable[[Move], Doc]]] = {
    CHOOSE_DICE: lambda m: {"type": "choose_dice", "dice": [die_doc(m[1]), die_doc(m[2])]},
    SET_VALUE: lambda m: {"type": "set_value", "value": m[1], "coins": m[2], "tokens": m[3]},
    TAKE_CARD: lambda m: {
        "type": "take_card",
        "card": KEYS[m[1]],
        "payment": write_payment(m[2]),
        "space": _space(m[3]),
        "tile": banner_doc(m[4]),
    },
    TRAVEL: lambda m: {"type": "travel", "letter": LETTERS[m[1]], "payment": write_payment(m[2])},
    TAKE_HAND: lambda m: {"type": "take_hand", "forfeit": bool(m[1])},
    CALL_STEWARD: lambda m: {"type": "call_steward", "benefit": bool(m[1])},
    MOVE_HEADMAN: lambda m: {"type": "move_headman", "to": None if m[1] == EMPTY else HEADMAN_PLACES[m[1]]},
    ACTIVATE: lambda m: {
        "type": "activate",
        "banner": banner_doc(m[1]),
        "space": _space(m[2]),
        "tile": banner_doc(m[3]),
    },
    TEACH: lambda m: {"type": "teach", "step": STEPS[m[1]], "villager": _villager(m[2])},
    SERVE: lambda m: {"type": "serve", "customer": KEYS[m[1]], "payment": write_payment(m[2])},
    MOVE_PLOW: lambda m: {"type": "move_plow", "source": SOURCES[m[1]], "field": m[2]},
    INVITE: lambda m: {"type": "invite", "customers": [KEYS[card] for card in m[1:]]},
    INVITE_FREE: lambda m: {"type": "invite_free", "customer": KEYS[m[1]]},
    EXCHANGE_TRAVEL: lambda m: {"type": "exchange_travel"},
    BURY: lambda m: {"type": "bury", "villager": VILLAGERS[m[1]]},
    HIRE_LABORER: lambda m: {"type": "hire_laborer", "villager": VILLAGERS[m[1]]},
    WARD_OFF: lambda m: {"type": "ward_off_rats"},
    FORFEIT: lambda m: {"type": "forfeit"},
    END_TURN: lambda m: {"type": "end_turn"},
}


def read_move(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    """The move of a dict, defaults filled in; legal or not.

    Raises `MalformedMove` with every fault if it is no move at all.
    """
    kind = doc.get("type") if isinstance(doc, Mapping) else None
    if not isinstance(kind, str) or kind not in MOVES:
        raise MalformedMove([Fault("type", f"must be one of: {', '.join(MOVES)}")])
    found = faults(doc, MOVES[kind])
    if not found:
        found += banner_faults(doc.get("banner"), "banner") + banner_faults(doc.get("tile"), "tile")
        named = (doc.get("payment") or {}).get("fields", [])
        if len(set(named)) < len(named):
            found.append(Fault("payment.fields", "must name each field once"))
    if found:
        raise MalformedMove(found)
    owner = state.seats[seat] if 0 <= seat < len(state.seats) else None
    return _READERS[kind](state, owner, doc)


def _read_place(doc: Mapping[str, Any] | None) -> int:
    return EMPTY if doc is None else read_banner(doc)


def _alike(owner: Seat | None, banner: int) -> int:
    """A field's banner stands for that of the first field like it."""
    field = banner - FIRST_FIELD
    if owner is None or not 0 <= field < len(owner.fields):
        return banner
    kind = field_class(owner, field)
    return FIRST_FIELD + next(at for at in range(len(owner.fields)) if field_class(owner, at) == kind)


def _payment(owner: Seat | None, doc: Mapping[str, Any], costs: tuple[Cost, ...] | list[Cost]) -> int:
    named = doc.get("payment")
    if named is not None:
        return read_payment(owner, named)
    return 0 if owner is None else easiest(owner, costs)


def _read_value(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    value, coins, tokens = doc["value"], doc.get("coins"), doc.get("tokens")
    if (coins is None or tokens is None) and owner is not None and state.dice:
        # What cannot be paid is refused for its price.
        for way in (*ways_to(state.dice, owner.coins, owner.tokens), *ways_to(state.dice, MAX_COINS, MAX_TOKENS)):
            if way[0] == value and coins in (None, way[1]) and tokens in (None, way[2]):
                return (SET_VALUE, *way)
    return (SET_VALUE, value, coins or 0, tokens or 0)


def _read_take(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["card"]]
    space = SPACES.index(doc["space"]) if doc.get("space") else EMPTY
    return (
        TAKE_CARD,
        card,
        _payment(owner, doc, state.cat.costs[card]),
        space,
        _alike(owner, _read_place(doc.get("tile"))),
    )


def _read_travel(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    letter = LETTERS.index(doc["letter"]) if "letter" in doc else EMPTY
    if owner is not None and letter == EMPTY:
        letter = max(0, next_letter(state.cat, owner))
    costs = travel_costs(state.cat, owner, letter) if owner is not None and letter != EMPTY else []
    return (TRAVEL, letter, _payment(owner, doc, costs))


def _read_steward(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    return (CALL_STEWARD, int(doc.get("benefit", owner is not None and helped(state, owner))))


def _read_activate(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    space = SPACES.index(doc["space"]) if doc.get("space") else EMPTY
    banner = _alike(owner, read_banner(doc["banner"]))
    return (ACTIVATE, banner, space, _alike(owner, _read_place(doc.get("tile"))))


def _read_teach(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    return (TEACH, STEPS.index(doc["step"]), VILLAGERS.index(doc["villager"]) if doc.get("villager") else EMPTY)


def _read_serve(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["customer"]]
    return (SERVE, card, _payment(owner, doc, state.cat.costs[card]))


def _read_plow(state: State, owner: Seat | None, doc: Mapping[str, Any]) -> Move:
    return (MOVE_PLOW, SOURCES.index(doc["source"]), _alike(owner, FIRST_FIELD + doc["field"]) - FIRST_FIELD)


_READERS: Final[Mapping[str, Callable[[State, Seat | None, Mapping[str, Any]], Move]]] = {
    "choose_dice": lambda state, owner, doc: (CHOOSE_DICE, *sorted(map(read_die, doc["dice"]))),
    "set_value": _read_value,
    "take_card": _read_take,
    "travel": _read_travel,
    "take_hand": lambda state, owner, doc: (TAKE_HAND, int(doc.get("forfeit", False))),
    "call_steward": _read_steward,
    "move_headman": lambda state, owner, doc: (
        MOVE_HEADMAN,
        EMPTY if doc["to"] is None else HEADMAN_PLACES.index(doc["to"]),
    ),
    "activate": _read_activate,
    "teach": _read_teach,
    "serve": _read_serve,
    "move_plow": _read_plow,
    "invite": lambda state, owner, doc: (INVITE, *sorted(CODES[key] for key in doc["customers"])),
    "invite_free": lambda state, owner, doc: (INVITE_FREE, CODES[doc["customer"]]),
    "exchange_travel": lambda state, owner, doc: (EXCHANGE_TRAVEL,),
    "bury": lambda state, owner, doc: (BURY, VILLAGERS.index(doc["villager"])),
    "hire_laborer": lambda state, owner, doc: (HIRE_LABORER, VILLAGERS.index(doc["villager"])),
    "ward_off_rats": lambda state, owner, doc: (WARD_OFF,),
    "forfeit": lambda state, owner, doc: (FORFEIT,),
    "end_turn": lambda state, owner, doc: (END_TURN,),
}

PHASES_OF: Final[Mapping[int, tuple[int, ...]]] = {
    CHOOSE_DICE: (DICE,),
    SET_VALUE: (VALUE,),
    **dict.fromkeys((TAKE_CARD, TRAVEL, TAKE_HAND, ACTIVATE, SERVE, MOVE_PLOW, END_TURN), (BANNERS,)),
    CALL_STEWARD: (BANNERS, STEWARD),
    MOVE_HEADMAN: (BANNERS, STEP),
    TEACH: (BANNERS, LESSON),
    INVITE: (GUESTS,),
    INVITE_FREE: (GIFT,),
    EXCHANGE_TRAVEL: (EXCHANGE,),
    BURY: (DEATH,),
    HIRE_LABORER: (LABORER,),
    WARD_OFF: (RATS,),
    FORFEIT: (STEWARD, GIFT, GUESTS, STEP, EXCHANGE, RATS),
}
"""The phases in which moves of a type are made."""
