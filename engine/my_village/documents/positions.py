"""The position notation of My Village: state to dict and back. What makes a position impossible is in `validation`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.errors import Fault, InvalidPosition
from engine.my_village.catalogue import Catalogue
from engine.my_village.catalogue.cards import (
    CODES,
    COPIES,
    KEYS,
    LETTERS,
    OPEN_CARDS,
    SYMBOLS,
    THE_FIELD,
    THE_MEETING_PLACE,
    VILLAGERS,
)
from engine.my_village.documents.fields import SEAT, cards_of
from engine.my_village.documents.shapes.positions import MyVillagePosition
from engine.my_village.documents.validation import document_faults, state_faults
from engine.my_village.moves import banner_doc, die_doc, read_banner, read_die
from engine.my_village.phases.rounds import faces
from engine.my_village.state import (
    EMPTY,
    PHASES,
    State,
)
from engine.ruleset import Doc
from engine.shapes import MAX_FAULTS, UNFIT, faults, fitting

FORMAT: Final = 1
DEFAULT_SEED: Final = bytes(32)

Catalogues = Mapping[str, Catalogue]


# --- writing ---------------------------------------------------------------------------------


def write_position(state: State) -> Doc:
    """The state in the position notation, complete: nothing is left out."""
    return {
        "ruleset": "my_village",
        "seed": state.seed.hex(),
        **write_open(state),
        "customers": _pile(state.customers),
        "monks": {symbol: _pile(stack) for symbol, stack in zip(SYMBOLS, state.monks, strict=True)},
        "travels": {letter: _pile(stack) for letter, stack in zip(LETTERS, state.travels, strict=True)},
        "seats": [SEAT.write(seat) for seat in state.seats],
    }


def write_open(state: State) -> Doc:
    """The middle of the table but for the stacks: shared by positions and views."""
    return {
        "format": FORMAT,
        "options": {"catalogue": state.cat.name},
        "draws": state.draws,
        "round": state.round,
        "phase": PHASES[state.phase],
        "first_player": state.first,
        "turns": state.turns,
        "to_act": [] if state.turn == EMPTY else [state.turn],
        "turn": {
            "dice": [die_doc(die) for die in state.dice],
            "value": state.value,
            "begun": state.begun,
            "used": [banner_doc(banner) for banner in range(9) if state.used >> banner & 1],
        },
        "pending": {
            "card": None if state.card == EMPTY else KEYS[state.card],
            "steps": state.steps,
            "must": state.must,
        },
        "pool": {"white": faces(state.pool[:6]), "black": faces(state.pool[6:])},
        "starting_hand": {"owner": state.hand_owner, "palm": state.hand_palm, "story": state.hand_story},
        "rat": {"space": state.rat, "die": state.rat_die},
        "chronicle": dict(zip(VILLAGERS, state.chronicle, strict=True)),
        "graves": state.graves,
        "cards": [key for card, key in enumerate(KEYS) if state.open_cards >> card & 1],
        "meeting_places": state.meetings,
        "fields": state.fields,
        "display": [KEYS[card] for card in state.display],
    }


def _pile(pile: list[int]) -> list[str]:
    return [KEYS[card] for card in reversed(pile)]


# --- reading ---------------------------------------------------------------------------------


def read_position(doc: Mapping[str, Any], catalogues: Catalogues, scoring: bool = False) -> State:
    """The state of a position given by a client. Raises `InvalidPosition` listing every fault.

    With `scoring` the pool may be left out, and then no dice are missed: no score comes from them.
    """
    found = faults(doc, MyVillagePosition)
    if found:
        raise InvalidPosition(found + _other_faults(doc, catalogues) if len(found) <= MAX_FAULTS else found)
    cat = catalogue_of(doc, catalogues)
    whole = complete(doc, cat)
    found = document_faults(whole, cat)
    if found:
        raise InvalidPosition(found)
    state = _restore(whole, cat)
    found = state_faults(state, dice=not scoring or "pool" in doc)
    if found:
        raise InvalidPosition(found)
    return state


def _other_faults(doc: object, catalogues: Catalogues) -> list[Fault]:
    """What else is wrong with a position that has faults of form: all that can be told without the faulty parts."""
    fit = fitting(doc, MyVillagePosition)
    if fit is UNFIT or None in fit["seats"] or not 2 <= len(fit["seats"]) <= 4:
        return []
    if fit.get("options", {}).get("catalogue", "standard") not in catalogues:
        return []
    cat = catalogue_of(fit, catalogues)
    return document_faults(complete(_without_gaps(fit), cat), cat)


def _without_gaps(value: Any) -> Any:
    """The document without the gaps that `fitting` leaves for faulty entries of lists."""
    if isinstance(value, Mapping):
        return {name: _without_gaps(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_without_gaps(part) for part in value if part is not None]
    return value


def catalogue_of(doc: Mapping[str, Any], catalogues: Catalogues) -> Catalogue:
    """The catalogue that a position or view names. Raises `InvalidPosition` if it is not there."""
    name = doc.get("options", {}).get("catalogue") or next(iter(catalogues))
    if name not in catalogues:
        raise InvalidPosition([Fault("options.catalogue", f"must be one of: {', '.join(catalogues)}")])
    return catalogues[name]


def complete(doc: Mapping[str, Any], cat: Catalogue) -> Doc:
    """The position (or view) with everything that was left out."""
    named = {seat["board"] for seat in doc["seats"] if "board" in seat}
    boards = iter([board for board in range(1, 5) if board not in named])
    seats = [SEAT.complete({**seat, "board": seat.get("board") or next(boards)}) for seat in doc["seats"]]
    first, turns, phase = doc.get("first_player", 0), doc.get("turns", 0), doc.get("phase", "dice")
    start = {2: 0, 3: 1, 4: 2}[len(seats)]
    held = {seat[kind] for seat in seats for kind in ("church", "council")}
    held |= {building["card"] for seat in seats for building in seat["crafts"]}
    left = [key for card, key in enumerate(KEYS) if OPEN_CARDS >> card & 1 and key not in held]
    meetings = COPIES[THE_MEETING_PLACE] - sum(seat["meeting_place"] for seat in seats)
    fields = COPIES[THE_FIELD] - sum(len(seat["fields"]) for seat in seats)
    return {
        **doc,
        "seed": doc.get("seed", DEFAULT_SEED.hex()),
        "draws": doc.get("draws", 2),
        "round": doc.get("round", 1),
        "phase": phase,
        "first_player": first,
        "turns": turns,
        "to_act": doc.get("to_act", [] if phase == "over" else [(first + turns) % len(seats)]),
        "turn": {"dice": [], "value": 0, "begun": False, "used": [], **doc.get("turn", {})},
        "pending": {"card": None, "steps": 0, "must": False, **doc.get("pending", {})},
        "pool": {"white": [], "black": [], **doc.get("pool", {})},
        "starting_hand": {"owner": first, "palm": True, "story": 0, **doc.get("starting_hand", {})},
        "rat": {"space": cat.rat_start[start], "die": 0, **doc.get("rat", {})},
        "chronicle": {**dict.fromkeys(VILLAGERS, 0), **doc.get("chronicle", {})},
        "graves": doc.get("graves", 0),
        "cards": doc.get("cards", left),
        "meeting_places": doc.get("meeting_places", max(0, meetings)),
        "fields": doc.get("fields", max(0, fields)),
        "display": doc.get("display", []),
        "customers": doc.get("customers", []),
        "monks": {**{symbol: [] for symbol in SYMBOLS}, **doc.get("monks", {})},
        "travels": {**{letter: [] for letter in LETTERS}, **doc.get("travels", {})},
        "seats": seats,
    }


def restore(doc: Mapping[str, Any], catalogues: Catalogues) -> State:
    """The state of a complete position, without validation."""
    return _restore(doc, catalogue_of(doc, catalogues))


def _restore(doc: Mapping[str, Any], cat: Catalogue) -> State:
    state = restore_open(doc, cat)
    state.seed = bytes.fromhex(doc["seed"])
    state.customers = cards_of(doc["customers"])[::-1]
    state.monks = [cards_of(doc["monks"][symbol])[::-1] for symbol in SYMBOLS]
    state.travels = [cards_of(doc["travels"][letter])[::-1] for letter in LETTERS]
    return state


def restore_open(doc: Mapping[str, Any], cat: Catalogue) -> State:
    """Everything of a complete position or view but seed and stacks."""
    state = State(cat, b"", [seat["board"] - 1 for seat in doc["seats"]])
    turn, pending, hand = doc["turn"], doc["pending"], doc["starting_hand"]
    state.draws = doc["draws"]
    state.round = doc["round"]
    state.phase = PHASES.index(doc["phase"])
    state.first = doc["first_player"]
    state.turns = doc["turns"]
    state.active = (state.first + state.turns) % len(state.seats)
    state.turn = doc["to_act"][0] if doc["to_act"] else EMPTY
    for face in doc["pool"]["white"]:
        state.pool[face - 1] += 1
    for face in doc["pool"]["black"]:
        state.pool[face + 5] += 1
    state.dice = sorted(read_die(die) for die in turn["dice"])
    state.value = turn["value"]
    state.begun = turn["begun"]
    state.used = sum(1 << read_banner(banner) for banner in turn["used"])
    state.card = CODES[pending["card"]] if pending["card"] else EMPTY
    state.steps = pending["steps"]
    state.must = pending["must"]
    state.hand_owner = hand["owner"]
    state.hand_palm = hand["palm"]
    state.hand_story = hand["story"]
    state.rat = doc["rat"]["space"]
    state.rat_die = doc["rat"]["die"]
    state.chronicle = [doc["chronicle"][villager] for villager in VILLAGERS]
    state.graves = doc["graves"]
    state.open_cards = sum(1 << card for card in cards_of(doc["cards"]))
    state.meetings = doc["meeting_places"]
    state.fields = doc["fields"]
    state.display = sorted(cards_of(doc["display"]))
    for seat, given in zip(state.seats, doc["seats"], strict=True):
        SEAT.restore(seat, given)
    return state
