"""The position notation of Villagers, read: document to state. `writing` is the other direction, `validation` says what
makes a position impossible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault, InvalidPosition
from engine.ruleset import Doc
from engine.shapes import MAX_FAULTS, UNFIT, faults, fitting
from engine.villagers.catalogue import (
    BASICS,
    CODES,
    COUNTESS_BLANK,
    DEVELOPMENT_CODES,
    EVENT_CODES,
    FOUNDERS_FED,
    KEYS,
)
from engine.villagers.documents.decision_validation import past_opening
from engine.villagers.documents.phase_validation import phase_faults, standing_faults
from engine.villagers.documents.shapes import VillagersPosition
from engine.villagers.documents.validation import (
    box_faults,
    card_faults,
    origin_faults,
    reference_faults,
    village_faults,
)
from engine.villagers.flow import to_act
from engine.villagers.moves import paid_villager
from engine.villagers.phases.development import give_bonuses
from engine.villagers.scoring import FINAL_ITEMS
from engine.villagers.setup import COUNTESS_SIDES, LEVELS, boxes_of
from engine.villagers.state import (
    BUILD,
    COUNTESS_DRAFT,
    EMPTY,
    LAST_JEST,
    LOOK,
    PHASES,
    REPLACEMENT,
    RESERVE,
    RETURN_CARD,
    SETTLE,
    SPECTATORS,
    STEAL,
    Seat,
    Solo,
    State,
)
from engine.villagers.table.hidden import ORIGIN_BITS, mask_of
from engine.villagers.table.village import build_limit, restore_village

DEFAULT_SEED: Final = bytes(32)


def read_position(doc: Mapping[str, Any]) -> State:
    """The state of a position given by a client. Raises `InvalidPosition` listing every fault."""
    found = faults(doc, VillagersPosition)
    if found:
        raise InvalidPosition(found + _other_faults(doc) if len(found) <= MAX_FAULTS else found)
    whole = complete(doc)
    if found := box_faults(whole):
        raise InvalidPosition(found)
    references = reference_faults(whole)
    found = references + card_faults(whole) + village_faults(whole) + _order_faults(whole)
    found += origin_faults(whole)
    if references:
        raise InvalidPosition(found + standing_faults(restore(_without_references(whole))))
    state = restore(whole)
    _begin_turns(state, doc["seats"])
    found += phase_faults(state)
    reactors = doc.get("to_act", [])[1:]
    if not found and reactors and reactors != list(to_act(state)[1:]):
        found.append(Fault("to_act", "behind the seat the game waits for stand exactly those that could react"))
    if found:
        raise InvalidPosition(found)
    return state


def _other_faults(doc: object) -> list[Fault]:
    """What else is wrong with a position that has faults of form: all that can be told without the faulty parts."""
    fit = fitting(doc, VillagersPosition)
    if fit is UNFIT or None in fit["seats"]:
        return []
    whole = complete({**fit, "known": []})
    if found := box_faults(whole):
        return found
    return reference_faults(whole) + card_faults(whole) + village_faults(whole)


def _without_references(doc: Mapping[str, Any]) -> Doc:
    """A complete position without all that refers to something, so that the rest of it can be judged."""
    solo = doc["options"]["solo"] is not None
    return {
        **doc,
        "first_player": 0,
        "to_act": [],
        "pending": None,
        "known": [],
        "seats": [{**seat, "village": [], "hired": [], "robbed": []} for seat in doc["seats"]],
        "developments": [{**one, "holder": None} for one in doc["developments"]],
        "countess": {**doc["countess"], "village": []} if solo else None,
        "events": doc["events"] if solo else None,
    }


def _order_faults(doc: Mapping[str, Any]) -> list[Fault]:
    found = []
    if doc["markets_held"] not in ([], [1], [1, 2]):
        found.append(Fault("markets_held", "must be [], [1] or [1, 2]"))
    return found


def complete(doc: Mapping[str, Any]) -> Doc:
    """The position with everything that was left out."""
    phase = doc.get("phase", "draft")
    first = doc.get("first_player", 0)
    seats = [_complete_seat(seat) for seat in doc["seats"]]
    usual = {"over": [], "road": [(first + 1) % max(1, min(2, len(seats)))]}.get(phase, [first])
    options = doc.get("options", {})
    solo = options.get("solo")
    countess = _complete_countess(doc.get("countess"), solo)
    return {
        **doc,
        "options": {"expansions": _whole(options.get("expansions", [])), "solo": solo},
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
        "basics": {**_basics_left(seats, countess), **doc.get("basics", {})},
        "markets_held": doc.get("markets_held", []),
        "seats": seats,
        "pending": doc.get("pending"),
        "recruited_picks": doc.get("recruited_picks", 0),
        "developments": _whole(doc.get("developments", [])),
        "countess": countess,
        "events": _complete_events(doc.get("events"), solo),
        "known": doc.get("known", []),
    }


def _complete_countess(her: Mapping[str, Any] | None, solo: str | None) -> Doc | None:
    if her is None and solo is None:
        return None
    her = her or {}
    card = {"id": 1, "card": "countess", "side": COUNTESS_SIDES.get(solo or "", "gold")}
    return {"gold": her.get("gold", 1), "village": her.get("village", [card]), "final": her.get("final")}


_EVENT_LISTS: Final = ("face_up", "begun", "summer", "winter", "summer_discard", "winter_discard")


def _complete_events(events: Mapping[str, Any] | None, solo: str | None) -> Doc | None:
    if events is None and solo is None:
        return None
    events = events or {}
    lists = {name: _listed(events.get(name, [])) for name in _EVENT_LISTS}
    return {**lists, "jester": events.get("jester", solo != "hard"), "jester_due": events.get("jester_due", False)}


def _listed(events: Any) -> Any:
    """A list without gaps; of a deck in a view only the number is known."""
    return events if isinstance(events, int) else _whole(events)


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
        "robbed": _whole(seat.get("robbed", [])),
        "limit_cut": seat.get("limit_cut", 0),
        "final": seat.get("final"),
    }


def _basics_left(seats: list[Doc], countess: Doc | None) -> dict[str, int]:
    villages = [one["village"] for one in (*seats, countess) if one]
    used = [villager["card"] for village in villages for villager in _whole(village)]
    used += [key for seat in seats for key in seat["hand"]]
    return {KEYS[basic]: max(0, 10 - used.count(KEYS[basic])) for basic in BASICS}


def _begin_turns(state: State, seats: Sequence[Mapping[str, Any]]) -> None:
    """Counters matter only in one's build turn; there, left out, they are those of its beginning."""
    for index, (seat, doc) in enumerate(zip(state.seats[: state.players], seats, strict=True)):
        building = state.phase == BUILD and index == state.turn
        seat.builds = doc.get("builds_left", build_limit(seat) - seat.cut) if building else 0
        seat.trades = doc.get("trades_left", 3) if building else 0
        seat.tinner = doc.get("tinner", False) and building
        seat.hired = seat.hired if building else []
        begins = building and "builds_left" not in doc and not past_opening(state)
        seat.opening = doc.get("opening", begins) and building and state.boxes != 0


def restore(doc: Mapping[str, Any]) -> State:
    """The state of a complete position, without validation."""
    marks = {
        (mark["pile"], mark.get("index", 0), mark.get("place", 0)): mask_of(mark["seats"])
        | (SPECTATORS if mark.get("public") else 0)
        | ORIGIN_BITS[mark.get("origin")]
        for mark in doc["known"]
    }
    state = restore_open(doc, bytes.fromhex(doc["seed"]))
    for index, pile in enumerate(doc["stacks"]):
        state.stacks[index] = _hidden(pile, "stack", index, marks)[::-1]
    state.reserve = _hidden(doc["reserve"], "reserve", 0, marks)[::-1]
    if state.asked[:1] == (RETURN_CARD,):
        (state.pending,) = _hidden([doc["pending"]["card"]], "pending", 0, marks)
    for index, seat in enumerate(doc["seats"]):
        state.seats[index].hand = sorted(_hidden(seat["hand"], "hand", index, marks))
    return state


def _hidden(keys: Sequence[str], pile: str, index: int, marks: Mapping[tuple[str, int, int], int]) -> list[int]:
    return [CODES[key] << 8 | marks.get((pile, index, place), 0) for place, key in enumerate(keys)]


def restore_open(doc: Mapping[str, Any], seed: bytes) -> State:
    """Everything of a complete position or a view but the hidden cards and the decks of events."""
    state = State(len(doc["seats"]), seed, boxes_of(doc["options"]["expansions"]))
    state.draws = doc["draws"]
    state.round = doc["round"]
    state.phase = PHASES.index(doc["phase"])
    state.first = doc["first_player"]
    state.turn = doc["to_act"][0] if doc["to_act"] else EMPTY
    state.asked = _asked(doc["pending"])
    state.road = [EMPTY if card is None else CODES[card["card"]] for card in doc["road"]]
    state.road_gold = [0 if card is None else card.get("gold", 0) for card in doc["road"]]
    state.discard = [CODES[key] for key in doc["discard"]]
    state.basics = [doc["basics"][KEYS[card]] for card in BASICS]
    state.markets = len(doc["markets_held"])
    state.recruited = doc["recruited_picks"]
    for index, given in enumerate(doc["seats"]):
        _restore_seat(state.seats[index], index, given)
    if doc["countess"]:
        state.seats.append(_restored_countess(doc["countess"], doc["options"]["solo"]))
        state.solo = _restored_events(doc["events"], LEVELS.index(doc["options"]["solo"]))
    _restore_developments(state, doc["developments"])
    return state


def _asked(pending: Mapping[str, Any] | None) -> tuple[int, ...]:
    if pending is None:
        return ()
    kind = pending["type"]
    if kind == "look":
        pile = RESERVE if pending["pile"] == "reserve" else pending.get("stack") or 0
        placed = pending.get("placed")
        return (LOOK, pile, pending["depth"], EMPTY if placed is None else placed)
    if kind == "steal":
        return (STEAL, pending["seat"])
    if kind == "countess_draft":
        return (COUNTESS_DRAFT, EMPTY if pending["slot"] is None else pending["slot"])
    if kind in ("settle", "resolve"):
        return (SETTLE if kind == "settle" else REPLACEMENT, EVENT_CODES[pending["event"]])
    return (RETURN_CARD,) if kind == "return_card" else (LAST_JEST,)


def _restore_developments(state: State, developments: Sequence[Mapping[str, Any]]) -> None:
    state.developments = [DEVELOPMENT_CODES[one["development"]] for one in developments]
    holders = [one.get("holder") for one in developments]
    state.holders = [EMPTY if holder is None else holder for holder in holders]
    give_bonuses(state)


def _restored_events(doc: Mapping[str, Any], level: int) -> Solo:
    solo = Solo(level)
    solo.face_up = [EVENT_CODES[key] for key in doc["face_up"]]
    solo.begun = sum(1 << EVENT_CODES[key] for key in set(doc["begun"]))
    solo.gone = [[EVENT_CODES[key] for key in doc[name]] for name in ("summer_discard", "winter_discard")]
    solo.decks = [_deck(doc[name]) for name in ("summer", "winter")]
    solo.jester = doc["jester"]
    solo.must_jest = doc["jester_due"]
    return solo


def _deck(events: list[str] | int) -> list[int]:
    """A deck, top card last; of a view's deck only the number is known."""
    return [EMPTY] * events if isinstance(events, int) else [EVENT_CODES[key] for key in reversed(events)]


def _restored_countess(doc: Mapping[str, Any], level: str) -> Seat:
    """Her card lies on the side of the level, unless a side is named."""
    her = Seat()
    her.gold = doc["gold"]
    her.final = _final(doc.get("final"))
    side = COUNTESS_SIDES[level]
    _restore_village(her, [{**one, "side": one.get("side") or side} for one in doc["village"]])
    return her


def _final(doc: Mapping[str, Any] | None) -> tuple[int, int, int, int, int] | None:
    if doc is None:
        return None
    supply, gold, silver, coins, nun = (doc[item] for item in FINAL_ITEMS)
    return supply, gold, silver, coins, nun


def _restore_seat(seat: Seat, number: int, doc: Mapping[str, Any]) -> None:
    seat.gold = doc["gold"]
    seat.square = [CODES[key] for key in doc["square"]]
    seat.done = doc["drafting_done"]
    seat.builds = doc["builds_left"]
    seat.trades = doc["trades_left"]
    seat.tinner = doc["tinner"]
    seat.opening = doc["opening"]
    hired = [paid_villager(one["seat"], one["villager"]) for one in doc["hired"]]
    seat.hired = sorted(hired + [paid_villager(number, at) for at in doc["robbed"]])
    seat.cut = doc["limit_cut"]
    seat.final = _final(doc["final"])
    _restore_village(seat, doc["village"])


_OTHER_SIDES: Final = {("founders", "food"): FOUNDERS_FED, ("countess", "blank"): COUNTESS_BLANK}


def _restore_village(seat: Seat, village: Sequence[Mapping[str, Any]]) -> None:
    cards = []
    for villager in village:
        card = CODES[villager["card"]]
        role = CODES[villager["as"]] if villager.get("as") else card
        card = _OTHER_SIDES.get((villager["card"], villager.get("side") or ""), card)
        cards.append((villager["id"], card, role, villager.get("on") or 0, villager.get("gold", 0)))
    restore_village(seat, cards)
